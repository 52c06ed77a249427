"""How the claims about figures 1 and 2 are checked: a number, whether the claim holds, and its standard error."""

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from outperform.core import Bools, Floats
from outperform.papers.keller_bengio_wong_2005.curves import Points, RejectionCurves
from outperform.papers.keller_bengio_wong_2005.runs import LEVELS, SIZES, TESTS
from outperform.papers.keller_bengio_wong_2005.tasks import PANELS

F1_TEST, ERROR_TEST, MCNEMAR, PROPORTIONS = TESTS
SMALL = np.array([n < 1000 for n in SIZES])
FAR = 3.0  # standard errors
HIGHEST = 4.0  # standard errors of the highest of 28 points, which is as rare as 3 of one point
REACH = 0.01  # a difference within which H0 may be called true: ours, the text gives none

Found = tuple[float, bool, float]
Check = Callable[[RejectionCurves, float], Found]


def _all(curves: RejectionCurves, level: float, tests: Iterable[str], panels: str, number: int = 1) -> Iterator[Points]:
    """Go through the curves of figure 1 or 2."""
    pick = curves.size if number == 1 else curves.power
    return (pick(panel, test, level) for panel in panels for test in tests)


def _rates(curves: RejectionCurves, level: float, tests: Iterable[str], panels: str, number: int = 1) -> Floats:
    return np.array([points.rate for points in _all(curves, level, tests, panels, number)])


def _mean(points: Points, chosen: Bools | None = None) -> tuple[float, float]:
    """Mean over sizes, and its standard error."""
    here = np.ones(len(points.rate), dtype=bool) if chosen is None else chosen
    return float(points.rate[here].mean()), float(np.sqrt((points.se[here] ** 2).sum()) / here.sum())


# Figure 1: size.


def nearer(curves: RejectionCurves, level: float) -> Found:
    """Share of the curves that end nearer to the level than they begin."""
    near = [
        abs(points.rate[-1] - level) <= max(abs(points.rate[0] - level), FAR * points.se[-1])
        for points in _all(curves, level, TESTS, "abcd")
    ]
    return float(np.mean(near)), bool(np.mean(near) > 0.5), 0.0


def spread(curves: RejectionCurves, level: float) -> Found:
    """Measure how far tasks differ at the largest size, without what chance adds."""
    spreads = []
    for points in _all(curves, level, TESTS, "abcd"):
        noise = points.rate[-1] * (1 - points.rate[-1]) / curves.sets
        spreads.append(np.sqrt(max(0.0, points.spread[-1] ** 2 - noise)))
    return float(np.mean(spreads)), bool(np.mean(spreads) <= level / 4), 0.0


def alike(number: int) -> Check:
    """Compare McNemar and the bootstrap over errors with each other, and with the proportion test."""

    def check(curves: RejectionCurves, level: float) -> Found:
        mcnemar, bootstrap, proportions = (
            _rates(curves, level, [test], "abcd", number) for test in (MCNEMAR, ERROR_TEST, PROPORTIONS)
        )
        apart = float(np.abs(mcnemar - bootstrap).mean())
        others = min(float(np.abs(one - proportions).mean()) for one in (mcnemar, bootstrap))
        return apart, apart < others, 0.0

    return check


def never_above(test: str, panels: str) -> Check:
    """Find the point that lies highest over the level, in standard errors."""

    def check(curves: RejectionCurves, level: float) -> Found:
        return _highest([curves.size(panel, test, level) for panel in panels], level)

    return check


def nearly_never_above(test: str, panels: str) -> Check:
    """Find that point where H0 is called true within a reach."""

    def check(curves: RejectionCurves, level: float) -> Found:
        return _highest([curves.nearly(panel, test, REACH, level) for panel in panels], level)

    return check


def _highest(found: Sequence[Points], level: float) -> Found:
    rates, errors = np.array([points.rate for points in found]), np.array([points.se for points in found])
    worst = np.unravel_index(np.argmax((rates - level) / errors), rates.shape)
    return float(rates[worst]), bool((rates <= level + HIGHEST * errors).all()), float(errors[worst])


def reaches(test: str) -> Check:
    """Look at the last point of panel (a)."""

    def check(curves: RejectionCurves, level: float) -> Found:
        points = curves.size("a", test, level)
        rate, se = float(points.rate[-1]), float(points.se[-1])
        return rate, abs(rate - level) <= level / 5 + FAR * se, se

    return check


def optimistic(curves: RejectionCurves, level: float) -> Found:
    """Share of the points of the bootstrap over F1 above the level, different models."""
    rates = _rates(curves, level, [F1_TEST], "ab")
    share = float((rates > level).mean())
    return share, share >= 0.9, 0.0


