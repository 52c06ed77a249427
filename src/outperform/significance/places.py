"""The places of systems that decisions on pairs leave open."""

from collections.abc import Iterable, Sequence

import numpy as np

from outperform.core import Decision, InputError, Ints


def places(count: int, shown: Ints) -> Ints:
    """Return the best and worst place [system, 2] that the decisions leave open; 1 is best.

    Parameters
    ----------
    count
        The number of systems.
    shown
        Pairs [pair, 2] of (better, worse) that were found, each pair of systems at most once in any direction. Pairs
        without decision, and pairs that were not judged, leave both orders open.

    Notes
    -----
    From 1 + (systems shown to be better) to count - (systems shown to be worse). Who is better than a system that is
    better than a third is better than the third, also where that pair was not judged or is open; decisions that go
    round in a circle say nothing beyond themselves. With p-values adjusted for all pairs, all these ranges hold
    together with a probability of at least 1 - level.

    Examples
    --------
    >>> places(3, np.array([[0, 2], [1, 2]])).tolist()  # the first two are better than the third
    [[1, 2], [1, 2], [3, 3]]
    >>> places(3, np.array([[0, 1], [1, 2]])).tolist()  # so the first is better than the third
    [[1, 1], [2, 2], [3, 3]]
    """
    pairs = np.asarray(shown, dtype=np.int64).reshape(-1, 2)
    if pairs.size and (pairs.min() < 0 or pairs.max() >= count):
        raise InputError("shown", f"must name systems from 0 to {count - 1}")
    better = np.zeros((count, count), dtype=bool)
    better[pairs[:, 0], pairs[:, 1]] = True
    reached = better
    while True:
        further = reached | (reached.astype(np.float32) @ reached.astype(np.float32) > 0)
        if (further == reached).all():
            break
        reached = further
    better |= reached & ~reached.T
    found: Ints = np.stack([1 + better.sum(axis=0), count - better.sum(axis=1)], axis=1)
    return found


def open_places(systems: Sequence[str], decisions: Iterable[tuple[str, str, Decision]]) -> dict[str, tuple[int, int]]:
    """Return the places of systems by name, from the decision on each pair (first, second).

    Examples
    --------
    >>> open_places(["a", "b"], [("a", "b", Decision.SECOND)])
    {'a': (2, 2), 'b': (1, 1)}
    """
    number = {name: place for place, name in enumerate(systems)}
    shown = [
        (number[first], number[second]) if decision is Decision.FIRST else (number[second], number[first])
        for first, second, decision in decisions
        if decision in {Decision.FIRST, Decision.SECOND}
    ]
    table = places(len(systems), np.array(shown, dtype=np.int64).reshape(-1, 2))
    return {name: (int(low), int(high)) for name, (low, high) in zip(systems, table, strict=True)}
