"""A grid of records: which system and which item each belongs to. An item is a task and an id in it."""

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
