"""``outperform lab``: measure what procedures do."""

import argparse
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from outperform.lab import Study

EPILOG = """\
examples:
  outperform lab measure --source 'task-one(step=0, n=1000)' --procedure corrected-10x10 \\
      --procedure 'mcnemar-holdout(share=0.1)' --datasets 1000 --repetitions 10
  outperform lab measure --source 'symmetric(n=300)' --learner 'block(learner="stump", which=1)' \\
      --learner 'block(learner="stump", which=2)' --procedure 'kfold(repeats=10) + pooled-t'
  outperform lab curve --source 'task-one(n=1000)' --procedure corrected-10x10 --over step=0:40:4 --repetitions 10
  outperform lab run study.toml --jobs 2
  outperform lab show study.db
  outperform lab certify sorted-runs-t
  outperform lab certify my_tests.py:MyTest --design 'kfold(repeats=10)'
"""


def register(verbs: Any) -> None:
    """Add the verb and its own verbs to the parser."""
    parser = verbs.add_parser(
        "lab",
        help="measure Type I error, power, replicability and cost of procedures",
        description="Measure how procedures behave on sources whose truth is known.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    inner = parser.add_subparsers(dest="lab_verb", metavar="VERB", required=True)
    for name, words, run in (
        ("measure", "measure procedures on a source", measure),
        ("curve", "along a parameter", curve),
    ):
        verb = inner.add_parser(name, help=words, description=words)
        _study_options(verb)
        verb.set_defaults(run=run)
    inner.choices["curve"].add_argument("--over", required=True, metavar="NAME=FROM:TO:STEP", help="both ends included")
    verb = inner.add_parser("run", help="run a study from a TOML file", description="The ledger is FILE.db beside it.")
    verb.add_argument("file", metavar="FILE.toml")
    verb.set_defaults(run=run_file)
    _output_options(verb)
    verb = inner.add_parser("certify", help="a card of Type I error, power, replicability and cost")
    _certify_options(verb)
    verb.set_defaults(run=certify)
    verb = inner.add_parser("show", help="show a study's readings", description="Read a ledger; nothing is run.")
    verb.add_argument("file", metavar="STUDY", help="FILE.toml or its ledger FILE.db")
    verb.set_defaults(run=show)
    _output_options(verb)


def _certify_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "test", metavar="TEST", nargs="?", help="a test, a procedure, or file.py:ClassName, which runs that file"
    )
    parser.add_argument("--all", metavar="FOLDER", help="write the cards of all our procedures there instead")
    parser.add_argument("--design", metavar="SPEC", help="the design that the test is for")
    parser.add_argument("--datasets", type=int, default=200, help="datasets a cell that fits learners (default 200)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, help="worker processes (default 1)")
    parser.add_argument("--json", action="store_true", help="print the card as JSON")
    parser.add_argument("--quiet", action="store_true", help="no progress")


def _study_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--source", required=True, metavar="SPEC", help="see 'outperform list sources'")
    parser.add_argument("--procedure", required=True, metavar="SPEC", action="append", help="or 'DESIGN + TEST'")
    parser.add_argument("--learner", metavar="SPEC", action="append", help="twice, in place of the source's usual pair")
    parser.add_argument("--datasets", type=int, default=1000)
    parser.add_argument("--repetitions", type=int, default=1, help="fresh partitions of the same data")
    parser.add_argument("--level", type=float, action="append", help="may be repeated (default 0.05)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--store", metavar="FILE", help="ledger: a run asked again computes nothing")
    _output_options(parser)


def _output_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--measure", metavar="NAME", action="append", default=[], help="only this measure")
    parser.add_argument("--jobs", type=int, help="worker processes (default 1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--quiet", action="store_true", help="no progress")


def _study(arguments: argparse.Namespace, source: str) -> "Study":
    from outperform.lab import Study

    learners = None if arguments.learner is None else tuple(arguments.learner)
    return Study(
        source,
        tuple(arguments.procedure),
        learners,
        arguments.datasets,
        arguments.repetitions,
        tuple(arguments.level or [0.05]),
        arguments.seed,
    )


def _run(study: "Study", arguments: argparse.Namespace, path: str | None) -> list[dict[str, Any]]:
    from contextlib import closing, nullcontext

    from outperform.engine.progress import wanted
    from outperform.lab import Ledger, readings_of, run_study

    shown = False if arguments.quiet else wanted("auto")
    with closing(Ledger(path)) if path else nullcontext() as ledger:
        records = run_study(study, jobs=arguments.jobs, ledger=ledger, progress=shown)
    return readings_of(study, records, arguments.measure)


def _print(rows: list[dict[str, Any]], arguments: argparse.Namespace) -> int:
    if arguments.json:
        print(json.dumps({"readings": rows}, indent=2, allow_nan=False))
        return 0
    place = None
    for row in rows:
        here = (row["source"], row["procedure"], row["level"])
        if here != place:
            kind = {True: "the null is true", False: "the null is false", None: "truth not known"}[row["null"]]
            print(f"\n{row['procedure']} on {row['source']} at {row['level']:g} ({kind}; {row['datasets']} datasets)")
            place = here
        print(f"  {row['measure']:<18} {row['value']:9.4f}   [{row['low']:.4f}, {row['high']:.4f}]")
    return 0


def measure(arguments: argparse.Namespace) -> int:
    """Measure procedures on one source."""
    return _print(_run(_study(arguments, arguments.source), arguments, arguments.store), arguments)


def curve(arguments: argparse.Namespace) -> int:
    """Measure procedures on a source along one of its parameters."""
    from outperform.lab.curve import sources_over

    rows = []
    for source in sources_over(arguments.source, arguments.over):
        rows += _run(_study(arguments, source), arguments, arguments.store)
    return _print(rows, arguments)


def run_file(arguments: argparse.Namespace) -> int:
    """Run a study from a file."""
    from pathlib import Path

    from outperform.lab.files import read_study

    ledger = str(Path(arguments.file).with_suffix(".db"))
    return _print(_run(read_study(arguments.file), arguments, ledger), arguments)


def show(arguments: argparse.Namespace) -> int:
    """Show what a ledger holds."""
    from contextlib import closing
    from pathlib import Path

    from outperform.lab import Ledger
    from outperform.lab.files import known_readings

    path = Path(arguments.file)
    with closing(Ledger(path.with_suffix(".db") if path.suffix else path, create=False)) as ledger:
        return _print(known_readings(ledger, arguments.measure), arguments)


def certify(arguments: argparse.Namespace) -> int:
    """Print the card of one procedure, or write the cards of all."""
    from pathlib import Path

    from outperform.core import InputError
    from outperform.engine.progress import wanted
    from outperform.lab import certify as cards
    from outperform.procedures import CATALOGUE

    if (arguments.test is None) == (arguments.all is None):
        raise InputError("TEST", "give a test, or --all FOLDER")
    specs = list(CATALOGUE) if arguments.all else [cards.certified_spec(arguments.test, arguments.design)]
    found = cards.certify(
        specs,
        counted=10 * arguments.datasets,
        fitted=arguments.datasets,
        seed=arguments.seed,
        jobs=arguments.jobs,
        progress=False if arguments.quiet else wanted("auto"),
    )
    if arguments.all is None:
        print(json.dumps(found[specs[0]], indent=2) if arguments.json else cards.as_text(found[specs[0]]))
        return 0
    folder = Path(arguments.all)
    folder.mkdir(parents=True, exist_ok=True)
    for spec, card in found.items():
        (folder / f"{spec}.json").write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")
        (folder / f"{spec}.md").write_text(cards.as_text(card) + "\n", encoding="utf-8")
        print(f"{spec}: {card['sentence']}")
    return 0
