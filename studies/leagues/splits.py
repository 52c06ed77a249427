"""Whether p_flip foretells what a league with fresh partitions of the same data sets decides."""

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from outperform.core import Floats, Ints, LeagueCells, LeagueTable, Scores, stream
from outperform.core.adjust import adjustment_from
from outperform.engine.pool import run_apart
from outperform.ranking import Wilcoxon
from outperform.ranking.cells_of import cells_of
from outperform.ranking.fresh_splits import split_flips, winners
from outperform.ranking.redrawn import Redrawn
from studies.evals.run import keep, path_of
from studies.leagues.bins import Bins
from studies.leagues.laws import LAWS, NORMAL, PAIRED, T3, T15, names_of, pairs_of
from studies.leagues.rules import LEVEL, by

REPEATS = (1, 2, 3, 5, 10)  # 1: on every other data set, and 3 on the rest
SPREADS = (0.5, 1.0, 3.0)  # of learners between data sets, in standard deviations of the mean of a repeat
LEADS = (1.0, 3.0, 5.0)  # spread of the learners' means, in standard errors
LEAGUES, FRESH, PLAIN_DRAWS = 240, 20, 400
PART, PART_SPREAD = 0.15, 0.7  # noise of a repeat over that of independent folds, and the sd of its logarithm


@dataclass(frozen=True)
class Cell:
    """A way to draw leagues, and their repeats."""

    half: str  # "choose" or "confirm"
    law: str
    spread: float
    repeats: int
    folds: int = 10

    @property
    def name(self) -> str:
        """The cell in a line."""
        return f"splits - {self.half} - {self.law} - {self.spread:g} - {self.repeats} x {self.folds}"


def split_cells() -> list[Cell]:
    """Return the cells that the rule was chosen on, and those that it was confirmed on."""
    chosen = [Cell("choose", NORMAL.name, spread, r) for spread in SPREADS for r in REPEATS]
    others = [
        Cell("confirm", law.name, spread, r) for law in (T3, T15, PAIRED) for spread in SPREADS[1:] for r in REPEATS
    ]
    fewer = [Cell("confirm", T3.name, 1.0, r, folds) for folds in (1, 5) for r in REPEATS]
    return [*chosen, *others, *fewer]


def run_splits(folder: Path, jobs: int, most: int | None = None, cells: list[Cell] | None = None) -> None:
    """Run the cells that have no file yet."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [cell for cell in cells or split_cells() if not path_of(folder, cell.name).exists()]
    for name, found in run_apart(partial(_run, most), missing, jobs):
        keep(path_of(folder, name), found)
        print(name, flush=True)


def _run(most: int | None, cell: Cell) -> tuple[str, dict[str, Any]]:
    bins = Bins()
    leagues = min(LEAGUES, most or LEAGUES)
    for number in range(leagues):
        _case(cell, number, bins)
    facts = {"half": cell.half, "law": cell.law, "spread": cell.spread, "repeats": cell.repeats, "folds": cell.folds}
    return cell.name, {"kind": "splits", **facts, "leagues": leagues, "bins": bins.kept()}


def _case(cell: Cell, number: int, bins: Bins) -> None:
    rng = stream(0, "leagues", cell.name, number)
    datasets, learners = int(rng.integers(10, 30)), int(rng.choice([2, 3, 5]))
    lead = LEADS[number % len(LEADS)]
    repeats = np.where(np.arange(datasets) % 2, 3, 1) if cell.repeats == 1 else np.full(datasets, cell.repeats)
    tables = _tables(rng, cell, datasets, learners, lead, repeats)
    judged(bins, tables, repeats, seed=number)


def _tables(rng: np.random.Generator, cell: Cell, datasets: int, learners: int, lead: float, repeats: Ints) -> Floats:
    """Draw leagues of the same data sets [league, dataset, learner, repeat, fold]; NaN beyond a data set's repeats."""
    k, most = cell.folds, int(repeats.max())
    fold = np.exp(rng.normal(0, 0.5, (datasets, 1)))
    part = PART * np.exp(rng.normal(0, 0.3, (1, learners)) + rng.normal(0, PART_SPREAD, (datasets, learners)))
    sd = fold * np.sqrt(part / (k if k > 1 else 10))
    spread, law = cell.spread * float(np.median(sd)), LAWS[cell.law]
    unit = np.sqrt(2 * ((spread * law.sd) ** 2 + np.median(sd) ** 2 / np.median(repeats)) / datasets)
    true = lead / np.sqrt(2) * unit * rng.standard_normal(learners) + spread * law.draw(rng, (datasets, learners))
    runs = sd[..., np.newaxis] * rng.standard_normal((1 + FRESH, datasets, learners, most))
    within = rng.standard_normal((1 + FRESH, datasets, learners, most, k))
    within += rng.standard_normal((1 + FRESH, datasets, 1, most, k))  # what the test rows share
    within -= within.mean(axis=-1, keepdims=True)
    x = (true[..., np.newaxis] + runs)[..., np.newaxis] + fold[..., np.newaxis, np.newaxis] * within
    beyond = np.arange(most) >= repeats[:, np.newaxis]
    return np.where(beyond[:, np.newaxis, :, np.newaxis], np.nan, x)


