"""Random subsampling: each repeat tests on a new random share of the rows. Holdout is one repeat."""

from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from outperform.core import Dataset, InputError, Ints, Plan, SpecError
from outperform.designs._base import RowDesign
from outperform.designs._rows import Rows


@dataclass(frozen=True)
class Subsampling(RowDesign):
    """Test on a random share of the rows and train on the others; each repeat draws a new share.

    The number of test rows is ``share`` of all rows, rounded, a half upwards. A share that has no exact decimal form
    is written as text, ``"1/3"``.

    Notes
    -----
    Answers: for training sets of (1 - share) n rows. Test sets of different repeats overlap: use a test that allows
    for it, such as corrected-t. More repeats reduce the noise of random splits, not the noise of the data.

    Degenerate: a share that leaves no row to train or to test on raises an error. Class shares are kept only if
    ``stratify`` is True. With groups, whole groups are drawn until the share is as near as possible.

    Examples
    --------
    >>> [(len(train), len(test)) for train, test in Subsampling(repeats=2, share="1/3").split(range(9))]
    [(6, 3), (6, 3)]
    """

    slug = "subsampling"
    keeps_classes = False
    repeats: int = 100
    share: float | str = 0.1
    stratify: bool | None = field(default=None, kw_only=True)
    seed: int = field(default=0, compare=False, kw_only=True, metadata={"spec": False})

    def __post_init__(self) -> None:
        """Raise SpecError for parameters that fit no data set."""
        super().__post_init__()
        self._require_least(repeats=1)
        if not 0 < self._fraction() < 1:
            raise SpecError(f"{self.slug}.share", f"must be above 0 and below 1, got {self.share}")

    def plan(self, dataset: Dataset, rng: np.random.Generator) -> Plan:
        """Draw the test rows of each repeat."""
        rows = self._rows(dataset)
        n_test = self.rows_tested(rows.size)
        if rows.groups is not None:
            self._require_units(rows, 2, "parts (training and test)")
        draw = _draw_rows if rows.groups is None else _draw_groups
        tested = np.stack([draw(rows, n_test, rng, repeat) for repeat in range(self.repeats)])
        parts = -(-rows.size // min(n_test, rows.size - n_test))  # rows that a class needs to be on both sides
        return Plan(rows.size, tested - 1, notes=rows.notes(parts, "parts of that share"), units=rows.groups)

    def _count(self) -> int:
        return self.repeats

    def _fraction(self) -> Fraction:
        try:
            return Fraction(str(self.share))
        except (ValueError, ZeroDivisionError):
            wanted = f'must be a number or text such as "1/3", got {self.share!r}'
            raise SpecError(f"{self.slug}.share", wanted) from None

    def rows_tested(self, size: int) -> int:
        """Count the rows of a test set."""
        n_test = int(self._fraction() * size + Fraction(1, 2))
        if not 0 < n_test < size:
            side = "test" if n_test == 0 else "train"
            raise InputError(
                f"{self.slug}.share",
                f"{self.share} of {size} rows leaves no row to {side} on; at least 1 row must be on each side",
            )
        return n_test


@dataclass(frozen=True)
class Holdout(Subsampling):
    """Test once on a random share of the rows and train on the others.

    Notes
    -----
    Answers: for one training set of (1 - share) n rows. The variation between training sets is not measured.

    Examples
    --------
    >>> [(len(train), len(test)) for train, test in Holdout().split(range(300))]
    [(200, 100)]
    """

    slug = "holdout"
    repeats: int = field(default=1, init=False)
    share: float | str = "1/3"


def _draw_rows(rows: Rows, n_test: int, rng: np.random.Generator, repeat: int) -> Ints:
    """Mark the test rows with 1: a systematic sample with a random start from the rows in random order.

    Every row has the same chance, and a class of c rows gets c * n_test / n of them, rounded up or down. With
    one class this is a plain random sample.
    """
    steps = (np.arange(rows.size + 1) * n_test + rng.integers(rows.size)) // rows.size
    return rows.spread(np.diff(steps), rng, repeat)


def _draw_groups(rows: Rows, n_test: int, rng: np.random.Generator, repeat: int) -> Ints:
    """Mark the rows of the test groups with 1: in random order, each group that brings the counts nearer."""
    totals = rows.counts.sum(axis=0)
    lacking = totals * (n_test / rows.size)
    order = rows.ordered(rng, repeat)
    taken = np.zeros(rows.units, dtype=np.int64)
    for group in order:
        counts = rows.counts[group]
        if (counts * (2 * lacking - counts) / totals).sum() > 0:
            taken[group] = 1
            lacking = lacking - counts
    if taken.all() or not taken.any():  # each side needs at least one group
        taken[order[-1]] = 1 - taken[order[-1]]
    return taken[rows.groups]
