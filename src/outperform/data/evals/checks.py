"""What is refused before records are joined: an item twice, other questions under the same id, other metrics."""

from collections.abc import Sequence

import numpy as np

from outperform.core import Floats, InputError, Note, NoteKind, Values
from outperform.data.codes import Codes, is_again, numbered
from outperform.data.evals.grid import Grid
from outperform.data.evals.records import EvalMeasure, EvalRecords
from outperform.data.leftovers import TEXT
from outperform.data.values import listed
from outperform.surface import option


def check_measures(parts: Sequence[EvalRecords]) -> None:
    """Raise an InputError where two logs of one task hold different metrics or filters."""
    known: dict[str, tuple[EvalMeasure, str]] = {}
    for part in (part for part in parts if part.run is not None and part.tasks is not None):
        for task in part.tasks.names.tolist():  # type: ignore[union-attr] # filtered above
            first, origin = known.setdefault(task, (part.measure, part.origin))
            for kind in ("metric", "filter"):
                one, other = getattr(first, kind), getattr(part.measure, kind)
                if one != other:
                    raise InputError(kind, f"task {task!r} has {one!r} in {origin}, but {other!r} in {part.origin}")
            if (first.higher is False) != (part.measure.higher is False):
                problem = f"only one of {origin} and {part.origin} says that lower is better"
                raise InputError("metric", f"task {task!r}: {problem}; keep results_*.json beside the samples of both")


def check_duplicates(grid: Grid) -> None:
    """Raise an InputError for an item that a system has twice in one sample."""
    samples = grid.records.samples
    key = grid.cells
    if samples is not None:
        cells, _ = numbered(key)
        key = cells * (len(samples.names) + 1) + samples.codes[grid.rows] + 1
    twice = np.flatnonzero(is_again(numbered(key)[0]))
    if not twice.size:
        return
    second = int(twice[0])
    first = int(np.flatnonzero(key == key[second])[0])
    row = int(grid.rows[second])
    where = f"{grid.stack.place(row)} and {grid.stack.place(int(grid.rows[first]))}"
    in_sample = "" if samples is None or samples.codes[row] < 0 else f" in sample {samples.name(row)!r}"
    how = "number the samples in a column sample" if samples is None else "each sample must occur once"
    texts = _unread(grid) if samples is None and len(grid.records.systems.names) == 1 else []
    if texts:
        how += f"; if a column names the systems, call it system (not read: {listed(texts)})"
    if any(part.run is not None for part in grid.stack.parts):
        how = "the log may hold a run twice (lm_eval appends to its files); keep one"
    who = f"system {grid.records.systems.name(row)!r} has {grid.item(int(grid.items[second]))} twice{in_sample}"
    raise InputError(where, f"{who}; {how}")


def _unread(grid: Grid) -> list[str]:
    """Return the columns of tables that are not scores and have no other role."""
    kinds = NoteKind.IGNORED_COLUMNS, NoteKind.UNNAMED_COLUMNS
    notes = (note for part in grid.stack.parts for note in part.notes if note.kind in kinds)
    return list(dict.fromkeys(name for note in notes for name in dict(note.facts).get(TEXT, ())))


def check_documents(grid: Grid) -> None:
    """Raise an InputError for an id that means different questions in different records."""
    _, other = grid.by_item(grid.records.documents)
    if not other.size:
        _, prompts = grid.by_item(grid.records.prompts)
        _, targets = grid.by_item(grid.records.targets)
        other = np.intersect1d(prompts, targets)
    if not other.size:
        return
    row, item = int(grid.rows[other[0]]), int(grid.items[other[0]])
    first = grid.stack.place(int(grid.firsts[item]))
    problem = f"{grid.item(item)} is another question or has another target than in {first}: their hashes differ"
    raise InputError(grid.stack.place(row), f"{problem} ({len(np.unique(grid.items[other]))} items differ so)")


def prompt_notes(grid: Grid) -> tuple[Note, ...]:
    """Return a note where the same items were asked by different prompts."""
    _, prompts = grid.by_item(grid.records.prompts)
    _, targets = grid.by_item(grid.records.targets)
    count = len(np.unique(grid.items[np.union1d(prompts, targets)]))
    return (Note.of(NoteKind.PROMPTS_DIFFER, items=count),) if count else ()


def tasks_of(grid: Grid) -> Values | None:
    """Return the task of each item."""
    tasks = grid.records.tasks
    if tasks is None:
        return None
    codes = tasks.codes[grid.firsts]
    bad = np.flatnonzero(codes < 0)
    if bad.size:
        row = int(grid.firsts[bad[0]])
        raise InputError(grid.stack.place(row), f"{grid.item(int(bad[0]))} has no task, but others have")
    found: Values = tasks.names[codes]
    return found


def clusters_of(grid: Grid) -> Codes | None:
    """Return the cluster of each item, numbered in order of first appearance; the same in all records of an item."""
    clusters = grid.records.clusters
    if clusters is None:
        return None
    found, other = grid.by_item(clusters)
    if other.size:
        row, item = int(grid.rows[other[0]]), int(grid.items[other[0]])
        one = clusters.names[found[item]]
        both = f"cluster {one!r} and, here, {clusters.name(row)!r}"
        raise InputError(grid.stack.place(row), f"{grid.item(item)} has {both}; an item belongs to one")
    if (found < 0).any():
        item = int(np.flatnonzero(found < 0)[0])
        problem = f"{grid.item(item)} has no cluster, but others have; or pass {option('cluster', 'none')}"
        raise InputError(grid.stack.place(int(grid.firsts[item])), problem)
    codes, used = numbered(found)
    return Codes(codes, clusters.names[used])


def weights_of(grid: Grid) -> Floats | None:
    """Return the weight of each item; the same in all its records."""
    weights = grid.records.weights
    if weights is None:
        return None
    found = weights[grid.firsts]
    here = weights[grid.rows]
    other = np.flatnonzero(here != found[grid.items])
    if other.size:
        row, item = int(grid.rows[other[0]]), int(grid.items[other[0]])
        problem = f"{grid.item(item)} has weight {found[item]:g} and, here, {weights[row]:g}; an item has one"
        raise InputError(grid.stack.place(row), problem)
    return found
