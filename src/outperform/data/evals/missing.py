"""Scores that are missing, and items that a system lacks: refused, counted as wrong, or left out for all."""

from collections.abc import Sequence

import numpy as np

from outperform.core import Bools, Floats, InputError, Ints, Note, NoteKind
from outperform.data.evals.asked import DROP, REFUSE, WRONG
from outperform.data.evals.grid import Grid
from outperform.surface import option, switch

_FIRST = 5  # ids that an error names


def without_missing(grid: Grid, scores: Floats, missing: str) -> tuple[Grid, Floats, tuple[Note, ...]]:
    """Return grid and scores [record of the stack] without missing scores, and a note where there were some."""
    gaps = np.flatnonzero(np.isnan(scores[grid.rows]))
    if not gaps.size:
        return grid, scores, ()
    items = np.unique(grid.items[gaps])
    who = dict.fromkeys(_system(grid, int(gap)) for gap in gaps)
    note = Note.of(NoteKind.SCORES_MISSING, *who, scores=len(gaps), items=len(items), how=missing)
    if missing == DROP:
        kept = np.ones(len(grid.firsts), dtype=bool)
        kept[items] = False
        if not kept.any():
            raise InputError("missing", f"every item lacks a score; {_gaps(grid, gaps)}")
        return grid.keep(kept), scores, (note,)
    if missing == WRONG:
        _check_shares(scores[grid.rows])
        return grid, np.where(np.isnan(scores), 0.0, scores), (note,)
    wrong, drop = (option("missing", each) for each in (WRONG, DROP))
    how = f"count them as 0 with {wrong}, or leave these items out with {drop}"
    raise InputError(grid.stack.place(int(grid.rows[gaps[0]])), f"{_gaps(grid, gaps)}; {how}")


def _check_shares(scores: Floats) -> None:
    known = scores[~np.isnan(scores)]
    if known.size and (known.min() < 0 or known.max() > 1):
        odd = known[(known < 0) | (known > 1)][0]
        raise InputError("missing", f"wrong counts a missing score as 0: scores must lie in [0, 1], but one is {odd:g}")


def _gaps(grid: Grid, gaps: Ints) -> str:
    names = [f"{grid.item(int(grid.items[gap]))} of {_system(grid, gap)!r}" for gap in gaps[:_FIRST]]
    more = ", ..." if len(gaps) > _FIRST else ""
    return f"{len(gaps)} of {len(grid.rows)} scores are missing: {', '.join(names)}{more}"


def _system(grid: Grid, row: int) -> str:
    return grid.records.systems.name(int(grid.rows[row]))


def shared(grid: Grid, *, common: bool) -> tuple[Grid, tuple[Note, ...]]:
    """Return the grid of items that every system has: all of them, or ``common`` and a note says how many fell."""
    systems = grid.records.systems
    has = np.zeros((len(systems.names), len(grid.firsts)), dtype=bool)
    has[grid.systems, grid.items] = True
    if not has.any(axis=1).all() and not common:
        lost = systems.names[np.flatnonzero(~has.any(axis=1))[0]]
        raise InputError("evaluations", f"system {lost!r} has no scores of these {len(grid.firsts)} items")
    kept: Bools = np.asarray(has.all(axis=0))
    if kept.all():
        return grid, ()
    if not common:
        raise _lacking(grid, has)
    if not kept.any():
        raise InputError("common", "no item has scores of every system")
    fallen = int((~kept).sum())
    who = [str(name) for name in systems.names[~has.all(axis=1)]]
    return grid.keep(kept), (Note.of(NoteKind.ITEMS_DROPPED, *who, items=fallen, left=int(kept.sum())),)


