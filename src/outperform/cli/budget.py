"""``outperform budget``: what limits a comparison, and what more repeats or rows would cost."""

import argparse
import json
from typing import TYPE_CHECKING, Any

from outperform.cli import contest_options, eval_options, verdicts
from outperform.cli.parser import DATA, JUDGING, OUTPUT, RUNNING, Parser

if TYPE_CHECKING:
    from outperform.comparison import Budget, EvalBudget

EPILOG = """\
The command runs a short pilot, or reads a saved table of scores. It reports
- how much noise comes from random splits and learner seeds (more repeats reduce
  it) and how much from the data (only more rows reduce it),
- the smallest difference that can be found,
- the repeats or rows, fits and seconds that your --difference needs.
Each number is marked: measured, from a model, assumed or unknown. With the same
--store and --seed, 'outperform compare' reuses the fits of the pilot.

With --evals it reads scores of fixed systems on items, and reports the items and
samples per item that your --difference needs, and the smallest difference that
these items can show.

examples:
  outperform budget nb tree --data iris
  outperform budget nb tree --data breast_cancer --difference 0.02
  outperform budget nb 'sklearn.tree.ExtraTreeClassifier(max_depth=5)' --data wine --seeds 3
  outperform budget nb tree --data credit.csv --target class --metric f1_macro --store credit.db
  outperform budget nb stump --data breast_cancer --threshold cautious
  outperform budget --scores scores.csv --difference 0.005 --json
  outperform budget --evals evals.csv --difference 0.03
  outperform budget --evals evals.csv --cost-per-item 2 --cost-per-sample 0.05
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
    _add_evals(parser)
    _add_plan(parser)
    _add_pilot(parser)
    contest_options.add_ways(parser)
    parser.group(OUTPUT).add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def _add_evals(parser: Parser) -> None:
    data = parser.group(DATA)
    data.add_argument(
        "--evals",
        metavar="FILE",
        nargs="+",
        action="extend",
        help="instead of learners and --data: files for 'outperform evals'; the options from here on are for these",
    )
    eval_options.add_choices(data)
    data.add_argument("--runs", action="store_true", help="samples are runs that share something over all items")
    data.add_argument("--baseline", metavar="NAME", help="plan for every other system against this one only")
    for name, what in (("item", "a new item costs, once"), ("sample", "one answer of one system to one item costs")):
        data.add_argument(
            f"--cost-per-{name}",
            type=float,
            metavar="C",
            help=f"what {what}: with a cost, the cheapest number of items and samples is searched",
        )


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
    _check_evals(arguments)
    found: Budget | EvalBudget
    if arguments.evals:
        found = _of_evals(arguments)
    else:
        found = _of_table(arguments) if arguments.scores else _of_pilot(arguments)
    text = json.dumps(found.to_dict(), indent=2, allow_nan=False) if arguments.json else str(found)
    verdicts.print_text(text, coloured=not arguments.json)
    return 0


def _check_evals(arguments: argparse.Namespace) -> None:
    """Refuse options of evaluations without one, and an evaluation beside other data."""
    from outperform.core import InputError

    own = {**eval_options.CHOICES, "runs": False, "baseline": None, "cost_per_item": None, "cost_per_sample": None}
    given = next((name for name, default in own.items() if getattr(arguments, name) != default), None)
    if not arguments.evals:
        if given is not None:
            raise InputError(f"--{given.replace('_', '-')}", "needs an evaluation: pass --evals FILE")
        return
    if arguments.learners or arguments.data or arguments.scores:
        raise InputError("--evals", "cannot be combined with learners, --data or --scores: pass only one of them")
    if arguments.threshold != "nominal":
        raise InputError("--threshold", f"cannot be {arguments.threshold} with --evals: its factors are for learners")
    if len(arguments.metric or ()) > 1:
        raise InputError("--metric", f"must be one with --evals, got {', '.join(arguments.metric)}")


def _of_evals(arguments: argparse.Namespace) -> "EvalBudget":
    from outperform.comparison import budget_of_items
    from outperform.data import read_evals

    metric = arguments.metric[0] if arguments.metric else None
    return budget_of_items(
        read_evals(arguments.evals, metric=metric, **eval_options.choices_of(arguments)),
        difference=arguments.difference,
        level=arguments.level,
        power=arguments.power,
        cost_per_item=arguments.cost_per_item,
        cost_per_sample=arguments.cost_per_sample,
        baseline=arguments.baseline,
        runs=arguments.runs,
    )


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
        raise InputError("--data", "is missing: pass learners and --data DATA, or --scores TABLE, or --evals FILE")
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
