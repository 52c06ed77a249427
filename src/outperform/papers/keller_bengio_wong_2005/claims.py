"""Sentences about figures 1 and 2 as data, and what is measured for several of them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

import numpy as np

from outperform.core import stream
from outperform.papers.agreement import Measured, Row
from outperform.papers.keller_bengio_wong_2005.curves import SOURCES, NoTaskError, Points, RejectionCurves
from outperform.papers.keller_bengio_wong_2005.runs import LEVEL, SIZES, TESTS
from outperform.papers.rules import Bounds, absent, claim, ours

NEAR = 0.2 * LEVEL
F1_TEST, ERROR_TEST, MCNEMAR, PROPORTIONS = TESTS
REDRAWN = 40  # draws of all curves behind a standard error
POSITIVE, NEGATIVE, MOST = Bounds(above=0), Bounds(below=0), Bounds(above=0.5)
NOT_ABOVE_LEVEL = Bounds(at_most=LEVEL + NEAR)
SLIGHTLY_ABOVE = Bounds(above=LEVEL + NEAR, at_most=1.5 * LEVEL)
ALLOWED = (
    "What is within a fifth of α, the standard error of a share of the paper's 500 evaluation sets, is at α: neither "
    "optimistic nor pessimistic. So a test is slightly optimistic above 1.2 α, up to 1.5 α. (The lower of the two was "
    "set after a first run had shown αtrue at most .003 above α, which no such number of sets can tell from α.)"
)

Found = Measured | Mapping[str, Measured]
Check = Callable[[RejectionCurves], Found]
Measure = Callable[[RejectionCurves], float]


@dataclass(frozen=True)
class Claim:
    """A sentence of the paper, and how it is checked."""

    key: str
    says: str  # in the paper's words, with the page
    what: str  # what is measured
    check: Check
    bounds: Bounds
    sources: tuple[str, ...] = tuple(SOURCES)
    why: str = ""  # what may be behind it where it does not hold
    guess: bool = False  # a reading of ours


def checked(claims: Iterable[Claim], found: Sequence[RejectionCurves]) -> tuple[Row, ...]:
    """Check all claims on all sources."""
    return tuple(_row(one, curves) for curves in found for one in claims if curves.source in one.sources)


def _row(one: Claim, curves: RejectionCurves) -> Row:
    key = f"{SOURCES[curves.source]}: {one.key}"
    try:
        found = one.check(curves)
    except NoTaskError:
        return absent(key, one.says, f"{one.what}: no task is of this kind")
    cell = claim(key, one.says, found, one.what, one.bounds)
    if one.why and cell.verdict != "holds":
        cell = claim(key, one.says, found, one.what, one.bounds, reason=one.why)
    return ours(cell) if one.guess else cell


def each_curve(curves: RejectionCurves, number: int, panels: str, tests: Iterable[str]) -> Iterator[tuple[str, Points]]:
    """Go through curves of figure 1 or 2 by their names."""
    pick = curves.size if number == 1 else curves.power
    return ((f"({panel}), {test}", pick(panel, test, LEVEL)) for panel, test in product(panels, tests))


def each_point(found: Mapping[str, Points]) -> dict[str, Measured]:
    """Return every point of some curves by its name."""
    return {
        f"{name}, N = {n}": Measured(float(rate), float(se))
        for name, points in found.items()
        for n, rate, se in zip(SIZES, points.rate, points.se, strict=True)
    }


def drawn_again(measure: Measure, curves: RejectionCurves) -> Measured:
    """Measure something whose error has no formula: it is measured again on curves drawn from those obtained."""
    rng = stream(0, "keller-bengio-wong-2005", "redrawn")
    again = [measure(curves.redrawn(rng)) for _ in range(REDRAWN)]
    return Measured(measure(curves), float(np.std(again, ddof=1)))


def redrawn(measure: Measure) -> Check:
    """Return the check of such a measure."""
    return partial(drawn_again, measure)


def alike(number: int) -> Check:
    """Compare McNemar and the bootstrap over errors with each other, and with the proportion test."""

    def measure(curves: RejectionCurves) -> float:
        mcnemar, bootstrap, proportions = (
            np.array([points.rate for _, points in each_curve(curves, number, "abcd", [test])])
            for test in (MCNEMAR, ERROR_TEST, PROPORTIONS)
        )
        apart = float(np.abs(mcnemar - bootstrap).mean())
        return apart - min(float(np.abs(one - proportions).mean()) for one in (mcnemar, bootstrap))

    return redrawn(measure)


def leads(
    curves: RejectionCurves, number: int, panels: str, firsts: Sequence[str], seconds: Sequence[str]
) -> dict[str, Measured]:
    """Measure by how much more some tests reject than others, mean over sizes, in every panel."""
    found = {}
    for panel, first, second in product(panels, firsts, seconds):
        if first != second:
            found[f"({panel}), {first} over {second}"] = curves.lead(number, panel, first, second)
    return found
