"""What every design keeps, whatever the rows, classes and groups."""

import pickle
from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outperform.core import Dataset, InputError, stream
from outperform.core.spec import spec_fields
from outperform.designs import CATALOGUE, BalancedHalves, LeaveOneOut


def takes_repeats(entry):
    return "repeats" in [field.name for field in spec_fields(entry)]


def make(entry):
    """The entry as it is by default, with fewer repeats than a hundred to be quick."""
    return entry(repeats=min(entry().repeats, 12)) if takes_repeats(entry) else entry()


DESIGNS = [pytest.param(make(entry), id=slug) for slug, entry in CATALOGUE.items()]
GROWING = [pytest.param(make(entry), id=slug) for slug, entry in CATALOGUE.items() if takes_repeats(entry)]
over_all = pytest.mark.parametrize("design", DESIGNS)
over_growing = pytest.mark.parametrize("design", GROWING)
quick = settings(max_examples=15, deadline=None, derandomize=True)

seeds = st.integers(0, 2**32)


@st.composite
def classified(draw, least=16):
    """Rows in one to six classes of any size, as numbers or text."""
    counts = draw(st.lists(st.integers(1, 30), min_size=1, max_size=6).filter(lambda c: sum(c) >= least))
    target = np.repeat(np.arange(len(counts)), counts)
    target = draw(st.permutations(target.tolist()))
    return Dataset(np.zeros((len(target), 1)), np.array(target).astype(draw(st.sampled_from([int, str]))))


@st.composite
def grouped(draw):
    """Rows in 16 to 30 groups of one to nine rows, classes apart from that."""
    sizes = draw(st.lists(st.integers(1, 9), min_size=16, max_size=30))
    groups = np.repeat([f"g{number}" for number in range(len(sizes))], sizes)
    target = draw(st.lists(st.integers(0, 2), min_size=len(groups), max_size=len(groups)))
    return Dataset(np.zeros((len(groups), 1)), np.array(target), groups=groups)


def part_labels(design, plan):
    """The parts that a design promises to make even: blocks for halves, else the folds of each repeat."""
    if isinstance(design, BalancedHalves):
        return [np.unique(plan.labels, axis=1, return_inverse=True)[1].reshape(-1)]
    return list(plan.labels)


@over_all
@quick
@given(dataset=st.one_of(classified(), grouped()), seed=seeds)
def test_no_row_is_trained_and_tested_on_and_none_is_lost(design, dataset, seed):
    for split in design.plan(dataset, stream(seed)).splits:
        assert len(split.train) > 0
        assert len(split.test) > 0
        assert np.array_equal(np.sort(np.r_[split.train, split.test]), np.arange(dataset.size))


@over_all
@quick
@given(dataset=st.one_of(classified(), grouped()), seed=seeds)
def test_every_row_is_tested_once_a_repeat_where_there_are_folds(design, dataset, seed):
    plan = design.plan(dataset, stream(seed))
    assert plan.traits.disjoint
    if plan.traits.folds > 1:
        assert plan.labels.min() == 0
        assert (plan.traits.n_test.sum(axis=1) == dataset.size).all()


@over_all
@quick
@given(dataset=classified(), seed=seeds, stratify=st.booleans())
def test_parts_differ_by_at_most_one_row(design, dataset, seed, stratify):
    if not isinstance(design, LeaveOneOut):
        design = replace(design, stratify=stratify)
    plan = design.plan(dataset, stream(seed))
    for labels in part_labels(design, plan):
        sizes = np.bincount(labels[labels >= 0])
        assert sizes.max() - sizes.min() <= 1
    if not isinstance(design, BalancedHalves):
        assert np.ptp(plan.traits.n_test) <= 1


