"""Adjustments of the p-values of several pairs, by name."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np

from outperform.core.arrays import Floats, Ints
from outperform.core.errors import InputError, did_you_mean
from outperform.core.exhaustive import MOST_EXHAUSTIVE, closed_pvalues

Pair = tuple[str, str]  # the names of two learners


@dataclass(frozen=True)
class Adjustment:
    """A way to adjust p-values, so that the chance of any false rejection among several pairs stays at the level."""

    name: str
    method: str  # the author's name, for sentences; "" where nothing is adjusted
    rule: Callable[[Floats, Sequence[Pair]], Floats]  # p-values [..., pair] of at least one pair; the pairs may matter
    shares_level: bool = False  # whether each pair has a fixed share of the level, regardless of the other pairs
    origins: tuple[str, ...] = ()  # the papers it comes from, as keys of comparison/references.bib

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
        adjusted = self.adjust_many(np.array([p for p, _ in known], dtype=np.float64), [pair for _, pair in known])
        values = iter(adjusted.tolist())
        return [None if p is None else next(values) for p in pvalues]

    def adjust_many(self, pvalues: Floats, pairs: Sequence[Pair]) -> Floats:
        """Adjust p-values [..., pair], each family on the last axis for itself.

        Examples
        --------
        >>> families = np.array([[0.01, 0.04], [0.5, 0.3]])
        >>> adjustment_from("holm").adjust_many(families, [("a", "c"), ("b", "c")]).tolist()
        [[0.02, 0.04], [0.6, 0.6]]
        """
        return self.rule(pvalues, pairs) if len(pairs) else pvalues

    def own_level(self, level: float, pairs: int) -> float:
        """Return the level that a pair's own p-value is compared with on its own."""
        return level / pairs if self.shares_level else level


def _stepped(pvalues: Floats, counts: Ints) -> Floats:
    """Return p_(i) t_i as a running maximum, cut at 1, where the p-values stood."""
    order = np.argsort(pvalues, axis=-1, kind="stable")
    steps = counts * np.take_along_axis(pvalues, order, axis=-1)
    adjusted = np.empty(pvalues.shape)
    np.put_along_axis(adjusted, order, np.minimum(1.0, np.maximum.accumulate(steps, axis=-1)), axis=-1)
    return adjusted


def _holm(pvalues: Floats, pairs: Sequence[Pair]) -> Floats:
    return _stepped(pvalues, np.arange(len(pairs), 0, -1))


def _shaffer(pvalues: Floats, pairs: Sequence[Pair]) -> Floats:
    """Return p_(i) t_i as a running maximum; t_i is the most true hypotheses that i - 1 false ones leave possible."""
    learners = _all_paired(pairs, "shaffer")
    possible = np.array(sorted(_true_counts(len(learners))))
    counts = possible[np.searchsorted(possible, np.arange(len(pairs), 0, -1), side="right") - 1]
    return _stepped(pvalues, counts)


def _all_paired(pairs: Sequence[Pair], slug: str) -> list[str]:
    """Return the learners; raise InputError unless these are all their pairs, each once."""
    learners = list(dict.fromkeys(name for pair in pairs for name in pair))
    k, m = len(learners), len(pairs)
    if m != k * (k - 1) // 2 or len({frozenset(pair) for pair in pairs}) < m:
        raise InputError(
            "adjust", f"{slug} needs all pairs of one table; with a baseline, or with pairs left out, use holm"
        )
    return learners


def _bergmann_hommel(pvalues: Floats, pairs: Sequence[Pair]) -> Floats:
    """Return the largest |I| min(p_j in I) over the exhaustive sets I that contain a pair, cut at 1."""
    learners = _all_paired(pairs, "bergmann-hommel")
    if len(learners) > MOST_EXHAUSTIVE:
        problem = f"bergmann-hommel tries all sets of equal learners, at most {MOST_EXHAUSTIVE} learners"
        raise InputError("adjust", f"{problem}; there are {len(learners)}: use shaffer")
    places = {name: place for place, name in enumerate(learners)}
    ends = [tuple(sorted((places[one], places[other]))) for one, other in pairs]
    order = np.array([ends.index(pair) for pair in combinations(range(len(learners)), 2)])
    adjusted = np.empty(pvalues.shape)
    adjusted[..., order] = closed_pvalues(pvalues[..., order], len(learners))
    return adjusted


@cache  # of the process: one small set per number of learners
def _true_counts(learners: int) -> frozenset[int]:
    """Return the numbers of pairs that can be equal at once: S(k) = union over j of C(j, 2) + S(k - j)."""
    if learners < 2:
        return frozenset({0})
    found: set[int] = set()
    for group in range(1, learners + 1):
        found |= {group * (group - 1) // 2 + rest for rest in _true_counts(learners - group)}
    return frozenset(found)


def _bonferroni(pvalues: Floats, pairs: Sequence[Pair]) -> Floats:
    return np.minimum(1.0, len(pairs) * pvalues)


def _none(pvalues: Floats, _pairs: Sequence[Pair]) -> Floats:
    return pvalues


ADJUSTMENTS = {
    each.name: each
    for each in (
        Adjustment("holm", "Holm", _holm, origins=("holm1979",)),
        Adjustment("shaffer", "Shaffer", _shaffer, origins=("shaffer1986", "garcia2008")),
        Adjustment("bergmann-hommel", "Bergmann and Hommel", _bergmann_hommel, origins=("bergmann1988", "garcia2008")),
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
