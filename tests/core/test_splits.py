from dataclasses import fields, replace

import numpy as np
import pytest
from tests.refusals import refused

from outperform.core import Dataset, Given, Items, Needs, Plan, Scores, Traits, stream
from outperform.core.traits import measure
from outperform.designs import KFold


def test_labels_give_complementary_splits():
    plan = Plan(4, np.array([[0, 1, 0, 1], [-1, 0, -1, -1]]))
    found = [(s.repeat, s.fold, s.train.tolist(), s.test.tolist()) for s in plan.splits]
    assert found == [(0, 0, [1, 3], [0, 2]), (0, 1, [0, 2], [1, 3]), (1, 0, [0, 2, 3], [1])]


def test_indices_become_repeats_where_test_sets_cover_all_rows():
    halves = [(np.array([0, 1]), np.array([2, 3])), (np.array([2, 3]), np.array([0, 1]))]
    plan = Plan.from_indices(4, [*halves, *halves])
    assert (plan.traits.repeats, plan.traits.folds) == (2, 2)
    assert plan.labels is not None
    assert plan.traits.disjoint
    assert plan.fingerprint == Plan(4, np.array([[1, 1, 0, 0]] * 2)).fingerprint


def test_indices_without_complements_are_listed():
    pairs = [(np.array([0]), np.array([1])), (np.array([0, 1]), np.array([2]))]
    plan = Plan.from_indices(3, pairs)
    assert plan.labels is None
    assert (plan.traits.repeats, plan.traits.folds) == (2, 1)
    assert plan.traits.n_train.tolist() == [[1], [2]]
    assert [split.test.tolist() for split in plan.splits] == [[1], [2]]


def test_no_splits_are_refused():
    with refused("splits"):
        Plan.from_indices(3, [])


def test_equal_divisions_share_their_fingerprint_whatever_their_place():
    one = next(Plan(4, np.array([[0, 0, 1, 1]])).splits)
    other = list(Plan(4, np.array([[1, 1, 0, 0]])).splits)[1]
    assert one.fingerprint == other.fingerprint
    assert one.fingerprint != list(Plan(4, np.array([[0, 0, 1, 1]])).splits)[1].fingerprint


def test_balance_is_measured():
    blocks = np.arange(40) // 10
    columns = [np.isin(blocks, pair) for pair in ((0, 1), (0, 2), (0, 3))]
    balanced = Plan(40, np.array([(~column).astype(int) for column in columns]))
    same = Plan(40, np.array([columns[0].astype(int)] * 3))
    assert balanced.traits.balanced is True
    assert same.traits.balanced is False
    assert Plan(40, np.array([columns[0].astype(int)])).traits.balanced is None


def test_ratio_and_even_sizes():
    traits = Traits(1, 10, np.array([[512] * 9 + [513]]), np.array([[57] * 9 + [56]]))
    assert traits.ratio == pytest.approx(1 / 9, abs=1e-15)
    assert traits.even
    assert not Traits(1, 2, np.array([[5, 5]]), np.array([[5, 9]])).even
    assert not Traits(1, 2).even
    assert Traits(1, 2).ratio is None


@pytest.mark.parametrize(
    ("needs", "wanted", "found"),
    [
        (Needs(repeats=(5, 5), folds=(2, 2)), "5 repeats of 2 folds", "10 repeats of 10 folds"),
        (Needs(repeats=(1, 1), folds=(2, None)), "1 repeat of at least 2 folds", "10 repeats of 10 folds"),
        (Needs(folds=(1, 1)), "any number of repeats of 1 fold,", "10 repeats of 10 folds"),
        (Needs(folds=(2, 5)), "any number of repeats of 2 to 5 folds", "10 repeats of 10 folds"),
        (Needs(values=101), "at least 101 splits", "are 100"),
    ],
)
def test_a_misfit_says_who_needs_what(needs, wanted, found):
    problem = needs.misfit(Traits(10, 10))
    assert problem.startswith(f"needs {wanted}")
    assert problem.endswith(found)


def test_a_pair_keeps_what_belongs_to_two_learners():
    items = Items(np.arange(3), np.arange(9).reshape(3, 1, 3), row_scores=np.ones((3, 1, 3)))
    scores = Scores(("a", "b", "c"), None, np.arange(3.0).reshape(3, 1, 1), items=items, seconds=np.ones((3, 1, 1)))
    pair = scores.pair(2, 0)
    assert pair.learners == ("c", "a")
    assert pair.values.ravel().tolist() == [2, 0]
    assert pair.items.predictions[0, 0].tolist() == [6, 7, 8]
    assert pair.items.row_scores.shape == (2, 1, 3)


