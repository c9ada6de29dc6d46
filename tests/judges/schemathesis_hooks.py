"""Notes the statuses that each operation answered, so that the run can be checked for a 200 each."""

import atexit
import collections
import json
import os

import schemathesis

statuses = collections.defaultdict(collections.Counter)


@schemathesis.hook
def after_call(context, case, response):
    statuses[f"{case.operation.method.upper()} {case.operation.path}"][response.status_code] += 1


@atexit.register
def write():
    with open(os.environ["MELEE_STATUSES"], "w") as file:
        json.dump(statuses, file, indent=1, sort_keys=True)
