"""Noise of samples and runs, and whether fresh ones would decide otherwise: by formulas written out, and simulation."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from tests.refusals import refused

from outperform.core import Items, MisfitError, NoteKind, Reason, Refusal, Scores
from outperform.significance import ClusteredT, ClusterFlip, ItemT, SignFlip
from outperform.significance.samples import sample_noise

GPQA = Path(__file__).parents[2] / "docs/data/gpqa/scores.csv"


def scores_of(table, **more):
    """Scores [system, sample, item] of two systems."""
    means = np.nanmean(table, axis=(1, 2))[:, np.newaxis, np.newaxis]
    return Scores(("a", "b"), None, means, items=Items(row_scores=np.asarray(table, dtype=float), **more))


def answers(rng, items=60, samples=5, lead=0.1):
    """Right and wrong answers; every item has its own chance."""
    chance = np.clip(rng.uniform(0, 1, items) + np.array([[lead], [0.0]]), 0, 1)
    return (rng.random((2, samples, items)) < chance[:, np.newaxis]).astype(float)


def kinds(verdict):
    return [note.kind for note in verdict.notes]


def written_out(table, level=0.05):
    """Section 3 of the formulas, with equal numbers of samples."""
    _, k, n = table.shape
    s2 = table.var(axis=1, ddof=1)
    d = table[0].mean(axis=0) - table[1].mean(axis=0)
    sigma2, sd2 = s2.sum(axis=0).mean(), d.var(ddof=1)
    df = s2.sum() ** 2 / (s2**2 / (k - 1)).sum()
    threshold = stats.t.ppf(1 - level / 2, n - 1) * np.sqrt(sd2 / n)
    sd = np.sqrt(2 * sigma2 / (n * k))
    found = stats.t.sf((threshold - abs(d.mean())) / sd, df) + stats.t.cdf((-threshold - abs(d.mean())) / sd, df)
    flips = found if abs(d.mean()) < threshold else 1 - found
    return min(1.0, sigma2 / k / sd2), df, flips


@pytest.mark.parametrize("seed", range(4))
def test_noise_share_df_and_flips_are_the_formulas(seed):
    table = answers(np.random.default_rng(seed))
    share, df, flips = written_out(table)
    verdict = ItemT().judge(scores_of(table))
    found = verdict.stability.replicability(0.05)
    assert verdict.noise_share == pytest.approx(share, rel=1e-10)
    assert verdict.stability.df == pytest.approx(df, rel=1e-10)
    assert found.p_flip == pytest.approx(flips, rel=1e-9)
    assert (found.over, found.basis) == ("samples", "samples")
    low, high = found.pvalue_interval
    assert low < verdict.pvalue < high


def test_gpqa():
    """198 items, 5 epochs, two models: +5.9 points, p = .036, noise share .22, p_flip .42, df 518."""
    frame = pd.read_csv(GPQA)
    table = np.array(
        [part.pivot_table(index="epoch", columns="item_id", values="score") for _, part in frame.groupby("model_id")]
    )
    verdict = ItemT().judge(scores_of(table))
    assert verdict.estimate == pytest.approx(0.0586, abs=5e-5)
    assert verdict.pvalue == pytest.approx(0.0363, abs=5e-5)
    assert verdict.noise_share == pytest.approx(0.217, abs=5e-4)
    assert verdict.stability.df == pytest.approx(518, abs=0.5)
    assert verdict.stability.replicability(0.05).p_flip == pytest.approx(0.418, abs=5e-4)


def test_the_threshold_at_another_number_of_samples_is_the_formula():
    table = answers(np.random.default_rng(5))
    wander = ItemT().judge(scores_of(table)).stability
    d = table[0].mean(axis=0) - table[1].mean(axis=0)
    whole = d.var(ddof=1)
    part = min(table.var(axis=1, ddof=1).sum(axis=0).mean() / 5, whole)
    for k in (1, 3, 5, 40, np.inf):
        expected = stats.t.ppf(0.975, 59) * np.sqrt((whole - part + part * 5 / k) / 60)
        assert float(wander.rule.threshold(np.array(float(k)), 0.05)) == pytest.approx(expected, rel=1e-10)
    edge = wander.rule.threshold(np.array(5.0), 0.05)
    assert float(wander.rule.pvalue(edge, 5)) == pytest.approx(0.05, rel=1e-9)


def test_one_sample_is_refused_with_its_reason():
    table = answers(np.random.default_rng(6), samples=1)
    several = answers(np.random.default_rng(6), samples=3)
    several[0, 1:, 4] = np.nan  # one item with one sample
    for given in (table, several):
        for test in (ItemT(), SignFlip()):
            verdict = test.judge(scores_of(given))
            assert verdict.stability == Refusal(Reason.ONE_SAMPLE)
            assert verdict.noise_share is None


def test_unequal_numbers_of_samples():
    """mean_i (s_Ai^2 / K_Ai + s_Bi^2 / K_Bi) / N."""
    rng = np.random.default_rng(7)
    table = answers(rng, samples=6)
    table[0, 4:] = np.nan
    table[1, 3:, :20] = np.nan
    noise = sample_noise(scores_of(table)).own
    counts = (~np.isnan(table)).sum(axis=1)
    s2 = np.nanvar(table, axis=1, ddof=1)
    assert noise.variance == pytest.approx((s2 / counts).sum() / 60**2, rel=1e-12)
    assert noise.single == pytest.approx(s2.sum() / 60**2, rel=1e-12)
    assert 3 < noise.samples < 6
    wander = ItemT().judge(scores_of(table)).stability
    assert float(wander.rule.threshold(np.array(noise.samples), 0.05)) == pytest.approx(
        stats.t.ppf(0.975, 59) * ItemT().judge(scores_of(table)).se, rel=1e-9
    )


def test_weights_enter_the_noise_as_they_enter_the_mean():
    """Fresh samples of the same items, 20,000 times: their weighted means have the variance that is estimated."""
    rng = np.random.default_rng(8)
    chance, weights = rng.uniform(0.2, 0.8, (2, 1, 40)), rng.uniform(0.1, 1, 40)
    draws = (rng.random((20_000, 2, 3, 40)) < chance).mean(axis=2)
    true = ((draws[:, 0] - draws[:, 1]) @ weights / weights.sum()).var()
    noises = [
        sample_noise(scores_of((rng.random((2, 3, 40)) < chance) * 1.0, weights=weights)).own.variance
        for _ in range(300)
    ]
    assert np.mean(noises) == pytest.approx(true, rel=0.03)


def test_samples_that_all_agree_bound_the_noise():
    """As if one sample of one item differed by the range: V_1 = 1 / (K N^2)."""
    rng = np.random.default_rng(9)
    table = np.repeat(rng.integers(0, 2, (2, 1, 40)), 4, axis=1) * 1.0
    verdict = ItemT().judge(scores_of(table))
    noise = sample_noise(scores_of(table))
    assert noise.bounded
    assert noise.own.single == pytest.approx(1 / (4 * 40**2))
    assert noise.own.df == 3
    assert NoteKind.NOISE_BOUNDED in kinds(verdict)
    assert verdict.noise_share == 0
    assert 0 < verdict.stability.replicability(0.05).p_flip < 0.5


@pytest.mark.parametrize("test", [ItemT(), SignFlip()], ids=str)
def test_systems_that_are_alike_stay_alike(test):
    for table in (np.ones((2, 3, 30)), np.zeros((2, 3, 30)), np.full((2, 3, 30), 0.1)):
        found = test.judge(scores_of(table)).stability.replicability(0.05)
        assert found.p_flip == pytest.approx(0, abs=1e-6)
        assert found.pvalue_interval[1] == 1


def test_items_that_all_differ_alike_are_stable_where_there_are_many():
    table = np.stack([np.full((3, 40), 0.75), np.full((3, 40), 0.5)])
    assert ItemT().judge(scores_of(table)).stability.replicability(0.05).p_flip < 0.01
    few = ItemT().judge(scores_of(table[..., :3]))
    assert few.pvalue == 0.25
    assert few.stability.replicability(0.05).p_flip == 0


def test_sign_flip_uses_the_critical_value_of_its_own_law():
    table = answers(np.random.default_rng(10), lead=0.15)
    verdict = SignFlip().judge(scores_of(table))
    rule = verdict.stability.rule
    d = table[0].mean(axis=0) - table[1].mean(axis=0)
    rng = np.random.default_rng(0)
    means = np.abs(rng.choice([-1.0, 1.0], (100_000, 60)) @ d) / 60
    critical = float(rule.threshold(np.array(5.0), 0.05))
    assert critical == pytest.approx(np.quantile(means, 0.95), abs=2 / 300)
    assert float(rule.pvalue(np.array(abs(verdict.estimate)), 5)) == pytest.approx(verdict.pvalue, rel=1e-9)
    assert float(rule.threshold(np.array(np.inf), 0.05)) < critical
    one, other = verdict.stability.flips(0.05), ItemT().judge(scores_of(table)).stability.flips(0.05)
    assert one == pytest.approx(other, abs=0.08)


@pytest.mark.parametrize("seed", range(6))
def test_the_rule_of_a_test_decides_as_the_test(seed):
    rng = np.random.default_rng(seed)
    table, clusters = answers(rng, items=48, lead=0.12), np.arange(48) // 4
    table = table + 0.01 * rng.random(table.shape) if seed % 2 else table
    for test in (ItemT(), SignFlip(), ClusteredT(), ClusterFlip()):
        verdict = test.judge(scores_of(table, clusters=clusters))
        for level in (0.01, 0.05, 0.2, 0.5):
            rejects = abs(verdict.estimate) >= float(verdict.stability.rule.threshold(np.array(5.0), level)) - 1e-12
            assert rejects == (verdict.pvalue <= level)


def test_a_test_that_never_rejects_never_flips():
    table = answers(np.random.default_rng(11), items=4)
    found = SignFlip().judge(scores_of(table)).stability.replicability(0.05)
    assert found.p_flip == 0


def test_clusters_have_their_own_standard_error():
    rng = np.random.default_rng(12)
    table, clusters = answers(rng, items=60), np.arange(60) // 5
    verdict = ClusteredT().judge(scores_of(table, clusters=clusters))
    assert verdict.noise_share == pytest.approx(sample_noise(scores_of(table)).own.variance / verdict.se**2)
    assert float(verdict.stability.rule.threshold(np.array(5.0), 0.05)) == pytest.approx(
        stats.t.ppf(0.975, verdict.df) * verdict.se, rel=1e-9
    )


def test_flips_are_calibrated():
    """600 pairs of two runs on the same items: the foretold chance of another decision is near the share seen."""
    rng = np.random.default_rng(13)
    foretold, seen = [], []
    for _ in range(600):
        lead, items = rng.normal(0, 0.1), 40
        chance = np.clip(rng.uniform(0, 1, items) + np.array([[lead], [0.0]]), 0, 1)[:, np.newaxis]
        one, other = ((rng.random((2, 4, items)) < chance) * 1.0 for _ in range(2))
        verdict = ItemT().judge(scores_of(one))
        foretold.append(verdict.stability.flips(0.05))
        seen.append((verdict.pvalue <= 0.05) != (ItemT().judge(scores_of(other)).pvalue <= 0.05))
    foretold, seen = np.array(foretold), np.array(seen)
    assert seen.mean() == pytest.approx(foretold.mean(), abs=0.05)
    assert seen[foretold > 0.3].mean() > seen[foretold < 0.1].mean() + 0.15


def trained(rng, items=50, runs=5, tau=0.1, shared=False):
    """Scores of runs that each have an effect on all items."""
    level = rng.normal(size=(1, 1, items)) + rng.normal(0, 0.5, (2, 1, items))
    effect = tau * rng.normal(size=(1 if shared else 2, runs, 1))
    return level + effect + 0.3 * rng.normal(size=(2, runs, items))


def test_the_variance_of_recipes_is_the_formula():
    table = trained(np.random.default_rng(14), tau=0.5)
    verdict = ItemT().judge(scores_of(table, runs=True))
    d = table[0].mean(axis=0) - table[1].mean(axis=0)
    between, within = table.mean(axis=2).var(axis=1, ddof=1), table.var(axis=1, ddof=1).mean(axis=1) / 50
    items = d.var(ddof=1) / 50
    assert verdict.se**2 == pytest.approx(items + (between - within).clip(0).sum() / 5, rel=1e-10)
    weight, df = between.sum() / 5 / verdict.se**2, 4 * between.sum() ** 2 / (between**2).sum()
    critical = (1 - weight) * stats.t.ppf(0.975, 49) + weight * stats.t.ppf(0.975, df)
    assert stats.t.ppf(0.975, verdict.df) == pytest.approx(critical, rel=1e-9)
    assert verdict.pvalue == pytest.approx(2 * stats.t.sf(abs(d.mean()) / verdict.se, verdict.df), rel=1e-9)
    assert NoteKind.RECIPES in kinds(verdict)
    found = verdict.stability.replicability(0.05)
    assert found.over == "runs"
    moved = verdict.stability.tau * np.sqrt(2 / verdict.stability.repeats)
    assert moved == pytest.approx(np.sqrt(2 * np.maximum(between, within).sum() / 5), rel=1e-9)


def test_shared_runs_use_the_variance_of_the_difference():
    table = trained(np.random.default_rng(15), tau=1.0, shared=True)
    apart, together = (ItemT(shared_runs=shared).judge(scores_of(table, runs=True)) for shared in (False, True))
    d = table[0] - table[1]
    between, within = d.mean(axis=1).var(ddof=1), d.var(axis=0, ddof=1).mean() / 50
    items = d.mean(axis=0).var(ddof=1) / 50
    assert together.se**2 == pytest.approx(items + max(0, between - within) / 5, rel=1e-10)
    assert together.se < apart.se / 2
    with refused(None, "shared_runs", "runs=True", error=MisfitError):
        ItemT(shared_runs=True).judge(scores_of(table))
    table[0, 4] = np.nan
    with refused("scores", "seeds"):
        ItemT(shared_runs=True).judge(scores_of(table, runs=True))


def test_a_run_that_is_incomplete_is_refused_and_one_fewer_is_not():
    table = trained(np.random.default_rng(16))
    table[0, 4] = np.nan
    assert NoteKind.RECIPES in kinds(ItemT().judge(scores_of(table, runs=True)))
    table[1, 2, 7] = np.nan
    with refused("scores", "run"):
        ItemT().judge(scores_of(table, runs=True))


def test_one_run_is_judged_as_it_is():
    verdict = ItemT().judge(scores_of(trained(np.random.default_rng(17), runs=1), runs=True))
    assert verdict.stability == Refusal(Reason.ONE_SAMPLE)
    assert NoteKind.RECIPES not in kinds(verdict)


@pytest.mark.parametrize("runs", [2, 5])
@pytest.mark.parametrize("tau", [0.0, 0.1, 0.3])
def test_recipes_that_are_equally_good_are_seldom_told_apart(runs, tau):
    """600 pairs at 5%; t on the items alone gives up to 60% at tau = .3. The bound is 4.5 standard errors."""
    rng = np.random.default_rng(18)
    tables = [trained(rng, runs=runs, tau=tau) for _ in range(600)]
    found = np.mean([ItemT().judge(scores_of(table, runs=True)).pvalue <= 0.05 for table in tables])
    assert found < 0.065 + 4.5 * np.sqrt(0.065 * 0.935 / 600)


def test_samples_that_share_something_are_noted():
    shared = trained(np.random.default_rng(19), tau=0.3)
    (note,) = [each for each in ItemT().judge(scores_of(shared)).notes if each.kind is NoteKind.SAMPLES_SHARE]
    between, within = shared.mean(axis=2).var(axis=1, ddof=1), shared.var(axis=1, ddof=1).mean(axis=1) / 50
    assert note["times"] == pytest.approx((between / within).max(), rel=1e-9)
    noted = sum(
        NoteKind.SAMPLES_SHARE in kinds(ItemT().judge(scores_of(answers(np.random.default_rng(seed)))))
        for seed in range(200)
    )
    assert noted < 9  # 2 expected: two systems, 0.5% each
    assert NoteKind.SAMPLES_SHARE not in kinds(ItemT().judge(scores_of(shared, runs=True)))


def test_the_order_of_samples_changes_no_digit_of_the_stability():
    rng = np.random.default_rng(20)
    table = answers(rng)
    one, other = (ItemT().judge(scores_of(each)) for each in (table, table[:, ::-1, ::-1]))
    assert one.stability.replicability(0.05) == other.stability.replicability(0.05)
    turned = ItemT().judge(scores_of(table[::-1])).stability.replicability(0.05)
    assert turned == one.stability.replicability(0.05)


def fore_and_seen(test, clusters, drawn, lead, size=60, **more):
    """Foretold chances of another decision, and shares among 12 fresh runs on the same items."""
    foretold, seen = [], []
    for number in range(size):
        draw = drawn(np.random.default_rng([21, number]), lead)
        verdicts = [test.judge(scores_of(draw(), clusters=clusters, **more)) for _ in range(13)]
        rejects = np.array([verdict.pvalue <= 0.05 for verdict in verdicts])
        foretold.append(verdicts[0].stability.flips(0.05))
        seen.append(np.mean(rejects[1:] != rejects[0]))
    return np.array(foretold), np.array(seen)


def normal(items, samples, tau, effect=0.0):
    """Systems whose lead varies with the clusters, samples that vary by 1 and runs by ``effect``."""

    def drawn(rng, lead):
        level = rng.normal() * lead + tau * rng.normal(size=items.max() + 1)[items]
        sides = np.array([[[0.5]], [[-0.5]]])
        size = (2, samples, len(items))
        return lambda: sides * level + rng.normal(size=size) + effect * rng.normal(size=(2, samples, 1))

    return drawn


@pytest.mark.parametrize(
    ("test", "clusters", "samples", "lead", "tau"),
    [
        (ClusteredT(), np.arange(60) // 30, 3, 0.6, 0.1),
        (ClusteredT(), np.arange(60) // 15, 3, 0.6, 0.15),
        (ItemT(), np.arange(5), 3, 0.8, 0.3),
        (SignFlip(), np.arange(10), 3, 0.8, 0.3),
    ],
    ids=["2 clusters", "4 clusters", "5 items", "10 items, signs"],
)
def test_flips_are_calibrated_where_units_are_few(test, clusters, samples, lead, tau):
    """The standard error as known foretold .06 of other decisions (2 clusters) where .30 were seen."""
    foretold, seen = fore_and_seen(test, clusters, normal(clusters, samples, tau), lead)
    assert foretold.mean() == pytest.approx(seen.mean(), abs=0.1)
    halves = np.array_split(np.argsort(foretold), 2)
    for half in halves:
        assert foretold[half].mean() == pytest.approx(seen[half].mean(), abs=0.13)


@pytest.mark.parametrize(("runs", "lead"), [(2, 2.5), (3, 1.2)])
def test_flips_are_calibrated_where_runs_are_few(runs, lead):
    items = np.arange(60)
    foretold, seen = fore_and_seen(ItemT(), None, normal(items, runs, 0.3, 0.4), lead, runs=True)
    assert foretold.mean() == pytest.approx(seen.mean(), abs=0.1)


@pytest.mark.parametrize("runs", [False, True])
@pytest.mark.parametrize("test", [ItemT(), SignFlip(), ClusteredT(), ClusterFlip()], ids=str)
def test_fresh_draws_do_not_depend_on_the_order_of_items_clusters_samples_and_systems(test, runs):
    rng = np.random.default_rng(22)
    table, clusters, order = rng.normal(size=(2, 3, 24)), np.arange(24) // 3, rng.permutation(24)
    found = test.judge(scores_of(table, clusters=clusters, runs=runs)).stability.replicability(0.05)
    moved = table[:, [2, 0, 1]][..., order]
    for other in (moved, moved[::-1]):
        again = test.judge(scores_of(other, clusters=7 - clusters[order], runs=runs)).stability.replicability(0.05)
        assert again == found
    assert found.repeats_needed is None
    assert 0 < found.p_flip < 1
    assert found.pvalue_interval[0] < found.pvalue_interval[1]


def test_no_total_difference_is_as_stable_in_both_directions():
    d = np.array([1.0, 2.0, -3.0, 0.5, -0.5])
    table = np.stack([np.array([[0.1], [-0.1]]) * np.arange(5) + d, np.zeros((2, 5))])
    one, other = (ItemT().judge(scores_of(each)).stability.replicability(0.05) for each in (table, table[::-1]))
    assert one == other


def test_few_units_and_many_agree_where_noise_is_small_beside_the_items():
    """40 items by the closed form, 30 by draws: another item or ten changes little, and hardly any noise is left."""
    rng = np.random.default_rng(23)
    level = rng.normal(0.5, 1, 40)
    table = np.stack([level, np.zeros(40)])[:, np.newaxis] + 0.01 * rng.normal(size=(2, 3, 40))
    for count in (30, 40):
        verdict = ItemT().judge(scores_of(table[..., :count]))
        found = verdict.stability.replicability(0.05)
        assert found.p_flip == pytest.approx(0, abs=1e-3)
        low, high = found.pvalue_interval
        assert low < verdict.pvalue < high < 3 * low


@pytest.mark.parametrize("runs", [(2, 10), (2, 30), (3, 30)])
def test_recipes_with_unequal_numbers_of_runs_keep_the_level(runs):
    """Satterthwaite's formula gives .09, .11 and .08."""
    rng, rejects = np.random.default_rng(24), 0
    for _ in range(600):
        table = trained(rng, runs=max(runs), tau=0.3)
        for side, count in enumerate(runs):
            table[side, count:] = np.nan
        rejects += ItemT().judge(scores_of(table, runs=True)).pvalue <= 0.05
    assert rejects / 600 < 0.05 + 2 * np.sqrt(0.05 * 0.95 / 600)


