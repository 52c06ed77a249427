"""Reference values of the t and F tests, each from at least two independent routes."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy import stats
from sklearn.datasets import load_iris
from sklearn.metrics import get_scorer
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from tests.refusals import refused

from outperform.core import Decision, MisfitError, NoteKind, Plan, Scores, SpecError
from outperform.significance import (
    CATALOGUE,
    AveragedFoldsT,
    AveragedRunsT,
    BayesCorrelatedT,
    Blocked3x2T,
    CorrectedKFoldT,
    CorrectedT,
    FiveByTwoCombinedT,
    FiveByTwoF,
    FiveByTwoT,
    KFoldT,
    Mx2T,
    ResampledT,
    SortedRunsT,
)


def scores_of(differences, n_train=None, n_test=None):
    x = np.atleast_2d(np.asarray(differences, dtype=float))
    sizes = (None, None) if n_train is None else (np.full(x.shape, n_train), np.full(x.shape, n_test))
    return Scores(("a", "b"), None, np.array([x + 0.5, np.full_like(x, 0.5)]), *sizes)


TENTHS = np.array([[3, 1], [2, -1], [4, 2], [0, 1], [1, 3]]) / 16  # exact in binary, so that fractions agree
RNG = np.random.default_rng(20041)
WIDE = RNG.normal(0.02, 0.04, (10, 10))


@pytest.mark.parametrize(("test", "x"), [(ResampledT(), WIDE.reshape(-1, 1)), (KFoldT(), WIDE[:1])])
def test_plain_t_tests_are_scipys_one_sample_t(test, x):
    verdict = test.judge(scores_of(x))
    reference = stats.ttest_1samp(x.ravel(), 0)
    assert verdict.statistic == pytest.approx(reference.statistic)
    assert verdict.pvalue == pytest.approx(reference.pvalue)
    assert verdict.df == reference.df
    assert verdict.interval(0.05) == pytest.approx(tuple(reference.confidence_interval(0.95)))


@pytest.mark.parametrize(("df", "level", "critical"), [(29, 0.05, 2.04523), (9, 0.05, 2.262), (5, 0.05, 2.571)])
def test_critical_values_that_dietterich_prints(df, level, critical):
    """Dietterich 1998, 3.3 prints t(29, .975) = 2.04523; 2.262 and 2.571 are the classical tables' values."""
    x = np.arange(df + 1.0) - df / 2 + 1
    scale = stats.ttest_1samp(x, 0).statistic / critical
    shifted = (x - x.mean()) * scale + x.mean()
    verdict = ResampledT().judge(scores_of(shifted.reshape(-1, 1)))
    assert verdict.statistic == pytest.approx(critical)
    assert verdict.pvalue == pytest.approx(level, abs=5e-5)


def test_corrected_t_by_its_formula_and_by_its_bayesian_twin():
    """Nadeau & Bengio: (1/J + n2/n1) s^2; baycomp's posterior tail is half the two-sided p."""
    baycomp = pytest.importorskip("baycomp")
    verdict = CorrectedT().judge(scores_of(WIDE, 90, 10))
    x = WIDE.ravel()
    t = x.mean() / math.sqrt((1 / 100 + 1 / 9) * x.var(ddof=1))
    assert verdict.statistic == pytest.approx(t)
    assert verdict.pvalue == pytest.approx(2 * stats.t.sf(abs(t), 99))
    tails = baycomp.two_on_single(x + 0.5, np.full(100, 0.5), runs=10)
    assert min(tails) == pytest.approx(verdict.pvalue / 2)


@pytest.mark.parametrize(("repeats", "threshold"), [(1, 1.039), (2, 0.840), (10, 0.691)])
def test_corrected_t_rejects_where_theta_exceeds_the_known_thresholds(repeats, threshold):
    """The thresholds c(r) on m/s at level .05 and ten folds, from t_{kr-1} sqrt(1/(kr) + 1/(k-1))."""
    x = RNG.normal(size=(repeats, 10))
    x = (x - x.mean()) / x.std(ddof=1)
    below, above = (
        CorrectedT().judge(scores_of(x + shift, 90, 10)).pvalue for shift in (threshold - 1e-3, threshold + 1e-3)
    )
    assert above < 0.05 < below


