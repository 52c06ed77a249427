"""Fits that are still to be made: the longest cells first, in chunks of one data set."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from outperform.engine.fit import Failure, Fit, FitTask

Cell = tuple[int, int]
"""A data set and a learner, by place."""
GUESS = 1e-7  # seconds per value of a table, before any fit was timed
CHUNK_SECONDS = 0.05  # fits are sent in chunks of at least this long
LONGEST_SECONDS = 1.0  # and of little more than this: results are saved when a chunk comes back


@dataclass(eq=False)
class FitCosts:
    """How long a fit of every cell takes: measured, else from other data sets, in proportion to their size."""

    sizes: Sequence[int]  # values in the table of each data set
    _cells: dict[Cell, tuple[int, float]] = field(default_factory=dict)  # fits and their seconds
    _learners: dict[int, tuple[int, float]] = field(default_factory=dict)  # values in the tables and seconds
    _all: tuple[int, float] = (0, 0.0)

    def learn(self, cell: Cell, fit: Fit) -> None:
        """Add the time of a fit."""
        size, (fits, spent) = self.sizes[cell[0]], self._cells.get(cell, (0, 0.0))
        self._cells[cell] = fits + 1, spent + fit.seconds
        values, seconds = self._learners.get(cell[1], (0, 0.0))
        self._learners[cell[1]] = values + size, seconds + fit.seconds
        self._all = self._all[0] + size, self._all[1] + fit.seconds

    def known(self, cell: Cell) -> bool:
        """Return whether a fit of the cell's learner was timed."""
        return cell[1] in self._learners

    def of(self, cell: Cell) -> float:
        """Return the seconds of one fit."""
        if cell in self._cells:
            fits, spent = self._cells[cell]
            return spent / fits
        values, seconds = self._learners.get(cell[1], self._all)
        return self.sizes[cell[0]] * (seconds / values if values else GUESS)


@dataclass(eq=False)
class FitQueue:
    """Fits by cell. Chunks are cut when they are asked for, by what is known of their costs then."""

    tasks: Mapping[Cell, Sequence[FitTask]]  # of a cell in the order of repeats and folds
    costs: FitCosts
    workers: int
    failed: dict[Cell, tuple[tuple[int, int], Failure]]  # the first place at which a cell failed
    league: bool = True  # a cell ends with its first failure, and begins with a repeat; else each fit counts alone
    _left: dict[Cell, list[FitTask]] = field(init=False)

    def __post_init__(self) -> None:
        """Begin with all tasks."""
        self._left = {cell: list(each) for cell, each in self.tasks.items() if each}

    def is_vain(self, cell: Cell, task: FitTask) -> bool:
        """Return whether an earlier fit of the cell failed, so that this one is not needed."""
        return cell in self.failed and self.failed[cell][0] < task.place

    @property
    def seconds_left(self) -> float:
        """The time that the fits that were not handed out will take, with all workers busy."""
        return sum(self.costs.of(cell) * len(tasks) for cell, tasks in list(self._left.items())) / self.workers

    def chunks(self) -> Iterator[tuple[int, list[FitTask]]]:
        """Return data sets and tasks, from the cell that takes longest to the shortest.

        A chunk has about as much as keeps all workers busy to the end, of cells of one data set.
        """
        while self._left:
            wanted = max(CHUNK_SECONDS, min(LONGEST_SECONDS, self.seconds_left / 16))
            longest = max(self._left, key=self._cost)
            chunk: list[FitTask] = []
            filled = 0.0
            for cell in [longest, *self._others(longest)]:
                taken = self._cut(cell, wanted - filled)
                filled += len(taken) * self.costs.of(cell)
                chunk += taken
                if filled >= wanted:
                    break
            if chunk:
                yield longest[0], chunk

    def _cost(self, cell: Cell) -> float:
        return self.costs.of(cell) * len(self._left[cell])

    def _others(self, longest: Cell) -> list[Cell]:
        """List the other cells of the same data set whose costs are known, the longest first."""
        same = [cell for cell in self._left if cell[0] == longest[0] and cell != longest and self.costs.known(cell)]
        return sorted(same, key=self._cost, reverse=True) if self.costs.known(longest) else []

    def _cut(self, cell: Cell, seconds: float) -> list[FitTask]:
        """Take tasks of so many seconds from a cell; of unknown ones a repeat of a league, else one."""
        left = [task for task in self._left[cell] if not self.is_vain(cell, task)]
        each = self.costs.of(cell)
        count = len(left) if each * len(left) <= seconds else 1 + int(seconds / each)
        if left and not self.costs.known(cell):
            count = sum(task.place[0] == left[0].place[0] for task in left) if self.league else 1
        if count < len(left):
            self._left[cell] = left[count:]
        else:
            del self._left[cell]
        return left[:count]
