"""Any scikit-learn splitter as a design, recognised by its methods: scikit-learn is not imported."""

import copy
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol, runtime_checkable

import numpy as np

from outperform.core import Dataset, Design, InputError, Ints, Note, NoteKind, Plan
from outperform.core.limits import SPLITS
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
    """Split the rows as a scikit-learn splitter does; traits are measured from its splits.

    A ``random_state`` of None is drawn from the plan's stream, so that the same stream gives the same plan. The
    splitter's own warnings become notes. It has no spec: its name is the splitter's repr.
    """

    slug = "splitter"
    splitter: ScikitSplitter

    def __str__(self) -> str:
        """Return the splitter's own text."""
        return " ".join(repr(self.splitter).split())

    @property
    def full(self) -> str:
        """The same: an object has no spec."""
        return str(self)

    def plan(self, dataset: Dataset, rng: np.random.Generator) -> Plan:
        """Split with a copy of the splitter, whose random state stays unchanged."""
        if dataset.ids is not None:
            raise InputError(
                "seed",
                f"'data' works with the designs of outperform, such as kfold, not with {self}; pass a whole number",
            )
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
            SPLITS.check("design", int(splitter.get_n_splits(dataset.rows, dataset.target, dataset.groups)))
            splits = splitter.split(dataset.rows, dataset.target, dataset.groups)
            given = list(islice(splits, SPLITS.allowed()))
        except InputError:
            raise
        except ValueError as error:
            raise InputError("design", f"{self} cannot split these rows: {error}") from error
        pairs = [(_indices(train), _indices(test)) for train, test in given]
        for train, test in pairs:
            self._check(train, test, dataset)
        return pairs

    def _check(self, train: Ints, test: Ints, dataset: Dataset) -> None:
        if len(train) == 0 or len(test) == 0:
            raise InputError("design", f"{self} makes a split with an empty {'test' if len(train) else 'training'} set")
        both = np.concatenate([train, test])
        if both.min() < 0 or both.max() >= dataset.size:
            spans = f"{both.min()} to {both.max()}, but rows are numbered 0 to {dataset.size - 1}"
            problem = f"{self} returns row numbers from {spans}"
            raise InputError("design", problem)
        rows, counts = np.unique(test, return_counts=True)
        if counts.max() > 1:
            raise InputError("design", f"{self} has row {rows[counts > 1][0]} twice in one test set")
        shared = np.intersect1d(test, train)
        if shared.size:
            raise InputError("design", f"{self} has row {shared[0]} in both the training and the test set of a split")
        groups = None if dataset.groups is None else np.asarray(dataset.groups)
        if groups is not None and np.isin(groups[test], groups[train]).any():
            raise InputError("design", f"{self} puts rows of one group into both training and test set; use GroupKFold")


def as_design(given: object) -> Design:
    """Return a design: given as such, as its spec, or as a scikit-learn splitter.

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
        "design", f"must be a name such as 'kfold(folds=10)', a design or a scikit-learn splitter, got {got}"
    )


def _indices(rows: Any) -> Ints:
    """Take row numbers, or a mask of rows."""
    array = np.asarray(rows)
    return np.flatnonzero(array) if array.dtype == bool else array.astype(np.int64)
