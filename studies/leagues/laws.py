"""Ways to draw leagues: learners whose expected scores are known, on data sets that differ."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from outperform.core import Bools, Floats, Ints, LeagueCells

NOISE, ERROR_DF = 0.5, 9  # median standard error of a score; degrees of freedom of its estimate
Draw = Callable[[np.random.Generator, tuple[int, ...]], Floats]
"""How learners deviate from their mean on a data set: [..., data set, learner], with a mean of 0."""


@dataclass(frozen=True)
class Law:
    """How far learners deviate on a data set from their mean over data sets."""

    name: str
    draw: Draw
    sd: float = 1.0  # by which leads are measured; about that of the middle of the distribution
    symmetric: bool = True  # differences are symmetric about their mean

    def values(self, rng: np.random.Generator, means: Floats, datasets: int, leagues: int) -> Floats:
        """Draw true scores [league, dataset, learner]; ``means`` are [league, learner] or [learner]."""
        means = np.broadcast_to(means, (leagues, means.shape[-1]))[:, np.newaxis]
        found: Floats = means + self.draw(rng, (leagues, datasets, means.shape[-1]))
        return found

    def unit(self, datasets: int) -> float:
        """Return about the standard error of the mean of a difference."""
        return float(np.sqrt(2 * (self.sd**2 + NOISE**2) / datasets))


def _skewed(rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    """Draw every other learner from an exponential distribution; the rest vary little."""
    found = 0.3 * rng.standard_normal(shape)
    found[..., ::2] = rng.standard_exponential(shape)[..., ::2] - 1
    return found


def _paired(rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    """Draw learners in pairs that resemble each other: a correlation of .8."""
    pairs = rng.standard_normal((*shape[:-1], (shape[-1] + 1) // 2))
    alike = np.repeat(pairs, 2, axis=-1)[..., : shape[-1]]
    found: Floats = np.sqrt(0.8) * alike + np.sqrt(0.2) * rng.standard_normal(shape)
    return found


NORMAL = Law("normal", lambda rng, shape: rng.standard_normal(shape))
T3 = Law("t, 3 degrees of freedom", lambda rng, shape: rng.standard_t(3, shape) / np.sqrt(3), 0.8)
T15 = Law("t, 1.5 degrees of freedom", lambda rng, shape: rng.standard_t(1.5, shape), 1.6)
SKEWED = Law("skewed", _skewed, 0.75, symmetric=False)
SMALL = Law("normal, data sets much alike", lambda rng, shape: 0.2 * rng.standard_normal(shape), 0.2)
PAIRED = Law("normal, learners alike in pairs", _paired)
LAWS = {law.name: law for law in (NORMAL, T3, T15, SKEWED, SMALL, PAIRED)}


def pairs_of(learners: int) -> Ints:
    """Return all pairs [pair, 2]."""
    return np.stack(np.triu_indices(learners, 1), axis=1)


def names_of(prefix: str, count: int) -> tuple[str, ...]:
    """Return names."""
    return tuple(f"{prefix}{at}" for at in range(count))


def league_of(values: Floats, error: Floats | None = None) -> LeagueCells:
    """Return leagues of these values [..., dataset, learner]."""
    return LeagueCells(names_of("d", values.shape[-2]), names_of("l", values.shape[-1]), values, error)


def measured(rng: np.random.Generator, true: Floats) -> LeagueCells:
    """Add the noise of scores, with standard errors that are estimated."""
    leagues, datasets, learners = true.shape
    variance = NOISE**2 * np.exp(rng.normal(0, 0.7, (leagues, datasets, 1)))
    estimate = variance * rng.chisquare(ERROR_DF, true.shape) / ERROR_DF
    values = true + np.sqrt(variance) * rng.standard_normal(true.shape)
    return league_of(values, estimate[..., np.newaxis] * np.eye(learners))


def leading(learners: int, lead: float) -> Floats:
    """Return means: the first learner leads all others, which are equal."""
    return np.array([lead, *[0.0] * (learners - 1)])


def equal_pairs(means: Floats, pairs: Ints) -> Bools:
    """Return whether the learners of a pair have the same mean."""
    return np.asarray(means[pairs[:, 0]] == means[pairs[:, 1]])
