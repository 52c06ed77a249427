"""Published next to reproduced: the rows of a table, each with its verdict, and what they say together."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, NamedTuple, TypeVar

import numpy as np
from scipy.special import chdtrc

from outperform.core import Floats
from outperform.core.panels import Panels

Kind = Literal["number", "claim", "derived", "ours"]
Verdict = Literal["agrees", "differs", "holds", "fails", "undecided", "not comparable"]
KINDS: tuple[Kind, ...] = ("number", "claim", "derived", "ours")
Rates = TypeVar("Rates", float, Floats)
UNKNOWN = 1.0  # the error of what was seen too seldom to have one: it decides nothing about a share


class Measured(NamedTuple):
    """A number that was measured, with its standard error; 0 if it is exact."""

    value: float
    se: float = 0.0

    @classmethod
    def over(cls, values: Floats) -> "Measured":
        """Return the mean of independent values."""
        count = len(values)
        return cls(float(values.mean()), float(values.std(ddof=1) / count**0.5) if count > 1 else UNKNOWN)

    @classmethod
    def rate(cls, rate: float, trials: int) -> "Measured":
        """Return a share of independent trials with its binomial error."""
        return cls(float(rate), float(rate_se(rate, trials)))

    @classmethod
    def mean(cls, parts: Iterable["Measured"], *, shared: bool = False) -> "Measured":
        """Return the mean of independent estimates, or of shared data: then their errors are taken to go together."""
        values, errors = np.array(list(parts)).T
        se = errors.mean() if shared else np.linalg.norm(errors) / len(errors)
        return cls(float(values.mean()), float(se))

    @classmethod
    def jackknife(cls, value: float, left: Sequence[float] | Floats) -> "Measured":
        """Return a value with its error from the values that result when each independent unit is left out."""
        count = len(left)
        return cls(float(value), float(np.sqrt((count - 1) * np.var(left))) if count > 2 else UNKNOWN)

    def less(self, other: "Measured") -> "Measured":
        """Return the difference to an independent estimate."""
        return Measured(self.value - other.value, float((self.se**2 + other.se**2) ** 0.5))


def smooth_rate(rate: Rates, trials: Any) -> Rates:
    """Return a rate with one hit and one miss added: no rejection in 400 trials does not prove a rate of 0."""
    found: Rates = (rate * trials + 1) / (trials + 2)
    return found


def rate_se(rate: Rates, trials: Any) -> Rates:
    """Return the binomial standard error of a rate, or of several, which is never 0.

    Examples
    --------
    >>> round(rate_se(0.05, 1000), 4), round(rate_se(0.0, 1000), 4)
    (0.007, 0.001)
    """
    near = smooth_rate(rate, trials)
    found: Rates = (near * (1 - near) / trials) ** 0.5
    return found


@dataclass(frozen=True)
class Cell:
    """A row: one printed number, or one claim of the text, next to what was obtained.

    Its kind says what it is evidence of. A *number* is printed, and was obtained independently. A *claim* is a sentence
    of the text. What is *derived* follows from the paper's own numbers, or by construction. *Ours* are variants and
    guesses of our own; they are shown and never counted.
    """

    kind: Kind
    key: str  # which cell: "10x10 / labor", or the claim in a few words
    published: float | str | None  # the number, or what the text says; None if nothing is printed
    obtained: float
    published_se: float
    obtained_se: float
    verdict: Verdict
    reason: str = ""  # what was measured and what it must be; what a reader should know about the two numbers
    matters: float | None = None  # a difference that the paper would call one: else the number is undecided
    repeats: bool = False  # says in another way what other rows of its table say: not in the chi-squared

    @property
    def se(self) -> float:
        """The standard error of reproduced - published."""
        return float((self.published_se**2 + self.obtained_se**2) ** 0.5)

    @property
    def z(self) -> float | None:
        """Reproduced minus published, in standard errors; None if it is not defined."""
        if not isinstance(self.published, int | float):
            return None
        gap = self.obtained - self.published
        if self.se == 0:
            return 0.0 if gap == 0 else None
        return gap / self.se

    @property
    def digits(self) -> int:
        """The number of digits to show: as many as are printed, at least four."""
        if not isinstance(self.published, int | float):
            return 4
        text = f"{abs(self.published):.7g}"
        exact = float(text) == abs(self.published)  # else it was computed from what is printed
        return max(4, len(text.split("e")[0].replace(".", "").lstrip("0"))) if exact else 4

    def as_row(self) -> dict[str, Any]:
        """Return the cell as a row of ``--json``."""
        row = asdict(self)
        place = list(row).index("verdict")
        items = list(row.items())
        return dict([*items[:place], ("se", self.se), ("z", self.z), *items[place:]])


@dataclass(frozen=True)
class Absent:
    """A printed number or a claim that was not run: what it needs is missing, or it takes too long for the budget."""

    key: str
    published: float | str | None
    reason: str


Row = Cell | Absent


class TableFit(NamedTuple):
    """How well the independent numbers of a table fit together, so that many small misses show."""

    numbers: int
    chi_squared: float
    p: float
    rms_z: float
    mean_z: float  # many misses in one direction


@dataclass(frozen=True)
class Agreement:
    """A table or figure of a paper next to its reproduction."""

    id: str  # "table-5", "figure-2", "section-3"
    title: str
    page: str  # where in the paper
    rows: tuple[Row, ...]
    panels: Panels | None = None  # the figure
    notes: tuple[str, ...] = ()  # missing data sets, replicates, choices where the paper is silent
    seconds: float = 0.0

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The rows that were obtained."""
        return tuple(row for row in self.rows if isinstance(row, Cell))

    @property
    def absent(self) -> tuple[Absent, ...]:
        """The rows that were not run."""
        return tuple(row for row in self.rows if isinstance(row, Absent))

    @property
    def fit(self) -> TableFit | None:
        """Chi-squared over the printed numbers that were obtained independently; None if there are fewer than two."""
        return fit_of(self.cells)

    def count(self, verdict: Verdict, *kinds: Kind) -> int:
        """Return the number of cells with this verdict, of these kinds or of all."""
        return sum(cell.verdict == verdict and cell.kind in (kinds or KINDS) for cell in self.cells)

    def as_row(self) -> dict[str, Any]:
        """Return the table as a row of ``--json``."""
        about = {name: getattr(self, name) for name in ("id", "title", "page", "seconds")}
        fit = None if self.fit is None else self.fit._asdict()
        not_run = [asdict(row) for row in self.absent]
        cells = [cell.as_row() for cell in self.cells]
        return {**about, "notes": list(self.notes), "fit": fit, "cells": cells, "not_run": not_run}


def fit_of(cells: Iterable[Cell]) -> TableFit | None:
    """Return chi-squared over the numbers that have an error and can be compared; None if there are fewer than two.

    Numbers that say in another way what others of the table say are left out.
    """
    numbers = [cell for cell in cells if cell.kind == "number" and not cell.repeats]
    z = [cell.z for cell in numbers if cell.verdict != "not comparable" and cell.se > 0 and cell.z is not None]
    if len(z) < 2:
        return None
    total = sum(value**2 for value in z)
    return TableFit(len(z), total, float(chdtrc(len(z), total)), (total / len(z)) ** 0.5, sum(z) / len(z))
