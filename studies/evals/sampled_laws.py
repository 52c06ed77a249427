"""Several samples per item, with sampling noise as a set share of the variance; items in clusters; runs."""

from dataclasses import dataclass

import numpy as np

from outperform.core import Floats, Ints, Items
from studies.evals.laws import CLUSTER_LIMIT, REACH, Law, scored

GRADES = 4  # a graded answer is right in so many parts


@dataclass(frozen=True)
class Sampled:
    """Two systems on items of unlike difficulty, with samples that are drawn anew for every item.

    A system gets an item right with a probability from Beta(a, a); the two systems have the same probability on a share
    of items, so that ``share`` of the variance of an item's difference is sampling noise. A lead is a share of items
    that the first system always gets right. A graded answer is the mean of four right or wrong parts.
    """

    samples: int
    share: float
    graded: bool = False

    @property
    def name(self) -> str:
        """The law in words."""
        return f"{'grades' if self.graded else 'right/wrong'}, K = {self.samples}, noise share {self.share:g}"

    @property
    def parts(self) -> int:
        """Right or wrong parts of a sample."""
        return GRADES if self.graded else 1

    @property
    def shape(self) -> float:
        """The parameter a of the probabilities."""
        return min(1.0, self.samples * self.parts * self.share / (2 * (1 - self.share)))

    @property
    def alike(self) -> float:
        """The share of items on which both systems have the same probability."""
        noise = self.shape / (self.samples * self.parts)
        return max(0.0, 1 - 2 * noise * (1 - self.share) / self.share)

    @property
    def sd(self) -> float:
        """The standard deviation of an item's difference, without a lead."""
        noise = self.shape / (self.samples * self.parts)
        return float(np.sqrt((noise + (1 - self.alike) / 2) / (2 * self.shape + 1)))

    def difference(self, n: int, lead: float) -> float:
        """Return the true difference for a lead in standard errors."""
        return float(min(0.45, lead * self.sd / np.sqrt(n)))

    def items(self, rng: np.random.Generator, n: int, lead: float) -> Floats:
        """Draw the probabilities of both systems on n items: [system, item]."""
        chances = rng.beta(self.shape, self.shape, (2, n))
        chances[0] = np.where(rng.random(n) < self.alike, chances[1], chances[0])
        chances[0, rng.random(n) < 2 * self.difference(n, lead)] = 1.0
        return chances

    def answers(self, rng: np.random.Generator, chances: Floats, runs: int = 1) -> Floats:
        """Draw samples given the items: [run, system, sample, item]."""
        shape = runs, 2, self.samples, chances.shape[1]
        if self.parts == 1:
            return (rng.random(shape) < chances[:, np.newaxis]).astype(np.float64)
        drawn: Floats = rng.binomial(self.parts, chances[:, np.newaxis], shape) / self.parts
        return drawn

    def draw(self, rng: np.random.Generator, n: int, lead: float) -> Items:
        """Draw fresh items and their samples."""
        return Items(row_scores=self.answers(rng, self.items(rng, n, REACH * lead))[0])

    def law(self) -> Law:
        """Return the law of fresh items and samples."""
        return Law(self.name, "samples", self.draw, lambda n: self.difference(n, REACH))


def _equal(rng: np.random.Generator, groups: int) -> Ints:  # noqa: ARG001 - the sizes are not drawn
    return np.full(groups, 8)


def _half(rng: np.random.Generator, groups: int) -> Ints:  # noqa: ARG001
    return np.array([5 * (groups - 1)] + [5] * (groups - 1))


def _drawn(rng: np.random.Generator, groups: int) -> Ints:
    drawn: Ints = np.ceil(6 * np.exp(rng.standard_normal(groups))).astype(np.int64)
    return drawn


SIZES_OF_CLUSTERS = {"equal sizes": _equal, "half of the items in one cluster": _half, "log-normal sizes": _drawn}
GROUPS = (6, 10, 30)


