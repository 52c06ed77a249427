"""Verdicts in words: the mean scores."""

import numpy as np
import pytest

from outperform.core import Scores
from outperform.words.numbers import short_spec
from outperform.words.verdicts import means_line


@pytest.mark.parametrize(
    ("first", "seconds", "line"),
    [
        ([[0.5]], None, "accuracy: b 0.75, a 0.5"),
        ([[0.5, 0.25]], None, "mean accuracy over 2 splits: b 0.75, a 0.375"),
        ([[0.5, np.nan]], None, "accuracy: b 0.75, a 0.5"),  # a split was left out: one remains
        ([[0.875]], [1.25, 2.0], "accuracy: a 0.875, b 0.75 (3.2 s of fits)"),
    ],
)
def test_mean_scores_are_told_best_first_with_the_number_of_splits(first, seconds, line):
    first = np.array(first)
    values = np.stack([first, np.where(np.isnan(first), np.nan, 0.75)])
    spent = None if seconds is None else np.array(seconds).reshape(2, 1, 1)
    assert means_line(Scores(("a", "b"), "accuracy", values, seconds=spent)) == line


def test_a_spec_for_people_has_few_digits():
    assert short_spec("adaptive-t(factor=1.6447869693576496)") == "adaptive-t(factor=1.6448)"
    assert short_spec("corrected-cv(repeats=2, level=1.234567e-12)") == "corrected-cv(repeats=2, level=1.234567e-12)"
    assert short_spec("mcnemar-holdout(share=0.1)") == "mcnemar-holdout(share=0.1)"
