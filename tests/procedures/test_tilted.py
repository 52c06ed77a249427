"""Folds that differ on purpose: sizes, classes, and how far they move the mean of the training rows."""

import numpy as np
import pytest

from outperform.procedures.tilted import tilted_folds

SCORES = np.random.default_rng(0).normal(size=203)
CLASSES = np.array([0] * 120 + [1] * 80 + [2] * 2 + [3])


def tilted(steepness=0.6, repeats=4, scores=SCORES, strata=CLASSES, seed=1):
    return tilted_folds(scores, strata, steepness, repeats, np.random.default_rng(seed))


def test_every_fold_gets_as_many_rows_of_every_class_as_any_other():
    for labels in tilted():
        for rows in (labels, labels[CLASSES == 0], labels[CLASSES == 1]):
            sizes = np.bincount(rows, minlength=5)
            assert sizes.max() - sizes.min() <= 1
        assert len(set(labels[CLASSES == 2])) == 2


def test_the_upper_two_folds_hold_high_scores_and_the_lower_two_low_ones():
    standard = (SCORES - SCORES.mean()) / SCORES.std()
    means = np.mean([[standard[labels == fold].mean() for fold in range(5)] for labels in tilted(repeats=50)], axis=0)
    assert means == pytest.approx([0.58, 0.58, 0, -0.58, -0.58], abs=0.08)  # .966 * .6


def test_without_steepness_scores_do_not_matter():
    np.testing.assert_array_equal(tilted(0.0), tilted(0.0, scores=SCORES[::-1]))
    np.testing.assert_array_equal(tilted(scores=0 * SCORES), tilted(0.0))


def test_over_the_repeats_each_row_gets_each_part_of_the_noise():
    side = np.sign(2 - tilted(0.0, repeats=10, strata=0 * CLASSES))
    assert np.abs(side.sum(axis=0)).max() <= 2  # independent noise: a standard deviation of 2.8


def test_scores_that_are_alike_and_few_rows_are_dealt():
    assert sorted(tilted(scores=np.zeros(5), strata=np.zeros(5, dtype=np.int64))[0]) == [0, 1, 2, 3, 4]
