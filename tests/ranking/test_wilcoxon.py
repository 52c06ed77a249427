"""Wilcoxon's signed ranks: against all sign patterns, against scipy where it is right, and by inverting the test."""

from itertools import product

import numpy as np
import pytest
import scipy
from scipy.stats import rankdata
from scipy.stats import wilcoxon as scipy_wilcoxon
from tests.ranking.tables import GARCIA_HERRERA, all_pairs, league, of_differences

from outperform.core import Decision, NoteKind, Parameter
from outperform.ranking import Wilcoxon, signed_rank_law
from outperform.words.notes import note_words

ONE = np.array([[0, 1]])
NORMAL = "asymptotic" if tuple(map(int, scipy.__version__.split(".")[:2])) >= (1, 15) else "approx"  # renamed then


def by_all_signs(d):
    """W+ and p by Pratt's definition: rank all |d|, zeros too, and try all signs of those that are not zero."""
    ranks = rankdata(np.abs(d))[d != 0]
    seen = ranks[d[d != 0] > 0].sum()
    sums = np.array([np.dot(ranks, signs) for signs in product((0, 1), repeat=len(ranks))])
    return seen, min(1.0, 2 * np.mean(sums <= min(seen, ranks.sum() - seen) + 1e-9))


def drawn(kind, count, rng):
    return {
        "plain": rng.normal(0.3, 1, count),
        "ties": rng.choice([-3.0, -2, -1, 1, 2, 3], count),
        "zeros": np.where(rng.random(count) < 0.3, 0.0, rng.normal(size=count)),
        "both": rng.integers(-2, 4, count).astype(float),
        "quarters": rng.integers(-4, 7, count) / 4,
    }[kind]


@pytest.mark.parametrize("count", [*range(1, 11), 14])
@pytest.mark.parametrize("kind", ["plain", "ties", "zeros", "both", "quarters"])
def test_by_all_signs(count, kind):
    d = drawn(kind, count, np.random.default_rng(count))
    verdict = Wilcoxon().judge(of_differences(d), 0, 1)
    statistic, p = by_all_signs(d)
    assert verdict.statistic == statistic
    assert verdict.pvalue == pytest.approx(p, rel=1e-12)
    assert (verdict.datasets, verdict.differ) == (count, np.count_nonzero(d))
    assert verdict.parameter is Parameter.PSEUDO_MEDIAN


@pytest.mark.parametrize("count", [6, 20, 60, 150, 200])
def test_by_scipy_without_ties_and_zeros(count):
    d = np.random.default_rng(count).normal(0.2, 1, count)
    verdict, theirs = Wilcoxon().judge(of_differences(d), 0, 1), scipy_wilcoxon(d, method="exact")
    assert min(verdict.statistic, count * (count + 1) / 2 - verdict.statistic) == theirs.statistic
    assert verdict.pvalue == pytest.approx(theirs.pvalue, rel=1e-9)


@pytest.mark.parametrize("kind", ["plain", "ties", "zeros", "both"])
def test_from_201_data_sets_on_it_is_normal_with_the_variance_of_the_ranks(kind):
    d = drawn(kind, 201, np.random.default_rng(7)) - (0.2 if kind == "plain" else 0.0)
    theirs = scipy_wilcoxon(d, zero_method="pratt", method=NORMAL, correction=False)
    assert Wilcoxon().judge(of_differences(d), 0, 1).pvalue == pytest.approx(theirs.pvalue, rel=1e-9)
    exact = Wilcoxon().judge(of_differences(d[:200]), 0, 1).pvalue  # the two laws agree there
    normal = scipy_wilcoxon(d[:200], zero_method="pratt", method=NORMAL, correction=False).pvalue
    assert exact == pytest.approx(normal, abs=0.01)
    assert exact != pytest.approx(normal, rel=1e-6)


def test_the_smallest_p_value_is_exact_for_many_data_sets():
    for count in (30, 60, 199):
        for d in (np.arange(1.0, count + 1), np.ones(count), np.append(np.zeros(5), np.ones(count - 5))):
            p = Wilcoxon().judge(of_differences(d), 0, 1).pvalue
            assert p == pytest.approx(2.0 ** (1 - np.count_nonzero(d)), rel=1e-12)


def test_ties_are_up_to_rounding():
    raw = league([[0.3, 0.1 + 0.2], [0.8, 0.7], [0.3, 0.2], [0.5, 0.4], [0.75, 0.7]])  # 0, three times .1, and .05
    assert len({float(each) for each in np.abs(raw.values[:, 0] - raw.values[:, 1])}) == 4
    verdict = Wilcoxon().judge(raw, 0, 1)
    assert (verdict.datasets, verdict.differ) == (5, 4)
    assert verdict.statistic == 2 + 3 * 4
    assert verdict.pvalue == 2 / 2**4


