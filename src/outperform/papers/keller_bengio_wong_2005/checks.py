"""What is measured for each claim about figures 1 and 2: one estimate, or several that must each keep the bounds."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product

import numpy as np

from outperform.core import Bools, Floats, stream
from outperform.papers.agreement import Measured
from outperform.papers.keller_bengio_wong_2005.curves import Points, RejectionCurves
from outperform.papers.keller_bengio_wong_2005.runs import LEVELS, SIZES, TESTS

F1_TEST, ERROR_TEST, MCNEMAR, PROPORTIONS = TESTS
SMALL = np.array([n < 1000 for n in SIZES])
TINY = np.array([n < 500 for n in SIZES])
FAR = 3.0  # standard errors
REACH = 0.01  # a difference within which H0 may be called true: ours, the text gives none
REDRAWN = 40  # draws of all curves behind a standard error

Found = Measured | Mapping[str, Measured]
Check = Callable[[RejectionCurves, float], Found]
Measure = Callable[[RejectionCurves, float], float]


def _all(curves: RejectionCurves, level: float, tests: Iterable[str], panels: str, number: int = 1) -> Iterator[Points]:
    """Go through the curves of figure 1 or 2."""
    pick = curves.size if number == 1 else curves.power
    return (pick(panel, test, level) for panel in panels for test in tests)


def _rates(curves: RejectionCurves, level: float, tests: Iterable[str], panels: str, number: int = 1) -> Floats:
    return np.array([points.rate for points in _all(curves, level, tests, panels, number)])


def _mean(points: Points, chosen: Bools | None = None) -> Measured:
    """Mean over sizes."""
    here = np.ones(len(points.rate), dtype=bool) if chosen is None else chosen
    return Measured(float(points.rate[here].mean()), float(np.sqrt((points.se[here] ** 2).sum()) / here.sum()))


def _last(points: Points) -> Measured:
    return Measured(float(points.rate[-1]), float(points.se[-1]))


def _points(found: Mapping[str, Points]) -> dict[str, Measured]:
    """Return every point of some curves by its name."""
    return {
        f"{name}, N = {n}": Measured(float(rate), float(se))
        for name, points in found.items()
        for n, rate, se in zip(SIZES, points.rate, points.se, strict=True)
    }


def redrawn(measure: Measure) -> Check:
    """Measure something whose error has no formula: it is measured again on curves drawn from those obtained."""

    def check(curves: RejectionCurves, level: float) -> Found:
        rng = stream(0, "keller-bengio-wong-2005", "redrawn")
        again = [measure(curves.redrawn(rng), level) for _ in range(REDRAWN)]
        return Measured(measure(curves, level), float(np.std(again, ddof=1)))

    return check


# Figure 1: size.


@redrawn
def nearer(curves: RejectionCurves, level: float) -> float:
    """Share of the curves that end nearer to the level than they begin."""
    near = [
        abs(points.rate[-1] - level) <= max(abs(points.rate[0] - level), FAR * points.se[-1])
        for points in _all(curves, level, TESTS, "abcd")
    ]
    return float(np.mean(near))


@redrawn
def spread(curves: RejectionCurves, level: float) -> float:
    """Measure how far tasks differ at the largest size, without what chance adds."""
    spreads = []
    for points in _all(curves, level, TESTS, "abcd"):
        spreads.append(np.sqrt(max(0.0, points.spread[-1] ** 2 - points.noise[-1])))
    return float(np.mean(spreads))


def alike(number: int) -> Check:
    """Compare McNemar and the bootstrap over errors with each other, and with the proportion test."""

    def measure(curves: RejectionCurves, level: float) -> float:
        mcnemar, bootstrap, proportions = (
            _rates(curves, level, [test], "abcd", number) for test in (MCNEMAR, ERROR_TEST, PROPORTIONS)
        )
        apart = float(np.abs(mcnemar - bootstrap).mean())
        return apart - min(float(np.abs(one - proportions).mean()) for one in (mcnemar, bootstrap))

    return redrawn(measure)


def sizes(test: str, panels: str) -> Check:
    """Return every point of some panels."""

    def check(curves: RejectionCurves, level: float) -> Found:
        return _points({f"({panel})": curves.size(panel, test, level) for panel in panels})

    return check


def nearly_sizes(test: str, panels: str) -> Check:
    """Return every point where H0 is called true within a reach."""

    def check(curves: RejectionCurves, level: float) -> Found:
        return _points({f"({panel})": curves.nearly(panel, test, REACH, level) for panel in panels})

    return check


def last_size(test: str) -> Check:
    """Look at the last point of panel (a)."""
    return lambda curves, level: _last(curves.size("a", test, level))


def mean_size(test: str, panels: str) -> Check:
    """Mean over panels and sets of at least 500 documents."""
    return lambda curves, level: Measured.mean([_mean(points, ~TINY) for points in _all(curves, level, [test], panels)])


@redrawn
def less_reliable(curves: RejectionCurves, level: float) -> float:
    """Measure the test that rejects most often, mean over sizes: different models less similar models."""
    different, similar = (
        max(_rates(curves, level, [test], panels).mean() for test in TESTS) for panels in ("ab", "cd")
    )
    return float(different - similar)


def improved_size(curves: RejectionCurves, level: float) -> Found:
    """Measure how much nearer to the level the last point of each curve is than the first."""
    found = {}
    for panel, test in product("abcd", TESTS):
        points = curves.size(panel, test, level)
        first, last = np.abs(points.rate[[0, -1]] - level)
        found[f"({panel}), {test}"] = Measured(float(first - last), float(np.hypot(*points.se[[0, -1]])))
    return found


def improved_power(curves: RejectionCurves, level: float) -> Found:
    """Measure how much more power the last point of each curve has than the first."""
    found = {}
    for panel, test in product("abcd", TESTS):
        points = curves.power(panel, test, level)
        gain, se = points.rate[-1] - points.rate[0], np.hypot(*points.se[[0, -1]])
        found[f"({panel}), {test}"] = Measured(float(gain), float(se))
    return found


def small_optimistic(curves: RejectionCurves, level: float) -> Found:
    """Mean over the small sets, less the level, and less the large sets."""
    parts = list(_all(curves, level, [F1_TEST], "ab"))
    small, large = (Measured.mean([_mean(points, chosen) for points in parts]) for chosen in (SMALL, ~SMALL))
    return {"α": Measured(small.value - level, small.se), "the larger sets": small.less(large)}


@redrawn
def within_spread(curves: RejectionCurves, level: float) -> float:
    """Share of points that are no further above the level than a standard deviation over tasks."""
    return float(np.mean([points.rate - points.spread < level for points in _all(curves, level, [F1_TEST], "ab")]))


def extreme(test: str, panels: str, number: int, sign: int) -> Check:
    """Measure by how much a test rejects less (sign -1) or more (1) than others, mean over sizes, in every panel."""

    def check(curves: RejectionCurves, level: float) -> Found:
        pick = curves.size if number == 1 else curves.power
        others = [other for other in (TESTS if sign > 0 else (MCNEMAR, ERROR_TEST)) if other != test]
        gaps = {}
        for panel, other in product(panels, others):
            gap = _mean(pick(panel, test, level)).less(_mean(pick(panel, other, level)))
            gaps[f"({panel}), {other}"] = Measured(sign * gap.value, gap.se)
        return gaps

    return check


def first_unbalanced(reading: str) -> Check:
    """Look at the first point of panel (d)."""

    def check(curves: RejectionCurves, level: float) -> Found:
        points = curves.size("d", reading, level)
        return Measured(float(points.rate[0]), float(points.se[0]))

    return check


@redrawn
def pessimistic_points(curves: RejectionCurves, level: float) -> float:
    """Share of all points at or below the level."""
    return float((_rates(curves, level, TESTS, "abcd") <= level).mean())


def reliable(curves: RejectionCurves, level: float) -> Found:
    """Return the last points of both bootstraps."""
    return {
        f"({panel}), {test}": _last(curves.size(panel, test, level))
        for panel, test in product("abcd", (F1_TEST, ERROR_TEST))
    }


@redrawn
def steady(curves: RejectionCurves, level: float) -> float:  # noqa: ARG001 - all levels at once
    """Compare the ratios of rate to level at the three levels."""
    ratios = [_rates(curves, one, [F1_TEST], "ab")[:, ~SMALL].mean() / one for one in LEVELS]
    return float(max(ratios) / max(1e-9, min(ratios)))


def no_null(curves: RejectionCurves, level: float) -> Found:  # noqa: ARG001
    """Count the tasks of panel (b) where H0 is exactly true as they are."""
    count = sum(task.panel == "b" and task.kind == "unequal" and task.is_null(F1_TEST) for task in curves.tasks)
    return Measured(float(count))


# Figure 2: power.


def higher_when_different(curves: RejectionCurves, level: float) -> Found:
    """Compare power between different and similar models."""
    return {
        f"({different}) over ({similar}), {test}": _mean(curves.power(different, test, level)).less(
            _mean(curves.power(similar, test, level))
        )
        for (different, similar), test in product((("a", "c"), ("b", "d")), (MCNEMAR, ERROR_TEST))
    }


def _last_power(curves: RejectionCurves, level: float, panels: str) -> Measured:
    return Measured.mean([_last(points) for points in _all(curves, level, [MCNEMAR, ERROR_TEST], panels, 2)])


def low(panels: str) -> Check:
    """Mean power in the largest sets."""
    return lambda curves, level: _last_power(curves, level, panels)


def lower_when_close(curves: RejectionCurves, level: float) -> Found:
    """Power in the largest sets, similar less different models."""
    return _last_power(curves, level, "cd").less(_last_power(curves, level, "ab"))
