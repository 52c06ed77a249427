"""Samples from a real data set, which serves as the population."""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, Literal

import numpy as np

from outperform.core import Dataset, InputError, Ints, Source, fingerprint, stream
from outperform.data import load
from outperform.data.datasets import Stamp, stamp_of
from outperform.sources._checks import require, require_rows


@dataclass(frozen=True)
class Table(Source):
    """Rows drawn from a real data set, which serves as the population; the remaining rows serve for calibration.

    Dietterich's letters (1998, sec. 6) are ``table(name="letter", n=300, pool=10000)``, his Pima
    ``table(name="diabetes.arff", n=300)``; the letters of Wang et al. (2014) ``table(name="letter", n=300,
    replace=True, classes="halves")``.

    Parameters
    ----------
    name
        A path or a name that ``outperform.data.load`` knows.
    n
        Rows of a dataset.
    replace
        Whether a row may be drawn more than once.
    pool
        Number of rows to draw from, chosen at random once; the other rows serve for calibration. None draws from all
        rows, and the rows that were not drawn serve for calibration.
    classes
        ``halves`` merges many classes into two: the first half in sorted order, and the rest.
    target
        The column to predict, if the file does not define it.

    Examples
    --------
    >>> dataset, rest = Table(name="iris", n=100).draw_and_rest(np.random.default_rng(0))
    >>> dataset.size, rest.size
    (100, 50)
    """

    slug = "table"
    learners = ("nb", "tree")
    name: str = "breast_cancer"
    n: int = 100
    replace: bool = False
    pool: int | None = None
    classes: Literal["all", "halves"] = "all"
    target: str | None = None

    def __post_init__(self) -> None:
        """Raise SpecError for an empty data set, or a pool smaller than what is drawn from it."""
        super().__post_init__()
        require_rows(self)
        least = 1 if self.replace else self.n
        require(self, "pool", self.pool is None or self.pool >= least, f"at least {least}")

    def draw(self, rng: np.random.Generator) -> Dataset:
        """Draw rows of the pool."""
        return self._part(self._draw(rng))

    def draw_and_rest(self, rng: np.random.Generator) -> tuple[Dataset, Dataset]:
        """Draw rows, and return them with the rows for calibration."""
        drawn = self._draw(rng)
        rest = np.setdiff1d(np.arange(self._whole.size), drawn if self.pool is None else self._places())
        if not rest.size:
            raise self._nothing_left("n" if self.pool is None else "pool")
        return self._part(drawn), self._part(rest)

    def draw_and_others(self, rng: np.random.Generator, most: int) -> tuple[Dataset, Dataset]:
        """Draw rows, and at most ``most`` of the rows that one more draw could give: the truth is about these.

        With replacement these are all rows of the pool, without it those that were not drawn.
        """
        drawn, places = self._draw(rng), self._places()
        others = places if self.replace else np.setdiff1d(places, drawn)
        if not others.size:
            raise self._nothing_left("n")
        if others.size > most:
            others = rng.choice(others, size=most, replace=False)
        return self._part(drawn), self._part(others)

    def _nothing_left(self, parameter: str) -> InputError:
        used = getattr(self, parameter)
        return InputError(f"{self.slug}.{parameter}", f"{used} rows of {self.name} leave no rows to test on; use fewer")

    @property
    def fingerprint(self) -> str:
        """Text that depends on the spec and the rows: the data behind a name may change."""
        return fingerprint(self.full, self._whole.fingerprint)

    @property
    def _whole(self) -> Dataset:
        return _loaded(self.name, self.target, self.classes, self._stamp)

    @cached_property
    def _stamp(self) -> Stamp:
        return stamp_of(self.name)

    def _draw(self, rng: np.random.Generator) -> Ints:
        places = self._places()
        if not self.replace and self.n > len(places):
            raise InputError(
                f"{self.slug}.n", f"cannot draw {self.n} rows from {len(places)}; use a smaller n or replace=True"
            )
        return rng.choice(places, size=self.n, replace=self.replace)

    def _places(self) -> Ints:
        """Rows of the pool."""
        size = self._whole.size
        if self.pool is None:
            return np.arange(size)
        if self.pool > size:
            raise InputError(
                f"{self.slug}.pool", f"must be at most {size}, the number of rows of {self.name}, got {self.pool}"
            )
        return np.sort(stream(0, "pool", self.name).permutation(size)[: self.pool])

    def _part(self, places: Ints) -> Dataset:
        whole = self._whole
        rows: Any = whole.rows[places] if isinstance(whole.rows, np.ndarray) else _frame_rows(whole.rows, places)
        given = replace(whole.given, notes=())
        return replace(whole, rows=rows, target=whole.target[places], name=str(self), given=given)


def _frame_rows(frame: Any, places: Ints) -> Any:
    return frame.iloc[places].reset_index(drop=True)


@lru_cache(maxsize=4)  # of the process: the stamp changes with the file
def _loaded(name: str, target: str | None, classes: str, stamp: Stamp) -> Dataset:  # noqa: ARG001 - part of the key
    """Load a dataset once for all the sources that name it."""
    whole = load(name, target=target)
    if classes == "all":
        return whole
    labels = np.unique(whole.target)
    upper = np.searchsorted(labels, whole.target) >= len(labels) // 2
    return replace(whole, target=upper.astype(np.int64), classes=True)
