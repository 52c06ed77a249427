"""Fragility of F1, Matthews and the area: the same test finds nothing without the named items, all of which matter."""

from itertools import product

import numpy as np
import pytest

from outperform.core import Items, Scores
from outperform.metrics import F1, BalancedAccuracy, MatthewsCorrcoef
from outperform.metrics.given import RocAuc
from outperform.significance import (
    BootstrapPercentile,
    BootstrapT,
    ClusteredT,
    DelongT,
    ItemT,
    Swap,
)
from outperform.significance._kinds import Kinds
from outperform.significance.fragile_metrics import settled
from outperform.significance.fragile_tests import fragility_of


def scored(truth, said, metric, clusters=None):
    values = np.array([metric.score(truth, each) for each in said]).reshape(2, 1, 1)
    items = Items(truth, said[:, np.newaxis], metric=metric, clusters=clusters, ids=np.arange(len(truth)))
    return Scores(("a", "b"), str(metric), values, items=items)


def labels(count, seed=1):
    rng = np.random.default_rng(seed)
    truth = (rng.random(count) < 0.4).astype(int)
    return truth, np.stack([np.where(rng.random(count) < share, truth, 1 - truth) for share in (0.9, 0.65)])


def responses(count, seed=1):
    rng = np.random.default_rng(seed)
    truth = (rng.random(count) < 0.4).astype(int)
    return truth, np.stack([truth + rng.normal(0, spread, count) for spread in (0.5, 2.5)])


def left(scores, places):
    kept = np.delete(np.arange(scores.items.size), places)
    truth, said = scores.items.single()
    clusters = scores.items.clusters
    clusters = None if clusters is None else np.unique(clusters[kept], return_inverse=True)[1]
    return scored(truth[kept], said[:, kept], scores.items.metric, clusters)


def named(found):
    return np.array([int(each) for each in found.ids])


def test_every_second_positive_is_found_by_one_system_only():
    """15 positive items that only the first finds: bootstrap-t needs 12 fewer, by trying; 33 were named once."""
    truth, first = np.array([1, 0, 0, 1] * 15), np.array([1, 0, 0, 0] * 15)
    scores = scored(truth, np.stack([first, np.zeros(60, dtype=int)]), F1(positive=1))
    found = fragility_of(BootstrapT(), scores, 0.05)
    tried = [BootstrapT().judge(left(scores, np.flatnonzero(first)[:k])).pvalue > 0.05 for k in range(15)]
    assert found.items == tried.index(True)
    assert found.ids == tuple(map(str, np.flatnonzero(first)[: found.items]))


