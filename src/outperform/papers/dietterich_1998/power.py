"""Power of four tests (Dietterich 1998, Fig. 9 to 11), and what the text says of it."""

import numpy as np

from outperform.core.panels import Panel, Panels
from outperform.papers.agreement import Agreement, Cell, claim, incomparable
from outperform.papers.dietterich_1998.rates import ABSENT, LEVEL, Rate, absent, bars, lead
from outperform.papers.dietterich_1998.runs import (
    GAINS,
    POWERFUL,
    SAFE,
    TESTS,
    Tried,
    missing_note,
    tasks_at_hand,
    tried,
)
from outperform.papers.dietterich_1998.tasks import TASKS
from outperform.papers.workbench import Workbench

SAYS = {
    "10-fold t against the others": "much more powerful than the other three",
    "5x2cv t against the other acceptable ones": "the most powerful of those with acceptable Type I error",
    "5x2cv t against McNemar": "similar power",
    "proportions against the others": "low power",
}
THIRD = ("about 10 points apart", "detected about one third of the time")
LARGEST = "power at the largest difference"


def power(bench: Workbench, name: str, place: str) -> Agreement:
    """Fig. 9, 10, 11: power on one task."""
    title, page = f"Power on {name}", "1895-1923, sec. 6.3"
    if TASKS[name] not in tasks_at_hand()[0]:
        return Agreement(place, title, page, tuple(_missing(name)), notes=missing_note())
    found = tried(bench, name)
    gap = found.damages.gap
    rates = {test: [Rate.of(p[:, g]) for g in range(len(GAINS))] for test, p in found.pvalues.items()}
    series = tuple(bars(test, of_test, gap.tolist()) for test, of_test in rates.items())
    panel = Panel(name, "difference at 300 rows, points", "power", series, marks=(("level", LEVEL),), y_range=(0, 1))
    caption = f"Power of four tests on {name} (Dietterich 1998, Fig. {place.removeprefix('figure-')})."
    points = ", ".join(f"{points:.1f}" for points in gap)
    notes = (
        f"{len(found.held)} datasets per point; differences of {points} points. The figure prints no numbers.",
        f"Undamaged, the learners differ by {gap[-1]:.1f} points: the largest difference that lambda can reach.",
    )
    cells = [*_power_claims(name, found, rates), *_largest(rates)]
    return Agreement(place, title, page, tuple(cells), Panels(place, caption, (panel,)), notes)


def _missing(name: str) -> list[Cell]:
    cells = [absent(key, says) for key, says in SAYS.items()]
    cells += [absent(*THIRD)] if name == "Letter" else []
    return [*cells, *(incomparable(f"{test}, {LARGEST}", None, None, ABSENT) for test in TESTS)]


def _largest(rates: dict[str, list[Rate]]) -> list[Cell]:
    why = "the figure prints no number"
    last = {test: of_test[-1] for test, of_test in rates.items()}
    return [incomparable(f"{test}, {LARGEST}", None, rate.value, why, se=rate.se) for test, rate in last.items()]


def _power_claims(name: str, found: Tried, rates: dict[str, list[Rate]]) -> list[Cell]:
    rejected = {test: p[:, 1:] <= LEVEL for test, p in found.pvalues.items()}
    top, top_se = lead(rejected, POWERFUL, SAFE)
    always = all(rates[POWERFUL][g].value > rates[test][g].value for test in SAFE for g in range(1, len(GAINS)))
    halves, halves_se = lead(rejected, "5x2cv t", ["McNemar", "proportions"])
    against, against_se = lead(rejected, "5x2cv t", ["McNemar"])
    last, last_se = lead(rejected, "proportions", [test for test in SAFE if test != "proportions"])
    mean = "mean over the differences above 0"
    rules = (
        (
            top,
            top_se,
            f"lead over the best of them, {mean}: at least .05, and ahead at every difference",
            top >= 0.05 and always,
        ),
        (halves, halves_se, f"lead over the better of McNemar and proportions, {mean}: above 0", halves > 0),
        (against, against_se, f"lead, {mean}: at most .10 either way", abs(against) <= 0.1),
        (last, last_se, f"lead over the better of McNemar and 5x2cv t, {mean}: below 0", last < 0),
    )
    cells = [
        claim(key, says, value, rule, holds=bool(holds), se=se)
        for (key, says), (value, se, rule, holds) in zip(SAYS.items(), rules, strict=True)
    ]
    if name == "Letter":
        cells.append(_third(found, rates))
    return cells


def _third(found: Tried, rates: dict[str, list[Rate]]) -> Cell:
    gap = found.damages.gap
    best = max(SAFE, key=lambda test: rates[test][-1].value)
    value = float(np.interp(10.0, gap, [rate.value for rate in rates[best]]))
    rule = f"power of {best}, the best of those acceptable, at {min(10.0, gap[-1]):.1f} points: between .23 and .43"
    return claim(*THIRD, value, rule, holds=0.23 <= value <= 0.43, se=rates[best][-1].se)