def test_samples_needed_are_ranges_from_low_to_high():
    for seed in range(30):
        found = ItemT().judge(scores_of(answers(np.random.default_rng(seed), lead=0.15))).stability.replicability(0.05)
        for low, high in found.repeats_needed or ():
            assert high is None or (low is not None and low <= high)


def test_one_item_and_a_unit_without_weight():
    rng = np.random.default_rng(25)
    assert ItemT().judge(scores_of(rng.normal(size=(2, 3, 1)))).stability.replicability(0.05).p_flip == 0
    table, weights = rng.normal(size=(2, 3, 8)), np.array([1.0, 1, 0, 1, 2, 1, 1, 1])
    kept = weights > 0
    one = ItemT().judge(scores_of(table, weights=weights)).stability.flips(0.05)
    assert one == pytest.approx(
        ItemT().judge(scores_of(table[..., kept], weights=weights[kept])).stability.flips(0.05), abs=0.02
    )


def test_items_whose_differences_are_all_alike_but_samples_are_not():
    table = np.stack([np.tile([[0.5], [1.0]], 6), np.zeros((2, 6))])
    found = ItemT().judge(scores_of(table)).stability.replicability(0.05)
    assert 0 <= found.p_flip <= 1
    assert np.isfinite(found.pvalue_interval).all()


@pytest.mark.parametrize("runs", [False, True])
@pytest.mark.parametrize("items", [5, 40])
def test_huge_and_tiny_scores_are_as_stable_as_others(runs, items):
    table = np.random.default_rng(26).normal(size=(2, 3, items)) + np.array([[[0.8]], [[0.0]]])
    plain, *others = (
        ItemT().judge(scores_of(table * scale, runs=runs)).stability.replicability(0.05).p_flip
        for scale in (1.0, 2.0**430, 2.0**-430)
    )
    assert others == pytest.approx([plain, plain], abs=1e-3)
