"""Where the noise of a mean difference comes from, and how many repeats or rows a difference needs to be found.

Given the data, repeats are independent, so their means show the noise of random splits and learner seeds. The noise of
the data cannot be measured on one data set; the model is that of the corrected t test, with the variance of a split
from rows where they are available: stratified folds vary less than independent test sets.
"""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from outperform.core import Floats, MisfitError, Scores
from outperform.core.replicability import MOST_REPEATS
from outperform.significance import special
from outperform.significance.differences import Differences, mean, squares
from outperform.significance.flip import PRIOR_SD, CorrectedRule, Wander, wander_of_corrected, wander_of_rows
from outperform.significance.rows import RowNoise, row_differences, row_noise

FOLD_RANGE = (
    0.8,
    2.6,
)  # variance of the data noise over the model's: seen 1.0 to 2.5 (rows 1.0 to 1.7), docs/budget.md
ROW_RANGE = (0.8, 1.8)


@dataclass(frozen=True)
class Noise:
    """Variances of a pair's mean difference, and the stability of its verdict."""

    mean: float
    fold: float  # variance of the splits of one repeat
    run: float  # variance of the mean of one repeat, given the data
    run_df: float  # degrees of freedom; 0 where it is assumed
    data: float  # variance over data sets with unlimited repeats
    data_range: tuple[float, float]
    item: float | None  # the part of it that comes from which rows are tested; None without rows
    repeats: int
    folds: int
    ratio: float  # test rows over training rows
    wander: Wander

    @classmethod
    def of(cls, scores: Scores, ratio: float) -> Self:
        """Measure the noise of a pair on whole repeats, where no split is missing."""
        first, second = scores.values
        differences = Differences.between(first, second, ratio)
        repeats, folds = differences.x.shape
        if repeats * folds < 2:
            raise MisfitError("cannot estimate the noise from 1 split; at least 2 splits are needed")
        rows = _rows(scores)
        return cls._of_folds(differences, scores) if rows is None else cls._of_rows(differences, *rows)

    @classmethod
    def _of_folds(cls, differences: Differences, scores: Scores) -> Self:
        repeats, folds = differences.x.shape
        fold = _within(differences)
        means = mean(differences.x, differences.scale[..., np.newaxis])
        run = (
            float(squares(means, differences.scale)) / (repeats - 1) if repeats > 1 else PRIOR_SD**2 * 10 / folds * fold
        )
        alone = scores.n_test is not None and folds > 1 and bool((scores.n_test == 1).all())
        run, df = (0.0, np.inf) if alone else (run, repeats - 1.0)
        wander = wander_of_corrected(differences)
        ratio = wander.rule.ratio  # type: ignore[attr-defined]
        data = ((folds - 1) * fold / folds + run) * ratio
        centre = float(mean(differences.pooled, differences.scale))
        return cls(centre, fold, run, df, data, _range(data, FOLD_RANGE), None, repeats, folds, ratio, wander)

    @classmethod
    def _of_rows(cls, differences: Differences, d: Floats, rows: RowNoise) -> Self:
        repeats, folds = differences.x.shape
        n = d.shape[1]
        wander = wander_of_rows(differences, rows)
        ratio = wander.rule.ratio  # type: ignore[attr-defined]
        spread = float(d.var(axis=1, ddof=1).mean())
        moves = float(d.var(axis=0, ddof=1).mean())
        item = max(0.0, float(d.mean(axis=0).var(ddof=1)) - moves / repeats) / n
        data = ((folds - 1) * spread / n + rows.mean_noise) * ratio
        return cls(
            float(mean(differences.pooled, differences.scale)),
            _within(differences),
            rows.mean_noise,
            rows.df,
            data,
            _range(data, ROW_RANGE),
            item,
            repeats,
            folds,
            ratio,
            wander,
        )

    @property
    def basis(self) -> str:
        """The source of the noise of a repeat."""
        return self.wander.basis

    @property
    def still(self) -> bool:
        """Whether nothing varies at all."""
        return self.fold == 0 and self.run == 0

    def cautious(self, factor: float) -> Self:
        """Return the same noise with a threshold that is ``factor`` times as high."""
        rule = CorrectedRule(self.folds, self.ratio, factor)
        return replace(self, wander=replace(self.wander, rule=rule))

    def total(self, repeats: Floats) -> Floats:
        """Return the variance of the mean over data sets and random splits: V_D + V_run/r."""
        return self.data + self.run / np.asarray(repeats, dtype=np.float64)

    def split_sd(self, repeats: Floats) -> Floats:
        """Return the expected standard deviation of a table of so many repeats.

        s^2 = (r(k - 1) W + (r - 1) k V_run)/(rk - 1), W the variance of splits inside a repeat.
        """
        r, k = np.asarray(repeats, dtype=np.float64), self.folds
        endless = ((k - 1) * self.fold + k * self.run) / k
        few = np.minimum(r, 1e9)
        s2 = (few * (k - 1) * self.fold + (few - 1) * k * self.run) / np.maximum(few * k - 1, 1)
        s: Floats = np.sqrt(np.where(np.isinf(r), endless, s2))
        return s

    def smallest(self, repeats: Floats, level: float, power: float) -> Floats:
        """Return the least true difference that the corrected t test finds with this power.

        c(r) s + z sqrt(V_D + V_run/r), with c(r) times the factor where the threshold is cautious.
        """
        threshold = self.wander.rule.threshold(repeats, level)
        found: Floats = threshold * self.split_sd(repeats) + float(special.ndtri(power)) * np.sqrt(self.total(repeats))
        return found

    def repeats_for(self, difference: float, level: float, power: float) -> int | None:
        """Return the smallest number of repeats that finds a difference; None where a thousand are not enough."""
        repeats = np.arange(1.0 if self.folds > 1 else 2.0, MOST_REPEATS + 1)
        enough = self.smallest(repeats, level, power) <= difference
        return int(repeats[np.argmax(enough)]) if enough.any() else None

    def rows_for(self, difference: float, repeats: float, level: float, power: float) -> float:
        """Return how many times as many rows find a difference, if it stays and all noise is inverse to the rows."""
        times = float(self.smallest(np.array(float(repeats)), level, power)) / difference
        return times * times

    def agreement(self, repeats: Floats, level: float) -> Floats:
        """Return the chance that two runs of so many repeats decide the same."""
        return self.wander.agreement(self.wander.tau, np.asarray(repeats, dtype=np.float64), level)


def _within(differences: Differences) -> float:
    """Mean over repeats of the variance of splits inside one; 0 where a repeat is a single split."""
    folds = differences.x.shape[-1]
    if folds == 1:
        return 0.0
    variance: float = squares(differences.x, differences.scale[..., np.newaxis]).mean() / (folds - 1)
    return float(variance)


def _rows(scores: Scores) -> tuple[Floats, RowNoise] | None:
    """Return row differences and their noise; None without rows."""
    d = row_differences(scores)
    if d is None or len(d) < 2 or scores.plan is None or scores.plan.labels is None:
        return None
    return d, row_noise(d, scores.plan.labels, scores.values.shape[2])


def _range(value: float, factors: tuple[float, float]) -> tuple[float, float]:
    return value * factors[0], value * factors[1]
