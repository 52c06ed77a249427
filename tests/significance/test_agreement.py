"""The arithmetic of agreement: what is not computed is known to the last bit."""

import numpy as np
import pytest
from scipy import stats
from scipy.special import ndtr

from outperform.significance._agreement import corrected_reach, corrected_reaches, deviates, mean_agreement
from outperform.significance.flip import CorrectedRule, SortedRule


def by_hand(theta, threshold, sd):
    """E[1 - 2 pi (1 - pi)], every chance computed."""
    z = (theta - threshold[:, np.newaxis]) / sd[:, np.newaxis]
    other = (-theta - threshold[:, np.newaxis]) / sd[:, np.newaxis]
    rejects = ndtr(z) + ndtr(other)
    return (1 - 2 * rejects * (1 - rejects)).mean(axis=-1)


@pytest.mark.parametrize("seed", range(20))
def test_chances_that_are_left_out_change_no_bit(seed):
    rng = np.random.default_rng(seed)
    theta = abs(rng.normal(scale=2)) + 10 ** rng.uniform(-3, 1) * deviates(13.0)
    threshold, sd = rng.uniform(0.1, 3, size=300), 10 ** rng.uniform(-4, 1, size=300)
    np.testing.assert_array_equal(mean_agreement(theta, threshold, sd), by_hand(theta, threshold, sd))


def test_places_are_the_middles_of_equal_shares():
    np.testing.assert_allclose(deviates(7.0), stats.t(7).ppf((np.arange(201) + 0.5) / 201), rtol=1e-9)


@pytest.mark.parametrize("rule", [CorrectedRule(10, 1 / 9), CorrectedRule(1, 0.5, 1.3), SortedRule(10)])
def test_thresholds_of_all_repeats_are_those_of_each(rule):
    each = [float(rule.threshold(np.array(float(repeats)), 0.03)) for repeats in range(1, 1001)]
    np.testing.assert_array_equal(rule.thresholds(0.03), each)


def test_what_is_kept_cannot_be_changed():
    for kept in (deviates(5.0), corrected_reaches(10, 0.1, 0.05)):
        with pytest.raises(ValueError, match="read-only"):
            kept[0] = 0.0
    np.testing.assert_array_equal(
        corrected_reaches(10, 0.1, 0.05)[:3], corrected_reach(10, 0.1, np.array([1.0, 2.0, 3.0]), 0.05)
    )