@pytest.mark.parametrize(
    ("test", "metric", "clusters"),
    [
        (BootstrapT(), F1(positive=1), None),
        (BootstrapT(), MatthewsCorrcoef(), None),
        (BootstrapT(), BalancedAccuracy(), None),
        (BootstrapPercentile(), F1(positive=1), None),
        (Swap(), F1(positive=1), None),
        (ItemT(), F1(positive=1), None),
        (ClusteredT(), F1(positive=1), np.arange(120) // 4),
        (DelongT(), RocAuc(), None),
        (ItemT(), RocAuc(), None),
    ],
    ids=str,
)
def test_the_test_itself_turns(test, metric, clusters):
    truth, said = (responses if isinstance(metric, RocAuc) else labels)(120)
    scores = scored(truth, said, metric, clusters)
    assert test.judge(scores).pvalue <= 0.05
    found = fragility_of(test, scores, 0.05)
    assert test.judge(left(scores, named(found))).pvalue > 0.05
    assert found.items < 40
    mirrored = fragility_of(test, scored(truth, said[::-1], metric, clusters), 0.05)
    assert mirrored == found
    if clusters is None:
        order = np.random.default_rng(0).permutation(120)
        assert fragility_of(test, scored(truth[order], said[:, order], metric), 0.05).items == found.items


@pytest.mark.parametrize("seed", range(8))
def test_items_that_cannot_matter_are_never_named(seed):
    """Items that both systems rightly call negative change no F1."""
    truth, said = labels(60, seed)
    scores = scored(truth, said, F1(positive=1))
    if BootstrapT().judge(scores).pvalue > 0.05:
        pytest.skip("no difference")
    places = named(fragility_of(BootstrapT(), scores, 0.05))
    assert ((truth[places] == 1) | (said[:, places] == 1).any(axis=0)).all()


def test_against_all_tables_of_fewer_items():
    """Swap, by the counts of all cells that are left: one by one is the fewest in nearly all tables."""
    more = []
    for seed in range(12):
        rng = np.random.default_rng([3, seed])
        truth = np.repeat([1, 0], [9, 5])
        said = np.stack([np.where(rng.random(14) < share, truth, 1 - truth) for share in (0.97, 0.4)])
        scores = scored(truth, said, F1(positive=1))
        if Swap().judge(scores).pvalue > 0.1:
            continue
        found = fragility_of(Swap(), scores, 0.1)
        assert Swap().judge(left(scores, named(found))).pvalue > 0.1
        kinds = Kinds.of(scores.items)
        tables = sorted(product(*(range(each + 1) for each in kinds.counts)), key=sum)
        fewest = next(
            sum(each)
            for each in tables
            if 0 < sum(each) < 12 and Swap().judge(left(scores, kinds.places(np.array(each)))).pvalue > 0.1
        )
        more.append(found.items - fewest)
    assert len(more) >= 5
    assert set(more) <= {0, 1}
    assert sum(more) <= 2


def test_kinds_measure_as_the_metric_does():
    truth, said = labels(50)
    for metric in (F1(positive=1), MatthewsCorrcoef()):
        kinds = Kinds.of(scored(truth, said, metric).items)
        counted, kept = kinds.counts.copy(), np.ones(50, dtype=bool)
        counted[2] -= 1
        kept[np.flatnonzero(kinds.kind == 2)[0]] = False
        wanted = metric.score(truth[kept], said[0, kept]) - metric.score(truth[kept], said[1, kept])
        assert float(kinds.measure(counted).difference) == pytest.approx(wanted)


def test_all_right_against_none():
    """Nothing varies: p is 2/2^m of the items that differ, and at .05 five of them do not suffice."""
    truth = np.tile([0, 1], 10)
    scores = scored(truth, np.stack([truth, 1 - truth]), MatthewsCorrcoef())
    found = fragility_of(BootstrapT(), scores, 0.05)
    assert BootstrapT().judge(left(scores, named(found))).pvalue > 0.05
    assert found.items == 15


def test_too_many_rows_for_the_area(monkeypatch):
    monkeypatch.setattr("outperform.significance.fragile_metrics.MOST_ROWS", 100)
    assert fragility_of(DelongT(), scored(*responses(120), RocAuc()), 0.05) is None


def test_a_dear_test_is_not_asked(monkeypatch):
    scores = scored(*responses(120), RocAuc())
    asked = fragility_of(BootstrapT(replicates=500), scores, 0.05)
    monkeypatch.setattr("outperform.significance.fragile_metrics.WORK", 1000)
    assert fragility_of(BootstrapT(replicates=500), scores, 0.05).items == pytest.approx(asked.items, rel=0.3)


@pytest.mark.parametrize("guess", [1, 7, 12, 13, 90])
def test_settled(guess):
    calls = []
    assert settled(lambda k: calls.append(k) or k >= 12, guess, 100, 20) == 12
    assert len(calls) <= 12
    assert settled(lambda _: False, guess, 100, 20) is None


def test_a_hundred_thousand_items():
    scores = scored(*labels(100_000), F1(positive=1))
    found = fragility_of(BootstrapT(), scores, 0.05)
    assert BootstrapT().judge(left(scores, named(found))).pvalue > 0.05
