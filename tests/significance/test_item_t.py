"""item-t and clustered-t on scores: what is judged, what is noted, what is refused."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats
from tests.refusals import refused

from outperform.core import Decision, Items, MisfitError, NoteKind, Scores
from outperform.metrics import F1, Accuracy
from outperform.significance import ClusteredT, ItemT
from outperform.significance.item_values import item_values

RNG = np.random.default_rng(0)


def scores_of(table, **more):
    """Scores [system, sample, item] of two systems."""
    values = np.asarray(table, dtype=float)
    values = values[:, np.newaxis] if values.ndim == 2 else values
    means = np.nan_to_num(np.nanmean(values, axis=(1, 2)) if values.size else np.zeros(2))
    return Scores(("a", "b"), None, means[:, np.newaxis, np.newaxis], items=Items(row_scores=values, **more))


def apart(d, **more):
    return scores_of([d, np.zeros(len(d))], **more)


def kinds(verdict):
    return {note.kind for note in verdict.notes}


def test_it_is_the_paired_t_test_of_scipy():
    first, second = RNG.normal(0.2, 1, (2, 50))
    verdict, expected = ItemT().judge(scores_of([first, second])), stats.ttest_rel(first, second)
    assert verdict.statistic == pytest.approx(expected.statistic, rel=1e-12)
    assert verdict.pvalue == pytest.approx(expected.pvalue, rel=1e-10)
    assert verdict.interval(0.1) == pytest.approx(tuple(expected.confidence_interval(0.9)), rel=1e-10)
    assert verdict.df == 49


def test_samples_are_averaged_by_item_and_may_differ_in_number():
    table = RNG.normal(0, 1, (2, 3, 30))
    table[0, 2, :10] = np.nan
    d = np.nanmean(table[0], axis=0) - np.nanmean(table[1], axis=0)
    verdict = ItemT().judge(scores_of(table))
    assert verdict.pvalue == pytest.approx(stats.ttest_1samp(d, 0).pvalue, rel=1e-10)


def test_the_order_of_items_samples_and_systems_changes_no_digit():
    for number in range(20):
        rng = np.random.default_rng(number)
        table, weights, clusters = rng.random((2, 4, 37)), rng.random(37), rng.integers(0, 9, 37)
        order, samples = rng.permutation(37), rng.permutation(4)
        for test in (ItemT(), ClusteredT()):
            one = test.judge(scores_of(table, weights=weights, clusters=clusters))
            moved = scores_of(table[:, samples][..., order], weights=weights[order], clusters=9 - clusters[order])
            other = test.judge(moved)
            assert (one.pvalue, one.estimate, one.se, one.df) == (other.pvalue, other.estimate, other.se, other.df)
            turned = test.judge(scores_of(table[::-1], weights=weights, clusters=clusters))
            assert (one.pvalue, one.estimate, one.se) == (turned.pvalue, -turned.estimate, turned.se)


def test_clusters_that_item_t_does_not_use_are_noted():
    scores = scores_of(RNG.random((2, 40)), clusters=np.arange(40) // 2)
    (note,) = [each for each in ItemT().judge(scores).notes if each.kind is NoteKind.CLUSTERS_IGNORED]
    assert (note["clusters"], note["items"]) == (20, 40)
    assert NoteKind.CLUSTERS_IGNORED not in kinds(ClusteredT().judge(scores))
    alone = scores_of(RNG.random((2, 40)), clusters=np.arange(40))
    assert NoteKind.CLUSTERS_IGNORED not in kinds(ItemT().judge(alone))


def test_clustered_t_needs_two_clusters():
    with refused(None, "clustered-t", "at least 2 clusters", error=MisfitError):
        ClusteredT().judge(scores_of(RNG.random((2, 10)), clusters=np.zeros(10, dtype=int)))
    with refused(None, "clustered-t", "cluster", error=MisfitError):
        ClusteredT().judge(scores_of(RNG.random((2, 10))))


@pytest.mark.parametrize(("count", "decision"), [(2, Decision.OPEN), (5, Decision.OPEN), (6, Decision.FIRST)])
def test_items_that_all_differ_by_the_same_amount_have_the_p_value_of_sign_flip(count, decision):
    """Two items that both differ by .25 are p = .5; a peer says p = 0 (evaluations, defect E6)."""
    verdict = ItemT().judge(apart([0.25] * count))
    assert verdict.pvalue == 2 / 2**count
    assert verdict.statistic is None
    assert verdict.decide(0.05) is decision
    assert NoteKind.NO_SPREAD_ITEMS in kinds(verdict)
    assert verdict.interval(0.05) == (0.0 if decision is Decision.FIRST else -np.inf, np.inf)
    assert bool(verdict.caveats(0.05)) == (decision is Decision.OPEN)


def test_one_item_is_judged_and_says_nothing():
    for d in ([0.3], [0.0]):
        verdict = ItemT().judge(apart(d))
        assert (verdict.pvalue, verdict.df, verdict.interval(0.05)) == (1, None, (-np.inf, np.inf))
        assert NoteKind.FEW_ITEMS in kinds(verdict)
        assert [note.kind for note in verdict.caveats(0.05)] == [NoteKind.NEVER_REJECTS]
        assert not verdict.above(-1, 0.05)


def test_systems_that_score_the_same_are_not_different():
    same = RNG.random(30)
    verdict = ItemT().judge(scores_of([same, same]))
    assert (verdict.pvalue, verdict.statistic, verdict.estimate, verdict.interval(0.05)) == (1, 0, 0, (-np.inf, np.inf))


def test_rounding_is_no_difference():
    verdict = ItemT().judge(scores_of([[0.1 + 0.2] * 30, [0.3] * 30]))
    assert (verdict.pvalue, verdict.estimate) == (1, 0)
    tenths = np.full((2, 10, 30), 0.1)
    tenths[1] = np.linspace(0, 0.2, 10)[:, np.newaxis]
    assert ItemT().judge(scores_of(tenths)).estimate == 0


def test_few_that_differ_and_skewed_differences_are_noted():
    d = np.zeros(100)
    d[:9] = RNG.normal(0, 1, 9)
    assert NoteKind.FEW_DIFFER in kinds(ItemT().judge(apart(d)))
    d[:10] = 1.0
    assert NoteKind.FEW_DIFFER not in kinds(ItemT().judge(apart(d)))
    rare = np.concatenate([np.full(95, 0.02), np.full(5, -0.9)]) + RNG.normal(0, 0.01, 100)
    (note,) = [each for each in ItemT().judge(apart(rare)).notes if each.kind is NoteKind.SKEWED]
    assert abs(note["skewness"]) == pytest.approx(abs(stats.skew(rare)), rel=1e-9)
    assert NoteKind.SKEWED not in kinds(ItemT().judge(apart(RNG.normal(0, 1, 100))))


def test_a_tail_of_losses_needs_a_loss():
    """Where no item is lost, small gains are no large losses; turned round, they are no large gains."""
    gains = np.array([0.4, 0.4, 0.4, 0.3, 0.4, 0.3] * 3 + [0.01])
    for d in (gains, -gains):
        assert NoteKind.SKEWED not in kinds(ItemT().judge(apart(d)))
    gains[-1] = -0.9
    for d in (gains, -gains):
        assert NoteKind.SKEWED in kinds(ItemT().judge(apart(d)))


def test_a_metric_with_influences_is_judged_by_them():
    """The mean of the values is the difference of F1; their spread is the jackknife's, to first order."""
    truth = RNG.integers(0, 2, 400)
    said = np.array([np.where(RNG.random(400) < share, truth, 1 - truth) for share in (0.85, 0.7)])
    metric = F1(positive=1)
    values = np.array([[[metric.score(truth, each)]] for each in said])
    scores = Scores(("a", "b"), "f1", values, items=Items(truth, said[:, np.newaxis], metric=metric))
    found = item_values(scores)
    gap = float(values[0, 0, 0] - values[1, 0, 0])
    assert not found.means
    assert found.values.mean() == pytest.approx(gap, abs=1e-12)
    left = np.array([_f1_gap(metric, np.delete(truth, i), np.delete(said, i, axis=1)) for i in range(400)])
    jackknife = np.sqrt(399 / 400 * ((left - left.mean()) ** 2).sum())
    verdict = ItemT().judge(scores)
    assert verdict.estimate == pytest.approx(gap, abs=1e-12)
    assert verdict.se == pytest.approx(jackknife, rel=0.02)
    assert ItemT().judge(replace(scores, items=replace(scores.items, weights=np.ones(400)))).pvalue == verdict.pvalue
    with refused(None, "weights", "f1", error=MisfitError):
        ItemT().judge(replace(scores, items=replace(scores.items, weights=np.arange(1.0, 401))))


