"""The sign-flip test: swap the two systems on random items."""

from dataclasses import dataclass

import numpy as np

from outperform.core import Note, Scores
from outperform.significance.flip_tests import FlipTest
from outperform.significance.flip_verdict import FlipUnits, FlipVerdict
from outperform.significance.item_tests import clusters_ignored
from outperform.significance.item_values import ItemValues


@dataclass(frozen=True)
class SignFlip(FlipTest):
    """Sign-flip test: swap the two systems on random items, exactly where possible.

    Notes
    -----
    Assumes: under the null hypothesis the difference of each item is as likely to be positive as negative, with the
    same size. Items are independent. No normal distribution is needed, so it serves few items, and few that differ.

    Examples
    --------
    Six items that all favour the first: p = 2/2^6.

    >>> from outperform.significance.item_values import ItemValues
    >>> values = ItemValues(np.array([0.1, 0.2, 0.1, 0.5, 0.2, 0.3]), np.array(1.0))
    >>> law, drawn = SignFlip().units(values).law(100, seed=0)
    >>> float(law.pvalue(1.4)), drawn
    (0.03125, False)
    """

    slug = "sign-flip"
    origins = ("fisher1935",)

    def units(self, values: ItemValues, sign: float = 1.0) -> FlipUnits:
        """Return the items."""
        weights = np.ones(values.count) if values.weights is None else values.weights
        return FlipUnits.of(sign * values.values * weights + 0.0, weights, float(values.scale))

    def notes(self, scores: Scores) -> tuple[Note, ...]:
        """Note that clusters are not used."""
        return clusters_ignored(scores)

    def verdict(self, scores: Scores, values: ItemValues, sign: float) -> FlipVerdict:
        """Judge values in canonical order."""
        return super().verdict(scores, values.without_clusters(), sign)
