"""A grid of records: which system, item and sample each belongs to. An item is a task and an id in it."""

from dataclasses import dataclass

import numpy as np

from outperform.core import Bools, InputError, Ints, Values
from outperform.data.codes import Codes, is_again, numbered
from outperform.data.evals.records import EvalRecords, Stack


@dataclass(frozen=True, eq=False)
class Grid:
    """EvalRecords that are kept, and their items."""

    stack: Stack
    rows: Ints  # [kept record]: its place in the stack
    items: Ints  # [kept record]: 0, 1, ... in order of first appearance
    firsts: Ints  # [item]: the place of its first record in the stack

    @property
    def records(self) -> EvalRecords:
        """The records of the stack."""
        return self.stack.records

    @property
    def systems(self) -> Ints:
        """The system of each kept record."""
        return self.records.systems.codes[self.rows]

    @property
    def cells(self) -> Ints:
        """The system and item of each kept record, as one number."""
        found: Ints = self.systems * len(self.firsts) + self.items
        return found

    def item(self, item: int) -> str:
        """Return an item as errors name it."""
        record = int(self.firsts[item])
        tasks = self.records.tasks
        of_task = "" if tasks is None or tasks.codes[record] < 0 else f" of task {tasks.name(record)!r}"
        return f"item {self.records.items.name(record)!r}{of_task}"

    def keep(self, kept: Bools) -> "Grid":
        """Keep some items [item]."""
        rows = kept[self.items]
        new = np.cumsum(kept) - 1
        return Grid(self.stack, self.rows[rows], new[self.items[rows]], self.firsts[kept])

    def by_item(self, column: Codes | None) -> tuple[Ints, Ints]:
        """Return the code of each item in a column, and the kept records that have another; -1 is unknown."""
        found = np.full(len(self.firsts), -1, dtype=np.int64)
        if column is None:
            return found, np.empty(0, dtype=np.int64)
        codes = column.codes[self.rows]
        known = np.flatnonzero(codes >= 0)[::-1]  # the first record of an item is written last
        found[self.items[known]] = codes[known]
        return found, np.flatnonzero((codes >= 0) & (codes != found[self.items]))


def grid_of(stack: Stack, tasks: tuple[str, ...]) -> Grid:
    """Return the grid of the records of some tasks; () is all."""
    records = stack.records
    rows = _rows_of(records, tasks)
    key = records.items.codes[rows]
    if records.tasks is not None:
        key = key * (len(records.tasks.names) + 1) + records.tasks.codes[rows] + 1
    items, distinct = numbered(key)
    firsts = np.empty(len(distinct), dtype=np.int64)
    firsts[items[::-1]] = rows[::-1]
    return Grid(stack, rows, items, firsts)


def _rows_of(records: EvalRecords, tasks: tuple[str, ...]) -> Ints:
    if not tasks:
        return np.arange(len(records))
    if records.tasks is None:
        raise InputError("task", "cannot be chosen: these scores do not say which task they belong to; leave it out")
    from outperform.core import did_you_mean

    names = records.tasks.names.tolist()
    for task in tasks:
        if task not in names:
            raise InputError("task", f"there are no scores of {task!r}; {did_you_mean(task, names)}")
    wanted = np.array([name in tasks for name in names])
    found: Ints = np.flatnonzero(wanted[records.tasks.codes] & (records.tasks.codes >= 0))
    return found


def ids_of(grid: Grid) -> Values:
    """Return the ids of items; with their task where an id occurs in several."""
    records = grid.records
    ids: Values = records.items.names[records.items.codes[grid.firsts]]
    if records.tasks is None or not is_again(numbered(records.items.codes[grid.firsts])[0]).any():
        return ids
    tasks = records.tasks.names[records.tasks.codes[grid.firsts]]
    found = np.empty(len(ids), dtype=object)
    found[:] = [f"{task}/{name}" for task, name in zip(tasks, ids, strict=True)]
    return found


_MOST_CELLS = 50_000_000  # of a table of scores with gaps
_GAPS = 20  # times as many cells as records


def sample_places(grid: Grid) -> tuple[Ints, int]:
    """Return the sample of each kept record, from 0, and how many samples there are at most.

    Labels that a system uses for all items (epochs, seeds) keep their order, so that a sample is the same run for every
    item. Labels that only some items have (an id per answer) are counted anew in each item.
    """
    cells, _ = numbered(grid.cells)
    most = int(np.bincount(cells).max())
    samples = grid.records.samples
    if most == 1 or samples is None:
        return np.zeros(len(grid.rows), dtype=np.int64), most
    _check_size(grid, cells, most)
    ranks = _ranks(samples)[samples.codes[grid.rows]]
    of_system = _dense(grid.systems, ranks)
    return (of_system, most) if int(of_system.max()) < most else (_counted(cells, ranks), most)


def _ranks(samples: Codes) -> Ints:
    """Return the rank of each label: by number where all are numbers, else by first appearance; no label is last."""
    names = [str(name) for name in samples.names.tolist()]
    try:
        order = np.argsort([float(name) for name in names], kind="stable")
    except ValueError:
        order = np.arange(len(names))
    ranks = np.empty(len(names) + 1, dtype=np.int64)
    ranks[order] = np.arange(len(names))
    ranks[-1] = len(names)
    return ranks


def _dense(systems: Ints, ranks: Ints) -> Ints:
    """Return the rank of each label among the labels of its system, without gaps."""
    width = int(ranks.max()) + 1
    pairs, codes = np.unique(systems * width + ranks, return_inverse=True)
    starts = np.searchsorted(pairs // width, systems)
    found: Ints = codes - starts
    return found


def _counted(cells: Ints, ranks: Ints) -> Ints:
    """Return the number of each record in its cell, in the order of their labels."""
    order = np.lexsort((ranks, cells))
    ordered = cells[order]
    starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
    found = np.empty(len(cells), dtype=np.int64)
    found[order] = np.arange(len(cells)) - np.repeat(starts, np.diff(np.r_[starts, len(cells)]))
    return found


def _check_size(grid: Grid, cells: Ints, most: int) -> None:
    wanted = len(grid.records.systems.names) * len(grid.firsts) * most
    if wanted > max(_MOST_CELLS, _GAPS * len(cells)):
        row = int(np.flatnonzero(cells == np.argmax(np.bincount(cells)))[0])
        problem = f"{grid.item(int(grid.items[row]))} has {most} samples, while most items have few"
        raise InputError(grid.stack.place(int(grid.rows[row])), f"{problem}; check the column sample")