def _f1_gap(metric, truth, said):
    return metric.score(truth, said[0]) - metric.score(truth, said[1])


def test_a_metric_without_a_value_per_item_is_refused():
    class Other(Accuracy):
        influence = property()
        row_scores = property()

    truth = RNG.integers(0, 2, 20)
    items = Items(truth, np.array([truth, 1 - truth])[:, np.newaxis], metric=Other())
    scores = Scores(("a", "b"), "other", np.array([[[1.0]], [[0.0]]]), items=items)
    with refused(None, "item-t", "other", error=MisfitError):
        ItemT().judge(scores)


def test_predictions_and_scores_of_items_give_the_same():
    truth, said = RNG.integers(0, 2, 60), RNG.integers(0, 2, (2, 60))
    values = (said == truth).mean(axis=1)[:, np.newaxis, np.newaxis]
    by_labels = Scores(("a", "b"), "accuracy", values, items=Items(truth, said[:, np.newaxis], metric=Accuracy()))
    assert ItemT().judge(by_labels).pvalue == ItemT().judge(scores_of((said == truth) * 1.0)).pvalue


def test_only_the_rows_tested_count():
    truth, said, tested = RNG.integers(0, 2, 60), RNG.integers(0, 2, (2, 60)), np.arange(60) < 40
    items = Items(truth, said[:, np.newaxis], metric=Accuracy(), tested=tested[np.newaxis])
    scores = Scores(("a", "b"), "accuracy", np.zeros((2, 1, 1)), items=items)
    assert ItemT().judge(scores).pvalue == ItemT().judge(scores_of((said == truth)[:, :40] * 1.0)).pvalue


