"""The one rule: what is said of a printed number beside ours, and of a claim."""

from statistics import NormalDist

import numpy as np
import pytest

from outperform.papers.agreement import Agreement, Cell, Measured, fit_of
from outperform.papers.rules import Bounds, absent, claim, derived, far_of, incomparable, number, ours, repeating
from outperform.papers.score import counts_of, headline, score_rows


def test_numbers_agree_within_three_standard_errors() -> None:
    near = number("a", 0.05, 0.056, se=0.0016, published_se=0.0012, matters=0.03)
    assert (near.kind, near.verdict, round(near.se, 4), round(near.z or 0, 2)) == ("number", "agrees", 0.002, 3.0)
    assert number("a", 0.05, 0.0561, se=0.0016, published_se=0.0012, matters=0.03).verdict == "differs"


def test_a_number_is_undecided_where_a_difference_that_matters_could_hide() -> None:
    assert number("a", 0.05, 0.05, se=0.0101, matters=0.03).verdict == "undecided"
    assert number("a", 0.05, 0.05, se=0.0099, matters=0.03).verdict == "agrees"
    assert number("a", 0.05, 0.09, se=0.0101, matters=0.03).verdict == "differs"  # far is far, however wide
    with pytest.raises(ValueError, match="matters"):
        number("a", 0.05, 0.05, se=0.01)


def test_rounding_of_the_printed_digit_counts() -> None:
    assert number("a", 46.2, 46.2499, unit=0.1).verdict == "agrees"
    assert number("a", 46.2, 46.26, unit=0.1).verdict == "agrees"  # three standard deviations of the rounding
    assert number("a", 46.2, 46.3, unit=0.1).verdict == "differs"


def test_exact_numbers_agree_exactly() -> None:
    assert number("a", 2.571, 2.571).verdict == "agrees"
    assert number("a", 2.571, 2.572).verdict == "differs"


@pytest.mark.parametrize(
    ("value", "verdict"), [(0.031, "holds"), (0.029, "undecided"), (-0.029, "undecided"), (-0.031, "fails")]
)
def test_a_claim_is_decided_by_three_standard_errors(value: float, verdict: str) -> None:
    cell = claim("lead", "is better", Measured(value, 0.01), "lead", Bounds(above=0))
    assert (cell.verdict, cell.obtained, cell.obtained_se, cell.z) == (verdict, value, 0.01, None)
    assert cell.reason == "lead: above 0"


@pytest.mark.parametrize(
    ("bounds", "value", "verdict"),
    [
        (Bounds(above=0), 0.0, "fails"),
        (Bounds(at_least=0), 0.0, "holds"),
        (Bounds(below=0.5), 0.5, "fails"),
        (Bounds(at_most=0.5), 0.5, "holds"),
        (Bounds(at_least=1, at_most=1), 2.0, "fails"),
    ],
    ids=str,
)
def test_an_exact_claim_is_decided_by_its_bound(bounds: Bounds, value: float, verdict: str) -> None:
    assert claim("k", "says", Measured(value), "what", bounds).verdict == verdict


def test_of_several_each_must_keep_the_bounds_and_the_worst_is_shown() -> None:
    points = {"n = 40": Measured(0.2, 0.01), "n = 80": Measured(0.02, 0.01)}
    cell = claim("k", "says", points, "gain", Bounds(above=0))
    assert (cell.verdict, cell.obtained, cell.reason) == (
        "undecided",
        0.02,
        "gain: above 0 in each of 2; shown is the worst, n = 80",
    )
    near = {"n = 40": Measured(0.2, 0.01), "n = 80": Measured(-0.031, 0.01)}  # the farthest of two is 3.1 by chance
    assert claim("k", "says", near, "gain", Bounds(above=0)).verdict == "undecided"
    assert claim("k", "says", {"n = 80": near["n = 80"]}, "gain", Bounds(above=0)).verdict == "fails"