def test_corrected_t_takes_uneven_remainders_of_569_rows():
    """n2/n1 summed over the plan is exactly 1/9 for ten folds whatever the remainder."""
    n_test = np.array([[57] * 9 + [56]])
    x = WIDE[:1]
    values = np.array([x + 0.5, np.full_like(x, 0.5)])
    verdict = CorrectedT().judge(Scores(("a", "b"), None, values, 569 - n_test, n_test))
    expected = x.mean() / math.sqrt((1 / 10 + 1 / 9) * x.var(ddof=1))
    assert verdict.statistic == pytest.approx(expected)


def test_corrected_t_leaves_out_splits_on_which_a_learner_failed():
    values = np.array([WIDE[:2] + 0.5, np.full((2, 10), 0.5)])
    values[:, 1, 3] = np.nan
    sizes = np.full((2, 10), 90), np.full((2, 10), 10)
    verdict = CorrectedT().judge(Scores(("a", "b"), None, values, *sizes))
    kept = np.delete(WIDE[:2].ravel(), 13)
    assert verdict.df == 18
    assert verdict.statistic == pytest.approx(kept.mean() / math.sqrt((1 / 19 + 1 / 9) * kept.var(ddof=1)))
    with refused(None, "sorted-runs-t", "1 split ", "corrected-t", error=MisfitError):
        SortedRunsT().judge(Scores(("a", "b"), None, values, *sizes))


def pair_variances(x):
    return [sum((Fraction(value) - sum(map(Fraction, row)) / 2) ** 2 for value in row) for row in x.tolist()]


def test_five_by_two_t_in_exact_fractions():
    """Dietterich 1998, 3.5: x[1,1] / sqrt(mean s_i^2)."""
    spread = sum(pair_variances(TENTHS)) / 5
    verdict = FiveByTwoT().judge(scores_of(TENTHS))
    assert verdict.estimate == 3 / 16
    assert verdict.statistic == pytest.approx(float(Fraction(3, 16)) / math.sqrt(spread))
    assert verdict.pvalue == pytest.approx(2 * stats.t.sf(verdict.statistic, 5))


def test_five_by_two_f_in_exact_fractions():
    """Alpaydin 1999: sum x^2 / (2 sum s_i^2), F(10, 5)."""
    total = sum(Fraction(value) ** 2 for value in TENTHS.ravel().tolist())
    f = total / (2 * sum(pair_variances(TENTHS)))
    verdict = FiveByTwoF().judge(scores_of(TENTHS))
    assert verdict.statistic == pytest.approx(float(f))
    assert verdict.pvalue == pytest.approx(stats.f.sf(float(f), 10, 5))
    assert verdict.df == (10, 5)


@pytest.mark.parametrize(("ours", "theirs"), [(FiveByTwoT, "paired_ttest_5x2cv"), (FiveByTwoF, "combined_ftest_5x2cv")])
def test_five_by_two_tests_are_mlxtends_on_its_own_splits(ours, theirs):
    """mlxtend 0.25 draws its splits itself: repeat them, then compare statistic and p."""
    evaluate = pytest.importorskip("mlxtend.evaluate")

    rows, target = load_iris(return_X_y=True)
    first, second = GaussianNB(), DecisionTreeClassifier(max_depth=1, random_state=0)
    reference = getattr(evaluate, theirs)(first, second, rows, target, random_seed=1)
    random, score, values = np.random.RandomState(1), get_scorer("accuracy"), np.empty((2, 5, 2))
    for repeat in range(5):
        seed = random.randint(low=0, high=32767)
        halves = train_test_split(rows, target, test_size=0.5, random_state=seed)
        for index, learner in enumerate((first, second)):
            values[index, repeat, 0] = score(learner.fit(halves[0], halves[2]), halves[1], halves[3])
            values[index, repeat, 1] = score(learner.fit(halves[1], halves[3]), halves[0], halves[2])
    verdict = ours().judge(Scores(("nb", "stump"), "accuracy", values))
    assert (abs(verdict.statistic), verdict.pvalue) == pytest.approx((abs(reference[0]), reference[1]))


