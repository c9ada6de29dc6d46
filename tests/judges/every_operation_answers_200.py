"""Usage: every_operation_answers_200.py DOCUMENT STATUSES

Fails unless each operation of the document answered 200 at least once: a run in which every body is
refused has judged nothing.
"""

import json
import sys

document, statuses = (json.load(open(path)) for path in sys.argv[1:])
wanting = 0
for path, item in document["paths"].items():
    for method in item:
        operation = f"{method.upper()} {path}"
        seen = statuses.get(operation, {})
        print(operation, dict(seen))
        wanting += not seen.get("200")
sys.exit(f"{wanting} operations never answered 200" if wanting else 0)
