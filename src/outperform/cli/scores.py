"""``outperform scores``: judge a table of scores."""

from outperform.cli import judging, options
from outperform.cli.options.output import JUDGED
from outperform.cli.parser import DATA, JUDGING, OUTPUT
from outperform.cli.verb import Verb

ABOUT = """\
TABLE is a CSV, TSV or Parquet file, or - for CSV or TSV from standard input.
Long form: the columns learner, repeat, fold, n_train, n_test, score; several
metrics are several columns of scores, or a column metric. Wide form: repeat,
fold, n_train, n_test, and one column of scores per learner. n_train and n_test
are the numbers of training and test rows; some tests do not need them. Without
repeat and fold, rows are splits in order. MLflow's run table and cv_results_
of a scikit-learn search are read too. Higher scores are better; of losses,
errors and times say --lower NAME.
"""
EXAMPLES = """\
  outperform scores scores.csv
  outperform scores scores.csv --test sorted-runs-t --json
  outperform scores scores.csv --test corrected-t --level 0.01
  outperform scores scores.csv --baseline nb
  outperform scores scores.csv --test 'bayes-correlated-t(rope=0.05)' --require equal
"""
NOUNS = {
    DATA: "table learners n_train n_test system_col score_col",
    JUDGING: f"metrics {options.DIRECTIONS} test level baseline adjust require",
    OUTPUT: JUDGED,
}


VERB = Verb(
    name="scores",
    help="decide from a table of scores which learner is better",
    description="Decide from a table of scores, by repeat and fold, which learner is better.",
    about=ABOUT,
    examples=EXAMPLES,
    nouns=NOUNS,
    words={
        "place": "; place TABLE before this",
        "file": "TABLE",
        "which": " of the table (default: all)",
        "adjusted": "holm; for adaptive-cv bonferroni",
    },
    run=judging.run_judging,
    settings={"kind": "splits"},
)
