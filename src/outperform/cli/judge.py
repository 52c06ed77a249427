"""``outperform judge``: judge whatever a file holds."""

from outperform.cli import evals, judging, options
from outperform.cli.options.output import JUDGED
from outperform.cli.parser import DATA, JUDGING, OUTPUT, RUNNING
from outperform.cli.verb import Verb

ABOUT = """\
FILE is what one of the commands scores, predictions, evals or league --table
reads; judge finds out which, says so, and answers exactly as that command:
scores by repeat and fold (splits), predictions beside the truth, scores of
systems on items or logs of evaluations (items), scores on several data sets
(league). Where two readings are possible it asks, and --as says which. Options
are those of that command: an option that the file has no use for is an error.
"""
EXAMPLES = """\
  outperform judge scores.csv
  outperform judge predictions.csv --truth label
  outperform judge evals.csv --baseline old --margin 0.02 --require not-worse
  outperform judge new=run2.eval old=run1.eval
  outperform judge results.csv --metric accuracy
"""
NOUNS = {
    DATA: (
        "files kind systems truth task filter cluster missing common n_train n_test "
        f"runs_or_deviations spread {evals.COLUMNS} dataset_col"
    ),
    JUDGING: (
        f"metrics {options.DIRECTIONS} positive test level baseline adjust margin guarantee "
        "require_margin sequential as_they_come rope omnibus"
    ),
    RUNNING: "draws",
    OUTPUT: f"{JUDGED} diagram",
}


VERB = Verb(
    name="judge",
    help="decide from any file of scores or predictions which system is better",
    description="Find out what a file holds, and decide which learner or system is better.",
    about=ABOUT,
    examples=EXAMPLES,
    usage="outperform judge FILE [FILE ...] [options]",
    nouns=NOUNS,
    words={
        "noun": "system",
        "files": "tables, logs, folders of them, or -",
        "a_system": "a system",
        "key": ", or metadata key of a log,",
        "unit": "score: 0.01 is one point",
        "adjusted": "that of the kind",
        "which": " to judge (default: all; of predictions: accuracy)",
        "of_league": "league: ",
        "of_table": "league: ",
        "of_splits": "splits: ",
        "of_predictions": "predictions: ",
    },
    run=judging.run_judging,
)
