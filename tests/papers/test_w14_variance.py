"""The first half of Wang et al. (2014), small enough for a check."""

import json

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

from outperform.papers import Agreement, Workbench
from outperform.papers._w14_learners import predictions
from outperform.papers._w14_printed import ROWS, SIZES, TABLE_2, TABLE_3, TABLE_4, UNITS, WEIGHTS
from outperform.papers._w14_variance import EXHIBITS


@pytest.fixture(scope="module")
def tables() -> dict[str, Agreement]:
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("OUTPERFORM_DATA", raising=False)
        bench = Workbench(scale=0.001)
        return {name: obtain(bench) for name, obtain in EXHIBITS.items()}


def test_every_table_and_figure_is_there(tables: dict[str, Agreement]) -> None:
    assert list(tables) == [*(f"figure-{number}" for number in range(1, 6)), *(f"table-{n}" for n in range(2, 6))]
    assert [table.id for table in tables.values()] == list(tables)
    assert all(table.panels is not None for name, table in tables.items() if name in {"figure-1", "figure-2"})


@pytest.mark.parametrize(("name", "printed"), [("table-2", TABLE_2), ("table-3", TABLE_3)])
def test_every_printed_number_of_the_derived_rows_has_a_cell(
    tables: dict[str, Agreement], name: str, printed: dict[int, tuple[float, ...]]
) -> None:
    found = [cell.published for cell in tables[name].cells]
    for row in printed.values():
        assert all(found.count(value) >= row.count(value) for value in row)


def test_every_printed_correlation_has_a_cell(tables: dict[str, Agreement]) -> None:
    found = [cell.published for cell in tables["table-4"].cells if isinstance(cell.published, float)]
    wanted = [value for rows in TABLE_4.values() for row in rows for value in row]
    assert len(wanted) == 2 * len(TABLE_4) * len(SIZES)
    assert sorted(found) == sorted(wanted)


@pytest.mark.parametrize("printed", [TABLE_2, TABLE_3], ids=["table-2", "table-3"])
def test_the_printed_rows_are_made_of_the_same_correlations(printed: dict[int, tuple[float, ...]]) -> None:
    """Wang et al. (2014), Tables 2 and 3, p. 221: four combinations of rho1 and rho2, which rows 1 and 2 give."""
    for row in printed.values():
        first, second = (1 - row[0]) / 2, row[1] / 2
        for value, (constant, one, two), unit in zip(row, WEIGHTS, UNITS, strict=True):
            assert value == pytest.approx(constant + one * first + two * second, abs=unit)
    assert len(ROWS) == len(WEIGHTS)


def test_all_can_be_written_as_json(tables: dict[str, Agreement]) -> None:
    text = json.dumps([table.as_row() for table in tables.values()], allow_nan=False)
    assert "table-5" in text


@pytest.mark.parametrize(
    ("name", "learner"), [("nb", GaussianNB()), ("logreg", LogisticRegression(C=np.inf, max_iter=1000))]
)
def test_many_learners_at_once_are_those_of_scikit_learn(name: str, learner: GaussianNB | LogisticRegression) -> None:
    rng = np.random.default_rng(0)
    target = np.tile([0, 1], (4, 40))
    rows = rng.standard_normal((4, 80, 5)) * np.sqrt(1 + target)[..., np.newaxis] + target[..., np.newaxis]
    tested = rng.standard_normal((4, 50, 5)) + 0.5
    said = predictions(name, rows, target, tested, rng)
    for place in range(4):
        expected = learner.fit(rows[place], target[place]).predict(tested[place])
        np.testing.assert_array_equal(said[place], expected)
