"""``python -m tools.mutants``: try a random sample of mutants and print what became of them."""

import argparse
import queue
import sys
import tomllib
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from itertools import islice
from pathlib import Path

from tools.mutants.choose import all_mutants, changed_files, shuffled, stages
from tools.mutants.edits import Mutant
from tools.mutants.trial import Fate, Outcome, Tree, preload

ROOT = Path(__file__).parents[2]
EQUIVALENT = Path(__file__).parent / "equivalent.toml"
Known = dict[tuple[str, str, str], str]


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the mutants; 1 where the score is below the least that was asked for."""
    options = _parser().parse_args(arguments)
    known = known_equivalents()
    candidates = [each for each in all_mutants(ROOT) if not options.only or options.only in each.file]
    ordered = shuffled(candidates, options.seed, changed_files(ROOT, options.base))
    drawn = list(islice((each for each in ordered if each.valid(_source(each))), options.skip, options.n))
    equivalent = [each for each in drawn if _key(each) in known]
    print(f"{len(drawn)} of {len(candidates)} mutants, seed {options.seed}", flush=True)
    preload()
    outcomes = _tried([each for each in drawn if each not in equivalent], options.jobs, options.limit)
    for each in equivalent:
        print(f"equivalent  {each.file}:{each.line}  {known[_key(each)]}")
    return 0 if summary(outcomes, len(equivalent)) >= options.least else 1


def known_equivalents() -> Known:
    """Read the mutants that no test can notice, each with its reason."""
    listed = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("mutant", [])
    return {(each["file"], each["before"], each["after"]): each["reason"] for each in listed}


def summary(outcomes: Sequence[Outcome], equivalent: int) -> float:
    """Print the table and return the share of mutants that were noticed."""
    counts = Counter(outcome.fate for outcome in outcomes)
    noticed = counts[Fate.KILLED] + counts[Fate.TIMED_OUT]
    score = noticed / max(1, len(outcomes))
    print("\nroom            killed  timed out  survived")
    rooms = sorted({_room(outcome) for outcome in outcomes})
    for room in [*rooms, "all"]:
        here = Counter(outcome.fate for outcome in outcomes if room in (_room(outcome), "all"))
        print(f"{room:14}  {here[Fate.KILLED]:6}  {here[Fate.TIMED_OUT]:9}  {here[Fate.SURVIVED]:8}")
    print(f"score {noticed}/{len(outcomes)} = {100 * score:.0f} % ({equivalent} equivalent not counted)")
    return score


def _tried(drawn: Sequence[Mutant], jobs: int, limit: float) -> list[Outcome]:
    trees: queue.SimpleQueue[Tree] = queue.SimpleQueue()

    def one(mutant: Mutant) -> Outcome:
        tree = trees.get()
        try:
            return tree.try_out(mutant, stages(ROOT, mutant.file), limit)
        finally:
            trees.put(tree)

    outcomes = []
    with ExitStack() as stack, ThreadPoolExecutor(jobs) as pool:
        for _ in range(jobs):
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
    cut = "" if outcome.whole or outcome.fate is not Fate.SURVIVED else ", not all tests within the limit"
    print(f"{outcome.fate:9}  {mutant.file}:{mutant.line}  ({mutant.kind}, {outcome.seconds:.0f} s{cut})")
    if outcome.fate is Fate.SURVIVED:
        print(f"    {outcome.before}\n -> {outcome.after}")
    sys.stdout.flush()


def _room(outcome: Outcome) -> str:
    return outcome.mutant.file.split("/")[2]


def _key(mutant: Mutant) -> tuple[str, str, str]:
    return mutant.file, *mutant.change(_source(mutant))


def _source(mutant: Mutant) -> bytes:
    return (ROOT / mutant.file).read_bytes()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("--n", type=int, default=40, help="how many mutants (default 40)")
    parser.add_argument("--seed", type=int, default=0, help="of the sample (default 0)")
    parser.add_argument("--skip", type=int, default=0, help="leave out the first of the sample: a large one in parts")
    parser.add_argument("--base", default="main", help="files changed since this commit come first (default main)")
    parser.add_argument("--only", default="", help="only files whose path contains this")
    parser.add_argument("--jobs", type=int, default=2, help="mutants tried at once (default 2)")
    parser.add_argument("--limit", type=float, default=180, help="seconds of tests for one mutant (default 180)")
    parser.add_argument("--least", type=float, default=0.0, help="fail below this score, such as 0.85")
    return parser


if __name__ == "__main__":
    sys.exit(main())
