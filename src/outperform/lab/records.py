"""Records: the verdicts of procedures per data set and repetition."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from scipy.special import ndtri, stdtrit

from outperform.core import Floats, Ints, PValue, Trial
from outperform.significance import Student
from outperform.significance.accuracy_difference import AccuracyResult, AccuracyVerdict
from outperform.significance.five_by_two import Fisher, FisherVerdict, squared_reach
from outperform.significance.student import StudentVerdict

NUMBERS = ("pvalue", "estimate", "sign", "se", "df", "n_train", "fits", "seconds", "around", "within")


@dataclass(frozen=True, eq=False)
class Records:
    """The verdicts of one procedure [dataset, repetition]. p-values are kept, so any level can be read later."""

    pvalue: Floats
    estimate: Floats
    sign: Floats  # 1 where the estimate favours the first learner, -1 the second, 0 neither
    se: Floats  # standard error of the estimate, NaN where the test has none
    df: Floats  # of the standard error; infinite where the law is normal
    n_train: Floats
    fits: Floats  # per learner
    seconds: Floats  # NaN where no learner was fitted
    around: Floats  # sums of squares around the mean and within repeats: the interval of the F test has no other
    within: Floats
    halves: Floats | None = None  # differences [dataset, repeat, 2] of the first repetition, where folds are halves

    @classmethod
    def from_numbers(cls, numbers: Iterable[Floats], halves: Floats | None) -> Self:
        """Make records from their arrays in the order of NUMBERS; missing last ones are NaN."""
        given = list(numbers)
        given += [np.full_like(given[0], np.nan)] * (len(NUMBERS) - len(given))
        return cls(**dict(zip(NUMBERS, given, strict=True)), halves=halves)

    @classmethod
    def of(cls, found: Any, estimate: Floats, n_train: float, fits: float, halves: Floats | None = None) -> Self:
        """Make the records of one repetition [dataset, 1] from what a test's arithmetic found."""
        shape = (len(found.pvalue), 1)
        parts = (found.pvalue, estimate, np.sign(estimate), *_spread(found), n_train, fits, np.nan, *_squares(found))
        columns = [np.asarray(part, dtype=np.float64).reshape(-1, 1) for part in parts]
        return cls.from_numbers([np.broadcast_to(column, shape).copy() for column in columns], halves)

    @classmethod
    def of_trial(cls, trial: Trial) -> Self:
        """Make the record of one run [1, 1]."""
        verdict, scores = trial.verdict, trial.scores
        pvalue = verdict.pvalue if isinstance(verdict, PValue) and verdict.pvalue is not None else np.nan
        lean = verdict.estimate - verdict.null
        n_train = np.nan if scores.n_train is None else float(scores.n_train.mean())
        seconds = np.nan if scores.seconds is None else float(scores.seconds.sum())
        fits = scores.values[0].size + (0 if trial.threshold is None else trial.threshold.checks[0])
        parts = (pvalue, lean, np.sign(lean), *_spread(verdict), n_train, fits, seconds, *_squares(verdict))
        x = scores.values[0] - scores.values[1]
        halves = x[np.newaxis] if x.shape[1] == 2 else None
        return cls.from_numbers([np.array([[part]], dtype=np.float64) for part in parts], halves)

    @classmethod
    def join(cls, parts: "list[Records]", axis: int) -> Self:
        """Join records along data sets (0) or repetitions (1)."""
        numbers = [np.concatenate([getattr(part, name) for part in parts], axis=axis) for name in NUMBERS]
        halves = [part.halves for part in parts if part.halves is not None]
        if axis == 1 or not halves:
            return cls.from_numbers(numbers, parts[0].halves)
        return cls.from_numbers(numbers, np.concatenate(halves))

    def first(self, datasets: int) -> "Records":
        """Return the records of the first data sets."""
        halves = None if self.halves is None else self.halves[:datasets]
        return Records.from_numbers([getattr(self, name)[:datasets] for name in NUMBERS], halves)

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of data sets and repetitions."""
        return self.pvalue.shape[0], self.pvalue.shape[1]

    def rejected(self, level: float) -> Ints:
        """Return where the test decided for either learner: by its p-value, in the direction of its estimate."""
        found: Ints = ((self.pvalue <= level) & (self.sign != 0)).astype(np.int64)
        return found

    def interval(self, level: float) -> tuple[Floats, Floats]:
        """Return the interval of each run as its test computes it: t, or that of the F test.

        NaN if the test has none of these, or one that does not follow from p-value and standard error; inf to -inf
        if it is empty.
        """
        quantile = np.where(np.isinf(self.df), ndtri(level / 2), stdtrit(self.df, level / 2))
        squared = np.where(
            np.isnan(self.within), (quantile * self.se) ** 2, squared_reach(self.around, self.within, level)
        )
        reach, empty = np.sqrt(np.maximum(squared, 0)), squared < 0
        low, high = np.where(empty, np.inf, self.estimate - reach), np.where(empty, -np.inf, self.estimate + reach)
        flat = (self.se == 0) | ((self.within == 0) & ((self.around == 0) | (self.pvalue > level)))
        flat &= self.sign != 0  # nothing varies: the interval is all that the p-value leaves open
        side = self.sign * self.rejected(level)
        low = np.where(flat, np.where(side > 0, 0.0, -np.inf), low)
        return low, np.where(flat, np.where(side < 0, 0.0, np.inf), high)


def _spread(found: Any) -> tuple[Any, Any]:
    """Return standard error and degrees of freedom, infinite for a normal law; NaN where the interval has neither."""
    if isinstance(found, Student | StudentVerdict):
        return found.se, np.inf if found.df is None else found.df
    counted = isinstance(found, AccuracyResult | AccuracyVerdict) and found.se is not None
    return (found.se, np.nan) if counted else (np.nan, np.nan)


def _squares(found: Any) -> tuple[Any, Any]:
    return (found.around, found.within) if isinstance(found, Fisher | FisherVerdict) else (np.nan, np.nan)
