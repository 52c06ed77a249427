"""Items: what each learner or fixed system did on every row, and what a test may need of them."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from outperform.core.arrays import Bools, Floats, Ints, Values
from outperform.core.brief import Brief
from outperform.core.errors import MisfitError
from outperform.surface import either

if TYPE_CHECKING:
    from outperform.core.roles import Metric


@dataclass(frozen=True, eq=False, repr=False)
class Items(Brief):
    """The rows of a plan with the learners' predictions, or the items that fixed systems were scored on.

    Of fixed systems often only the scores are known: then ``row_scores`` takes the place of truth and predictions, and
    its second axis holds the samples (answers drawn anew) of each item. A system with fewer samples of an item has NaN.
    """

    truth: Values | None = None  # [row]
    predictions: Values | None = None  # [learner, repeat, row]
    row_scores: Floats | None = None  # [learner, repeat or sample, row], where labels are not enough
    tested: Bools | None = None  # [repeat, row]; None where every row is tested in every repeat
    metric: "Metric | None" = None  # that made the scores, for tests that score resampled rows
    ids: Values | None = None  # [row]: the names of items
    clusters: Ints | None = None  # [row]: 0, 1, ...; items of one cluster belong together
    strata: Values | None = None  # [row]: the names of the tasks
    weights: Floats | None = None  # [row]: None where all items count the same
    runs: bool = False  # the samples are runs, which share something over all items
    cluster_names: Values | None = None  # [cluster]; None where only their numbers are known
    whole: "tuple[Items, slice] | None" = field(default=None, init=False, repr=False)  # of which these are a pair

    def single(self) -> tuple[Values, Values]:
        """Return truth [row] and predictions [learner, row] on the rows tested in the first repeat."""
        if self.truth is None or self.predictions is None:
            raise MisfitError("predictions are needed, but there are only scores of items")
        if self.tested is None:
            return self.truth, self.predictions[:, 0]
        rows = self.tested[0]
        return self.truth[rows], self.predictions[:, 0, rows]

    @cached_property
    def scored(self) -> Floats | None:
        """The score of every item [learner, sample, row]; None for a metric that is not a mean over items."""
        if self.row_scores is not None:
            return self.row_scores
        by_row = getattr(self.metric, "row_scores", None)
        if by_row is None or self.truth is None or self.predictions is None:
            return None
        if self.whole is not None:  # many pairs share the scores of their learners
            every, both = self.whole
            return None if every.scored is None else every.scored[both]
        found: Floats = np.asarray(by_row(self.truth, self.predictions), dtype=np.float64)
        return found

    @cached_property
    def ranges(self) -> "ScoreRanges | None":
        """What is measured of the scores of each learner; None for a metric that is not a mean over items."""
        if self.whole is not None:
            every, both = self.whole
            return None if every.ranges is None else every.ranges.of(both)
        return None if self.scored is None else ScoreRanges.measured(self.scored)

    @property
    def size(self) -> int:
        """The number of items."""
        known = self.truth if self.truth is not None else self.row_scores
        return 0 if known is None else int(known.shape[-1])

    @cached_property
    def names(self) -> Values:
        """The names of all items as text, by default their numbers from 1; many pairs share them."""
        if self.whole is not None:
            return self.whole[0].names
        given = range(1, self.size + 1) if self.ids is None else self.ids.tolist()
        return np.fromiter(map(str, given), dtype=object, count=self.size)

    @cached_property
    def _cluster_count(self) -> int | None:
        if self.whole is not None:
            return self.whole[0]._cluster_count
        return None if self.clusters is None else int(np.unique(self.clusters).size)

    @cached_property
    def traits(self) -> "ItemTraits":
        """What is measured of the items."""
        ranges = self.ranges
        samples, most, binary = (1, 1, False) if ranges is None else ranges.together
        clusters = self._cluster_count
        weighted = self.weights is not None and bool(np.ptp(self.weights) > 0)
        means = ranges is not None
        return ItemTraits(self.size, samples, clusters, binary=binary, means=means, weighted=weighted, most=most)

    def of(self, places: list[int]) -> "Items":
        """Keep some learners, in this order."""
        return replace(
            self,
            predictions=None if self.predictions is None else self.predictions[places],
            row_scores=None if self.row_scores is None else self.row_scores[places],
        )

    def pair(self, first: int, second: int) -> "Items":
        """Keep two learners, in this order."""
        step = second - first
        stop = second + step
        both = slice(first, stop if stop >= 0 else None, step)  # a view: a copy may be larger than the data
        pair = replace(
            self,
            predictions=None if self.predictions is None else self.predictions[both],
            row_scores=None if self.row_scores is None else self.row_scores[both],
        )
        if self.whole is None and self.tested is None and self.scored_once:
            object.__setattr__(pair, "whole", (self, both))
        return pair

    @property
    def scored_once(self) -> bool:
        """Whether every learner has one prediction, or one table of scores, of each item."""
        return self.row_scores is not None or (self.predictions is not None and self.predictions.shape[1] == 1)

    def repeats(self, kept: Ints) -> "Items":
        """Keep some repeats."""
        tested = None if self.tested is None else self.tested[kept]
        return replace(
            self,
            predictions=None if self.predictions is None else self.predictions[:, kept],
            row_scores=None if self.row_scores is None else self.row_scores[:, kept],
            tested=None if tested is None or tested.all() else tested,
        )


@dataclass(frozen=True, eq=False, repr=False)
class ScoreRanges(Brief):
    """What is measured of the scores of items, learner by learner."""

    largest: Floats  # [learner]: the largest size of a finite score
    finite: Bools  # [learner]: no score is missing or infinite
    binary: Bools  # [learner]: every score is 0 or 1
    samples: Ints  # [learner, 2]: of an item, at least and at most

    @classmethod
    def measured(cls, scored: Floats) -> "ScoreRanges":
        """Measure scores [learner, sample, row]."""
        found = [_ranges_of(each) for each in scored]
        largest, finite, binary, samples = zip(*found, strict=True) if found else ((), (), (), ())
        return cls(np.array(largest), np.array(finite), np.array(binary), np.array(samples).reshape(-1, 2))

    def of(self, both: slice) -> "ScoreRanges":
        """Keep some learners."""
        return ScoreRanges(self.largest[both], self.finite[both], self.binary[both], self.samples[both])

    @property
    def together(self) -> tuple[int, int, bool]:
        """The least and the largest number of samples of an item, and whether every score is 0 or 1."""
        if not len(self.samples):
            return 1, 1, True
        return int(self.samples[:, 0].min()), int(self.samples[:, 1].max()), bool(self.binary.all())


def _ranges_of(scored: Floats) -> tuple[float, bool, bool, tuple[int, int]]:
    """Measure scores [sample, row] of a learner."""
    low, high = (float(scored.min()), float(scored.max())) if scored.size else (0.0, 0.0)
    finite = bool(np.isfinite(low) and np.isfinite(high))  # NaN is lowest and highest where there is any
    sizes = np.abs(scored)
    largest = max(-low, high, 0.0) if finite else float(sizes.max(where=np.isfinite(sizes), initial=0.0))
    binary = bool(((scored == 0) | (scored == 1) | np.isnan(scored)).all())
    samples = (1, 1)
    if scored.size and scored.shape[0] > 1:
        counts = (~np.isnan(scored)).sum(axis=0)
        samples = int(counts.min()), int(counts.max())
    return largest, finite, binary, samples


@dataclass(frozen=True)
class ItemTraits:
    """What is measured of the items of two or more systems."""

    count: int
    samples: int  # per item and system, at least
    clusters: int | None  # None where items stand alone
    binary: bool  # every score is 0 or 1
    means: bool  # the metric is a mean over items
    weighted: bool = False
    most: int = 1  # samples per item and system


@dataclass(frozen=True)
class ItemNeeds:
    """What a test needs of the items."""

    least: int = 1
    samples: tuple[int, int | None] = (1, None)  # per item and system; both bounds included
    clusters: int = 0  # at least so many; 0: no clusters are needed
    binary: bool = False  # right or wrong
    means: bool = False  # a score per item, whose mean is the metric
    weights: bool = True  # allows items of different weights
    alone: bool = False  # no two items may belong together
    instead: str = "item-t"  # the test for scores that are not 0 or 1, or several samples

    def misfit(self, traits: ItemTraits) -> str | None:
        """Return what is needed and what there is instead, or None where the test fits."""
        if traits.count < self.least:
            return f"needs at least {self.least} items, but there {'is' if traits.count == 1 else 'are'} {traits.count}"
        if self.means and not traits.means:
            return "needs a metric that is a mean over items, but this one is not; use bootstrap-t"
        if self.binary and not traits.binary:
            return f"needs scores that are 0 or 1 (wrong or right), but there are others; use {self.instead}"
        low, high = self.samples
        if traits.samples < low or (high is not None and traits.most > high):
            wanted = f"{low} sample{'' if low == 1 else 's'} per item" if low == high else f"at least {low} samples"
            there = traits.samples if traits.samples < low else traits.most
            return f"needs {wanted}, but there {'is' if there == 1 else 'are'} {there}; use {self.instead}"
        if not self.weights and traits.weighted:
            return "needs items that count the same, but these have weights; use item-t"
        return self._cluster_misfit(traits)

    def _cluster_misfit(self, traits: ItemTraits) -> str | None:
        if self.alone and traits.clusters is not None and traits.clusters < traits.count:
            there = f"{traits.count} items are in {traits.clusters} cluster{'' if traits.clusters == 1 else 's'}"
            return f"needs items that do not belong together, but these {there}; use clustered-t on all items at once"
        if self.clusters and traits.clusters is None:
            return f"needs the cluster of each item, but there is none: pass {either('--cluster COL', 'cluster=…')}"
        if self.clusters and traits.clusters is not None and traits.clusters < self.clusters:
            are = "is" if traits.clusters == 1 else "are"
            return f"needs at least {self.clusters} clusters, but there {are} {traits.clusters}"
        return None
