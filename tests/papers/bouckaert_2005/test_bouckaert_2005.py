"""Bouckaert (2005), small enough for a check; the numbers themselves are on the page that ``make papers`` writes."""

import numpy as np
import pytest

from outperform.papers import CATALOGUE, Agreement, Workbench
from outperform.papers.bouckaert_2005.curves import BLOCKS, Curve, estimate, expected_worst


@pytest.fixture(scope="module")
def tables() -> dict[str, Agreement]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("outperform.lab.count_engine.BLOCK", 40)
        found = CATALOGUE.parse("bouckaert-2005").obtain(Workbench(scale=0.01))
    return {table.id: table for table in found}


def test_every_section_and_figure_is_there(tables: dict[str, Agreement]) -> None:
    assert list(tables) == ["section-3", "section-4-1", "figure-1", "figure-2", "figure-3", "figure-4"]
    assert all(table.panels is not None for name, table in tables.items() if name.startswith("figure"))


def test_every_printed_number_has_a_cell(tables: dict[str, Agreement]) -> None:
    """Bouckaert (2005), sec. 4.1, p. 4: six sizes under the null, power and replicability at three more."""
    printed = [cell.published for cell in tables["section-4-1"].cells]
    assert printed == [86.5, 85.6, 84.4, 83.0, 80.5, 82.0, 46.2, 6.4, 54.4, 7.0, 51.8, 6.7]


def test_the_lower_bound_of_type_one_replicability_is_exact(tables: dict[str, Agreement]) -> None:
    """Bouckaert (2005), sec. 3, p. 3: "with alpha = 5% minimal Type I replicability is 90.5%"."""
    cell = tables["section-3"].cells[0]
    assert cell.obtained == pytest.approx(90.5, abs=1e-12)
    assert cell.verdict == "agrees"


def test_worst_replicability_of_ten_percent_is_the_printed_one() -> None:
    """Bouckaert (2005), sec. 4.1, p. 4: 6.4% at a tenth of the rows."""
    assert round(100 * expected_worst(0.1), 1) == 6.4


def curve(*points: tuple[float, float]) -> Curve:
    """Return a curve with these powers and 2R - 1: of two repetitions, on 10,000 data sets in random order."""
    rows = []
    for power, corrected in points:
        mixed = round(10_000 * (1 - corrected) / 2)
        both = round(10_000 * power - mixed / 2)
        rows.append(np.repeat([2.0, 1.0, 0.0], [both, mixed, 10_000 - both - mixed]))
    shuffled = np.random.default_rng(0).permuted(np.array(rows), axis=1)
    return Curve.of(tuple(range(len(points))), shuffled, 2)


def test_power_and_replicability_are_counted_over_datasets() -> None:
    """Two of three data sets disagree with themselves: power (2 + 1 + 1) / 6, R = 1/3."""
    found = Curve.of((0,), np.array([[2.0, 1.0, 1.0]]), 2)
    assert found.power[0, 0] == pytest.approx(4 / 6)
    assert found.corrected[0, 0] == pytest.approx(-1 / 3)
    assert found.power[1:, 0] == pytest.approx([2 / 4, 3 / 4, 3 / 4])


def test_worst_replicability_is_that_of_a_parabola_at_half_power() -> None:
    """2R - 1 = .3 + .1 d + 2 d^2 with d = power - 1/2: .3 at half power, lowest at d = -.025."""
    found = curve(*((0.5 + d, 0.3 + 0.1 * d + 2 * d**2) for d in (-0.3, -0.2, 0, 0.1, 0.3)))
    value, se = estimate(found.worst)
    assert value == pytest.approx(0.3, abs=1e-3)
    assert found.power_at_worst.value == pytest.approx(0.475, abs=1e-3)
    assert 0 < se < 0.02


def test_a_curve_without_a_lowest_point_decides_nothing() -> None:
    assert curve(*((0.5 + d, 0.6 - 2 * d**2) for d in (-0.3, -0.1, 0.1, 0.3))).power_at_worst.se == 1


def test_gains_are_paired_by_dataset() -> None:
    """Both procedures follow the data set: the error of the gain is that of the single differences."""
    first, second = np.array([[10.0, 10, 0, 0]]), np.array([[9.0, 10, 0, 0]])
    gain = Curve.of((0,), first, 10).gain(Curve.of((0,), second, 10))
    assert estimate(gain) == pytest.approx((0.025, np.std([0.1, 0, 0, 0], ddof=1) / 2))


def test_blocks_of_datasets_give_the_error_of_a_mean() -> None:
    """10,000 shares of 0, 1/2, 1 in a hundred blocks: s / 100, within what 99 degrees of freedom leave."""
    found = curve((0.4, 0.5))
    assert len(found.power) == 1 + BLOCKS
    shares = np.repeat([1, 0.5, 0], [2750, 2500, 4750])
    assert estimate(found.power[:, 0]).se == pytest.approx(np.std(shares) / 100, rel=0.4)


def test_footnote_one_has_the_mean_of_a_normal_tail(tables: dict[str, Agreement]) -> None:
    """E(x | x > 1.96) = phi(1.96) / .025 = 2.3378 (R: dnorm(1.96) / pnorm(-1.96))."""
    cell = next(cell for cell in tables["section-3"].cells if cell.key.startswith("mean beyond"))
    assert cell.obtained == pytest.approx(2.3378 - 1.96, abs=1e-4)
    assert (cell.kind, cell.verdict) == ("derived", "holds")


def test_the_mean_over_folds_always_rejects(tables: dict[str, Agreement]) -> None:
    """All runs of Task I have one mean: the test rejects, whatever the null (Bouckaert 2005, sec. 4.3)."""
    cell = next(cell for cell in tables["figure-4"].cells if cell.key == "same trends / mean over folds")
    assert cell.verdict == "fails"
