"""Labels of one kind: what is brought together, what is kept apart, what is refused."""

from datetime import date
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pytest
from tests.refusals import refused

from outperform.data import aligned, matching_label


def text(*cells):
    """Make a column as a CSV file gives it."""
    return np.array(cells, dtype=object)


def both(truth, first, second=None):
    """Align, and give truth and predictions as lists."""
    found = aligned(truth, {"a": first, "b": truth if second is None else second})
    return found[0].tolist(), found[1].tolist()


class TestTogether:
    @pytest.mark.parametrize(
        ("truth", "said"),
        [
            ([0, 1, 1, 0], text("0", "1", "0", "0")),
            ([0, 1, 1, 0], text("0.0", "1.0", "0.0", "0.0")),
            ([0, 1, 1, 0], [0.0, 1.0, 0.0, 0.0]),
            ([0, 1, 1, 0], [False, True, False, False]),
            ([0, 1, 1, 0], text("False", "True", "False", "False")),
            (text("0", "1", "1", "0"), text("false", "true", "FALSE", "False")),
            ([False, True, True, False], text("0", "1", "0", "0")),
            (text("False", "True", "True", "False"), [0.0, 1.0, 0.0, 0.0]),
            ([Decimal(0), Decimal(1), Decimal(1), Decimal(0)], [0, 1, 0, np.int8(0)]),
            (pd.Series([0, 1, 1, 0], dtype="Int64"), pd.Series([False, True, False, False], dtype="boolean")),
            (pl.Series([0, 1, 1, 0]), pl.Series(["0", "1", "0", "0"], dtype=pl.Categorical)),
        ],
    )
    def test_numbers_numerals_and_booleans(self, truth, said):
        found_truth, (found, _) = both(truth, said)
        assert found_truth == [0, 1, 1, 0]
        assert found == [0, 1, 0, 0]

    def test_decimals_are_whole_numbers_where_they_are_whole_and_fractions_else(self):
        whole, said = aligned([Decimal("1.0"), Decimal("2.00")], {"a": [1, 2], "b": [2.0, 1.0]})
        assert (whole.dtype.kind, whole.tolist(), said.tolist()) == ("i", [1, 2], [[1, 2], [2, 1]])
        parts, said = aligned([Decimal("1.5"), Decimal("-0.25")], {"a": [1.5, 1.0], "b": [Decimal("0.5"), 2]})
        assert (parts.tolist(), said.tolist()) == ([1.5, -0.25], [[1.5, 1.0], [0.5, 2.0]])

    def test_the_truth_alone_says_whether_whole_numbers_are_classes(self):
        classes, numbers = [1, 2, 1, 2], [1, 2, 3, 4]
        with refused("predictions of 'a'", "7, 8", "1, 2"):
            aligned(classes, {"a": [7, 8, 7, 8], "b": numbers})
        _, said = aligned(numbers, {"a": [7, 8, 7, 8], "b": classes})
        assert said.tolist() == [[7, 8, 7, 8], classes]

    def test_booleans_stay_booleans(self):
        truth, said = aligned([True, False], {"a": text("True", "False"), "b": text("true", "true")})
        assert (truth.dtype, said.tolist()) == (bool, [[True, False], [True, True]])

    def test_booleans_are_words_beside_other_text(self):
        _, said = both(text("True", "False", "maybe"), [True, True, False], text("True", "False", "maybe"))
        assert said[0] == ["True", "True", "False"]

    def test_fractions(self):
        truth, said = aligned(text("1", "2", "3.5"), {"a": [1.5, 2, 3], "b": text("1e-3", "-2", ".5")})
        assert truth.tolist() == [1.0, 2.0, 3.5]
        assert said.tolist() == [[1.5, 2.0, 3.0], [0.001, -2.0, 0.5]]

    def test_a_learner_called_truth(self):
        truth, said = aligned([0, 1, 1], {"truth": [0, 0, 1], "b": [0, 1, 0]})
        assert (truth.tolist(), said.tolist()) == ([0, 1, 1], [[0, 0, 1], [0, 1, 0]])

    def test_a_frame_of_predictions(self):
        _, said = aligned([0, 1, 1], pd.DataFrame({"a": [0, 0, 1], "b": [0, 1, 0]}))
        assert said.tolist() == [[0, 0, 1], [0, 1, 0]]