@over_all
@quick
@given(dataset=classified(), seed=seeds)
def test_class_shares_are_kept_as_nearly_as_the_counts_allow(design, dataset, seed):
    if isinstance(design, LeaveOneOut):
        return
    design = replace(design, stratify=True)
    plan = design.plan(dataset, stream(seed))
    for code in np.unique(dataset.strata):
        mine = dataset.strata == code
        for labels in part_labels(design, plan):
            sizes = np.bincount(labels[mine & (labels >= 0)], minlength=labels.max() + 1)
            share = np.count_nonzero(labels >= 0) / (labels.max() + 1) / dataset.size
            assert np.abs(sizes - share * mine.sum()).max() < 1


@over_all
@quick
@given(dataset=grouped(), seed=seeds)
def test_groups_are_never_on_both_sides(design, dataset, seed):
    for split in design.plan(dataset, stream(seed)).splits:
        assert not set(dataset.groups[split.train]) & set(dataset.groups[split.test])


@over_all
@quick
@given(dataset=st.one_of(classified(), grouped()), seed=seeds)
def test_the_same_stream_gives_the_same_plan(design, dataset, seed):
    one, two = (design.plan(dataset, stream(seed)) for _ in range(2))
    assert one.fingerprint == two.fingerprint
    assert one.notes == two.notes


@over_all
def test_another_stream_gives_another_plan(design):
    dataset = Dataset(np.zeros((60, 1)), np.arange(60) % 2)
    one, two = (design.plan(dataset, stream(seed)).fingerprint for seed in (1, 2))
    assert (one == two) == isinstance(design, LeaveOneOut)


@over_growing
@quick
@given(dataset=st.one_of(classified(), grouped()), seed=seeds, few=st.integers(1, 15), many=st.integers(1, 15))
def test_more_repeats_extend_fewer(design, dataset, seed, few, many):
    few, many = sorted([few, many])
    short = replace(design, repeats=few).plan(dataset, stream(seed))
    long = replace(design, repeats=many).plan(dataset, stream(seed))
    assert np.array_equal(long.labels[:few], short.labels)


@over_all
def test_the_spec_gives_the_design_again(design):
    assert CATALOGUE.parse(str(design)) == design


@over_growing
@given(repeats=st.integers(1, 10**6), stratify=st.sampled_from([None, True, False]))
def test_the_spec_gives_every_parameter_again(design, repeats, stratify):
    design = replace(design, repeats=repeats, stratify=stratify)
    assert CATALOGUE.parse(str(design)) == design


@over_all
def test_the_seed_is_no_part_of_the_design(design):
    other = replace(design, seed=7)
    assert other == design
    assert hash(other) == hash(design)
    assert str(other) == str(design)
    with pytest.raises(InputError, match="has no parameter 'seed'"):
        CATALOGUE.parse(f"{design.slug}(seed=1)")
    assert next(field for field in fields(design) if field.name == "seed").kw_only


@over_all
def test_a_design_survives_pickling(design):
    other = pickle.loads(pickle.dumps(replace(design, seed=7)))
    assert (other, other.seed) == (design, 7)


@over_all
def test_split_gives_the_plan_of_the_seed(design):
    dataset = Dataset(np.zeros((40, 1)), np.arange(40) % 3, groups=np.arange(40) // 2)
    design = replace(design, seed=5)
    pairs = list(design.split(dataset.rows, dataset.target, dataset.groups))
    plan = design.plan(dataset, stream(5, "plan"))
    assert len(pairs) == design.get_n_splits(dataset.rows, dataset.target, dataset.groups)
    for (train, test), split in zip(pairs, plan.splits, strict=True):
        assert np.array_equal(train, split.train)
        assert np.array_equal(test, split.test)


@over_all
@pytest.mark.parametrize("groups", [None, np.zeros(50)], ids=["one row", "one group"])
def test_what_cannot_be_divided_is_refused(design, groups):
    size = 1 if groups is None else 50
    dataset = Dataset(np.zeros((size, 1)), np.zeros(size, dtype=int), groups=groups)
    with pytest.raises(InputError, match=design.slug):
        design.plan(dataset, stream(0))


@over_all
def test_a_design_says_what_it_is_in_a_line(design):
    assert design.summary().endswith((".", ")."))
    assert len(design.summary()) < 120