def nearly_optimistic(curves: RejectionCurves, level: float) -> Found:
    """Share of such points where H0 is called true within a reach."""
    rates = curves.nearly("a", F1_TEST, REACH, level).rate
    share = float((rates > level).mean())
    return share, share >= 0.9, 0.0


def small_optimistic(curves: RejectionCurves, level: float) -> Found:
    """Mean over the small sets, against the level and against the large sets."""
    found = [_mean(points, SMALL) for points in _all(curves, level, [F1_TEST], "ab")]
    large = _rates(curves, level, [F1_TEST], "ab")[:, ~SMALL].mean()
    rate, se = float(np.mean([rate for rate, _ in found])), float(np.linalg.norm([se for _, se in found]) / 2)
    return rate, rate > max(level, large), se


def within_spread(curves: RejectionCurves, level: float) -> Found:
    """Share of points that are no further above the level than a standard deviation over tasks."""
    share = np.mean([points.rate - points.spread < level for points in _all(curves, level, [F1_TEST], "ab")])
    return float(share), bool(share > 0.5), 0.0


def extreme(test: str, panels: str, number: int, sign: int) -> Check:
    """Check that a test rejects least (sign -1) or most (1) of all, mean over sizes, in every panel."""

    def check(curves: RejectionCurves, level: float) -> Found:
        others = [other for other in (TESTS if sign > 0 else (MCNEMAR, ERROR_TEST)) if other != test]
        means = {one: _rates(curves, level, [one], panels, number).mean(axis=1) for one in (test, *others)}
        share = float(np.mean([sign * (means[test] - means[other]) >= 0 for other in others]))
        return share, share == 1, 0.0

    return check


def proportions_optimistic(reading: str) -> Check:
    """Look at the first point of panel (d)."""

    def check(curves: RejectionCurves, level: float) -> Found:
        points = curves.size("d", reading, level)
        rate, se = float(points.rate[0]), float(points.se[0])
        return rate, rate > level + FAR * se, se

    return check


def pessimistic_points(curves: RejectionCurves, level: float) -> Found:
    """Share of all points at or below the level."""
    share = float((_rates(curves, level, TESTS, "abcd") <= level).mean())
    return share, share > 0.5, 0.0


def reliable(curves: RejectionCurves, level: float) -> Found:
    """Find the last point of both bootstraps that is furthest from the level."""
    found = [(p.rate[-1], p.se[-1]) for p in _all(curves, level, [F1_TEST, ERROR_TEST], "abcd")]
    rate, se = max(found, key=lambda point: abs(point[0] - level))
    near = all(abs(rate - level) <= level / 2 + FAR * se for rate, se in found)
    return float(rate), near, float(se)


def steady(curves: RejectionCurves, level: float) -> Found:  # noqa: ARG001 - all levels at once
    """Compare the ratios of rate to level at the three levels."""
    ratios = [_rates(curves, one, [F1_TEST], "ab")[:, ~SMALL].mean() / one for one in LEVELS]
    ratio = max(ratios) / max(1e-9, min(ratios))
    return float(ratio), bool(ratio <= 1.5), 0.0


def no_null(curves: RejectionCurves, level: float) -> Found:  # noqa: ARG001
    """Count the tasks of panel (b) where H0 is exactly true as they are."""
    count = sum(task.panel == "b" and task.kind == "unequal" and task.is_null(F1_TEST) for task in curves.tasks)
    return float(count), count == 0, 0.0


# Figure 2: power.


def higher_when_different(curves: RejectionCurves, level: float) -> Found:
    """Compare power between different and similar models."""
    means = {panel: _rates(curves, level, [MCNEMAR, ERROR_TEST], panel, 2).mean(axis=1) for panel in PANELS}  # [test]
    share = float(np.mean([means["a"] > means["c"], means["b"] > means["d"]]))
    return share, share == 1, 0.0


def low(panels: str) -> Check:
    """Mean power in the largest sets."""

    def check(curves: RejectionCurves, level: float) -> Found:
        last = _rates(curves, level, [MCNEMAR, ERROR_TEST], panels, 2)[:, -1]
        return float(last.mean()), bool(last.mean() < 0.5), 0.0

    return check


def lower_when_close(curves: RejectionCurves, level: float) -> Found:
    """Power in the largest sets, similar less different models."""
    different, close = (
        _rates(curves, level, [MCNEMAR, ERROR_TEST], panels, 2)[:, -1].mean() for panels in ("ab", "cd")
    )
    return float(close - different), bool(close < different), 0.0
