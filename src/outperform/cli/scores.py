"""``outperform scores``: judge a table of scores."""

import argparse
from typing import Any

from outperform.cli import verdicts
from outperform.cli.parser import DATA, JUDGING, Parser

EPILOG = """\
TABLE is a CSV, TSV or Parquet file, or - for CSV or TSV from standard input.
Long form: the columns learner, repeat, fold, n_train, n_test, score; several
metrics are several columns of scores, or a column metric. Wide form: repeat,
fold, n_train, n_test, and one column of scores per learner. n_train and n_test
are the numbers of training and test rows; some tests do not need them. Without
repeat and fold, rows are splits in order. MLflow's run table and cv_results_ of
a scikit-learn search are read too. Higher scores are better.

examples:
  outperform scores scores.csv
  outperform scores scores.csv --test sorted-runs-t --json
  outperform scores scores.csv --test corrected-t --level 0.01
  outperform scores scores.csv --test 'bayes-correlated-t(rope=0.05)' --require equal
"""


def register(verbs: Any) -> None:
    """Add the verb to the parser."""
    parser: Parser = verbs.add_parser(
        "scores",
        help="decide from a table of scores which learner is better",
        description="Decide from a table of scores, by repeat and fold, which learner is better.",
        epilog=EPILOG,
    )
    data = parser.group(DATA)
    data.add_argument("table", metavar="TABLE", help="CSV, TSV or Parquet file, or - for standard input")
    for name, rows in (("--n-train", "training"), ("--n-test", "test")):
        data.add_argument(name, metavar="N", type=int, help=f"{rows} rows of each split, if the table does not say")
    parser.group(JUDGING).add_argument(
        "--metric",
        metavar="NAME",
        nargs="+",
        action="extend",
        help="one or more metrics of the table (default: all); place TABLE before this option",
    )
    verdicts.add_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Judge the table."""
    from outperform.comparison import judge
    from outperform.data import read_columns, source_name, tables_of_columns

    verdicts.prepare(arguments)
    columns = read_columns(arguments.table)
    scores = tables_of_columns(columns, arguments.n_train, arguments.n_test, metric=arguments.metric)
    ways = {"level": arguments.level, "adjust": arguments.adjust, "baseline": arguments.baseline}
    comparison = judge(scores, arguments.test, **ways)
    return verdicts.show(comparison, arguments, source_name(arguments.table))
