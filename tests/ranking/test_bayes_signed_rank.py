"""The Bayesian signed-rank test: closed forms, baycomp where it is right, and what it never does."""

import numpy as np
import pytest
from tests.peers import Peer
from tests.ranking.tables import league, of_differences
from tests.refusals import refused

from outperform.core import Decision, Posterior, SpecError
from outperform.ranking import CATALOGUE, BayesSignedRank

baycomp = Peer("baycomp")


def test_one_data_set_has_a_closed_form():
    # theta_first = 1 - w0^2 and theta_equal = w0^2, w0 ~ Beta(1/2, 1): P(w0 < 1/sqrt 2) = 2^(-1/4)
    verdict = BayesSignedRank(rope=0.1).judge(of_differences([0.5]), 0, 1)
    assert verdict.probabilities == pytest.approx((2**-0.25, 1 - 2**-0.25, 0), abs=0.01)
    # a difference of 1.5 regions: with the prior's 0 its mean is inside, so theta_first = w1^2
    verdict = BayesSignedRank(rope=0.1).judge(of_differences([0.15]), 0, 1)
    assert verdict.first == pytest.approx(np.sqrt(1 - np.sqrt(0.5)), abs=0.01)  # P(1 - w0 > 1/sqrt 2)
    assert BayesSignedRank().judge(of_differences([-0.5]), 0, 1).probabilities == (0, 0, 1)


@pytest.mark.parametrize(("count", "mean", "rope"), [(8, 0.01, 0.0), (12, 0.02, 0.01), (30, 0.01, 0.01), (30, 0, 0.02)])
def test_it_is_that_of_baycomp(count, mean, rope):
    d = np.random.default_rng(count).normal(mean, 0.03, count)
    theirs = baycomp.SignedRankTest.probs(0.8 + d, np.full(count, 0.8), rope, random_state=0, nsamples=20000)
    ours = BayesSignedRank(rope=float(rope)).judge(of_differences(d, 0.8), 0, 1).probabilities
    assert ours == pytest.approx(theirs if rope else (theirs[0], 0, theirs[1]), abs=0.015)


def test_the_edge_of_the_region_counts_half():
    verdict = BayesSignedRank(rope=0.1).judge(of_differences([0.1, -0.1]), 0, 1)
    assert verdict.first == verdict.second
    assert verdict.equal > 0.9
    raw = league([[0.3, 0.2], [0.8, 0.7], [0.7, 0.6]])  # .1 up to rounding: half of the weight of the three is first
    probabilities = BayesSignedRank(rope=0.1).judge(raw, 0, 1).probabilities
    exact = BayesSignedRank(rope=0.125).judge(of_differences([0.125] * 3, 0.5), 0, 1).probabilities
    assert probabilities == exact


def test_learners_that_do_the_same():
    cells = of_differences(np.zeros(7))
    assert BayesSignedRank().judge(cells, 0, 1).probabilities == (0.5, 0, 0.5)
    assert BayesSignedRank(rope=0.01).judge(cells, 0, 1).probabilities == (0, 1, 0)
    assert BayesSignedRank().judge(cells, 0, 1).interval(0.05) == (0, 0)
    balanced = BayesSignedRank().judge(of_differences([-0.2, -0.1, 0.1, 0.2]), 0, 1)
    assert balanced.probabilities == (0.5, 0, 0.5)
    low, high = balanced.interval(0.05)
    assert low == -high


def test_it_never_decides():
    verdict = BayesSignedRank().judge(of_differences(np.arange(1.0, 30)), 0, 1)
    assert isinstance(verdict, Posterior)
    assert verdict.probabilities == (1, 0, 0)
    assert verdict.decide(0.05) is Decision.OPEN
    assert verdict.pvalue is None


def test_the_interval_covers_the_pseudo_median_of_the_data():
    d = np.random.default_rng(4).normal(0.3, 1, 40)
    verdict = BayesSignedRank().judge(of_differences(d), 0, 1)
    low, high = verdict.interval(0.05)
    assert low < verdict.estimate < high
    narrow = verdict.interval(0.5)
    assert low < narrow[0] < narrow[1] < high
    assert (high - low) == pytest.approx(4 * d.std() / np.sqrt(40), rel=0.35)
    turned = BayesSignedRank().judge(of_differences(-d), 0, 1)
    assert turned.interval(0.05) == pytest.approx((-high, -low))
    assert turned.probabilities == verdict.probabilities[::-1]


def test_the_interval_is_that_of_weighted_medians():
    d = np.array([-0.1, 0.2, 0.3, 0.7])
    values, rng, medians = np.append(0.0, d), np.random.default_rng(0), []
    for _ in range(2000):
        weights = rng.dirichlet([0.5, 1, 1, 1, 1])
        means, products = np.add.outer(values, values).ravel() / 2, np.outer(weights, weights).ravel()
        order = np.argsort(means)
        medians.append(means[order][np.searchsorted(np.cumsum(products[order]), 0.5)])
    found = BayesSignedRank().judge(of_differences(d), 0, 1)
    for level in (0.05, 0.2, 0.5):
        assert found.interval(level) == pytest.approx(np.quantile(medians, [level / 2, 1 - level / 2]), abs=0.051)
    middle = found.interval(0.98)
    assert middle == pytest.approx(np.quantile(medians, [0.49, 0.51]), abs=0.051)


@pytest.mark.parametrize(("parameter", "value"), [("rope", -0.1), ("replicates", 0)])
def test_parameters_that_make_no_sense_are_refused(parameter, value):
    with refused(f"bayes-signed-rank.{parameter}", value, error=SpecError):
        CATALOGUE.parse(f"bayes-signed-rank({parameter}={value})")
