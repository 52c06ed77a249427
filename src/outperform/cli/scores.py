"""``outperform scores``: judge a table of scores."""

import argparse
from typing import Any

from outperform.cli import verdicts
from outperform.cli.parser import DATA, Parser

EPILOG = """\
TABLE is a CSV, TSV or Parquet file. Long form: the columns learner, repeat,
fold, n_train, n_test, score. Wide form: repeat, fold, n_train, n_test, and one
column of scores per learner. n_train and n_test are the numbers of training and
test rows; some tests do not need them. Higher scores are better.

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
    parser.group(DATA).add_argument("table", metavar="TABLE", help="CSV, TSV or Parquet file")
    verdicts.add_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Judge the table."""
    from outperform.comparison import judge
    from outperform.data import read_columns, scores_of_columns

    verdicts.prepare(arguments)
    scores = scores_of_columns(read_columns(arguments.table))
    comparison = judge(scores, arguments.test, level=arguments.level, adjust=arguments.adjust)
    return verdicts.show(comparison, arguments, arguments.table)
