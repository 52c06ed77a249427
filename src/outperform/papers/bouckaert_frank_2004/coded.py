"""The learners of Bouckaert & Frank on rows that are coded once: what they say is the same, the reading is quicker.

On a frame most of a small fit goes into reading it: taking rows, finding the categories of each column. Here all rows
are read once, into numbers and codes; the categories that count are still those of the training rows alone.
"""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from outperform.core import Bools, Dataset, Floats, Ints, Learner, Predictor, Values
from outperform.learners import MixedKNN, MixedNB, TableClassifier
from outperform.learners.tables import UNKNOWN, CodedRows, Reader

LEARNERS = ("nb", "tree", "1nn")


def coded(dataset: Dataset) -> tuple[Dataset, dict[str, Learner]]:
    """Return the dataset as one array, numbers before codes, and the three learners for it."""
    table = Reader(dataset.rows).read(dataset.rows)
    rows = np.hstack([table.numbers, table.codes])
    target = dataset.strata.astype(np.int64)
    return Dataset(rows, target, dataset.name), {kind: Coded(kind, table.codes.shape[1]) for kind in LEARNERS}


@dataclass(frozen=True)
class Coded(Learner):
    """One of the three, for rows whose last ``nominal`` columns hold codes, -1 where a category is missing."""

    slug = "coded"
    kind: str
    nominal: int

    def make(self, seed: int) -> Predictor:
        """Make a fresh one."""
        made: dict[str, Any] = {"nb": CodedNB, "tree": CodedTree, "1nn": CodedNN}
        return made[self.kind](self.nominal, seed)  # type: ignore[no-any-return]


class Categories:
    """Which categories the training rows have."""

    def __init__(self, rows: Floats, nominal: int) -> None:
        self.numeric, self._columns = rows.shape[1] - nominal, np.arange(nominal)
        codes = self.codes(rows)
        self.seen: Bools = np.zeros((nominal, codes.max(initial=0) + 2), dtype=bool)  # the last place: missing
        self.seen[self._columns, codes] = True
        known = self.seen.copy()
        known[:, UNKNOWN] = False
        self._numbers = np.where(known, known.cumsum(axis=1) - 1, UNKNOWN)

    def codes(self, rows: Floats) -> Ints:
        """Return the codes as they stand in the rows."""
        return rows[:, self.numeric :].astype(np.int64)

    def read(self, rows: Floats) -> CodedRows:
        """Return the categories of training the codes 0, 1, ... in each column; all others are unknown."""
        codes = self.codes(rows)
        known = np.where(codes < self.seen.shape[1] - 1, codes, UNKNOWN)
        return CodedRows(rows[:, : self.numeric], self._numbers[self._columns, known])


class CodedTable(TableClassifier):
    """Learning from coded rows; all else is as in the learner itself."""

    nominal: int

    def fit(self, X: Floats, y: Ints) -> Self:
        """Learn from rows and their classes."""
        categories = Categories(X, self.nominal)
        self._reader = categories  # type: ignore[assignment]  # to predict, it only has to read
        self.classes_, target = np.unique(y, return_inverse=True)
        self._learn(categories.read(X), target)
        return self


class CodedNB(CodedTable, MixedNB):
    """``nb``."""

    def __init__(self, nominal: int = 0, _seed: int = 0) -> None:
        super().__init__()
        self.nominal = nominal


class CodedNN(CodedTable, MixedKNN):
    """``1nn``."""

    def __init__(self, nominal: int = 0, _seed: int = 0) -> None:
        super().__init__()
        self.nominal = nominal


class CodedTree:
    """``tree``: a column for each category, missing ones among them; medians for missing numbers."""

    def __init__(self, nominal: int, seed: int) -> None:
        self._nominal = nominal
        self._tree = DecisionTreeClassifier(criterion="entropy", random_state=seed)

    def fit(self, X: Floats, y: Ints) -> None:
        """Learn from rows and their classes."""
        self._categories = Categories(X, self._nominal)
        self._places, values = np.nonzero(self._categories.seen)
        self._values = np.where(values == self._categories.seen.shape[1] - 1, UNKNOWN, values)
        numbers = X[:, : self._categories.numeric]
        there = ~np.isnan(numbers)
        self._medians = None if there.all() else _medians(numbers, there)
        self._tree.fit(self._columns(X), y, check_input=False)

    def predict(self, X: Floats) -> Values:
        """Return the class of each row."""
        said: Values = self._tree.predict(self._columns(X), check_input=False)
        return said

    def _columns(self, rows: Floats) -> Any:
        numbers = rows[:, : self._categories.numeric]
        if self._medians is not None:
            numbers = np.where(np.isnan(numbers), self._medians, numbers)
        flags = self._categories.codes(rows)[:, self._places] == self._values
        return np.hstack([numbers.astype(np.float32), flags.astype(np.float32)])


def _medians(numbers: Floats, there: Bools) -> Floats:
    """Return the median of what is there of each column, 0 where nothing is."""
    return np.array([np.median(c[t]) if t.any() else 0.0 for c, t in zip(numbers.T, there.T, strict=True)])
