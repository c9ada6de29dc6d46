"""What encounters cost, for tests/load/encounters.

Usage: encounters.py bodies URL FOLDER COUNT   creates encounters; writes what wrk posts, and to where
       encounters.py flat URL                  gives 9,990 commands, one after the other
       encounters.py streams URL COUNT PID     holds open streams, and reads the service's memory
"""

import http.client
import json
import pathlib
import socket
import statistics
import sys
import time
import urllib.parse

SEED = json.load(open(pathlib.Path(__file__).parent / "../../seeds/momentum/encounter-at-the-ford.json"))


def connect(url):
    return http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc)


def call(connection, method, path, body, token=None):
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = "Bearer " + token
    connection.request(method, path, json.dumps(body), headers)
    answer = connection.getresponse()
    text = answer.read()
    assert answer.status < 300, text
    return json.loads(text)


def sit(connection):
    created = call(connection, "POST", SEED["post"], SEED["request"])
    return f"{SEED['post']}/{created['id']}", created["tokens"]["gm"]


def bodies(url, folder, count):
    connection = connect(url)
    with open(pathlib.Path(folder) / "encounters", "w") as file:
        for _ in range(int(count)):
            path, token = sit(connection)
            print(f"{path}/commands", token, file=file)


def flat(url):
    connection = connect(url)
    path, token = sit(connection)
    times = []
    for number in range(9_990):
        command = {"command": "amend", "combatant": "a", "set": {"health": number % 99}}
        started = time.perf_counter()
        call(connection, "POST", path + "/commands", command, token)
        times.append(time.perf_counter() - started)
    first, last = (statistics.median(part) * 1e6 for part in (times[:1000], times[-1000:]))
    print(f"one client, one encounter: {first:.0f} us a command up to revision 1,000, {last:.0f} us from "
          f"9,000 on: {last / first:.2f} (bar: flat)")


def memory(pid):
    status = open(f"/proc/{pid}/status").read()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def streams(url, count, pid):
    connection = connect(url)
    path, token = sit(connection)
    before = memory(pid)
    address = urllib.parse.urlsplit(url)
    request = (f"GET {path}/stream HTTP/1.1\r\nHost: {address.netloc}\r\n"
               f"Authorization: Bearer {token}\r\n\r\n").encode()
    held = []
    for _ in range(int(count)):
        held.append(socket.create_connection((address.hostname, address.port)))
        held[-1].sendall(request)
    for one in held:
        assert one.recv(12) == b"HTTP/1.1 200"
    after = memory(pid)
    print(f"{count} idle streams: {before:.0f} MB before, {after:.0f} MB with them (bar: under 100 MB)")


globals()[sys.argv[1]](*sys.argv[2:])
