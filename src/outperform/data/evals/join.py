"""Join records: the same items for every system, each once per sample; what does not fit is refused with its place."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from outperform.core import Floats, Scores, check_size
from outperform.data.evals.checks import (
    check_documents,
    check_duplicates,
    check_measures,
    clusters_of,
    prompt_notes,
    tasks_of,
    weights_of,
)
from outperform.data.evals.evals import Evals, mean_scores
from outperform.data.evals.grid import Grid, grid_of, ids_of
from outperform.data.evals.missing import REFUSE, shared, without_missing
from outperform.data.evals.records import EvalRecords, stacked
from outperform.data.evals.samples import sample_places
from outperform.data.evals.systems import of_systems, scale_notes
from outperform.data.score_traps import refuse_losses


@dataclass(frozen=True)
class Joining:
    """How records are joined."""

    tasks: tuple[str, ...] = ()  # to keep; () is all
    missing: str = REFUSE
    common: bool = False
    systems: tuple[str, ...] = ()  # to keep; () is all


def evals_of_records(parts: Sequence[EvalRecords], how: Joining) -> Evals:
    """Join the records of files or tables into the scores of systems on one set of items."""
    kept = of_systems(parts, how.systems)
    check_measures(kept)
    grid = grid_of(stacked(tuple(kept)), how.tasks)
    check_duplicates(grid)
    check_documents(grid)
    grid, scores, missing = without_missing(grid, grid.records.scores, how.missing)
    grid, fallen = shared(grid, common=how.common)
    evals = _evals(grid, scores)
    check_size(evals.scores)
    if evals.weights is not None:
        check_size(evals.weights, "weights")
    if grid.records.measure.higher is None:
        means = mean_scores(evals.scores, None)[:, None, None]
        refuse_losses([Scores(evals.systems, evals.metric, means)], items=True)
    notes = (*evals.notes, *scale_notes(evals), *prompt_notes(grid), *missing, *fallen)
    return replace(evals, notes=tuple(dict.fromkeys(notes)))


def _evals(grid: Grid, scores: Floats) -> Evals:
    records = grid.records
    places, samples = sample_places(grid)
    clusters = clusters_of(grid)
    table = np.full((len(records.systems.names), samples, len(grid.firsts)), np.nan)
    table[grid.systems, places, grid.items] = scores[grid.rows]
    return Evals(
        tuple(str(name) for name in records.systems.names.tolist()),
        table,
        ids_of(grid),
        records.measure.metric,
        tasks_of(grid),
        None if clusters is None else clusters.codes,
        weights_of(grid),
        records.notes,
        records.measure.totals,
        None if clusters is None else clusters.names,
    )
