"""Tables of scores as other tools leave them: what is read, what is left out, what is asked for."""

import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.datasets import load_iris
from sklearn.experimental import enable_halving_search_cv  # noqa: F401
from sklearn.model_selection import (
    GridSearchCV,
    HalvingGridSearchCV,
    KFold,
    RandomizedSearchCV,
    RepeatedKFold,
    ShuffleSplit,
    TimeSeriesSplit,
    cross_val_score,
    cross_validate,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from tests.refusals import refused

from outperform.core import NoteKind
from outperform.data import read_columns, scores_of, tables_of, tables_of_columns
from outperform.data.splits.sizes import folds_by_sizes

ROWS, TARGET = load_iris(return_X_y=True)
LEARNERS = {"nb": GaussianNB(), "tree": DecisionTreeClassifier(random_state=0)}
RNG = np.random.default_rng(5)
A, B = RNG.normal(0.8, 0.02, (2, 10))
METRICS = ["accuracy", "f1_macro"]
GRID = {"max_depth": [1, 2, 3]}


def note(found, kind):
    return next(note for note in found.notes if note.kind is kind)


def kinds(found):
    return {note.kind for note in found.notes}


def validated(**options):
    return {name: cross_validate(learner, ROWS, TARGET, cv=5, **options) for name, learner in LEARNERS.items()}


class TestCrossValidation:
    def test_arrays_of_cross_val_score(self):
        found = tables_of({name: cross_val_score(each, ROWS, TARGET, cv=5) for name, each in LEARNERS.items()})
        assert [(table.learners, table.values.shape) for table in found.scores] == [(("nb", "tree"), (2, 5, 1))]

    def test_pairs_of_names_and_arrays(self):
        assert scores_of([("a", A), ("b", B)]).learners == ("a", "b")
        with refused("scores", "two", "'a'"):
            scores_of([("a", A), ("a", B)])
        for unnamed in ([A, B], np.array([A, B]), [A.tolist(), B.tolist()], []):
            with refused("scores", "dict", type(unnamed).__name__):
                scores_of(unnamed)

    def test_every_metric_is_a_table(self):
        outputs = validated(scoring=METRICS)
        found = tables_of(outputs)
        assert [table.metric for table in found.scores] == METRICS
        for table in found.scores:
            assert table.values[1].ravel().tolist() == outputs["tree"][f"test_{table.metric}"].tolist()
        (chosen,) = tables_of(outputs, metric="f1_macro").scores
        assert chosen.metric == "f1_macro"
        assert [table.metric for table in tables_of(outputs, metric=METRICS[::-1]).scores] == METRICS[::-1]

    @pytest.mark.parametrize(
        ("metric", "facts"), [("f1", ["'f1'", "f1_macro"]), (["accuracy"] * 2, ["twice"]), ([], ["accuracy"])]
    )
    def test_metrics_that_are_not_there(self, metric, facts):
        with refused("metric", *facts):
            tables_of(validated(scoring=METRICS), metric=metric)

    def test_a_metric_of_scores_without_names(self):
        with refused("metric", "leave it out"):
            tables_of({"a": A, "b": B}, metric="accuracy")

    def test_training_scores_are_left_out_and_named(self):
        found = tables_of(validated(scoring=METRICS, return_train_score=True))
        assert [table.metric for table in found.scores] == METRICS
        assert note(found, NoteKind.IGNORED_COLUMNS)["training scores"] == ("train_accuracy", "train_f1_macro")
        assert not tables_of(validated()).notes

    def test_frames_of_cross_validate(self):
        """A frame of times and scores used to be read as repeats of three folds."""
        outputs = validated()
        found = scores_of({name: pd.DataFrame(output) for name, output in outputs.items()})
        assert found.values.tolist() == scores_of(outputs).values.tolist()
        together = pd.concat({name: pd.DataFrame(output) for name, output in outputs.items()}, names=["learner"])
        read = tables_of(together)
        assert read.scores[0].values.tolist() == found.values.tolist()
        assert note(read, NoteKind.ROWS_AS_SPLITS)["splits"] == 5
        with refused("table", "cross_validate", "one learner"):
            scores_of(pd.DataFrame(outputs["nb"]))

    def test_learners_with_other_metrics(self):
        one, two = (validated(scoring=scoring)["nb"] for scoring in (METRICS, METRICS[:1]))
        with refused("scores", "test_f1_macro", "scoring"):
            tables_of({"a": one, "b": two})
        with refused("scores of 'b'", "test_accuracy, test_f1_macro"):
            tables_of({"a": one, "b": one["test_accuracy"]})
        with refused("scores of 'a'", "test_"):
            tables_of({"a": {"score": A}, "b": {"score": B}})

    def test_a_scorer_called_score(self):
        outputs = validated(scoring={"score": "accuracy", "f1": "f1_macro"})
        assert [table.metric for table in tables_of(outputs).scores] == ["score", "f1"]


class TestSearches:
    def search(self, cv=5, **options):
        return GridSearchCV(LEARNERS["tree"], GRID, cv=cv, **options).fit(ROWS, TARGET)

    def test_a_fitted_search_is_its_grid_with_a_caution(self):
        search = self.search()
        found = tables_of(search)
        (table,) = found.scores
        assert table.learners == ("max_depth=1", "max_depth=2", "max_depth=3")
        assert table.values.reshape(3, 5).tolist() == scores_of(search.cv_results_).values.reshape(3, 5).tolist()
        assert note(found, NoteKind.BEST_OF_SEARCH)["candidates"] == 3
        assert NoteKind.BEST_OF_SEARCH in kinds(tables_of(search.cv_results_))

    @pytest.mark.parametrize(
        ("cv", "shape", "plain"),
        [
            (5, (1, 5), False),
            (None, (1, 5), False),
            (KFold(3, shuffle=True, random_state=0), (1, 3), False),
            (RepeatedKFold(n_splits=3, n_repeats=2, random_state=0), (2, 3), False),
            (ShuffleSplit(4, random_state=0), (4, 1), False),
            (TimeSeriesSplit(3), (3, 1), True),
        ],
        ids=str,
    )
    def test_repeats_and_folds_come_from_its_cv(self, cv, shape, plain):
        rows = RNG.permutation(len(TARGET))
        search = GridSearchCV(LEARNERS["tree"], GRID, cv=cv).fit(ROWS[rows], TARGET[rows])
        table = scores_of(search)
        assert (table.values.shape[1:], table.plain) == (shape, plain)

    def test_sizes_come_from_a_list_of_splits(self):
        table = scores_of(self.search(list(KFold(3, shuffle=True, random_state=1).split(ROWS))))
        assert (table.n_train.tolist(), table.n_test.tolist()) == ([[100] * 3], [[50] * 3])
        with refused("n_train", "search"):
            scores_of(self.search(list(KFold(3, shuffle=True, random_state=1).split(ROWS))), n_train=100, n_test=50)
        assert scores_of(self.search()).n_train is None
        assert scores_of(self.search(), n_train=120, n_test=30).n_train.tolist() == [[120] * 5]

    def test_several_metrics_are_several_tables(self):
        search = self.search(scoring=METRICS, refit="f1_macro")
        for given in (search, search.cv_results_, pd.DataFrame(search.cv_results_)):
            assert [table.metric for table in tables_of(given).scores] == METRICS
        with refused("scores", "accuracy, f1_macro"):
            scores_of(search)

    def test_a_random_search(self):
        search = RandomizedSearchCV(LEARNERS["tree"], {"max_depth": range(1, 9)}, n_iter=4, random_state=0)
        assert len(scores_of(search.fit(ROWS, TARGET)).learners) == 4

    def test_a_search_that_was_not_fitted(self):
        with refused("scores", "GridSearchCV", "fit(X, y)"):
            scores_of(GridSearchCV(LEARNERS["tree"], GRID))

    def test_of_a_halving_search_one_round_is_compared(self):
        grid = {"max_depth": [*range(1, 9)]}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            search = HalvingGridSearchCV(LEARNERS["tree"], grid, cv=3, random_state=0).fit(ROWS, TARGET)
        found = tables_of(search)
        read = note(found, NoteKind.SEARCH_ROUND)
        rounds = np.asarray(search.cv_results_["iter"])
        assert read["candidates"] == (rounds == read["round"] - 1).sum() == len(found.scores[0].learners)
        assert note(found, NoteKind.BEST_OF_SEARCH)["candidates"] == 8
        assert found.scores[0].n_train[0, 0] + found.scores[0].n_test[0, 0] == read["amount"]

    def test_a_candidate_that_failed_is_named(self):
        results = {"params": [{"a": 1}, {"a": 2}], "split0_test_score": [0.5, 0.5], "split1_test_score": [0.5, np.nan]}
        with refused("scores of 'a=2'", "value 2 is nan"):
            scores_of(results)

    def test_a_file_of_results(self, tmp_path):
        search = self.search()
        pd.DataFrame(search.cv_results_).to_csv(tmp_path / "r.csv")
        (read,) = tables_of_columns(read_columns(tmp_path / "r.csv")).scores
        assert read.learners == ("max_depth=1", "max_depth=2", "max_depth=3")
        assert read.values.reshape(3, 5).tolist() == scores_of(search).values.reshape(3, 5).tolist()


class TestColumns:
    def long(self, **columns):
        return pd.DataFrame({"learner": ["a"] * 10 + ["b"] * 10, "fold": [*range(10)] * 2, **columns})

    def test_several_columns_of_scores(self):
        frame = self.long(accuracy=np.r_[A, B], test_f1=np.r_[B, A])
        found = tables_of(frame)
        assert [table.metric for table in found.scores] == ["accuracy", "f1"]
        assert found.scores[1].values.reshape(2, 10).tolist() == [B.tolist(), A.tolist()]
        with refused("scores", "f1 and test_f1"):
            tables_of(frame.assign(f1=0.5))

    def test_a_column_of_metrics(self):
        long = pd.concat(
            [self.long(score=np.r_[A, B]).assign(metric="x"), self.long(score=np.r_[B, A]).assign(metric="y")]
        )
        assert [table.metric for table in tables_of(long.sample(frac=1, random_state=0)).scores] in (
            ["x", "y"],
            ["y", "x"],
        )
        wide = pd.DataFrame({"metric": ["x"] * 10 + ["y"] * 10, "fold": [*range(10)] * 2, "a": [*A, *B], "b": [*B, *A]})
        for given in (long.rename(columns={"score": "value"}), wide):
            assert {table.metric: table.values.reshape(2, 10).tolist() for table in tables_of(given).scores} == {
                "x": [A.tolist(), B.tolist()],
                "y": [B.tolist(), A.tolist()],
            }
        with refused("table", "metric", "value, other"):
            tables_of(long.rename(columns={"score": "value"}).assign(other=0.5))

    def test_a_metric_without_a_name(self):
        long = self.long(score=np.r_[A, B], metric=["x"] * 19 + [None])
        with refused("column 'metric'", "row 20"):
            tables_of(long)
        assert tables_of(long.assign(metric=None)).scores[0].metric is None

    def test_sizes_without_any_value_are_not_known(self):
        long = self.long(score=np.r_[A, B], n_train=None, n_test=None)
        assert scores_of(long).n_train is None
        assert scores_of(long, n_train=90, n_test=10).n_train is not None

    @pytest.mark.parametrize("library", [pd, pl])
    def test_identifiers_text_and_times_are_left_out_and_named(self, library):
        wide = {
            "run_id": [f"r{i}" for i in range(10)],
            "id": [*range(10)],
            "comment": ["fine"] * 10,
            "fold": [*range(10)],
            "a": A.tolist(),
            "b": B.tolist(),
            "seconds": [0.5] * 10,
        }
        found = tables_of(library.DataFrame(wide))
        assert found.scores[0].learners == ("a", "b")
        left = note(found, NoteKind.UNNAMED_COLUMNS)
        assert (left["identifiers"], left["text"], left["other measurements"]) == (
            ("run_id", "id"),
            ("comment",),
            ("seconds",),
        )

    def test_beside_a_column_score_other_numbers_are_left_out(self):
        found = tables_of(self.long(score=np.r_[A, B], depth=3))
        assert [table.metric for table in found.scores] == [None]
        assert "depth" in str(note(found, NoteKind.IGNORED_COLUMNS))

    def test_one_odd_cell_does_not_make_a_learner_disappear(self):
        wide = pd.DataFrame({"fold": range(10), "a": A, "b": B, "c": A})
        for cell, fact in (("0,91", "0.91"), ("91 %", "'91 %'"), ("NA", "'NA'"), (None, "row 4")):
            odd = wide.astype({"c": object})
            odd.loc[3, "c"] = cell
            with refused("column 'c'", "row 4", fact):
                tables_of(odd)
        commas = wide.assign(c=[f"{value:.3f}".replace(".", ",") for value in A])
        assert scores_of(commas).values[2].ravel().tolist() == A.round(3).tolist()
        assert note(tables_of(commas), NoteKind.COMMAS_AS_POINTS)["value"] == commas["c"][0]

    def test_a_learner_may_be_called_id(self):
        assert scores_of(pd.DataFrame({"fold": range(10), "id": A, "seed": B})).learners == ("id", "seed")

    @pytest.mark.parametrize("name", ["model", "Estimator", "Learner"])
    @pytest.mark.parametrize("fold", ["split", "Fold"])
    def test_usual_names(self, name, fold):
        frame = self.long(score=np.r_[A, B]).rename(columns={"learner": name, "fold": fold})
        table = scores_of(frame)
        assert (table.learners, table.values.shape) == (("a", "b"), (2, 1, 10))

    def test_seeds_number_repeats_where_every_seed_has_every_fold(self):
        wide = pd.DataFrame({"seed": [*range(10)], "a": A, "b": B})
        found = tables_of(wide)
        assert (found.scores[0].values.shape, found.scores[0].plain) == ((2, 10, 1), False)
        assert note(found, NoteKind.COLUMNS_READ_AS)["columns"] == (("seed", "repeat"),)
        assert scores_of(wide.assign(seed=[7] * 5 + [8] * 5, fold=[*range(5)] * 2)).values.shape == (2, 2, 5)
        for seed, fold in (([42] * 10, [*range(10)]), ([*range(10)], [*range(10)])):
            one = tables_of(wide.assign(seed=seed, fold=fold))
            assert one.scores[0].values.shape == (2, 1, 10)
            assert note(one, NoteKind.UNNAMED_COLUMNS)["identifiers"] == ("seed",)

    def test_rows_without_folds_are_splits_in_order(self):
        wide = pd.DataFrame({"a": A, "b": B})
        found = tables_of(wide)
        assert note(found, NoteKind.ROWS_AS_SPLITS)["splits"] == 10
        assert (found.scores[0].plain, found.scores[0].values.reshape(2, 10).tolist()) == (True, [[*A], [*B]])
        long = self.long(score=np.r_[A, B]).drop(columns="fold")
        assert scores_of(long).values.tolist() == found.scores[0].values.tolist()

    def test_ragged_rows_without_folds(self):
        long = self.long(score=np.r_[A, B]).drop(columns="fold")
        with refused("table", "a has 10 rows", "b has 9", "fold"):
            scores_of(long.iloc[:-1])
        with refused("table", "one score per learner", "fold"):
            scores_of(long.iloc[[0, 10]])

    def test_folds_that_begin_again_need_their_repeats(self):
        with refused("table", "fold 0", "column repeat"):
            scores_of(pd.concat([self.long(score=np.r_[A, B])] * 2))


class TestRuns:
    """As ``mlflow.search_runs()`` gives them."""

    def runs(self, **changed):
        columns = {
            "run_id": [f"run{i}" for i in range(20)],
            "experiment_id": ["0"] * 20,
            "status": ["FINISHED"] * 20,
            "start_time": pd.date_range("2026-01-01", periods=20),
            "metrics.accuracy": np.r_[A, B],
            "metrics.f1": np.r_[B, A],
            "metrics.training_accuracy": [1.0] * 20,
            "params.model": ["a"] * 10 + ["b"] * 10,
            "params.fold": [str(i) for i in range(10)] * 2,
            "params.max_depth": [None] * 20,
            "tags.mlflow.runName": [f"bold-shrike-{i}" for i in range(20)],
        }
        return pd.DataFrame({name: column for name, column in (columns | changed).items() if column is not None})

    def test_a_run_per_fold(self, tmp_path):
        found = tables_of(self.runs().sample(frac=1, random_state=1))
        assert [table.metric for table in found.scores] == ["accuracy", "f1"]
        by_name = dict(zip(found.scores[0].learners, found.scores[0].values.reshape(2, 10).tolist(), strict=True))
        assert by_name == {"a": A.tolist(), "b": B.tolist()}
        read = note(found, NoteKind.RUNS_READ)
        assert (read["learner"], read["splits"]) == ("params.model", "params.fold")
        self.runs().to_csv(tmp_path / "runs.csv", index=False)
        (by_file,) = tables_of_columns(read_columns(tmp_path / "runs.csv"), metric="f1").scores
        assert by_file.values.reshape(2, 10).tolist() == [B.tolist(), A.tolist()]

    def test_learners_by_the_name_of_the_run(self):
        named = self.runs(**{"params.model": None, "tags.mlflow.runName": ["tree"] * 10 + ["nb"] * 10})
        assert scores_of(named.drop(columns="metrics.f1")).learners == ("tree", "nb")

    def test_repeats_and_sizes_as_parameters(self):
        given = self.runs(
            **{
                "metrics.f1": None,
                "params.repeat": (["1"] * 5 + ["2"] * 5) * 2,
                "params.fold": [str(i % 5) for i in range(20)],
                "params.n_train": ["80"] * 20,
                "params.n_test": ["20"] * 20,
            }
        )
        table = scores_of(given)
        assert (table.values.shape, table.n_test.tolist()) == ((2, 2, 5), [[20] * 5] * 2)

    def test_runs_that_failed_and_parents_are_left_out(self):
        more = pd.DataFrame(
            {"run_id": ["parent", "broken"], "status": ["FINISHED", "FAILED"], "params.fold": [None, "3"]}
        )
        found = tables_of(pd.concat([self.runs(), more]))
        assert {note["runs"] for note in found.notes if note.kind is NoteKind.RUNS_LEFT_OUT} == {
            ("parent",),
            ("broken",),
        }
        with refused("table", "finished"):
            tables_of(more.iloc[1:].assign(**{"metrics.accuracy": 0.5}))

    def test_a_run_per_learner_with_a_metric_per_fold(self):
        runs = pd.DataFrame({"run_id": ["x", "y"], "tags.mlflow.runName": ["a", "b"]})
        for form in ("metrics.accuracy_fold_{}", "metrics.fold{}_accuracy", "metrics.split{}_accuracy"):
            wide = runs.assign(**{form.format(i): [A[i], B[i]] for i in range(10)})
            table = scores_of(wide)
            assert (table.metric, table.values.reshape(2, 10).tolist()) == ("accuracy", [A.tolist(), B.tolist()])

    def test_what_is_missing_is_named(self):
        for given in (self.runs(**{"params.fold": None}), self.runs(**{"params.fold": None, "params.model": None})):
            with refused("table", "params.fold", "mlflow.log_param('fold', 1)", "column fold"):
                tables_of(given)
        with refused("table", "params.learner", "mlflow.log_param('learner', NAME)", "column learner"):
            tables_of(self.runs(**{"params.model": None, "tags.mlflow.runName": None}))
        assert tables_of(self.runs(**{"params.fold": None}).assign(fold=[*range(10)] * 2)).scores
        with refused("column 'f1'", "row 3", "missing"):
            tables_of(self.runs(**{"metrics.f1": [0.5, 0.5, np.nan] + [0.5] * 17}))

    def test_runs_without_metrics(self):
        runs = self.runs(**{"metrics.accuracy": [np.nan] * 20, "metrics.f1": None})
        with refused("table", "metric", "mlflow.log_metric"):
            tables_of(runs)


@pytest.mark.parametrize(
    ("splits", "n_train", "n_test", "folds"),
    [
        (100, 90, 10, 10),
        (10, 512, 57, 10),  # 569 rows
        (10, 135, 15, 10),
        (30, [120] * 30, [30] * 30, 5),
        (10, [512] * 9 + [513], [57] * 9 + [56], 10),
        (10, [512] * 8 + [513] * 2, [57] * 8 + [56] * 2, None),  # 568 of 569 rows
        (4, [284, 285] * 2, [285, 284] * 2, 2),
        (10, 50, 50, None),  # as well random halves
        (7, 90, 10, None),
        (10, 90, 5, None),
        (5, [10, 20, 30, 40, 50], [10] * 5, None),  # splits that follow time
        (5, 4, 1, 5),
        (3, 1, 9, None),
    ],
)
def test_sizes_show_folds(splits, n_train, n_test, folds):
    assert folds_by_sizes(splits, (np.array(n_train), np.array(n_test))) == folds
