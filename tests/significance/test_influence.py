"""The corrected standard error: against a learner whose variance is known, and where rows of a fold move together."""

import numpy as np
import pytest

from outperform.significance.influence import FOLDS, influence_of, is_same_learner, least_factor
from outperform.significance.rows import row_noise


def repeats(count, n=100, folds=FOLDS, seed=0):
    rng = np.random.default_rng(seed)
    return np.stack([rng.permutation(n) % folds for _ in range(count)])


def trained(own, effect, labels, folds=FOLDS):
    """Row differences of a pair whose score moves by the mean, over its training rows, of the effect of a row."""
    d = np.empty(labels.shape)
    for repeat, fold in enumerate(labels):
        for each in range(folds):
            test = fold == each
            d[repeat, test] = own[test] + effect[~test].mean()
    return d


@pytest.mark.parametrize("slope", [0.0, 0.5, 1.0])
def test_the_slope_of_a_linear_learner_is_found(slope):
    own = np.random.default_rng(1).normal(size=100)
    own -= own.mean()
    labels = repeats(20)
    found = influence_of(trained(own, slope * own, labels), labels, 10)
    still = influence_of(np.tile(own, (20, 1)), labels, 10)
    # Var(mean of own + mean of effect) = (1 + slope)^2 Var(own) / n: enumerated, not estimated
    assert found.factor / still.factor == pytest.approx(1 + slope, rel=0.03)


def test_over_datasets_the_factor_is_what_the_mean_varies_by():
    rng, labels = np.random.default_rng(2), repeats(10, n=60, folds=10, seed=3)
    means, nominal = [], []
    for _ in range(400):
        own = rng.normal(size=60)
        d = trained(own, 0.8 * own, labels, folds=10)
        noise = row_noise(d, labels, 10)
        means.append(noise.mean)
        nominal.append(noise.variance * (1 / 100 + 1 / 9))
    needed = np.sqrt(np.var(means) / np.mean(nominal))
    own = rng.normal(size=60)
    five = repeats(20, n=60, seed=4)
    assert influence_of(trained(own, 0.8 * own, five), five, 10).factor == pytest.approx(needed, rel=0.12)


def test_nothing_varies():
    labels = repeats(10)
    assert influence_of(np.ones((10, 100)), labels, 10).factor == 1
    assert influence_of(np.tile(np.arange(100.0), (10, 1)), labels, 10, by_fold=np.zeros((10, 5))).factor == 1


def test_by_folds_the_nominal_variance_is_that_of_folds():
    own = np.random.default_rng(5).normal(size=100)
    labels = repeats(20)
    d = np.tile(own, (20, 1))
    x = np.stack([[row[fold == each].mean() for each in range(5)] for row, fold in zip(d, labels, strict=True)])
    by_rows, by_folds, doubled = (influence_of(d, labels, 10, each).factor for each in (None, x, 2 * x))
    assert by_folds == pytest.approx(by_rows, rel=0.1)
    assert doubled == pytest.approx(by_folds / 2)


def test_another_learner_is_told_apart():
    d = np.random.default_rng(6).normal(size=(2, 50))
    assert is_same_learner(d, 1.9 * d)
    assert not is_same_learner(d, 2.1 * d)
    assert not is_same_learner(2.1 * d, d)
    assert is_same_learner(0 * d, 0 * d)


def test_folds_that_move_together_raise_the_factor():
    rng, labels = np.random.default_rng(7), repeats(10, folds=10)
    own = rng.normal(size=100)
    alone = own + 0.1 * rng.normal(size=(10, 100))
    together = alone + np.stack([rng.normal(size=10)[fold] for fold in labels])
    found = []
    for d in (alone, together):
        x = np.stack([np.bincount(fold, row) / 10 for row, fold in zip(d, labels, strict=True)])
        found.append(least_factor(row_noise(d, labels, 10), x))
    assert found[0] == 1
    assert found[1] > 1.5