def test_five_by_two_f_decides_by_p_where_its_interval_is_empty():
    """Repeats that differ more than their folds: no difference fits, 0 neither. Alpaydin's test rejects."""
    x = np.array([[0.05, 0.04], [0.01, 0.02], [0.05, 0.05], [0.00, 0.01], [0.04, 0.03]])
    for sign, side in ((1, Decision.FIRST), (-1, Decision.SECOND)):
        verdict = FiveByTwoF().judge(scores_of(sign * x))
        f = (x**2).sum() / (2 * ((x[:, 0] - x[:, 1]) ** 2 / 2).sum())
        assert verdict.pvalue == pytest.approx(stats.f.sf(f, 10, 5))
        assert verdict.pvalue < 0.01
        assert verdict.interval(0.05) is None
        assert verdict.decide(0.05) is side
        assert [note.kind for note in verdict.caveats(0.05)] == [NoteKind.EMPTY_INTERVAL]


def test_five_by_two_f_leaves_a_mean_of_0_open():
    verdict = FiveByTwoF().judge(scores_of(np.array([[4, 5], [-4, -5], [3, 4], [-3, -4], [0, 0]]) / 64))
    assert verdict.pvalue < 0.01
    assert (verdict.estimate, verdict.decide(0.05)) == (0, Decision.OPEN)


def test_five_by_two_f_without_spread_within_repeats():
    """p is 2/2^6; at a level below that nothing is excluded, above it every difference is."""
    verdict = FiveByTwoF().judge(scores_of(np.repeat([[1], [2], [1], [3], [2]], 2, axis=1) / 16))
    assert (verdict.statistic, verdict.pvalue) == (np.inf, 2 / 2**6)
    assert (verdict.interval(0.05), verdict.decide(0.05)) == (None, Decision.FIRST)
    assert (verdict.interval(0.01), verdict.decide(0.01)) == ((-np.inf, np.inf), Decision.OPEN)
    assert [n.kind for n in verdict.caveats(0.05)] == [NoteKind.EMPTY_INTERVAL, NoteKind.NO_SPREAD]
    assert [n.kind for n in verdict.caveats(0.01)] == [NoteKind.NO_SPREAD_FEW_SPLITS]
    same = FiveByTwoF().judge(scores_of(np.full((5, 2), 1 / 16)))
    assert (same.pvalue, same.interval(0.05), same.decide(0.05)) == (2 / 2**6, (0, np.inf), Decision.FIRST)


SIX = 2 / 2**6
NO_SPREAD_P = {
    "kfold-t": ((1, 6), SIX),
    "corrected-kfold-t": ((1, 5), 2 / 2**5),
    "corrected-kfold-t(variant='printed')": ((1, 2), 1 / 2),
    "resampled-t": ((6, 1), SIX),
    "corrected-t": ((2, 3), SIX),
    "pooled-t": ((2, 2), 2 / 2**4),
    "adaptive-t": ((2, 3), SIX),
    "5x2-t": ((5, 2), SIX),
    "5x2-combined-t": ((5, 2), SIX),
    "blocked-3x2-t": ((3, 2), SIX),
    "blocked-3x2-t(lam=0)": ((3, 2), 2 / 2**4),
    "mx2-t": ((2, 2), 2 / 2**4),
    "mx2-t(estimator='V1')": ((4, 2), 2 / 2**5),
    "sorted-runs-t": ((10, 5), 2 / 2**5),
    "averaged-folds-t": ((5, 10), 2 / 2**5),
    "averaged-runs-t": ((10, 5), 2 / 2**5),
}