def test_the_farthest_of_many_is_as_rare_as_three_of_one() -> None:
    # The chance that none of 28 normal values exceeds far_of(28) is that one value does not exceed 3: .99865.
    assert NormalDist().cdf(far_of(28)) ** 28 == pytest.approx(NormalDist().cdf(3.0), abs=1e-9)


def test_rows_are_counted_apart_by_kind() -> None:
    cells = (
        number("a", 1, 1),
        number("b", 1, 2),
        number("c", 1, 1, se=1, matters=0.1),
        derived(number("d", 1, 1)),
        ours(number("e", 1, 2)),
        incomparable("f", 1, 2, "another learner"),
        incomparable("g", None, 2, "nothing is printed"),
        claim("h", "says", Measured(1), "what", Bounds(above=0)),
        absent("i", 3, "data set not found"),
    )
    table = Agreement("table-1", "t", "3", cells)
    found = counts_of([table])
    assert found["number"] == {"agrees": 1, "differs": 1, "undecided": 1, "not comparable": 1}
    assert (found["derived"], found["claim"]) == ({"agrees": 1}, {"holds": 1})
    assert found["ours"] == {"differs": 1, "not comparable": 1}
    assert headline([table]) == "1 of 3 printed numbers agrees (1 undecided), 1 of 1 claim holds"
    assert [row[1:] for row in score_rows([table])] == [
        ("1", "1", "1", "1"),
        ("1", "0", "0", "0"),
        ("1", "0", "0", "0"),
        ("0", "1", "0", "1"),
    ]
    assert headline([Agreement("table-1", "t", "3", cells[6:7])]) == "nothing can be compared"
    assert headline([Agreement("table-1", "t", "3", cells[3:4])]) == "1 of 1 rows follow from the paper's own numbers"


def test_small_misses_in_one_direction_show_in_chi_squared() -> None:
    cells = [number(str(k), 0.0, 0.02, se=0.01, matters=0.1) for k in range(10)]  # each 2 standard errors
    far = number("x", 0, 1, se=0.01, matters=0.1)
    fit = fit_of([*cells, derived(far), repeating(far), incomparable("y", 0, 1, "why", 0.01)])
    assert fit is not None
    # chi-squared 40 with 10 degrees of freedom: p = exp(-20) (1 + 20 + 20^2/2 + 20^3/6 + 20^4/24) = 1.69e-5
    assert (fit.numbers, fit.chi_squared, fit.rms_z, fit.mean_z) == (
        10,
        pytest.approx(40),
        pytest.approx(2),
        pytest.approx(2),
    )
    assert fit.p == pytest.approx(1.694e-5, rel=1e-3)
    assert fit_of(cells[:1]) is None


def test_a_row_has_the_fields_that_are_promised() -> None:
    table = Agreement("table-1", "t", "3", (number("k", 1.0, 1.0), absent("m", 2.0, "data set not found"))).as_row()
    assert table["id"] == "table-1"
    fields = {"kind", "key", "published", "obtained", "se", "z", "verdict", "reason", "matters"}
    assert fields <= set(table["cells"][0])
    assert all(cell["obtained"] is not None for cell in table["cells"])
    assert table["not_run"] == [{"key": "m", "published": 2.0, "reason": "data set not found"}]


@pytest.mark.parametrize(
    ("published", "digits"),
    [(3.841459, 7), (798809, 6), (0.03778, 4), (0.05, 4), (1 / 3, 4), ("twice the level", 4), (None, 4)],
    ids=str,
)
def test_printed_digits_are_shown(published: float | str | None, digits: int) -> None:
    assert Cell("number", "", published, 1.0, 0.0, 0.0, "agrees").digits == digits


def test_an_estimate_knows_mean_and_difference() -> None:
    assert Measured.over(np.array([1.0, 2.0, 3.0])) == (2.0, pytest.approx(3**-0.5))
    assert Measured.over(np.array([1.0])) == (1.0, 1.0)
    assert Measured(3.0, 0.3).less(Measured(1.0, 0.4)) == (2.0, pytest.approx(0.5))
