"""The rarest class: with fewer rows than folds, some test sets have no row of it."""

from dataclasses import dataclass

import numpy as np

from outperform.core import Dataset

USUAL = 10  # folds, the most that are advised


@dataclass(frozen=True)
class Rarest:
    """The class with the fewest rows, or groups where rows are grouped."""

    label: str
    units: int  # its rows, or the groups that have a row of it

    @property
    def folds(self) -> int | None:
        """The most folds, up to the usual ten, that can all have a row of it; None where not even two can."""
        return min(self.units, USUAL) if self.units > 1 else None


def rarest(dataset: Dataset) -> Rarest:
    """Find the rarest class.

    Examples
    --------
    >>> rarest(Dataset(np.zeros((5, 1)), np.array(["no", "no", "yes", "no", "yes"])))
    Rarest(label='yes', units=2)
    """
    strata = dataset.strata
    if dataset.groups is not None:
        groups = np.unique(np.asarray(dataset.groups).astype(str), return_inverse=True)[1].reshape(-1)
        strata = np.unique(np.stack([groups, strata]), axis=1)[1]
    counts = np.bincount(strata)
    label = dataset.target[np.flatnonzero(dataset.strata == counts.argmin())[0]]
    return Rarest(str(label), int(counts.min()))
