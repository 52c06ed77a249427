"""Table 1 of Bouckaert & Frank, the draws of the 5x2 cv test on real datasets, and what the text says of them."""

from collections.abc import Iterator

import numpy as np

from outperform.core.panels import Panel, Panels, Series
from outperform.papers.agreement import Agreement, Cell, Measured, Row, rate_se
from outperform.papers.bouckaert_frank_2004.errors import fixed_se
from outperform.papers.bouckaert_frank_2004.printed import (
    CALM,
    MEASURES,
    PAIRS,
    REPETITIONS,
    SETS,
    printed_rejections,
    printed_tables,
    summary,
)
from outperform.papers.bouckaert_frank_2004.runs import COUNTS_MATTER, FEW, LEVEL, MATTERS, R_MATTERS, Runs, runs
from outperform.papers.bouckaert_frank_2004.uci import find
from outperform.papers.rules import Bounds, absent, claim, derived, incomparable, number, repeating, threshold
from outperform.papers.workbench import Workbench

OTHERS = "other implementations of the learners"
ABSENT = "data set not found"
DRAWS_MATTER = 6.0
QUICK = "left out of a quick look"
COUNTED = "the class, or a name, was counted too"


def table_1(bench: Workbench) -> Agreement:
    """Run the 5x2 cv test."""
    found = runs(bench, "halves")
    rows = (*_properties(), *_draws(found), *_below(found), *_claims_1(found))
    note = (
        "Consistent, almost consistent and R are compared over the same data sets. Where some were not run, the "
        "printed side is recomputed from the printed draws of those that were. The data sets are taken as fixed: "
        "standard errors are what other repetitions would change, on both sides. Draws are given per ten repetitions; "
        "consistent and almost consistent are what ten of the repetitions give on average."
    )
    title = "Draws of ten 5x2 cv tests on each dataset"
    draws = threshold(DRAWS_MATTER, "draws of ten; the text calls 10 draws consistent and 4, on anneal, very sensitive")
    return Agreement("table-1", title, "8", rows, _panels_1(found), (*found.notes, note, draws, MATTERS))


def _properties() -> list[Row]:
    """Compare what the table says of the datasets with the files at hand."""
    rows: list[Row] = []
    for name, row in printed_tables().table_1.items():
        data = find(row.file)
        keys = [f"{name} / {word}" for word in ("#inst.", "#atts.", "#cl.")]
        if data is None:
            rows += [absent(key, printed, ABSENT) for key, printed in zip(keys, row[1:4], strict=True)]
            continue
        ours = (data.size, data.rows.shape[1], len(np.unique(data.strata)))
        for key, printed, got in zip(keys, row[1:4], ours, strict=True):
            rows.append(derived(number(key, printed, got, reason="" if got == printed else COUNTED)))
    return rows


def _draws(found: Runs) -> list[Row]:
    ours = dict(zip(found.names, _per_ten(found), strict=True))
    rows: list[Row] = []
    for name, row in printed_tables().table_1.items():
        for place, pair in enumerate(PAIRS):
            key, printed = f"{name} / {pair}", row.draws[place]
            if name not in ours:
                rows.append(absent(key, printed, ABSENT if find(row.file) is None else QUICK))
                continue
            got, theirs = ours[name][place], draws_of_ten(printed, REPETITIONS).se
            if found.by_weka:
                rows.append(number(key, printed, got.value, se=got.se, published_se=theirs, matters=DRAWS_MATTER))
            else:
                rows.append(incomparable(key, printed, got.value, OTHERS, got.se, published_se=theirs))
    return rows


def _per_ten(found: Runs) -> list[list[Measured]]:
    """Return the draws of each data set and pair."""
    draws = found.repetitions(0) - found.rejections(0)
    return [[draws_of_ten(int(count), found.repetitions(0)) for count in row] for row in draws]


def draws_of_ten(count: int, trials: int) -> Measured:
    """Return a count per ten trials with its binomial standard error; a count of none or all has one too."""
    return Measured(REPETITIONS * count / trials, REPETITIONS * rate_se(count / trials, trials))


def _below(found: Runs) -> list[Row]:
    """Compare the three rows below the table, over the same data sets."""
    return [
        _paired(f"{pair} / {measure}", row, place, found)
        for row, measure in enumerate(MEASURES)
        for place, pair in enumerate(PAIRS)
    ]


