"""Standard errors with the data sets fixed: two runs of ten repetitions differ by as much as they say."""

import numpy as np
import pytest

from outperform.core import stream
from outperform.papers.bouckaert_frank_2004.errors import fixed_se
from outperform.papers.bouckaert_frank_2004.printed import printed_rejections, printed_tables, summary

RUNS = 600


@pytest.mark.parametrize("shape", [0.1, 0.25, 0.6], ids=str)
def test_two_runs_on_the_same_data_sets_differ_by_their_standard_errors(shape: float) -> None:
    """27 data sets are drawn once; the root mean square of z over 600 pairs of runs is 1 within a fifth."""
    rng = stream(0, "fixed", shape)
    z = []
    for _ in range(RUNS):
        chances = rng.beta(shape, shape, size=27)
        runs = [rng.binomial(10, chances) for _ in range(2)]
        gap = summary(runs[0]).mean(axis=1) - summary(runs[1]).mean(axis=1)
        z.append(gap / np.hypot(fixed_se(runs[0], 10), fixed_se(runs[1], 10)))
    rms = np.sqrt(np.mean(np.square(z), axis=0))
    assert rms == pytest.approx(1, abs=0.2)


def test_errors_of_table_1_are_smaller_than_those_of_data_sets_drawn() -> None:
    """By hand, NB vs C4.5 (p. 8): 9 of 27 consistent; drawn, the error of that count is sqrt(27 x 1/3 x 2/3) = 2.4."""
    counts = printed_rejections(list(printed_tables().table_1))[:, 0]
    consistent, almost, level = fixed_se(counts, 10)
    assert 1 < 27 * consistent < 2.4
    assert 1 < 27 * almost < 2.4
    assert 0.01 < level < 0.04


def test_more_repetitions_of_the_same_data_sets_leave_less_open() -> None:
    counts = np.array([0, 0, 1, 3, 5, 9, 10, 10])
    assert fixed_se(10 * counts, 100)[2] < fixed_se(counts, 10)[2]
    assert fixed_se(10 * counts, 100, 10)[2] == pytest.approx(fixed_se(counts, 10)[2], rel=0.5)
