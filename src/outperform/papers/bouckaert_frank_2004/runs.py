"""The runs behind Tables 1 to 4: which datasets, what was rejected, and cells of replicability from it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from outperform.core import Floats, Ints
from outperform.papers.agreement import Measured, Row
from outperform.papers.bouckaert_frank_2004.errors import fixed_se
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
from outperform.papers.bouckaert_frank_2004.uci import FAMILIES, OURS, find, is_weka, made_by, said_by
from outperform.papers.rules import absent, number, repeating, threshold
from outperform.papers.workbench import Workbench, once

LEVEL = 0.05
# Where one split takes longer than 5 ms for all three learners: they come last, and a quick look leaves them out.
COSTLY = (
    *("balance-scale", "pima-diabetes", "primary-tumor", "horse-colic", "autos"),
    *("ionosphere", "credit-rating", "audiology", "sonar", "vehicle"),
    *("soybean", "anneal", "German credit", "vowel", "arrhythmia"),
)
FEW = "fewer than two data sets found"
COUNTS_MATTER, R_MATTERS = 6.0, 0.083
MATTERS = threshold(
    COUNTS_MATTER,
    "of 27, or .083 in R, the least by which what the text calls reasonably acceptable (Table 2 at 100 runs: at least "
    "20 consistent, 23 almost, R .899) exceeds what it calls pretty low (Table 1: at most 13, 17, .816). It calls "
    "differences up to 4 and .047, those in Table 4, not major",
)
NOTES = (
    "With all 27 data sets at hand they are taken as fixed: standard errors are what other repetitions would change, "
    "on both sides. With fewer, data sets are taken as drawn. Of more than ten repetitions, consistent and almost "
    "consistent are what ten of them give on average.",
    MATTERS,
)


@dataclass(frozen=True, eq=False)
class Runs:
    """The results of one family of procedures on the data sets that were found."""

    names: tuple[str, ...]  # as printed
    family: str
    pvalue: Floats  # [dataset, run of the design, block, test, pair]; a test on few repeats has several blocks
    sign: Floats
    notes: tuple[str, ...]
    maker: str = OURS  # of the learners

    @property
    def by_weka(self) -> bool:
        """Whether the learners are those of the paper."""
        return is_weka(self.maker)

    def repetitions(self, test: int) -> int:
        """Return how often a test was run on each data set."""
        return int(self.pvalue.shape[1]) * FAMILIES[self.family].blocks(test)

    def rejections(self, test: int, level: float = LEVEL) -> Ints:
        """Count the repetitions of a test that reject [dataset, pair]."""
        counts: Ints = (self.pvalue[:, :, :, test] <= level).sum(
            axis=(1, 2)
        )  # blocks that a test does not have are NaN
        return counts

    def measures(self, test: int, level: float = LEVEL) -> Floats:
        """Return consistent, almost consistent and R [measure, dataset, pair]."""
        return summary(self.rejections(test, level), self.repetitions(test))

    def without(self, run: int) -> "Runs":
        """Leave one run of the design out."""
        return self._only([place for place in range(self.pvalue.shape[1]) if place != run])

    def without_set(self, place: int) -> "Runs":
        """Leave one data set out."""
        names = tuple(name for name in self.names if name != self.names[place])
        return replace(self, names=names, pvalue=np.delete(self.pvalue, place, 0), sign=np.delete(self.sign, place, 0))

    @property
    def tens(self) -> list["Runs"]:
        """The runs of the design in tens, each an experiment like the printed one; one part if there are fewer."""
        count = self.pvalue.shape[1]
        starts = range(0, max(count - REPETITIONS, 0) + 1, REPETITIONS)
        return [self._only(list(range(start, min(start + REPETITIONS, count)))) for start in starts]

    def _only(self, kept: list[int]) -> "Runs":
        return replace(self, pvalue=self.pvalue[:, kept], sign=self.sign[:, kept])


def runs(bench: Workbench, family: str) -> Runs:
    """Run a family of procedures on the data sets that were found, or use what was run before."""
    ordered = [*(name for name in printed_tables().table_1 if name not in COSTLY), *COSTLY]
    at_hand = [name for name in ordered if find(printed_tables().table_1[name].file) is not None]
    there = [name for name in at_hand if bench.budget != "quick" or name not in COSTLY]
    maker = made_by()
    count = _repetitions(bench, family)
    notes = [f"Run on {len(there)} of {SETS} datasets, each test {_times(family, count)}.", told(maker)]
    if missing := [name for name in ordered if name not in at_hand]:
        notes.append(f"Not found: {', '.join(missing)}.")
    if left := [name for name in at_hand if name not in there]:
        notes.append(f"Left out of a quick look, since their fits take long: {', '.join(left)}.")
    return Runs(tuple(there), family, *_said(bench, maker, family, tuple(there)), tuple(notes), maker)


def _times(family: str, count: int) -> str:
    """Say how often tests are run: with few splits oftener, since many splits are several repetitions of few."""
    times = [count * FAMILIES[family].blocks(test) for test in range(len(FAMILIES[family].tests))]
    if len(set(times)) == 1:
        return f"{times[0]} times"
    return f"{min(times)} to {max(times)} times: the splits of a test on many are several repetitions of one on few"


def told(maker: str, theirs: str = "NaiveBayes, J48 and IBk", ours: str = "nb, tree and 1nn") -> str:
    """Say whose learners were run, and what is missing where they are not Weka's."""
    if is_weka(maker):
        return f"The learners are those of the paper, {theirs}, in {maker}; the paper had Weka 3.3."
    return (
        f"The learners are {ours} of outperform and scikit-learn, since Weka is not installed; this tree is not "
        "pruned. With pip install 'outperform[weka]' and a Java runtime they are those of the paper."
    )