def test_whole_numbers_of_points_and_shares_are_judged_alike():
    pairs, _ = all_pairs(5)
    shares = Wilcoxon().outcomes(league(GARCIA_HERRERA), pairs)
    points = Wilcoxon().outcomes(league(np.rint(1000 * GARCIA_HERRERA)), pairs)
    assert np.array_equal(shares.pvalue, points.pvalue)
    assert np.array_equal(shares.statistic, points.statistic)


def test_a_huge_score_of_a_third_learner_makes_no_ties():
    values = np.column_stack([np.linspace(0.6, 0.7, 9), np.linspace(0.59, 0.68, 9), np.full(9, -1e15)])
    assert Wilcoxon().judge(league(values), 0, 1).pvalue == 2 / 2**9


def test_ties_do_not_depend_on_the_order_of_data_sets_with_different_scales():
    values = np.array([[1.5, 1.0], [1000.5, 1000.0], [1.5 + 4e-7, 1.0], [2.9, 1.0]])  # the second links the others
    for order in ([0, 1, 2, 3], [1, 0, 2, 3], [2, 0, 3, 1], [3, 2, 1, 0]):
        assert Wilcoxon().judge(league(values[order]), 0, 1).statistic == 10
        flipped = values[order] @ np.array([[0, 1], [1, 0]])
        flipped[order.index(3)] = values[3]
        assert Wilcoxon().judge(league(flipped), 0, 1).statistic == 4  # ranks 2, 2 and 2 against 4


@pytest.mark.parametrize("larger", [0, 1])
def test_sizes_are_tied_by_the_larger_of_the_two_scales(larger):
    d = np.array([0.5, 0.5 + 4e-7, -0.7])  # a score of 1000 is known to 1e-6
    for scale, statistic in ((1000.0, 2 * 1.5), (1.0, 1 + 2)):
        base = np.where(np.arange(3) == larger, scale, 1.0)
        found = Wilcoxon().judge(league(np.column_stack([base + d, base])), 0, 1)
        assert found.statistic == statistic
        alone = Wilcoxon().judge(league(np.column_stack([base + d * [1, -1, 1], base])), 0, 1)
        assert alone.statistic == (1.5 if scale > 1 else 1)


def test_a_missing_cell_leaves_a_data_set_out_of_the_pairs_that_it_concerns():
    rng = np.random.default_rng(3)
    values = rng.normal(size=(12, 3)).round(1)
    holes = values.copy()
    holes[2, 0] = holes[5, 1] = holes[7, 2] = np.nan
    found = Wilcoxon().outcomes(league(holes), np.array([[0, 1], [0, 2], [1, 2]]))
    for at, (pair, gone) in enumerate([((0, 1), (2, 5)), ((0, 2), (2, 7)), ((1, 2), (5, 7))]):
        kept = np.delete(values, gone, axis=0)[:, pair]
        assert found.pvalue[at] == by_all_signs((kept[:, 0] - kept[:, 1]).round(6))[1]


@pytest.mark.parametrize("digits", [1, 2, 15])
@pytest.mark.parametrize("count", [7, 24, 50])
def test_simulated_leagues_have_the_p_values_of_single_ones(count, digits, monkeypatch):
    monkeypatch.setattr(signed_rank_law, "_TOGETHER", 8)
    values = np.random.default_rng(count).normal(0, 0.1, (40, count, 3)).round(digits)
    values[5, 2, 1] = np.nan
    pairs, _ = all_pairs(3)
    together = Wilcoxon().outcomes(league(values), pairs)
    alone = [Wilcoxon().outcomes(league(each), pairs) for each in values]
    assert np.abs(together.pvalue - np.array([each.pvalue for each in alone])).max() < 2e-8
    assert np.array_equal(together.statistic, np.array([each.statistic for each in alone]))
    assert np.array_equal(together.direction, np.array([each.direction for each in alone]))


def test_the_estimate_is_the_median_of_the_means_of_two():
    d = np.array([0.5, -1.0, 2.0, 3.5])
    walsh = sorted((one + other) / 2 for at, one in enumerate(d) for other in d[at:])
    verdict = Wilcoxon().judge(of_differences(d), 0, 1)
    assert verdict.estimate == pytest.approx(np.median(walsh))
    assert verdict.walsh == pytest.approx(walsh)


