"""Section 5 of Bouckaert & Frank: which of all tests is the most replicable."""

import numpy as np

from outperform.core.panels import Panel, Panels, Series
from outperform.papers.agreement import Agreement, Cell, Measured
from outperform.papers.bouckaert_frank_2004.printed import printed_tables
from outperform.papers.bouckaert_frank_2004.runs import NOTES, Runs, jackknifed, runs
from outperform.papers.rules import Bounds, claim
from outperform.papers.workbench import Workbench

TESTS = {  # by the family of its runs and the place in it
    "5x2 cv": ("halves", 0),
    "10 x resampling": ("resampling", 0),
    "10-fold cv": ("cv", 4),
    "corrected 10-fold cv": ("cv", 0),
    "100 x resampling": ("resampling", 3),
    "corrected 10x10 cv": ("cv", 3),
}


def section_5(bench: Workbench) -> Agreement:
    """Put all tests in order by their R over all pairs."""
    found = {family: runs(bench, family) for family in ("halves", "resampling", "cv")}
    there = bool(found["cv"].names)
    cells = tuple(_claims_5(found)) if there else ()
    title = "Which test is the most replicable, over all datasets and pairs"
    panels = _bars({test: _mean(found, test) for test in TESTS}) if there else None
    return Agreement("section-5", title, "5, 12", cells, panels, (*found["cv"].notes, NOTES[0]))


def _mean(found: dict[str, Runs], test: str) -> Measured:
    family, place = TESTS[test]
    return jackknifed(lambda one: float(one.measures(place)[2].mean()), found[family])


def _claims_5(found: dict[str, Runs]) -> list[Cell]:
    means = {test: _mean(found, test) for test in TESTS}
    worst, good, best = (means[test] for test in ("5x2 cv", "100 x resampling", "corrected 10x10 cv"))
    gaps = {test: worst.less(mean) for test, mean in means.items() if test != "5x2 cv"}
    over = "mean over datasets and pairs"
    return [
        claim(
            "5x2 cv",
            "the replicability of this test is not high",
            gaps,
            f"R of 5x2 cv less that of the other test, {over}",
            Bounds(below=0),
        ),
        claim("100 x resampling", "good replicability", good, f"R, {over}", Bounds(at_least=0.9)),
        claim(
            "10x10 cv beside 100 x resampling",
            "replicability improved even further",
            best.less(good),
            f"R of the one less R of the other, {over}",
            Bounds(above=0),
        ),
    ]


def _bars(scores: dict[str, Measured]) -> Panels:
    printed = {
        "5x2 cv": np.mean(printed_tables().below_1[2]),
        "10 x resampling": np.mean([block[2][0] for block in printed_tables().table_2]),
        "corrected 10-fold cv": np.mean([block[2][0] for block in printed_tables().table_3]),
        "100 x resampling": np.mean([block[2][3] for block in printed_tables().table_2]),
        "corrected 10x10 cv": np.mean([block[2][3] for block in printed_tables().table_3]),
    }
    places = tuple(float(place) for place in range(len(scores)))
    known = [(float(place), float(printed[test])) for place, test in enumerate(scores) if test in printed]
    ours = tuple(found.value for found in scores.values())
    low, high = (tuple(found.value + side * found.se for found in scores.values()) for side in (-1.96, 1.96))
    series = (
        Series("reproduced", places, ours, low, high),
        Series("published", tuple(x for x, _ in known), tuple(y for _, y in known), published=True),
    )
    panel = Panel("R over all pairs", "", "R", series, kind="points", categories=tuple(scores), y_range=(0.5, 1.0))
    return Panels("section-5", "R of each test, mean over datasets and pairs of learners", (panel,))