def _paired(key: str, row: int, place: int, found: Runs) -> Row:
    published = printed_tables().below_1[row][place]
    if len(found.names) < 2:
        return absent(key, published, FEW)
    scale, unit, matters = (1, 0.001, R_MATTERS) if MEASURES[row] == "R" else (SETS, 0.0, COUNTS_MATTER)
    ours, theirs = found.rejections(0)[:, place], printed_rejections(list(found.names))[:, place]
    reason = "our tree is not pruned" if "C4.5" in key and not found.by_weka else ""
    if len(ours) < SETS:
        reason = f"printed is {published:g} over {SETS}; here both are over {len(ours)}" + " as of 27" * (scale > 1)
        published = scale * float(summary(theirs)[row].mean())
    cell = number(
        key,
        published,
        scale * float(found.measures(0)[row, :, place].mean()),
        se=scale * float(fixed_se(ours, found.repetitions(0))[row]),
        published_se=scale * float(fixed_se(theirs, REPETITIONS)[row]),
        unit=unit,
        matters=matters,
        reason=reason,
    )
    return repeating(cell) if found.by_weka or MEASURES[row] != "R" else cell


def _claims_1(found: Runs) -> list[Cell]:
    if not found.names:
        return []

    def shares(measure: int) -> dict[str, Measured]:
        return {
            pair: Measured(
                float(found.measures(0)[measure, :, place].mean()),
                float(fixed_se(found.rejections(0)[:, place], found.repetitions(0))[measure]),
            )
            for place, pair in enumerate(PAIRS)
        }

    what = "share of {} datasets, by pair"
    return [
        claim(
            "fewer than half consistent",
            "less than 50% of the results turn out to be consistent",
            shares(0),
            what.format("consistent"),
            Bounds(below=0.5),
        ),
        claim(
            "fewer than 66% almost consistent",
            "almost consistent in fewer than 66% of the cases",
            shares(1),
            what.format("almost consistent"),
            Bounds(below=0.66),
        ),
        _both_ways(found),
        *_calm(found),
        claim(
            "most rows",
            "most rows contain at least one cell where the outcomes of the test are not consistent",
            Measured.over(np.array([_mixed(ten) for ten in found.tens])),
            "share of datasets where ten repetitions are not consistent for some pair",
            Bounds(above=0.5),
        ),
    ]


def _mixed(ten: Runs) -> float:
    consistent = ten.measures(0)[0]  # [dataset, pair]
    return float((consistent < 1).any(axis=1).mean())


def _calm(found: Runs) -> Iterator[Cell]:
    """Look at the two data sets that the text names."""
    if not set(CALM) <= set(found.names):
        return
    draws = dict(zip(found.names, _per_ten(found), strict=True))
    yield claim(
        "iris and Hungarian heart disease",
        "the test consistently indicates no difference between any two of the three schemes",
        {f"{name}, {pair}": draws[name][place] for name in CALM for place, pair in enumerate(PAIRS)},
        "draws of ten",
        Bounds(at_least=9),
        reason="Ten of ten cannot be shown, so that almost consistent will do",
    )


def _both_ways(found: Runs) -> Cell:
    """Look where some of ten repetitions reject for one learner and some for the other."""
    share = Measured.over(np.array([_most_both_ways(ten) for ten in found.tens]) / REPETITIONS)
    most = Measured(REPETITIONS * share.value, REPETITIONS * share.se)
    what = "most of ten repetitions that reject on a dataset where some favour either learner"
    says = "both directions only where all but 2 or 3 runs accept"
    return claim("both directions", says, most, what, Bounds(at_most=3))


def _most_both_ways(ten: Runs) -> float:
    rejected = ten.pvalue[:, :, 0, 0] <= LEVEL
    first, second = ((rejected & (ten.sign[:, :, 0, 0] == side)).sum(axis=1) for side in (1, -1))
    return float(np.where((first > 0) & (second > 0), first + second, 0).max())


def _panels_1(found: Runs) -> Panels:
    names = tuple(name for name in printed_tables().table_1 if name in found.names)
    order = [found.names.index(name) for name in names]
    draws = REPETITIONS * (1 - found.rejections(0)[order] / found.repetitions(0))
    places = tuple(float(place) for place in range(len(names)))

    def panel(place: int) -> Panel:
        published = tuple(float(printed_tables().table_1[name].draws[place]) for name in names)
        ours = tuple(float(count) for count in draws[:, place])
        series = (Series("published", places, published, published=True), Series("reproduced", places, ours))
        return Panel(PAIRS[place], "", "draws of 10", series, kind="points", categories=names, y_range=(0, 10))

    caption = "Draws of ten 5x2 cv tests on each dataset: 0 and 10 are consistent"
    return Panels("table-1", caption, tuple(panel(place) for place in range(len(PAIRS))))
