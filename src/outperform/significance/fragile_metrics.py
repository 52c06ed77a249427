"""Few items whose removal turns a decision on a metric that is not a mean over items: F1, Matthews, the area."""

from collections.abc import Callable
from dataclasses import replace
from math import inf

import numpy as np

from outperform.core import InputError, Ints, Items, MisfitError, PValue, Scores, SignificanceTest
from outperform.significance._kinds import Effect, Kinds
from outperform.significance.student import student_quantile

TRIED = 32  # kinds of rows that are tried at each step, those of the largest effect
TRIED_ROWS = 8  # the same where each trial looks at all rows
FEW_ROWS = 2000  # up to so many rows, trials are made for such metrics
MOST_ROWS = 200_000  # for such metrics; with more there is no search
BATCH = 0.25  # of the removals that seem to be missing, taken out at once
LOWER = 1e-9  # share by which a removal must lower the squared statistic
CALLS = 12  # of the test itself, at most
WORK = 30_000_000  # rows or kinds times replicates in all these calls


def fragile_metric(test: SignificanceTest, scores: Scores, level: float) -> Ints | None:
    """Return the places of few items whose removal turns a found difference of a metric that is not a mean.

    Notes
    -----
    Each step takes out an item of the kind (truth, first, second) without which d^2 / sum IF^2 is least, with the
    difference d and the influences IF computed anew: many at once while the decision is far from turning. Items
    whose removal does not lower it are never named, such as those that both systems rightly call negative, for F1.
    The test itself then says how many of these items it takes, in up to 12 calls, as far as these are affordable
    (a bootstrap of the area of thousands of items is not: then t with the influences decides).

    Clusters do not change which items are taken, but the test that is asked knows them.

    None where the test does not turn, and beyond 200,000 items for a metric that is not one of counts.
    """
    items = scores.items
    assert items is not None, "of items"
    kinds = Kinds.of(items)
    if not kinds.counted and len(kinds.kind) > MOST_ROWS:
        return None
    order, guess = removals(kinds, level)
    if len(order) == 0:
        return None

    def places(k: int) -> Ints:
        return kinds.places(np.bincount(order[:k], minlength=len(kinds.first)))

    def turned(k: int) -> bool:
        return _pvalue_without(test, scores, places(k)) > level

    cost = getattr(test, "replicates", 1) * (len(kinds.first) if kinds.counted else len(kinds.kind))
    k = settled(turned, guess, len(order), min(CALLS, WORK // cost)) if cost <= WORK else guess
    return None if k is None else places(k)


def removals(kinds: Kinds, level: float) -> tuple[Ints, int]:
    """Return the kinds of the items in the order of their removal, and how many of them turn t, about.

    The order goes on for half as many more, since the test may need more than t does.
    """
    counts, order, turned = kinds.counts, np.empty(0, dtype=np.int64), None
    now = kinds.measure(counts)
    while now is not None and now.difference > 0 and counts.sum() > 2:
        rows = int(counts.sum())
        if now.variance == 0:  # all that differ do so alike
            order = np.append(order, _in_turn(kinds.differ, counts[kinds.differ]))
            return order[:-1], max(1, len(order) - 5)
        size, limit = np.sqrt(float(now.square) * (rows - 1) / rows), student_quantile(rows - 1.0, level)
        turned = len(order) if turned is None and size < limit else turned
        if turned is not None and len(order) > 1.5 * turned + 20:
            break
        chosen, best = _best(kinds, counts, now)
        if len(chosen) == 0:
            break
        missing = (size - limit) / max(size - best, 1e-300) if turned is None else 0.2 * turned
        more = np.repeat(chosen, counts[chosen])[: max(1, int(min(BATCH * missing, rows)))]
        counts = counts - np.bincount(more, minlength=len(counts))
        order, now = np.append(order, more), kinds.measure(counts)
    return order, max(1, len(order) if turned is None else turned)


def _in_turn(kinds: Ints, counts: Ints) -> Ints:
    """Return the kinds, each as often as it occurs, mixed in equal shares: no class is used up before the others."""
    reached = np.concatenate([(np.arange(each) + 0.5) / each for each in counts] or [np.empty(0)])
    return np.repeat(kinds, counts)[np.argsort(reached, kind="stable")]


def _best(kinds: Kinds, counts: Ints, now: Effect) -> tuple[Ints, float]:
    """Return the kinds whose removal lowers the statistic, the best first, and the statistic without one of it."""
    rate = float(now.difference / now.variance)
    first_order = rate * now.gaps**2 - 2 * now.gaps
    there = np.flatnonzero(counts)
    ranked = there[np.argsort(first_order[there], kind="stable")]
    if kinds.counted:
        tried = ranked[:TRIED]
        found = kinds.measure_all(counts - _ones(tried, len(counts))).square
    else:
        ranked = ranked[first_order[ranked] < 0]
        tried = ranked[: TRIED_ROWS if counts.sum() <= FEW_ROWS else 1]
        found = np.array([_square(kinds.measure(counts - one)) for one in _ones(tried, len(counts))])
    lower = found < float(now.square) * (1 - LOWER)
    better = tried[lower][np.argsort(found[lower], kind="stable")]
    if len(better) == 0:
        return better, inf
    rest = ranked[len(tried) :] if not kinds.counted else ranked[:0]
    return np.append(better, rest), float(np.sqrt(found[lower].min()))


def _square(found: Effect | None) -> float:
    return inf if found is None else float(found.square)


def _ones(places: Ints, size: int) -> Ints:
    """Return a table [place, kind] with 1 at each place."""
    found = np.zeros((len(places), size), dtype=np.int64)
    found[np.arange(len(places)), places] = 1
    return found


def settled(turned: Callable[[int], bool], guess: int, most: int, calls: int) -> int | None:
    """Return the least k up to ``most`` that turns, looked for around a guess in so many calls; None where none did.

    Examples
    --------
    >>> settled(lambda k: k >= 12, 8, 20, 12), settled(lambda k: k >= 12, 18, 20, 12), settled(lambda k: False, 3, 9, 9)
    (12, 12, None)
    """
    low, high, k, step = 0, None, guess, 1
    for _ in range(calls):
        if turned(k):
            high = k
        else:
            low = k
        if (high is None and low >= most) or (high is not None and high - low <= 1):
            break
        k = min(most, low + step) if high is None else max(high - step, (low + high) // 2)
        step *= 2
    return high


def _pvalue_without(test: SignificanceTest, scores: Scores, places: Ints) -> float:
    """Ask the test about the other items; 0 where it does not apply to them."""
    try:
        items = _without(scores.items, places)  # type: ignore[arg-type]
        truth, said = items.single()
        values = np.array([items.metric.score(truth, each) for each in said])  # type: ignore[union-attr]
        verdict = test.judge(replace(scores, values=values[:, np.newaxis, np.newaxis], items=items))
    except (InputError, MisfitError):  # a class or all clusters but one are gone
        return 0.0
    return verdict.pvalue if isinstance(verdict, PValue) else 0.0


def _without(items: Items, places: Ints) -> Items:
    truth, said = items.single()
    tested = np.arange(items.size) if items.tested is None else np.flatnonzero(items.tested[0])
    kept = np.delete(np.arange(len(truth)), places)
    clusters = None if items.clusters is None else np.unique(items.clusters[tested][kept], return_inverse=True)[1]
    return Items(truth[kept], said[:, np.newaxis, kept], metric=items.metric, clusters=clusters)
