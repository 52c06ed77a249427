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
    write_budget_tables(folder)


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


FIVE = f"systems_ten.csv {' '.join(f'--system s{at}' for at in range(5))}"
BUDGETS = {  # budgets whose options or files are their own, by a name
    "ten_systems": "systems_ten.csv",
    "ten_systems_baseline": "systems_ten.csv --difference 0.05 --baseline s3",
    "five_systems": f"{FIVE} --difference 0.03",
    "five_systems_costs": f"{FIVE} --difference 0.03 --cost-per-item 2",
    "two_of_ten": "systems_ten.csv --system s0 --system s1 --difference 0.03 --level 0.01 --power 0.9",
    "two_equal": "systems_equal.csv",
    "three_two_equal": "systems_equal_three.csv --difference 0.05",
    "large_enough": "systems_ten.csv --system s0 --system s9 --difference 0.2",
    "costs": "evals.csv --difference 0.05 --cost-per-item 2 --cost-per-sample 0.05",
    "samples_enough": "items_samples.csv --difference 0.25",
    "runs": "items_epochs.csv --runs --difference 0.1",
    "five_learners": "splits_five.csv",
    "five_learners_difference": "splits_five.csv --difference 0.03",
    "repeats_help": "scores.csv --difference 0.036",
    "large_difference": "scores.csv --difference 0.05",
    "equal_learners": "splits_equal.csv",
    "one_repeat": "splits_one_repeat.csv --n-train 90 --n-test 10",
    "league": "results.csv",
    "predictions": "predictions.csv",
}
SHARED = ("--lower", "--missing", "--metric", "--n-train", "--n-test")


def budgets():
    """Return the words of each command of a budget: of every table that it may be about, and those of its own."""
    flags = {"scores": "--scores", "evals": "--evals"}
    found = {name: f"budget {line}".split() for name, line in BUDGETS.items()}
    for name, (verb, *rest) in cases().items():
        if verb in flags and source_of(name) == name:
            places = [place for place, word in enumerate(rest) if word.startswith("--")]
            files = rest[: min(places, default=len(rest))]
            options = [word for place in places if rest[place] in SHARED for word in rest[place : place + 2]]
            found[name] = ["budget", flags[verb], *files, *options]
    return found


def write_budget_tables(folder):
    """Write the tables that budgets alone are about: many systems, equal ones, several learners."""
    hard = [(7 * item) % 100 for item in range(120)]
    ten = {
        f"s{at}": [int((13 * item * (at + 2) + hard[item]) % 100 < 40 + 5 * at) for item in range(120)]
        for at in range(10)
    }
    write_columns(folder / "systems_ten.csv", {"item": range(120), **ten})
    write_columns(folder / "systems_equal.csv", {"item": range(120), "a": ten["s0"], "b": ten["s0"]})
    three = {"a": ten["s0"], "b": ten["s0"], "c": ten["s1"]}
    write_columns(folder / "systems_equal_three.csv", {"item": range(120), **three})
    splits = [(repeat, fold) for repeat in range(1, 4) for fold in range(1, 11)]
    places = {"repeat": [r for r, _ in splits], "fold": [f for _, f in splits]}
    sizes = {"n_train": [180] * 30, "n_test": [20] * 30}
    five = {
        name: [round(0.7 + 0.03 * at + 0.01 * ((r * (at + 3) + f * (at + 5)) % 7), 3) for r, f in splits]
        for at, name in enumerate(("nb", "tree", "knn", "svm", "forest"))
    }
    write_columns(folder / "splits_five.csv", {**places, **sizes, **five})
    write_columns(folder / "splits_equal.csv", {**places, **sizes, "a": five["nb"], "b": five["nb"]})
    single = {name: column[:10] for name, column in {**places, "a": five["nb"], "b": five["tree"]}.items()}
    write_columns(folder / "splits_one_repeat.csv", single)


def write_columns(path, columns):
    """Write a table of columns."""
    path.write_text(separated([[*columns], *zip(*columns.values(), strict=True)], ","), encoding="utf-8")
