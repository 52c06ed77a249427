"""What follows from the printed numbers of Bouckaert & Frank alone: nothing is run."""

from collections.abc import Iterator

import numpy as np

from outperform.core import Floats
from outperform.papers.agreement import Agreement, Cell, Measured
from outperform.papers.bouckaert_frank_2004.printed import (
    CALM,
    MEASURES,
    PAIRS,
    SETS,
    printed_rejections,
    printed_tables,
    summary,
)
from outperform.papers.bouckaert_frank_2004.runs import column_of
from outperform.papers.rules import Bounds, claim, derived, number
from outperform.papers.workbench import Workbench

HARDEST, EASIEST = 20 / 45, 29 / 45  # R(k, 10) where at least two repetitions differ from the others


def table_1_recomputed(_bench: Workbench) -> Agreement:
    """Compute consistent, almost consistent and R from the printed counts of draws."""
    rejections = printed_rejections(list(printed_tables().table_1))
    scores = summary(rejections)
    cells = [
        number(f"{pair} / {measure}", printed_tables().below_1[row][place], _printed(scores[row, :, place], measure))
        for row, measure in enumerate(MEASURES)
        for place, pair in enumerate(PAIRS)
    ]
    first = rejections[:, 0]
    some, alike = int((first > 0).sum()), int((first < 10).sum())
    shares = {row: {pair: Measured(float(scores[row, :, k].mean())) for k, pair in enumerate(PAIRS)} for row in (0, 1)}
    cells += [
        number("NB vs C4.5 / datasets that differ under some seed", 19, some, reason="sec. 4.1, p. 9"),
        number("NB vs C4.5 / datasets alike under some seed", 26, alike, reason="all but vehicle, p. 9"),
        claim(
            "fewer than half consistent",
            "less than 50% of the results turn out to be consistent",
            shares[0],
            "share of consistent datasets, by pair",
            Bounds(below=0.5),
        ),
        claim(
            "fewer than 66% almost consistent",
            "almost consistent in fewer than 66% of the cases",
            shares[1],
            "share of almost consistent datasets, by pair",
            Bounds(below=0.66),
        ),
    ]
    cells += _rows_1(scores[0])
    title = "Consistency and R of the 5x2 cv test, recomputed from the printed counts of draws"
    return Agreement("table-1-recomputed", title, "8", tuple(map(derived, cells)), notes=("Exact: no run, no error.",))


def _rows_1(consistent: Floats) -> Iterator[Cell]:
    """Check what sections 2 and 4.1 say of R and of the rows of Table 1."""
    chances = np.linspace(0, 1, 1001)
    yield claim(
        "two runs agree",
        "this probability is never worse than 0.5",
        Measured(float((chances**2 + (1 - chances) ** 2).min())),
        "smallest p² + (1 - p)² over the probability p of a rejection",
        Bounds(at_least=0.5),
    )
    yield claim(
        "R never below .5",
        "R cannot be smaller than 0.5",
        Measured(float(summary(np.arange(11))[2].min())),
        "smallest R(k, 10) over k",
        Bounds(at_least=0.5),
        reason="True of the probability; its estimate is 4/9 where five of ten repetitions reject",
    )
    yield claim(
        "iris and Hungarian heart disease",
        "for some rows, the test consistently indicates no difference, in particular for these",
        {name: Measured(min(printed_tables().table_1[name].draws)) for name in CALM},
        "fewest draws of the three pairs",
        Bounds(at_least=10),
    )
    yield claim(
        "most rows",
        "most rows contain at least one cell where the outcomes of the test are not consistent",
        Measured(float((consistent < 1).any(axis=1).mean())),
        "share of datasets with such a cell",
        Bounds(above=0.5),
    )


def _printed(values: np.ndarray, measure: str) -> float:
    """Round as the paper prints: whole counts, R to three digits."""
    return round(float(values.mean()), 3) if measure == "R" else float(values.sum())


