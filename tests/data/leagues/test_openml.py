"""Evaluations of OpenML, shaped as openml.evaluations.list_evaluations(output_format="dataframe") gives them."""

import pandas as pd
import pytest
from tests.data.leagues.tables import cells, kinds, note_of, read
from tests.refusals import refused

from outperform.core import MissingCell, NoteKind, Unit
from outperform.data import league_table_of

PIPELINE = (
    "sklearn.pipeline.Pipeline(imputation=sklearn.impute._base.SimpleImputer,classifier=sklearn.svm._classes.SVC)(1)"
)
FLOWS = (("weka.J48(12)", 5), (PIPELINE, 7))
TASKS = ((31, 31, "credit-g"), (59, 61, "iris"), (3, 3, "kr-vs-kp"))


def run(number, task, flow, value, *, values=None, function="predictive_accuracy", time="2014-04-06 23:30:40"):
    """One row, in the order of the columns of openml-python 0.15."""
    return {
        "run_id": number,
        "task_id": task[0],
        "setup_id": flow[1],
        "flow_id": 60,
        "flow_name": flow[0],
        "data_id": task[1],
        "data_name": task[2],
        "function": function,
        "upload_time": time,
        "uploader": 1,
        "uploader_name": "Jan van Rijn",
        "value": value,
        "values": values,
        "array_data": None,
    }


def runs(values=None, **options):
    pairs = [(task, flow) for task in TASKS for flow in FLOWS]
    return [run(at, *pair, 0.9 + at / 100, values=values and values(at), **options) for at, pair in enumerate(pairs)]


def listed(rows):
    return pd.DataFrame(rows)


class TestRead:
    def test_flows_are_learners_and_tasks_data_sets(self):
        table = league_table_of(listed(runs()))
        assert table.datasets == ("credit-g", "iris", "kr-vs-kp")
        assert table.learners == ("J48", "SVC")
        assert cells(table) == {"credit-g": [0.9, 0.91], "iris": [0.92, 0.93], "kr-vs-kp": [0.94, 0.95]}
        assert (table.metric, table.higher_is_better, table.unit) == ("predictive_accuracy", True, Unit.POINTS)
        assert dict(note_of(table, NoteKind.NAMES_SHORTENED)["names"])["J48"] == "weka.J48(12)"

    def test_from_a_file(self, tmp_path):
        text = listed(runs(lambda at: [0.5, at / 10])).to_csv(index=False)
        table = read(tmp_path, text)
        assert table.scores[2].values.tolist() == [[[0.5, 0.4]], [[0.5, 0.5]]]

    def test_values_are_folds_of_which_the_repeats_are_unknown(self):
        table = league_table_of(listed(runs(lambda at: [0.5, 0.6, at / 10])))
        assert table.scores[1].values.tolist() == [[[0.5, 0.6, 0.2]], [[0.5, 0.6, 0.3]]]
        assert table.scores[1].plain

    def test_values_by_repeat(self):
        table = league_table_of(listed(runs(lambda _: [[0.5, 0.6], [0.7, 0.8]])))
        assert table.scores[1].values.tolist() == [[[0.5, 0.6], [0.7, 0.8]]] * 2
        assert not table.scores[1].plain

    def test_without_values_of_every_run_the_means_are_read(self):
        rows = runs(lambda _: [0.5, 0.6])
        rows[0]["values"] = None
        assert league_table_of(listed(rows)).scores[0].values.shape == (2, 1, 1)

    def test_errors_are_turned(self):
        table = league_table_of(listed(runs(function="mean_absolute_error")))
        assert table.higher_is_better is False
        assert cells(table)["iris"] == [-0.92, -0.93]


class TestFunctions:
    ROWS = runs() + runs(function="area_under_roc_curve")

    def test_several_are_asked_about(self):
        with refused("metric", "predictive_accuracy", "area_under_roc_curve", "metric="):
            league_table_of(listed(self.ROWS))

    @pytest.mark.parametrize("metric", ["area_under_roc_curve", "auc", "area under ROC curve"])
    def test_one_is_chosen(self, metric):
        assert league_table_of(listed(self.ROWS), metric=metric).metric == "area_under_roc_curve"


class TestRuns:
    def test_of_several_runs_the_latest_is_kept_whatever_its_score(self):
        again = run(99, TASKS[0], FLOWS[0], 0.1, time="2019-01-01 00:00:00")
        earlier = run(98, TASKS[1], FLOWS[0], 0.99, time="2013-01-01 00:00:00")
        table = league_table_of(listed([*runs(), again, earlier]))
        assert cells(table)["credit-g"][0] == 0.1
        assert cells(table)["iris"][0] == 0.92
        assert note_of(table, NoteKind.RERUNS_LEFT_OUT)["runs"] == 2
        assert table.learners == ("J48", "SVC")

    def test_setups_of_one_flow_are_different_learners(self):
        other = [run(50 + at, task, ("weka.J48(12)", 6), 0.5) for at, task in enumerate(TASKS)]
        table = league_table_of(listed([*runs(), *other]))
        assert table.learners == ("J48 (setup 5)", "SVC", "J48 (setup 6)")

    def test_a_setup_on_one_task_alone_lacks_the_others(self):
        with refused("missing", "iris × J48 (setup 6)"):
            league_table_of(listed([*runs(), run(99, TASKS[0], ("weka.J48(12)", 6), 0.5)]))

    def test_versions_of_a_flow_keep_their_names(self):
        other = [run(50 + at, task, ("weka.J48(13)", 6), 0.5) for at, task in enumerate(TASKS)]
        assert league_table_of(listed([*runs(), *other])).learners == ("weka.J48(12)", "SVC", "weka.J48(13)")

    def test_two_tasks_on_one_data_set(self):
        other = [run(50 + at, (10101, 31, "credit-g"), flow, 0.5) for at, flow in enumerate(FLOWS)]
        table = league_table_of(listed([*runs(), *other]))
        assert table.datasets == ("credit-g (task 31)", "iris", "kr-vs-kp", "credit-g (task 10101)")

    def test_a_run_without_a_value(self):
        rows = [*runs(), *(run(50 + at, (at, at, f"d{at}"), flow, 0.5) for at in range(3) for flow in FLOWS)]
        rows[0]["value"] = None
        assert league_table_of(listed(rows), missing="drop").missing == (MissingCell("credit-g", "J48", "empty cell"),)


class TestRefused:
    @pytest.mark.parametrize("values", ["[0.5, ", [0.5, "high"], [0.5, [0.6]], "many"], ids=str)
    def test_values_that_are_no_list_of_scores(self, values):
        with refused(None, "'values'", "row 1"):
            league_table_of(listed(runs(lambda _: values)))


def test_names_of_other_clients_are_read_as_a_long_table():
    """OpenML's R client has a column per measure and dots in names: listOMLRunEvaluations."""
    rows = [
        {"run.id": at, "task.id": task[0], "flow.name": flow[0], "data.name": task[2], "predictive.accuracy": 0.9}
        for at, (task, flow) in enumerate((task, flow) for task in TASKS for flow in FLOWS)
    ]
    table = league_table_of(listed(rows))
    assert (table.metric, len(table.datasets)) == ("predictive.accuracy", 3)
    assert NoteKind.COLUMNS_READ_AS in kinds(table)