@pytest.mark.parametrize(("spec", "shape", "pvalue"), [(spec, *each) for spec, each in NO_SPREAD_P.items()])
def test_without_spread_p_is_that_of_random_signs(spec, shape, pvalue):
    """2^-df: random signs of n equal differences leave no spread with a chance of 2/2^n, n = df + 1."""
    sizes = (60 * (shape[1] - 1), 60) if shape[1] > 1 else (90, 10)
    verdict = CATALOGUE.parse(spec).judge(scores_of(np.full(shape, 1 / 16), *sizes))
    assert (verdict.statistic, verdict.pvalue) == (np.inf, pvalue)
    found = pvalue <= 0.05
    assert verdict.decide(0.05) is (Decision.FIRST if found else Decision.OPEN)
    assert verdict.interval(0.05) == ((0, np.inf) if found else (-np.inf, np.inf))
    (note,) = verdict.caveats(0.05)
    assert note.kind is (NoteKind.NO_SPREAD if found else NoteKind.NO_SPREAD_FEW_SPLITS)
    assert note["least"] == pvalue


def test_random_signs_leave_no_spread_with_the_chance_that_p_says():
    """All 2^n patterns of signs of equal differences, by brute force."""
    for n in (2, 5, 6):
        signs = np.array(list(product((-1, 1), repeat=n)))
        assert (np.ptp(signs, axis=1) == 0).mean() == 2 / 2**n
    signs = np.array(list(product((-1, 1), repeat=10))).reshape(-1, 5, 2)
    assert (signs[..., 0] == signs[..., 1]).all(axis=1).mean() == SIX  # within the five repeats


def test_combined_t_is_root_ten_times_the_mean_over_the_spread():
    """Yıldız 2013; against 5x2-t it has the mean in place of x[1,1] and ten times its weight."""
    verdict = FiveByTwoCombinedT().judge(scores_of(TENTHS))
    single = FiveByTwoT().judge(scores_of(TENTHS))
    assert verdict.statistic == pytest.approx(math.sqrt(10) * TENTHS.mean() / single.se)


def test_sorted_runs_t_sorts_within_a_repeat():
    """Bouckaert 2005, 2.4 with the factor 1/k; by hand: sorted rows (1,3), (-1,2), means (0, 2.5)."""
    x = np.array([[3, 1], [-1, 2]]) / 16
    verdict = SortedRunsT().judge(scores_of(x))
    assert verdict.statistic == pytest.approx(1.25 / math.sqrt(3.125 / 2))
    ranks = [np.mean([sorted(row)[rank] for row in WIDE.tolist()]) for rank in range(10)]
    reference = stats.ttest_1samp(ranks, 0)
    verdict = SortedRunsT().judge(scores_of(WIDE))
    assert (verdict.statistic, verdict.pvalue) == pytest.approx((reference.statistic, reference.pvalue))


def test_sorted_runs_t_of_one_repeat_is_the_kfold_t():
    assert SortedRunsT().judge(scores_of(WIDE[:1])).pvalue == pytest.approx(KFoldT().judge(scores_of(WIDE[:1])).pvalue)


@pytest.mark.parametrize(("test", "axis"), [(AveragedFoldsT(), 1), (AveragedRunsT(), 0)])
def test_averaged_tests_are_scipys_t_on_the_means(test, axis):
    reference = stats.ttest_1samp(WIDE.mean(axis=axis), 0)
    verdict = test.judge(scores_of(WIDE))
    assert (verdict.statistic, verdict.pvalue) == pytest.approx((reference.statistic, reference.pvalue))
    assert verdict.notes[0].kind is NoteKind.KNOWN_WEAKNESS


@pytest.mark.parametrize(
    ("variant", "folds", "kappa"),
    [("derived", 2, 3 / 2), ("derived", 10, 1.1), ("original", 2, 1), ("original", 10, 0.2), ("printed", 2, 3)],
)
def test_corrected_kfold_factors(variant, folds, kappa):
    """Wang et al. 2014, 5.3: 3 is printed, 3/2 derived; Grandvalet & Bengio: 2/K."""
    x = WIDE[:1, :folds]
    verdict = CorrectedKFoldT(variant).judge(scores_of(x))
    plain = stats.ttest_1samp(x.ravel(), 0).statistic
    assert verdict.statistic == pytest.approx(plain / math.sqrt(kappa * folds))
    assert verdict.df == folds - 1