class TestApart:
    def test_padded_numerals_are_text(self):
        truth, said = both(text("01", "1", "1", "01"), text("01", "01", "1", "1"))
        assert (truth, said[0]) == (["01", "1", "1", "01"], ["01", "01", "1", "1"])

    def test_numerals_among_text_are_as_written(self):
        _, said = both(text("1.0", "1", "v", "1.0"), text("1", "1", "v", "1.0"))
        assert said[0] == ["1", "1", "v", "1.0"]

    @pytest.mark.parametrize("base", [2**53, 2**62, 2**64, 10**30])
    @pytest.mark.parametrize("kind", [int, str])
    def test_large_integers_are_no_floats(self, base, kind):
        truth = np.array([kind(base), kind(base + 1)] * 2, dtype=object)
        said = np.array([kind(base)] * 4, dtype=object)
        labels, (first, _) = both(truth, said)
        assert len(set(labels)) == 2
        assert [one == other for one, other in zip(labels, first, strict=True)] == [True, False] * 2

    def test_large_floats_are_numbers(self):
        truth, _ = aligned([1e20, 2.0], {"a": [1e20, 3e20], "b": [1.5, 2.5]})
        assert truth.tolist() == [1e20, 2.0]

    @pytest.mark.parametrize(
        ("truth", "said", "facts"),
        [
            (text("01", "02", "10"), text("10", "2", "10"), ["row 2 is '2'", "'02'"]),
            (text("01", "02", "10"), [1, 2, 10], ["row 1 is '1'", "'01'"]),
            (text("1", "x", "y"), text("1.0", "x", "y"), ["row 1 is '1.0'", "'1'"]),
            (text("True", "False", "x"), text("TRUE", "False", "x"), ["row 1 is 'TRUE'", "'True'"]),
        ],
    )
    def test_other_spellings_of_the_truths_labels_are_refused(self, truth, said, facts):
        with refused("predictions of 'a'", *facts):
            both(truth, said)


class TestMissing:
    @pytest.mark.parametrize("gap", [None, np.nan, pd.NA, pd.NaT, "", np.datetime64("NaT")], ids=repr)
    @pytest.mark.parametrize("full", [["x", "y"], [0, 1], [0.5, 1.5], [True, False]], ids=repr)
    def test_no_gap_is_a_class(self, gap, full):
        holed = [full[0], gap]
        for given in (holed, np.array(holed, dtype=object), pd.Series(holed, dtype=object)):
            with refused("predictions of 'a'", "row 2", "missing"):
                both(full, given)
            with refused("truth", "row 2", "missing"):
                both(given, full)

    def test_typed_columns(self):
        for column in (pd.Categorical([1, None]), pd.array([1, None], dtype="Int64"), pl.Series([1, None])):
            with refused("predictions of 'a'", "row 2", "missing"):
                both([1, 0], column)

    @pytest.mark.parametrize("word", ["NA", "nan", "NaN", "null", "None", "inf", "-Infinity", "oops"])
    def test_a_word_among_numbers_is_refused_by_column_and_row(self, word):
        truth, said = text("0", "1", "1", "0"), text("0.0", "1.0", word, "0.0")
        with refused("predictions of 'a'", f"row 3 is '{word}'", "truth", "numbers"):
            both(truth, said)

    @pytest.mark.parametrize("word", ["NA", "nan", "inf"])
    def test_even_if_all_columns_have_it(self, word):
        column = text("0", "1", word, "0")
        with refused("truth", f"row 3 is '{word}'", "other rows", "numbers"):
            both(column, column)

    def test_a_truth_with_a_few_words_among_numbers(self):
        with refused("truth", "row 3 is 'oops'", "predictions", "numbers"):
            both(text("0", "1", "oops", "0"), [0, 1, 1, 0], [0, 1, 0, 0])

    def test_na_names_a_class_where_the_truth_and_a_learner_have_it(self):
        truth = text("NA", "DE", "FR")
        assert both(truth, text("DE", "DE", "FR"))[0] == ["NA", "DE", "FR"]
        with refused("truth", "row 1 is 'NA'", "missing", "any learner"):
            both(truth, text("DE", "DE", "FR"), text("FR", "DE", "FR"))
        with refused("predictions of 'a'", "row 2 is 'NA'", "missing", "the truth"):
            both(text("DE", "DE", "FR"), text("DE", "NA", "FR"))

    @pytest.mark.parametrize("infinite", [np.inf, -np.inf])
    def test_infinite_numbers_are_refused(self, infinite):
        for given in ([0.5, infinite], np.array([0.5, infinite])):
            with refused("predictions of 'a'", f"row 2 is {infinite},"):
                both([0.5, 1.5], given)


class TestStrangers:
    @pytest.mark.parametrize(
        ("truth", "said", "facts"),
        [
            (["spam", "ham"], [0, 1], ["labels 0, 1,", "truth has ham, spam:"]),
            ([0, 1], ["spam", "ham"], ["labels ham, spam,", "truth has 0, 1:"]),
            (["yes", "no"], [True, False], ["labels False, True,", "truth has no, yes:"]),
            ([1, 2] * 2, [True, False] * 2, ["labels False, True,", "truth has 1, 2:"]),
            ([1, 2] * 2, [3, 4] * 2, ["labels 3, 4,", "truth has 1, 2:"]),
            (["a", "b"], ["A", "B"], ["labels A, B,", "truth has a, b:"]),
            (list("abcdefghijkl"), ["x"] * 12, ["labels x,", "a, b, c, d, e, f, g, h, i, j, ...:"]),
        ],
    )
    def test_a_learner_that_speaks_of_other_things_is_refused(self, truth, said, facts):
        with refused("predictions of 'a'", *facts):
            both(truth, said)

    def test_quantities_need_not_meet(self):
        both([1.5, 2.5], [1.0, 2.0])
        both([10, 20, 30, 40], [11, 22, 33, 44])
        both([1, 1, 1], [0, 0, 0])
        both([True, True], [False, False])


