"""How often new data sets show what the prediction intervals of a league say."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from outperform.core import Floats, Interval, LeagueCells, stream
from outperform.engine.pool import run_apart
from outperform.ranking import effects_of
from studies.evals.run import keep, path_of
from studies.leagues.laws import LAWS, league_of, measured, pairs_of
from studies.leagues.rules import LEVEL

DATASETS = (5, 10, 20, 50)
LEAGUES = 4000  # the standard error of a share of .95 is .0034
KINDS = {
    "new": "one new data set: the true difference",
    "next": "mean of the next N",
    "plain": "mean of the next N, without standard errors",
}
PAIR = pairs_of(2)


@dataclass(frozen=True)
class Cell:
    """A law, and how many data sets a league has."""

    law: str
    datasets: int

    @property
    def name(self) -> str:
        """The cell in a line."""
        return f"predictions - {self.law} - {self.datasets}"


def prediction_cells() -> list[Cell]:
    """Return all cells."""
    return [Cell(law, count) for law in LAWS for count in DATASETS]


def run_predictions(folder: Path, jobs: int, most: int | None = None, cells: list[Cell] | None = None) -> None:
    """Run the cells that have no file yet."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [cell for cell in cells or prediction_cells() if not path_of(folder, cell.name).exists()]
    for name, found in run_apart(partial(_run, most), missing, jobs):
        keep(path_of(folder, name), found)
        print(name, flush=True)


def _run(most: int | None, cell: Cell) -> tuple[str, dict[str, Any]]:
    return cell.name, run_cell(cell, min(LEAGUES, most or LEAGUES))


def run_cell(cell: Cell, leagues: int) -> dict[str, Any]:
    """Count leagues whose intervals hold what as many new data sets show, for two learners."""
    rng, law = stream(0, "leagues", cell.name), LAWS[cell.law]
    means = np.array([law.unit(cell.datasets), 0.0])  # the intervals move with the means: any would do
    true = law.values(rng, means, cell.datasets, leagues)
    here, there = measured(rng, true), measured(rng, law.values(rng, means, cell.datasets, leagues))
    new = np.subtract(*law.values(rng, means, 1, leagues)[:, 0].T)
    counts = dict.fromkeys(KINDS, 0)
    for at in range(leagues):
        effect, later = (effects_of(_one(some, at), PAIR, LEVEL)[0] for some in (here, there))
        plain, simply = (effects_of(league_of(some.values[at]), PAIR, LEVEL)[0] for some in (here, there))
        counts["new"] += _holds(effect.prediction, float(new[at]))
        counts["next"] += _holds(effect.prediction_mean, later.estimate)
        counts["plain"] += _holds(plain.prediction_mean, simply.estimate)
    return {"kind": "predictions", "law": cell.law, "datasets": cell.datasets, "leagues": leagues, "holds": counts}


def _one(cells: LeagueCells, at: int) -> LeagueCells:
    error: Floats | None = None if cells.error is None else cells.error[at]
    return league_of(cells.values[at], error)


def _holds(interval: Interval | None, value: float | None) -> bool:
    assert interval is not None, "three or more data sets that differ"
    assert value is not None, "both learners have all data sets"
    return interval[0] <= value <= interval[1]
