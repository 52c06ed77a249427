"""Datasets: rows, target, name."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from outperform.core.arrays import Ints, Values
from outperform.core.brief import Brief
from outperform.core.coded import CodedData, coded_data
from outperform.core.errors import InputError
from outperform.core.fingerprint import fingerprint
from outperform.core.ids import Ids
from outperform.core.notes import Note

if TYPE_CHECKING:
    from outperform.core.roles import Learner


@dataclass(frozen=True, eq=False, repr=False)
class Given(Brief):
    """The data as the user passed them, and where they come from."""

    origin: str = ""
    notes: tuple[Note, ...] = ()  # from the loader
    rows: Any = None  # as the user passed them, for the user's own learners; None: the dataset's rows
    frame: Any = None  # as a file holds them, in the order of the dataset's rows, for models in the user's own files
    names: tuple[str, ...] = ()  # of the columns, where the dataset's rows are an array without names
    dtypes: tuple[str, ...] = ()  # of the columns, each once
    target: str | None = None  # the name of the target column, if it has one
    groups: str | None = None  # the name of the groups column
    time: str | None = None  # the name of the column that the rows are ordered by
    times: Values | None = None  # of the rows, as 0, 1, ..., where the rows are in time order
    declared: tuple[tuple[str, ...], ...] = ()  # values that each column and, last, the target declares
    clocks: tuple[str, ...] = ()  # columns of dates, or of a time that only increases, that are left in the rows

    def at(self, rows: Ints) -> "Given":
        """Return the same with these rows, in this order; a dict or a tuple has no rows by number and stays."""
        taken, frame = (
            table if table is None or isinstance(table, Mapping | tuple) else take(table, rows)
            for table in (self.rows, self.frame)
        )
        return replace(self, rows=taken, frame=frame, times=None if self.times is None else self.times[rows])


SIMULATED = Given(origin="simulated")
"""The origin of data sets that a source draws."""


@dataclass(frozen=True, eq=False, repr=False)
class Dataset(Brief):
    """Rows to learn from and the target to predict.

    ``rows`` is a 2-D array or a frame. ``classes`` says whether the target holds classes; None decides by the
    target: text, booleans and integers are classes, other numbers are not.
    """

    rows: Any
    target: Values
    name: str = "data"
    groups: Values | None = None
    kinds: tuple[str, ...] = ()  # "numeric" or "nominal" for each column; () is all numeric
    classes: bool | None = None
    stratified: bool = True  # whether designs stratify by default
    given: Given = field(default_factory=Given)
    ids: Ids | None = None  # of the rows, which are sorted by them, where splits follow from the data

    def __post_init__(self) -> None:
        """Raise InputError if lengths disagree."""
        for argument, values in (("rows", self.rows), ("target", self.target)):
            if not hasattr(values, "__len__"):
                raise InputError(argument, f"must be an array with an entry per row, got {type(values).__name__}")
        for argument, values in (("target", self.target), ("groups", self.groups)):
            if values is not None and len(values) != self.size:
                raise InputError(argument, f"has {len(values)} values, but there are {self.size} rows")
        if self.size == 0:
            raise InputError("rows", "the data have no rows")

    @property
    def origin(self) -> str:
        """Where the data come from."""
        return self.given.origin

    @property
    def notes(self) -> tuple[Note, ...]:
        """Notes of the loader."""
        return self.given.notes

    @property
    def times(self) -> Values | None:
        """The time of each row as 0, 1, ..., where the rows are in time order."""
        return self.given.times

    @property
    def size(self) -> int:
        """Number of rows."""
        return int(self.rows.shape[0]) if hasattr(self.rows, "shape") else len(self.rows)

    def at(self, rows: Ints) -> "Dataset":
        """Return the dataset with these rows, in this order; ids, which are of all rows, are left out.

        Examples
        --------
        >>> Dataset(np.arange(3.0)[:, np.newaxis], np.array(["a", "b", "c"])).at(np.array([2, 0])).target.tolist()
        ['c', 'a']
        """
        groups = None if self.groups is None else np.asarray(self.groups)[rows]
        taken, given = take(self.rows, rows), self.given.at(rows)
        if self.given.rows is self.rows:
            given = replace(given, rows=taken)
        return replace(self, rows=taken, target=self.target[rows], groups=groups, given=given, ids=None)

    def rows_for(self, learner: "Learner") -> Any:
        """Return the rows that a learner reads: the user's own get them unchanged, some only their numbers."""
        if learner.by_number:
            return NumberedRows(self, np.arange(self.size))
        return self.given.rows if learner.own and self.given.rows is not None else self.rows

    @cached_property
    def coded(self) -> CodedData | None:
        """The rows coded once for all fits, for learners that have a ``coded`` form; None where they cannot be."""
        return coded_data(self.rows, self.kinds)

    @property
    def has_classes(self) -> bool:
        """Whether the target holds classes."""
        return self.target.dtype.kind != "f" if self.classes is None else self.classes

    @cached_property
    def strata(self) -> Values:
        """The class of each row as a code 0, 1, ... in sorted order."""
        codes: Values = np.unique(self.target.astype(str), return_inverse=True)[1].reshape(-1)
        return codes

    @cached_property
    def fingerprint(self) -> str:
        """Text that depends on rows, target and groups with their types, not on the name."""
        raw = self.given.rows
        tables = [self.rows] if raw is None or raw is self.rows else [self.rows, raw]
        columns = [column for table in tables for column in _columns(table)]
        return fingerprint(columns, str(self.target.dtype), self.target, self.groups, list(self.kinds))


@dataclass(frozen=True, eq=False, repr=False)
class NumberedRows(Brief):
    """Rows of a dataset by number, for learners that keep the whole dataset elsewhere: only the numbers are passed.

    Examples
    --------
    >>> rows = NumberedRows(Dataset(np.zeros((5, 2)), np.arange(5)), np.arange(5))
    >>> take(rows, np.array([4, 0])).numbers.tolist(), take(rows, np.array([4, 0])).shape
    ([4, 0], (2, 2))
    """

    dataset: Dataset
    numbers: Ints

    def __getitem__(self, index: Any) -> "NumberedRows":
        """Take some of the rows, by place or by a mask."""
        return NumberedRows(self.dataset, self.numbers[index])

    def __len__(self) -> int:
        """Count the rows."""
        return len(self.numbers)

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of rows and columns."""
        return len(self), int(self.dataset.rows.shape[1])


def take(rows: Any, index: Values) -> Any:
    """Take rows by number from an array, a frame, a sparse matrix or a list."""
    if hasattr(rows, "iloc"):
        return rows.iloc[index]
    return [rows[place] for place in index] if isinstance(rows, list) else rows[index]


def _columns(table: Any) -> Iterator[list[Any]]:
    """Return name, type and values of each column, or of each part of a sparse matrix."""
    if hasattr(table, "indptr"):
        for part in ("data", "indices", "indptr"):
            yield [part, str(table.shape), str(table.dtype), getattr(table, part)]
    elif hasattr(table, "columns"):
        for name in table.columns:
            column = table[name]
            categories = getattr(getattr(column, "cat", None), "categories", None)
            order = None if categories is None else [str(each) for each in categories]
            yield [str(name), str(getattr(column, "dtype", "")), order, np.asarray(column)]
    else:
        array = np.asarray(table)
        yield ["", str(array.dtype), None, array]
