"""Exact odds of an attack and its damage: Python's icepool against the service's rules, in one run.

The same distribution both ways: the Attack Result by two dice, and for a hit the damage by two more.
"""

import re
import subprocess
import time

import icepool


def deviation(red, white):
    return white if red > white else -red if red < white else 0


def by_icepool():
    roll = icepool.map(deviation, icepool.d6, icepool.d6)

    def outcome(attack):
        result = attack + 9 + 4 + 1 + 1 + 1 - 8
        if result <= 0:
            return ("near_miss" if result == 0 else "miss", result, None)
        return roll.map(lambda damage: ("hit", result, damage + 3 + result // 2 - 3))

    return roll.map(outcome)


by_icepool()
times = []
for _ in range(101):
    started = time.perf_counter()
    by_icepool()
    times.append(time.perf_counter() - started)
icepool_us = sorted(times)[50] * 1e6

bench = subprocess.run(
    ["cargo", "bench", "--quiet", "--package", "melee-domain", "--bench", "attack"],
    capture_output=True, text=True, check=True,
).stdout
print(bench, end="")
ours_us = float(re.search(r"all of them +([0-9.]+) us", bench)[1])
print(f"  by icepool                   {icepool_us:8.1f} us  {icepool_us / ours_us:5.0f} times ours (bar: at least 100)")
