"""Scores from tables, from arrays by learner, and from scikit-learn's cross-validation."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import GridSearchCV, KFold, ShuffleSplit, cross_validate
from sklearn.tree import DecisionTreeClassifier

from outperform.core import InputError
from outperform.data import scores_of

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
        with pytest.raises(InputError, match="give a table with repeat and fold as a frame"):
            scores_of({"repeat": [1, 1], "fold": [1, 2], "a": [0.8, 0.9], "b": [0.7, 0.6]})
        with pytest.raises(InputError, match=r"^scores of 'learner': must be numbers .* value 1 is 'a'"):
            scores_of({"learner": ["a", "b"], "score": [0.8, 0.9], "fold": [1, 1]})

    def test_the_output_for_one_learner_is_refused(self):
        with pytest.raises(InputError, match="one learner's cross_validate output"):
            scores_of(validated(3))

    def test_two_learners_of_one_name_are_refused(self):
        with pytest.raises(InputError, match=r"^scores: two learners are called '1'$"):
            scores_of({1: A, "1": B})

    @pytest.mark.parametrize(
        ("values", "problem"),
        [
            ([0.5, np.nan], "value 2 is nan, which is no finite number"),
            ([0.5, None], "value 2 is None, which is no finite number"),
            ([0.5, np.inf], "value 2 is inf, which is no finite number"),
            (np.array([0.5, "x"], dtype=object), "value 2 is 'x', which is no finite number"),
            ([True, False], "value 1 is True, which is no finite number"),
            (np.array([1, 2], dtype="datetime64[D]"), "value 1 is 1970-01-02, which is no finite number"),
            ([[1, 2], [3]], r"must be numbers in one row, or one row per repeat; value 1 is \[1, 2\]"),
            ([np.zeros((2, 2)), np.zeros((2, 3))], "got rows of different lengths"),
        ],
    )
    def test_what_is_no_score_is_shown_plain(self, values, problem):
        with pytest.raises(InputError, match=rf"^scores of 'a': .*{problem}"):
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
        with pytest.raises(InputError, match=r"^scores: a and b were made on different splits; give both the same cv$"):
            scores_of({"a": first, "b": second})
        assert scores_of({"a": first, "b": first}).plan is not None

    def test_the_same_test_sets_with_other_training_sets_are_different_splits(self):
        cut = validated(ShuffleSplit(4, test_size=30, train_size=60, random_state=0), return_indices=True)
        full = validated(ShuffleSplit(4, test_size=30, random_state=0), return_indices=True)
        with pytest.raises(InputError, match="different splits"):
            scores_of({"a": cut, "b": full})

    def test_indices_come_for_all_or_for_none(self):
        known, unknown = validated(5, return_indices=True), validated(5)
        with pytest.raises(
            InputError, match=r"^scores: b comes with indices, a without: give them for all, or for none"
        ):
            scores_of({"a": unknown, "b": known})
        with pytest.raises(InputError, match="a comes with indices, b without"):
            scores_of({"a": known, "b": unknown["test_score"]})

    @pytest.mark.parametrize("name", ["n_train", "n_test"])
    def test_sizes_beside_indices_are_given_twice(self, name):
        known = validated(5, return_indices=True)
        with pytest.raises(
            InputError, match=rf"^{name}: is given twice: as an argument and by the indices of cross_val"
        ):
            scores_of({"a": known, "b": known}, **{name: 30})

    def test_indices_that_do_not_fit_the_scores_are_refused(self):
        known = validated(5, return_indices=True)
        short = known | {"test_score": known["test_score"][:4]}
        with pytest.raises(InputError, match=r"^scores: have 4 values for 5 pairs of indices$"):
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

    def test_several_metrics_are_named_and_refused(self):
        results = self.search({"max_depth": [1, 2]}, scoring=["accuracy", "f1_macro"], refit=False)
        for given in (results, pd.DataFrame(results)):
            with pytest.raises(
                InputError, match=r"^scores: are a search under several metrics: accuracy, f1_macro; keep"
            ):
                scores_of(given)
        one = {key: value for key, value in results.items() if not key.endswith("f1_macro")}
        assert scores_of(one).learners == ("max_depth=1", "max_depth=2")

    def test_ten_splits_stay_in_order(self):
        results = {"params": [{"a": 1}, {"a": 2}]} | {f"split{i}_test_score": np.array([i, -i]) for i in range(12)}
        assert scores_of(results).values[:, :, 0].tolist() == [[*range(12)], [-i for i in range(12)]]


class TestCounts:
    """Where scores are counts over sizes they are computed from the counts: protocols, section 1."""

    def test_rounded_shares_become_exact(self):
        exact = np.array([13, 14, 15, 17]) / 19
        frame = table(a=np.round(exact, 6), b=np.round(exact[::-1], 6)).assign(n_test=19)
        assert scores_of(frame).values.reshape(2, 4).tolist() == [exact.tolist(), exact[::-1].tolist()]
        arrays = {"a": np.round(exact, 4), "b": np.round(exact, 4)}
        assert scores_of(arrays, n_train=90, n_test=19).values[0].ravel().tolist() == exact.tolist()

    def test_sizes_may_differ_between_splits(self):
        n_test = np.array([3, 7, 3, 7])
        frame = table(a=np.round(np.array([1, 2, 3, 4]) / n_test, 5), b=[0.0, 1, 0, 1]).assign(n_test=n_test)
        assert scores_of(frame).values[0].ravel().tolist() == [1 / 3, 2 / 7, 1.0, 4 / 7]

    @pytest.mark.parametrize("scores", [[0.5, 0.6, 0.7, 0.712], [0.5, 0.5, 1.0, 1.1], [0.5, 0.5, -0.1, 0.5]])
    def test_other_scores_stay(self, scores):
        nudged = [score + 1e-9 for score in scores]
        assert scores_of(table(a=nudged, b=nudged)).values[0].ravel().tolist() == nudged


class TestTables:
    @pytest.mark.parametrize(
        ("column", "problem"),
        [
            (pd.date_range("2026-01-01", periods=4), "holds dates or times, not numbers"),
            (pd.date_range("2026-01-01", periods=4, tz="UTC"), "row 1 is 2026-01-01 00:00:00.*, not a finite number"),
            (pd.to_timedelta([1, 2, 3, 4]), "holds dates or times, not numbers"),
            ([True, False, True, True], "holds booleans, not numbers"),
            (pd.array([0.5, pd.NA, 0.5, 0.5], dtype="Float64"), "row 2 is missing"),
            ([0.5, np.nan, 0.5, 0.5], "row 2 is missing"),
        ],
    )
    def test_columns_that_hold_no_scores(self, column, problem):
        with pytest.raises(InputError, match=f"^column 'b': {problem}$"):
            scores_of(table(a=[0.5] * 4, b=column))

    def test_polars_dates(self):
        days = pl.date_range(pl.date(2026, 1, 1), pl.date(2026, 1, 4), eager=True)
        with pytest.raises(InputError, match=r"^column 'b': holds dates or times, not numbers$"):
            scores_of(pl.DataFrame({**WIDE, "a": [0.5] * 4, "b": days}))

    def test_two_columns_of_one_name(self):
        frame = table(a=[0.5] * 4, b=[0.5] * 4).rename(columns={"b": "a"})
        with pytest.raises(InputError, match=r"^table: has two columns called 'a'$"):
            scores_of(frame)

    def test_a_long_table_without_scores(self):
        frame = table(learner=["a", "b"] * 2, accuracy=[0.5] * 4)
        with pytest.raises(InputError, match=r"^table: has a column learner, but no column score; it has repeat, fold"):
            scores_of(frame)

    @pytest.mark.parametrize("names", [("None", "nan"), ("nan", "NA"), ("1", "01")])
    def test_a_learner_may_have_any_name(self, names):
        wide = dict(zip(names, ([0.5] * 4, [0.25] * 4), strict=True))
        assert scores_of(table(**wide)).learners == names
        long = pd.concat([table(learner=[name] * 4, score=values) for name, values in wide.items()])
        assert scores_of(long).learners == names

    @pytest.mark.parametrize("gap", [None, np.nan, pd.NA])
    def test_a_learner_without_a_name(self, gap):
        names = pd.Series(["a", "b", gap, "b"], dtype=object)
        with pytest.raises(InputError, match=r"^column 'learner': has an empty cell$"):
            scores_of(table(learner=names, score=[0.5] * 4))

    @pytest.mark.parametrize("gap", [None, np.nan, pd.NA])
    def test_a_fold_without_a_name(self, gap):
        folds = pd.Series([1, gap, 1, 2], dtype=object)
        with pytest.raises(InputError, match=r"^column 'fold': has an empty cell$"):
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
        with pytest.raises(InputError, match=r"^table: has no score of a for repeat 0, fold 1$"):
            scores_of(frame)

    def test_the_last_gap_is_found(self):
        frame = pd.DataFrame({"learner": ["a", "a", "b"], "fold": [1, 2, 1], "score": [0.5] * 3})
        with pytest.raises(InputError, match=r"^table: has no score of b for repeat 1, fold 2$"):
            scores_of(frame)


class TestSizes:
    @pytest.mark.parametrize(
        ("size", "words"),
        [
            (0, "0"),
            (-3, "-3"),
            (2.5, "2.5"),
            (1e30, r"1e\+30"),
            (np.float64("nan"), "nan"),
            (np.inf, "inf"),
            (True, "True"),
            ("many", "'many'"),
            (np.str_("few"), "'few'"),
            ([90, 90, 90, 90, 90, None], "None"),
            ([[90, 90], [90]], r"\[90, 90\]"),
        ],
    )
    @pytest.mark.parametrize("name", ["n_train", "n_test"])
    def test_arguments_are_called_by_their_names(self, name, size, words):
        sizes = {"n_train": 90, "n_test": 10} | {name: size}
        with pytest.raises(InputError, match=rf"^{name}: must be a whole number of rows, got {words}$"):
            scores_of({"a": A, "b": B}, **sizes)
        with pytest.raises(InputError, match=rf"^{name}: must be a whole number of rows, got {words}$"):
            scores_of({"a": A.ravel(), "b": B.ravel()}, **sizes)

    def test_sizes_of_another_shape_are_refused(self):
        with pytest.raises(InputError, match=r"^n_train: has the shape \(2, 3\), but the scores have \(3, 2\)$"):
            scores_of({"a": A, "b": B}, n_train=np.full((2, 3), 90), n_test=10)

    @pytest.mark.parametrize("name", ["n_train", "n_test"])
    def test_columns_beside_arguments_are_given_twice(self, name):
        with pytest.raises(InputError, match=rf"^{name}: is given twice: as an argument and as a column$"):
            scores_of(table(a=[0.5] * 4, b=[0.5] * 4), **{name: 30})

    def test_whatever_holds_whole_numbers_will_do(self):
        for size in (90, 90.0, np.int8(90), [90] * 6, np.full((3, 2), 90), pd.Series([90] * 6)):
            found = scores_of({"a": A, "b": B}, n_train=size, n_test=10)
            assert found.n_train.tolist() == [[90, 90]] * 3
