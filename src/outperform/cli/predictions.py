"""``outperform predictions``: judge a table of predictions."""

import argparse
from typing import Any

from outperform.cli import verdicts
from outperform.cli.parser import DATA, JUDGING, Parser

EPILOG = """\
TABLE is a CSV, TSV or Parquet file (- reads CSV or TSV from standard input) with
one row per item. One column holds the true labels or values. Every other column
holds the predictions of a learner, unless its name says that it is an
identifier or the cluster of the item; --learner chooses some of them. Or with one
row per item and system: columns item, system, prediction and the truth.

Predictions are labels or values. For the metrics roc_auc, average_precision,
neg_log_loss and neg_brier_score they are probabilities (for the first two: any
scores) of the positive class, which --positive names unless it is 1.

examples:
  outperform predictions predictions.csv --truth label
  outperform predictions predictions.csv --truth label --metric f1 --positive malignant
  outperform predictions predictions.csv --truth label --metric accuracy f1_macro --json
  outperform predictions probabilities.csv --truth label --metric roc_auc --positive malignant
  outperform predictions predictions.csv --truth label --margin 0.05 --require not-worse
"""


def register(verbs: Any) -> None:
    """Add the verb to the parser."""
    parser: Parser = verbs.add_parser(
        "predictions",
        help="decide from predictions on one test set which learner is better",
        description="Decide from predictions on the same test set which learner is better.",
        epilog=EPILOG,
    )
    data = parser.group(DATA)
    data.add_argument("table", metavar="TABLE", help="CSV, TSV or Parquet file, or - for standard input")
    data.add_argument("--truth", metavar="COL", required=True, help="column of the true labels or values")
    data.add_argument(
        "--learner",
        metavar="COL",
        action="append",
        help="column of predictions to compare; may be repeated (default: all columns but the truth)",
    )
    data.add_argument(
        "--cluster",
        metavar="COL",
        help="column of items that belong together, such as those of one patient; none ignores a column called cluster",
    )
    judging = parser.group(JUDGING)
    judging.add_argument(
        "--metric",
        metavar="NAME",
        nargs="+",
        action="extend",
        help="one or more metrics, by their scikit-learn names (default accuracy); place TABLE before this option",
    )
    judging.add_argument(
        "--positive", metavar="LABEL", help="positive class, for probabilities, f1, precision and recall"
    )
    verdicts.add_item_options(parser, unit="metric: 0.01 is one point of accuracy", adjusted="holm")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Judge the table."""
    from dataclasses import replace

    from outperform.comparison import judge_predictions
    from outperform.data import read_columns, source_name
    from outperform.data.prediction_files import prediction_table

    verdicts.prepare(arguments)
    verdicts.check_margin(arguments)
    table = prediction_table(read_columns(arguments.table), arguments.truth, arguments.learner, arguments.cluster)
    judged = judge_predictions(
        table.truth,
        table.predictions,
        arguments.metric or ["accuracy"],
        arguments.test,
        positive=arguments.positive,
        cluster=table.cluster,
        margin=arguments.margin,
        ids=table.ids,
        level=arguments.level,
        seed=arguments.seed,
        adjust=arguments.adjust,
        baseline=arguments.baseline,
    )
    judged = replace(judged, notes=(*table.notes, *judged.notes))
    return verdicts.show(judged, arguments, source_name(arguments.table))
