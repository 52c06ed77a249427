"""``outperform scores``: judge a table of scores."""

import argparse
from typing import Any

from outperform.cli import verdicts

EPILOG = """\
TABLE is CSV, TSV or Parquet with the columns learner, repeat, fold, n_train, n_test, score; or wide: every column
but repeat, fold, n_train, n_test is a learner. Higher scores are better.

examples:
  outperform scores scores.csv
  outperform scores scores.csv --test sorted-runs-t --json
  outperform scores scores.csv --test 'bayes-correlated-t(rope=0.01)' --require equal
"""


def register(verbs: Any) -> None:
    """Add the verb to the parser."""
    parser = verbs.add_parser(
        "scores",
        help="judge a table of scores",
        description="Judge a table of scores by repeat and fold.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("table", metavar="TABLE", help="CSV, TSV or Parquet file")
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
