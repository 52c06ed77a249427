"""Error rates and power: leagues of equal learners, and of one learner that leads."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from outperform.core import stream
from outperform.engine.pool import run_apart
from outperform.ranking import CATALOGUE
from studies.evals.run import keep, path_of
from studies.leagues.laws import LAWS, NORMAL, SKEWED, SMALL, T3, T15, equal_pairs, leading, measured, pairs_of
from studies.leagues.rules import LEVEL, RULES

LEARNERS, DATASETS = (2, 5, 10), (10, 20, 50)
SYMMETRIC = (NORMAL, T3, T15)
LEAD = 2.9  # standard errors of a difference: a power of about .8 for one pair
LEAGUES = {2: 6000, 5: 3000, 10: 2000}  # standard errors of a rate of .05: .0028, .0040, .0049
BLOCK = 500


@dataclass(frozen=True)
class Cell:
    """A law, sizes, and whether the first learner leads."""

    law: str
    learners: int
    datasets: int
    lead: bool

    @property
    def name(self) -> str:
        """The cell in a line."""
        return f"level - {self.law} - {self.learners} - {self.datasets} - {'lead' if self.lead else 'null'}"


def cells_of() -> list[Cell]:
    """Return all cells."""
    sizes = [(k, n, lead) for k in LEARNERS for n in DATASETS for lead in (False, True)]
    alike = [Cell(SMALL.name, *size) for size in sizes if size[0] == 2]
    return [Cell(law.name, *size) for law in (*SYMMETRIC, SKEWED) for size in sizes] + alike


def run_levels(folder: Path, jobs: int, most: int | None = None, cells: list[Cell] | None = None) -> None:
    """Run the cells that have no file yet, with at most so many leagues each."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [cell for cell in cells or cells_of() if not path_of(folder, cell.name).exists()]
    for name, found in run_apart(partial(_run, most), missing, jobs):
        keep(path_of(folder, name), found)
        print(f"{name}: {found['rules']['wilcoxon']}", flush=True)


def _run(most: int | None, cell: Cell) -> tuple[str, dict[str, Any]]:
    return cell.name, run_cell(cell, min(LEAGUES[cell.learners], most or LEAGUES[cell.learners]))


def run_cell(cell: Cell, leagues: int) -> dict[str, Any]:
    """Count leagues with a false difference, right and wrong differences found, for every rule."""
    law, pairs = LAWS[cell.law], pairs_of(cell.learners)
    means = leading(cell.learners, LEAD * law.unit(cell.datasets) if cell.lead else 0.0)
    same = equal_pairs(means, pairs)
    counts = {name: np.zeros(4, dtype=np.int64) for name in RULES}
    for start in range(0, leagues, BLOCK):
        rng = stream(0, "leagues", cell.name, start)
        some = measured(rng, law.values(rng, means, cell.datasets, min(BLOCK, leagues - start)))
        for name, rule in RULES.items():
            found = rule(some, pairs)
            true = found[:, ~same]
            counts[name] += [(found[:, same] != 0).any(axis=1).sum(), (true > 0).sum(), (true < 0).sum(), len(found)]
    return {
        "law": cell.law,
        "learners": cell.learners,
        "datasets": cell.datasets,
        "lead": cell.lead,
        "leagues": leagues,
        "true_pairs": int((~same).sum()),
        "refused": CATALOGUE.parse("wilcoxon").least(len(pairs), LEVEL) > cell.datasets,  # type: ignore[attr-defined]
        "rules": {name: [int(each) for each in row[:3]] for name, row in counts.items()},
    }
