"""Curves over the size of the evaluation set: rejection rates of every task, and their means for a panel."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from outperform.core import Bools, Floats, Ints
from outperform.core.panels import Panel, Panels, Series
from outperform.papers.agreement import Measured, rate_se, smooth_rate
from outperform.papers.keller_bengio_wong_2005.runs import LEVEL, LEVELS, READINGS, SIZES, TESTS, rejections
from outperform.papers.keller_bengio_wong_2005.tasks import PANELS, PopulationTask, from_texts, made
from outperform.papers.keller_bengio_wong_2005.text import LEARNERS, digest, file_at_hand, read_collection, said
from outperform.papers.workbench import Workbench, once

SOURCES = {"made": "made populations", "texts": "Reuters-21578"}


class NoTaskError(LookupError):
    """No task is of the kind that a curve is about; the paper then prints -1."""


@dataclass(frozen=True, eq=False)
class Points:
    """One curve: a point for each size."""

    rate: Floats  # mean over the tasks
    se: Floats  # Monte Carlo standard error of that mean
    spread: Floats  # standard deviation over the tasks
    noise: Floats  # what chance adds to the square of the spread

    @property
    def mean(self) -> Measured:
        """The mean over all sizes."""
        return self.mean_over(slice(None))

    def mean_over(self, chosen: Bools | slice) -> Measured:
        """Return the mean over some sizes."""
        return Measured.mean(Measured(*point) for point in zip(self.rate[chosen], self.se[chosen], strict=True))

    def at(self, place: int) -> Measured:
        """Return one point."""
        return Measured(float(self.rate[place]), float(self.se[place]))


@dataclass(frozen=True, eq=False)
class RejectionCurves:
    """What came out on the tasks of one source."""

    source: str
    tasks: tuple[PopulationTask, ...]
    rates: Floats  # [task, size, reading, level]
    both: Floats  # [task, size, reading, reading]: both reject, at the level of the figures
    sets: Ints  # [task]: evaluation sets of each size
    replicates: int  # of the bootstrap, a set

    def redrawn(self, rng: np.random.Generator) -> "RejectionCurves":
        """Return curves of as many evaluation sets drawn from the rates obtained."""
        sets = self.sets.reshape(-1, 1, 1, 1)
        return replace(self, rates=rng.binomial(sets, smooth_rate(self.rates, sets)) / sets)

    def size(self, panel: str, reading: str, level: float = LEVEL) -> Points:
        """Share of rejections where H0 is exactly true for the measure of the reading: figure 1."""
        return self._mean(self._chosen(1, panel, reading), reading, level)

    def power(self, panel: str, reading: str, level: float = LEVEL) -> Points:
        """Share of rejections where H0 is false for the measure of the reading: figure 2."""
        return self._mean(self._chosen(2, panel, reading), reading, level)

    def lead(self, number: int, panel: str, first: str, second: str) -> Measured:
        """How much more often one reading rejects than another, mean over sizes: paired where they share the sets."""
        chosen, other = (self._chosen(number, panel, reading) for reading in (first, second))
        if chosen != other:
            pick = self.size if number == 1 else self.power
            return pick(panel, first).mean.less(pick(panel, second).mean)
        one, two = READINGS.index(first), READINGS.index(second)
        rates, sets = self.rates[chosen][..., LEVELS.index(LEVEL)], self.sets[chosen, np.newaxis]
        gap = rates[..., one] - rates[..., two]
        apart = smooth_rate(rates[..., one] + rates[..., two] - 2 * self.both[chosen][..., one, two], sets)
        return Measured(float(gap.mean()), float(np.sqrt(((apart - gap**2) / sets).sum()) / gap.size))

    def nearly(self, panel: str, reading: str, reach: float, level: float = LEVEL) -> Points:
        """Share of rejections on tasks as they are whose difference is within a reach: H0 as it may be called true."""
        chosen = [
            task.panel == panel and task.kind == "unequal" and task.is_null(reading, reach) for task in self.tasks
        ]
        return self._mean(chosen, reading, level)

    def _chosen(self, number: int, panel: str, reading: str) -> list[bool]:
        """Return the tasks of a panel where H0 is true (figure 1) or false (figure 2)."""
        return [task.panel == panel and (_true if number == 1 else _false)(task, reading) for task in self.tasks]

    def _mean(self, chosen: Sequence[bool], reading: str, level: float) -> Points:
        here = np.array(chosen, dtype=bool)
        rates = self.rates[here, :, READINGS.index(reading), LEVELS.index(level)]
        if not len(rates):
            raise NoTaskError(reading)
        sets = self.sets[here, np.newaxis]
        variance = rate_se(rates, sets) ** 2
        se = np.sqrt(variance.sum(axis=0)) / len(rates)
        return Points(rates.mean(axis=0), se, rates.std(axis=0), variance.mean(axis=0))


def _true(task: PopulationTask, reading: str) -> bool:
    return task.kind in ("equal", "equal errors" if "dCerr" in reading else "equal F1")


def _false(task: PopulationTask, reading: str) -> bool:
    return task.kind == "unequal" and not task.is_null(reading)


def curves_at_hand(bench: Workbench) -> tuple[RejectionCurves, ...]:
    """Run on populations made, and on those of the texts where they are at hand."""
    texts = text_tasks(bench, file_at_hand())
    return (_run(bench, tuple(made())), *([_run(bench, texts)] if texts else []))


@once
def _run(bench: Workbench, tasks: tuple[PopulationTask, ...]) -> RejectionCurves:
    """Run all tests on the tasks of a source: once for both figures."""
    # 200 and 400 are multiples of 2 / α for every α: the bootstrap's tails are then exactly α / 2.
    replicates = bench.pick(199, 399, 5000, least=199)
    true, false = bench.pick(100, 2000, 500, least=4), bench.pick(100, 500, 500, least=4)
    sets = [false if task.kind == "unequal" else true for task in tasks]
    units = [
        (task.cells, task.measures, SIZES, count, replicates, (bench.seed, task.address))
        for task, count in zip(tasks, sets, strict=True)
    ]
    rates, both = np.split(np.stack(bench.map(rejections, units, "populations")), [len(LEVELS)], axis=-1)
    return RejectionCurves(tasks[0].source, tasks, rates, both, np.array(sets), replicates)


@once
def text_tasks(bench: Workbench, path: Path | None) -> tuple[PopulationTask, ...]:
    """Fit the three learners to every task of the texts; none where the texts are not at hand."""
    if path is None:
        return ()
    name = digest(path)
    found = bench.map(said, [(str(path), name, learner, bench.seed) for learner in LEARNERS], "learners")
    return tuple(from_texts(read_collection(str(path), bench.seed), *found))


def drawn(number: str, found: Sequence[RejectionCurves]) -> Panels:
    """Draw the four panels at the three levels, for each source."""
    truth = {
        "1": "αtrue: share of evaluation sets on which a true",
        "2": "π: share of evaluation sets on which a false",
    }
    panels = [
        Panel(
            title=f"{SOURCES[curves.source]}\n({panel}) {words}, α = {level:g}",
            x_label="evaluation set size",
            y_label="αtrue" if number == "1" else "π",
            series=tuple(_series(curves, number, panel, level)),
            marks=(("α", level),) if number == "1" else (),
        )
        for curves in found
        for panel, words in PANELS.items()
        for level in LEVELS
    ]
    return Panels(f"figure-{number}", f"{truth[number]} H0 is rejected", tuple(panels))


def _series(curves: RejectionCurves, number: str, panel: str, level: float) -> list[Series]:
    series = []
    for test in TESTS:
        try:
            points = (curves.size if number == "1" else curves.power)(panel, test, level)
        except NoTaskError:
            continue
        low, high = points.rate - 2 * points.se, points.rate + 2 * points.se
        y, bottom, top = (tuple(np.clip(values, 0, 1).tolist()) for values in (points.rate, low, high))
        series.append(Series(test, tuple(map(float, SIZES)), y, bottom, top))
    return series
