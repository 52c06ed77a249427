"""``outperform lab``: measure what procedures do."""

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from outperform.lab import Study

EXAMPLES = {
    "measure": """\
  outperform lab measure --source 'task-one(step=0, n=1000)' --procedure corrected-10x10 \\
      --procedure 'mcnemar-holdout(share=0.1)' --datasets 1000 --repetitions 10
  outperform lab measure --source 'symmetric(n=300)' --learner 'block(learner="stump", which=1)' \\
      --learner 'block(learner="stump", which=2)' --procedure 'kfold(repeats=10) + pooled-t' --datasets 100
""",
    "curve": """\
  outperform lab curve --source 'task-one(n=1000)' --procedure corrected-10x10 --over step=0:40:4 --repetitions 10
""",
    "run": """\
  outperform lab run study.toml --jobs 2

  where study.toml holds (source and procedures are needed; the others are shown with their defaults):
    source = "task-one(step=0, n=1000)"
    procedures = ["corrected-10x10", "kfold(repeats=10) + pooled-t"]
    datasets = 1000
    repetitions = 1
    levels = [0.05]
    seed = 0
    # learners = ["nb", "tree"] in place of the source's usual pair
""",
    "show": """\
  outperform lab show study.toml
  outperform lab show study.db --level 0.01 --measure rejection --json
""",
    "certify": """\
  outperform lab certify sorted-runs-t
  outperform lab certify my_tests.py:MyTest --design 'kfold(repeats=10)'
""",
}
VERBS = {
    "measure": "measure procedures on a source",
    "curve": "measure procedures on a source along one of its parameters",
    "run": "run a study from a TOML file; its ledger FILE.db lies beside it, and a run asked again goes on from there",
    "show": "show what a ledger holds; nothing is run",
    "certify": "a card of Type I error, power, replicability and cost on a fixed battery",
}


def register(verbs: Any) -> None:
    """Add the verb and its own verbs to the parser."""
    parser = verbs.add_parser(
        "lab",
        help="measure Type I error, power, replicability and cost of procedures",
        description="Measure how procedures behave on sources whose truth is known.",
        epilog="examples:\n" + "".join(EXAMPLES.values()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    inner = parser.add_subparsers(dest="lab_verb", metavar="VERB", required=True)
    ways = {"measure": measure, "curve": curve, "run": run_file, "show": show, "certify": certify}
    for name, run in ways.items():
        verb = inner.add_parser(
            name,
            help=VERBS[name].partition(";")[0],
            description=VERBS[name][0].upper() + VERBS[name][1:] + ".",
            epilog="examples:\n" + EXAMPLES[name],
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        OPTIONS[name](verb)
        verb.set_defaults(run=run)


def _measure_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--source", required=True, metavar="SPEC", help="see 'outperform list sources'")
    parser.add_argument(
        "--procedure",
        required=True,
        metavar="SPEC",
        action="append",
        help="see 'outperform list procedures'; or 'DESIGN + TEST', where TEST may be file.py:ClassName, which runs "
        "that file; may be repeated",
    )
    parser.add_argument(
        "--learner", metavar="SPEC", action="append", help="twice, in place of the source's usual pair (the default)"
    )
    parser.add_argument("--datasets", type=int, default=1000, metavar="N", help="fresh datasets (default 1000)")
    parser.add_argument(
        "--repetitions", type=int, default=1, metavar="N", help="fresh partitions of the same data (default 1)"
    )
    _level_option(parser, "default 0.05")
    _seed_option(parser)
    parser.add_argument("--store", metavar="FILE", help="a ledger: what is there is not run again (default none)")
    _run_options(parser)
    _output_options(parser)


def _curve_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--over", required=True, metavar="NAME=FROM:TO:STEP", help="a parameter of the source; both ends included"
    )
    _measure_options(parser)


def _run_file_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE.toml", help="the study")
    _run_options(parser)
    _output_options(parser)


def _show_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="STUDY", help="FILE.toml, whose ledger is FILE.db, or a ledger")
    _level_option(parser, "default: all levels that were asked for")
    _output_options(parser)


def _certify_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "test", metavar="TEST", nargs="?", help="a test, a procedure, or file.py:ClassName, which runs that file"
    )
    parser.add_argument("--all", metavar="FOLDER", help="write the cards of all our procedures there instead")
    parser.add_argument("--design", metavar="SPEC", help="the design that the test is for (default: its procedure's)")
    parser.add_argument(
        "--datasets", type=int, default=200, metavar="N", help="datasets a cell that fits learners (default 200)"
    )
    _seed_option(parser)
    _run_options(parser)
    parser.add_argument("--json", action="store_true", help="print the card as JSON")


OPTIONS: "dict[str, Callable[[argparse.ArgumentParser], None]]" = {
    "measure": _measure_options,
    "curve": _curve_options,
    "run": _run_file_options,
    "show": _show_options,
    "certify": _certify_options,
}


def _level_option(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument("--level", type=float, action="append", metavar="P", help=f"may be repeated ({default})")


def _seed_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="root of all that is drawn (default 0)")


