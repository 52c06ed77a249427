"""What every test on score differences promises (protocols, section 2), over the whole catalogue."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outperform.core import Decision, MisfitError, PValue, Scores
from outperform.significance import CATALOGUE, Differences, DifferenceTest

TESTS = [entry() for entry in CATALOGUE.values() if issubclass(entry, DifferenceTest)]
TESTS += [
    CATALOGUE.parse(spec)
    for spec in (
        "blocked-3x2-t(lam=0)",
        "mx2-t(estimator='V1')",
        "mx2-t(estimator='V2')",
        "corrected-kfold-t(variant='original')",
        "corrected-kfold-t(variant='printed')",
        "bayes-correlated-t(rope=0.01)",
    )
]
FREQUENTIST = [test for test in TESTS if test.slug != "bayes-correlated-t"]
ORDER_MATTERS = {"5x2-t", "averaged-runs-t"}


def shape_for(test):
    """A (repeat, fold) shape that the test accepts."""

    def pick(bounds, wish):
        low, high = bounds
        return max(low, wish) if high is None else high

    return pick(test.needs.repeats, 4), 1 if test.needs.folds == (1, 1) else pick(test.needs.folds, 5)


def make_scores(first, second, test):
    shape = shape_for(test)
    values = np.array([first, second], dtype=float).reshape(2, *shape)
    n_test = 10 if shape[1] == 1 else 100 // shape[1]  # folds share out the rows
    sizes = np.full(shape, 100 - n_test), np.full(shape, n_test)
    return Scores(("a", "b"), None, values, *sizes)


def table(test, seed=0, shift=0.02):
    rng = np.random.default_rng(seed)
    shape = shape_for(test)
    second = rng.uniform(0.7, 0.9, shape)
    return second + rng.normal(shift, 0.03, shape), second


unit = st.integers(0, 100).map(lambda count: count / 100)


@st.composite
def tables(draw, test):
    count = int(np.prod(shape_for(test)))
    return [draw(st.lists(unit, min_size=count, max_size=count)) for _ in range(2)]


def verdict_of(test, first, second):
    return test.judge(make_scores(first, second, test))


@pytest.mark.parametrize("test", TESTS, ids=str)
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_swapping_the_learners_mirrors_the_verdict(test, data):
    first, second = data.draw(tables(test))
    one, other = verdict_of(test, first, second), verdict_of(test, second, first)
    assert one.estimate == pytest.approx(-other.estimate, abs=1e-15)
    mirror = {Decision.FIRST: Decision.SECOND, Decision.SECOND: Decision.FIRST}
    assert one.decide(0.05) == mirror.get(other.decide(0.05), other.decide(0.05))
    if isinstance(one, PValue):
        exact = test.slug != "sorted-runs-t"
        assert one.pvalue == (other.pvalue if exact else pytest.approx(other.pvalue, rel=1e-6))
        sign = 1 if test.slug == "5x2-f" else -1
        assert one.statistic == (sign * other.statistic if exact else pytest.approx(sign * other.statistic, rel=1e-6))
    if one.interval(0.05) is not None:
        assert one.interval(0.05) == pytest.approx([-end for end in reversed(other.interval(0.05))], abs=1e-12)


@pytest.mark.parametrize("test", FREQUENTIST, ids=str)
@settings(max_examples=40, deadline=None)
@given(data=st.data(), level=st.sampled_from([0.01, 0.05, 0.1, 0.3]))
def test_interval_and_pvalue_agree(test, data, level):
    verdict = verdict_of(test, *data.draw(tables(test)))
    assert 0 <= verdict.pvalue <= 1
    interval = verdict.interval(level)
    if interval is None:
        assert verdict.decide(level) is Decision.OPEN
        return
    low, high = interval
    assert low <= verdict.estimate <= high
    margin = 1e-9 * max(1e-3, abs(low), abs(high))
    if low + margin < verdict.null < high - margin:
        assert verdict.pvalue > level
    if verdict.null < low - margin or verdict.null > high + margin:
        assert verdict.pvalue <= level
        assert verdict.decide(level) is (Decision.FIRST if verdict.null < low else Decision.SECOND)


@pytest.mark.parametrize("test", FREQUENTIST, ids=str)
def test_equal_scores_are_no_evidence(test):
    first, _ = table(test)
    verdict = verdict_of(test, first, first)
    assert (verdict.statistic, verdict.pvalue, verdict.estimate) == (0, 1, 0)
    assert verdict.interval(0.05) == (0, 0)
    assert verdict.decide(0.05) is Decision.OPEN


@pytest.mark.parametrize("test", FREQUENTIST, ids=str)
def test_a_constant_difference_has_zero_variance_and_p_zero(test):
    """Protocols, section 1; 0.1 + 0.2 style rounding must not hide that the differences are all alike."""
    _, second = table(test)
    verdict = verdict_of(test, np.round(second, 2) + 0.1, np.round(second, 2))
    assert (verdict.statistic, verdict.pvalue) == (np.inf, 0)
    assert verdict.interval(0.05) == pytest.approx((0.1, 0.1))
    assert verdict.decide(0.05) is Decision.FIRST


@pytest.mark.parametrize("test", FREQUENTIST, ids=str)
def test_a_constant_added_to_both_and_a_common_factor_change_nothing(test):
    first, second = table(test)
    plain = verdict_of(test, first, second)
    assert verdict_of(test, first + 0.25, second + 0.25).pvalue == pytest.approx(plain.pvalue, rel=1e-9)
    assert verdict_of(test, first * 128, second * 128).pvalue == pytest.approx(plain.pvalue, rel=1e-12)


@pytest.mark.parametrize("test", [test for test in FREQUENTIST if test.slug not in ORDER_MATTERS], ids=str)
def test_the_order_of_folds_within_a_repeat_does_not_matter(test):
    first, second = table(test)
    plain = verdict_of(test, first, second)
    assert verdict_of(test, first[:, ::-1], second[:, ::-1]).pvalue == pytest.approx(plain.pvalue, rel=1e-9)


@pytest.mark.parametrize("test", TESTS, ids=str)
def test_leading_axes_give_what_single_tables_give(test):
    seeds = range(6)
    pairs = [table(test, seed) for seed in seeds]
    first, second = (np.array(side).reshape(2, 3, *shape_for(test)) for side in zip(*pairs, strict=True))
    together = test.arithmetic(Differences.between(first, second, make_scores(*pairs[0], test).traits.ratio))
    singles = [verdict_of(test, *pair) for pair in pairs]
    if test in FREQUENTIST:
        assert together.pvalue.shape == (2, 3)
        assert together.pvalue.ravel() == pytest.approx([verdict.pvalue for verdict in singles], rel=1e-12)
        assert together.statistic.ravel() == pytest.approx([verdict.statistic for verdict in singles], rel=1e-12)
    else:
        assert together.first.ravel() == pytest.approx([verdict.first for verdict in singles], rel=1e-12)


@pytest.mark.parametrize("test", TESTS, ids=str)
def test_the_same_scores_give_the_same_verdict_and_it_travels(test):
    first, second = table(test)
    verdict = verdict_of(test, first, second)
    assert verdict == verdict_of(test, first, second)
    assert pickle.loads(pickle.dumps(verdict)) == verdict


@pytest.mark.parametrize("test", TESTS, ids=str)
def test_a_shape_that_does_not_fit_is_refused_with_who_needs_what(test):
    scores = Scores(("a", "b"), None, np.random.default_rng(0).uniform(size=(2, 1, 1)))
    with pytest.raises(MisfitError, match=rf"^{test.slug}.* needs .*, but the table has 1"):
        test.judge(scores)


@pytest.mark.parametrize("test", [test for test in TESTS if test.needs.sizes], ids=str)
def test_without_sizes_the_corrected_tests_are_refused(test):
    values = np.random.default_rng(0).uniform(size=(2, 3, 4))
    with pytest.raises(MisfitError, match="needs n_train and n_test"):
        test.judge(Scores(("a", "b"), None, values))
    uneven = np.tile([10, 10, 10, 20], (3, 1))
    with pytest.raises(MisfitError, match="one test fraction, but it trains on 90 to 180 rows and tests on 10 to 20"):
        test.judge(Scores(("a", "b"), None, values, uneven * 9, uneven))


@pytest.mark.parametrize("spec", [str(test) for test in TESTS])
def test_parse_and_str_are_inverse(spec):
    test = CATALOGUE.parse(spec)
    assert str(test) == spec
    assert CATALOGUE.parse(str(test)) == test
    assert hash(test) == hash(CATALOGUE.parse(spec))
