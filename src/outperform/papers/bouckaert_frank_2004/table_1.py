"""Table 1 of Bouckaert & Frank, the draws of the 5x2 cv test on real datasets, and what the text says of them."""

import numpy as np

from outperform.core import Floats
from outperform.core.panels import Panel, Panels, Series
from outperform.papers.agreement import Agreement, Cell, claim, incomparable, number
from outperform.papers.bouckaert_frank_2004.printed import (
    MEASURES,
    PAIRS,
    REPETITIONS,
    SETS,
    printed_rejections,
    printed_tables,
    summary,
)
from outperform.papers.bouckaert_frank_2004.runs import FEW, Runs, runs, spread
from outperform.papers.bouckaert_frank_2004.uci import find
from outperform.papers.workbench import Workbench

OTHERS = "other implementations of the learners"
ABSENT = "data set not found"


def table_1(bench: Workbench) -> Agreement:
    """Run the 5x2 cv test."""
    found = runs(bench, "halves")
    cells = (*_properties(), *_draws(found), *_below(found), *_claims_1(found))
    note = (
        "The errors of consistent, almost consistent and R are those of the difference to the printed counts, dataset "
        "by dataset. Where some datasets were not run, the printed side is recomputed for those that were."
    )
    title = "Draws of ten 5x2 cv tests on each dataset"
    return Agreement("table-1", title, "8", cells, _panels_1(found), (*found.notes, note))


def _properties() -> list[Cell]:
    """Compare what the table says of the datasets with the files at hand."""
    cells = []
    for name, row in printed_tables().table_1.items():
        data = find(row.file)
        ours = (data.size, data.rows.shape[1], len(np.unique(data.strata))) if data is not None else (None,) * 3
        for word, printed, got in zip(("#inst.", "#atts.", "#cl."), row[1:4], ours, strict=True):
            reason = ABSENT if got is None else "" if got == printed else "the class, or a name, was counted too"
            cells.append(number(f"{name} / {word}", printed, got, reason=reason))
    return cells


def _draws(found: Runs) -> list[Cell]:
    draws = dict(zip(found.names, found.repetitions - found.rejections(0), strict=True))
    cells = []
    for name, row in printed_tables().table_1.items():
        for place, pair in enumerate(PAIRS):
            key = f"{name} / {pair}"
            if name not in draws:
                reason = ABSENT if find(row.file) is None else "left out of a quick look"
                cells.append(number(key, row.draws[place], None, reason=reason))
                continue
            got = int(draws[name][place])
            se, theirs = _count_se(got, found.repetitions), _count_se(row.draws[place], REPETITIONS)
            cells.append(incomparable(key, row.draws[place], got, OTHERS, se, published_se=theirs))
    return cells


def _count_se(count: int, trials: int) -> float:
    """Return the binomial standard error of a count; a count of none or all has one too."""
    share = (count + 1) / (trials + 2)
    return float(np.sqrt(trials * share * (1 - share)))


def _below(found: Runs) -> list[Cell]:
    """Compare the three rows below the table, dataset by dataset."""
    ours, theirs = found.measures(0), summary(printed_rejections(list(found.names)))
    return [
        _paired(
            f"{pair} / {measure}",
            printed_tables().below_1[row][place],
            measure,
            ours[row, :, place],
            theirs[row, :, place],
        )
        for row, measure in enumerate(MEASURES)
        for place, pair in enumerate(PAIRS)
    ]


def _paired(key: str, published: float, measure: str, ours: Floats, theirs: Floats) -> Cell:
    if len(ours) < 2:
        return number(key, published, None, reason=FEW)
    scale, unit = (1, 0.001) if measure == "R" else (SETS, 0.0)
    reason = "our tree is not pruned" if "C4.5" in key else ""
    if len(ours) < SETS:
        reason = f"printed is {published:g} over {SETS}; here both are over {len(ours)}" + " as of 27" * (scale > 1)
        published = scale * float(theirs.mean())
    return number(
        key, published, scale * float(ours.mean()), se=scale * spread(ours - theirs), unit=unit, reason=reason
    )


def _claims_1(found: Runs) -> list[Cell]:
    if not found.names:
        return []
    consistent, almost, _ = found.measures(0).mean(axis=1)
    return [
        claim(
            "fewer than half consistent",
            "less than 50% of the results turn out to be consistent",
            float(consistent.max()),
            "largest share of consistent datasets over the three pairs; below .5",
            holds=bool(consistent.max() < 0.5),
        ),
        claim(
            "fewer than 66% almost consistent",
            "almost consistent in fewer than 66% of the cases",
            float(almost.max()),
            "largest share of almost consistent datasets over the three pairs; below .66",
            holds=bool(almost.max() < 0.66),
        ),
        _both_ways(found),
    ]


def _both_ways(found: Runs) -> Cell:
    """Look where some repetitions reject for one learner and some for the other."""
    rejected = found.pvalue[:, :, 0] <= 0.05
    first, second = ((rejected & (found.sign[:, :, 0] == side)).sum(axis=1) for side in (1, -1))
    most = int(np.where((first > 0) & (second > 0), first + second, 0).max())
    rule = "most repetitions that reject on a dataset where some favour either learner; at most 3 of 10"
    says = "both directions only where all but 2 or 3 runs accept"
    return claim("both directions", says, most, rule, holds=most <= 3)


def _panels_1(found: Runs) -> Panels:
    names = tuple(name for name in printed_tables().table_1 if name in found.names)
    order = [found.names.index(name) for name in names]
    draws = (found.repetitions - found.rejections(0))[order]
    places = tuple(float(place) for place in range(len(names)))

    def panel(place: int) -> Panel:
        published = tuple(float(printed_tables().table_1[name].draws[place]) for name in names)
        ours = tuple(float(count) for count in draws[:, place])
        series = (Series("published", places, published, published=True), Series("reproduced", places, ours))
        return Panel(PAIRS[place], "", "draws of 10", series, kind="points", categories=names, y_range=(0, 10))

    caption = "Draws of ten 5x2 cv tests on each dataset: 0 and 10 are consistent"
    return Panels("table-1", caption, tuple(panel(place) for place in range(len(PAIRS))))
