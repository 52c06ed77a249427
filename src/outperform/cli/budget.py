"""``outperform budget``: what limits a comparison, and what more would cost."""

import argparse
import json
from typing import TYPE_CHECKING, Any

from outperform.cli import contest_options

if TYPE_CHECKING:
    from outperform.comparison import Budget

EPILOG = """\
A pilot of a few repeats is run, or a saved table of repeats x folds is read. Told are the noise of partitions and of
learner seeds (more repeats help), that of the data (only more rows help), the smallest difference that can be shown,
and the repeats or rows, fits and seconds that a wished difference needs. Each number says whether it is measured,
follows from a model, or is assumed. With the same --store and --seed, 'outperform compare' takes the pilot's fits.

examples:
  outperform budget nb tree --data breast_cancer
  outperform budget nb 'sklearn.ensemble.RandomForestClassifier(n_estimators=20)' --data wine --seeds 3
  outperform budget nb tree --data credit.csv --target class --metric f1_macro --store credit.db
  outperform budget nb stump --data breast_cancer --threshold cautious
  outperform budget --scores scores.csv --difference 0.005 --json
"""


def register(verbs: Any) -> None:
    """Add the verb to the parser."""
    parser = verbs.add_parser(
        "budget",
        help="say what limits a comparison: repeats, seeds or rows, and what more would cost",
        description="From a pilot or a table of scores: what limits a comparison, what it can show, what more costs.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("learners", metavar="LEARNER", nargs="*", help="two or more learners, for a pilot")
    contest_options.add_data(parser, required=False)
    parser.add_argument(
        "--scores", metavar="TABLE", help="in place of learners: a table as 'outperform scores' reads it"
    )
    parser.add_argument("--repeats", type=int, default=3, help="of the pilot (default 3)")
    parser.add_argument("--folds", type=int, default=10, help="of a repeat (default 10)")
    parser.add_argument("--seeds", type=int, default=2, help="learner seeds on the same folds (default 2)")
    parser.add_argument(
        "--halvings", type=int, default=0, metavar="M", help="measure data noise on M halvings (default 0)"
    )
    parser.add_argument("--difference", type=float, help="the one you wish to find (default 0.01; 1%% of other scores)")
    parser.add_argument("--level", type=float, default=0.05, help="of the planned test (default 0.05)")
    parser.add_argument("--power", type=float, default=0.8, help="of the planned test (default 0.8)")
    parser.add_argument(
        "--threshold",
        choices=("nominal", "cautious", "auto"),
        default="nominal",
        help="of the planned test (default nominal); cautious: higher by the factor of the two learners; auto: as"
        " adaptive-cv has it",
    )
    contest_options.add_ways(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run the pilot or read the table, print the budget."""
    found = _of_table(arguments) if arguments.scores else _of_pilot(arguments)
    print(json.dumps(found.to_dict(), indent=2, allow_nan=False) if arguments.json else found)
    return 0


def _of_table(arguments: argparse.Namespace) -> "Budget":
    from outperform.comparison import budget_of_scores
    from outperform.core import InputError
    from outperform.data import read_columns, scores_of_columns

    if arguments.learners or arguments.data:
        raise InputError("--scores", "is given beside learners or --data; give one or the other")
    if arguments.threshold != "nominal":
        problem = f"{arguments.threshold} needs the learners, whose factors it takes: a table has scores alone"
        raise InputError("--threshold", problem)
    scores = scores_of_columns(read_columns(arguments.scores))
    return budget_of_scores(scores, difference=arguments.difference, level=arguments.level, power=arguments.power)


def _of_pilot(arguments: argparse.Namespace) -> "Budget":
    from outperform.comparison import budget
    from outperform.core import InputError

    if not arguments.data:
        raise InputError("--data", "is missing: learners and --data, or --scores TABLE")
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
