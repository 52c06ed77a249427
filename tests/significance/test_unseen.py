"""Items that were not sampled: exact errors of margins by summing over all samples, and rounding of huge ties."""

import numpy as np
import pytest
from scipy import stats

from outperform import judge_items, judge_predictions
from outperform.core import Items, Scores, Unit
from outperform.significance import BootstrapT, ClusteredT, ClusterFlip, DelongT, ItemT, SignFlip
from outperform.significance.delong import Placements
from outperform.significance.unseen import Unseen, unseen_of

PLAIN = [ItemT(), SignFlip(), BootstrapT(replicates=199)]


def systems(first, second, unit=Unit.POINTS, **more):
    table = np.array([first, second], dtype=float)[:, np.newaxis]
    values = table.mean(axis=(1, 2)).reshape(2, 1, 1)
    return Scores(("a", "b"), None, values, items=Items(row_scores=table, **more), unit=unit)


def losing(count, lost, unit):
    """The first loses 1 on so many items, and ties on the others."""
    return systems(np.where(np.arange(count) < lost, 0.0, 1.0), np.ones(count), unit)


def passed(test, count, share, unit):
    """The chance that a system that loses 1 on a share of all items is called not worse by that share."""
    chances = stats.binom.pmf(np.arange(count + 1), count, share)
    likely = np.flatnonzero(chances > 1e-7)
    return sum(chances[lost] * test.judge(losing(count, lost, unit)).above(-share, 0.05) for lost in likely)


@pytest.mark.parametrize("unit", [Unit.POINTS, Unit.NONE])
@pytest.mark.parametrize("test", PLAIN, ids=str)
@pytest.mark.parametrize(("count", "share"), [(6, 0.1), (10, 0.1), (20, 0.05), (20, 0.1), (50, 0.02), (50, 0.05)])
def test_a_rare_loss_does_not_pass_at_the_margin(test, count, share, unit):
    """Before, ties passed on no evidence: .54 of 6 items at .1, and sign-flip .28 of 50 items at .05."""
    assert passed(test, count, share, unit) <= 0.05


@pytest.mark.parametrize(("count", "share"), [(100, 0.02), (100, 0.05), (100, 0.1), (100, 0.2), (300, 0.1)])
def test_a_rare_loss_of_many_items(count, share):
    assert passed(ItemT(), count, share, Unit.POINTS) <= 0.081


@pytest.mark.parametrize("test", PLAIN, ids=str)
@pytest.mark.parametrize("shift", [0.0, 0.25])
def test_where_nothing_varies_a_share_may_differ(test, shift):
    """The limit of 0 of 30 is binomial: so many items that do not differ have a chance of half the level."""
    verdict = test.judge(systems(np.full(30, 0.4 + shift), np.full(30, 0.4)))
    share = 1 - 0.025 ** (1 / 30)
    assert stats.binom.pmf(0, 30, share) == pytest.approx(0.025)
    expected = shift - share * (1 + shift), shift + share * (1 - shift)
    assert verdict.interval(0.05) == pytest.approx(expected)
    one_sided = shift - (1 - 0.05 ** (1 / 30)) * (1 + shift)
    assert verdict.above(one_sided - 1e-6, 0.05)
    assert not verdict.above(one_sided + 1e-6, 0.05)
    turned = test.judge(systems(np.full(30, 0.4), np.full(30, 0.4 + shift)))
    assert turned.interval(0.05) == tuple(-end for end in reversed(verdict.interval(0.05)))
    assert turned.below(-one_sided + 1e-6, 0.05)
    assert not turned.below(-one_sided - 1e-6, 0.05)


@pytest.mark.parametrize("test", PLAIN, ids=str)
@pytest.mark.parametrize("shift", [0.0, 0.25])
@pytest.mark.parametrize("count", [1, 6, 30])
def test_where_nothing_varies_and_bounds_are_unknown_nothing_is_shown(test, shift, count):
    verdict = test.judge(systems(np.full(count, 0.4 + shift), np.full(count, 0.4), Unit.NONE))
    low, high = verdict.interval(0.05)
    assert (low, high) == (0.0 if verdict.pvalue <= 0.05 else -np.inf, np.inf)
    assert not verdict.above(-0.1, 0.05)
    assert not verdict.below(0.5, 0.05)


