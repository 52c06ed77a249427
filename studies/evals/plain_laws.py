"""One score per item: right or wrong, grades, real numbers."""

from collections.abc import Callable

import numpy as np

from outperform.core import Floats, Items
from studies.evals.laws import REACH, Law, scored

Spread = Callable[[np.random.Generator, int], Floats]


def right_wrong(accuracy: float, discordant: float) -> Law:
    """Return right and wrong answers: the mean accuracy, and the share of items that only one system gets right."""

    def lead_of(n: int) -> float:
        return float(min(0.8 * discordant, REACH * np.sqrt(discordant / n)))

    def draw(rng: np.random.Generator, n: int, lead: float) -> Items:
        wins = (discordant + lead * lead_of(n)) / 2
        both = accuracy - discordant / 2
        kind = rng.choice(4, n, p=[1 - both - discordant, discordant - wins, wins, both])
        return scored((kind >= 2).astype(np.float64), (kind % 2).astype(np.float64))

    return Law(f"right/wrong, accuracy {accuracy:g}, {discordant:.0%} discordant", "right/wrong", draw, lead_of)


def shifted(name: str, spread: Spread, sd: float, skewness: float = 0.0) -> Law:
    """Return differences of a distribution with mean 0, to which the lead is added."""

    def lead_of(n: int) -> float:
        return float(REACH * sd / np.sqrt(n))

    def draw(rng: np.random.Generator, n: int, lead: float) -> Items:
        base = rng.standard_normal(n)
        return scored(base + spread(rng, n) + lead * lead_of(n), base)

    return Law(name, "scores", draw, lead_of, skewness=skewness, shifts=True, real=True)


def log_normal(sigma: float) -> Law:
    """Return log-normal differences less their mean."""
    grown = np.exp(sigma**2)

    def spread(rng: np.random.Generator, n: int) -> Floats:
        found: Floats = np.exp(sigma * rng.standard_normal(n)) - np.sqrt(grown)
        return found

    skewness = float((grown + 2) * np.sqrt(grown - 1))
    return shifted(f"log-normal differences, sigma {sigma:g}", spread, float(np.sqrt(grown * (grown - 1))), skewness)


def graded(halves: float, wholes: float) -> Law:
    """Return grades 0, .5 and 1: shares of items that differ by a half and by a whole grade; the others are ties."""
    gap = halves / 2 + wholes  # the mean of |d|

    def tilt(n: int) -> float:
        return float(min(0.9, REACH * np.sqrt((halves / 4 + wholes) / n) / gap))

    def draw(rng: np.random.Generator, n: int, lead: float) -> Items:
        size = rng.choice([0.0, 0.5, 1.0], n, p=[1 - halves - wholes, halves, wholes])
        sign = np.where(rng.random(n) < (1 + lead * tilt(n)) / 2, 1.0, -1.0)
        room = np.round(2 * (1 - size) * rng.random(n)) / 2  # the lower grade
        low, high = room, room + size
        return scored(np.where(sign > 0, high, low), np.where(sign > 0, low, high))

    name = f"grades 0, .5, 1 with {1 - halves - wholes:.0%} ties"
    return Law(name, "scores", draw, lambda n: tilt(n) * gap)


def bounded() -> Law:
    """Return scores between 0 and 1 with equal means and unlike shapes: Beta(2, 1) and Beta(4, 2)."""

    def draw(rng: np.random.Generator, n: int, lead: float) -> Items:
        return scored(rng.beta(2 + lead, 1, n), rng.beta(4, 2, n))

    return Law("bounded scores of unlike shapes", "scores", draw, lambda _: 3 / 4 - 2 / 3, skewness=-0.19, real=True)


def rare_losses(share: float = 0.05, gain: float = 0.05) -> Law:
    """Return many small gains and rare large losses with mean 0."""
    loss = gain * (1 - share) / share
    sd = float(np.sqrt(share * (1 - share)) * (gain + loss))

    def spread(rng: np.random.Generator, n: int) -> Floats:
        return np.where(rng.random(n) < share, -loss, gain) + 0.02 * rng.standard_normal(n)

    skewness = -(1 - 2 * share) / float(np.sqrt(share * (1 - share)))
    return shifted(f"small gains, {share:.0%} large losses", spread, sd, skewness)


PLAIN = (
    *(right_wrong(*each) for each in ((0.6, 0.05), (0.6, 0.4), (0.8, 0.2), (0.95, 0.08))),
    shifted("normal differences", lambda rng, n: rng.standard_normal(n), 1.0),
    shifted("t3 differences", lambda rng, n: rng.standard_t(3, n), float(np.sqrt(3))),
    graded(0.24, 0.08),
    graded(0.06, 0.02),
    bounded(),
    log_normal(0.5),
    log_normal(1.0),
    rare_losses(),
)
