"""Tables 2 to 4 of Bouckaert & Frank on real datasets, and the passage on plain tests."""

import itertools
from collections.abc import Sequence

import numpy as np

from outperform.core import Floats
from outperform.core.panels import Panel, Panels, Series
from outperform.papers.agreement import Agreement, Cell, Measured, Row
from outperform.papers.bouckaert_frank_2004.errors import fixed_se
from outperform.papers.bouckaert_frank_2004.printed import PAIRS, REPETITIONS, SETS, Summary, printed_tables, share_se
from outperform.papers.bouckaert_frank_2004.runs import (
    COUNTS_MATTER,
    FEW,
    LEVEL,
    NOTES,
    R_MATTERS,
    Runs,
    jackknifed,
    runs,
    summary_cells,
)
from outperform.papers.rules import Bounds, absent, claim, number
from outperform.papers.workbench import Workbench

FITS = (10, 20, 50, 100)
LEVELS = (0.01, 0.025, 0.05, 0.1)


def _r(found: Runs, procedure: int, level: float = LEVEL) -> Floats:
    """Return R by pair."""
    means: Floats = found.measures(procedure, level)[2].mean(axis=0)
    return means


def _share(found: Runs, procedure: int, measure: int) -> float:
    return float(found.measures(procedure)[measure].mean())


def table_2(bench: Workbench) -> Agreement:
    """Run the corrected resampled t test."""
    found = runs(bench, "resampling")
    columns = {f"{count} runs": (place, LEVEL) for place, count in enumerate(FITS)}
    cells = summary_cells(columns, printed_tables().table_2, found)
    cells += _claims_2(found) if found.names else []
    title = "Replicability of the corrected resampled t test, by the number of runs"
    curves = {"corrected resampled t": (_scores(found), printed_tables().table_2)}
    panels = _curves("table-2", title, "fits per learner", FITS, curves)
    return Agreement("table-2", title, "10", tuple(cells), panels, (*found.notes, *NOTES))


def _scores(found: Runs) -> Floats:
    return np.stack([found.measures(place) for place in range(4)])


def _claims_2(found: Runs) -> list[Cell]:
    steps = {
        f"{few} to {many} runs": jackknifed(lambda one, k=k: float((_r(one, k + 1) - _r(one, k)).mean()), found)
        for k, (few, many) in enumerate(itertools.pairwise(FITS))
    }
    says = "increases with the number of runs almost everywhere"
    return [
        claim(
            "grows with runs",
            says,
            steps,
            "gain in R from one number of runs to the next, mean over pairs",
            Bounds(above=0),
        ),
        claim(
            "almost consistent at 100 runs",
            "80% of the results are almost consistent",
            jackknifed(lambda one: _share(one, 3, 1), found),
            "share of all results at 100 runs",
            Bounds(at_least=0.8),
        ),
        claim(
            "R at 100 runs",
            "approximately 0.9 or above",
            {pair: jackknifed(lambda one, k=k: float(_r(one, 3)[k]), found) for k, pair in enumerate(PAIRS)},
            "R",
            Bounds(at_least=0.85),
            reason="What is said with one digit",
        ),
    ]


def table_3(bench: Workbench) -> Agreement:
    """Run the corrected t test on repeated cross-validation."""
    found, drawn = runs(bench, "cv"), runs(bench, "resampling")
    columns = {name: (place, LEVEL) for place, name in enumerate(("1 run", "2 runs", "5 runs", "10 runs"))}
    cells = summary_cells(columns, printed_tables().table_3, found)
    cells += _claims_3(found, drawn) if found.names else []
    title = "Replicability of the corrected t test on repeated ten-fold cv, by the number of runs"
    curves = {
        "corrected r x 10 cv": (_scores(found), printed_tables().table_3),
        "corrected resampled t": (_scores(drawn), printed_tables().table_2),
    }
    panels = _curves("table-3", title, "fits per learner", FITS, curves)
    return Agreement("table-3", title, "11", tuple(cells), panels, (*found.notes, *NOTES))


def _claims_3(found: Runs, drawn: Runs) -> list[Cell]:
    gains = {
        f"{count} fits": jackknifed(lambda cv, other, k=k: float((_r(cv, k) - _r(other, k)).mean()), found, drawn)
        for k, count in enumerate(FITS)
    }
    mean = jackknifed(lambda cv, other: float(np.mean([_r(cv, k) - _r(other, k) for k in range(4)])), found, drawn)
    what = "R of cv less R of resampling with as many fits, mean over pairs"
    return [
        claim("cv beside resampling", "almost everywhere as good and often better", gains, what, Bounds(at_least=0)),
        claim(
            "cv helps",
            "repeated cv helps to improve replicability",
            mean,
            f"{what} and numbers of fits",
            Bounds(above=0),
        ),
    ]


