"""The corrected standard error: against a learner whose variance is known, and where rows of a fold move together."""

import numpy as np
import pytest

from outperform.procedures.tilted import tilted_folds
from outperform.significance.influence import (
    FOLDS,
    Half,
    Repeats,
    influence_of,
    is_same_learner,
    least_factor,
    steepness,
)
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


def halves(own, effect, seed=0, noise=0.0):
    """Run a stage of 4 random and 6 tilted repeats of the linear pair."""
    rng = np.random.default_rng(seed)

    def run(labels):
        return Repeats(trained(own, effect, labels) + noise * rng.standard_normal(labels.shape), labels)

    random = [run(repeats(2, len(own), seed=2 * seed + half)) for half in (0, 1)]
    d = np.concatenate([half.d for half in random])
    strata = np.zeros(len(own), dtype=np.int64)
    folds = [tilted_folds(half.d.mean(axis=0), strata, steepness(d, 2), 3, rng) for half in random]
    return [Half(*pair) for pair in zip(random, map(run, folds), strict=True)]


@pytest.mark.parametrize("slope", [0.0, 0.5, 1.0])
def test_the_slope_of_a_linear_learner_is_found(slope):
    own = np.random.default_rng(1).normal(size=100)
    found = influence_of(halves(own, slope * own))
    assert found.slope == pytest.approx(slope, abs=0.03)
    # Var(mean of own + mean of effect) = (1 + slope)^2 Var(own) / n: enumerated, not estimated
    still = influence_of(halves(own, 0 * own))
    assert found.factor(10)[0] / still.factor(10)[0] == pytest.approx(1 + slope, rel=0.03)


def test_the_noise_of_rows_does_not_bias_the_slope_and_is_what_its_error_says():
    rng = np.random.default_rng(3)
    slopes, errors = [], []
    for seed in range(200):
        own = rng.normal(size=120)
        found = influence_of(halves(own, 0.5 * own, seed=seed + 10, noise=0.8))
        slopes.append(found.slope)
        errors.append(found.slope_se)
    spread = np.std(slopes, ddof=1)
    assert np.mean(slopes) == pytest.approx(0.5, abs=4 * spread / np.sqrt(200))
    assert np.sqrt(np.mean(np.square(errors))) == pytest.approx(spread, rel=0.25)


def test_tilted_folds_tell_more_than_random_ones():
    rng, errors = np.random.default_rng(4), []
    for seed in range(20):
        own = rng.normal(size=200)
        tilted = halves(own, 0 * own, seed=seed, noise=0.5)
        random = [
            Half(half.random, Repeats(np.tile(own, (3, 1)) + 0.5 * rng.standard_normal((3, 200)), repeats(3, 200)))
            for half in tilted
        ]
        errors.append([influence_of(each).slope_se for each in (tilted, random)])
    steep, flat = np.mean(errors, axis=0)
    assert steep < 0.4 * flat


def test_metrics_that_are_no_means_over_rows_have_a_larger_factor():
    own = np.random.default_rng(1).normal(size=100)
    found = influence_of(halves(own, 0.5 * own))
    (plain, _), (weighed, _) = (found.factor(10, of_means=of_means) for of_means in (True, False))
    assert weighed / plain == pytest.approx((1 + 0.5 + 0.2) / (1 + 0.5), rel=0.02)


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
    assert influence_of(halves(own, 0.8 * own)).factor(10)[0] == pytest.approx(needed, rel=0.12)


def test_nothing_varies():
    labels = repeats(3)
    still = Repeats(np.ones((3, 100)), labels)
    assert influence_of([Half(still, still), Half(still, still)]).factor(10) == (1.0, 0.0)


def test_rows_that_differ_by_chance_alone_leave_the_slope_unknown():
    rng = np.random.default_rng(8)
    signs = rng.choice([-1.0, 1.0], size=100)
    first, second = (Repeats(np.tile(each, (2, 1)), repeats(2, seed=9)) for each in (signs, -signs))
    found = influence_of([Half(first, first), Half(second, second)])
    assert (found.slope, found.slope_se) == (0.0, np.inf)
    assert found.factor(10)[1] == 2.0


def test_the_nominal_error_is_that_of_the_judged_table():
    own = np.random.default_rng(5).normal(size=100)
    found = influence_of(halves(own, 0 * own))
    judged = row_noise(np.tile(own, (10, 1)), repeats(10, folds=10), 10)
    assert found.nominal_se(10) == pytest.approx(np.sqrt(judged.variance * (1 / 100 + 1 / 9)))


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