def test_corrected_kfold_printed_is_for_two_folds_alone():
    with refused(None, "1 repeat of 2 folds", "1 repeat of 10 folds", error=MisfitError):
        CorrectedKFoldT("printed").judge(scores_of(WIDE[:1]))
    with refused("corrected-kfold-t.variant", "derived, original, printed", "'print'", error=SpecError):
        CATALOGUE.parse('corrected-kfold-t(variant="print")')


def test_blocked_3x2_is_the_one_sample_t_over_root_five():
    """Protocols: for lambda = 2/3 the one-sample t on the six values divided by sqrt(5), with 5 df."""
    x = WIDE[:3, :2]
    verdict = Blocked3x2T().judge(scores_of(x))
    assert verdict.statistic == pytest.approx(stats.ttest_1samp(x.ravel(), 0).statistic / math.sqrt(5))
    assert verdict.df == 5


def test_blocked_3x2_without_the_variance_between_repeats():
    """Wang et al. 2014, 4.1: L = (1/6) sum (x - m_i)^2, three degrees of freedom."""
    x = WIDE[:3, :2]
    verdict = Blocked3x2T(lam=0).judge(scores_of(x))
    within = sum((a - b) ** 2 / 2 for a, b in x)
    assert verdict.statistic == pytest.approx(x.mean() / math.sqrt(within / 6))
    assert (verdict.df, CATALOGUE.parse("blocked-3x2-t(lam=0)")) == (3, Blocked3x2T(lam=0))


@pytest.mark.parametrize(("estimator", "df"), [("V1", 4), ("V2", 7), ("V3", 7)])
def test_mx2_estimators_by_their_formulas(estimator, df):
    x = WIDE[:4, :2]
    runs, centre = x.mean(axis=1, keepdims=True), x.mean()
    variance = {
        "V1": ((x - runs) ** 2).sum() / 8,
        "V2": 5 / (2 * 4 * 3) * ((x - centre) ** 2).sum(),
        "V3": ((x - centre) ** 2).sum() / 8,
    }[estimator]
    verdict = Mx2T(estimator).judge(scores_of(x))
    assert (verdict.statistic, verdict.df) == (pytest.approx(centre / math.sqrt(variance)), df)


def test_mx2_with_three_repeats_is_blocked_3x2():
    x = scores_of(WIDE[:3, :2])
    assert Mx2T().judge(x).pvalue == pytest.approx(Blocked3x2T().judge(x).pvalue)


def test_blocked_tests_take_the_users_word_for_a_table_and_look_at_a_plan():
    x = scores_of(WIDE[:3, :2])
    assert Blocked3x2T().judge(x).notes[0].kind is NoteKind.ASSUMED_BALANCED
    labels = np.tile(np.repeat([0, 1], 20), (3, 1))  # the same halves three times: not balanced
    same = Scores(x.learners, None, x.values, plan=Plan(40, labels))
    with refused(None, "blocked-3x2-t", "balanced halves", "the designs blocked-3x2", error=MisfitError):
        Blocked3x2T().judge(same)


@pytest.mark.parametrize("rope", [0.0, 0.01, 0.05])
def test_bayes_correlated_t_is_baycomps(rope):
    """baycomp 1.0.3, CorrelatedTTest with runs: (left, rope, right) where right means that the second is higher."""
    baycomp = pytest.importorskip("baycomp")
    verdict = BayesCorrelatedT(rope).judge(scores_of(WIDE, 90, 10))
    reference = baycomp.two_on_single(WIDE.ravel() + 0.5, np.full(100, 0.5), rope=rope, runs=10)
    expected = reference if len(reference) == 3 else (reference[0], 0.0, reference[1])
    assert verdict.probabilities == pytest.approx(expected)


