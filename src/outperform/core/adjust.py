"""Adjustments of the p-values of several pairs, by name."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from outperform.core.errors import InputError, did_you_mean

Pair = tuple[str, str]  # the names of two learners


@dataclass(frozen=True)
class Adjustment:
    """A way to adjust p-values, so that the chance of any false rejection among several pairs stays at the level."""

    name: str
    method: str  # the author's name, for sentences; "" where nothing is adjusted
    rule: Callable[[Sequence[float], Sequence[Pair]], list[float]]  # the pairs may matter
    shares_level: bool = False  # whether each pair has a fixed share of the level, regardless of the other pairs

    def adjust(self, pvalues: Sequence[float | None], pairs: Sequence[Pair]) -> list[float | None]:
        """Adjust the p-values of these pairs; None stays None.

        Examples
        --------
        >>> pairs = [("a", "b"), ("a", "c"), ("b", "c")]
        >>> adjustment_from("holm").adjust([0.01, 0.04, 0.03], pairs)
        [0.03, 0.06, 0.06]
        >>> adjustment_from("bonferroni").adjust([0.01, 0.5, 0.03], pairs)
        [0.03, 1.0, 0.09]
        >>> adjustment_from("shaffer").adjust([0.01, 0.04, 0.03], pairs)  # of three pairs, one false leaves one true
        [0.03, 0.04, 0.03]
        """
        known = [(p, pair) for p, pair in zip(pvalues, pairs, strict=True) if p is not None]
        values = iter(self.rule([p for p, _ in known], [pair for _, pair in known]))
        return [None if p is None else next(values) for p in pvalues]

    def own_level(self, level: float, pairs: int) -> float:
        """Return the level that a pair's own p-value is compared with on its own."""
        return level / pairs if self.shares_level else level


def _holm(pvalues: Sequence[float], _pairs: Sequence[Pair]) -> list[float]:
    if not pvalues:
        return []
    order = np.argsort(pvalues, kind="stable")
    steps = np.arange(len(pvalues), 0, -1) * np.array(pvalues)[order]
    adjusted = np.empty(len(pvalues))
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(steps))
    found: list[float] = adjusted.tolist()
    return found


def _shaffer(pvalues: Sequence[float], pairs: Sequence[Pair]) -> list[float]:
    """Return p_(i) t_i as a running maximum; t_i is the most true hypotheses that i - 1 false ones leave possible."""
    names = {name for pair in pairs for name in pair}
    k, m = len(names), len(pairs)
    if m == 0:
        return []
    if m != k * (k - 1) // 2 or len({frozenset(pair) for pair in pairs}) < m:
        problem = "shaffer needs all pairs of one table; with a baseline, or with pairs left out, use holm"
        raise InputError("adjust", problem)
    possible = np.array(sorted(_true_counts(k)))
    counts = possible[np.searchsorted(possible, np.arange(m, 0, -1), side="right") - 1]
    order = np.argsort(pvalues, kind="stable")
    adjusted = np.empty(m)
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(counts * np.array(pvalues)[order]))
    found: list[float] = adjusted.tolist()
    return found


@cache  # of the process: one small set per number of learners
def _true_counts(learners: int) -> frozenset[int]:
    """Return the numbers of pairs that can be equal at once: S(k) = union over j of C(j, 2) + S(k - j)."""
    if learners < 2:
        return frozenset({0})
    found: set[int] = set()
    for group in range(1, learners + 1):
        found |= {group * (group - 1) // 2 + rest for rest in _true_counts(learners - group)}
    return frozenset(found)


def _bonferroni(pvalues: Sequence[float], _pairs: Sequence[Pair]) -> list[float]:
    return [min(1.0, len(pvalues) * p) for p in pvalues]


def _none(pvalues: Sequence[float], _pairs: Sequence[Pair]) -> list[float]:
    return list(pvalues)


ADJUSTMENTS = {
    each.name: each
    for each in (
        Adjustment("holm", "Holm", _holm),
        Adjustment("shaffer", "Shaffer", _shaffer),
        Adjustment("bonferroni", "Bonferroni", _bonferroni, shares_level=True),
        Adjustment("none", "", _none),
    )
}
"""All adjustments, by name."""


def adjustment_from(name: str) -> Adjustment:
    """Find an adjustment by its name."""
    if not isinstance(name, str) or name not in ADJUSTMENTS:
        raise InputError("adjust", f"{name!r} is not known; {did_you_mean(str(name), ADJUSTMENTS)}")
    return ADJUSTMENTS[name]
