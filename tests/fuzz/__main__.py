"""Try many cases: ``python tests/fuzz --cases 50000``; one again: ``python tests/fuzz --kind calls --case 17``."""

import argparse
import os
import resource
import sys
import time
from multiprocessing import get_context
from pathlib import Path
from types import ModuleType

if "tests" not in sys.modules:  # other packages install a folder of this name
    sys.modules["tests"] = ModuleType("tests")
    sys.modules["tests"].__path__ = [str(Path(__file__).parents[1])]

from tests.fuzz.run import KINDS, numbers_of, summary, try_one  # after the path

MEMORY = 4 * 1024**3  # bytes of a process
CHUNK = 50


def main():
    """Run the cases, print what is wrong, return 1 if anything is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--start", type=int, default=0, help="number of the first case of each kind")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--kind", choices=KINDS)
    parser.add_argument("--case", type=int)
    asked = parser.parse_args()
    if asked.case is not None:
        print(*vars(try_one(asked.kind, asked.case)).values(), sep="\n")
        return 0
    wanted = [each for each in numbers_of(asked.cases, asked.start) if asked.kind in (None, each[0])]
    return report(wanted, asked.jobs)


def report(wanted, jobs):
    """Try the cases on several processes, and print what became of them."""
    started, outcomes = time.monotonic(), []
    with get_context("fork").Pool(jobs, _bounded, maxtasksperchild=20) as pool:
        for outcome in pool.imap_unordered(_tried, wanted, chunksize=CHUNK):
            outcomes.append(outcome)
            if not outcome.fine:
                print(f"\n{outcome.kind} {outcome.number}: {outcome.label}\n{outcome.result}", flush=True)
            if len(outcomes) % 5000 == 0:
                print(f"{len(outcomes)} of {len(wanted)} cases, {time.monotonic() - started:.0f} s", flush=True)
    for kind, found in summary(outcomes).items():
        print(f"{kind:<8} {found}")
    slowest = sorted(outcomes, key=lambda each: -each.seconds)[:5]
    for each in slowest:
        print(f"slowest: {each.seconds:.1f} s of CPU, {each.kind} {each.number}: {each.label[:200]!r}")
    broken = [each for each in outcomes if not each.fine]
    print(f"{len(outcomes)} cases, {len(broken)} broken, {sum('hangs' in each.result for each in broken)} hangs")
    return 1 if broken else 0


def _bounded():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _tried(address):
    return try_one(*address)


if __name__ == "__main__":
    sys.exit(main())
