"""results.csv of the AutoML benchmark: columns as in amlb/results.py (Scoreboard), newer and older."""

import pytest
from tests.data.leagues.tables import cells, kinds, note_of, read
from tests.refusals import refused

from outperform.core import MissingCell, NoteKind, Unit

# amlb 2.1; older files have neither type nor app_version, and those of 2019 have no metric
NEWER = [
    *("id", "task", "framework", "constraint", "fold", "type", "result", "metric", "mode", "version", "params"),
    *("app_version", "utc", "duration", "training_duration", "predict_duration", "models_count", "seed", "info"),
    *("acc", "auc", "balacc", "logloss", "mae", "rmse"),
]
METRICS = {"kc2": "auc", "adult": "auc", "iris": "neg_logloss", "car": "neg_logloss", "boston": "neg_rmse"}
FAILED = '"NoResultError: killed, timeout"'


def row(task, framework, fold, result=None, **other):
    metric = other.pop("metric", METRICS.get(task, "auc"))
    size = 0.7 + fold / 100 + 0.1 * (framework == "flaml")
    result = result if result is not None else (size if metric == "auc" else -size)
    found = {
        "id": "openml.org/t/3913",
        "task": task,
        "framework": framework,
        "constraint": "1h8c_gp3",
        "fold": fold,
        "result": result,
        "metric": metric,
        "seed": 2633845682 + fold,
        "duration": 3.2,
        "auc": size if metric == "auc" and result != "" else "",
        "logloss": size if "logloss" in metric and result != "" else "",
        "acc": 0.5 + size / 10 if "rmse" not in metric and result != "" else "",
    }
    return found | other


def text(rows, names=NEWER):
    lines = [",".join(str(each.get(name, "")) for name in names) for each in rows]
    return "\n".join([",".join(names), *lines]) + "\n"


def results(tasks=METRICS, frameworks=("AutoGluon", "flaml"), **other):
    return [row(task, name, fold, **other) for task in tasks for name in frameworks for fold in range(3)]


class TestRead:
    def test_different_metrics_are_all_turned_to_higher_is_better(self, tmp_path):
        table = read(tmp_path, text(results()))
        assert table.datasets == tuple(METRICS)
        assert table.learners == ("AutoGluon", "flaml")
        assert table.scores[0].values.round(2).tolist() == [[[0.7, 0.71, 0.72]], [[0.8, 0.81, 0.82]]]
        assert cells(table)["boston"] == pytest.approx([-0.71, -0.81])
        assert (table.higher_is_better, table.metric, table.unit) == (True, "result", Unit.NONE)
        assert note_of(table, NoteKind.METRICS_MIXED)["metrics"] == (("auc", 2), ("neg_logloss", 2), ("neg_rmse", 1))

    def test_older_files_call_an_error_by_its_name(self, tmp_path):
        """As in the sample of the benchmark's documentation of 2020: iris has logloss, with positive results."""
        rows = results(("kc2", "adult")) + [
            row("iris", name, 0, 0.3, metric="logloss") for name in ("AutoGluon", "flaml")
        ]
        table = read(tmp_path, text(rows))
        assert cells(table)["iris"] == [-0.3, -0.3]
        assert table.higher_is_better is True

    def test_one_metric_keeps_its_name(self, tmp_path):
        table = read(tmp_path, text(results(("kc2", "adult"))))
        assert (table.metric, table.unit) == ("auc", Unit.POINTS)
        assert not table.notes

    def test_one_error_of_an_older_file(self, tmp_path):
        rows = [row(task, name, 0, 0.3, metric="logloss") for task in "ab" for name in ("AutoGluon", "flaml")]
        table = read(tmp_path, text(rows))
        assert (table.metric, table.higher_is_better, cells(table)["a"]) == ("logloss", False, [-0.3, -0.3])

    def test_folds_are_those_of_one_cross_validation(self, tmp_path):
        scores = read(tmp_path, text(results())).scores[0]
        assert scores.values.shape == (2, 1, 3)
        assert not scores.plain


