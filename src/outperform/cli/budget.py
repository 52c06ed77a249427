"""``outperform budget``: what limits a comparison, and what more would cost."""

import argparse
import json
from typing import TYPE_CHECKING, Any

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
    parser.add_argument("--data", metavar="DATA", help="file, bundled set, or openml:ID")
    parser.add_argument(
        "--scores", metavar="TABLE", help="in place of learners: a table as 'outperform scores' reads it"
    )
    parser.add_argument("--target", metavar="COL", help="the column to predict")
    parser.add_argument("--drop", metavar="COL", action="append", default=[], help="a column to leave out")
    parser.add_argument("--groups", metavar="COL", help="rows with one value here stay on one side of every split")
    parser.add_argument("--repeats", type=int, default=3, help="of the pilot (default 3)")
    parser.add_argument("--folds", type=int, default=10, help="of a repeat (default 10)")
    parser.add_argument("--seeds", type=int, default=2, help="learner seeds on the same folds (default 2)")
    parser.add_argument(
        "--halvings", type=int, default=0, metavar="M", help="measure data noise on M halvings (default 0)"
    )
    parser.add_argument("--difference", type=float, help="the one you wish to find (default 0.01; 1%% of other scores)")
    parser.add_argument("--metric", metavar="NAME", nargs="+", action="extend", help="scikit-learn scorer names")
    parser.add_argument("--level", type=float, default=0.05, help="of the planned test (default 0.05)")
    parser.add_argument("--power", type=float, default=0.8, help="of the planned test (default 0.8)")
    parser.add_argument(
        "--threshold",
        choices=("nominal", "cautious"),
        default="nominal",
        help="of the planned test (default nominal); cautious: higher by the factor of the two learners",
    )
    parser.add_argument("--seed", type=int, default=0, help="root of all that is drawn (default 0)")
    parser.add_argument("--jobs", type=int, help="worker processes (default 1; -1 for all cores)")
    parser.add_argument("--store", metavar="FILE", help="keep every fit here, and take what is there")
    parser.add_argument("--on-error", choices=("raise", "skip"), default="raise", help="when a learner fails")
    parser.add_argument("--allow-module", metavar="NAME", action="append", default=[], help="import learners from NAME")
    parser.add_argument("--quiet", action="store_true", help="no progress")
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
        raise InputError("--threshold", "cautious needs the learners, whose factors it takes: a table has scores alone")
    scores = scores_of_columns(read_columns(arguments.scores))
    return budget_of_scores(scores, difference=arguments.difference, level=arguments.level, power=arguments.power)


def _of_pilot(arguments: argparse.Namespace) -> "Budget":
    from outperform.comparison import budget
    from outperform.core import InputError
    from outperform.data import load

    if not arguments.data:
        raise InputError("--data", "is missing: learners and --data, or --scores TABLE")
    dataset = load(arguments.data, target=arguments.target, drop=arguments.drop, groups=arguments.groups)
    return budget(
        arguments.learners,
        dataset,
        repeats=arguments.repeats,
        folds=arguments.folds,
        seeds=arguments.seeds,
        difference=arguments.difference,
        metric=arguments.metric or (["accuracy"] if dataset.has_classes else ["r2"]),
        level=arguments.level,
        power=arguments.power,
        threshold=arguments.threshold,
        halvings=arguments.halvings,
        seed=arguments.seed,
        jobs=arguments.jobs,
        store=arguments.store,
        on_error=arguments.on_error,
        progress=False if arguments.quiet else "auto",
        allow_modules=arguments.allow_module,
    )
