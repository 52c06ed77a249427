"""Two fixed systems on simulated items."""

from dataclasses import dataclass
from math import inf
from statistics import NormalDist
from typing import Literal

import numpy as np

from outperform.core import Floats, Items, ItemSource, SpecError, Truth
from outperform.sources import _item_laws as laws
from outperform.sources._checks import require, require_least

Law = Literal["right-wrong", "normal", "t3", "skewed", "losses", "tied", "labels", "ranks"]
METRICS = {"labels": "f1", "ranks": "roc_auc"}
LAWS = ("right-wrong", *laws.DEVIATIONS, *METRICS)
MOST = 10_000_000  # scores of a set of items
SQUARE = 2.0**0.5
NORMAL = NormalDist()


@dataclass(frozen=True)
class FixedItems(ItemSource):
    """Two fixed systems, such as language models, on items: right and wrong answers, scores, or predictions.

    Parameters
    ----------
    law
        ``right-wrong``: answers; the systems are right with chances that vary with the item. ``normal``, ``t3``,
        ``skewed`` (an exponential less its mean), ``losses`` (small gains, large losses on one item in 20) and ``tied``
        (70% of items are tied): differences of scores with standard deviation 1. ``labels``: classes, judged by F1.
        ``ranks``: scores of two classes, judged by ROC AUC.
    items
        Items of a set.
    samples
        Times that each item is answered; another run draws them anew. Not for ``labels`` and ``ranks``.
    clusters
        Into how many clusters the items fall, in turn; 0 for none. Not for ``labels`` and ``ranks``.
    lead
        The true difference, for answers and scores; for ``labels`` what the recall of the first exceeds that of the
        second by, for ``ranks`` what the mean of its positive items does.
    noise
        Standard deviation of a sample of a score around the item's own; 0 for none.

    Examples
    --------
    >>> source = FixedItems(law="right-wrong", items=50, samples=3, lead=0.1)
    >>> items = source.draw(np.random.default_rng(0), np.random.default_rng(1))
    >>> items.row_scores.shape, source.truth.difference
    ((2, 3, 50), 0.1)
    """

    slug = "fixed-items"
    law: Law = "right-wrong"
    items: int = 100
    samples: int = 1
    clusters: int = 0
    lead: float = 0.0
    noise: float = 0.0

    def __post_init__(self) -> None:
        """Raise SpecError for parameters that make no set of items."""
        super().__post_init__()
        require(self, "law", self.law in LAWS, f"one of {', '.join(LAWS)}")
        require_least(self, items=5 if self.law in METRICS else 1, samples=1, clusters=0, noise=0)
        require(self, "items", self.items * self.samples <= MOST, f"at most {MOST // self.samples:,}")
        require(self, "clusters", self.clusters <= self.items, f"at most {self.items}, the number of items")
        require(self, "noise", bool(np.isfinite(self.noise)), "a finite number")
        low, high = {"right-wrong": (-0.5, 0.5), "labels": (-laws.RECALL, 1 - laws.RECALL)}.get(self.law, (-1e6, 1e6))
        require(self, "lead", low <= self.lead <= high + 1e-12, f"between {low:g} and {high:g}")
        if self.law in METRICS and (self.samples > 1 or self.clusters):
            raise SpecError(f"{self.slug}.law", f"{self.law} has neither samples nor clusters")
        if self.law == "right-wrong" and self.lead < 0:
            raise SpecError(f"{self.slug}.lead", f"must be 0 or more, got {self.lead!r}")

    @property
    def metric(self) -> str | None:
        """The metric of predictions; None where every item has a score."""
        return METRICS.get(self.law)

    @property
    def varies(self) -> bool:
        """Answers are drawn anew; scores only where they have noise, predictions never."""
        return self.law == "right-wrong" or (self.noise > 0 and self.law not in METRICS)

    @property
    def truth(self) -> Truth:
        """The difference on endless items."""
        if self.law == "labels":
            return Truth(laws.f1(laws.RECALL + self.lead) - laws.f1(laws.RECALL))
        if self.law == "ranks":
            return Truth(_area(laws.SHIFT + self.lead) - _area(laws.SHIFT))
        return Truth(self.lead)

    def draw(self, rng: np.random.Generator, run: np.random.Generator) -> Items:
        """Draw items, then the answers of a run."""
        if self.law in METRICS:
            return self._predicted(rng)
        clusters = np.arange(self.items) % self.clusters if self.clusters else None
        size, streams = (self.items, self.samples), (rng, run)
        drawn = (
            laws.answers(size, self.lead, clusters, streams)
            if self.law == "right-wrong"
            else laws.scores(self.law, size, self.lead, self.noise, clusters, streams)
        )
        return Items(row_scores=drawn, clusters=clusters)

    def _predicted(self, rng: np.random.Generator) -> Items:
        """Draw predictions; another run of fixed systems without samples gives the same."""
        truth, latent = laws.truths(rng, self.items), laws.latent(rng, self.items)
        said: Floats
        if self.law == "ranks":
            said = latent + (laws.SHIFT + np.array([[self.lead], [0.0]])) * truth
        else:
            found = [[_quantile(laws.RECALL + self.lead)], [_quantile(laws.RECALL)]]
            said = (latent < np.where(truth == 1, found, _quantile(laws.FALSE))).astype(np.float64)
        return Items(truth, said[:, np.newaxis])


def _area(shift: float) -> float:
    """Return the chance that a positive item scores above a negative one."""
    return NORMAL.cdf(shift / SQUARE)


def _quantile(share: float) -> float:
    """Return the normal quantile; infinite at 0 and 1."""
    if 0 < share < 1:
        return NORMAL.inv_cdf(share)
    return -inf if share <= 0 else inf
