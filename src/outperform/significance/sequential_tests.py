"""What the tests that may look at every item share: the order of the items, e-values, and one way to judge."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import (
    Floats,
    Ints,
    Items,
    MisfitError,
    Note,
    NoteKind,
    Reason,
    Refusal,
    Scores,
    SignificanceTest,
    draws,
    stream,
)
from outperform.significance.item_tests import few_items
from outperform.significance.item_values import item_values
from outperform.significance.looks import EvidencePath
from outperform.significance.sequential_verdict import SequentialVerdict

ORDERS = 50, 500  # random orders that are tried, at least and at most
MOST_VALUES = 500_000  # items in all of them


def look_order(scores: Scores) -> Ints:
    """Return the places of the items in a random order, which follows from the seed and the names of the items.

    The order of the rows, the systems and other items do not change which of two items comes first.

    Examples
    --------
    >>> from outperform.core import Items
    >>> table, names = np.zeros((2, 1, 5)), np.array(list("abcde"))
    >>> scores = Scores(("x", "y"), None, np.zeros((2, 1, 1)), items=Items(row_scores=table, ids=names))
    >>> "".join(names[look_order(scores)])
    'eabcd'
    """
    items = scores.items
    if items is None:
        raise MisfitError("the order of items needs items, but there are none")
    keys = [name.encode("utf-8", "surrogatepass") for name in item_names(items)]
    order: Ints = np.argsort(draws(keys, "look", scores.seed), kind="stable")
    return order


def random_orders(values: Floats) -> Floats:
    """Return the values of items in random orders [order, item], the same whatever the order of the rows."""
    count = int(np.clip(MOST_VALUES // values.size, *ORDERS))
    return stream(0, "orders").permuted(np.tile(np.sort(values), (count, 1)), axis=1)


def item_names(items: Items) -> list[str]:
    """Return the names of the items tested; their numbers where they have none."""
    names = np.arange(1, items.size + 1) if items.ids is None else items.ids
    return list(map(str, (names if items.tested is None else names[items.tested[0]]).tolist()))


@dataclass(frozen=True)
class SequentialTest(SignificanceTest):
    """A test that may look after every item, as often as one likes, and stop when it decides.

    Notes
    -----
    Assumes: the items come in random order, or are independent draws in the order given. Items that are sorted, by
    task or by difficulty, break this: so they are looked at in a random order, which follows from the seed and from
    the names of the items, unless as_they_come says that the order given is the order in which they arrived. Choose the
    seed before looking: the best of several seeds is not valid. The p-value holds at every look and after any rule of
    stopping, so it may be adjusted for several pairs at every look, by Bonferroni, Holm or Shaffer: their rejections
    only grow while p-values fall.

    Degenerate: items on which the systems do not differ change little or nothing; without a difference p = 1. A
    decision that fell is not taken back: where later items exclude what earlier ones left, the interval stays as it was
    before, and a note says so. E-values above 1e300 count as 1e300. Clusters, weights and runs that share something
    are refused: items must be independent.
    """

    as_they_come: bool = False

    @abstractmethod
    def arithmetic(self, values: Floats, state: Floats | None = None) -> EvidencePath:
        """Compute the evidence after each item, from differences [..., item] over the largest possible one.

        ``state`` is that of earlier items, to continue from.
        """

    @abstractmethod
    def reach(self, scores: Scores) -> float:
        """Return the largest possible difference of two scores."""

    @abstractmethod
    def verdict(self, differences: Floats, reach: float, **told: Any) -> SequentialVerdict:
        """Make the verdict on differences in the order in which they were looked at."""

    def _item_misfit(self, scores: Scores) -> str | None:
        problem = super()._item_misfit(scores)
        if problem is None and scores.items is not None and scores.items.runs:
            problem = "needs independent items, but runs share something over all items; use item-t"
        return problem

    def judge(self, scores: Scores) -> SequentialVerdict:
        """Judge the first of two systems against the second."""
        self.check(scores)
        if len(scores.learners) != 2 or scores.items is None:
            raise MisfitError(f"{self} compares two systems at a time, got {len(scores.learners)}")
        reach, differences = self.reach(scores), item_values(scores).values
        told: dict[str, Any] = {
            "stability": Refusal(_unknown(scores.items)),
            "notes": (*self.notes(scores), *few_items(differences.size)),
        }
        if self.as_they_come:
            return self.verdict(differences, reach, **told)
        told |= {"seed": scores.seed, "orders": self._orders(differences / reach)}
        return self.verdict(differences[look_order(scores)], reach, **told)

    def _orders(self, values: Floats) -> Floats:
        """Return the p-values of these items in other random orders."""
        return self.arithmetic(random_orders(values if values.sum() >= 0 else -values)).pvalue  # systems may be swapped

    def notes(self, scores: Scores) -> tuple[Note, ...]:  # noqa: ARG002 - for tests that need it
        """Note what may be wrong with the order of the items."""
        return (Note.of(NoteKind.AS_THEY_COME),) if self.as_they_come else ()


def _unknown(items: Items) -> Reason:
    """Return why nothing is known about other splits or other runs."""
    if items.predictions is not None:
        return Reason.ONE_SPLIT
    return Reason.ONE_SAMPLE if items.traits.most == 1 else Reason.ONE_BY_ONE
