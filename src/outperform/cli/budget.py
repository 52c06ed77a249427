"""``outperform budget``: what limits a comparison, and what more repeats or rows would cost."""

import argparse
import json
from typing import TYPE_CHECKING, Any

from outperform.cli import contest_options, verdicts
from outperform.cli.parser import DATA, JUDGING, OUTPUT, RUNNING, Parser

if TYPE_CHECKING:
    from outperform.comparison import Budget

EPILOG = """\
The command runs a short pilot, or reads a saved table of scores. It reports
- how much noise comes from random splits and learner seeds (more repeats reduce
  it) and how much from the data (only more rows reduce it),
- the smallest difference that can be found,
- the repeats or rows, fits and seconds that your --difference needs.
Each number is marked: measured, from a model, assumed or unknown. With the same
--store and --seed, 'outperform compare' reuses the fits of the pilot.

examples:
  outperform budget nb tree --data iris
  outperform budget nb tree --data breast_cancer --difference 0.02
  outperform budget nb 'sklearn.tree.ExtraTreeClassifier(max_depth=5)' --data wine --seeds 3
  outperform budget nb tree --data credit.csv --target class --metric f1_macro --store credit.db
  outperform budget nb stump --data breast_cancer --threshold cautious
  outperform budget --scores scores.csv --difference 0.005 --json
"""


def register(verbs: Any) -> None:
    """Add the verb to the parser."""
    parser: Parser = verbs.add_parser(
        "budget",
        help="plan a comparison: would more repeats help, or only more data?",
        description="Plan a comparison: would more repeats help, or only more data? At what cost?",
        epilog=EPILOG,
    )
    data = parser.group(DATA)
    data.add_argument("learners", metavar="LEARNER", nargs="*", help="two or more learners, for a pilot")
    contest_options.add_data(parser, required=False)
    data.add_argument(
        "--scores", metavar="TABLE", help="instead of learners and --data: a table for 'outperform scores'"
    )
    _add_plan(parser)
    _add_pilot(parser)
    contest_options.add_ways(parser)
    parser.group(OUTPUT).add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def _add_plan(parser: Parser) -> None:
    judging = parser.group(JUDGING)
    judging.add_argument(
        "--difference",
        type=float,
        metavar="D",
        help="true difference that you want to find, in units of the metric"
        " (default 0.01 for shares such as accuracy, else 1%% of the score)",
    )
    judging.add_argument(
        "--level", type=float, default=0.05, help="significance level of the planned test (default 0.05)"
    )
    judging.add_argument(
        "--power", type=float, default=0.8, help="chance to find a true difference of that size (default 0.8)"
    )
    judging.add_argument(
        "--threshold",
        choices=("nominal", "cautious", "auto"),
        default="nominal",
        help="threshold of the planned test: nominal, that of the corrected t test (default);"
        " cautious, raised by the factors measured for the two learners; auto, as adaptive-cv chooses it",
    )


def _add_pilot(parser: Parser) -> None:
    running = parser.group(RUNNING)
    for name, default, words in (
        ("--repeats", 3, "repeats of cross-validation in the pilot"),
        ("--folds", 10, "folds per repeat"),
        ("--seeds", 2, "learner seeds on the same folds; 1 does not separate seed noise from that of the splits"),
        ("--halvings", 0, "random halvings of the data that measure data noise; 0 models it"),
    ):
        running.add_argument(name, type=int, default=default, metavar="N", help=f"{words} (default {default})")


def run(arguments: argparse.Namespace) -> int:
    """Run the pilot or read the table, print the budget."""
    found = _of_table(arguments) if arguments.scores else _of_pilot(arguments)
    text = json.dumps(found.to_dict(), indent=2, allow_nan=False) if arguments.json else str(found)
    verdicts.print_text(text, coloured=not arguments.json)
    return 0


def _of_table(arguments: argparse.Namespace) -> "Budget":
    from outperform.comparison import budget_of_scores
    from outperform.core import InputError
    from outperform.data import read_columns, scores_of_columns

    if arguments.learners or arguments.data:
        raise InputError("--scores", "cannot be combined with learners or --data: pass a table, or learners and --data")
    if arguments.threshold != "nominal":
        problem = (
            f"cannot be {arguments.threshold} with --scores: its factors are looked up for learners, not for scores"
        )
        raise InputError("--threshold", problem)
    scores = scores_of_columns(read_columns(arguments.scores))
    return budget_of_scores(scores, difference=arguments.difference, level=arguments.level, power=arguments.power)


def _of_pilot(arguments: argparse.Namespace) -> "Budget":
    from outperform.comparison import budget
    from outperform.core import InputError

    if not arguments.data:
        raise InputError("--data", "is missing: pass learners and --data DATA, or --scores TABLE")
    dataset = contest_options.dataset_of(arguments)
    return budget(
        arguments.learners,
        dataset,
        repeats=arguments.repeats,
        folds=arguments.folds,
        seeds=arguments.seeds,
        difference=arguments.difference,
        level=arguments.level,
        power=arguments.power,
        threshold=arguments.threshold,
        halvings=arguments.halvings,
        **contest_options.ways_of(arguments, dataset),
    )
