"""Usage: bodies.py FOLDER. Writes the bodies of the load: one attack, and a batch of a thousand."""

import json
import sys

attack = json.load(open("seeds/futile-kingdoms/attack-flank.json"))["request"]
with open(f"{sys.argv[1]}/attack.json", "w") as file:
    json.dump(attack, file)
with open(f"{sys.argv[1]}/batch.json", "w") as file:
    json.dump({"requests": [attack] * 1000}, file)