@pytest.mark.parametrize("level", [0.3, 0.1, 0.05, 0.01])
@pytest.mark.parametrize("count", [5, 8, 15, 40])
def test_the_interval_holds_what_the_test_does_not_reject(count, level):
    d = np.random.default_rng(count).normal(0.4, 1, count)
    low, high = Wilcoxon().judge(of_differences(d), 0, 1).interval(level)

    def p(shift):
        return Wilcoxon().judge(of_differences(d - shift), 0, 1).pvalue

    if 2 / 2**count > level:
        assert (low, high) == (-np.inf, np.inf)
        return
    for inside, outside in ((low + 1e-6, low - 1e-6), (high - 1e-6, high + 1e-6)):
        assert p(inside) > level >= p(outside)


def test_the_interval_for_more_than_200_data_sets_inverts_the_normal_law():
    d = np.random.default_rng(0).normal(0.1, 1, 260)
    verdict = Wilcoxon().judge(of_differences(d), 0, 1)
    low, high = verdict.interval(0.05)
    for end, side in ((low, 1), (high, -1)):
        inside, outside = (Wilcoxon().judge(of_differences(d - end - side * step), 0, 1) for step in (2e-4, -2e-4))
        assert outside.pvalue <= inside.pvalue
        assert (outside.pvalue, inside.pvalue) == (pytest.approx(0.05, abs=5e-4), pytest.approx(0.05, abs=5e-4))


def test_many_ties_of_the_two_decide_by_ranks_and_the_interval_ends_at_0():
    d = np.append(np.zeros(8), np.linspace(0.1, 0.8, 8))
    verdict = Wilcoxon().judge(of_differences(d), 0, 1)
    assert verdict.pvalue == 2 / 2**8
    assert verdict.estimate == pytest.approx(0.2)  # of 136 means 62 are up to .15 and 72 up to .2
    assert verdict.decide(0.05) is Decision.FIRST
    assert verdict.interval(0.05) == (0, pytest.approx(0.4))  # the 30th from either end: P(W <= 29) = .0222
    more = np.append(np.zeros(50), np.linspace(0.1, 1, 10))
    for side, decision in ((1, Decision.FIRST), (-1, Decision.SECOND)):
        verdict = Wilcoxon().judge(of_differences(side * more), 0, 1)
        assert (verdict.pvalue, verdict.estimate) == (2 / 2**10, 0)
        assert verdict.decide(0.05) is decision
        assert verdict.interval(0.05) == (0, 0)
        assert sorted(abs(end) for end in verdict.interval(0.001)) == [0, pytest.approx(0.1)]
        assert verdict.decide(0.001) is Decision.OPEN


def test_rank_sums_that_are_equal_favour_nobody():
    verdict = Wilcoxon().judge(of_differences([-3, 1, 2]), 0, 1)
    assert (verdict.statistic, verdict.pvalue, verdict.lead) == (3, 1, 0)
    assert verdict.decide(0.999) is Decision.OPEN
    assert Wilcoxon().outcomes(of_differences([-3, 1, 2]), ONE).direction.tolist() == [0]


def test_least_data_sets():  # leagues.md: 6 for one pair, 9 for 5 learners, 11 for 10, 13 for 20
    assert [Wilcoxon().least(k * (k - 1) // 2, 0.05) for k in (2, 5, 10, 20)] == [6, 9, 11, 13]
    assert [Wilcoxon().least(1, level) for level in (0.0625, 0.0624, 0.01, 0.5)] == [5, 6, 8, 2]
    for pairs, level in ((1, 0.05), (10, 0.05), (45, 0.01), (190, 0.05)):
        least = Wilcoxon().least(pairs, level)
        ahead = [Wilcoxon().judge(of_differences(np.arange(1.0, count + 1)), 0, 1) for count in (least - 1, least)]
        assert pairs * ahead[1].pvalue <= level < pairs * ahead[0].pvalue


@pytest.mark.parametrize("differ", [0, 1, 4, 5])
def test_a_pair_with_too_many_ties_has_a_note(differ):
    verdict = Wilcoxon().judge(of_differences(np.append(np.zeros(8), np.arange(1.0, differ + 1))), 0, 1)
    (note,) = verdict.caveats(0.05)
    assert note.kind is NoteKind.NEVER_REJECTS
    assert (note["units"], note["least"], note["level"]) == (differ, min(1, 2 / 2**differ), 0.05)
    assert "data set" in note_words(note)
    assert Wilcoxon().judge(of_differences(np.arange(1.0, 7)), 0, 1).caveats(0.05) == ()


def test_nothing_to_compare():
    verdict = Wilcoxon().judge(league([[np.nan, 1.0], [2.0, np.nan]]), 0, 1)
    assert (verdict.datasets, verdict.pvalue, verdict.estimate, verdict.statistic) == (0, 1, 0, 0)
    assert verdict.interval(0.05) == (-np.inf, np.inf)
