"""Pairs without a true difference from real rows: each block of columns comes from a real row of the same class."""

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Literal

import numpy as np

from outperform.core import SIMULATED, Dataset, Floats, Ints, Source, Truth
from outperform.data.datasets import read_bundled
from outperform.sources._checks import require, require_least, require_rows
from outperform.sources._exchange import see_like_blocks

PAIR = {"digits": (3, 8)}  # classes that are used of a data set with many
BINS = 10  # bins of neighbouring targets


class _RealRows(Source):
    """What both sources share: real rows, drawn with replacement for each block."""

    n: int
    columns: int | None
    blur: float
    noise: float

    def _check(self, data: str) -> None:
        require_rows(self, least=2)
        require_least(self, blur=0, noise=0)
        most = _real(data).rows.shape[1]
        require(self, "columns", self.columns is None or 1 <= self.columns <= most, f"from 1 to {most}")

    def _rows(self, data: str, cells: Ints, rng: np.random.Generator) -> Floats:
        """Draw two real rows of each cell, one per block, and add the noise."""
        real = _real(data)
        sizes = np.array([len(members) for members in real.members])
        starts = np.cumsum(sizes) - sizes
        within = (rng.random((self.n, 2)) * sizes[cells, np.newaxis]).astype(np.int64)
        places = np.concatenate(real.members)[starts[cells, np.newaxis] + within]
        kept = _spread(real.rows.shape[1], self.columns)
        rows = real.rows[places][:, :, kept]
        sd = np.array([self.blur, np.hypot(self.blur, self.noise)])[np.newaxis, :, np.newaxis]
        rows = rows + sd * rng.standard_normal(rows.shape)
        found: Floats = rows.reshape(self.n, -1)
        return found

    def truth(self, train_size: int) -> Truth | None:  # noqa: ARG002 - it holds at every size
        """Return 0: exchangeable learners are equally good."""
        return None if self.noise else Truth(0.0)

    def speaks_of(self, learners: tuple[str, str]) -> bool:
        """Return whether both are the same learner, on the two blocks or on all columns."""
        return learners[0] == learners[1] or see_like_blocks(learners)


@dataclass(frozen=True)
class RealBlocks(_RealRows):
    """Two blocks of columns from real rows of one class; one learner per block, with no true difference.

    For every row a class is drawn, then two rows of that class from one of scikit-learn's bundled sets, independently
    and with replacement. The first gives block 1, the second the same columns of block 2. So given the class the
    blocks are independent and have the same distribution. Columns have mean 0 and standard
    deviation 1 over the whole set. A real row may be drawn more than once: ``blur`` makes such copies differ, which
    matters for learners that memorise.

    Parameters
    ----------
    data
        The bundled data set; of ``digits`` only the classes 3 and 8.
    n
        Rows of a dataset.
    columns
        Columns of a block, spread evenly over those of the set that vary; None takes all.
    blur
        Standard deviation of the normal noise that is added to both blocks: it makes the task harder.
    noise
        Standard deviation of more noise in block 2. With it the blocks differ, and no truth is stated.

    Examples
    --------
    >>> RealBlocks(data="wine", n=40, columns=2).draw(np.random.default_rng(0)).rows.shape
    (40, 4)
    """

    slug = "real-blocks"
    learners = ('block(learner="nb")', 'block(learner="nb", which=2)')
    data: Literal["breast_cancer", "digits", "iris", "wine"] = "breast_cancer"
    n: int = 100
    columns: int | None = None
    blur: float = 0.0
    noise: float = 0.0

    def __post_init__(self) -> None:
        """Raise SpecError for parameters that fit no data set."""
        super().__post_init__()
        self._check(self.data)

    def draw(self, rng: np.random.Generator) -> Dataset:
        """Draw the classes, then two real rows of each."""
        sizes = np.array([len(members) for members in _real(self.data).members])
        target = rng.choice(len(sizes), size=self.n, p=sizes / sizes.sum())
        return Dataset(self._rows(self.data, target, rng), target, name=str(self), given=SIMULATED)


@dataclass(frozen=True)
class RealRegression(_RealRows):
    """Two blocks of columns from real rows with similar targets; one learner per block, with no true difference.

    The rows of scikit-learn's diabetes set are cut into ten bins of neighbouring targets. For every row a bin is drawn;
    its target is the mean of the bin plus normal noise with the bin's standard deviation, and each block comes from a
    real row of the bin, independently and with replacement. Columns and targets of the set
    have mean 0 and standard deviation 1.

    Parameters
    ----------
    n
        Rows of a dataset.
    columns
        Columns of a block, spread evenly over the ten of the set; None takes all.
    blur
        Standard deviation of the normal noise that is added to both blocks: it makes the task harder.
    noise
        Standard deviation of more noise in block 2. With it the blocks differ, and no truth is stated.

    Examples
    --------
    >>> RealRegression(n=40, columns=3).draw(np.random.default_rng(0)).rows.shape
    (40, 6)
    """

    slug = "real-regression"
    learners = ('block(learner="ols")', 'block(learner="ols", which=2)')
    metric: ClassVar[str] = "neg_mean_squared_error"  # of the stated truth
    n: int = 100
    columns: int | None = None
    blur: float = 0.0
    noise: float = 0.0

    def __post_init__(self) -> None:
        """Raise SpecError for parameters that fit no data set."""
        super().__post_init__()
        self._check("diabetes")

    def draw(self, rng: np.random.Generator) -> Dataset:
        """Draw the bins, then two real rows of each."""
        real = _real("diabetes")
        bins = rng.integers(len(real.members), size=self.n)
        centre, sd = (np.array([of(real.target[part]) for part in real.members]) for of in (np.mean, np.std))
        target = centre[bins] + sd[bins] * rng.standard_normal(self.n)
        return Dataset(self._rows("diabetes", bins, rng), target, name=str(self), given=SIMULATED, classes=False)


@dataclass(frozen=True, eq=False)
class _Real:
    rows: Floats  # of mean 0 and sd 1
    target: Floats  # of mean 0 and sd 1 where it is a number to predict
    members: tuple[Ints, ...]  # rows of each class, or of each bin of targets


@lru_cache(maxsize=8)  # bundled sets do not change, and every draw reads one
def _real(data: str) -> _Real:
    """Read a bundled set and sort its rows into cells: its classes, or bins of the target."""
    frame = read_bundled(data).frame
    target = frame["target"].to_numpy(dtype=np.float64)
    rows = frame.drop(columns="target").to_numpy(dtype=np.float64)
    if data in PAIR:
        taken = np.isin(target, PAIR[data])
        rows, target = rows[taken], target[taken]
    rows = rows[:, rows.std(axis=0) > 0]
    rows = (rows - rows.mean(axis=0)) / rows.std(axis=0)
    if data == "diabetes":
        target = (target - target.mean()) / target.std()
        members = tuple(np.array_split(np.argsort(target, kind="stable"), BINS))
    else:
        members = tuple(np.flatnonzero(target == label) for label in np.unique(target))
    return _Real(rows, target, members)


def _spread(width: int, columns: int | None) -> Ints:
    """Choose columns evenly.

    Examples
    --------
    >>> _spread(10, 4).tolist()
    [1, 3, 6, 8]
    """
    kept = width if columns is None else columns
    return ((2 * np.arange(kept) + 1) * width // (2 * kept)).astype(np.int64)
