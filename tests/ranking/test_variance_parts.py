"""Where the variance of a difference comes from, against simulated leagues with known parts."""

import numpy as np

from outperform.core import VarianceParts
from outperform.procedures.leagues import table_of_values
from outperform.ranking.cells_of import cells_of
from outperform.ranking.variance_parts import variance_parts

PAIR = np.array([[0, 1]])


def made(datasets=300, repeats=4, folds=10, between=0.03, data=0.012, splits=0.006):
    """Scores of two learners; ``between``, ``data`` and ``splits`` are standard deviations of their difference.

    The folds of a repeat spread as the corrected variance expects: (1/J + 1/(k - 1)) s^2 = V_D + V / r.
    """
    rng = np.random.default_rng(0)
    spread = (data**2 + splits**2 / repeats) / (1 / (repeats * folds) + 1 / (folds - 1))
    values = []
    for _ in range(datasets):
        noise = rng.normal(0, spread**0.5, (2, repeats, folds)) / 2**0.5
        noise -= noise.mean(axis=2, keepdims=True)
        level = rng.normal(0, (between**2 + data**2) ** 0.5, (2, 1, 1)) / 2**0.5
        run = rng.normal(0, splits, (2, repeats, 1)) / 2**0.5
        values.append(0.8 + level + run + noise)
    return table_of_values(values)


def test_the_parts_are_those_of_the_simulation():
    """300 data sets: tau^2 and V within 25 %, V_D within 35 % of what was drawn: .0009, .000036 and .000144."""
    found = variance_parts(cells_of(made()), PAIR)
    assert abs(found.between / 0.0009 - 1) < 0.25
    assert abs(found.data / 0.000144 - 1) < 0.35
    assert abs(4 * found.splits / 0.000036 - 1) < 0.25


def test_without_repeats_nothing_is_known():
    assert variance_parts(cells_of(made(10, repeats=1)), PAIR) is None
    one = made(2)
    assert variance_parts(cells_of(table_of_values([one.scores[0].values])), PAIR) is None


def test_shares_of_an_interval():
    assert VarianceParts(0.0, 0.0, 0.0).narrower_repeats == 0
    assert VarianceParts(3.0, 0.0, 1.0).narrower_repeats == 1 - 0.75**0.5
