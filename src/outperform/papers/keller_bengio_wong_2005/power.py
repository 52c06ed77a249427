"""Figure 2: how often each test rejects where H0 is false, and what the prose says of it."""

from collections.abc import Callable, Iterable
from functools import partial

from outperform.papers.agreement import Measured
from outperform.papers.keller_bengio_wong_2005 import sentences
from outperform.papers.keller_bengio_wong_2005.claims import (
    ERROR_TEST,
    F1_TEST,
    MCNEMAR,
    NEGATIVE,
    POSITIVE,
    PROPORTIONS,
    Claim,
    Found,
    alike,
    each_curve,
    leads,
)
from outperform.papers.keller_bengio_wong_2005.curves import RejectionCurves
from outperform.papers.keller_bengio_wong_2005.runs import TESTS
from outperform.papers.rules import Bounds

OF_ERRORS = (MCNEMAR, ERROR_TEST)


def _higher_when_different(curves: RejectionCurves) -> Found:
    return {
        f"({different}) over ({similar}), {test}": curves.power(different, test).mean.less(
            curves.power(similar, test).mean
        )
        for different, similar in ("ac", "bd")
        for test in OF_ERRORS
    }


def _over_panels(panels: str, measure: Callable[[str], Iterable[Measured]]) -> Measured:
    """Return the mean over panels, which have sets of their own, of what is measured on the sets of each."""
    return Measured.mean(Measured.mean(measure(panel), shared=True) for panel in panels)


def _last_power(curves: RejectionCurves, panels: str) -> Measured:
    return _over_panels(panels, lambda panel: [points.at(-1) for _, points in each_curve(curves, 2, panel, OF_ERRORS)])


def _improved(curves: RejectionCurves) -> Found:
    """Measure the gain of each test over the panels: in some the proportion test rejects at no size."""
    return {
        test: Measured.mean(points.at(-1).less(points.at(0)) for _, points in each_curve(curves, 2, "abcd", [test]))
        for test in TESTS
    }


FIGURE_2 = (
    Claim(
        "McNemar and bootstrap dCerr alike",
        sentences.SIMILAR_POWER,
        "mean absolute difference of π over panels and sizes, less that of either to the proportion test",
        alike(2),
        NEGATIVE,
    ),
    Claim(
        "power higher for different models",
        sentences.SIMILAR_POWER,
        "mean π in (a) less that in (c), in (b) less that in (d), of either test",
        _higher_when_different,
        POSITIVE,
    ),
    Claim(
        "bootstrap dF1 most powerful",
        sentences.F1_SUMMARY,
        "its π less that of another test, mean over sizes, in each panel",
        partial(leads, number=2, panels="abcd", firsts=(F1_TEST,), seconds=TESTS),
        POSITIVE,
        why="It is (a) that fails: in balanced tasks the two measures say nearly the same",
    ),
    Claim(
        "bootstrap dF1 relatively powerful",
        sentences.F1_POWER,
        "its π less that of another test, mean over sizes, tests and panels",
        lambda curves: _over_panels("abcd", lambda panel: leads(curves, 2, panel, (F1_TEST,), TESTS).values()),
        POSITIVE,
    ),
    Claim(
        "proportion test least powerful",
        sentences.LESS_POWER,
        "π of either other test less its own, mean over sizes, in each panel",
        partial(leads, number=2, panels="abcd", firsts=OF_ERRORS, seconds=(PROPORTIONS,)),
        POSITIVE,
    ),
    Claim(
        "power low for close models",
        sentences.LOW_POWER,
        "mean π of both tests at N = 6000 in (c), (d); on populations made it follows from their gap",
        lambda curves: _last_power(curves, "cd"),
        Bounds(below=0.5),
    ),
    Claim(
        "power lower for close models",
        sentences.LOW_POWER,
        "mean π of both tests at N = 6000, (c) and (d) less (a) and (b)",
        lambda curves: _last_power(curves, "cd").less(_last_power(curves, "ab")),
        NEGATIVE,
    ),
    Claim(
        "larger sets improve the power",
        sentences.FORTUNATELY,
        "π at N = 6000 less that at N = 100, of each test, mean over the panels",
        _improved,
        POSITIVE,
    ),
)
