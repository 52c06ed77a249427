"""Whether p_flip_datasets foretells what a league on other data sets of the same kind decides."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from outperform.core import Floats, Ints, LeagueCells, stream
from outperform.core.adjust import adjustment_from
from outperform.engine.pool import run_apart
from outperform.ranking import Wilcoxon
from outperform.ranking.own_levels import own_levels
from outperform.significance import special
from studies.evals.run import keep, path_of
from studies.leagues.bins import Bins
from studies.leagues.fresh_datasets import dataset_flips
from studies.leagues.laws import LAWS, NORMAL, PAIRED, SKEWED, T3, T15, league_of, pairs_of
from studies.leagues.rules import LEVEL, by

LEAGUES, FRESH = 300, 20


@dataclass(frozen=True)
class Cell:
    """A law, sizes, and how the means of the learners differ."""

    half: str  # "choose" or "confirm"
    law: str
    learners: int
    datasets: int
    means: str
    size: float  # in standard errors of a difference

    @property
    def name(self) -> str:
        """The cell in a line."""
        sizes = f"{self.learners} - {self.datasets} - {self.means} {self.size:g}"
        return f"datasets - {self.half} - {self.law} - {sizes}"


def dataset_cells() -> list[Cell]:
    """Return the cells that the rule was chosen on, and those that it was confirmed on."""
    first = (
        ("equal", 0.0),
        ("random", 1.0),
        ("random", 3.0),
        ("random", 5.0),
        ("ladder", 4.0),
        ("ladder", 8.0),
        ("best", 4.0),
    )
    second = (("equal", 0.0), ("random", 0.7), ("random", 2.0), ("random", 4.0), ("halves", 3.0), ("worst", 4.0))
    chosen = [
        Cell("choose", law.name, k, n, *how)
        for law in (NORMAL, T3)
        for k in (3, 5, 10)
        for n in (12, 25)
        for how in first
    ]
    laws = (T15, SKEWED, PAIRED)
    confirmed = [
        Cell("confirm", law.name, k, n, *how) for law in laws for k in (4, 7, 14) for n in (20, 40) for how in second
    ]
    pairs = [
        Cell(half, law.name, 2, n, "random", s)
        for half, law, n in (("choose", NORMAL, 12), ("confirm", T3, 25))
        for s in (1.0, 3.0)
    ]
    return [*chosen, *confirmed, *pairs]


def run_datasets(folder: Path, jobs: int, most: int | None = None, cells: list[Cell] | None = None) -> None:
    """Run the cells that have no file yet."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [cell for cell in cells or dataset_cells() if not path_of(folder, cell.name).exists()]
    for name, found in run_apart(partial(_run, most), missing, jobs):
        keep(path_of(folder, name), found)
        print(name, flush=True)


def _run(most: int | None, cell: Cell) -> tuple[str, dict[str, Any]]:
    bins, leagues = Bins(), min(LEAGUES, most or LEAGUES)
    law, pairs = LAWS[cell.law], pairs_of(cell.learners)
    for number in range(leagues):
        rng = stream(0, "leagues", cell.name, number)
        means = means_of(rng, cell) * law.unit(cell.datasets)
        judged(bins, law.values(rng, means, cell.datasets, 1 + FRESH), pairs)
    facts = {"half": cell.half, "law": cell.law, "learners": cell.learners, "datasets": cell.datasets}
    return cell.name, {
        "kind": "datasets",
        **facts,
        "means": cell.means,
        "size": cell.size,
        "leagues": leagues,
        "bins": bins.kept(),
    }


def means_of(rng: np.random.Generator, cell: Cell) -> Floats:
    """Return the means of the learners, in standard errors of a difference."""
    count = cell.learners
    shapes = {
        "equal": np.zeros(count),
        "random": rng.standard_normal(count) / np.sqrt(2),
        "ladder": np.linspace(0, 1, count),
        "best": np.arange(count) == 0,
        "worst": np.arange(count) != 0,
        "halves": np.arange(count) < count // 2,
    }
    found: Floats = cell.size * shapes[cell.means].astype(np.float64)
    return found


def judged(bins: Bins, values: Floats, pairs: Ints) -> None:
    """Compare p_flip_datasets of the first league [league, dataset, learner] with the decisions of the others."""
    here = league_of(values[0])
    decisions = by("wilcoxon")(league_of(values), pairs)
    seen = (decisions[1:] != decisions[0]).mean(axis=0)
    told = dataset_flips(here, Wilcoxon(), adjustment_from("shaffer"), pairs, LEVEL)
    plain = plain_flips(here, pairs)
    for kind, which in (("pairs", None), ("found", decisions[0] != 0), ("open", decisions[0] == 0)):
        bins.add(kind, told, seen, which)
        bins.add(f"plain {kind}", plain, seen, which)


def plain_flips(cells: LeagueCells, pairs: Ints) -> Floats:
    """Return the chances of z' ~ N(K z, 1 + K), K from the mean of z^2 over pairs; K = 1 for two learners."""
    outcomes = Wilcoxon().outcomes(cells, pairs)
    names = [(cells.learners[first], cells.learners[second]) for first, second in pairs]
    levels = own_levels(adjustment_from("shaffer"), outcomes.pvalue, names, LEVEL)
    z = outcomes.direction * -special.ndtri(outcomes.pvalue / 2)
    limit = -special.ndtri(levels / 2)
    excess = max(0.0, float((z**2).mean()) - 1)
    k = 1.0 if len(pairs) == 1 else excess / (1 + excess)
    up, down = (special.ndtr((side * k * z - limit) / np.sqrt(1 + k)) for side in (1, -1))
    same = np.where(outcomes.pvalue > levels, 1 - up - down, np.where(z > 0, up, down))
    found: Floats = np.clip(1 - same, 0.0, 1.0)
    return found
