"""What is said of a printed number beside ours."""

import pytest

from outperform.papers.agreement import Agreement, Cell, claim, incomparable, number


def test_numbers_agree_within_three_standard_errors() -> None:
    near = number("a", 0.05, 0.056, se=0.0016, published_se=0.0012)
    assert (near.verdict, round(near.se, 4), round(near.z or 0, 2)) == ("agrees", 0.002, 3.0)
    assert number("a", 0.05, 0.0561, se=0.0016, published_se=0.0012).verdict == "differs"


def test_rounding_of_the_printed_digit_counts() -> None:
    assert number("a", 46.2, 46.2499, unit=0.1).verdict == "agrees"
    assert number("a", 46.2, 46.26, unit=0.1).verdict == "agrees"  # three standard deviations of the rounding
    assert number("a", 46.2, 46.3, unit=0.1).verdict == "differs"


def test_exact_numbers_agree_exactly() -> None:
    assert number("a", 2.571, 2.571).verdict == "agrees"
    assert number("a", 2.571, 2.572).verdict == "differs"


def test_what_could_not_be_obtained_is_not_comparable() -> None:
    cell = number("labor", 0.7, None)
    assert (cell.verdict, cell.z) == ("not comparable", None)


def test_claims_and_incomparables_carry_their_reason() -> None:
    assert claim("flat", "does not change with n", 0.01, "spread at most .02", holds=True).verdict == "agrees"
    assert incomparable("x", 0.3, 0.2, "another learner").as_row()["reason"] == "another learner"


def test_a_row_has_the_fields_that_are_promised() -> None:
    table = Agreement("table-1", "t", "3", (number("k", 1.0, 1.0),)).as_row()
    assert table["id"] == "table-1"
    assert {"key", "published", "obtained", "se", "verdict", "reason"} <= set(table["cells"][0])


@pytest.mark.parametrize("verdict", ["agrees", "differs", "not comparable"])
def test_verdicts_are_counted(verdict: str) -> None:
    cells = (number("a", 1, 1), number("b", 1, 2), incomparable("c", 1, 2, "why"))
    assert Agreement("table-1", "t", "3", cells).count(verdict) == 1  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("published", "digits"),
    [(3.841459, 7), (798809, 6), (0.03778, 4), (0.05, 4), (1 / 3, 4), ("twice the level", 4), (None, 4)],
    ids=str,
)
def test_printed_digits_are_shown(published: float | str | None, digits: int) -> None:
    assert Cell("", published, 1.0).digits == digits
