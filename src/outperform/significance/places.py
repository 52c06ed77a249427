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
    From 1 + (systems shown to be better) to count - (systems shown to be worse). With p-values that are adjusted for
    all pairs, all these ranges hold together with a probability of at least 1 - level.

    Examples
    --------
    >>> places(3, np.array([[0, 2], [1, 2]])).tolist()  # the first two are better than the third
    [[1, 2], [1, 2], [3, 3]]
    """
    pairs = np.asarray(shown, dtype=np.int64).reshape(-1, 2)
    if pairs.size and (pairs.min() < 0 or pairs.max() >= count):
        raise InputError("shown", f"must name systems from 0 to {count - 1}")
    once = np.unique(pairs[:, 0] * count + pairs[:, 1])
    wins, losses = (np.bincount(side, minlength=count) for side in (once // count, once % count))
    found: Ints = np.stack([1 + losses, count - wins], axis=1)
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