def section_4_recomputed(_bench: Workbench) -> Agreement:
    """Hold what the text says of Tables 2 to 5 against their printed numbers."""
    cells = (_possible(), *_levels(), _runs_increase(), *_hundred_runs(), *_as_good(), *_smallest())
    title = "What the text says of Tables 2 to 5, held against their printed numbers"
    return Agreement(
        "section-4-recomputed", title, "9-12", tuple(map(derived, cells)), notes=("Exact: no run, no error.",)
    )


def _possible() -> Cell:
    """Check that each R can come with its two counts."""
    columns = [
        column_of(block, place)
        for table in (printed_tables().table_2, printed_tables().table_3, printed_tables().table_4)
        for block in table
        for place in range(4)
    ]
    fitting = sum(_fits(*column) for column in columns)
    what = (
        "printed columns of Tables 2 to 4 whose R is possible with their counts: 1 for each consistent dataset, .8 for "
        "each other almost consistent one, 4/9 to 29/45 for the rest"
    )
    return claim(
        "R and counts go together", "R = sum of R(k, n) / m", Measured(fitting), what, Bounds(at_least=len(columns))
    )


def _fits(consistent: float, almost: float, mean: float) -> bool:
    known, rest = consistent + 0.8 * (almost - consistent), SETS - almost
    low, high = ((known + rest * share) / SETS for share in (HARDEST, EASIEST))
    return low - 0.0005 <= mean <= high + 0.0005


def _levels() -> Iterator[Cell]:
    """Compare the 5% column of Table 4 with the ten runs of Table 3: they are the same runs."""
    for pair, fourth, third in zip(PAIRS, printed_tables().table_4, printed_tables().table_3, strict=True):
        for measure, ours, theirs in zip(MEASURES, column_of(third, 3), column_of(fourth, 2), strict=True):
            yield number(f"{pair} / {measure} / Table 4 at 5%", theirs, ours, reason="ours is Table 3 at 10 runs")


def _runs_increase() -> Cell:
    falls = sum(int((np.diff(row) < 0).sum()) for block in printed_tables().table_2 for row in block)
    what = "steps from one number of runs to the next in Table 2 where a measure falls"
    why = (
        "The text names one, almost consistent of C4.5 vs NN, 18 to 17; consistent of NB vs C4.5, 15 to 14, is "
        "another: an erratum of the text"
    )
    says = "increases with the number of runs; one exception"
    return claim("one exception", says, Measured(falls), what, Bounds(at_least=1, at_most=1), reason=why)


def _hundred_runs() -> Iterator[Cell]:
    table = printed_tables().table_2
    almost = sum(block[1][3] for block in table) / (3 * SETS)
    least = {pair: Measured(block[2][3]) for pair, block in zip(PAIRS, table, strict=True)}
    says = "80% almost consistent"
    yield claim(
        "almost consistent at 100 runs",
        says,
        Measured(almost),
        "share of all 81 results at 100 runs",
        Bounds(at_least=0.8),
    )
    yield claim("R at 100 runs", "R about .9 or above", least, "R, by pair", Bounds(at_least=0.895))


def _as_good() -> Iterator[Cell]:
    """Compare Table 3 with Table 2 at equal cost."""
    gaps = np.array(printed_tables().table_3) - np.array(printed_tables().table_2)
    good, better = Measured(int((gaps >= 0).sum())), Measured(int((gaps > 0).sum()))
    yield claim(
        "cv beside resampling: as good",
        "almost everywhere as good",
        good,
        "cells of 36 not below Table 2",
        Bounds(at_least=27),
    )
    yield claim(
        "cv beside resampling: better", "often better", better, "cells of 36 above Table 2", Bounds(at_least=18)
    )


def _smallest() -> Iterator[Cell]:
    for test, (*sources, least) in printed_tables().table_5.items():
        yield number(f"{test} / min.", least, min(sources), reason="smallest of the four printed percentages")