def test_a_single_test_set_is_cut_out_of_the_items():
    items = Items(np.arange(4), np.arange(8).reshape(2, 1, 4), tested=np.array([[True, False, True, False]]))
    truth, predictions = items.single()
    assert truth.tolist() == [0, 2]
    assert predictions.tolist() == [[0, 2], [4, 6]]


def test_a_dataset_checks_its_lengths_and_knows_its_classes():
    with refused("target", "2 values", "3 rows"):
        Dataset(np.zeros((3, 1)), np.zeros(2))
    with refused("groups", "2 values", "3 rows"):
        Dataset(np.zeros((3, 1)), np.zeros(3), groups=np.zeros(2))
    with refused("rows"):
        Dataset(np.zeros((0, 1)), np.zeros(0))
    data = Dataset(np.zeros((3, 1)), np.array(["b", "a", "b"]))
    assert data.has_classes
    assert data.strata.tolist() == [1, 0, 1]
    assert not Dataset(np.zeros((3, 1)), np.array([0.5, 1, 2])).has_classes
    assert Dataset(np.zeros((3, 1)), np.array([0.5, 1, 2]), classes=True).has_classes


def test_a_datasets_fingerprint_is_of_its_content():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"x": [1.0, 2.0], "y": ["a", "b"]})
    one = Dataset(frame, np.array([0, 1]), name="one")
    assert one.fingerprint == Dataset(frame.copy(), np.array([0, 1]), name="other").fingerprint
    assert one.fingerprint != Dataset(frame.rename(columns={"x": "z"}), np.array([0, 1])).fingerprint
    assert one.fingerprint != Dataset(frame, np.array([1, 1])).fingerprint
    assert Dataset(np.ones((2, 2)), np.array([0, 1])).fingerprint != one.fingerprint


@pytest.mark.parametrize(("repeats", "size"), [(3, 40), (5, 30), (5, 12), (3, 20)])
def test_random_halves_are_hardly_ever_balanced(repeats, size):
    rng = np.random.default_rng(0)
    found = 0
    for _ in range(100):
        labels = np.array([rng.permutation(np.arange(size) % 2) for _ in range(repeats)])
        found += Plan(size, labels).traits.balanced is True
    assert found <= 2


@pytest.mark.parametrize(
    "labels",
    [
        pytest.param([[0, 1, 2, -1], [0, 1, -1, 1]], id="uneven repeats"),
        pytest.param([[0, 0, 1, 1], [0, 1, 0, 1], [0, 1, 1, 0]], id="balanced halves"),
        pytest.param([[0, 0, 1, 1], [0, 0, 1, 1]], id="other halves"),
        pytest.param([[0, -1, -1, -1]], id="holdout"),
    ],
)
def test_traits_from_labels_are_those_of_the_splits(labels):
    plan = Plan(4, np.array(labels))
    ours, theirs = plan.traits, measure(4, plan.places, plan.splits)
    assert (ours.n_train.tolist(), ours.n_test.tolist()) == (theirs.n_train.tolist(), theirs.n_test.tolist())
    assert (ours.disjoint, ours.balanced, ours.shape) == (theirs.disjoint, theirs.balanced, theirs.shape)


def test_a_longer_plan_begins_with_the_shorter_and_knows_its_splits_by_the_same_marks():
    dataset = Dataset(np.zeros((30, 1)), np.arange(30) % 3)
    long, short = (KFold(folds=5, repeats=repeats).plan(dataset, stream(4)) for repeats in (6, 2))
    part = long.first(2)
    np.testing.assert_array_equal(part.labels, short.labels)
    assert part.marks == short.marks
    assert part.traits.repeats == 2


def test_a_dataset_is_few_things_and_its_fingerprint_does_not_know_where_it_came_from():
    assert len(fields(Dataset)) <= 9
    rows, target = np.arange(6.0).reshape(3, 2), np.array([0, 1, 0])
    plain = Dataset(rows, target, name="z", groups=target, kinds=("numeric", "nominal"))
    told = replace(plain, name="y", given=Given(origin="a file", notes=("seen",), names=("a", "b"), target="c"))
    assert (told.origin, told.notes, told.fingerprint) == ("a file", ("seen",), plain.fingerprint)
    # what version 0.1.0 kept fits under
    assert plain.fingerprint == "8d4c7c1f19f356519db0d1c0e5917b1a984e4f7eaea8169b23ad8da5ce03dd8d"
