"""Usage: every_operation_answers_200.py DOCUMENT STATUSES

Fails unless each operation of the document, but the streams, answered well at least once: a run in which every
body is refused has judged nothing.
"""

import json
import sys

document, statuses = (json.load(open(path)) for path in sys.argv[1:])
wanting = 0
for path, item in document["paths"].items():
    for method in item:
        operation = f"{method.upper()} {path}"
        if path.endswith("/stream"):
            continue
        seen = statuses.get(operation, {})
        print(operation, dict(seen))
        wanting += not any(status.startswith("2") for status in seen)
sys.exit(f"{wanting} operations never answered well" if wanting else 0)
