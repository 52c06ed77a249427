"""Scores from tables, from arrays by learner, and from scikit-learn's cross-validation."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import GridSearchCV, KFold, ShuffleSplit, cross_validate
from sklearn.tree import DecisionTreeClassifier
from tests.refusals import refused

from outperform.core import Note, NoteKind
from outperform.data import scores_of, tables_of

A, B = np.random.default_rng(0).random((2, 3, 2))
ROWS, TARGET = load_iris(return_X_y=True)
WIDE = {"repeat": [1, 1, 2, 2], "fold": [1, 2, 1, 2], "n_train": [90] * 4, "n_test": [10] * 4}


def table(**columns):
    return pd.DataFrame({**WIDE, **columns})


def validated(cv, **options):
    return cross_validate(DecisionTreeClassifier(random_state=0), ROWS, TARGET, cv=cv, **options)


class TestDicts:
    @pytest.mark.parametrize("name", ["repeat", "fold", "learner", "score", "n_test", "params", "split0_test_score"])
    def test_a_learner_may_have_any_name(self, name):
        found = scores_of({name: A, "other": B})
        assert found.learners == (name, "other")
        assert found.values.tolist() == [A.tolist(), B.tolist()]

    @pytest.mark.parametrize(
        "pair", [("learner", "score"), ("repeat", "fold"), ("params", "split0_test_score"), ("params", "split0_test_x")]
    )
    def test_even_two_of_them(self, pair):
        found = scores_of(dict(zip(pair, (A, B), strict=True)))
        assert found.learners == pair

    def test_a_table_in_a_dict_is_refused_and_not_compared(self):
        with refused("scores", "repeat", "fold", "pandas.DataFrame(scores)"):
            scores_of({"repeat": [1, 1], "fold": [1, 2], "a": [0.8, 0.9], "b": [0.7, 0.6]})
        with refused("scores of 'learner'", "value 1 is 'a'"):
            scores_of({"learner": ["a", "b"], "score": [0.8, 0.9], "fold": [1, 1]})

    def test_the_output_for_one_learner_is_refused(self):
        with refused("scores", "cross_validate", "one learner"):
            scores_of(validated(3))

    def test_two_learners_of_one_name_are_refused(self):
        with refused("scores", "two", "'1'"):
            scores_of({1: A, "1": B})

    @pytest.mark.parametrize(
        ("values", "fact"),
        [
            ([0.5, np.nan], "value 2 is nan,"),
            ([0.5, None], "value 2 is None,"),
            ([0.5, np.inf], "value 2 is inf,"),
            (np.array([0.5, "x"], dtype=object), "value 2 is 'x',"),
            ([True, False], "value 1 is True,"),
            (np.array([1, 2], dtype="datetime64[D]"), "value 1 is 1970-01-02,"),
            ([[1, 2], [3]], "value 1 is [1, 2],"),
            ([np.zeros((2, 2)), np.zeros((2, 3))], "different lengths"),
        ],
    )
    def test_what_is_no_score_is_shown_plain(self, values, fact):
        with refused("scores of 'a'", fact):
            scores_of({"a": values, "b": values})


class TestPlain:
    def test_a_mere_list_is_plain(self):
        found = scores_of({"a": A.ravel(), "b": B.ravel()}, n_train=90, n_test=10)
        assert (found.plain, found.values.shape) == (True, (2, 6, 1))
        assert scores_of({"a": A.ravel(), "b": B.ravel()}, n_train=[90] * 6, n_test=[10] * 6).plain

    def test_so_are_scikit_learns_without_indices(self):
        assert scores_of({"a": validated(3), "b": validated(3)}).plain
        search = GridSearchCV(DecisionTreeClassifier(), {"max_depth": [1, 2]}, cv=3).fit(ROWS, TARGET)
        assert scores_of(search.cv_results_).plain

    def test_nothing_else_is(self):
        sizes = {"n_train": np.full((3, 2), 90), "n_test": np.full((3, 2), 10)}
        by_sizes = scores_of({"a": A.ravel(), "b": B.ravel()}, **sizes)
        assert (by_sizes.plain, by_sizes.values.tolist()) == (False, [A.tolist(), B.tolist()])
        assert not scores_of({"a": A, "b": B}).plain
        assert not scores_of({"a": A[:, :1], "b": B[:, :1]}).plain
        assert not scores_of(table(a=[0.5] * 4, b=[0.5] * 4)).plain
        assert not scores_of(table(a=[0.5] * 4, b=[0.5] * 4).drop(columns="fold").iloc[[0, 2]]).plain
        assert not scores_of({name: validated(3, return_indices=True) for name in "ab"}).plain


class TestPlans:
    def test_different_splits_are_not_paired(self):
        first, second = (validated(KFold(5, shuffle=True, random_state=s), return_indices=True) for s in (0, 1))
        with refused("scores", "a and b", "different splits", "cv"):
            scores_of({"a": first, "b": second})
        assert scores_of({"a": first, "b": first}).plan is not None

    def test_the_same_test_sets_with_other_training_sets_are_different_splits(self):
        cut = validated(ShuffleSplit(4, test_size=30, train_size=60, random_state=0), return_indices=True)
        full = validated(ShuffleSplit(4, test_size=30, random_state=0), return_indices=True)
        with refused("scores", "a and b", "different splits"):
            scores_of({"a": cut, "b": full})

    def test_indices_come_for_all_or_for_none(self):
        known, unknown = validated(5, return_indices=True), validated(5)
        with refused("scores", "b has indices, a has none", "return_indices=True"):
            scores_of({"a": unknown, "b": known})
        with refused("scores", "a has indices, b has none"):
            scores_of({"a": known, "b": unknown["test_score"]})

    @pytest.mark.parametrize("name", ["n_train", "n_test"])
    def test_sizes_beside_indices_are_given_twice(self, name):
        known = validated(5, return_indices=True)
        with refused(name, "argument", "cross_validate"):
            scores_of({"a": known, "b": known}, **{name: 30})

    def test_indices_that_do_not_fit_the_scores_are_refused(self):
        known = validated(5, return_indices=True)
        short = known | {"test_score": known["test_score"][:4]}
        with refused("scores", "4 scores", "5 splits"):
            scores_of({"a": short, "b": short})


class TestSearches:
    def search(self, grid, **options):
        return GridSearchCV(DecisionTreeClassifier(random_state=0), grid, cv=3, **options).fit(ROWS, TARGET).cv_results_

    def test_a_frame_is_as_good_as_the_dict(self):
        results = self.search({"max_depth": [1, 2]})
        by_dict, by_frame = scores_of(results), scores_of(pd.DataFrame(results))
        assert by_dict.learners == by_frame.learners == ("max_depth=1", "max_depth=2")
        assert by_dict.values.tolist() == by_frame.values.tolist()

    def test_candidates_of_one_name_are_numbered(self):
        found = scores_of(self.search([{"max_depth": [1, 1, 2]}, {"max_depth": [1]}, {}]))
        assert found.learners == ("max_depth=1 (1)", "max_depth=1 (2)", "max_depth=2", "max_depth=1 (3)", "defaults")

    def test_estimators_as_parameters_are_written_in_one_line(self):
        class Wordy(DummyClassifier):
            def __repr__(self):
                return "Wordy(\n    1)"

        results = self.search({"max_depth": [1, 2]})
        results["params"] = [{"est": Wordy()}, {"est": Wordy()}]
        assert scores_of(results).learners == ("est=Wordy( 1) (1)", "est=Wordy( 1) (2)")

    def test_several_metrics_are_named_and_refused_where_one_is_needed(self):
        results = self.search({"max_depth": [1, 2]}, scoring=["accuracy", "f1_macro"], refit=False)
        for given in (results, pd.DataFrame(results)):
            with refused("scores", "accuracy, f1_macro"):
                scores_of(given)
        one = {key: value for key, value in results.items() if not key.endswith("f1_macro")}
        assert scores_of(one).learners == ("max_depth=1", "max_depth=2")

    def test_ten_splits_stay_in_order(self):
        results = {"params": [{"a": 1}, {"a": 2}]} | {f"split{i}_test_score": np.array([i, -i]) for i in range(12)}
        assert scores_of(results).values[:, :, 0].tolist() == [[*range(12)], [-i for i in range(12)]]


class TestCounts:
    """Where scores are counts over sizes they are computed from the counts: protocols, section 1."""

    EXACT = np.array([13, 14, 15, 17]) / 19

    @staticmethod
    def read(scores, other, n_test, metric="accuracy"):
        rows = table(learner=["a"] * 4, **{metric: scores}), table(learner=["b"] * 4, **{metric: other})
        found = tables_of(pd.concat([each.assign(n_test=n_test) for each in rows]))
        return found.scores[0].values.reshape(2, 4), [note.kind for note in found.notes]

    @pytest.mark.parametrize("metric", ["accuracy", "ACC", "exact_match"])
    @pytest.mark.parametrize("digits", [4, 6])
    def test_rounded_shares_become_exact_and_a_note_says_so(self, metric, digits):
        given = np.round(self.EXACT, digits)
        found, notes = self.read(given, given[::-1], 19, metric)
        assert found.tolist() == [self.EXACT.tolist(), self.EXACT[::-1].tolist()]
        assert NoteKind.SHARES_FROM_COUNTS in notes

    def test_exact_shares_need_no_note(self):
        found, notes = self.read(self.EXACT, 1 - (1 - self.EXACT), 19)
        assert found.tolist() == [self.EXACT.tolist()] * 2
        assert NoteKind.SHARES_FROM_COUNTS not in notes

    def test_single_precision_is_a_rounding(self):
        found, notes = self.read(self.EXACT.astype(np.float32), self.EXACT, 19)
        assert found.tolist() == [self.EXACT.tolist()] * 2
        assert NoteKind.SHARES_FROM_COUNTS in notes

    def test_sizes_may_differ_between_splits(self):
        n_test = np.array([3, 7, 3, 7])
        found, _ = self.read(np.round(np.array([1, 2, 3, 4]) / n_test, 5), [0.0, 1, 0, 1], n_test)
        assert found[0].tolist() == [1 / 3, 2 / 7, 1.0, 4 / 7]

    @pytest.mark.parametrize("scores", [[0.5, 0.6, 0.7, 0.712], [0.5, 0.5, 1.0, 1.1], [0.5, 0.5, -0.1, 0.5]])
    def test_other_scores_stay(self, scores):
        nudged = [score + 1e-9 for score in scores]
        found, notes = self.read(nudged, nudged, 19)
        assert found[0].tolist() == nudged
        assert NoteKind.SHARES_FROM_COUNTS not in notes

    @pytest.mark.parametrize("metric", ["r2", "auc", "f1", "score", "balanced_accuracy", "weighted_accuracy", "mine"])
    def test_metrics_that_are_no_shares_of_rows_stay(self, metric):
        """r2 of .9997 to .9999 on 10 rows is not 1: issue 31, point 1.1."""
        given = np.round(self.EXACT, 6)
        assert self.read(given, given, 19, metric)[0][0].tolist() == given.tolist()

    def test_digits_that_are_no_rounding_of_a_share_stay(self):
        """0.9997 is within a hundredth of a row of 10/10, but no rounding of it: an accuracy of weighted rows."""
        given = [0.9997, 0.9999, 0.9998, 0.9999]
        found, notes = self.read(given, [0.9991, 0.9994, 0.9992, 0.9993], 10)
        assert found[0].tolist() == given
        assert NoteKind.SHARES_FROM_COUNTS not in notes

    def test_scores_without_a_name_stay(self):
        given = np.round(self.EXACT, 6)
        assert scores_of(table(a=given, b=given).assign(n_test=19)).values[0].ravel().tolist() == given.tolist()
        assert scores_of({"a": given, "b": given}, n_train=90, n_test=19).values[0].ravel().tolist() == given.tolist()


class TestTables:
    @pytest.mark.parametrize(
        ("column", "fact"),
        [
            (pd.date_range("2026-01-01", periods=4), "dates or times"),
            (pd.date_range("2026-01-01", periods=4, tz="UTC"), "row 1 is 2026-01-01 00:00:00"),
            (pd.to_timedelta([1, 2, 3, 4]), "dates or times"),
            ([True, False, True, True], "booleans"),
            (pd.array([0.5, pd.NA, 0.5, 0.5], dtype="Float64"), "row 2 is missing"),
            ([0.5, np.nan, 0.5, 0.5], "row 2 is missing"),
        ],
    )
    def test_columns_that_hold_no_scores(self, column, fact):
        with refused("column 'b'", fact):
            scores_of(table(a=[0.5] * 4, b=column))

    def test_polars_dates(self):
        days = pl.date_range(pl.date(2026, 1, 1), pl.date(2026, 1, 4), eager=True)
        with refused("column 'b'", "dates or times"):
            scores_of(pl.DataFrame({**WIDE, "a": [0.5] * 4, "b": days}))

    def test_two_columns_of_one_name(self):
        frame = table(a=[0.5] * 4, b=[0.5] * 4).rename(columns={"b": "a"})
        with refused("table", "two", "'a'"):
            scores_of(frame)

    def test_a_long_table_without_scores(self):
        frame = table(learner=["a", "b"] * 2, remark=["good"] * 4)
        with refused("table", "learner", "score", "repeat, fold, n_train, n_test, learner, remark"):
            scores_of(frame)

    @pytest.mark.parametrize(
        ("columns", "facts"),
        [
            ({"label": ["x", "y"], "a": ["x", "x"], "b": ["y", "y"]}, ["label, a, b", "judge_predictions"]),
            ({"Y_true": [1, 0], "p": [0.25, 0.75]}, ["Y_true, p", "judge_predictions"]),
            ({"kind": ["x", "y"], "a": ["x", "x"]}, ["kind, a", "judge_predictions"]),
            ({"a": [1, 0], "b": [0, 0]}, ["a, b", "judge_items"]),
        ],
    )
    def test_a_table_of_predictions_is_shown_to_its_verb(self, columns, facts):
        with refused("table", *facts):
            scores_of(pd.DataFrame(columns))

    def test_a_table_of_scores_without_splits_is_not_taken_for_predictions(self):
        assert scores_of(pd.DataFrame({"a": [0.25, 0.5], "b": [0.5, 1.0]})).learners == ("a", "b")
        with refused("table", "a", "per learner") as refusal:
            scores_of(pd.DataFrame({"a": [0.25, 0.5]}))
        assert "judge_predictions" not in str(refusal.value)

    def test_a_table_without_learners(self):
        with refused("table", "learner", "only repeat, fold, n_train, n_test"):
            scores_of(table())

    @pytest.mark.parametrize("name", ["n_train", "n_test"])
    def test_sizes_that_differ_between_learners_are_named_by_split(self, name):
        long = pd.concat([table(learner=[name] * 4, score=[0.5] * 4) for name in "ab"], ignore_index=True)
        long.loc[6, name] = 80
        with refused(f"column {name!r}", "a and b", "repeat 2, fold 1"):
            scores_of(long)

    @pytest.mark.parametrize("names", [("None", "nan"), ("nan", "NA"), ("1", "01")])
    def test_a_learner_may_have_any_name(self, names):
        wide = dict(zip(names, ([0.5] * 4, [0.25] * 4), strict=True))
        assert scores_of(table(**wide)).learners == names
        long = pd.concat([table(learner=[name] * 4, score=values) for name, values in wide.items()])
        assert scores_of(long).learners == names

    @pytest.mark.parametrize("gap", [None, np.nan, pd.NA])
    def test_a_learner_without_a_name(self, gap):
        names = pd.Series(["a", "b", gap, "b"], dtype=object)
        with refused("column 'learner'", "row 3", "empty"):
            scores_of(table(learner=names, score=[0.5] * 4))

    @pytest.mark.parametrize("gap", [None, np.nan, pd.NA])
    def test_a_fold_without_a_name(self, gap):
        folds = pd.Series([1, gap, 1, 2], dtype=object)
        with refused("column 'fold'", "row 2", "empty"):
            scores_of(table(a=[0.5] * 4, b=[0.5] * 4).assign(fold=folds))

    def test_coordinates_of_any_kind(self):
        frame = table(a=[0.1, 0.2, 0.3, 0.4], b=[0.5] * 4)
        for repeat in (
            ["x", "x", "y", "y"],
            pd.to_datetime(["2026-01-01"] * 2 + ["2026-01-02"] * 2),
            [10.5, 10.5, 20, 20],
        ):
            assert scores_of(frame.assign(repeat=repeat)).values[0].tolist() == [[0.1, 0.2], [0.3, 0.4]]

    def test_a_table_with_gaps_needs_no_room_for_them(self):
        """A grid of 10^5 repeats of 10^5 folds would not fit into the memory."""
        count = 100_000
        frame = pd.DataFrame({"repeat": range(count), "fold": range(count), "a": 0.5, "b": 0.5})
        with refused("table", "no score", "learner a", "repeat 0, fold 1"):
            scores_of(frame)

    def test_the_last_gap_is_found(self):
        frame = pd.DataFrame({"learner": ["a", "a", "b"], "fold": [1, 2, 1], "score": [0.5] * 3})
        with refused("table", "no score", "learner b", "repeat 1, fold 2"):
            scores_of(frame)

    def test_a_split_that_no_learner_has_was_left_out(self):
        frame = table(a=[0.1, 0.2, 0.3, 0.4], b=[0.5] * 4).assign(n_test=[11, 10, 10, 11], n_train=[10, 11, 11, 10])
        found = scores_of(frame.drop(index=1))
        assert np.isnan(found.values[:, 0, 1]).all()
        assert (found.traits.missing, found.n_test.tolist()) == (1, [[11, 10], [10, 11]])
        with refused("table", "no score", "learner a", "repeat 1, fold 2"):
            scores_of(frame.drop(index=[1, 2]))

    def test_two_scores_for_one_split(self):
        with refused("table", "more than one score", "learner a", "repeat 1, fold 1"):
            scores_of(table(a=[0.5] * 4, b=[0.5] * 4).assign(repeat=1))


class TestSizes:
    @pytest.mark.parametrize(
        ("size", "shown"),
        [
            (0, "0"),
            (-3, "-3"),
            (2.5, "2.5"),
            (1e30, "1e+30"),
            (np.float64("nan"), "nan"),
            (np.inf, "inf"),
            (True, "True"),
            ("many", "'many'"),
            (np.str_("few"), "'few'"),
            ([90, 90, 90, 90, 90, None], "None"),
            ([[90, 90], [90]], "[90, 90]"),
        ],
    )
    @pytest.mark.parametrize("name", ["n_train", "n_test"])
    def test_arguments_are_called_by_their_names(self, name, size, shown):
        sizes = {"n_train": 90, "n_test": 10} | {name: size}
        with refused(name, f"got {shown}"):
            scores_of({"a": A, "b": B}, **sizes)
        with refused(name, f"got {shown}"):
            scores_of({"a": A.ravel(), "b": B.ravel()}, **sizes)

    def test_sizes_of_another_shape_are_refused(self):
        with refused("n_train", "(2, 3)", "(3, 2)"):
            scores_of({"a": A, "b": B}, n_train=np.full((2, 3), 90), n_test=10)

    @pytest.mark.parametrize("name", ["n_train", "n_test"])
    def test_columns_beside_arguments_are_given_twice(self, name):
        with refused(name, "argument", "column"):
            scores_of(table(a=[0.5] * 4, b=[0.5] * 4), **{name: 30})

    @pytest.mark.parametrize(("given", "missing"), [("n_train", "n_test"), ("n_test", "n_train")])
    def test_one_size_without_the_other_is_refused(self, given, missing):
        with refused(missing, given):
            scores_of({"a": A, "b": B}, **{given: 30})

    def test_too_few_sizes_are_refused(self):
        with refused("n_test", "2 values", "6 splits"):
            scores_of({"a": A, "b": B}, n_train=90, n_test=[10, 10])

    def test_whatever_holds_whole_numbers_will_do(self):
        for size in (90, 90.0, np.int8(90), [90] * 6, np.full((3, 2), 90), pd.Series([90] * 6)):
            found = scores_of({"a": A, "b": B}, n_train=size, n_test=10)
            assert found.n_train.tolist() == [[90, 90]] * 3


class TestTraps:
    @pytest.mark.parametrize("metric", ["rmse", "test_mae", "log_loss", "val_loss", "Error_Rate", "mean_squared_error"])
    def test_a_loss_is_refused_with_what_to_write(self, metric):
        long = pd.DataFrame({"learner": list("aabb"), "fold": [1, 2] * 2, metric: [0.5, 0.25, 0.3, 0.4]})
        with refused("scores", "minus", "neg_"):
            tables_of(long.assign(other=1.5))
        with refused("scores", 'metric="other"'):
            tables_of(long.assign(other=1.5))
        assert [each.metric for each in tables_of(long.assign(other=1.5), metric="other").scores] == ["other"]
        assert tables_of(long.assign(**{metric: -long[metric]}).assign(other=1.5)).scores[0].values.max() < 0
        with refused("scores", "neg_"):
            tables_of({"a": {f"test_{metric}": [0.5, 0.3]}, "b": {f"test_{metric}": [0.4, 0.3]}})

    @pytest.mark.parametrize(
        "metric", ["neg_log_loss", "neg_rmse", "d2_log_loss_score", "accuracy", "brier_skill_score"]
    )
    def test_what_is_higher_for_the_better_is_no_loss(self, metric):
        found = {name: {f"test_{metric}": [0.4, 0.3]} for name in "ab"}
        assert tables_of(found).scores[0].metric == metric

    @pytest.mark.parametrize(
        ("names", "is_loss"),
        [
            (("A_rmse", "B_rmse"), True),
            (("log_loss_A", "log_loss_B"), True),
            (("mse_forest", "mae_forest"), False),
            (("svm_hinge_loss", "svm"), False),
            (("neg_rmse_A", "neg_rmse_B"), False),
        ],
    )
    def test_columns_are_losses_if_all_are_called_so(self, names, is_loss):
        given = table(**{name: [0.5, 0.25, 0.75, 0.5] for name in names})
        if is_loss:
            with refused("scores", *names, "neg_"):
                scores_of(given)
        else:
            assert scores_of(given).learners == names

    @pytest.mark.parametrize("first", ["fold", "split", "Unnamed: 0", ""])
    def test_rows_of_means_are_left_out_and_named(self, first):
        rows = {first or "x": ["1", "2", "3", "Mean", "std"], "a": [0.5, 0.25, 0.75, 0.5, 0.2], "b": [0.5] * 5}
        given = pd.DataFrame(rows) if first else pd.DataFrame(rows).set_index("x").rename_axis(None)
        found = tables_of(given, 80, 20)
        assert found.scores[0].values[0].ravel().tolist() == [0.5, 0.25, 0.75]
        assert next(note["names"] for note in found.notes if note.kind is NoteKind.SUMMARY_ROWS) == ("Mean", "std")

    def test_a_learner_called_mean_stays(self):
        long = pd.DataFrame({"learner": ["mean", "mean", "tree", "tree"], "fold": [1, 2] * 2, "score": [1, 2, 3, 4]})
        assert scores_of(long).learners == ("mean", "tree")
        assert scores_of(table(a=[0.5, 0.75, 0.5, 0.75], b=[0.75] * 4, mean=[0.25] * 4)).learners == ("a", "b", "mean")

    @pytest.mark.parametrize("name", ["mean", "Average", "avg"])
    def test_a_column_of_means_is_left_out_and_named(self, name):
        found = tables_of(table(a=[0.51, 0.7, 0.5, 0.7], b=[0.8] * 4, **{name: [0.66, 0.75, 0.65, 0.75]}))
        assert found.scores[0].learners == ("a", "b")
        (note,) = [note for note in found.notes if note.kind is NoteKind.IGNORED_COLUMNS]
        assert [names for _, names in note.facts] == [(name,)]

    @pytest.mark.parametrize("name", ["dataset", "Data", "task"])
    def test_several_data_sets_are_refused(self, name):
        given = pd.DataFrame({name: ["iris", "wine", "glass"], "a": [0.5, 0.6, 0.7], "b": [0.5, 0.4, 0.3]})
        with refused(None, "judge_league"):
            tables_of(given, 80, 20)
        with refused(None, "judge_league"):
            tables_of(given.melt(id_vars=name, var_name="learner", value_name="score"), 80, 20)
        assert tables_of(given.assign(**{name: "iris"}), 80, 20).scores[0].learners == ("a", "b")


def test_a_column_that_never_varies_may_be_no_learner():
    rng = np.random.default_rng(0)
    scores = {"fold": range(10), "lgbm": rng.random(10), "rf": rng.random(10), "lr": [0.1] * 10}
    found = tables_of(pd.DataFrame(scores), 90, 10)
    assert [note for note in found.notes if note.kind is NoteKind.SAME_SCORES] == [
        Note.of(NoteKind.SAME_SCORES, "lr", score=0.1, others=("lgbm", "rf"))
    ]
    kinds = {note.kind for note in tables_of(pd.DataFrame(scores).drop(columns="rf"), 90, 10).notes}
    assert NoteKind.SAME_SCORES not in kinds
