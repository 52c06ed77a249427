"""Records: what procedures said, dataset by dataset and repetition by repetition."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

import numpy as np
from scipy.special import stdtrit

from outperform.core import Floats, Ints, PValue, Trial
from outperform.significance import Student

NUMBERS = ("pvalue", "estimate", "sign", "se", "df", "n_train", "fits", "seconds")


@dataclass(frozen=True, eq=False)
class Records:
    """What one procedure said [dataset, repetition]. p-values are kept, so that any level can be read later."""

    pvalue: Floats
    estimate: Floats
    sign: Floats  # 1 where the estimate favours the first learner, -1 the second, 0 neither
    se: Floats  # standard error of the estimate, NaN where the test has none
    df: Floats
    n_train: Floats
    fits: Floats  # a learner
    seconds: Floats
    halves: Floats | None = None  # differences [dataset, repeat, 2] of the first repetition, where folds are halves

    @classmethod
    def from_numbers(cls, numbers: Iterable[Floats], halves: Floats | None) -> Self:
        """Make records from their arrays in the order of NUMBERS."""
        return cls(**dict(zip(NUMBERS, numbers, strict=True)), halves=halves)

    @classmethod
    def of(
        cls,
        pvalue: Floats,
        estimate: Floats,
        n_train: float,
        fits: float,
        student: Student | None = None,
        halves: Floats | None = None,
    ) -> Self:
        """Make the records of one repetition [dataset, 1] from a test's arithmetic."""

        def column(values: Floats | float) -> Floats:
            return np.broadcast_to(np.asarray(values, dtype=np.float64), pvalue.shape)[:, np.newaxis].copy()

        se, df = (np.nan, np.nan) if student is None else (student.se, student.df)
        parts = (pvalue, estimate, np.sign(estimate), se, df, n_train, fits, 0.0)
        return cls.from_numbers([column(part) for part in parts], halves)

    @classmethod
    def of_trial(cls, trial: Trial) -> Self:
        """Make the record of one run [1, 1]."""
        verdict, scores = trial.verdict, trial.scores
        pvalue = verdict.pvalue if isinstance(verdict, PValue) and verdict.pvalue is not None else np.nan
        lean = verdict.estimate - verdict.null
        se = getattr(verdict, "se", np.nan)
        df = verdict.df if isinstance(verdict.df, float) else np.nan
        n_train = np.nan if scores.n_train is None else float(scores.n_train.mean())
        seconds = 0.0 if scores.seconds is None else float(scores.seconds.sum())
        parts = (pvalue, lean, np.sign(lean), se, df, n_train, scores.values[0].size, seconds)
        x = scores.values[0] - scores.values[1]
        halves = x[np.newaxis] if x.shape[1] == 2 else None
        return cls.from_numbers([np.array([[part]], dtype=np.float64) for part in parts], halves)

    @classmethod
    def join(cls, parts: "list[Records]", axis: int) -> Self:
        """Put records together along datasets (0) or repetitions (1)."""
        numbers = [np.concatenate([getattr(part, name) for part in parts], axis=axis) for name in NUMBERS]
        halves = [part.halves for part in parts if part.halves is not None]
        if axis == 1 or not halves:
            return cls.from_numbers(numbers, parts[0].halves)
        return cls.from_numbers(numbers, np.concatenate(halves))

    def first(self, datasets: int) -> "Records":
        """Keep so many datasets."""
        halves = None if self.halves is None else self.halves[:datasets]
        return Records.from_numbers([getattr(self, name)[:datasets] for name in NUMBERS], halves)

    @property
    def shape(self) -> tuple[int, int]:
        """Datasets and repetitions."""
        return self.pvalue.shape[0], self.pvalue.shape[1]

    def rejected(self, level: float) -> Ints:
        """Tell where the null was rejected, whatever the direction."""
        return (self.pvalue <= level).astype(np.int64)

    def interval(self, level: float) -> tuple[Floats, Floats]:
        """Give the t interval of each run; NaN where the test has no standard error."""
        reach = -stdtrit(self.df, level / 2) * self.se
        return self.estimate - reach, self.estimate + reach