def test_bayes_correlated_t_without_rope_is_half_the_corrected_p():
    verdict = BayesCorrelatedT().judge(scores_of(WIDE, 90, 10))
    assert verdict.second == pytest.approx(CorrectedT().judge(scores_of(WIDE, 90, 10)).pvalue / 2)
    assert verdict.interval(0.05) == pytest.approx(CorrectedT().judge(scores_of(WIDE, 90, 10)).interval(0.05))


@pytest.mark.parametrize(
    ("x", "rope", "probabilities", "decision"),
    [
        (np.zeros((2, 2)), 0.0, (0.5, 0, 0.5), Decision.OPEN),  # peers' D8: identical scores are no evidence
        (np.zeros((2, 2)), 0.01, (1 / 16, 7 / 8, 1 / 16), Decision.OPEN),
        (np.zeros((3, 2)), 0.01, (1 / 64, 31 / 32, 1 / 64), Decision.EQUAL),
        (np.full((2, 2), 0.125), 0.01, (7 / 8, 1 / 16, 1 / 16), Decision.OPEN),
        (np.full((3, 2), 0.125), 0.01, (31 / 32, 1 / 64, 1 / 64), Decision.FIRST),  # no variance is not equality
        (np.full((3, 2), -0.125), 0.0, (1 / 32, 0, 31 / 32), Decision.SECOND),
    ],
)
def test_bayes_correlated_t_without_spread(x, rope, probabilities, decision):
    verdict = BayesCorrelatedT(rope).judge(scores_of(x, 90, 10))
    assert verdict.probabilities == probabilities
    assert verdict.decide(0.05) is decision
    low, high = verdict.interval(0.05)
    if decision is not Decision.OPEN:
        assert (low, high) == {
            Decision.FIRST: (rope, np.inf),
            Decision.EQUAL: (-rope, rope),
            Decision.SECOND: (-np.inf, -rope),
        }[decision]
    elif x.any() or rope:
        assert (low, high) == (-np.inf, np.inf)


@pytest.mark.parametrize(
    ("test", "name", "value"), [("bayes-correlated-t", "rope", -0.1), ("blocked-3x2-t", "lam", -1)]
)
def test_negative_parameters_are_refused(test, name, value):
    with refused(f"{test}.{name}", "0 or more", f"got {value}", error=SpecError):
        CATALOGUE.parse(f"{test}({name}={value})")


@pytest.mark.parametrize(("estimator", "fewest"), [("V1", 1), ("V2", 2), ("V3", 1)])
def test_mx2_takes_as_few_repeats_as_its_variance_has(estimator, fewest):
    """V2 divides by m - 1; the others are there with the two differences of one repeat."""
    x = np.array([[0.03, 0.01], [0.02, 0.05]])
    verdict = Mx2T(estimator).judge(scores_of(x[:fewest]))
    assert np.isfinite(verdict.statistic)
    m, about = fewest, x[:fewest] - x[:fewest].mean()
    within = ((x[:fewest] - x[:fewest].mean(axis=1, keepdims=True)) ** 2).sum()
    variance = {"V1": within / 2, "V2": 3 / 4 * (about**2).sum(), "V3": (about**2).sum() / 2}[estimator]
    assert verdict.statistic == pytest.approx(x[:fewest].mean() / np.sqrt(variance))
    assert verdict.df == {"V1": m, "V2": 2 * m - 1, "V3": 2 * m - 1}[estimator]
    if fewest > 1:
        with refused(None, "mx2-t", "at least 2 repeats", "1 repeat of 2 folds", error=MisfitError):
            Mx2T(estimator).judge(scores_of(x[:1]))


def test_a_test_of_differences_judges_two_learners():
    values = np.random.default_rng(0).random((3, 1, 10))
    with refused("scores", "kfold-t", "two learners", "got 3"):
        KFoldT().judge(Scores(("a", "b", "c"), None, values, None, None))