def judged(bins: Bins, tables: Floats, repeats: Ints, seed: int) -> None:
    """Compare the p_flip of the first league with the decisions of the others on the same data sets."""
    learners = tables.shape[2]
    cells = cells_of(table_of(tables[0], repeats))
    pairs = pairs_of(learners)
    many = replace(cells, values=np.nanmean(tables, axis=(-1, -2)), error=None, wander=None)
    decisions = by("wilcoxon")(many, pairs)
    seen = (decisions[1:] != decisions[0]).mean(axis=0)
    found = split_flips(cells, Wilcoxon(), adjustment_from("shaffer"), pairs, LEVEL, seed)
    assert found is not None, "there are repeats"
    assert found.winner is not None, "all pairs are judged"
    bins.add("pairs", found.pairs, seen)
    for kind, which in (("found", decisions[0] != 0), ("open", decisions[0] == 0)):
        bins.add(kind, found.pairs, seen, which)
    best = winners(decisions, pairs, learners)
    bins.add("winner", np.array([found.winner]), np.array([(best[1:] != best[0]).mean()]))
    bins.add("plain", plain_flips(cells, pairs, decisions[0], seed), seen)


def table_of(tables: Floats, repeats: Ints) -> LeagueTable:
    """Return the table of one league [dataset, learner, repeat, fold]."""
    names = names_of("l", tables.shape[1])
    scores = tuple(Scores(names, None, x[:, :count]) for x, count in zip(tables, repeats, strict=True))
    return LeagueTable(names_of("d", len(tables)), names, scores, higher_is_better=True)


def plain_flips(cells: LeagueCells, pairs: Ints, here: Floats, seed: int) -> Floats:
    """Return the flips of m' ~ N(m, V (1/r + 1/r)), which keeps all differences between data sets."""
    drawn = replace(Redrawn.of(cells, pairs), kept=np.ones((len(pairs), len(cells.datasets))))
    d = drawn.draw(stream(seed, "leagues", "plain"), PLAIN_DRAWS)
    halves = np.stack([d / 2, -d / 2], axis=-1)
    outcomes = Wilcoxon().outcomes(replace(cells, learners=("a", "b"), values=halves, error=None), np.array([[0, 1]]))
    names = [(cells.learners[first], cells.learners[second]) for first, second in pairs]
    pvalue = adjustment_from("shaffer").adjust_many(outcomes.pvalue[..., 0], names)
    found: Floats = (np.where(pvalue <= LEVEL, outcomes.direction[..., 0], 0.0) != here).mean(axis=0)
    return found
