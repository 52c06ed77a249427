"""Where the noise of a mean difference comes from."""

import numpy as np
import pytest
from tests.refusals import refused

from outperform.core import MisfitError, Scores
from outperform.significance import CorrectedT
from outperform.significance.noise import Noise


def pair(x, ratio=None):
    """Make scores whose differences are x[repeat, fold]."""
    values = np.stack([0.5 + np.asarray(x), np.full(np.shape(x), 0.5)])
    n_test = np.full(np.shape(x), 20)
    n_train = np.full(np.shape(x), 20 / (ratio or 1 / (np.shape(x)[1] - 1))).astype(int)
    return Scores(("a", "b"), None, values, n_train, n_test)


def drawn(repeats=3, folds=10, seed=0):
    return np.random.default_rng(seed).normal(0.02, 0.05, (repeats, folds))


def test_the_noise_of_a_repeat_is_the_variance_of_repeat_means():
    x = drawn()
    noise = Noise.of(pair(x), 1 / 9)
    assert noise.run == pytest.approx(x.mean(axis=1).var(ddof=1))
    assert (noise.run_df, noise.basis) == (2, "repeats")
    assert noise.mean == pytest.approx(x.mean())


@pytest.mark.parametrize("repeats", [1, 3, 10])
def test_the_expected_standard_deviation_is_that_of_the_table_it_was_read_from(repeats):
    """sum of squares = within repeats + k times between: r(k-1) W + (r-1) k V_run, over rk - 1."""
    x = drawn(repeats)
    assert float(Noise.of(pair(x), 1 / 9).split_sd(np.array(float(repeats)))) == pytest.approx(x.std(ddof=1))


def test_the_smallest_difference_with_endless_repeats_is_2_80_s_over_the_root_of_k_less_1():
    """1.95996 + 0.84162 = 2.80158: normal quantiles at .975 and .8."""
    noise = Noise.of(pair(drawn(50)), 1 / 9)
    s = float(noise.split_sd(np.array(np.inf)))
    assert float(noise.smallest(np.array(np.inf), 0.05, 0.8)) == pytest.approx(2.80158 * s / 3, rel=1e-5)


def test_random_splits_have_the_noise_of_the_corrected_t_test():
    x = drawn(30, 1)
    noise = Noise.of(pair(x, ratio=0.25), 0.25)
    variance = x.var(ddof=1)
    assert float(noise.total(np.array(30.0))) == pytest.approx(variance * (1 / 30 + 0.25))
    assert float(noise.split_sd(np.array(7.0))) == pytest.approx(variance**0.5)


def test_a_difference_of_that_size_needs_that_many_repeats():
    noise = Noise.of(pair(drawn()), 1 / 9)
    for repeats in (2, 10, 40):
        least = float(noise.smallest(np.array(float(repeats)), 0.05, 0.8))
        assert noise.repeats_for(least * (1 + 1e-9), 0.05, 0.8) == repeats
    assert noise.repeats_for(0.99 * float(noise.smallest(np.array(np.inf), 0.05, 0.8)), 0.05, 0.8) is None


def test_half_the_difference_needs_four_times_the_rows():
    noise = Noise.of(pair(drawn()), 1 / 9)
    least = float(noise.smallest(np.array(10.0), 0.05, 0.8))
    assert noise.rows_for(least / 2, 10, 0.05, 0.8) == pytest.approx(4)


def test_one_repeat_assumes_the_noise_of_partitions():
    x = drawn(1)
    noise = Noise.of(pair(x), 1 / 9)
    assert (noise.run_df, noise.basis) == (0, "assumed")
    assert noise.run == pytest.approx(0.01 * x.var(ddof=1))


@pytest.mark.parametrize("constant", [0.0, 0.1])
def test_nothing_varies(constant):
    noise = Noise.of(pair(np.full((3, 10), constant)), 1 / 9)
    assert noise.still
    assert float(noise.smallest(np.array(10.0), 0.05, 0.8)) == 0
    assert noise.agreement(np.array([1.0, 10.0]), 0.05).tolist() == [1, 1]


def test_one_split_is_refused():
    with refused(None, "1 split", error=MisfitError):
        Noise.of(pair([[0.1]], ratio=0.5), 0.5)


def test_leaving_one_out_has_no_other_partition():
    x = drawn(1, 40)
    scores = pair(x)
    alone = Scores(scores.learners, None, scores.values, np.full((1, 40), 39), np.ones((1, 40), dtype=int))
    assert Noise.of(alone, 1 / 39).run == 0


def test_the_repeats_needed_are_those_of_the_verdict():
    scores = pair(drawn())
    found = CorrectedT().judge(scores).stability.replicability(0.05)
    assert Noise.of(scores, scores.traits.ratio).wander.replicability(0.05) == found
