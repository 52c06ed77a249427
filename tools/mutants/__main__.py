"""``python -m tools.mutants``: try a random sample of mutants and print which ones the tests notice."""

import argparse
import queue
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from itertools import islice
from pathlib import Path

from tools.mutants.atlas import COVERED, Atlas
from tools.mutants.choose import all_mutants, changed_files, shuffled
from tools.mutants.edits import Mutant
from tools.mutants.trial import Fate, Outcome, Tree, preload

ROOT = Path(__file__).parents[2]
MAP = ROOT / "build" / "mutants"
EQUIVALENT = Path(__file__).parent / "equivalent.toml"
FATES = (*map(str, Fate), "equivalent")
Known = dict[tuple[str, str, str], str]


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the mutants; return 1 if the score is below ``--least``."""
    options = _parser().parse_args(arguments)
    preload()
    _mapped(options)
    drawn = _drawn(options)
    known = known_equivalents()
    equivalent = [each for each in drawn if _key(each) in known]
    outcomes = _tried([each for each in drawn if each not in equivalent], options)
    for each in equivalent:
        print(f"equivalent  {each.file}:{each.line}  {known[_key(each)]}")
    return 0 if summary(outcomes, equivalent) >= options.least else 1


def known_equivalents() -> Known:
    """Read the mutants that no test can notice, each with its reason."""
    listed = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("mutant", [])
    return {(each["file"], each["before"], each["after"]): each["reason"] for each in listed}


def summary(outcomes: Sequence[Outcome], equivalent: Sequence[Mutant]) -> float:
    """Print the table and return the share of mutants that were noticed."""
    rows = [(_room(each.mutant), str(each.fate)) for each in outcomes] + [
        (_room(each), "equivalent") for each in equivalent
    ]
    counts = Counter(rows) + Counter(("all", fate) for _, fate in rows)
    print("\n" + "  ".join([f"{'room':14}", *FATES]))
    for room in [*sorted({room for room, _ in rows}), "all"]:
        print("  ".join([f"{room:14}", *(f"{counts[room, fate]:{len(fate)}}" for fate in FATES)]))
    noticed = counts["all", Fate.KILLED] + counts["all", Fate.TIMED_OUT]
    score = noticed / max(1, len(outcomes))
    print(f"score {noticed}/{len(outcomes)} = {100 * score:.0f} % ({len(equivalent)} equivalent not counted)")
    return score


def survivors(told: str) -> set[tuple[str, str, str]]:
    r"""Return the mutants that survived, from the output of an earlier run.

    Examples
    --------
    >>> survivors("survived   src/a.py:3  (constant, 4 s)\n    x = 1\n -> x = 2\n")
    {('src/a.py', 'x = 1', 'x = 2')}
    """
    found = re.findall(rf"^(?:{Fate.SURVIVED}|{Fate.UNRUN}) +(.+):\d+ .*\n    (.*)\n -> (.*)$", told, re.MULTILINE)
    return {(file, before, after) for file, before, after in found}


def _mapped(options: argparse.Namespace) -> None:
    """Make the map if there is none or ``--map`` is given; else add the tests that changed."""
    anew = options.map or not (MAP / COVERED).exists()
    changed = [] if anew else [name for name in Atlas(MAP, ROOT).changed_tests if (ROOT / name).exists()]
    if anew or changed:
        print(
            f"running {'all tests' if anew else ' '.join(changed)} for the map of which test runs which line",
            flush=True,
        )
        with Tree.of(ROOT) as tree:
            tree.traced(MAP, options.jobs, changed)


def _drawn(options: argparse.Namespace) -> list[Mutant]:
    candidates = [each for each in all_mutants(ROOT) if not options.only or options.only in each.file]
    if options.again:
        again = survivors(options.again.read_text(encoding="utf-8"))
        files = {file for file, *_ in again}
        drawn = [each for each in candidates if each.file in files and _key(each) in again]
        print(f"{len(drawn)} mutants that survived before", flush=True)
        return drawn
    ordered = shuffled(candidates, options.seed, changed_files(ROOT, options.base))
    drawn = list(islice((each for each in ordered if each.valid(_source(each))), options.skip, options.n))
    print(f"{len(drawn)} of {len(candidates)} mutants, seed {options.seed}", flush=True)
    return drawn


def _tried(drawn: Sequence[Mutant], options: argparse.Namespace) -> list[Outcome]:
    trees: queue.SimpleQueue[Tree] = queue.SimpleQueue()
    atlas = Atlas(MAP, ROOT)
    asked = {mutant: atlas.asked(mutant, options.limit, options.most) for mutant in drawn}

    def one(mutant: Mutant) -> Outcome:
        tree = trees.get()
        try:
            return tree.try_out(mutant, asked[mutant], options.limit)
        finally:
            trees.put(tree)

    outcomes = []
    with ExitStack() as stack, ThreadPoolExecutor(options.jobs) as pool:
        for _ in range(options.jobs):
            trees.put(stack.enter_context(Tree.of(ROOT)))
        try:
            for done in as_completed([pool.submit(one, mutant) for mutant in drawn]):
                outcomes.append(done.result())
                _report(outcomes[-1])
        except BaseException:  # Ctrl-C ends after those that are being tried
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return outcomes


def _report(outcome: Outcome) -> None:
    mutant = outcome.mutant
    cut = "" if outcome.whole or outcome.fate is not Fate.SURVIVED else ", not all tests that run it"
    print(f"{outcome.fate:9}  {mutant.file}:{mutant.line}  ({mutant.kind}, {outcome.seconds:.0f} s{cut})")
    if outcome.fate in (Fate.SURVIVED, Fate.UNRUN):
        print(f"    {outcome.before}\n -> {outcome.after}")
    sys.stdout.flush()


def _room(mutant: Mutant) -> str:
    return mutant.file.split("/")[2]


def _key(mutant: Mutant) -> tuple[str, str, str]:
    return mutant.file, *mutant.change(_source(mutant))


def _source(mutant: Mutant) -> bytes:
    return (ROOT / mutant.file).read_bytes()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("--n", type=int, default=40, help="how many mutants (default 40)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the sample (default 0)")
    parser.add_argument(
        "--skip",
        type=int,
        default=0,
        help="leave out the first N of the sample, to try a large sample in parts (default 0)",
    )
    parser.add_argument("--base", default="main", help="files changed since this commit come first (default main)")
    parser.add_argument("--only", default="", help="only files whose path contains this (default: all)")
    parser.add_argument("--jobs", type=int, default=2, help="mutants tried at once (default 2)")
    parser.add_argument("--limit", type=float, default=40, help="seconds of tests for one mutant (default 40)")
    parser.add_argument("--most", type=int, default=400, help="tests for one mutant (default 400)")
    parser.add_argument("--map", action="store_true", help="make the map again that says which test runs which line")
    parser.add_argument(
        "--again", type=Path, help="a file with the output of an earlier run: try only the mutants that survived"
    )
    parser.add_argument("--least", type=float, default=0.0, help="fail below this score, such as 0.85 (default 0)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
