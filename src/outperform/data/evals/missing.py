"""Scores that are missing, and items that a system lacks: refused, counted as wrong, or left out for all."""

import numpy as np

from outperform.core import Bools, Floats, InputError, Ints, Note, NoteKind
from outperform.data.evals.grid import Grid

REFUSE, WRONG, DROP = MISSING = ("refuse", "wrong", "drop")
_FIRST = 5  # ids that an error names


def without_missing(grid: Grid, scores: Floats, missing: str) -> tuple[Grid, Floats, tuple[Note, ...]]:
    """Return grid and scores [record of the stack] without missing scores, and a note where there were some."""
    gaps = np.flatnonzero(np.isnan(scores[grid.rows]))
    if not gaps.size:
        return grid, scores, ()
    items = np.unique(grid.items[gaps])
    note = Note.of(NoteKind.SCORES_MISSING, scores=len(gaps), items=len(items), how=missing)
    if missing == DROP:
        kept = np.ones(len(grid.firsts), dtype=bool)
        kept[items] = False
        if not kept.any():
            raise InputError("missing", f"every item lacks a score; {_gaps(grid, gaps)}")
        return grid.keep(kept), scores, (note,)
    if missing == WRONG:
        _check_shares(scores[grid.rows])
        return grid, np.where(np.isnan(scores), 0.0, scores), (note,)
    wrong, drop = (f"--missing {each} (missing={each!r})" for each in (WRONG, DROP))
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
    return grid.keep(kept), (Note.of(NoteKind.ITEMS_DROPPED, items=fallen, left=int(kept.sum())),)


def _lacking(grid: Grid, has: Bools) -> InputError:
    names = grid.records.systems.names
    counts = (~has).sum(axis=1)
    worst = int(np.argmax(counts > 0))
    gone = np.flatnonzero(~has[worst])
    ids = ", ".join(grid.item(int(item)) for item in gone[:_FIRST]) + (", ..." if len(gone) > _FIRST else "")
    place = grid.stack.place(int(grid.firsts[gone[0]]))
    problem = f"system {names[worst]!r} has no score of {len(gone)} of {len(grid.firsts)} items: {ids}"
    return InputError("evaluations", f"{problem} (first in {place}); {_how(grid, has, worst)}")


def _how(grid: Grid, has: Bools, worst: int) -> str:
    """Return what to do about items that not every system has."""
    own, others = _ids(grid, has[worst]), _ids(grid, ~has[worst])
    known = {_number(name): name for name in own}
    alike = next((name for name in others if _number(name) is not None and _number(name) in known), None)
    if alike is not None:
        both = f"{known[_number(alike)]!r} and {alike!r}"
        return f"{both} look like the same number written differently: write the names of items alike"
    if has.all(axis=0).any():
        return "pass --common (common=True) to judge the items that all have"
    name = grid.records.systems.names[worst]
    return f"no item has scores of every system: {name!r} has {_span(own)}, others have {_span(others)}"


def _ids(grid: Grid, items: Bools) -> list[str]:
    return [grid.records.items.name(int(row)) for row in grid.firsts[items]]


def _span(ids: list[str]) -> str:
    return f"{ids[0]!r}" if len(ids) == 1 else f"{ids[0]!r} to {ids[-1]!r}"


def _number(name: str) -> float | None:
    try:
        return float(name)
    except ValueError:
        return None
