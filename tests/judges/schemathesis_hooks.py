"""Sits down at real encounters, and notes the statuses that each operation answered, so that the run can be
checked for a good one each.
"""

import atexit
import collections
import json
import os
import pathlib
import urllib.request

import schemathesis

statuses = collections.defaultdict(collections.Counter)
seeds = pathlib.Path(__file__).parent.parent.parent / "seeds"


def post(path, body, headers):
    """What the service answers."""
    request = urllib.request.Request(os.environ["MELEE_URL"] + path, json.dumps(body).encode(), headers)
    return json.load(urllib.request.urlopen(request))


def sit(game, close):
    """A new encounter of a game: its id and the GM's token."""
    seed = next(json.load(open(path)) for path in (seeds / game).glob("encounter-*.json"))
    headers = {"Content-Type": "application/json"}
    created = post(seed["post"], seed["request"], headers)
    token = created["tokens"]["gm"]
    if close:
        headers["Authorization"] = "Bearer " + token
        post(f"{seed['post']}/{created['id']}/commands", {"command": "close"}, headers)
    return created["id"], token


@schemathesis.hook
def before_call(context, case, kwargs):
    """Puts a real encounter and its token into three calls of four: the fourth stays a stranger's."""
    path = case.operation.path
    if "/encounters/{id}" not in path:
        return
    calls[path] += 1
    if calls[path] % 4 == 0 or not case.path_parameters or "id" not in case.path_parameters:
        return
    encounter, token = sit(path.split("/")[2], close=path.endswith("/proof"))
    case.path_parameters["id"] = encounter
    if "seat" in case.path_parameters and calls[path] % 4 == 1:
        case.path_parameters["seat"] = "gm"
    case.headers = {**(case.headers or {}), "Authorization": "Bearer " + token}
    if calls[path] % 2:
        case.headers.pop("If-Match", None)
        case.headers.pop("If-None-Match", None)


calls = collections.Counter()


@schemathesis.hook
def after_call(context, case, response):
    statuses[f"{case.operation.method.upper()} {case.operation.path}"][response.status_code] += 1


@atexit.register
def write():
    with open(os.environ["MELEE_STATUSES"], "w") as file:
        json.dump(statuses, file, indent=1, sort_keys=True)
