"""Divisions that follow from the rows: whatever their order, even, and little moved by a row more."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.model_selection import KFold as ForeignKFold
from tests.refusals import refused

from outperform.core import CANONICAL, Dataset, stream
from outperform.core.spec import parameters
from outperform.data import canonical
from outperform.designs import CATALOGUE, BalancedHalves, Holdout, KFold, Subsampling, as_design

quick = settings(max_examples=15, deadline=None, derandomize=True)
DESIGNS = [pytest.param(entry(), id=slug) for slug, entry in CATALOGUE.items() if slug != "forward"]
GROWING = [pytest.param(entry, id=entry.slug) for entry in (KFold, Subsampling, BalancedHalves)]


def make(size, classes=2, groups=0, seed=0):
    rng = np.random.default_rng(seed)
    rows = rng.integers(0, 4, (size, 2)).astype(float)  # many rows are equal
    members = None if not groups else np.array([f"g{each}" for each in rng.integers(groups, size=size)])
    return Dataset(rows, np.sort(rng.integers(classes, size=size)).astype(str), groups=members)


def turned(dataset, seed):
    order = np.random.default_rng(seed).permutation(dataset.size)
    groups = None if dataset.groups is None else dataset.groups[order]
    return replace(dataset, rows=dataset.rows[order], target=dataset.target[order], groups=groups)


def plan(design, dataset):
    return design.plan(canonical(dataset), stream(CANONICAL, "plan"))


@pytest.mark.parametrize("design", DESIGNS)
@quick
@given(seed=st.integers(0, 10**6), groups=st.sampled_from([0, 20]), stratify=st.sampled_from([None, True, False]))
def test_the_order_of_rows_does_not_matter(design, seed, groups, stratify):
    dataset = make(60, classes=3, groups=groups, seed=seed)
    if "stratify" in parameters(design):
        design = replace(design, stratify=stratify)
    first, second = plan(design, dataset), plan(design, turned(dataset, seed + 1))
    np.testing.assert_array_equal(first.labels, second.labels)
    assert first.traits.disjoint
    if groups:
        assert all(len(np.unique(first.labels[0][first.units == unit])) == 1 for unit in np.unique(first.units))


@quick
@given(
    counts=st.lists(st.integers(1, 60), min_size=1, max_size=12).filter(lambda counts: sum(counts) >= 20),
    folds=st.integers(2, 10),
)
def test_folds_are_even_in_all_and_in_every_class(counts, folds):
    target = np.repeat([f"class {number}" for number in range(len(counts))], counts)
    dataset = canonical(Dataset(np.zeros((len(target), 1)), target))
    for labels in KFold(folds, 4).plan(dataset, stream(CANONICAL)).labels:
        table = np.array([np.bincount(labels[dataset.strata == code], minlength=folds) for code in range(len(counts))])
        assert np.ptp(table.sum(axis=0)) <= 1
        assert np.ptp(table, axis=1).max() <= 1


@quick
@given(counts=st.lists(st.integers(1, 60), min_size=1, max_size=8).filter(lambda counts: sum(counts) >= 20))
def test_a_share_is_kept_in_every_class(counts):
    target = np.repeat([f"class {number}" for number in range(len(counts))], counts)
    dataset = canonical(Dataset(np.zeros((len(target), 1)), target))
    design = Subsampling(repeats=4, share=0.3, stratify=True)
    for labels in design.plan(dataset, stream(CANONICAL)).labels:
        assert (labels == 0).sum() == design.rows_tested(dataset.size)
        tested = np.bincount(dataset.strata[labels == 0], minlength=len(counts))
        held = np.bincount(dataset.strata) * design.rows_tested(dataset.size) / dataset.size
        assert np.abs(tested - held).max() < 1


@pytest.mark.parametrize("entry", GROWING)
@pytest.mark.parametrize("groups", [0, 30])
def test_a_longer_plan_contains_the_shorter(entry, groups):
    dataset = make(90, groups=groups)
    longer, shorter = plan(entry(repeats=7), dataset), plan(entry(repeats=3), dataset)
    np.testing.assert_array_equal(longer.labels[:3], shorter.labels)
    assert len(np.unique(longer.labels, axis=0)) == 7
    assert plan(Holdout(share=0.1), dataset).labels.tolist() == plan(Subsampling(repeats=1), dataset).labels.tolist()


@pytest.mark.parametrize("design", [KFold(10, 3), Subsampling(3, 0.3, stratify=True)], ids=["kfold", "subsampling"])
def test_a_row_more_moves_few_others(design):
    rng = np.random.default_rng(3)
    rows, target = rng.standard_normal((301, 2)), rng.integers(3, size=301).astype(str)
    fewer, more = canonical(Dataset(rows[:300], target[:300])), canonical(Dataset(rows, target))
    kept = more.ids.order < 300
    before = design.plan(fewer, stream(CANONICAL)).labels[:, np.argsort(fewer.ids.order)]
    after = design.plan(more, stream(CANONICAL)).labels[:, kept][:, np.argsort(more.ids.order[kept])]
    moved = (before != after).sum(axis=1)
    parts = 10 if isinstance(design, KFold) else 2
    assert moved.max() <= 3 * (parts - 1)


def test_rows_meet_in_a_fold_as_often_as_chance_has_it():
    repeats = 4000
    dataset = canonical(Dataset(np.zeros((9, 1)), np.zeros(9)))
    labels = KFold(3, repeats).plan(dataset, stream(CANONICAL)).labels
    together = np.array([(labels[:, 0] == labels[:, row]).mean() for row in range(1, 9)])
    assert np.abs(together - 2 / 8).max() < 5 * np.sqrt(0.25 * 0.75 / repeats)


def test_groups_count_by_name_as_numbers_or_text():
    dataset = make(60, groups=20)
    numbers = np.array([int(name[1:]) for name in dataset.groups])
    plans = [plan(KFold(5, 3), replace(dataset, groups=kind)) for kind in (numbers, numbers.astype(float))]
    np.testing.assert_array_equal(plans[0].labels, plans[1].labels)


def test_a_foreign_splitter_is_refused():
    with refused("seed", "'data'", "KFold(", "whole number"):
        plan(as_design(ForeignKFold(5)), make(30))
