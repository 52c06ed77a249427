"""Leagues with which the contracts of their tests are checked."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from outperform.core import Floats, LeagueCells, stream

DATASETS, LEARNERS = 24, 4
PAIRS = np.array([[first, second] for first in range(LEARNERS) for second in range(first + 1, LEARNERS)])


def simulated_league(values: Floats, error: float = 0.01) -> LeagueCells:
    """Return cells of scores [..., dataset, learner] whose learners have independent errors of this size."""
    datasets, learners = values.shape[-2:]
    known = np.broadcast_to(error**2 * np.eye(learners), (datasets, learners, learners)).copy()
    names = tuple(f"d{at}" for at in range(datasets)), tuple(f"l{at}" for at in range(learners))
    return LeagueCells(*names, values, known)


def draw_league(rng: np.random.Generator, lead: float = 0.0, leagues: tuple[int, ...] = ()) -> LeagueCells:
    """Draw leagues of learners that are equally good, but for a lead of the first."""
    easy = rng.uniform(0.6, 0.9, (*leagues, DATASETS, 1))
    values = easy + rng.normal(0.0, 0.03, (*leagues, DATASETS, LEARNERS))
    values[..., 0] += lead
    return simulated_league(values)


def league_cases() -> Iterator[LeagueCells]:
    """Yield leagues with and without a lead, with ties and zeros, and with few data sets."""
    for number, lead in enumerate((0.0, 0.01, 0.02, 0.05, -0.03)):
        cells = draw_league(stream(number, "league"), lead)
        yield cells
        yield simulated_league(cells.values.round(2))
        yield cells.kept(np.arange(3 + 2 * number))
    same = draw_league(stream(9, "league"))
    values = same.values.copy()
    values[:20, 1] = values[:20, 0]  # the two differ on four data sets alone
    yield replace(same, values=values)
