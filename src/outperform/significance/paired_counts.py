"""What all tests on paired right and wrong answers share: the counts, what they need, and ``judge``."""

from abc import abstractmethod
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any, ClassVar

import numpy as np

from outperform.core import (
    Bools,
    Floats,
    InputError,
    Ints,
    ItemNeeds,
    Items,
    MisfitError,
    Needs,
    Note,
    NoteKind,
    PValue,
    Reason,
    Refusal,
    Scores,
    SignificanceTest,
    known_weaknesses,
)
from outperform.metrics.counts import Accuracy
from outperform.metrics.labels import aligned, check_classes
from outperform.significance import special
from outperform.significance.accuracy_difference import AccuracyResult
from outperform.significance.item_tests import clusters_ignored, few_items


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
        return cls._of_right(*np.equal(said, true))

    @classmethod
    def of_scores(cls, scores: Floats) -> "PairedCounts":
        """Count items by their scores [2, row]: 1 is right, 0 is wrong.

        Examples
        --------
        >>> counts = PairedCounts.of_scores(np.array([[1.0, 1.0, 0.0], [1.0, 0.0, 0.0]]))
        >>> [int(each) for each in (counts.n00, counts.n01, counts.n10, counts.n11)]
        [1, 0, 1, 1]
        """
        right = np.asarray(scores) == 1
        others = ~right & (np.asarray(scores) != 0)  # NaN too
        if others.any():
            at = int(np.argmax(others.any(axis=0)))
            raise InputError("scores", f"item {at + 1} has {scores[:, at].tolist()}; each must be 0 or 1")
        return cls._of_right(*right)

    @classmethod
    def _of_right(cls, first: Bools, second: Bools) -> "PairedCounts":
        both, either = np.count_nonzero(first & second), np.count_nonzero(first | second)
        wins, losses = np.count_nonzero(first) - both, np.count_nonzero(second) - both
        return cls(*np.array([first.size - either, losses, wins, both]))

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
        Note(accuracies, first=0.6, second=0.4, difference=0.2)
        """
        first, second = (self.n11 + self.n10) / self.n, (self.n11 + self.n01) / self.n
        difference = (self.n10 - self.n01) / self.n  # not of rounded shares
        return Note.of(NoteKind.ACCURACIES, first=float(first), second=float(second), difference=float(difference))


def is_accuracy(scores: Scores) -> bool:
    """Return whether the scores are shares of right answers; a user's function may have the same name."""
    metric = None if scores.items is None else scores.items.metric
    return scores.metric == Accuracy.slug and (metric is None or isinstance(metric, Accuracy))


class PairedCountsTest(SignificanceTest):
    """A test on which items two learners or systems got right, on one set of items.

    ``arithmetic`` is the whole test, over any leading axes; ``judge`` only counts one table for it.

    Notes
    -----
    Asks: which of two fitted learners, or fixed systems, has the higher accuracy on items like these? The training set
    is taken as fixed.

    Estimate: (n10 - n01) / n, the difference of the accuracies on n items. Its interval is Bonett and Price's (2012);
    where that would contradict the p-value, its end moves to 0, and such an end does not exclude 0. Whether the
    difference is above or below a margin is decided by Tango's score statistic (1998), exactly: all tables of so many
    items are enumerated (Hsueh, Liu and Chen 2001), for every share of discordant items that the data allow (Berger and
    Boos 1994), so that at most the level of all cases is wrong. From a million items on its threshold is normal.

    Assumes: the items are independent draws, and both learners were tested on the same items.

    Degenerate: if no item is right for only one learner, the statistic is 0, p = 1 and the estimate is 0. Items that
    both get right, or both get wrong, do not change the p-value.
    """

    of_items: ClassVar = ItemNeeds(samples=(1, 1), binary=True, weights=False)
    fewest: ClassVar[int] = 1  # items
    needs = Needs(repeats=(1, 1), folds=(1, 1), items=True, of_items=of_items)

    @abstractmethod
    def arithmetic(self, counts: PairedCounts) -> AccuracyResult:
        """Compute the test for every table along the leading axes."""

    def misfit(self, scores: Scores) -> str | None:
        """Return why this test does not fit these scores, or None where it does."""
        problem = super().misfit(scores)
        if problem is not None or scores.items is None or scores.items.size >= self.fewest:
            return problem
        needed = f"needs at least {self.fewest} items, but the number of items is {scores.items.size}"
        return f"{self} {needed}: its normal distribution holds for many; use mcnemar-exact"

    def _item_misfit(self, scores: Scores) -> str | None:
        items = scores.items
        if items is None or items.predictions is None:
            return super()._item_misfit(scores) or _samples_misfit(items)
        if not is_accuracy(scores):
            return f"needs the metric accuracy, but the metric is {scores.metric}; use bootstrap-t"
        return self.of_items.misfit(replace(items.traits, binary=True))

    def judge(self, scores: Scores) -> PValue:
        """Judge the first of two learners against the second."""
        self.check(scores)
        items = scores.items
        if len(scores.learners) != 2 or items is None:
            raise MisfitError(f"{self} compares two learners at a time, got {len(scores.learners)}")
        counts = _counted(items)
        known = known_weaknesses(self)
        weak = (Note.of(NoteKind.KNOWN_WEAKNESS, slug=self.slug, weaknesses=known),) if known else ()
        verdict = self.arithmetic(counts).verdict((counts.accuracies(), *weak, *clusters_ignored(scores)))
        verdict = replace(verdict, least=self._least(verdict.count))
        if items.predictions is not None:
            return verdict
        return replace(verdict, notes=(*verdict.notes, *few_items(items.size)), stability=Refusal(Reason.ONE_SAMPLE))

    def _least(self, count: int) -> float:
        """Return the smallest p-value on so many items: the first gets all of them right, the second none."""
        return float(self.arithmetic(PairedCounts(*np.array([0, 0, count, 0]))).pvalue)


def _samples_misfit(items: Items | None) -> str | None:
    """Return that some items have more samples than others, which have one."""
    if items is None or items.row_scores is None or items.row_scores.shape[1] == 1:
        return None
    return "needs 1 sample per item, but some items have more; use item-t"


def _counted(items: Items) -> PairedCounts:
    """Count predictions, or scores of items, of two learners."""
    scored = items.scored if items.tested is None else None
    if items.predictions is not None and scored is None:
        return PairedCounts.of(*items.single())
    if scored is None:
        raise InputError("items", "have neither predictions nor scores")
    return PairedCounts.of_scores(scored[:, 0])


def wilson_lower(wins: float, count: int, level: float) -> float:
    """Lower limit of Wilson's score interval: the share p with (wins - count p) / sqrt(count p (1 - p)) = z."""
    z = -float(special.ndtri(level / 2))
    spread = z * sqrt(wins * (count - wins) / count + z * z / 4)
    return max(0.0, (wins + z * z / 2 - spread) / (count + z * z))
