"""Usage: report.py FOLDER. Prints the medians of the turns, and what they are of the bare route."""

import statistics
import sys


def median(name):
    return statistics.median(float(line) for line in open(f"{sys.argv[1]}/{name}"))


bare, service, logged = median("bare"), median("service"), median("logged")
attacks = median("batch") * 1000
print(f"bare typed route       {bare:9.0f} attacks a second")
print(f"the service            {service:9.0f}  {service / bare:5.2f} of the bare route (bar: at least 0.85)")
print(f"with its access log    {logged:9.0f}  {logged / bare:5.2f} of the bare route (bar: at least 0.35)")
print(f"in batches of 1000     {attacks:9.0f}  {attacks / service:5.2f} of single requests (bar: at least 4)")
