"""Any scikit-learn splitter as a design, known by its methods alone: nothing is imported from scikit-learn."""

import copy
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np

from outperform.core import Dataset, Design, InputError, Ints, Note, NoteKind, Plan
from outperform.designs._catalogue import CATALOGUE


@runtime_checkable
class ScikitSplitter(Protocol):
    """What scikit-learn calls a cross-validation splitter."""

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterable[tuple[Any, Any]]:
        """Return the rows to train on and the rows to test on."""

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Count the splits."""


@dataclass(frozen=True)
class Splitter(Design):
    """Divide the rows as a scikit-learn splitter does; its traits are measured from what it gives.

    A ``random_state`` of None is drawn from the plan's stream, so that the same stream gives the same plan. The
    splitter's own warnings become notes. It has no spec: its name is what the splitter shows of itself.
    """

    slug = "splitter"
    splitter: ScikitSplitter

    def __str__(self) -> str:
        """Return the splitter's own text."""
        return " ".join(repr(self.splitter).split())

    @property
    def full(self) -> str:
        """The same: no spec can say an object."""
        return str(self)

    def plan(self, dataset: Dataset, rng: np.random.Generator) -> Plan:
        """Ask a copy of the splitter, which keeps its random state as it was."""
        if dataset.ids is not None:
            raise InputError("seed", f"'data' needs a design of ours, but {self} divides rows by rules of its own")
        splitter: Any = copy.deepcopy(self.splitter)
        if getattr(splitter, "random_state", 0) is None:
            splitter.random_state = int(rng.integers(2**31))
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            pairs = self._pairs(splitter, dataset)
        told = dict.fromkeys(str(warning.message) for warning in caught)
        notes = tuple(Note.of(NoteKind.SPLITTER_WARNED, message=message) for message in told)
        return Plan.from_indices(dataset.size, pairs, notes)

    def _pairs(self, splitter: Any, dataset: Dataset) -> list[tuple[Ints, Ints]]:
        try:
            given = list(splitter.split(dataset.rows, dataset.target, dataset.groups))
        except ValueError as error:
            raise InputError("design", f"{self} cannot divide these rows: {error}") from error
        pairs = [(_indices(train), _indices(test)) for train, test in given]
        for train, test in pairs:
            self._check(train, test, dataset)
        return pairs

    def _check(self, train: Ints, test: Ints, dataset: Dataset) -> None:
        if len(train) == 0 or len(test) == 0:
            raise InputError("design", f"{self} leaves no row to {'test' if len(train) else 'train'} on")
        both = np.concatenate([train, test])
        if both.min() < 0 or both.max() >= dataset.size:
            problem = f"{self} gives rows from {both.min()} to {both.max()}, but they go from 0 to {dataset.size - 1}"
            raise InputError("design", problem)
        if len(np.unique(test)) < len(test):
            raise InputError("design", f"{self} tests on a row twice in one split")
        if np.isin(test, train).any():
            raise InputError("design", f"{self} tests on rows that it trains on")
        groups = None if dataset.groups is None else np.asarray(dataset.groups)
        if groups is not None and np.isin(groups[test], groups[train]).any():
            raise InputError("design", f"{self} has rows of one group on both sides; GroupKFold would keep them")


def as_design(given: object) -> Design:
    """Take a design as it is, by its spec, or as a scikit-learn splitter.

    Examples
    --------
    >>> as_design("kfold(folds=5)")
    KFold(folds=5, repeats=1, stratify=None, seed=0)
    """
    if isinstance(given, Design):
        return given
    if isinstance(given, str):
        return CATALOGUE.parse(given)
    if isinstance(given, ScikitSplitter) and not isinstance(given, type):
        return Splitter(given)
    got = f"the class {given.__name__}, not an instance" if isinstance(given, type) else repr(given)
    raise InputError(
        "design", f"must be a spec such as kfold(folds=10), a design or a scikit-learn splitter, got {got}"
    )


def _indices(rows: Any) -> Ints:
    """Take row numbers, or a mask of rows."""
    array = np.asarray(rows)
    return np.flatnonzero(array) if array.dtype == bool else array.astype(np.int64)
