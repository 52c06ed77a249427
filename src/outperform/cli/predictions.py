"""``outperform predictions``: judge tables of predictions."""

from outperform.cli import judging, options
from outperform.cli.options.output import JUDGED
from outperform.cli.parser import DATA, JUDGING, OUTPUT, RUNNING
from outperform.cli.verb import Verb

ABOUT = """\
FILE is a table (CSV, TSV, Parquet, JSON; - reads standard input) with one row
per item. One column holds the true labels or values. Every other column holds
the predictions of a learner, unless its name says that it is an identifier or
the cluster of the item; --learner chooses some of them. Or with one row per
item and system: columns item, system, prediction and the truth.

Several files hold the predictions of one system each and are joined by the
column that names the items (--item). The truth is in one of them, in several,
or in a file of its own with the items and the truth alone. name=FILE names the
system.

Predictions are labels or values. For the metrics roc_auc, average_precision,
neg_log_loss and neg_brier_score they are probabilities (for the first two: any
scores) of the positive class, which --positive names unless it is 1. Or a
probability per class, in columns called system:class (in a file per system: by
the class), for neg_log_loss, neg_brier_score, roc_auc_ovr, roc_auc_ovo,
d2_log_loss_score and others; accuracy and the like are then of the most likely
class.
"""
EXAMPLES = """\
  outperform predictions predictions.csv --truth label
  outperform predictions predictions.csv --truth label --metric f1_macro --json
  outperform predictions new=a.csv old=b.csv --truth label --item id
  outperform predictions predictions.csv --truth label --margin 0.05
  outperform predictions predictions.csv --truth label --metric f1 --positive malignant
  outperform predictions predictions.csv --truth label --metric accuracy f1_macro --json
  outperform predictions probabilities.csv --truth label --metric roc_auc --positive malignant
  outperform predictions predictions.csv --truth label --margin 0.05 --require not-worse
"""
NOUNS = {
    DATA: "files needed_truth item_col prediction_col system_col weight_col columns common cluster",
    JUDGING: (f"metrics positive {options.DIRECTIONS} margin guarantee test level baseline adjust require_margin"),
    RUNNING: "draws",
    OUTPUT: JUDGED,
}


VERB = Verb(
    name="predictions",
    help="decide from predictions on one test set which learner is better",
    description="Decide from predictions on the same test set which learner is better.",
    about=ABOUT,
    examples=EXAMPLES,
    nouns=NOUNS,
    words={
        "files": "table of all learners, or a file per system",
        "a_system": "it",
        "joins": ", by which files are joined",
        "system_or_file": "file",
        "which": ", by their scikit-learn names (default accuracy)",
        "unit": "metric: 0.01 is one point of accuracy",
        "adjusted": "holm",
    },
    run=judging.run_judging,
    settings={"kind": "predictions"},
)
