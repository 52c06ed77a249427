"""Bouckaert (2005), small enough for a check; the numbers themselves are on the page that ``make papers`` writes."""

import json

import pytest

from outperform.papers import CATALOGUE, Agreement, Workbench
from outperform.papers.bouckaert_2005.curves import CurvePoint, expected_worst, worst


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


def test_all_can_be_written_as_json(tables: dict[str, Agreement]) -> None:
    text = json.dumps([table.as_row() for table in tables.values()], allow_nan=False)
    assert "figure-4" in text


def test_worst_replicability_is_interpolated_to_half_power() -> None:
    curve = {0.0: CurvePoint((0.4, 0), (0.7, 0), 10), 1.0: CurvePoint((0.6, 0), (0.6, 0), 10)}
    assert worst(curve)[0] == pytest.approx(0.3)
