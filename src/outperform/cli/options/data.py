"""Options about the data: what is read, which parts of it, and what its columns are."""

from outperform.cli.contents import CATALOGUES
from outperform.cli.options.option import column_option, names_option, number_option, switch_option, typed_option

ABOUT_DATA = "file (CSV, TSV, Parquet, ARFF), bundled data set, or openml:ID"
LEARNERS = "two or more learners; NAME=LEARNER names one"
KINDS = ("splits", "predictions", "items", "league")


DATA_OPTIONS = {
    # what is judged
    "table": typed_option("files", "CSV, TSV or Parquet file, or - for standard input", metavar="TABLE", nargs=1),
    "files": typed_option("files", "{files}; name=FILE names {a_system}", metavar="FILE", nargs="+"),
    "kind": typed_option(
        "--as",
        "what FILE holds, where it may be several things: scores of splits, predictions beside the truth, scores of"
        " systems on items, or scores on several data sets (a league)",
        dest="kind",
        choices=KINDS,
    ),
    "league_table": typed_option("--table", "table of results, or - for standard input", metavar="FILE"),
    # which parts of it
    "learners": names_option(
        "--learner --learners --system --systems",
        "{of}learners to compare, in this order (default: all, in the order of the table){place}",
        dest="names",
    ),
    "systems": names_option(
        "--system --systems --learner --learners",
        "systems to compare, in this order (default: all, in that of the files); place FILE before this",
        dest="names",
    ),
    "columns": names_option(
        "--learner --learners --system --systems",
        "columns of predictions, or systems, to compare, in this order (default: all columns but the truth); place FILE"
        " before this",
        dest="names",
        metavar="COL",
    ),
    "filter": typed_option("--filter", "which filter of lm-evaluation-harness to judge", metavar="NAME", rare=True),
    "task": names_option(
        "--task --tasks", "tasks to keep, in this order (default: all); place FILE before this", rare=True
    ),
    "missing": typed_option(
        "--missing",
        "items without a score: an error (refuse, the default), count as 0 (wrong), or leave out (drop)",
        choices=("refuse", "wrong", "drop"),
        rare=True,
    ),
    "missing_cells": typed_option(
        "--missing",
        "of a table: cells without a score are an error (refuse, the default), or each pair is judged on the data sets"
        " that both have (drop)",
        choices=("refuse", "drop"),
        rare=True,
    ),
    "common": switch_option("--common", "leave out items that not every {system_or_file} has", rare=True),
    "runs": switch_option("--runs", "samples are runs that share something over all items (a training seed)"),
    "deviations": number_option(
        "--runs",
        "of a table: over how many runs the deviations beside the scores are (0.91 ± 0.02, or a column nb_std), where"
        " no column runs, seeds, repeats or folds says it",
        int,
        metavar="N",
        rare=True,
    ),
    "runs_or_deviations": number_option(
        "--runs",
        "items: samples are runs that share something; league: over how many runs (N) deviations beside the scores are;"
        " place FILE before this option",
        int,
        metavar="N",
        nargs="?",
        const=True,
        rare=True,
    ),
    "spread": typed_option(
        "--spread",
        "{of_table}what stands beside the scores: deviations, standard errors, or nothing to be used",
        choices=("std", "se", "none"),
        rare=True,
    ),
    "n_train": number_option(
        "--n-train", "{of_splits}training rows of each split, if the table does not say", int, metavar="N", rare=True
    ),
    "n_test": number_option(
        "--n-test", "{of_splits}test rows of each split, if the table does not say", int, metavar="N", rare=True
    ),
    # what its columns are
    "truth": column_option("--truth", "{of_predictions}column of the true labels or values, or a file of them"),
    "needed_truth": column_option("--truth", "column of the true labels or values, or a file of them", required=True),
    "cluster": column_option(
        "--cluster", "column{key} of items that belong together; none ignores a column called cluster"
    ),
    "item_col": column_option("--item-col --item", "column that names the items{joins}", dest="item_col", rare=True),
    "system_col": column_option("--system-col", "column that names the {noun}s", rare=True),
    "sample_col": column_option("--sample-col", "column that numbers the samples of an item", rare=True),
    "score_col": column_option("--score-col", "column of the scores", rare=True),
    "prediction_col": column_option(
        "--score-col --prediction",
        "column of predictions in a file per system, where several columns may be it",
        dest="score_col",
        rare=True,
    ),
    "dataset_col": column_option("--dataset-col", "{of_table}column that names the data sets", rare=True),
    "task_col": column_option("--task-col", "column that names the tasks", rare=True),
    "weight_col": column_option(
        "--weight-col",
        "column of how much each item counts (default: one called weight); none counts all items the same",
        dest="weights",
        rare=True,
    ),
    # data on which learners are run
    "to_run": typed_option("learners", "{to_run}" + LEARNERS, metavar="LEARNER", nargs="+"),
    "maybe_to_run": typed_option("learners", "{to_run}" + LEARNERS, metavar="LEARNER", nargs="*"),
    "needed_data": typed_option("--data", ABOUT_DATA, metavar="DATA", required=True),
    "data": typed_option("--data", ABOUT_DATA, metavar="DATA"),
    "data_sets": names_option(
        "--data", "data sets to run on: files, folders of them, bundled data sets, openml:ID", metavar="DATA"
    ),
    "target": column_option("--target", "column to predict; CSV, TSV and Parquet files need it"),
    "one_target": column_option(
        "--target", "column to predict, the same in all files; ARFF files know theirs", apart=True
    ),
    "targets": typed_option(
        "--targets",
        "file with the column to predict of each data set: CSV (columns dataset, target and, where rows belong"
        ' together, groups) or TOML (lines such as credit = "class")',
        metavar="FILE",
        apart=True,
    ),
    "drop": column_option("--drop", "column to leave out; may be repeated", action="append", default=[], rare=True),
    "groups": column_option("--groups", "column of groups: rows of one group are never on both sides of a split"),
    "shuffle": switch_option(
        "--shuffle", "shuffle the rows although they have dates (columns of dates are left out)", rare=True
    ),
    "time": column_option(
        "--time",
        "column of dates or numbers: order the rows by it and do not shuffle them; train on the past, test on what"
        " comes next (design forward, test diebold-mariano)",
    ),
    "encode": typed_option(
        "--encode",
        "prepare text columns and missing values for learners that cannot take them: auto, your own models too; none,"
        " short names only (default: short names and dotted class names)",
        choices=("auto", "none"),
        rare=True,
    ),
    # what verify runs again
    "manifest_file": typed_option("file", "file that 'compare --manifest' wrote", metavar="FILE"),
    "target_of_file": column_option("--target", "column to predict (default: as in FILE)"),
    "groups_of_file": column_option("--groups", "column of groups (default: as in FILE)"),
    "learners_of_file": names_option(
        "--learner --learners --system --systems",
        "the learners of FILE, in its order, where some are in files of your own: a manifest does not run those",
        dest="learners",
        metavar="LEARNER",
    ),
    # what a store has
    "what": typed_option(
        "what",
        "list: one line per data set, learner and metric; show: one line per fit; export: CSV for 'scores' and"
        " 'league --table'",
        choices=("list", "show", "export"),
    ),
    "store_file": typed_option("file", "file that --store wrote", metavar="FILE"),
    "stored_dataset": typed_option("--dataset", "only fits on this data set", metavar="NAME"),
    "stored_learner": typed_option("--learner --system", "only fits of this learner", metavar="NAME"),
    "stored_metric": typed_option("--metric", "only scores of this metric", metavar="NAME"),
    # what is listed, cited or completed
    "catalogue": typed_option("kind", ", ".join(CATALOGUES), choices=list(CATALOGUES), metavar="KIND"),
    "cited": typed_option(
        "cited",
        "outperform, a test or a procedure: see 'outperform list tests', 'list league-tests', 'list procedures'",
        metavar="NAME",
        nargs="+",
    ),
    "shell": typed_option("shell", "your shell", choices=("bash", "zsh", "fish")),
    # what advise is asked about
    "have": typed_option(
        "--have",
        "what you have: learners and data (estimators), predictions for one test set, scores of fixed systems on"
        " items, a table of cross-validation scores, or a table of results on many data sets (results-table)",
        choices=("estimators", "predictions", "evals", "scores", "results-table"),
    ),
    # data that a budget plans for
    "to_plan": typed_option(
        "learners", "learners of 'outperform compare', for a pilot; or a file of scores", metavar="LEARNER", nargs="*"
    ),
    "budget_kind": typed_option(
        "--as", "what FILE holds, where it may be both", dest="kind", choices=("splits", "items")
    ),
    "scores": typed_option("--scores", "scores of splits, as for 'outperform scores'", metavar="TABLE", rare=True),
    "evals": names_option("--evals", "scores of items, as for 'outperform evals'", metavar="FILE", rare=True),
    "cost_per_item": number_option("--cost-per-item", "items: what a new item costs, once", metavar="C"),
    "cost_per_sample": number_option("--cost-per-sample", "items: what one more answer to an item costs", metavar="C"),
}