def clustered(sizes: str, correlation: float, *, right_wrong: bool = False) -> Law:
    """Return items in clusters whose differences have an intraclass correlation."""

    def lead_of(groups: int) -> float:
        return 0.2 if right_wrong else float(REACH / np.sqrt(groups))

    def draw(rng: np.random.Generator, groups: int, lead: float) -> Items:
        counts = SIZES_OF_CLUSTERS[sizes](rng, groups)
        clusters = np.repeat(np.arange(groups), counts)
        shared, own = rng.standard_normal(groups)[clusters], rng.standard_normal(clusters.size)
        latent = np.sqrt(correlation) * shared + np.sqrt(1 - correlation) * own
        if not right_wrong:
            made = scored(latent + lead * lead_of(groups), np.zeros(clusters.size))
        else:
            made = _signs(rng, latent, lead * lead_of(groups))
        return Items(row_scores=made.row_scores, clusters=clusters)

    words = f"{'right/wrong' if right_wrong else 'normal'}, {sizes}, correlation {correlation:g}"
    return Law(words, "clusters", draw, lead_of, GROUPS, CLUSTER_LIMIT)


def _signs(rng: np.random.Generator, latent: Floats, lead: float) -> Items:
    """Turn latent differences into right and wrong answers: the outer fifths differ; the lead turns losses to wins."""
    outer = 0.8416212335729143  # P(|z| > outer) = .4
    wins, losses = latent > outer, latent < -outer
    turned = losses & (rng.random(latent.size) < lead / 0.4)
    wins, losses = wins | turned, losses & ~turned
    tied = (rng.random(latent.size) < 0.6).astype(np.float64)
    return scored(np.where(wins, 1.0, np.where(losses, 0.0, tied)), np.where(losses, 1.0, np.where(wins, 0.0, tied)))


@dataclass(frozen=True)
class Shared:
    """Runs that share something over all items: ``tau`` is the shared part, in standard errors of the items' mean."""

    runs: int
    tau: float
    right_wrong: bool = False

    @property
    def variances(self) -> tuple[float, float]:
        """Of an item's difference: over items, and of the noise of its own."""
        return (2 * 0.4**2 / 12, 2 * 0.2367) if self.right_wrong else (2.0, 2.0)

    def scale(self, n: int) -> float:
        """Return the standard error of the mean difference without the shared part."""
        items, noise = self.variances
        return float(np.sqrt((items + noise / self.runs) / n))

    def lead_of(self, n: int) -> float:
        """Return the true difference where the first system leads."""
        return REACH * self.scale(n) * float(np.sqrt(1 + 2 * self.tau**2 / self.runs))

    def draw(self, rng: np.random.Generator, n: int, lead: float) -> Items:
        """Draw fresh items and fresh runs: real scores, or right and wrong answers whose chances move with the run."""
        own = rng.uniform(0.3, 0.7, (2, 1, n)) if self.right_wrong else rng.standard_normal((2, 1, n))
        own[0] += lead * self.lead_of(n) / 2
        own[1] -= lead * self.lead_of(n) / 2
        moved = own + self.tau * self.scale(n) * rng.standard_normal((2, self.runs, 1))
        if self.right_wrong:
            table = (rng.random((2, self.runs, n)) < moved).astype(np.float64)
        else:
            table = moved + rng.standard_normal((2, self.runs, n))
        return Items(row_scores=table, runs=True)

    def law(self) -> Law:
        """Return the law of fresh items and fresh runs."""
        words = f"{'right/wrong' if self.right_wrong else 'normal'}, {self.runs} runs, shared part {self.tau:g}"
        return Law(words, "runs", self.draw, self.lead_of, (200,))


SAMPLED = tuple(
    Sampled(*each).law() for each in ((3, 0.2), (3, 0.8), (5, 0.2), (5, 0.8), (3, 0.2, True), (3, 0.8, True))
)
CLUSTERED = (
    *(clustered(sizes, each) for sizes in SIZES_OF_CLUSTERS for each in (0.0, 0.3, 0.9)),
    *(clustered(sizes, 0.3, right_wrong=True) for sizes in SIZES_OF_CLUSTERS),
)
RUNS = (
    *(Shared(runs, tau).law() for runs in (3, 5, 10) for tau in (0.0, 0.5, 1.0, 2.0)),
    *(Shared(runs, 1.0, right_wrong=True).law() for runs in (3, 5, 10)),
)
