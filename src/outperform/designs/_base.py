"""What all designs share: the methods of a scikit-learn splitter, and checks."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np

from outperform.core import Dataset, Design, InputError, Ints, SpecError, Values, stream
from outperform.designs._rows import Rows


class RowDesign(Design):
    """A design that is also a scikit-learn splitter.

    ``stratify`` keeps the class shares in every part; None leaves it to the design and the target. ``seed`` is for
    ``split`` only: ``plan`` is passed a random generator.
    """

    stratify: bool | None
    seed: int
    keeps_classes: ClassVar[bool] = True  # the meaning of stratify=None where the target holds classes

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[tuple[Ints, Ints]]:
        """Return training rows and test rows, split by split, as scikit-learn expects."""
        if y is None and self.stratify:
            raise InputError("y", f"is missing, and {self} needs the classes; pass y, or use stratify=False")
        for split in self.plan(_dataset(X, y, groups), stream(self.seed, "plan")).splits:
            yield split.train, split.test

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Count the splits, as scikit-learn asks."""
        del X, y, groups  # scikit-learn passes them; only the parameters count here
        return self._count()

    @abstractmethod
    def _count(self) -> int:
        """Count the splits without the rows."""

    def _rows(self, dataset: Dataset) -> Rows:
        usual = self.keeps_classes and dataset.stratified and dataset.has_classes and dataset.target.ndim == 1
        return Rows.of(dataset, stratify=usual if self.stratify is None else self.stratify)

    def _require_units(self, rows: Rows, parts: int, word: str) -> None:
        if rows.units < parts:
            problem = f"{parts} {word} need at least {parts} {rows.word}, but the data have only {rows.units}"
            cv = "adaptive-cv" if rows.units >= 5 else "corrected-cv"  # adaptive-cv checks its threshold with 5 folds
            fewer = f"; use fewer, as in {cv}(folds={rows.units}) or kfold(folds={rows.units})"
            raise InputError(str(self), problem + (fewer if word == "folds" and rows.units > 2 else ""))

    def _require_least(self, **limits: int) -> None:
        for name, least in limits.items():
            value = getattr(self, name)
            if value < least:
                raise SpecError(f"{self.slug}.{name}", f"must be at least {least}, got {value}")


def _dataset(rows: Any, target: Any, groups: Any) -> Dataset:
    """Make a dataset with what a design needs; rows may be a frame, a list or a sparse matrix."""
    for name, given in (("y", target), ("groups", groups)):
        if isinstance(given, np.ma.MaskedArray) and np.ma.getmaskarray(given).any():
            row = int(np.ma.getmaskarray(given).reshape(len(given), -1).any(axis=1).argmax())
            raise InputError(name, f"row {row + 1} is missing (masked); leave out the rows without a value")
    size = row_count(target if rows is None else rows)
    labels: Values = np.zeros(size) if target is None else np.asarray(target)
    if labels.ndim == 2 and labels.shape[1] == 1:
        labels = labels[:, 0]
    return Dataset(np.arange(size), labels, groups=None if groups is None else np.asarray(groups))


def row_count(rows: Any) -> int:
    """Count rows; a sparse matrix has a shape and no length."""
    return int(rows.shape[0]) if hasattr(rows, "shape") else len(rows)
