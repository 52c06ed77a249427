"""Power of the five tests, Figures 6 to 11 of Wang et al. (2014): the prose about them as claims.

The captions of 6 to 8 and of 9 to 11 are the same, and what is moved is not said. Figures 6 to 8 move the null: the
tests of section 5 all carry a hypothetical value, mu_0, and H0: mu = mu_0 is tested on the data of Tables 6 and 7,
where mu = 0. Figures 9 to 11 move the parameter that made the null true: the variance of class 1, and the
distortion omega.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from outperform.core import Floats
from outperform.core.panels import Panel, Panels, Series
from outperform.papers.agreement import Agreement, Cell, Measured
from outperform.papers.rules import Bounds, absent, claim, ours
from outperform.papers.wang_2014.five_tests import LEVEL, TESTS, rejected, rejected_plainly
from outperform.papers.wang_2014.runs import (
    MISSING,
    OMEGA,
    OMEGAS,
    PRINTED_OMEGA,
    SIMULATIONS,
    gaussian_runs,
    letter_runs,
    null_runs,
)
from outperform.papers.workbench import Workbench

PAGES = {6: "229", 7: "229", 8: "230", 9: "230", 10: "231", 11: "231"}
ABOUT = ("two Gaussian populations: simulation 1", "two Gaussian populations: simulation 2", "letters")
NULLS = tuple(np.linspace(0.0, most, 9) for most in (0.16, 0.048, 0.2))  # the hypothetical values mu_0
SINGLE, CORRECTED, BLOCKED, PLAIN = 0, 1, 4, 5  # places in NAMES
RANDOM_HALVES = (2, 3)  # those of the 5x2 tests
NAMES = (*TESTS, "t_B3x2CV with lambda = 0, 5 df")
# The text gives no sizes. The difference of two curves from 1000 datasets has a standard error of up to .022.
CLEAR = 0.1  # what "much more powerful" must amount to: more than four of them
OVERLAP = 0.05  # what "almost overlapping" must not exceed: about two of them
SAYS = {
    "most powerful": "the blocked 3x2 t test is the most powerful",
    "most powerful, lambda = 0": "the blocked 3x2 t test is the most powerful",
    "least powerful": "the corrected K-fold t test is the least powerful",
    "in between": "the K-fold t, the 5x2 t and the 5x2 F test are in between",
    "halves against K-fold": "blocked 3x2 and both 5x2 tests are much more powerful than both K-fold tests",
    "overlap": "the curves of blocked 3x2 and both 5x2 tests almost overlap",
}


@dataclass(frozen=True)
class PowerCurves:
    """Rejections [dataset, point, test], as shares of the looks at a dataset; H0 is true at the first point alone."""

    x: Floats
    shares: Floats

    @property
    def power(self) -> Floats:
        """Power [point, test]."""
        found: Floats = self.shares.mean(axis=0)
        return found

    def mean(self) -> Floats:
        """Power of each test [dataset, test], averaged over the points where H0 is false."""
        found: Floats = self.shares[:, 1:].mean(axis=1)
        return found


def power_by_null(figure: int, bench: Workbench) -> Agreement:
    """Reproduce Figure 6, 7 or 8: H0 says mu_0, the data say 0."""
    number = figure - 6
    runs = letter_runs(bench) if number == 2 else null_runs(bench, number)
    if runs is None:
        return _missing(figure)
    x = runs[:, 0] if number == 2 else runs
    both = [_rejections(x - moved) / 2 + _rejections(x + moved) / 2 for moved in NULLS[number]]
    curves = PowerCurves(NULLS[number], np.stack(both, axis=1))
    note = f"{len(x)} datasets of Table {7 if number == 2 else 6}; H0: difference = mu_0, mu_0 moved to both sides"
    return _figure(figure, curves, "hypothetical difference mu_0", (note,))


def power_by_parameter(figure: int, bench: Workbench) -> Agreement:
    """Reproduce Figure 9, 10 or 11: H0 says 0, the learners are moved apart."""
    number = figure - 9
    if number == 2:
        return _letters(figure, bench)
    simulation = SIMULATIONS[number]
    null = null_runs(bench, number)
    datasets = min(bench.pick((100, 30)[number], (3000, 700)[number], 1000), len(null))
    moved = [gaussian_runs(bench, number, variance, datasets) for variance in simulation.moved]
    runs, values = [null[:datasets], *moved], (simulation.variance, *simulation.moved)
    return _moved(figure, np.stack(runs, axis=1), "variance of class 1: " + ", ".join(map(str, values)))


def _letters(figure: int, bench: Workbench) -> Agreement:
    runs = letter_runs(bench)
    if runs is None:
        return _missing(figure)
    kept = [place for place, omega in enumerate(OMEGAS) if omega != PRINTED_OMEGA]
    words = ", ".join(f"{OMEGAS[place]:g}" for place in kept)
    return _moved(figure, runs[:, kept], f"omega: {words} (calibrated: {OMEGA:g})")


def _moved(figure: int, runs: Floats, words: str) -> Agreement:
    """Read curves off differences [dataset, point, 8, 2]; the x axis is the difference that came out."""
    gaps = np.abs(runs.mean(axis=(0, 2, 3)))
    curves = PowerCurves(np.concatenate([[0.0], gaps[1:]]), _rejections(runs))
    notes = (f"{len(runs)} datasets per point; {words}",)
    return _figure(figure, curves, "true difference at n/2 training rows", notes)


def _rejections(x: Floats) -> Floats:
    """Return the rejections [..., name] of the five tests and of the blocked one with the variance L."""
    plain = rejected_plainly(x)[..., np.newaxis]
    return np.concatenate([rejected(x), plain], axis=-1).astype(np.float64)


def _figure(figure: int, curves: PowerCurves, axis: str, notes: tuple[str, ...]) -> Agreement:
    about = ABOUT[(figure - 6) % 3]
    return Agreement(
        f"figure-{figure}",
        f"Power of the tests for the classification of {about}",
        PAGES[figure],
        tuple(_claims(figure, curves)),
        _panels(figure, curves, axis),
        (*notes, *_NOTES),
    )


_NOTES = (
    "What the figure moves is not said; the rules average over the points where H0 is false.",
    f'The text gives no sizes: "much more" is taken for {CLEAR:g} at least, "almost overlapping" for {OVERLAP:g} at '
    "most, more than four and about two standard errors of the difference of two curves from 1000 datasets.",
)


def _claims(figure: int, curves: PowerCurves) -> list[Cell]:
    power = curves.mean()
    others = [(BLOCKED, place) for place in range(len(TESTS)) if place != BLOCKED]  # without the test at lambda = 0
    better = [(place, CORRECTED) for place in range(len(TESTS)) if place != CORRECTED]
    between = [pair for place in (SINGLE, *RANDOM_HALVES) for pair in ((BLOCKED, place), (place, CORRECTED))]
    cells = [
        _gaps("most powerful", power, others),
        ours(_gaps("most powerful, lambda = 0", power, [(PLAIN, place) for _, place in others])),
        _gaps("least powerful", power, better),
        _gaps("in between", power, between),
        _gaps("halves against K-fold", power, [(place, SINGLE) for place in (*RANDOM_HALVES, BLOCKED)], CLEAR),
    ]
    return [*cells, _overlap(curves)] if figure in (8, 11) else cells


def _gaps(key: str, power: Floats, pairs: list[tuple[int, int]], least: float = 0.0) -> Cell:
    """Claim that the mean power of the first test of each pair exceeds that of the second."""
    gaps = {f"{NAMES[one]} less {NAMES[other]}": Measured.over(power[:, one] - power[:, other]) for one, other in pairs}
    return claim(key, SAYS[key], gaps, "difference in mean power", Bounds(above=least))


def _overlap(curves: PowerCurves) -> Cell:
    pairs = combinations((*RANDOM_HALVES, BLOCKED), 2)
    gaps = {
        f"{NAMES[one]} less {NAMES[other]} at point {point}": Measured.over(
            curves.shares[:, point, one] - curves.shares[:, point, other]
        )
        for one, other in pairs
        for point in range(curves.shares.shape[1])
    }
    what = "difference in power of two of the three curves at a point"
    return claim("overlap", SAYS["overlap"], gaps, what, Bounds(at_least=-OVERLAP, at_most=OVERLAP))


def _panels(figure: int, curves: PowerCurves, axis: str) -> Panels:
    order = np.argsort(curves.x)
    x = tuple(curves.x[order].tolist())
    series = tuple(Series(name, x, tuple(curves.power[order, place].tolist())) for place, name in enumerate(NAMES))
    panel = Panel(ABOUT[(figure - 6) % 3], axis, "power", series, marks=(("level", LEVEL),), y_range=(0.0, 1.0))
    return Panels(f"figure-{figure}", "Power of the five tests at level .05", (panel,))


def _missing(figure: int) -> Agreement:
    keys = [key for key in SAYS if key != "overlap" or figure in (8, 11)]
    cells = tuple(absent(key, SAYS[key], MISSING) for key in keys)
    title = f"Power of the tests for the classification of {ABOUT[2]}"
    return Agreement(f"figure-{figure}", title, PAGES[figure], cells, notes=("missing: letter",))
