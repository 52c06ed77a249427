"""Cells of all tables: missing marks, numbers however they are written, right and wrong in words."""

import math

import numpy as np
import pytest
from tests.refusals import refused

from outperform.data.cells import Style, cell_of, holds_numbers, number_of, numbers, read_numbers, style_of

COMMAS, PERCENTS = Style(commas="93,2"), Style(percents="93.2%")

SCORES = {
    93.2: [
        *("93.2", " 93.2 ", "+93.2", "93.2*", "*93.2*", "**93.2**", "__93.2__", "_93.2_"),
        *(r"\textbf{93.2}", r"$\mathbf{93.2}$", r"{\bf 93.2}", r"{\bfseries 93.2}", r"\underline{\textbf{93.2}}"),
        *(r"\textbf{93.2}*", "93.2†", "93.2$^{*}$", r"93.2$^\dagger$", "93.2^a", r"\cellcolor{gray!20} 93.2", "93.2 v"),
        *(r"\textcolor{red}{93.2}", "<b>93.2</b>", "93.2 ○", "93.2 •", "● 93.2", "93.2↑", "932e-1", r"\emph{93.2}"),
    ],
    -0.5: ["-0.5", "−0.5", "-.5", r"$-0.5$", "\u20100.5", "-5e-1"],
}
SPREADS = [
    *("93.2 ± 1.1", "93.2±1.1", "93.2 +/- 1.1", "93.2 +- 1.1", "93.2 (1.1)", "93.2(1)", "93.2 (±1.1)"),
    *(r"$93.2 \pm 1.1$", r"$93.2_{\pm 1.1}$", r"$93.2_{1.1}$", r"\textbf{93.2} $\pm$ 1.1", r"\textbf{93.2 (1.1)}"),
    *("93.2 [91, 95]", "93.2 (91.0, 95.4)", "93.2 ± 1.1 *", "**93.2** ± 1.1", "93.2 [91.0-95.4]"),
]
MISSING = [
    *("-", "–", "—", "--", "---", "n/a", "N/A", "NA", "n.a.", "nan", "NaN", "null", "None", "?", "timeout", "Timeout"),
    *("time out", "TO", "T/O", "OOM", "oom", "out of memory", "memout", "OOT", "DNF", "failed", "crash", "error"),
    *(">24h", "> 1 h", "≥48 h", "not available", r"\textit{timeout}", "$-$", "✗", "x"),
]
UNREADABLE = ["abc", "naive", "inf", "-inf", "1_000", "93.2.1", "93.2 foo", "0x1", "1e999", "93,2", "1,234.5", "12:30"]


class TestScores:
    @pytest.mark.parametrize(("text", "score"), [(text, score) for score, texts in SCORES.items() for text in texts])
    def test_marks_and_commands_are_taken_off(self, text, score):
        found = cell_of(text)
        assert (found.number, found.reason, found.spread) == (score, "", False)

    @pytest.mark.parametrize("text", SPREADS)
    def test_spreads_are_set_apart(self, text):
        found = cell_of(text)
        assert (found.number, found.spread) == (93.2, True)

    @pytest.mark.parametrize("text", ["93,2", "93,2 ± 1,1", "93,2 (1,1)", r"\textbf{93,2}", "93,2*"])
    def test_decimal_commas_are_read_where_the_table_has_them(self, text):
        assert cell_of(text, COMMAS).number == 93.2
        assert cell_of(text) is None

    @pytest.mark.parametrize("value", [93, 93.0, np.float32(93), np.int64(93)])
    def test_numbers_are_numbers(self, value):
        assert cell_of(value).number == 93.0


class TestMissing:
    @pytest.mark.parametrize("text", MISSING)
    def test_words_for_a_missing_score_are_its_reason(self, text):
        found = cell_of(text)
        assert math.isnan(found.number)
        assert found.reason
        assert found.reason in text

    @pytest.mark.parametrize("value", [None, float("nan"), "", "  "])
    def test_nothing_at_all_is_an_empty_cell(self, value):
        assert math.isnan(cell_of(value).number)
        assert cell_of(value).reason == "empty cell"


class TestUnreadable:
    @pytest.mark.parametrize(
        "value",
        [*UNREADABLE, True, np.True_, [1.0], {"a": 1}, np.array([1.0]), float("-inf"), 1j],
        ids=lambda value: f"{type(value).__name__} {value!r}",
    )
    def test_other_cells_hold_no_score(self, value):
        assert cell_of(value) is None

    def test_the_place_and_the_cell_are_named(self):
        values = np.array(["0.5", "abc"], dtype=object)
        with refused("row 2", "'abc'"):
            read_numbers(values, lambda row: f"row {row + 1}")
        with refused("row 1", "inf"):
            read_numbers(np.array([np.inf]), lambda row: f"row {row + 1}")

    def test_a_thousands_separator_is_explained(self):
        with refused("row 1", "1,234", "0.412"):
            read_numbers(np.array(["1,234"], dtype=object), lambda row: f"row {row + 1}")


