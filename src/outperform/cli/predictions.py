"""``outperform predictions``: judge a table of predictions."""

import argparse
from typing import Any

from outperform.cli import verdicts

EPILOG = """\
TABLE is CSV, TSV or Parquet: one column of truth, every other column a learner (or those that --learner names).

examples:
  outperform predictions predictions.csv --truth label
  outperform predictions predictions.csv --truth label --metric f1 --positive spam
  outperform predictions predictions.csv --truth label --metric accuracy --metric f1_macro --json
"""


def register(verbs: Any) -> None:
    """Add the verb to the parser."""
    parser = verbs.add_parser(
        "predictions",
        help="judge a table of predictions",
        description="Judge predictions of the same rows by several learners.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("table", metavar="TABLE", help="CSV, TSV or Parquet file")
    parser.add_argument("--truth", metavar="COL", required=True, help="the column of truth")
    parser.add_argument("--learner", metavar="COL", action="append", help="a column to compare; default: all others")
    parser.add_argument(
        "--metric",
        metavar="NAME",
        nargs="+",
        action="extend",
        help="scikit-learn scorer names (default accuracy); place TABLE before this option",
    )
    parser.add_argument("--positive", metavar="LABEL", help="the positive class of binary f1, precision, recall")
    parser.add_argument("--seed", type=int, default=0, help="root of the bootstrap's draws (default 0)")
    verdicts.add_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Judge the table."""
    from outperform.comparison import judge_predictions
    from outperform.core import InputError, did_you_mean
    from outperform.data import read_columns

    verdicts.prepare(arguments)
    columns = read_columns(arguments.table)
    chosen = arguments.learner or [name for name in columns if name != arguments.truth]
    for option, name in [("--truth", arguments.truth), *(("--learner", name) for name in chosen)]:
        if name not in columns:
            raise InputError(option, f"there is no column {name!r}; {did_you_mean(name, columns)}")
        if option == "--learner" and name == arguments.truth:
            raise InputError(option, f"the truth cannot be a learner, got {name!r}")
        if chosen.count(name) > 1:
            raise InputError(option, f"{name!r} is given twice")
    comparison = judge_predictions(
        columns[arguments.truth],
        {name: columns[name] for name in chosen},
        arguments.metric or ["accuracy"],
        arguments.test,
        positive=arguments.positive,
        level=arguments.level,
        seed=arguments.seed,
        adjust=arguments.adjust,
    )
    return verdicts.show(comparison, arguments, arguments.table)
