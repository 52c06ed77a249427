"""What all designs of this room share: the ways of a scikit-learn splitter, and what they refuse."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np

from outperform.core import Dataset, Design, InputError, Ints, SpecError, Values, stream
from outperform.designs._rows import Rows


class RowDesign(Design):
    """A design that is a scikit-learn splitter too.

    ``stratify`` keeps the class shares in every part; None leaves it to the design and the target. ``seed``
    serves ``split`` alone: a plan takes its stream from whoever asks for it.
    """

    stratify: bool | None
    seed: int
    keeps_classes: ClassVar[bool] = True  # what stratify=None means where the target names classes

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[tuple[Ints, Ints]]:
        """Return the rows to train on and the rows to test on, split by split, as scikit-learn asks for them."""
        if y is None and self.stratify:
            raise InputError("y", f"{self} needs it to keep the class shares")
        for split in self.plan(_dataset(X, y, groups), stream(self.seed, "plan")).splits:
            yield split.train, split.test

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Count the splits, as scikit-learn asks."""
        del X, y, groups  # scikit-learn passes them to every splitter; the parameters alone decide here
        return self._count()

    @abstractmethod
    def _count(self) -> int:
        """Count the splits without a look at the rows."""

    def _rows(self, dataset: Dataset) -> Rows:
        usual = self.keeps_classes and dataset.stratified and dataset.has_classes and dataset.target.ndim == 1
        return Rows.of(dataset, stratify=usual if self.stratify is None else self.stratify)

    def _require_units(self, rows: Rows, parts: int, word: str) -> None:
        if rows.units < parts:
            problem = f"needs at least {parts} {rows.word}, one for each of {parts} {word}, got {rows.units}"
            raise InputError(str(self), problem)

    def _require_least(self, **limits: int) -> None:
        for name, least in limits.items():
            value = getattr(self, name)
            if value < least:
                raise SpecError(f"{self.slug}.{name}", f"must be at least {least}, got {value}")


def _dataset(rows: Any, target: Any, groups: Any) -> Dataset:
    """Make a dataset that has all a design looks at; rows may be a frame, a list or a sparse matrix."""
    size = row_count(target if rows is None else rows)
    labels: Values = np.zeros(size) if target is None else np.asarray(target)
    if labels.ndim == 2 and labels.shape[1] == 1:
        labels = labels[:, 0]
    return Dataset(np.arange(size), labels, groups=None if groups is None else np.asarray(groups))


def row_count(rows: Any) -> int:
    """Count rows; a sparse matrix has a shape and no length."""
    return int(rows.shape[0]) if hasattr(rows, "shape") else len(rows)
