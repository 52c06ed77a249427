"""``outperform evals``: judge fixed systems by their scores on the same items."""

from outperform.cli import judging, options
from outperform.cli.options.output import JUDGED
from outperform.cli.parser import DATA, JUDGING, OUTPUT, RUNNING
from outperform.cli.verb import Verb

ABOUT = """\
FILE is a table (CSV, TSV, Parquet, JSONL) with a row per item and system and
the columns item, system, score (optional: sample, cluster, task, weight), or
with one column of scores per system beside item; or a log: samples of
lm-evaluation-harness (samples_*.jsonl), inspect_ai (.json, .eval), a HELM run
folder; or a folder of them; or - for standard input. name=FILE names the
system, --system chooses some of several. Higher scores are better, unless
--lower names the metric. Several samples per item (epochs, repeated runs) show
whether another run would decide otherwise. --format csv writes a row per item:
who gets it right.
"""
EXAMPLES = """\
  outperform evals evals.csv
  outperform evals new=run2.eval old=run1.eval --baseline old
  outperform evals evals.csv --baseline old --margin 0.02 --require not-worse
  outperform evals new=run2.eval old=run1.eval --sequential
  outperform evals evals.csv --format csv > flips.csv
"""
COLUMNS = "item_col system_col sample_col score_col task_col weight_col"
NOUNS = {
    DATA: f"files systems filter task cluster missing common runs {COLUMNS}",
    JUDGING: (
        f"metric {options.DIRECTIONS} sequential as_they_come margin guarantee test level baseline "
        "adjust require_margin"
    ),
    RUNNING: "draws",
    OUTPUT: JUDGED,
}


VERB = Verb(
    name="evals",
    help="decide from scores of items which system (such as a language model) is better",
    description="Decide from the scores of fixed systems on the same items which is better,\n"
    "and whether another run of the systems would decide otherwise.",
    about=ABOUT,
    examples=EXAMPLES,
    nouns=NOUNS,
    words={
        "noun": "system",
        "files": "tables, logs, folders of them, or -",
        "a_system": "a system",
        "key": ", or metadata key of a log,",
        "unit": "score: 0.01 is one point",
        "adjusted": "shaffer; with --baseline holm",
    },
    run=judging.run_judging,
    settings={"kind": "items"},
)