@pytest.mark.parametrize("test", [ClusteredT(), ClusterFlip()], ids=str)
def test_clusters_count_not_items(test):
    clusters, said = np.arange(60) // 6, np.full(60, 0.4)
    low, high = test.judge(systems(said, said, clusters=clusters)).interval(0.05)
    share = 1 - 0.025 ** (1 / 10)
    assert (low, high) == pytest.approx((-share, share))


def test_items_that_weigh_more_count_for_fewer():
    said, weights = np.full(20, 0.4), np.array([1.0] * 10 + [3.0] * 10)
    low, _ = ItemT().judge(systems(said, said, weights=weights)).interval(0.05)
    assert low == pytest.approx(-(1 - 0.025 ** (1 / (40**2 / 100))))


def test_the_limit_is_that_of_clopper_and_pearson():
    for differ, units in ((0, 8), (1, 20), (7, 50)):
        limit = stats.binomtest(differ, units).proportion_ci(0.9, method="exact").high
        low, high = Unseen(units, differ, 0.0, -1.0, 1.0).ends(-differ / units, 0.1)
        assert low == pytest.approx(-limit)
        assert high == pytest.approx(limit - 2 * differ / units)


def test_margins_allow_for_more_only_where_few_differ():
    plenty = np.where(np.arange(100) < 10, -0.1, 0.0)
    assert unseen_of(plenty, np.ones(100), 1.0) is None
    assert unseen_of(np.arange(9) / 10, np.ones(9), 1.0) is None
    assert unseen_of(np.array([0.0, 0.1]), np.ones(2), 1.0) is None
    few = unseen_of(plenty[1:], np.ones(99), 1.0)
    assert (few.units, few.differ, few.usual) == (pytest.approx(99), pytest.approx(9), 0)
    assert (few.least, few.most) == (-0.1, 0.1)  # as far as the farthest that was seen
    rounded = np.array([0.3 - 0.1, 0.2, 0.5 - 0.3, 0.2])
    assert unseen_of(rounded, np.ones(4), 0.5).differ == 0


def test_the_swap_of_systems_mirrors_margins():
    rng = np.random.default_rng(4)
    first = rng.random(40)
    second = first + np.where(np.arange(40) < 3, [0.1] * 20 + [0.2] * 20, 0)
    for test in (ItemT(), SignFlip()):
        one, other = test.judge(systems(first, second)), test.judge(systems(second, first))
        assert one.unseen == other.unseen.mirrored()
        for bound in np.linspace(-0.2, 0.2, 41):
            assert one.above(bound, 0.05) == other.below(-bound, 0.05)


def test_six_ties_show_nothing_to_a_user():
    (same,) = judge_items({"a": [0.5, 0.2, 0.7, 0.1, 0.9, 0.3], "b": [0.5, 0.2, 0.7, 0.1, 0.9, 0.3]}, margin=0.1)
    assert (same.items.not_worse, same.items.equivalent) == (False, False)
    said = {"a": [0.9, 0.1, 0.8, 0.2], "b": [0.7, 0.1, 0.6, 0.2]}
    (area,) = judge_predictions([1, 0, 1, 0], said, metric="roc_auc", margin=0.1)
    assert (area.items.not_worse, area.items.equivalent) == (False, False)
    truth = [1, 0] * 50
    for test in ("bootstrap-t", "swap", "item-t"):
        (f1,) = judge_predictions(truth, {"a": truth, "b": truth}, metric="f1", test=test, margin=0.1)
        assert f1.interval == (-1, 1)
        assert (f1.items.not_worse, f1.items.equivalent) == (False, False)


def test_a_rare_drop_in_rank_does_not_pass_at_the_margin():
    """Each of 20 positive items falls below all negative ones with a chance of .1: the area is .1 lower."""
    total = 0.0
    truth = np.arange(80) < 20
    second = np.where(truth, 100.0, 0.0) + np.arange(80)
    for dropped, chance in enumerate(stats.binom.pmf(np.arange(15), 20, 0.1)):
        first = second.copy()
        first[:dropped] -= 1000
        verdict = DelongT().arithmetic(Placements.of(truth, first, second), dropped).verdict(())
        assert verdict.estimate == pytest.approx(-dropped / 20)
        total += chance * verdict.above(-0.1, 0.05)
    assert total <= 0.05


