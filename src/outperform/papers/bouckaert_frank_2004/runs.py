"""The runs behind Tables 1 to 4: which datasets, what was rejected, and cells of replicability from it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from outperform.core import Floats, Ints
from outperform.papers.agreement import Cell, number
from outperform.papers.bouckaert_frank_2004.printed import (
    MEASURES,
    PAIRS,
    REPETITIONS,
    SETS,
    Summary,
    printed_se,
    printed_tables,
    share_se,
    summary,
)
from outperform.papers.bouckaert_frank_2004.uci import FAMILIES, find, said_on
from outperform.papers.workbench import Workbench, once

LEVEL = 0.05
# Where one split takes longer than 5 ms for all three learners: they come last, and a quick look leaves them out.
COSTLY = (
    *("balance-scale", "pima-diabetes", "primary-tumor", "horse-colic", "autos"),
    *("ionosphere", "credit-rating", "audiology", "sonar", "vehicle"),
    *("soybean", "anneal", "German credit", "vowel", "arrhythmia"),
)
FEW = "fewer than two data sets found"


@dataclass(frozen=True, eq=False)
class Runs:
    """The results of one family of procedures on the data sets that were found."""

    names: tuple[str, ...]  # as printed
    family: str
    pvalue: Floats  # [dataset, repetition, procedure, pair]
    sign: Floats
    notes: tuple[str, ...]

    @property
    def repetitions(self) -> int:
        """The number of repetitions per data set."""
        return int(self.pvalue.shape[1])

    def rejections(self, procedure: int, level: float = LEVEL) -> Ints:
        """Count the repetitions that reject [dataset, pair]."""
        counts: Ints = (self.pvalue[:, :, procedure] <= level).sum(axis=1)
        return counts

    def measures(self, procedure: int, level: float = LEVEL) -> Floats:
        """Return consistent, almost consistent and R [measure, dataset, pair]."""
        return summary(self.rejections(procedure, level), self.repetitions)


def runs(bench: Workbench, family: str) -> Runs:
    """Run a family of procedures on the data sets that were found, or use what was run before."""
    ordered = [*(name for name in printed_tables().table_1 if name not in COSTLY), *COSTLY]
    at_hand = [name for name in ordered if find(printed_tables().table_1[name].file) is not None]
    there = [name for name in at_hand if bench.budget != "quick" or name not in COSTLY]
    notes = [f"Run on {len(there)} of {SETS} datasets, each test {_repetitions(bench)} times."]
    if missing := [name for name in ordered if name not in at_hand]:
        notes.append(f"Not found: {', '.join(missing)}.")
    if left := [name for name in at_hand if name not in there]:
        notes.append(f"Left out of a quick look, since their fits take long: {', '.join(left)}.")
    return Runs(tuple(there), family, *_said(bench, family, tuple(there)), tuple(notes))


def _repetitions(bench: Workbench) -> int:
    return bench.pick(REPETITIONS, REPETITIONS, REPETITIONS)


@once
def _said(bench: Workbench, family: str, names: tuple[str, ...]) -> tuple[Floats, Floats]:
    """Return p-values and signs [dataset, repetition, procedure, pair]."""
    count = _repetitions(bench)
    units = [
        (printed_tables().table_1[name].file, family, repetition, bench.seed)
        for name in names
        for repetition in range(count)
    ]
    found = np.array(bench.map(said_on, units, "partitions")).reshape(
        len(names), count, 2, len(FAMILIES[family]), len(PAIRS)
    )
    return found[:, :, 0], found[:, :, 1]


def summary_cells(columns: Sequence[str], printed: Sequence[Summary], found: Floats) -> list[Cell]:
    """Compare printed measures of all pairs and columns with ours [column, measure, dataset, pair].

    A count is given as one of 27. The dataset is the unit on both sides: the learners are not those of the paper, so
    that a dataset which is easy to judge there may be hard here. That ignores what the same data have in common, and
    makes the errors rather too large.
    """
    return [
        _cell(f"{pair} / {measure} / {column}", column_of(block, place), row, found[place, row, :, which])
        for which, (pair, block) in enumerate(zip(PAIRS, printed, strict=True))
        for row, measure in enumerate(MEASURES)
        for place, column in enumerate(columns)
    ]


def column_of(block: Summary, place: int) -> tuple[float, float, float]:
    """Take one printed column: consistent, almost consistent, R."""
    consistent, almost, mean = (row[place] for row in block)
    return consistent, almost, mean


def _cell(key: str, column: tuple[float, float, float], row: int, found: Floats) -> Cell:
    published, error = column[row], printed_se(column)[row]
    if len(found) < 2:
        return number(key, published, None, published_se=error, reason=FEW)
    counted = MEASURES[row] != "R"
    ours = (SETS if counted else 1) * float(found.mean())
    se = share_se(float(found.sum()), len(found)) if counted else spread(found)
    return number(key, published, ours, se=se, published_se=error, unit=0.0 if counted else 0.001)


def spread(values: Floats) -> float:
    """Return the standard error of the mean over datasets; 0 where one alone cannot tell."""
    return float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else 0.0
