"""The corpus: what each file is, which command answers about it, and the files that are made of others."""

import csv
import gzip
import io
import shutil
from pathlib import Path

import pandas as pd

FOLDER = Path(__file__).parent / "corpus"
ANSWERS = Path(__file__).parent / "answers"
EXAMPLES = Path(__file__).parents[2] / "examples"

# Options that the command of a file needs, or that make its answer worth keeping.
OPTIONS = {
    "splits_scores_only.csv": "--n-train 80 --n-test 20",
    "splits_folds_only.csv": "--n-train 80 --n-test 20",
    "splits_summary_rows.csv": "--n-train 80 --n-test 20",
    "splits_cv_results.csv": "--n-train 80 --n-test 20",
    "splits_mlflow.csv": "--n-train 80 --n-test 20",
    "splits_loss.csv": "--lower log_loss",
    "predictions_numbers.csv": "--truth y_true",
    "predictions_letters.csv": "--truth label",
    "predictions_long.csv": "--truth target",
    "predictions_long_names.csv": "--truth gold",
    "predictions_classes.csv": "--truth truth --metric accuracy f1_macro",
    "predictions_probabilities.csv": "--truth truth --metric roc_auc neg_log_loss --positive yes",
    "predictions_three_classes.csv": "--truth label --metric neg_log_loss roc_auc_ovr accuracy",
    "predictions_class_probabilities.csv": "--truth truth --metric roc_auc neg_log_loss accuracy",
    "predictions_values.csv": "--truth target --metric neg_mean_squared_error",
    "predictions_time.csv": "--truth actual --metric neg_mean_absolute_error --learner ridge --learner tree",
    "items_wide.csv": "--margin 0.1",
    "items_loss.csv": "--lower perplexity",
    "items_missing.csv": "--missing drop",
    "items_two_metrics.csv": "--metric rouge",
    "league_missing.csv": "--metric accuracy --missing drop",
    "league_marks.csv": "--metric accuracy --missing drop",
    "league_thousands.csv": "--lower-is-better",
    "league_two_metrics.csv": "--metric f1",
    "league_metric_column.csv": "--metric accuracy",
    "league_error.csv": "--metric error",
    "predictions.csv": "--truth label",
    "probabilities.csv": "--truth label --metric roc_auc --positive malignant",
}
USUAL = {"predictions": "--truth truth", "league": "--metric accuracy"}
WITHOUT = (  # leagues that name their metric themselves
    *("league_long_names.csv", "league_repeats.csv", "league_folds.csv", "league_weka.csv", "league_amlb.csv"),
    *("league_openml.csv", "league_records.json", "league_splits.csv"),
)
TOGETHER = {  # several files of one answer, by a name
    "lm_eval": "evals lm_new lm_old",
    "inspect": "evals inspect_new.json inspect_old.json",
    "helm": "evals helm_new helm_old",
    "predictions_joined": "predictions new=predictions_new.csv old=predictions_old.csv --truth truth --item id",
}
EXAMPLE_KINDS = {
    "scores.csv": "scores",
    "predictions.csv": "predictions",
    "probabilities.csv": "predictions",
    "evals.csv": "evals",
    "runs.csv": "evals",
    "results.csv": "league",
    "league_splits.csv": "league",
}
VERBS = {"splits": "scores", "predictions": "predictions", "items": "evals", "league": "league"}
TURNED_INTO = {  # the same table, written otherwise: each is one file more
    "splits_long.csv": (
        ".tsv",
        ".txt",
        ".csv.gz",
        ".parquet",
        "_bom.csv",
        "_crlf.csv",
        "_quotes.csv",
        "_semicolons.csv",
    ),
    "splits_wide.csv": ("_commas.csv",),
    "predictions_wide.csv": (".tsv", ".txt", ".csv.gz", ".parquet", "_bom.csv", "_quotes.csv", "_semicolons.csv"),
    "items_long.csv": (
        ".tsv",
        ".txt",
        ".csv.gz",
        ".parquet",
        "_bom.csv",
        "_crlf.csv",
        "_quotes.csv",
        "_semicolons.csv",
    ),
    "items_graded.csv": ("_commas.csv",),
    "league_wide.csv": (
        ".tsv",
        ".txt",
        ".csv.gz",
        ".parquet",
        "_bom.csv",
        "_crlf.csv",
        "_quotes.csv",
        "_semicolons.csv",
    ),
}


def write_corpus(folder):
    """Write all files of the corpus, those that are made of others, and the examples."""
    shutil.copytree(FOLDER, folder, dirs_exist_ok=True)
    for name in EXAMPLE_KINDS:
        shutil.copy(EXAMPLES / name, folder / name)
    for source, endings in TURNED_INTO.items():
        for ending in endings:
            write_like(folder / source, folder / (source.removesuffix(".csv") + ending), ending)


def write_like(source, path, ending):
    """Write a table in another way."""
    text = source.read_text(encoding="utf-8")
    rows = list(csv.reader(io.StringIO(text)))
    made = {
        ".tsv": lambda: separated(rows, "\t"),
        ".txt": lambda: text,
        "_bom.csv": lambda: "\ufeff" + text,
        "_crlf.csv": lambda: text.replace("\n", "\r\n"),
        "_quotes.csv": lambda: separated(rows, ",", quoting=csv.QUOTE_ALL),
        "_semicolons.csv": lambda: separated(rows, ";"),
        "_commas.csv": lambda: separated([[cell.replace(".", ",") for cell in row] for row in rows], ";"),
    }
    if ending == ".parquet":
        pd.read_csv(source).to_parquet(path, index=False)
    elif ending == ".csv.gz":
        path.write_bytes(gzip.compress(text.encode(), mtime=0))
    else:
        path.write_bytes(made[ending]().encode())


def separated(rows, sign, **options):
    """Return rows as text."""
    text = io.StringIO()
    csv.writer(text, delimiter=sign, lineterminator="\n", **options).writerows(rows)
    return text.getvalue()


def tables():
    """Return every table of the corpus, with the verb that answers about it."""
    own = [path.name for path in sorted(FOLDER.iterdir()) if path.name.partition("_")[0] in VERBS]
    more = [source.removesuffix(".csv") + ending for source, endings in TURNED_INTO.items() for ending in endings]
    return {name: VERBS[name.partition("_")[0]] for name in [*own, *more]} | EXAMPLE_KINDS


def source_of(name):
    """Return the file of which a table was made, or its own name."""
    made = (
        source
        for source, endings in TURNED_INTO.items()
        for ending in endings
        if name == source.removesuffix(".csv") + ending
    )
    return next(made, name)


def command(verb, name, options=None):
    """Return the words of a command about a table."""
    if options is None:
        options = OPTIONS.get(source_of(name), "" if source_of(name) in WITHOUT else USUAL.get(verb, ""))
    return [*((verb, "--table") if verb == "league" else (verb,)), name, *options.split()]


def cases():
    """Return the words of the command of each case by its name: the tables, and the logs that belong together."""
    single = {name: command(verb, name) for name, verb in tables().items()}
    return single | {name: line.split() for name, line in TOGETHER.items()}