def _repetitions(bench: Workbench, family: str) -> int:
    """Return how often a test is run; halves are cheap, so that most of what is left open is due to the printed ten."""
    return bench.pick(REPETITIONS, *(30, 30) if family == "halves" else (REPETITIONS, REPETITIONS))


@once
def _said(bench: Workbench, maker: str, family: str, names: tuple[str, ...]) -> tuple[Floats, Floats]:
    """Return p-values and signs [dataset, run of the design, block, test, pair]."""
    count = _repetitions(bench, family)
    units = [
        (maker, printed_tables().table_1[name].file, family, repetition, bench.seed)
        for name in names
        for repetition in range(count)
    ]
    tests = FAMILIES[family].tests
    blocks = max(FAMILIES[family].blocks(place) for place in range(len(tests)))
    said = bench.map(said_by, units, "partitions")
    found = np.array(said).reshape(len(names), count, 2, blocks, len(tests), len(PAIRS))
    return found[:, :, 0], found[:, :, 1]


def summary_cells(columns: Mapping[str, tuple[int, float]], printed: Sequence[Summary], found: Runs) -> list[Row]:
    """Compare printed measures of all pairs with ours; each column is a test of the family at a level.

    A count is given as one of 27. With all 27 at hand they are taken as fixed, on both sides; with fewer, as drawn.
    """
    return [
        _cell(f"{pair} / {measure} / {column}", column_of(block, place), row, found.rejections(*asked)[:, which], times)
        for which, (pair, block) in enumerate(zip(PAIRS, printed, strict=True))
        for row, measure in enumerate(MEASURES)
        for place, (column, asked) in enumerate(columns.items())
        for times in [found.repetitions(asked[0])]
    ]


def column_of(block: Summary, place: int) -> tuple[float, float, float]:
    """Take one printed column: consistent, almost consistent, R."""
    consistent, almost, mean = (row[place] for row in block)
    return consistent, almost, mean


def _cell(key: str, column: tuple[float, float, float], row: int, rejections: Ints, repetitions: int) -> Row:
    if len(rejections) < 2:
        return absent(key, column[row], FEW)
    scores = summary(rejections, repetitions)[row]
    counted = MEASURES[row] != "R"
    scale = SETS if counted else 1
    if len(rejections) == SETS:
        se, error = (scale * float(fixed_se(rejections, repetitions, of)[row]) for of in (None, REPETITIONS))
    else:
        se = share_se(float(scores.sum()), len(scores)) if counted else Measured.over(scores).se
        error = printed_se(column)[row]
    unit, matters = (0.0, COUNTS_MATTER) if counted else (0.001, R_MATTERS)
    ours = scale * float(scores.mean())
    cell = number(key, column[row], ours, se=se, published_se=error, unit=unit, matters=matters)
    return repeating(cell) if counted else cell


def jackknifed(measure: Callable[..., float], *found: Runs) -> Measured:
    """Measure something of one or several families, with its error over what is drawn: each is left out once.

    With all data sets at hand these are the runs of the design; with fewer, the data sets. With two of them nothing is
    known of the error, which is then 1.
    """
    fixed = len(found[0].names) == SETS
    count = found[0].pvalue.shape[1 if fixed else 0]
    places = range(count if count > 2 else 0)
    left = [measure(*(one.without(place) if fixed else one.without_set(place) for one in found)) for place in places]
    return Measured.jackknife(measure(*found), left)
