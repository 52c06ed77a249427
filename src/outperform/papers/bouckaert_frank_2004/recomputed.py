"""What follows from the printed numbers of Bouckaert & Frank alone: nothing is run."""

from collections.abc import Iterator

import numpy as np

from outperform.papers.agreement import Agreement, Cell, claim, number
from outperform.papers.bouckaert_frank_2004.printed import (
    MEASURES,
    PAIRS,
    SETS,
    printed_rejections,
    printed_tables,
    summary,
)
from outperform.papers.bouckaert_frank_2004.runs import column_of
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
    cells += [
        number(
            "NB vs C4.5 / datasets that differ under some seed", 19, int((first > 0).sum()), reason="sec. 4.1, p. 9"
        ),
        number(
            "NB vs C4.5 / datasets alike under some seed", 26, int((first < 10).sum()), reason="all but vehicle, p. 9"
        ),
        claim(
            "fewer than half consistent",
            "less than 50% of the results turn out to be consistent",
            float(scores[0].mean(axis=0).max()),
            "largest share of consistent datasets over the three pairs; below .5",
            holds=bool(scores[0].mean(axis=0).max() < 0.5),
        ),
        claim(
            "fewer than 66% almost consistent",
            "almost consistent in fewer than 66% of the cases",
            float(scores[1].mean(axis=0).max()),
            "largest share of almost consistent datasets over the three pairs; below .66",
            holds=bool(scores[1].mean(axis=0).max() < 0.66),
        ),
    ]
    title = "Consistency and R of the 5x2 cv test, recomputed from the printed counts of draws"
    return Agreement("table-1-recomputed", title, "8", tuple(cells), notes=("Exact: no run, no error.",))


def _printed(values: np.ndarray, measure: str) -> float:
    """Round as the paper prints: whole counts, R to three digits."""
    return round(float(values.mean()), 3) if measure == "R" else float(values.sum())


def section_4_recomputed(_bench: Workbench) -> Agreement:
    """Hold what the text says of Tables 2 to 5 against their printed numbers."""
    cells = (_possible(), *_levels(), _runs_increase(), *_hundred_runs(), _as_good(), *_smallest())
    title = "What the text says of Tables 2 to 5, held against their printed numbers"
    return Agreement("section-4-recomputed", title, "9-12", cells, notes=("Exact: no run, no error.",))


def _possible() -> Cell:
    """Check that each R can come with its two counts."""
    columns = [
        column_of(block, place)
        for table in (printed_tables().table_2, printed_tables().table_3, printed_tables().table_4)
        for block in table
        for place in range(4)
    ]
    fitting = sum(_fits(*column) for column in columns)
    rule = (
        "printed columns of Tables 2 to 4 whose R is possible with their counts: 1 for each consistent dataset, .8 for "
        "each other almost consistent one, 4/9 to 29/45 for the rest; all 36 must be"
    )
    return claim("R and counts go together", "R = sum of R(k, n) / m", fitting, rule, holds=fitting == len(columns))


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
    rule = (
        "steps from one number of runs to the next in Table 2 where a measure falls; the text names one, almost "
        "consistent of C4.5 vs NN, 18 to 17; consistent of NB vs C4.5, 15 to 14, is another: an erratum of the text"
    )
    return claim("one exception", "increases with the number of runs; one exception", falls, rule, holds=falls == 1)


def _hundred_runs() -> Iterator[Cell]:
    almost = sum(block[1][3] for block in printed_tables().table_2) / (3 * SETS)
    least = min(block[2][3] for block in printed_tables().table_2)
    rule = "share of all 81 results at 100 runs; at least .8"
    yield claim("almost consistent at 100 runs", "80% almost consistent", almost, rule, holds=almost >= 0.8)
    yield claim("R at 100 runs", "R about .9 or above", least, "smallest of three; at least .895", holds=least >= 0.895)


def _as_good() -> Cell:
    """Compare Table 3 with Table 2 at equal cost."""
    gaps = np.array(printed_tables().table_3) - np.array(printed_tables().table_2)
    good, better = int((gaps >= 0).sum()), int((gaps > 0).sum())
    rule = f"cells of 36 in which Table 3 is not below Table 2, at least 27; above in {better}, at least 18"
    holds = good >= 27 and better >= 18
    return claim("cv beside resampling", "almost everywhere as good and often better", good, rule, holds=holds)


def _smallest() -> Iterator[Cell]:
    for test, (*sources, least) in printed_tables().table_5.items():
        yield number(f"{test} / min.", least, min(sources), reason="smallest of the four printed percentages")