class TestMetric:
    def test_rows_of_a_metric(self, tmp_path):
        table = read(tmp_path, text(results()), metric="neg_logloss")
        assert table.datasets == ("iris", "car")
        assert (table.metric, table.higher_is_better) == ("neg_logloss", True)
        assert note_of(table, NoteKind.DATASETS_LEFT_OUT)["names"] == ("kc2", "adult", "boston")

    def test_a_column_of_a_metric(self, tmp_path):
        table = read(tmp_path, text(results()), metric="accuracy")
        assert table.metric == "acc"
        assert cells(table)["iris"] == pytest.approx([0.571, 0.581])
        assert note_of(table, NoteKind.DATASETS_LEFT_OUT)["names"] == ("boston",)
        assert read(tmp_path, text(results()), metric="logloss").higher_is_better is False

    def test_files_without_a_metric_need_one(self, tmp_path):
        names = [name for name in NEWER if name not in ("metric", "type", "constraint")]
        with refused("metric", "acc", "auc", "logloss", "metric="):
            read(tmp_path, text(results(), names))
        assert read(tmp_path, text(results(), names), metric="acc").metric == "acc"

    def test_an_unknown_metric(self, tmp_path):
        with refused("metric", "'f1'", "neg_rmse", "acc"):
            read(tmp_path, text(results()), metric="f1")

    def test_a_flag_cannot_turn_the_results(self, tmp_path):
        with refused("higher_is_better", "'auc'", "lower=True"):
            read(tmp_path, text(results()), higher_is_better=False)

    def test_two_metrics_of_one_task(self, tmp_path):
        with refused(None, "kc2", "auc", "acc"):
            read(tmp_path, text([*results(), row("kc2", "H2O", 0, metric="acc")]))

    def test_a_direction_that_is_not_known(self, tmp_path):
        with refused("metric", "'mine'"):
            read(
                tmp_path, text([*results(), *(row("x", name, 0, 1, metric="mine") for name in ("AutoGluon", "flaml"))])
            )


class TestFailures:
    ROWS = (
        *results(),
        *(row("sick", "AutoGluon", fold, "", metric="", info=FAILED) for fold in range(3)),
        *(row("sick", "flaml", fold) for fold in range(3)),
    )

    def test_a_failure_is_refused_with_its_reason(self, tmp_path):
        with refused("missing", "sick × AutoGluon", "NoResultError: killed, timeout"):
            read(tmp_path, text(self.ROWS))

    def test_or_left_out(self, tmp_path):
        table = read(tmp_path, text(self.ROWS), missing="drop")
        assert table.missing == (MissingCell("sick", "AutoGluon", "NoResultError: killed, timeout"),)

    def test_one_failed_fold_leaves_the_others(self, tmp_path):
        rows = [*results(), *results(("sick",))]
        rows[-1] = row("sick", "flaml", 2, "", info="Timeout")
        table = read(tmp_path, text(rows), missing="drop")
        assert note_of(table, NoteKind.SPLITS_INCOMPLETE)["datasets"] == (("sick", 1, 3),)
        assert table.missing == ()

    def test_a_failure_that_ran_again_is_no_failure(self, tmp_path):
        rows = [row("kc2", "flaml", 0, "", info="Aborting instance"), *results()]
        table = read(tmp_path, text(rows))
        assert note_of(table, NoteKind.RERUNS_LEFT_OUT)["runs"] == 1
        assert table.missing == ()

    def test_two_results_of_one_fold_are_refused(self, tmp_path):
        with refused(None, "'kc2'", "'flaml'", "fold 0"):
            read(tmp_path, text([*results(), row("kc2", "flaml", 0)]))


def test_constraints_are_not_mixed(tmp_path):
    with refused(None, "'constraint'", "1h8c_gp3, 4h8c_gp3"):
        read(tmp_path, text([*results(), row("kc2", "flaml", 0, constraint="4h8c_gp3")]))


def test_a_table_with_a_task_and_a_framework_alone_is_a_long_table(tmp_path):
    text_ = "task,framework,accuracy\na,x,.9\na,y,.8\nb,x,.7\nb,y,.6\n"
    table = read(tmp_path, text_)
    assert table.learners == ("x", "y")
    assert kinds(table) == {NoteKind.COLUMNS_READ_AS}