def samples_missing(grid: Grid, scores: Floats, missing: str) -> tuple[Grid, Ints | None, tuple[Note, ...]]:
    """Return the grid, how many samples to count as wrong [system, item], and a note of samples that are not there.

    A system lacks samples of an item of which another one has more, if it has more in the same task elsewhere: one that
    has three samples of every item was run three times, or its other samples were left out, so that a note says it.
    """
    systems, items = len(grid.records.systems.names), len(grid.firsts)
    counts: Ints = np.bincount(grid.cells, minlength=systems * items).reshape(systems, items)
    if (counts == counts.max(axis=0)).all():
        return grid, None, ()
    runs = _runs(grid, counts)
    fewer = _fewer(grid, runs)
    gaps: Ints = np.minimum(runs, counts.max(axis=0)) - counts
    if not gaps.any():
        return grid, None, fewer
    who = [str(name) for name in grid.records.systems.names[gaps.any(axis=1)]]
    lacking: Bools = np.asarray(gaps.any(axis=0))
    number = int(gaps.sum())
    if missing == REFUSE:
        lacks = Note.of(NoteKind.SAMPLES_MISSING, *who, samples=number, items=int(lacking.sum()))
        return grid, None, (lacks, *fewer)
    note = Note.of(NoteKind.SCORES_MISSING, *who, scores=number, items=int(lacking.sum()), how=missing)
    if missing == WRONG:
        _check_shares(scores[grid.rows])
        return grid, gaps, (note, *fewer)
    if lacking.all():
        raise InputError("missing", f"every item lacks samples of some system, {number} in all; leave it out")
    return grid.keep(~lacking), None, (note, *fewer)


def _fewer(grid: Grid, runs: Ints) -> tuple[Note, ...]:
    """Note a system that has several samples of every item of a task, but fewer than another one has."""
    most = runs.max(axis=0)
    less = np.argwhere((runs > 1) & (runs < most))
    if not less.size:
        return ()
    system, item = less[0]
    name = str(grid.records.systems.names[system])
    return (Note.of(NoteKind.SAMPLES_FEWER, name, samples=int(runs[system, item]), of=int(most[item])),)


def _runs(grid: Grid, counts: Ints) -> Ints:
    """Return how many samples of every item each system should have [system, item], by those of the same task.

    It is the number of labels that it has there; where each answer has a label of its own, the most samples of an item.
    """
    records, runs = grid.records, np.zeros_like(counts)
    tasks = np.zeros(len(records), dtype=np.int64) if records.tasks is None else records.tasks.codes
    of_items, of_rows = tasks[grid.firsts], tasks[grid.rows]
    labels = None if records.samples is None else records.samples.codes[grid.rows]
    for task in np.unique(of_items):
        inside = of_items == task
        most = counts[:, inside].max(axis=1)
        if labels is not None:
            own = [labels[(grid.systems == system) & (of_rows == task)] for system in range(len(counts))]
            distinct = np.array([np.unique(each).size for each in own])
            most = np.where(distinct <= most.max(), distinct, most)
        runs[:, inside] = most[:, np.newaxis]
    return runs


def _lacking(grid: Grid, has: Bools) -> InputError:
    names = [str(name) for name in grid.records.systems.names]
    worst = int(np.argmax((~has).sum(axis=1) > 0))
    gone = np.flatnonzero(~has[worst])
    ids = ", ".join(grid.item(int(item)) for item in gone[:_FIRST]) + (", ..." if len(gone) > _FIRST else "")
    place = grid.stack.place(int(grid.firsts[gone[0]]))
    problem = f"system {names[worst]!r} has no score of {len(gone)} of {len(grid.firsts)} items: {ids}"
    items = [grid.records.items.name(int(row)) for row in grid.firsts]
    return InputError("evaluations", f"{problem} (first in {place}); {how_to_join(has, worst, names, items)}")


def how_to_join(has: Bools, worst: int, names: Sequence[str], items: Sequence[str], what: str = "scores") -> str:
    """Return what to do about items that not every system has, of which ``worst`` lacks some."""
    own = [items[int(at)] for at in np.flatnonzero(has[worst])]
    others = [items[int(at)] for at in np.flatnonzero(~has[worst])]
    known = {_number(name): name for name in own}
    alike = next((name for name in others if _number(name) is not None and _number(name) in known), None)
    if alike is not None:
        both = f"{known[_number(alike)]!r} and {alike!r}"
        return f"{both} look like the same number written differently: write the names of items alike"
    if has.all(axis=0).any():
        return f"pass {switch('common')} to judge the items that all have"
    return f"no item has {what} of every system: {names[worst]!r} has {_span(own)}, others have {_span(others)}"


def _span(ids: Sequence[str]) -> str:
    return f"{ids[0]!r}" if len(ids) == 1 else f"{ids[0]!r} to {ids[-1]!r}"


def _number(name: str) -> float | None:
    try:
        return float(name)
    except ValueError:
        return None
