"""Published next to reproduced: one cell of a table, and whether the two agree."""

from dataclasses import asdict, dataclass
from typing import Any, Literal

from outperform.core.panels import Panels

Verdict = Literal["agrees", "differs", "not comparable"]
FAR = 3.0  # standard errors beyond which two numbers differ; by chance, one cell in 400


@dataclass(frozen=True)
class Cell:
    """One printed number, or one claim of the text, with the reproduced number."""

    key: str  # which cell: "10x10 / labor", or the claim in a few words
    published: float | str | None  # the number, or what the text says; None if nothing is printed
    obtained: float | None
    published_se: float = 0.0
    obtained_se: float = 0.0
    verdict: Verdict = "not comparable"
    reason: str = ""

    @property
    def se(self) -> float:
        """The standard error of reproduced - published."""
        return float((self.published_se**2 + self.obtained_se**2) ** 0.5)

    @property
    def z(self) -> float | None:
        """Reproduced minus published, in standard errors; None if it is not defined."""
        if self.obtained is None or not isinstance(self.published, int | float):
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


def number(
    key: str,
    published: float,
    obtained: float | None,
    *,
    se: float = 0.0,
    published_se: float = 0.0,
    unit: float = 0.0,
    reason: str = "",
) -> Cell:
    """Compare a printed number with ours: they agree within three standard errors of their difference.

    Parameters
    ----------
    key
        Which cell it is.
    published, obtained
        The two numbers; ``None`` if ours is missing.
    se
        Monte Carlo standard error of ours.
    published_se
        That of the printed one, from the number of trials that the paper states.
    unit
        The last printed digit, such as 0.001: rounding adds ``unit / sqrt(12)`` to the printed one's error.
    reason
        What a reader should know about the two numbers.

    Examples
    --------
    >>> number("McNemar / .1", 0.03, 0.0266, se=0.0005, published_se=0.0054).verdict
    'agrees'
    """
    error = float((published_se**2 + unit**2 / 12) ** 0.5)
    if obtained is None:
        return Cell(key, published, None, error, se, "not comparable", reason or "it could not be reproduced")
    gap, spread = abs(obtained - published), float((error**2 + se**2) ** 0.5)
    near = gap <= max(FAR * spread, unit / 2 * (1 + 1e-9), 1e-12)
    return Cell(key, published, obtained, error, se, "agrees" if near else "differs", reason)


def incomparable(
    key: str,
    published: float | str | None,
    obtained: float | None,
    reason: str,
    se: float = 0.0,
    *,
    published_se: float = 0.0,
) -> Cell:
    """Return a cell of two numbers that cannot be compared, with the reason: another learner, an unknown network."""
    return Cell(key, published, obtained, published_se, se, "not comparable", reason)


def claim(key: str, says: str, obtained: float | None, rule: str, *, holds: bool, se: float = 0.0) -> Cell:
    """Return a cell for a claim of the text; ``rule`` says what was measured and what it must be."""
    return Cell(key, says, obtained, 0.0, se, "agrees" if holds else "differs", rule)


@dataclass(frozen=True)
class Agreement:
    """A table or figure of a paper next to its reproduction."""

    id: str  # "table-5", "figure-2", "section-3"
    title: str
    page: str  # where in the paper
    cells: tuple[Cell, ...]
    panels: Panels | None = None  # the figure
    notes: tuple[str, ...] = ()  # missing data sets, replicates, choices where the paper is silent
    seconds: float = 0.0

    def as_row(self) -> dict[str, Any]:
        """Return the table as a row of ``--json``."""
        about = {name: getattr(self, name) for name in ("id", "title", "page", "seconds")}
        return {**about, "notes": list(self.notes), "cells": [cell.as_row() for cell in self.cells]}

    def count(self, verdict: Verdict) -> int:
        """Return the number of cells with this verdict."""
        return sum(cell.verdict == verdict for cell in self.cells)