@pytest.mark.parametrize("huge", [1e9, 1e16, 1e100])
@pytest.mark.parametrize("test", [*PLAIN, ClusteredT(), ClusterFlip()], ids=str)
def test_a_tie_at_a_huge_score_hides_no_difference(test, huge):
    rng = np.random.default_rng(2)
    first, second, clusters = rng.random(30) / 10 + 0.5, rng.random(30) / 10 + 0.3, np.arange(31) // 3
    with_tie = [np.append(side, huge) for side in (first, second)]
    plain = [np.append(side, 0.4) for side in (first, second)]
    one, other = (test.judge(systems(*each, Unit.NONE, clusters=clusters)) for each in (with_tie, plain))
    assert (one.pvalue, one.estimate) == (other.pvalue, other.estimate)
    assert one.pvalue < 0.01


@pytest.mark.parametrize("test", [*PLAIN, ClusteredT(), ClusterFlip()], ids=str)
def test_rounding_stays_no_evidence(test):
    clusters = np.arange(30) // 3
    verdict = test.judge(systems([0.1 + 0.2] * 30, [0.3] * 30, clusters=clusters))
    assert (verdict.pvalue, verdict.estimate) == (1, 0)
    second = np.random.default_rng(0).random(30)
    shifted = systems(second + 1e-17, second, clusters=clusters)
    assert test.judge(shifted).pvalue == 1
    drift = test.judge(systems(1e8 + second, 1e8 + 0.25 + second, Unit.NONE, clusters=clusters))
    assert drift.estimate == pytest.approx(-0.25)
    assert drift.interval(0.05) == (-np.inf, 0)


@pytest.mark.parametrize("count", [5, 30, 300, 3000])
@pytest.mark.parametrize(("lost", "loss"), [(0, 0), (1, 0.001), (4, 0.001), (1, 0.05), (9, 0.0000004)])
def test_next_to_no_loss_opens_no_more_than_a_tie(count, lost, loss):
    """Before, one item of five that lost a thousandth gave the bound -.0005; a tie gives none."""
    first = np.where(np.arange(count) < min(lost, count - 1), 1 - loss, 1.0)
    for test in (ItemT(), SignFlip()):
        for scale in (1.0, 5.0, 100.0):
            verdict = test.judge(systems(scale * first, np.full(count, scale), Unit.NONE))
            assert not verdict.above(-0.5 * scale, 0.05)


@pytest.mark.parametrize("lost", [1, 2, 5, 9])
def test_percentages_decide_as_shares_do(lost):
    first = np.where(np.arange(400) < lost, 0.5, 1.0)
    share = ItemT().judge(systems(first, np.ones(400))).lower_bound(0.05, -0.02)
    percent = ItemT().judge(systems(100 * first, np.full(400, 100.0), Unit.NONE)).lower_bound(0.05, -2)
    assert percent.value == pytest.approx(100 * share.value)
    assert percent.method is share.method


@pytest.mark.parametrize("scale", [1e-90, 1e-9, 1.0, 1e9])
def test_differences_of_a_millionth_are_ties(scale):
    """The interval of a test by signs is still that of the differences: all 30 have the same sign."""
    first = scale * (1 - 1e-8 * np.arange(1, 31))
    verdict = SignFlip().judge(systems(first, np.full(30, scale), Unit.NONE))
    assert verdict.lower_bound(0.05, -0.5 * scale).value == -np.inf
    assert -scale < verdict.interval(0.05)[0] <= verdict.interval(0.05)[1] < 0


def test_an_error_may_be_as_large_as_the_numbers_reach():
    """All errors are .01, one is .1 larger: neither tells how large an error may be where the truth is 0 to 29."""
    truth = np.arange(30.0)
    old, new = truth + 0.01, truth + 0.01 + 0.1 * (truth == 7)
    for metric, margin in (("neg_mean_absolute_error", 1.0), ("neg_mean_squared_error", 30.0)):
        judged = judge_predictions(truth, {"new": new, "old": old}, metric, margin=margin)[0]
        assert judged.items.margin_bound == -np.inf
        far = judge_predictions(truth, {"new": np.where(truth == 7, 29.0, new), "old": old}, metric, margin=margin)[0]
        assert -np.inf < far.items.margin_bound < -margin
