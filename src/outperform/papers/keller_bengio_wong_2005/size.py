"""What is measured of figure 1: how often each test rejects where H0 is true."""

from functools import partial

import numpy as np

from outperform.papers.agreement import Measured
from outperform.papers.keller_bengio_wong_2005.claims import (
    ERROR_TEST,
    F1_TEST,
    Check,
    Found,
    drawn_again,
    each_curve,
    each_point,
    redrawn,
)
from outperform.papers.keller_bengio_wong_2005.curves import RejectionCurves
from outperform.papers.keller_bengio_wong_2005.runs import LEVEL, LEVELS, SIZES, TESTS
from outperform.papers.rules import FAR

SMALL = np.array([n < 1000 for n in SIZES])
TINY = np.array([n < 500 for n in SIZES])
REACH = 0.01  # a difference within which H0 may be called true: ours, the text gives none
REJECTING = "proportions dCerr, 0/0 rejects"


@redrawn
def nearer(curves: RejectionCurves) -> float:
    """Share of the curves that end nearer to the level than they begin, or within noise of it."""
    near = [
        abs(points.rate[-1] - LEVEL) <= max(abs(points.rate[0] - LEVEL), FAR * points.se[-1])
        for _, points in each_curve(curves, 1, "abcd", TESTS)
    ]
    return float(np.mean(near))


def spreads(curves: RejectionCurves) -> Found:
    """Measure how far tasks differ at the largest size, without what chance adds, as a share of each level."""

    def measure(some: RejectionCurves, level: float) -> float:
        found = [some.size(panel, test, level) for panel in "abcd" for test in TESTS]
        return float(np.mean([np.sqrt(max(0.0, one.spread[-1] ** 2 - one.noise[-1])) for one in found]) / level)

    return {f"α = {level:g}": drawn_again(partial(measure, level=level), curves) for level in LEVELS}


def points_of(test: str, panels: str, reach: float | None = None) -> Check:
    """Return every point where H0 is exactly true, or where it is called true within a reach."""

    def check(curves: RejectionCurves) -> Found:
        return each_point(
            {
                f"({panel})": curves.size(panel, test) if reach is None else curves.nearly(panel, test, reach)
                for panel in panels
            }
        )

    return check


def point_of(panel: str, test: str, place: int) -> Check:
    """Look at one point of a panel."""
    return lambda curves: curves.size(panel, test).at(place)


def mean_size(panel: str) -> Check:
    """Mean over sets of at least 500 documents."""
    return lambda curves: curves.size(panel, F1_TEST).mean_over(~TINY)


def small_optimistic(curves: RejectionCurves) -> Found:
    """Mean over the small sets, less the level, and less the large sets."""
    small, large = (
        Measured.mean(points.mean_over(chosen) for _, points in each_curve(curves, 1, "ab", [F1_TEST]))
        for chosen in (SMALL, ~SMALL)
    )
    return {"α": small.less(Measured(LEVEL)), "the larger sets": small.less(large)}


@redrawn
def within_spread(curves: RejectionCurves) -> float:
    """Share of points that are no further above the level than a standard deviation over tasks."""
    points = [points for _, points in each_curve(curves, 1, "ab", [F1_TEST])]
    return float(np.mean([one.rate - one.spread < LEVEL for one in points]))


@redrawn
def steady(curves: RejectionCurves) -> float:
    """Compare the ratios of rate to level at the three levels."""
    ratios = [np.mean([curves.size(panel, F1_TEST, one).rate[~SMALL] for panel in "ab"]) / one for one in LEVELS]
    return float(max(ratios) / max(1e-9, min(ratios)))


@redrawn
def pessimistic(curves: RejectionCurves) -> float:
    """Share of all points at or below the level."""
    return float(np.mean([points.rate <= LEVEL for _, points in each_curve(curves, 1, "abcd", TESTS)]))


def improved(curves: RejectionCurves) -> Found:
    """Measure how much nearer to the level the last point of each curve is than the first."""
    found = {}
    for name, points in each_curve(curves, 1, "abcd", TESTS):
        first, last = (Measured(abs(points.at(place).value - LEVEL), points.at(place).se) for place in (0, -1))
        found[name] = first.less(last)
    return found


@redrawn
def less_reliable(curves: RejectionCurves) -> float:
    """Measure the test that rejects most often, mean over sizes: different models less similar models."""
    different, similar = (
        max(float(np.mean([points.rate for _, points in each_curve(curves, 1, panels, [test])])) for test in TESTS)
        for panels in ("ab", "cd")
    )
    return different - similar


def largest_sets(curves: RejectionCurves) -> Found:
    """Return the last points of both bootstraps."""
    return {name: points.at(-1) for name, points in each_curve(curves, 1, "abcd", (F1_TEST, ERROR_TEST))}


def no_null(curves: RejectionCurves) -> Found:
    """Count the tasks of panel (b) where H0 is exactly true as they are."""
    count = sum(task.panel == "b" and task.kind == "unequal" and task.is_null(F1_TEST) for task in curves.tasks)
    return Measured(float(count))
