"""Power of four tests (Dietterich 1998, Fig. 9 to 11), and what the text says of it."""

import numpy as np

from outperform.core.panels import Panel, Panels
from outperform.papers.agreement import Agreement, Cell, Measured, Row
from outperform.papers.dietterich_1998.rates import LEVEL, absent, bars, lead, rate_of
from outperform.papers.dietterich_1998.runs import (
    POWERFUL,
    SAFE,
    TESTS,
    Tried,
    missing_note,
    tasks_at_hand,
    tried,
)
from outperform.papers.dietterich_1998.tasks import TASKS
from outperform.papers.rules import Bounds, claim, incomparable
from outperform.papers.workbench import Workbench

MOST_POWERFUL = "Of the tests with acceptable Type I error, the 5x2cv t test is the most powerful."
SAYS = {
    "10-fold t against the others": "These curves show that the cross-validated t test is much more powerful than the "
    "other three tests.",
    "5x2cv t against the other acceptable ones": MOST_POWERFUL,
    "5x2cv t against McNemar": "Both tests have similar power.",
    "proportions against the others": "The difference-of-proportions test has acceptable type I error, but low power.",
}
THIRD = (
    "about 10 points apart",
    "However, it is sobering to note that even when the performance of the learning algorithms differs by 10 "
    "percentage points (as in the Letter Recognition task), these statistical tests are only able to detect this about "
    "one third of the time.",
)
MUCH = 0.05
THRESHOLD = (
    "Much more power is a lead of at least .05, and similar power or about a third is one within .05: three standard "
    "errors of a power that the paper's 1000 trials give."
)
LARGEST = "power at the largest difference"


def power(bench: Workbench, name: str, place: str) -> Agreement:
    """Fig. 9, 10, 11: power on one task."""
    title, page = f"Power on {name}", "1895-1923, sec. 6.3"
    if TASKS[name] not in tasks_at_hand()[0]:
        return Agreement(place, title, page, tuple(_missing(name)), notes=missing_note())
    found = tried(bench, name)
    gap = found.damages.gap
    rates = {test: [rate_of(at) for at in shares.T] for test, shares in found.rejected.items()}
    series = tuple(bars(test, of_test, gap.tolist()) for test, of_test in rates.items())
    panel = Panel(name, "difference at 300 rows, points", "power", series, marks=(("level", LEVEL),), y_range=(0, 1))
    caption = f"Power of four tests on {name} (Dietterich 1998, Fig. {place.removeprefix('figure-')})."
    points = ", ".join(f"{points:.1f}" for points in gap)
    notes = (
        f"{len(found.held)} datasets per point; differences of {points} points. The figure prints no numbers.",
        f"Undamaged, the learners differ by {gap[-1]:.1f} points: the largest difference that lambda can reach.",
        THRESHOLD,
    )
    cells = [*_power_claims(name, found, rates), *_largest(rates)]
    return Agreement(place, title, page, tuple(cells), Panels(place, caption, (panel,)), notes)


def _missing(name: str) -> list[Row]:
    said = {**SAYS, **(dict([THIRD]) if name == "Letter" else {})}
    return [*(absent(key, says) for key, says in said.items()), *(absent(f"{test}, {LARGEST}", None) for test in TESTS)]


def _largest(rates: dict[str, list[Measured]]) -> list[Cell]:
    why = "the figure prints no number"
    last = {test: of_test[-1] for test, of_test in rates.items()}
    return [incomparable(f"{test}, {LARGEST}", None, rate.value, why, se=rate.se) for test, rate in last.items()]


def _power_claims(name: str, found: Tried, rates: dict[str, list[Measured]]) -> list[Cell]:
    rejected = {test: shares[:, 1:] for test, shares in found.rejected.items()}
    leads = (
        (lead(rejected, POWERFUL, SAFE), "lead over the best of them", Bounds(at_least=MUCH)),
        (
            lead(rejected, "5x2cv t", ["McNemar", "proportions"]),
            "lead over the better of McNemar and proportions",
            Bounds(above=0),
        ),
        (lead(rejected, "5x2cv t", ["McNemar"]), "lead", Bounds(at_least=-MUCH, at_most=MUCH)),
        (
            lead(rejected, "proportions", [test for test in SAFE if test != "proportions"]),
            "lead over the better of McNemar and 5x2cv t",
            Bounds(below=0),
        ),
    )
    cells = [
        claim(key, says, ahead, f"{what}, mean over the differences above 0", bounds)
        for (key, says), (ahead, what, bounds) in zip(SAYS.items(), leads, strict=True)
    ]
    if name == "Letter":
        cells.append(_third(found, rates))
    return cells


def _third(found: Tried, rates: dict[str, list[Measured]]) -> Cell:
    gap = found.damages.gap
    best = max(SAFE, key=lambda test: rates[test][-1].value)
    value = float(np.interp(10.0, gap, [rate.value for rate in rates[best]]))
    what = f"power of {best}, the best of those acceptable, at {min(10.0, gap[-1]):.1f} points"
    return claim(*THIRD, Measured(value, rates[best][-1].se), what, Bounds(at_least=1 / 3 - MUCH, at_most=1 / 3 + MUCH))