def _run_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--jobs", type=int, metavar="N", help="worker processes (default 1; -1 for all cores)")
    parser.add_argument("--quiet", action="store_true", help="no progress")


def _output_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--measure",
        metavar="NAME",
        action="append",
        default=[],
        help="see 'outperform list measures'; may be repeated (default: all)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _study(arguments: argparse.Namespace, source: str) -> "Study":
    from outperform.lab import Study

    return Study(
        source,
        arguments.procedure,
        arguments.learner,
        arguments.datasets,
        arguments.repetitions,
        arguments.level or (0.05,),
        arguments.seed,
    )


def _run(studies: "Sequence[Study]", arguments: argparse.Namespace, path: str | None) -> list[dict[str, Any]]:
    """Run studies; what learners and tests print goes to standard error, as standard output is for readings."""
    from contextlib import closing, nullcontext, redirect_stdout

    from outperform.engine.progress import wanted
    from outperform.lab import Ledger, readings_of, run_study
    from outperform.lab.show import labelled

    shown = False if arguments.quiet else wanted("auto")
    rows = []
    with redirect_stdout(sys.stderr), closing(Ledger(path)) if path else nullcontext() as ledger:
        for study in studies:
            records = run_study(study, jobs=arguments.jobs, ledger=ledger, progress=shown)
            rows += labelled(study, readings_of(study, records, arguments.measure))
    return rows


def _check_measures(arguments: argparse.Namespace) -> None:
    """Refuse a measure that is not known before anything runs."""
    from outperform.lab.measures import CATALOGUE

    for name in arguments.measure:
        _ = CATALOGUE[name]


def _print(rows: list[dict[str, Any]], arguments: argparse.Namespace) -> int:
    if arguments.json:
        print(json.dumps({"readings": rows}, indent=2, allow_nan=False))
        return 0
    place = None
    for row in rows:
        here = _head(row)
        if here != place:
            print(f"\n{here}")
            place = here
        print(f"  {row['measure']:<18} {row['value']:9.4f}   [{row['low']:.4f}, {row['high']:.4f}]")
    return 0


def _head(row: dict[str, Any]) -> str:
    """Say what readings are of: learners and seed where they are not the usual ones."""
    from outperform.sources import CATALOGUE

    usual = list(CATALOGUE.parse(row["source"]).learners)
    pair = "" if row["learners"] == usual else f" with {' and '.join(row['learners'])}"
    kind = {True: "the null is true", False: "the null is false", None: "truth not known"}[row["null"]]
    often = "" if row["repetitions"] == 1 else f", {row['repetitions']} repetitions"
    seed = "" if row["seed"] == 0 else f", seed {row['seed']}"
    size = f"{row['datasets']} datasets{often}{seed}"
    return f"{row['procedure']} on {row['source']}{pair} at {row['level']:g} ({kind}; {size})"


def measure(arguments: argparse.Namespace) -> int:
    """Measure procedures on one source."""
    _check_measures(arguments)
    return _print(_run([_study(arguments, arguments.source)], arguments, arguments.store), arguments)


def curve(arguments: argparse.Namespace) -> int:
    """Measure procedures on a source along one of its parameters."""
    from outperform.lab.curve import sources_over

    _check_measures(arguments)
    studies = [_study(arguments, source) for source in sources_over(arguments.source, arguments.over)]
    return _print(_run(studies, arguments, arguments.store), arguments)


def run_file(arguments: argparse.Namespace) -> int:
    """Run a study from a file."""
    from pathlib import Path

    from outperform.lab.files import read_study

    _check_measures(arguments)
    ledger = str(Path(arguments.file).with_suffix(".db"))
    return _print(_run([read_study(arguments.file)], arguments, ledger), arguments)


def show(arguments: argparse.Namespace) -> int:
    """Show what a ledger holds."""
    from contextlib import closing
    from pathlib import Path

    from outperform.lab import Ledger
    from outperform.lab.show import known_readings

    _check_measures(arguments)
    path = Path(arguments.file)
    with closing(Ledger(path.with_suffix(".db") if path.suffix == ".toml" else path, create=False)) as ledger:
        rows, notes = known_readings(ledger, arguments.measure, arguments.level or ())
    for note in notes if rows else [*notes, "there are no readings yet"]:
        print(f"note: {note}", file=sys.stderr)
    return _print(rows, arguments)


def certify(arguments: argparse.Namespace) -> int:
    """Print the card of one procedure, or write the cards of all."""
    from contextlib import redirect_stdout
    from pathlib import Path

    from outperform.core import InputError
    from outperform.engine.progress import wanted
    from outperform.lab import certify as cards
    from outperform.procedures import CATALOGUE

    if (arguments.test is None) == (arguments.all is None):
        raise InputError("TEST", "give a test, or --all FOLDER")
    specs = list(CATALOGUE) if arguments.all else [cards.certified_spec(arguments.test, arguments.design)]
    with redirect_stdout(sys.stderr):
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