class TestColumns:
    def test_scores_reasons_and_spreads(self):
        found = read_numbers(np.array(["0.5 ± 0.1", None, "OOM"], dtype=object), str)
        assert found.numbers[0] == 0.5
        assert np.isnan(found.numbers[1:]).all()
        assert found.reasons.tolist() == ["", "empty cell", "OOM"]
        assert found.spreads == {0: "0.5 ± 0.1"}

    @pytest.mark.parametrize(
        ("values", "holds"),
        [
            (["a", "0.5"], True),
            (["a", "b"], False),
            (["-", "timeout"], True),
            (["a", "-"], False),
            ([True, False], False),
            ([[1.0]], False),
            ([0.5, None], True),
        ],
    )
    def test_a_column_of_text_holds_no_scores(self, values, holds):
        column = np.empty(len(values), dtype=object)
        column[:] = values
        assert holds_numbers(column) is holds

    @pytest.mark.parametrize(
        ("texts", "score"),
        [
            (["93.2%", "100%"], 0.932),
            (["93.2 %", "0"], 0.932),
            ([r"93.2\%", "1%"], 0.932),
            (["93.2% ± 1.1%", "1%"], 0.932),
            (["93,2 %", "85,3 %"], 0.932),
            (["85.3%", "NA"], 0.853),
            (["1,214.700", "1,224"], 1214.7),
            (["1,234", "950.5"], 1234.0),
            (["1,234,567", "1"], 1234567.0),
            (["1.234,5", "12,5"], 1234.5),
            (["−1,234.5", "1"], -1234.5),
        ],
    )
    def test_how_numbers_are_written_is_that_of_the_whole_table(self, texts, score):
        values = np.array(texts, dtype=object)
        assert read_numbers(values, str, style_of([values])).numbers[0] == score

    @pytest.mark.parametrize(
        ("texts", "fact"),
        [
            (["93.2%", "0.5"], "as 0.932"),
            (["93.2%", 1.0], "as 0.932"),
            (["1,234", "2,345"], "decimal point"),
            (["1.234", "93,2"], "decimal point"),
        ],
    )
    def test_what_may_be_two_numbers_is_not_read(self, texts, fact):
        values = np.array(texts, dtype=object)
        with refused(None, fact):
            read_numbers(values, str, style_of([values]))

    def test_other_columns_have_a_say(self):
        percents = np.array(["93.2%", "85.3%"], dtype=object)
        assert style_of([percents, np.array([0.0, 0.0])]).percents == "93.2%"
        assert style_of([percents, np.array([0.0, 7.0])]).percents == ""
        assert cell_of(7, PERCENTS) is None

    @pytest.mark.parametrize(
        ("cells", "found"),
        [
            (["Yes", "no", "YES"], [1, 0, 1]),
            (["Y", "N", None], [1, 0, math.nan]),
            (["C", "P", "I"], [1, 0.5, 0]),
            (["right", "wrong", "timeout"], [1, 0, math.nan]),
            (["pass", "fail", "failed"], [1, 0, 0]),
            (["fail", "0.5", "1"], [math.nan, 0.5, 1]),
            (["True", "false", "0"], [1, 0, 0]),
            ([True, np.bool_(False), 0.5], [1, 0, 0.5]),
            (["✓", "✗", "✓"], [1, 0, 1]),
        ],
    )
    def test_right_and_wrong_in_words(self, cells, found):
        values = np.array(cells, dtype=object)
        assert np.array_equal(read_numbers(values, str, words=True).numbers, found, equal_nan=True)
        assert holds_numbers(values, most=True, words=True)

    def test_words_are_no_numbers_where_they_are_not_asked_for(self):
        with refused(None, "'yes'", "as 1"):
            read_numbers(np.array(["yes", "no"], dtype=object), str)
        with refused(None, "'yes'", "as 1"):
            read_numbers(np.array(["yes", "0.5"], dtype=object), str, words=True)

    def test_the_score_of_a_log(self):
        assert [number_of(cell) for cell in ("1", True, "right", [1], "0.5 ± 0.1")] == [1, 1, None, None, None]

    def test_a_missing_number_where_each_row_needs_one(self):
        with refused("column 'a'", "row 2 is 'NA', a missing number"):
            numbers("a", np.array(["1", "NA"], dtype=object))

    def test_arrays_of_booleans_and_times_hold_none(self):
        assert not holds_numbers(np.array([True]))
        assert not holds_numbers(np.array(["2026-01-01"], dtype="datetime64[D]"))
        assert holds_numbers(np.array([1]))

    @pytest.mark.parametrize(
        ("texts", "value"),
        [
            (["93,2", "90"], "93,2"),
            (["0,912"], "0,912"),
            (["1,234"], None),
            (["1,234", "93,2"], "93,2"),
            (["93,2", "90.1"], None),
            (["1,234,567"], None),
            (["90"], None),
            ([], None),
        ],
    )
    def test_decimal_commas_are_those_that_can_be_nothing_else(self, texts, value):
        assert style_of([np.array(texts, dtype=object)]).commas == (value or "")
