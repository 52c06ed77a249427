"""What all tests on paired right and wrong answers share: the counts, the verdict on a share, and ``judge``."""

from abc import abstractmethod
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

import numpy as np

from outperform.core import (
    Floats,
    InputError,
    Interval,
    Ints,
    MisfitError,
    Needs,
    Note,
    NoteKind,
    Parameter,
    Posterior,
    PValue,
    Reason,
    Refusal,
    Scores,
    SignificanceTest,
    Stability,
    check_level,
    known_weaknesses,
)
from outperform.metrics.counts import Accuracy
from outperform.metrics.labels import aligned, check_classes
from outperform.significance import special
from outperform.significance._reconcile import reconcile
from outperform.significance.differences import Result


@dataclass(frozen=True, eq=False)
class PairedCounts:
    """How many items each of two learners got right; 0 is wrong, 1 right, the first index is the first learner.

    The four counts are whole numbers with any leading axes: a table each.
    """

    n00: Ints
    n01: Ints  # first wrong, second right
    n10: Ints  # first right, second wrong
    n11: Ints

    def __post_init__(self) -> None:
        """Raise InputError for what is not a count."""
        for name, given in vars(self).items():
            counts = np.asarray(given)
            if counts.dtype.kind not in "iu":
                raise InputError(name, f"must be whole numbers, got {counts.dtype}")
            if counts.size and counts.min() < 0:
                raise InputError(name, f"must not be negative, got {counts.min()}")
            object.__setattr__(self, name, counts.astype(np.int64))

    @classmethod
    def of(cls, truth: Any, predictions: Any) -> "PairedCounts":
        """Count the items of truth [row] and predictions [2, row]."""
        true, said = aligned(truth, predictions)
        check_classes(true, said)
        first, second = np.equal(said, true)
        both, either = np.count_nonzero(first & second), np.count_nonzero(first | second)
        wins, losses = np.count_nonzero(first) - both, np.count_nonzero(second) - both
        return cls(*np.array([true.size - either, losses, wins, both]))

    @property
    def n(self) -> Ints:
        """Items in all."""
        return self.n00 + self.n01 + self.n10 + self.n11

    @property
    def discordant(self) -> Ints:
        """Items that one learner gets right and the other wrong."""
        return self.n01 + self.n10

    def accuracies(self) -> Note:
        """Note the two accuracies of a single table.

        Examples
        --------
        >>> PairedCounts(*np.array([40, 0, 20, 40])).accuracies()
        Note(accuracies, first=0.6, second=0.4)
        """
        first, second = (self.n11 + self.n10) / self.n, (self.n11 + self.n01) / self.n
        return Note.of(NoteKind.ACCURACIES, first=float(first), second=float(second))


def is_accuracy(scores: Scores) -> bool:
    """Return whether the scores are shares of right answers; a user's function may have the same name."""
    metric = None if scores.items is None else scores.items.metric
    return scores.metric == Accuracy.slug and (metric is None or isinstance(metric, Accuracy))


class PairedCountsTest(SignificanceTest):
    """A test on which items two learners got right, for accuracy on a single test set.

    ``arithmetic`` is the whole test, over any leading axes; ``judge`` only counts one table for it.

    Notes
    -----
    Asks: which of two fitted learners has the higher accuracy on items like these? The training set is taken as fixed.

    Assumes: the items are independent draws, and both learners were tested on the same items.

    Degenerate: if no item is right for only one learner, the statistic is 0, p = 1 and the interval of the share is
    [0, 1]. Items that both get right, or both get wrong, do not count.
    """

    needs = Needs(repeats=(1, 1), folds=(1, 1), items=True)

    @abstractmethod
    def arithmetic(self, counts: PairedCounts) -> Result:
        """Compute the test for every table along the leading axes."""

    def misfit(self, scores: Scores) -> str | None:
        """Return why this test does not fit these scores, or None where it does."""
        problem = super().misfit(scores)
        if problem is None and not is_accuracy(scores):
            problem = f"{self} needs the metric accuracy, but the metric is {scores.metric}; use bootstrap-percentile"
        return problem

    def judge(self, scores: Scores) -> PValue | Posterior:
        """Judge the first of two learners against the second."""
        self.check(scores)
        if len(scores.learners) != 2 or scores.items is None:
            raise MisfitError(f"{self} compares two learners at a time, got {len(scores.learners)}")
        counts = PairedCounts.of(*scores.items.single())
        known = known_weaknesses(self)
        notes = (Note.of(NoteKind.KNOWN_WEAKNESS, slug=self.slug, weaknesses=known),) if known else ()
        return self.arithmetic(counts).verdict((counts.accuracies(), *notes))


@dataclass(frozen=True, kw_only=True)
class ShareVerdict(PValue):
    """A verdict on the share of discordant items that the first learner gets right; 1/2 under the null."""

    wins: int  # n10
    losses: int  # n01
    stability: Stability | Refusal = field(default=Refusal(Reason.ONE_SPLIT), compare=False, repr=False)

    @abstractmethod
    def lower(self, wins: int, count: int, level: float) -> float:
        """Return the lower limit of the share for ``wins`` (at least one) out of ``count`` items."""

    def interval(self, level: float) -> Interval:
        """Return the shares that this test would not reject; [0, 1] without a discordant item."""
        check_level(level)
        low, high = self._reach(self.wins, level), 1 - self._reach(self.losses, level)
        return reconcile((low, high), self, level)

    def _reach(self, wins: int, level: float) -> float:
        return self.lower(wins, self.wins + self.losses, level) if wins > 0 else 0.0


@dataclass(frozen=True, eq=False)
class ShareResult:
    """Statistic and p-value of every table, for the tests on the share of discordant items."""

    counts: PairedCounts
    statistic: Floats
    pvalue: Floats
    kind: type[ShareVerdict]
    df: float | None = None
    parameter: Parameter = Parameter.SHARE_OF_DISCORDANT

    def verdict(self, notes: tuple[Note, ...]) -> ShareVerdict:
        """Make the verdict of a single table."""
        wins, losses = int(self.counts.n10), int(self.counts.n01)
        return self.kind(
            parameter=self.parameter,
            estimate=wins / (wins + losses) if wins + losses else self.parameter.null,
            statistic=float(self.statistic),
            df=self.df,
            pvalue=float(self.pvalue),
            wins=wins,
            losses=losses,
            notes=notes,
        )


def wilson_lower(wins: float, count: int, level: float) -> float:
    """Lower limit of Wilson's score interval: the share p with (wins - count p) / sqrt(count p (1 - p)) = z."""
    z = -float(special.ndtri(level / 2))
    spread = z * sqrt(wins * (count - wins) / count + z * z / 4)
    return max(0.0, (wins + z * z / 2 - spread) / (count + z * z))