class TestRefusals:
    @pytest.mark.parametrize(
        ("column", "fact"),
        [
            (np.array([1, 2], dtype="datetime64[D]"), "dates or times"),
            (np.array([1, 2], dtype="timedelta64[s]"), "dates or times"),
            ([date(2026, 1, 1)] * 2, "row 1 is 2026-01-01;"),
            ([b"x", b"y"], "row 1 is b'x';"),
            ([["x"], ["y", "z"]], "row 1 is ['x'];"),
            ([np.zeros((2, 2)), np.zeros((2, 3))], "different lengths"),
            ([["x"], ["y"]], "shape (2, 1)"),
            ("xy", "shape ()"),
        ],
    )
    def test_what_is_no_label(self, column, fact):
        with refused("predictions of 'a'", fact):
            both(["x", "y"], column)

    def test_names(self):
        with refused("predictions", "two", "'1'"):
            aligned([0, 1], {1: [0, 1], "1": [0, 1]})
        with refused("predictions", "dict", "list"):
            aligned([0, 1], [[0, 1], [0, 1]])
        with refused("predictions of 'a'", "row 1", "missing"):
            aligned([0, 1], {np.str_("a"): [None, 1], "b": [0, 1]})


class TestPositive:
    @pytest.mark.parametrize(
        ("positive", "labels", "found"),
        [
            ("Spam", ["SPAM", "Spam", "ham"], "Spam"),
            ("spam", ["Spam", "ham"], "Spam"),
            ("1", ["01", "1"], "1"),
            (1, ["01", "1"], "1"),
            ("1.0", [0, 1], 1),
            ("01", [0, 1], 1),
            (np.int64(1), [0, 1], 1),
            ("True", [0, 1], 1),
            (True, [0, 1], 1),
            ("false", [True, False], False),
            ("0", [True, False], False),
            ("1", [0.5, 1.0], 1.0),
            ("1", ["1.0", "2.0"], "1.0"),
            (2**53 + 1, [2**53, 2**53 + 1], 2**53 + 1),
            (str(2**53 + 1), [2**53, 2**53 + 1], 2**53 + 1),
        ],
    )
    def test_the_nearest_spelling_wins(self, positive, labels, found):
        assert matching_label(positive, np.array(labels)) == found

    @pytest.mark.parametrize("positive", ["SPAM", np.str_("eggs"), None, 2])
    def test_what_is_not_there_or_not_unique_is_refused(self, positive):
        shown = repr(positive.item() if isinstance(positive, np.generic) else positive)
        with refused("positive", shown, "Spam, ham, spam"):
            matching_label(positive, np.array(["Spam", "spam", "ham"]))


class TestIndexes:
    TRUTH = pd.Series(["x", "y", "y"], index=[7, 3, 5])

    def test_the_same_labels_in_another_order_are_refused(self):
        moved = self.TRUTH.sort_index()
        with refused("predictions of 'b'", ".loc[", ".to_numpy()"):
            aligned(self.TRUTH, {"a": self.TRUTH, "b": moved})
        with refused("predictions of 'b'"):
            aligned(self.TRUTH.to_numpy(), pd.DataFrame({"a": self.TRUTH}).to_dict("series") | {"b": moved})

    def test_the_same_index_or_other_labels_are_read_by_position(self):
        other = self.TRUTH.reset_index(drop=True)
        assert both(self.TRUTH, self.TRUTH.copy(), other) == both(*[["x", "y", "y"]] * 3)
        assert both(self.TRUTH, self.TRUTH.sort_index().to_numpy())[1][0] == ["y", "y", "x"]


def test_a_column_without_common_labels_is_named_with_the_way_out():
    with refused("predictions of 'row'", "leave it out", "5, 6", "0, 1"):
        aligned([0, 1, 0, 1], {"a": [0, 1, 0, 1], "b": [0, 0, 0, 1], "row": [5, 6, 7, 8]})


def test_labels_in_another_case_are_answered_with_the_spelling_and_not_with_other_columns():
    with refused("predictions of 'a'", "No, Yes", "no, yes", "spelling") as refusal:
        aligned(["yes", "no"], {"a": ["Yes", "No"], "b": ["yes", "no"]})
    assert "leave it out" not in str(refusal.value)
