"""The fragility of a verdict on items, by the test that found the difference."""

import numpy as np

from outperform.core import Bools, Floats, Fragility, Ints, MisfitError, Scores, SignificanceTest
from outperform.metrics.labels import aligned
from outperform.significance.flip_verdict import FlipUnits
from outperform.significance.fragile_metrics import fragile_metric
from outperform.significance.fragility import fragile_by, fragile_items, fragile_rights, fragility
from outperform.significance.heavy_units import signs_decide
from outperform.significance.item_values import item_values, scored_items
from outperform.significance.mean_tests import MeanTest
from outperform.significance.paired_counts import PairedCountsTest
from outperform.significance.sign_flip import SignFlip

MANY = 1000  # items that differ: with more, t stands for sign-flip


def fragility_of(test: SignificanceTest, scores: Scores, level: float) -> Fragility | None:
    """Return few items whose removal turns a difference of two systems that a test found at a level.

    It is about the pair's own p-value, before any adjustment for several pairs.

    Returns
    -------
    None where the test does not apply to items, for a metric without a value per item, where no removals that were
    tried turn the test, and where the search would take too long: weights or clusters with many removals.

    Notes
    -----
    Tests on right and wrong answers and sign-flip are asked themselves, and so is any test of a metric that is not a
    mean over items, such as F1 and the area (see ``fragile_metric``). The t tests on means are exact but for clusters
    and weights, where items are taken out one by one. For bootstraps of means and cluster-flip, t on the items' values
    stands for the test: an approximation.

    Examples
    --------
    >>> from outperform.core import Items
    >>> from outperform.significance import ItemT
    >>> table = np.array([[[1.0, 1, 1, 1, 1, 1, 0]], [[0.5, 0, 0.5, 0, 0, 0.5, 0]]])  # [system, sample, item]
    >>> items = Items(row_scores=table, ids=np.array(list("abcdefg")))
    >>> scores = Scores(("x", "y"), None, table.mean(axis=2, keepdims=True), items=items)
    >>> fragility_of(ItemT(), scores, 0.05).ids
    ('a', 'b', 'd')
    """
    items = scores.items
    if items is None or not scores.single or len(scores.learners) != 2:
        return None
    places = _places(test, scores, level)
    if items.tested is None and places is not None and len(places) > MANY:
        return fragility(places, items.size, items.names)
    if items.tested is None:
        return fragility(places, items.size, items.ids)
    rows = np.flatnonzero(items.tested[0])
    return fragility(places, rows.size, rows + 1 if items.ids is None else items.ids[rows])


def _places(test: SignificanceTest, scores: Scores, level: float) -> Ints | None:
    if isinstance(test, PairedCountsTest):
        return fragile_rights(*_rights(scores), lambda counts: test.arithmetic(counts).pvalue, level)
    try:
        values = item_values(scores)
    except MisfitError:
        return None
    if not values.means:
        return fragile_metric(test, scores, level)
    if isinstance(test, SignFlip) and np.count_nonzero(values.values) <= MANY:
        return _of_signs(test, values.values, values.weights, float(values.scale), scores, level)
    clustered = test.needs.of_items is not None and test.needs.of_items.clusters > 0
    used = values if clustered else values.without_clusters()
    if isinstance(test, MeanTest) and signs_decide(used):
        return None
    return fragile_items(values.values, level, values.weights, values.clusters if clustered else None, found=True)


def _of_signs(
    test: SignFlip, values: Floats, weights: Floats | None, scale: float, scores: Scores, level: float
) -> Ints | None:
    """Ask sign-flip about the items that are left."""

    def pvalue(left: Floats) -> float:
        units = FlipUnits.of(left, np.ones(len(left)), scale)
        law, _ = units.law(test.replicates, scores.seed)
        return 1.0 if units.total == 0 else float(law.pvalue(units.total))

    return fragile_by(values if weights is None else values * weights, pvalue, level)


def _rights(scores: Scores) -> tuple[Bools, Bools]:
    """Return on which items each system is right."""
    items = scores.items
    scored = None if items is None else scored_items(items)
    if scored is not None:
        return scored[0, 0] == 1, scored[1, 0] == 1
    truth, said = aligned(*items.single())  # type: ignore[union-attr]
    return said[0] == truth, said[1] == truth
