"""Which pairs of learners are judged: all, or all others against one."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from outperform.core import InputError, did_you_mean


def check_baseline(baseline: Any) -> None:
    """Raise an error for a baseline that is no name."""
    if baseline is not None and not isinstance(baseline, str):
        raise InputError("baseline", f"must be one of the names that are compared, got {baseline!r}")


def pairs_of(names: Sequence[str], baseline: str | None) -> list[tuple[int, int]]:
    """List the pairs of learners to judge, by place; a baseline is the second of every pair.

    Examples
    --------
    >>> pairs_of(["a", "b", "c"], None), pairs_of(["a", "b", "c"], "b")
    ([(0, 1), (0, 2), (1, 2)], [(0, 1), (2, 1)])
    """
    check_baseline(baseline)
    if baseline is None:
        return list(combinations(range(len(names)), 2))
    if baseline not in names:
        raise InputError("baseline", f"{baseline!r} is not among those compared; {did_you_mean(baseline, names)}")
    second = list(names).index(baseline)
    return [(index, second) for index in range(len(names)) if index != second]
