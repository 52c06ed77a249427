"""Run the cells: each has its own streams and its own small file, so a killed run goes on where it stopped."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from outperform.core import Floats, Ints, stream
from outperform.engine.pool import run_apart
from outperform.ranking.fresh_splits import winners
from studies.adaptive_league.cells import FEWEST, LEADS, MOST, Cell, Drawn, all_cells
from studies.adaptive_league.paths import LONGEST, RULES, Run, Stop, mean_same
from studies.evals.run import keep, path_of
from studies.leagues.bins import Bins
from studies.leagues.laws import pairs_of

RUNS, FRESH = 4, 2  # runs on other random splits of the same data sets, and on other data sets
Row = dict[str, Any]


def run_cells(folder: Path, jobs: int, most: int | None = None, cells: Sequence[Cell] | None = None) -> None:
    """Run the cells that have no file yet, with at most so many leagues each."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [cell for cell in cells or all_cells() if not path_of(folder, cell.name).exists()]
    for name, found in run_apart(partial(_run, most), missing, jobs):
        keep(path_of(folder, name), found)
        print(name, flush=True)


def _run(most: int | None, cell: Cell) -> tuple[str, Row]:
    return cell.name, run_cell(cell, min(cell.leagues, most or cell.leagues))


def run_cell(cell: Cell, leagues: int) -> Row:
    """Run leagues, and keep a row of numbers per league and rule."""
    bins: dict[str, Bins] = {rule: Bins() for rule in RULES}
    rows = [(_led if cell.lead else _null)(cell, number, bins) for number in range(leagues)]
    kept = {rule: found.kept() for rule, found in bins.items()}
    facts = {"half": cell.half, "law": cell.law, "spread": cell.spread, "learners": cell.learners, "lead": cell.lead}
    return {"kind": "simulated", **facts, "leagues": rows, "bins": kept}


def _null(cell: Cell, number: int, bins: dict[str, Bins]) -> dict[str, Row]:
    """Run one league of equal learners once."""
    del bins  # nothing to compare with
    rng = stream(0, "adaptive league", cell.name, number)
    drawn, _ = Drawn.of(rng, cell, 0.0, int(rng.integers(FEWEST, MOST + 1)))
    stops = Run.of(drawn.scores(rng, LONGEST), pairs_of(cell.learners)).stops()
    return {rule: {"false": bool(stop.decisions.any()), "repeats": stop.repeats} for rule, stop in stops.items()}


def _led(cell: Cell, number: int, bins: dict[str, Bins]) -> dict[str, Row]:
    """Run one league several times, and the same learners on other data sets."""
    rng = stream(0, "adaptive league", cell.name, number)
    datasets, pairs = int(rng.integers(FEWEST, MOST + 1)), pairs_of(cell.learners)
    drawn, means = Drawn.of(rng, cell, LEADS[number % len(LEADS)], datasets)
    others = [Drawn.like(rng, cell, means, datasets) for _ in range(FRESH)]
    here = [Run.of(drawn.scores(rng, LONGEST), pairs).stops() for _ in range(RUNS)]
    there = [Run.of(other.scores(rng, LONGEST), pairs).stops() for other in others]
    return told(here, there, pairs, bins) | {
        "truth": {"sides": np.sign(means[pairs[:, 0]] - means[pairs[:, 1]]).tolist()}
    }


def told(
    here: Sequence[dict[str, Stop]], there: Sequence[dict[str, Stop]], pairs: Ints, bins: dict[str, Bins]
) -> dict[str, Row]:
    """Return what runs of a league have in common, by rule; fill the bins of predicted and observed changes."""
    found = {}
    for rule in RULES:
        runs, others = [run[rule] for run in here], [run[rule] for run in there]
        rest = [[other for other in runs if other is not run] for run in runs]
        seen = np.concatenate([_changed(run, some) for run, some in zip(runs, rest, strict=True)])
        bins[rule].add("splits", np.concatenate([run.p_flip for run in runs]), seen)
        found[rule] = {
            "same": mean_same(runs),
            "same_winner": _same_winner(runs, pairs),
            "same_datasets": mean_same(runs, others),
            "repeats": float(np.mean([run.repeats for run in runs])),
            "unsettled": float(np.mean([run.unsettled for run in runs])),
            "found": np.mean([run.decisions for run in runs], axis=0).tolist(),
            "decided": np.mean([run.decisions != 0 for run in runs], axis=0).tolist(),
        }
    return found


def _changed(run: Stop, others: Sequence[Stop]) -> Floats:
    """Return for every pair the share of other runs that decide otherwise."""
    found: Floats = np.mean([run.decisions != other.decisions for other in others], axis=0)
    return found


def _same_winner(runs: Sequence[Stop], pairs: Ints) -> float:
    best = winners(np.stack([run.decisions for run in runs]), pairs, int(pairs.max()) + 1)
    first, second = np.triu_indices(len(runs), 1)
    return float((best[first] == best[second]).mean())