def section_4_3(bench: Workbench) -> Agreement:
    """Run the plain t tests on cross-validation, and resampling with stratification."""
    dealt, drawn, strict = (runs(bench, family) for family in ("cv", "resampling", "stratified"))
    rows: list[Row] = [
        _consistent(f"plain t on {test} / {pair}", printed[which], dealt, procedure, which)
        for procedure, (test, printed) in enumerate(printed_tables().plain.items(), start=4)
        for which, pair in enumerate(PAIRS)
    ]
    if dealt.names:
        rows += _claims_4_3(dealt, drawn, strict)
    title = "Consistent datasets of the plain t test on cross-validation; stratified resampling"
    return Agreement("section-4-3", title, "9-10", tuple(rows), notes=(*dealt.notes, *NOTES))


def _consistent(key: str, published: float, found: Runs, procedure: int, pair: int) -> Row:
    rejections = found.rejections(procedure)[:, pair]
    if len(rejections) < 2:
        return absent(key, published, FEW)
    scores = found.measures(procedure)[0, :, pair]
    if len(rejections) == SETS:
        se, error = (
            SETS * float(fixed_se(rejections, found.repetitions(procedure), of)[0]) for of in (None, REPETITIONS)
        )
    else:
        se, error = share_se(float(scores.sum()), len(scores)), share_se(published, SETS)
    return number(key, published, SETS * float(scores.mean()), se=se, published_se=error, matters=COUNTS_MATTER)


def _claims_4_3(dealt: Runs, drawn: Runs, strict: Runs) -> list[Cell]:
    few, many = (
        jackknifed(lambda cv, other, k=k: _share(cv, 4, 0) - _share(other, k, 0), dealt, drawn) for k in (0, 3)
    )
    change = jackknifed(lambda one, other: _share(one, 0, 2) - _share(other, 0, 2), strict, drawn)
    what = "share of consistent results less that of resampling at"
    return [
        claim(
            "10-fold cv beside 10 runs of resampling",
            "at least as consistent",
            few,
            f"{what} 10 runs",
            Bounds(at_least=0),
        ),
        claim(
            "10-fold cv beside 100 runs of resampling",
            "substantially less consistent",
            many,
            f"{what} 100 runs",
            Bounds(below=-0.1),
        ),
        claim(
            "stratified resampling",
            "the scores differed only very slightly",
            change,
            "R of resampling at 10 runs with less that without stratification",
            Bounds(at_least=-0.05, at_most=0.05),
        ),
    ]


def table_4(bench: Workbench) -> Agreement:
    """Read the corrected 10x10 cv test at other levels."""
    found = runs(bench, "cv")
    columns = {f"{100 * level:g}%": (3, level) for level in LEVELS}
    cells = summary_cells(columns, printed_tables().table_4, found)
    cells += _claims_4(found) if found.names else []
    title = "Replicability of the corrected 10x10 cv test, by the level"
    scores = np.stack([found.measures(3, level) for level in LEVELS])
    panels = _curves("table-4", title, "level", LEVELS, {"corrected 10x10 cv": (scores, printed_tables().table_4)})
    return Agreement("table-4", title, "11", tuple(cells), panels, (*found.notes, *NOTES))


def _claims_4(found: Runs) -> list[Cell]:
    def range_of(one: Runs, pair: int) -> float:
        return float(np.ptp([_r(one, 3, level)[pair] for level in LEVELS]))

    ranges = {pair: jackknifed(lambda one, k=k: range_of(one, k), found) for k, pair in enumerate(PAIRS)}
    least = {
        f"{pair}, {100 * level:g}%": jackknifed(lambda one, k=k, level=level: float(_r(one, 3, level)[k]), found)
        for k, pair in enumerate(PAIRS)
        for level in LEVELS
    }
    return [
        claim(
            "level",
            "does not have a major impact",
            ranges,
            "largest less smallest R over the four levels",
            Bounds(at_most=R_MATTERS),
        ),
        claim("R above .9", "greater than 0.9 in every single case", least, "R", Bounds(above=0.9)),
    ]


def _curves(
    id_: str, caption: str, x_label: str, x: Sequence[float], curves: dict[str, tuple[Floats, tuple[Summary, ...]]]
) -> Panels | None:
    """Draw R of all pairs, [column, measure, dataset, pair] of each test, beside the printed one."""
    if not next(iter(curves.values()))[0].shape[2]:
        return None
    places = tuple(float(value) for value in x)

    def series(label: str, scores: Floats, printed: tuple[Summary, ...], pair: int) -> list[Series]:
        means = scores[:, 2, :, pair].mean(axis=1)
        reach = 1.96 * np.array([Measured.over(column[2, :, pair]).se for column in scores])
        low, high = tuple((means - reach).tolist()), tuple(np.minimum(means + reach, 1).tolist())
        theirs = tuple(float(value) for value in printed[pair][2])
        return [
            Series(label, places, tuple(means.tolist()), low, high),
            Series(f"{label}, published", places, theirs, published=True),
        ]

    panels = tuple(
        Panel(
            name,
            x_label,
            "R",
            tuple(one for label, (scores, printed) in curves.items() for one in series(label, scores, printed, pair)),
            log_x=True,
            y_range=(0.5, 1.0),
        )
        for pair, name in enumerate(PAIRS)
    )
    return Panels(id_, caption, panels)
