"""The fragility of verdicts: without the named items the same test finds nothing any more."""

import numpy as np
import pytest

from outperform.core import Items, Scores
from outperform.metrics import F1, Accuracy
from outperform.significance import (
    ClusteredT,
    ClusterFlip,
    CorrectedT,
    ItemT,
    McNemarExact,
    McNemarMidP,
    SignFlip,
)
from outperform.significance.fragile_tests import fragility_of


def systems(table, **known):
    items = Items(row_scores=table, ids=np.array([f"q{i}" for i in range(table.shape[2])]), **known)
    return Scores(("a", "b"), None, np.nanmean(table, axis=(1, 2))[:, np.newaxis, np.newaxis], items=items)


def without(scores, names):
    kept = ~np.isin(scores.items.ids, names)
    clusters = None if scores.items.clusters is None else np.unique(scores.items.clusters[kept], return_inverse=True)[1]
    return systems(scores.items.row_scores[..., kept], clusters=clusters)


def drawn(count, samples=1, seed=0):
    rng = np.random.default_rng(seed)
    return np.stack([rng.normal(0.8, 1, (samples, count)), rng.normal(0, 0.5, (samples, count))])


def right(count, seed=0):
    rng = np.random.default_rng(seed)
    return (rng.random((2, 1, count)) < np.array([0.85, 0.55])[:, np.newaxis, np.newaxis]).astype(float)


@pytest.mark.parametrize(
    ("test", "table", "clusters"),
    [
        (McNemarMidP(), right(80), None),
        (McNemarExact(), right(80, seed=1), None),
        (ItemT(), drawn(60), None),
        (ItemT(), drawn(30, samples=3), None),
        (SignFlip(), drawn(14), None),
        (SignFlip(), drawn(60), None),
        (ClusteredT(), drawn(60), np.arange(60) // 4),
    ],
    ids=str,
)
def test_the_same_test_finds_nothing_without_these_items(test, table, clusters):
    scores = systems(table, clusters=clusters)
    assert test.judge(scores).pvalue <= 0.05
    found = fragility_of(test, scores, 0.05)
    assert found.items == len(found.ids) >= 1
    assert found.share == found.items / table.shape[2]
    assert test.judge(without(scores, found.ids)).pvalue > 0.05
    assert test.judge(without(scores, found.ids[:-1])).pvalue <= 0.05
    swapped = systems(table[::-1], clusters=clusters)
    assert fragility_of(test, swapped, 0.05) == found


def test_item_t_ignores_clusters_as_its_verdict_does():
    table = drawn(60)
    clustered = systems(table, clusters=np.arange(60) // 4)
    assert fragility_of(ItemT(), clustered, 0.05) == fragility_of(ItemT(), systems(table), 0.05)


def test_cluster_flip_by_clustered_t():
    scores = systems(drawn(60), clusters=np.arange(60) // 4)
    assert fragility_of(ClusterFlip(), scores, 0.05) == fragility_of(ClusteredT(), scores, 0.05)


def predicted(metric, count=120, tested=None, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, count)
    said = np.stack([np.where(rng.random(count) < share, truth, 1 - truth) for share in (0.9, 0.65)])
    items = Items(truth, said[:, np.newaxis], metric=metric, tested=tested, ids=np.arange(count))
    return Scores(("a", "b"), str(metric), np.array([0.9, 0.7]).reshape(2, 1, 1), items=items)


def test_predictions():
    scores = predicted(Accuracy())
    found = fragility_of(McNemarMidP(), scores, 0.05)
    truth, said = scores.items.single()
    wins = np.flatnonzero((said[0] == truth) & (said[1] != truth))
    assert found.ids == tuple(map(str, wins[: found.items]))


def test_only_rows_that_were_tested():
    tested = np.arange(120)[np.newaxis] >= 40
    found = fragility_of(McNemarMidP(), predicted(Accuracy(), tested=tested), 0.05)
    assert min(map(int, found.ids)) >= 40
    assert found.share == pytest.approx(found.items / 80)


def test_f1_by_influences():
    found = fragility_of(ItemT(), predicted(F1(positive=1)), 0.05)
    scores = predicted(F1(positive=1))
    kept = np.setdiff1d(np.arange(120), list(map(int, found.ids)))
    truth, said = scores.items.single()
    items = Items(truth[kept], said[:, np.newaxis, kept], metric=F1(positive=1))
    left = ItemT().judge(Scores(("a", "b"), "f1", scores.values, items=items))
    assert left.pvalue == pytest.approx(0.05, abs=0.04)  # the influences change with the removals


def test_not_applicable():
    table = drawn(30)
    assert fragility_of(ItemT(), Scores(("a", "b"), None, np.zeros((2, 5, 1))), 0.05) is None
    assert (
        fragility_of(CorrectedT(), Scores(("a", "b"), None, np.zeros((2, 5, 1)), items=Items(row_scores=table)), 0.05)
        is None
    )
