"""Fragility of a decision: the fewest items whose removal turns it. A description, not a test."""

from collections.abc import Callable

import numpy as np

from outperform.core import Bools, Floats, Fragility, Ints, Values, check_level
from outperform.significance._estimate import estimate_of
from outperform.significance._greedy import by_clustered_t, by_own_test
from outperform.significance._windows import Windows, bisected, fewest
from outperform.significance.paired_counts import PairedCounts

TRIED = 20  # up to so many items that differ, a test of its own is asked about each of them at each step


def fragility(places: Ints | None, items: int, ids: Values | None = None) -> Fragility | None:
    """Return the record of a fragility: how many items, their share, and their names (without ids: 1, 2, ...)."""
    if places is None:
        return None
    names = places + 1 if ids is None else ids[places]
    return Fragility(len(places), len(places) / items, tuple(map(str, names.tolist())))


def fragile_rights(first: Bools, second: Bools, pvalue: Callable[[PairedCounts], Floats], level: float) -> Ints | None:
    """Return the places of the fewest items whose removal turns a found decision on right and wrong answers.

    Parameters
    ----------
    first, second
        Whether each system is right, for every item.
    pvalue
        The p-value of counts, such as ``lambda counts: McNemarMidP().arithmetic(counts).pvalue``.

    Returns
    -------
    The first items, in their order, that only the better system gets right; None where nothing was found.

    Notes
    -----
    Least k with p(n10 - k, n01) > level, the first being better. p is largest where both win as often, and grows on
    the way there, so a bisection finds k.

    Examples
    --------
    >>> from outperform.significance.mcnemar import McNemarMidP
    >>> first, second = np.arange(20) < 12, np.arange(20) < 4  # 8 against 0; 4 against 0 has p = .0625
    >>> fragile_rights(first, second, lambda counts: McNemarMidP().arithmetic(counts).pvalue, 0.05)
    array([4, 5, 6, 7])
    """
    level = check_level(level)
    n00, n01, n10, n11 = (
        int((left & right).sum())
        for left, right in ((~first, ~second), (~first, second), (first, ~second), (first, second))
    )
    winners = np.flatnonzero(first & ~second if n10 > n01 else second & ~first)

    def turned(k: int) -> bool:
        less = (n01, n10 - k) if n10 > n01 else (n01 - k, n10)
        return bool(pvalue(PairedCounts(*np.array([n00, *less, n11]))) > level)

    lead = abs(n10 - n01)
    if turned(0) or not turned(lead):
        return None
    return winners[: bisected(turned, 0, lead)]


def fragile_items(
    values: Floats,
    level: float,
    weights: Floats | None = None,
    clusters: Ints | None = None,
    *,
    found: bool | None = None,
) -> Ints | None:
    """Return the places of the fewest items whose removal turns a found decision on a mean.

    Parameters
    ----------
    values
        One value per item, whose (weighted) mean is the difference. For a metric that is no mean (F1, roc_auc), the
        difference of influences plus that of the metric: an approximation, since the influences of the items that are
        left would change with each removal.
    found
        Whether the verdict found a difference, where it is not this t test that decided (delong-t, bootstrap-t); then
        at least one item is named. None: decided here, by t.

    Returns
    -------
    Places in ascending order, the first ones among items of equal value. None where nothing was found, and beyond a
    limit of work for items with weights or clusters.

    Notes
    -----
    Without weights and clusters these are neighbours in the order of values (see ``Windows``), in about 0.5 s for a
    million items, or all items but a few equal ones, whose p-value is 2/2^n. At levels up to .3 that equals brute force
    (no difference in 7,000 tables of 4 to 9 items, with ties and of any scale); at higher ones, where t may be below 1,
    it may be a few items more. From 200 items on a bisection takes it that more removals do not restore the decision.
    With them, the item without which the p-value is largest
    is taken out, again and again (many at once while the decision is far from turning): the fewest in nearly all small
    tables, and within 1% of it where hundreds are needed; None for more than 200,000 items.

    Examples
    --------
    >>> fragile_items(np.array([0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0]), 0.05)
    array([2, 3])
    """
    level = check_level(level)
    if found is None:
        found = estimate_of(values, weights, clusters).pvalue <= level
    if not found:
        return None
    if clusters is not None or (weights is not None and np.ptp(weights) > 0):
        return by_clustered_t(values, weights, clusters, level)
    return _by_windows(Windows.of(values), level) if len(values) > 1 else None


def _by_windows(windows: Windows, level: float) -> Ints:
    """Return neighbours, or all items but equal ones where these are fewer."""
    flat = windows.flattest(level)
    most = len(windows.x) - 1
    k = fewest(lambda k: windows.best(k)[1] > level, min(windows.least(level), most), most)
    if k is None or 0 < len(flat) < k:
        return flat
    return windows.places(windows.best(k)[0], k)


def fragile_by(values: Floats, pvalue: Callable[[Floats], float], level: float) -> Ints | None:
    """Return the places of few items whose removal turns a decision of a test of its own, such as sign-flip.

    Up to 20 values that are not 0, each step takes out the item without which the p-value is largest. With more, the
    items are those that t would take out, and the test says how many of them it takes.

    Parameters
    ----------
    pvalue
        The p-value of the values of the items that are left. Items without difference (0) must not matter where at
        most 20 differ.

    Examples
    --------
    >>> fragile_by(np.ones(8), lambda left: 2 / 2 ** len(left), 0.05)  # sign flips: all 2^n patterns
    array([0, 1, 2])
    """
    level = check_level(level)
    if pvalue(values) > level:
        return None
    differ = np.flatnonzero(values)
    if len(differ) <= TRIED:
        places = by_own_test(values[differ], pvalue, level)
        return None if places is None else differ[places]
    windows = Windows.of(values)

    def without(k: int) -> Ints:
        return windows.places(windows.best(k)[0], k)

    k = fewest(lambda k: pvalue(np.delete(values, without(k))) > level, 1, len(values) - 1, scanned=0)
    return None if k is None else without(k)
