"""What ``outperform lab`` takes: its verbs, their options, examples of each."""

import argparse
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

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
    "calibrate": """\
  outperform lab calibrate stump
  outperform lab calibrate 'sklearn.tree.DecisionTreeClassifier(max_depth=2)' --folds 5 --jobs 2
""",
}
VERBS = {
    "measure": "measure procedures on a source",
    "curve": "measure procedures on a source along one of its parameters",
    "run": "run a study from a TOML file; its ledger FILE.db lies beside it, and a run asked again goes on from there",
    "show": "show what a ledger holds; nothing is run",
    "certify": "a card of Type I error, power, replicability and cost on a fixed battery",
    "calibrate": "measure how much the threshold of adaptive-cv must give way for a learner; kept for "
    "'adaptive-cv(threshold=\"cautious\")'",
}


class Once(argparse.Action):
    """An option that is refused when given again, rather than replaced without a word."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        """Keep the value, the first time."""
        if getattr(namespace, self.dest) is not None:
            parser.error(f"{option}: one at a time, got {getattr(namespace, self.dest)} and {values}")
        setattr(namespace, self.dest, values)


def _measure_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--source", required=True, metavar="SPEC", action=Once, help="see 'outperform list sources'")
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
        "--datasets", type=int, default=200, metavar="N", help="datasets per cell that fits learners (default 200)"
    )
    _seed_option(parser)
    _run_options(parser)
    parser.add_argument("--json", action="store_true", help="print the card as JSON")


def _calibrate_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("learner", metavar="LEARNER", help="a short name, or a scikit-learn class with parameters")
    parser.add_argument("--folds", type=int, default=10, metavar="K", help="folds of a repeat (default 10)")
    parser.add_argument(
        "--datasets", type=int, default=1000, metavar="N", help="datasets of each source (default 1000)"
    )
    parser.add_argument(
        "--source",
        metavar="SPEC",
        action="append",
        help="a source where one learner on two blocks of columns is a null; may be repeated (default: seven of "
        "classes, five of numbers)",
    )
    _seed_option(parser)
    _run_options(parser)
    parser.add_argument("--no-keep", action="store_true", help="print the factor and keep nothing")
    parser.add_argument("--json", action="store_true", help="print the readings as JSON")


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
    parser.add_argument(
        "--format",
        choices=("text", "latex", "markdown", "csv", "json"),
        default="text",
        help="how to print the readings (default text); latex needs booktabs",
    )
    parser.add_argument("--json", dest="format", action="store_const", const="json", help="the same as --format json")
    parser.add_argument("--report", metavar="FILE.html", help="write a page that needs nothing else")


OPTIONS: "dict[str, Callable[[argparse.ArgumentParser], None]]" = {
    "measure": _measure_options,
    "curve": _curve_options,
    "run": _run_file_options,
    "show": _show_options,
    "certify": _certify_options,
    "calibrate": _calibrate_options,
}
