"""Few heavy units: no p-value below that of random signs, the same numbers where no unit is heavy."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom

from outperform import judge_items
from outperform.significance import ClusteredT, ClusterFlip, ItemT, SignFlip
from outperform.significance.heavy_units import are_alike, has_heavy_units
from outperform.significance.item_means import cluster_sums, mean_of_items
from outperform.significance.item_values import ItemValues

HEAVY = {
    "3 of 60": [1] * 3 + [1e-4] * 57,
    "2 of 60": [1] * 2 + [1e-4] * 58,
    "4 of 60": [1] * 4 + [0.01] * 56,
    "4 of 60, less heavy": [1] * 4 + [0.05] * 56,
    "5 of 6": [1] * 5 + [0.001],
    "14 of 60": [1] * 14 + [0.02] * 46,
}
LARGE = {
    "2 of 22": [50] * 2 + [1] * 20,
    "3 of 23": [50] * 3 + [1] * 20,
    "half": [36] + [4] * 9,
    "5 times": [20] * 2 + [4] * 20,
}
ORDINARY = {
    "1 to 8": [*range(1, 9)],
    "1 to 8, thrice": [*range(1, 9)] * 3,
    "1 to 3, few": [1, 2, 3] * 3,
    "equal": [4] * 7,
    "many": [100] * 40 + [1] * 100,
}


def won(weights, sets, sizes=None, *, by=None):
    """Each unit is won as a whole by one of the two, at random; or by as much as ``by`` says."""
    rng = np.random.default_rng(len(weights))
    drawn = rng.choice([-1.0, 1.0], (sets, len(weights))) if by is None else by(rng, (sets, len(weights)))
    if sizes is None:
        return ItemValues(drawn, np.ones(sets), np.array(weights, dtype=float))
    return ItemValues(np.repeat(drawn, sizes, axis=1), np.ones(sets), None, np.repeat(np.arange(len(sizes)), sizes))


@pytest.mark.parametrize("weights", HEAVY.values(), ids=HEAVY)
def test_heavy_items_keep_the_level(weights):
    """Before, .49 to .07 were rejected; 500 sets have a standard error of .01."""
    values = won(weights, 500)
    rejected = [float((found.pvalue <= 0.05).mean()) for found in (ItemT().arithmetic(values), mean_of_items(values))]
    assert rejected[0] <= min(0.08, rejected[1] - 0.01)


@pytest.mark.parametrize("sizes", LARGE.values(), ids=LARGE)
def test_large_clusters_keep_the_level(sizes):
    values = won(sizes, 500, sizes)
    rejected = [
        float((found.pvalue <= 0.05).mean()) for found in (ClusteredT().arithmetic(values), mean_of_items(values))
    ]
    assert rejected[0] <= min(0.08, rejected[1] - 0.01)


@pytest.mark.parametrize("level", [0.1, 0.05, 0.01])
@pytest.mark.parametrize("test", [ItemT(), ClusteredT()], ids=str)
def test_units_that_are_won_as_a_whole_keep_the_level(test, level):
    """By all 2^k patterns of signs; before, 7 clusters rejected .125 at level .05, and 13 items .092."""
    for units in (*range(6, 41), 59, 77, 100, 150, 200):
        wins = np.array([np.r_[np.ones(won), -np.ones(units - won)] for won in range(units + 1)])
        values = ItemValues(wins, np.ones(units + 1))
        if isinstance(test, ClusteredT):
            clusters = np.repeat(np.arange(units), 3)
            values = ItemValues(np.repeat(wins, 3, axis=1), np.ones(units + 1), None, clusters)
        rejected = test.arithmetic(values).pvalue <= level
        assert binom.pmf(np.arange(units + 1), units, 0.5)[rejected].sum() <= level + 1e-12


@pytest.mark.parametrize("least", [0.9, 0.7, 0.5])
def test_units_that_are_won_by_about_the_same_keep_the_level(least):
    """Before, .100, .076 and .071 of 20,000 sets of 7 clusters were rejected; the standard error is .0015."""
    rng = np.random.default_rng(7)
    wins = rng.choice([-1.0, 1.0], (20_000, 7)) * rng.uniform(least, 1, (20_000, 7))
    values = ItemValues(wins, np.ones(20_000), None, np.arange(7))
    assert float((ClusteredT().arithmetic(values).pvalue <= 0.05).mean()) <= 0.055


def test_a_gate_of_few_clusters_keeps_its_level():
    """6 to 12 clusters of 4 items, each won as a whole with a chance that puts the mean at the margin."""
    for units in (6, 7, 8, 11, 12):
        for margin in (0.01, 0.1, 0.3):
            opened = []
            for won in range(units + 1):
                new = np.repeat(np.r_[np.ones(won), np.zeros(units - won)], 4)
                table = {"item": range(4 * units), "new": new, "old": 1 - new, "cluster": np.arange(4 * units) // 4}
                opened.append(judge_items(table, margin=margin, test=ClusteredT())[0].items.not_worse)
            assert binom.pmf(np.arange(units + 1), units, (1 - margin) / 2)[np.array(opened)].sum() <= 0.05


def test_units_that_differ_little_from_their_mean_keep_the_t_test():
    """Thirty differences of about .1, and clusters alike: the interval is that of t."""
    for spread in (0.01, 0.02):
        d = 0.1 + spread * np.random.default_rng(3).normal(size=30)
        for values in (ItemValues(d, np.array(1.0)), ItemValues(d, np.array(1.0), None, np.arange(30) // 3)):
            test = ItemT() if values.clusters is None else ClusteredT()
            assert test.arithmetic(values).se == mean_of_items(values).se


def test_a_note_says_where_signs_decide_in_place_of_t():
    new = np.repeat([1, 1, 1, 1, 1, 1, 0], 3)
    table = {"item": range(21), "new": new, "old": 1 - new, "cluster": np.arange(21) // 3}
    judged = judge_items(table, test=ClusteredT())[0]
    assert judged.verdict.pvalue == pytest.approx(0.125, rel=1e-9)  # 2 (1 + 7) / 2^7; t alone: .0465
    assert "alike-units" in {note.kind for note in judged.notes}
    assert judged.items.fragility is None


@pytest.mark.parametrize("sizes", ORDINARY.values(), ids=ORDINARY)
def test_other_units_have_the_same_numbers_to_the_last_digit(sizes):
    def skewed(rng, shape):
        return rng.exponential(size=shape) ** 2 * rng.choice([-1.0, 1.0], shape)

    for values in (won(sizes, 50, sizes if max(sizes) < 100 else None, by=skewed), won(sizes, 50, by=skewed)):
        kept = ~are_alike(cluster_sums(values)[0])
        assert kept.mean() > 0.8
        values = replace(values, values=values.values[kept], scale=values.scale[kept])
        test = ItemT() if values.clusters is None else ClusteredT()
        assert test.arithmetic(values).pvalue.tolist() == mean_of_items(values).pvalue.tolist()
    assert not has_heavy_units(np.array(sizes, dtype=float))


@pytest.mark.parametrize("seed", range(6))
def test_signs_are_those_of_the_exact_test(seed):
    """With at most 16 units all signs are enumerated."""
    rng = np.random.default_rng(seed)
    weights = np.concatenate([rng.uniform(0.5, 1, 4), rng.uniform(0.001, 0.02, 9)])
    d = np.where(rng.random(13) < 0.8, 1.0, -1.0) * rng.choice([0.25, 0.5, 1.0], 13)
    table = {"item": range(13), "new": 0.5 + d / 2, "old": 0.5 - d / 2, "weight": weights}
    by_t, by_signs = (judge_items(table, test=test)[0].verdict for test in (ItemT(), SignFlip()))
    plain = mean_of_items(ItemValues(d, np.array(1.0), weights)).pvalue
    if plain < 0.5:
        assert by_t.pvalue == pytest.approx(max(float(plain), min(by_signs.pvalue, 0.999)), rel=1e-6)


def test_p_value_decision_interval_and_margin_agree():
    values = [1.0] * 3 + [1.0, 0.0] * 30
    table = {"item": range(63), "new": values, "old": [1 - each for each in values], "weight": [1] * 3 + [1e-4] * 60}
    judged = judge_items(table, margin=0.1, level=0.05)[0]
    verdict = judged.verdict
    assert verdict.pvalue == pytest.approx(0.138, abs=0.01)
    assert judged.decision == "open"
    assert not judged.items.not_worse
    for level in (0.01, 0.05, 0.2, 0.3, 0.6):
        low, high = verdict.interval(level)
        assert (low > 0 or high < 0) == (verdict.pvalue <= level)
    assert judged.items.fragility is None


def test_large_clusters_are_judged_like_swapped_ones():
    d = np.repeat([1.0, 1.0, 1.0, -1.0], [40, 40, 1, 1]).tolist() + [1.0] * 9
    clusters = [*np.repeat([0, 1, 2, 3], [40, 40, 1, 1]), *range(4, 13)]
    table = {
        "item": range(91),
        "new": [0.5 + each / 2 for each in d],
        "old": [0.5 - each / 2 for each in d],
        "cluster": clusters,
    }
    by_t, by_signs = (judge_items(table, test=test)[0] for test in (ClusteredT(), ClusterFlip()))
    assert by_t.verdict.pvalue == pytest.approx(by_signs.verdict.pvalue, rel=1e-9)
    assert "few-heavy" in {note.kind for note in by_t.notes}