@pytest.mark.parametrize("weights", [[1, -1, 1], [1, np.nan, 1], [0, 0, 0], [1, np.inf, 2]], ids=str)
def test_weights_that_are_none_are_refused(weights):
    with refused("weights"):
        ItemT().judge(apart([1.0, 0.5, 0.2], weights=np.array(weights, dtype=float)))


def test_only_the_proportions_of_weights_count():
    d, weights = RNG.normal(0.3, 1, 25), RNG.uniform(0.1, 1, 25)
    one = ItemT().judge(apart(d, weights=weights))
    assert one.estimate == pytest.approx(np.average(d, weights=weights), rel=1e-12)
    for factor in (1e-200, 3.0, 1e200):
        assert ItemT().judge(apart(d, weights=factor * weights)).pvalue == pytest.approx(one.pvalue, rel=1e-9)
    assert ItemT().judge(apart(d, weights=np.full(25, 7.0))).pvalue == ItemT().judge(apart(d)).pvalue


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_scores_that_are_no_numbers_are_refused(bad):
    """One NaN among 50 scores gives p = .0001 in two peers (evaluations, defect E1)."""
    table = RNG.random((2, 50))
    table[1, 6] = bad
    with refused("scores", "system 2", "item 7"):
        ItemT().judge(scores_of(table))


def test_scores_too_extreme_to_square_are_refused():
    with refused("scores", "e+"):
        ItemT().judge(scores_of(RNG.random((2, 10)) * 1e200))


def test_three_systems_are_refused():
    table = RNG.random((3, 1, 10))
    scores = Scores(("a", "b", "c"), None, table.mean(axis=2, keepdims=True), items=Items(row_scores=table))
    with refused(None, "item-t", "3", error=MisfitError):
        ItemT().judge(scores)


@pytest.mark.parametrize("count", [20, 100])
@pytest.mark.parametrize("law", ["normal", "uniform", "ties"])
def test_the_level_is_kept_under_symmetric_laws(count, law):
    rng, sets = np.random.default_rng(1), 6_000 if law == "uniform" else 20_000  # units of one size take longer
    draw = {
        "normal": lambda: rng.normal(size=(sets, count)),
        "uniform": lambda: rng.uniform(-1, 1, (sets, count)),
        "ties": lambda: rng.choice([-1.0, 0.0, 1.0], (sets, count), p=[0.2, 0.6, 0.2]),
    }[law]
    values = item_values(apart([1.0, 0.0]))
    p = ItemT().arithmetic(replace(values, values=draw(), scale=np.ones(sets))).pvalue
    assert np.mean(p <= 0.05) == pytest.approx(0.05, abs=0.009)
