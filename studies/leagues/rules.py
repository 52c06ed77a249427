"""The tests of the package with their adjustment, and rules of other packages, as functions of many leagues."""

from collections.abc import Callable

import numpy as np

from outperform.core import Floats, Ints, LeagueCells, PairsTest
from outperform.core.adjust import adjustment_from
from outperform.ranking import CATALOGUE, differences_of
from outperform.significance import special

LEVEL = 0.05
Rule = Callable[[LeagueCells, Ints], Floats]
"""Decisions [..., pair] on all pairs: 1 for the first, -1 for the second, 0 for none."""


def by(slug: str) -> Rule:
    """Return a test of the package as it decides: Shaffer's adjustment of all pairs, unless it needs none."""

    def decide(cells: LeagueCells, pairs: Ints) -> Floats:
        test = CATALOGUE.parse(slug)
        assert isinstance(test, PairsTest), "tests that decide"
        outcomes = test.outcomes(cells, pairs)
        pvalue = outcomes.pvalue if test.for_all_pairs else adjusted("shaffer", outcomes.pvalue, cells, pairs)
        return np.where(pvalue <= LEVEL, outcomes.direction, 0.0)

    return decide


def adjusted(name: str, pvalues: Floats, cells: LeagueCells, pairs: Ints) -> Floats:
    """Adjust p-values [..., pair]."""
    names = [(cells.learners[first], cells.learners[second]) for first, second in pairs]
    return adjustment_from(name).adjust_many(pvalues, names)


def approximate(cells: LeagueCells, pairs: Ints) -> Floats:
    """Decide by the normal approximation of Wilcoxon's test with Holm's adjustment, as scikit-posthocs does."""
    d = differences_of(cells, pairs).values
    n = d.shape[-1]
    ranks = np.argsort(np.argsort(np.abs(d), axis=-1), axis=-1) + 1
    apart = (np.sign(d) * ranks).sum(axis=-1)
    z = apart / np.sqrt(n * (n + 1) * (2 * n + 1) / 6)
    return np.where(adjusted("holm", 2 * special.ndtr(-np.abs(z)), cells, pairs) <= LEVEL, np.sign(apart), 0.0)


def one_sided(cells: LeagueCells, pairs: Ints) -> Floats:
    """Decide in the observed direction at level / (learners - 1), as aeon's diagram does."""
    outcomes = CATALOGUE.parse("wilcoxon").outcomes(cells, pairs)  # type: ignore[attr-defined]
    least = LEVEL / (len(cells.learners) - 1)
    return np.where(outcomes.pvalue / 2 <= least, outcomes.direction, 0.0)


OWN = {slug: by(slug) for slug in ("wilcoxon", "sign", "t-datasets", "random-effects", "nemenyi")}
PEERS: dict[str, Rule] = {"Wilcoxon, approximate, Holm": approximate, "one-sided at level/(k-1)": one_sided}
RULES = {**OWN, **PEERS}
