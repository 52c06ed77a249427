"""A growing window: train on the past, test on the next block."""

import numpy as np
import pytest
from sklearn.model_selection import TimeSeriesSplit, cross_val_score
from sklearn.tree import DecisionTreeClassifier
from tests.refusals import refused

from outperform.core import Dataset, Given, SpecError, stream
from outperform.designs import Forward, Holdout, KFold


def plan_of(design, size=100, groups=None, times=None):
    given = Given(times=None if times is None else np.asarray(times))
    dataset = Dataset(np.zeros((size, 1)), np.arange(size) % 2, groups=groups, given=given)
    return design.plan(dataset, stream(0))


def sizes(plan):
    return [(len(split.train), len(split.test)) for split in plan.splits]


def test_blocks_grow_by_one_and_cover_the_rest():
    assert sizes(plan_of(Forward(folds=4), 50)) == [(10, 10), (20, 10), (30, 10), (40, 10)]
    assert sizes(plan_of(Forward(folds=4, start=0.6), 50)) == [(30, 5), (35, 5), (40, 5), (45, 5)]


@pytest.mark.parametrize("folds", [2, 5, 9])
def test_the_splits_are_scikit_learns_where_blocks_are_even(folds):
    size = 12 * (folds + 1)
    ours = [(train.tolist(), test.tolist()) for train, test in Forward(folds=folds).split(range(size))]
    theirs = [(train.tolist(), test.tolist()) for train, test in TimeSeriesSplit(folds).split(range(size))]
    assert ours == theirs


def test_its_traits_are_measured():
    traits = plan_of(Forward(folds=4), 50).traits
    assert (traits.repeats, traits.folds, traits.forward, traits.disjoint, traits.partition) == (
        1,
        4,
        True,
        True,
        False,
    )
    assert not any(plan_of(design).traits.forward for design in (KFold(folds=5), KFold(repeats=2), Holdout()))


def test_rows_of_one_time_stay_together():
    times = np.repeat(np.arange(8), 5)
    for split in plan_of(Forward(folds=3), 40, times=times).splits:
        assert times[split.train].max() < times[split.test].min()


def test_rows_of_the_tested_groups_are_not_trained_on():
    groups = np.arange(60) % 20
    plan = plan_of(Forward(folds=3), 60, groups=groups)
    for split in plan.splits:
        assert not set(groups[split.train]) & set(groups[split.test])
        assert split.train.max() < split.test.min()
    with refused("forward(folds=3)", "groups"):
        plan_of(Forward(folds=3), 60, groups=np.arange(60) % 3)


def test_uneven_runs_leave_a_row_for_every_block():
    times = [0] * 30 + [1, 2, 3]
    assert sizes(plan_of(Forward(folds=3), 33, times=times)) == [(30, 1), (31, 1), (32, 1)]
    times = [0, 1, 2] + [3] * 30
    assert sizes(plan_of(Forward(folds=3), 33, times=times)) == [(1, 1), (2, 1), (3, 30)]


def test_what_cannot_be_cut_is_refused():
    with refused("forward", 11, 10):
        plan_of(Forward(), 10)
    assert len(sizes(plan_of(Forward(), 11))) == 10
    with refused("forward.folds", 2, error=SpecError):
        Forward(folds=1)
    with refused("forward.start", "1.0", error=SpecError):
        Forward(start=1.0)


def test_scikit_learn_can_use_it():
    rows = np.arange(60.0).reshape(-1, 1)
    assert cross_val_score(DecisionTreeClassifier(), rows, np.arange(60) % 2, cv=Forward(folds=3)).shape == (3,)
