import numpy as np
import pytest
from tests.refusals import refused

from outperform.core import Dataset, Note, NoteKind, SpecError, stream
from outperform.designs import CATALOGUE, FiveByTwo, KFold, LeaveOneOut
from outperform.words.notes import note_words


def make(size, target=None, groups=None):
    return Dataset(np.zeros((size, 1)), np.zeros(size) if target is None else target, groups=groups)


@pytest.mark.parametrize("folds", [2, 3, 5, 7])
def test_no_fold_is_favoured_by_the_remainder(folds):
    size, repeats = 5 * folds + 1, 2000
    plan = KFold(folds, repeats).plan(make(size), stream(0))
    largest = plan.traits.n_test.argmax(axis=1)
    expected = repeats / folds
    assert np.abs(np.bincount(largest) - expected).max() < 5 * np.sqrt(expected)


def test_rows_meet_in_a_fold_as_often_as_chance_has_it():
    repeats = 4000
    labels = KFold(3, repeats).plan(make(9), stream(0)).labels
    together = np.array([(labels[:, 0] == labels[:, row]).mean() for row in range(1, 9)])
    assert np.abs(together - 2 / 8).max() < 5 * np.sqrt(0.25 * 0.75 / repeats)


def test_a_class_is_spread_as_far_as_it_goes_with_a_note():
    target = np.repeat(["common", "rare", "single"], [80, 3, 1])
    plan = KFold(5).plan(make(84, target), stream(0))
    assert np.bincount(plan.labels[0][80:83]).max() == 1
    assert plan.notes == (
        Note.of(NoteKind.SCARCE_CLASSES, units="rows", parts=5, word="folds", classes=(("rare", 3), ("single", 1))),
    )


def test_many_small_classes_are_counted_not_listed():
    plan = KFold(5).plan(make(30, np.arange(30)), stream(0))
    words = note_words(plan.notes[0])
    assert all(fact in words for fact in ("0 (1)", "1 (1)", "10 (1)", "11 (1)", "12 (1)", "25 more"))
    assert "13 (1)" not in words
    assert np.ptp(plan.traits.n_test) == 0


def test_a_class_in_few_groups_is_noted():
    groups = np.arange(40) // 2
    plan = KFold(5).plan(make(40, (groups < 3).astype(int), groups), stream(0))
    assert plan.notes == (Note.of(NoteKind.SCARCE_CLASSES, units="groups", parts=5, word="folds", classes=(("1", 3),)),)


@pytest.mark.parametrize("target", [np.arange(40) % 2 == 0, np.arange(40) % 2, np.array(["no", "yes"] * 20)])
def test_classes_are_kept_by_default(target):
    labels = KFold(4, 20).plan(make(40, target), stream(0)).labels
    assert (np.stack([np.bincount(row[target == target[0]]) for row in labels]) == 5).all()


@pytest.mark.parametrize(
    ("design", "target"),
    [(KFold(4, 20), np.arange(40) % 2.0), (KFold(4, 20, stratify=False), np.arange(40) % 2)],
    ids=["regression", "stratify=False"],
)
def test_classes_are_not_kept(design, target):
    labels = design.plan(make(40, target), stream(0)).labels
    assert {tuple(np.bincount(row[target == 0], minlength=4)) for row in labels} != {(5, 5, 5, 5)}


def test_numbers_can_be_classes_if_asked_for():
    target = np.arange(40) % 2.0
    labels = KFold(4, stratify=True).plan(make(40, target), stream(0)).labels[0]
    assert np.bincount(labels[target == 0]).tolist() == [5, 5, 5, 5]


def test_as_many_folds_as_rows_leave_one_out():
    plan = KFold(7, 2).plan(make(7), stream(0))
    assert (plan.traits.n_test == 1).all()


@pytest.mark.parametrize(
    ("text", "argument", "facts"),
    [
        ("kfold(folds=1)", "kfold.folds", ["at least 2", "got 1"]),
        ("kfold(folds=-3)", "kfold.folds", ["at least 2", "got -3"]),
        ("kfold(repeats=0)", "kfold.repeats", ["at least 1", "got 0"]),
        ("kfold(folds=2.5)", "kfold.folds", ["whole number", "got 2.5"]),
        ("kfold(stratify=1)", "kfold.stratify", ["True", "False", "None", "got 1"]),
        ("5x2(folds=3)", "5x2", ["'folds'"]),
        ("leave-one-out(stratify=True)", "leave-one-out", ["'stratify'"]),
    ],
)
def test_bad_parameters_are_refused(text, argument, facts):
    with refused(argument, *facts, error=SpecError):
        CATALOGUE.parse(text)


@pytest.mark.parametrize(
    ("design", "dataset", "facts"),
    [
        (KFold(), make(9), ["10 folds", "10 rows", "only 9"]),
        (KFold(4), make(9, groups=np.arange(9) % 3), ["4 folds", "4 groups", "only 3"]),
        (FiveByTwo(), make(1), ["2 folds", "2 rows", "only 1"]),
        (LeaveOneOut(), make(1), ["2 folds", "2 rows", "only 1"]),
        (LeaveOneOut(), make(9, groups=np.zeros(9)), ["2 folds", "2 groups", "only 1"]),
    ],
)
def test_more_folds_than_there_are_rows_or_groups_are_refused(design, dataset, facts):
    with refused(str(design), *facts):
        design.plan(dataset, stream(0))


def test_groups_fill_folds_evenly():
    sizes = stream(1).integers(1, 20, size=50)
    groups = np.repeat(np.arange(50), sizes)
    plan = KFold(5, 10).plan(make(len(groups), groups=groups), stream(0))
    assert np.ptp(plan.traits.n_test, axis=1).max() <= 5
    assert len({split.fingerprint for split in plan.splits}) == 50


def test_groups_of_different_sizes_are_dealt_anew_in_each_repeat():
    groups = np.repeat(np.arange(12), np.arange(1, 13))
    plan = KFold(3, 20).plan(make(len(groups), groups=groups), stream(0))
    assert len({frozenset(split.fingerprint for split in plan.splits if split.repeat == r) for r in range(20)}) > 15
    assert np.ptp(plan.traits.n_test) <= 12


def test_one_huge_group_stands_alone():
    groups = np.r_[np.zeros(50, dtype=int), np.arange(1, 51)]
    plan = KFold(2).plan(make(100, groups=groups), stream(0))
    assert plan.traits.n_test.tolist() == [[50, 50]]


def test_groups_keep_class_shares_as_far_as_that_goes():
    groups = np.arange(200) // 4
    target = (groups % 5 == 0).astype(int)
    plan = KFold(5, 5).plan(make(200, target, groups), stream(0))
    assert all(np.bincount(labels[target == 1]).tolist() == [8] * 5 for labels in plan.labels)
    assert (plan.traits.n_test == 40).all()


def test_as_many_groups_as_folds_are_a_fold_each():
    groups = np.repeat(["a", "b", "c"], [10, 1, 1])
    plan = KFold(3).plan(make(12, np.array(["x", "y", "y"] * 4), groups), stream(0))
    assert sorted(plan.traits.n_test.ravel().tolist()) == [1, 1, 10]


def test_groups_that_are_all_different_ask_for_nothing():
    target = np.arange(30) % 3
    free, bound = make(30, target), make(30, target, groups=np.arange(30))
    assert KFold().plan(free, stream(0)).fingerprint == KFold().plan(bound, stream(0)).fingerprint


@pytest.mark.parametrize("missing", [None, np.nan])
def test_rows_without_a_group_are_refused(missing):
    groups = np.array(["a", "b", missing] * 10, dtype=object)
    with refused("groups", "10 of 30 rows", "row 2"):
        KFold(2).plan(make(30, groups=groups), stream(0))


def test_a_group_may_be_called_none():
    groups = np.array(["None", "nan"] * 10, dtype=object)
    assert KFold(2).plan(make(20, groups=groups), stream(0)).traits.n_test.tolist() == [[10, 10]]


def test_several_targets_are_dealt_without_classes():
    target = np.arange(40).reshape(20, 2) % 2
    assert KFold(4).plan(make(20, target), stream(0)).traits.n_test.tolist() == [[5] * 4]
    with refused("stratify", "got 2", "stratify=False"):
        KFold(4, stratify=True).plan(make(20, target), stream(0))


def test_five_by_two_is_five_repeats_of_halves():
    plan = FiveByTwo().plan(make(41), stream(0))
    assert plan.traits.shape == "5 repeats of 2 folds"
    assert np.array_equal(plan.labels, KFold(2, 5).plan(make(41), stream(0)).labels)
    assert str(FiveByTwo()) == "5x2"


def test_leave_one_out_leaves_groups_out_where_there_are_groups():
    groups = np.array(["b", "a", "b", "c"])
    plan = LeaveOneOut().plan(make(4, groups=groups), stream(0))
    assert [split.test.tolist() for split in plan.splits] == [[1], [0, 2], [3]]
    assert plan.traits.shape == "1 repeat of 3 folds"


def test_leave_one_out_counts_what_it_is_given():
    design = LeaveOneOut()
    assert design.get_n_splits(np.zeros((5, 2))) == 5
    assert design.get_n_splits([1, 2, 3]) == 3
    assert design.get_n_splits(groups=["a", "b", "a"]) == 2
    with refused("X", "leave-one-out"):
        design.get_n_splits()


@pytest.mark.parametrize(
    ("design", "name"), [("5x2", "repeats"), ("5x2", "folds"), ("blocked-3x2", "repeats"), ("holdout", "repeats")]
)
def test_what_the_name_fixes_is_no_parameter(design, name):
    with pytest.raises(SpecError):
        CATALOGUE.parse(f"{design}({name}=4)")


def test_leaving_one_out_is_the_same_for_every_stream():
    one, two = (LeaveOneOut().plan(make(60), stream(seed)) for seed in (1, 2))
    assert one.fingerprint == two.fingerprint
    assert (one.traits.n_test == 1).all()


@pytest.mark.parametrize("parameter", ["folds", "repeats"])
def test_five_by_two_is_always_five_by_two(parameter):
    assert (FiveByTwo().repeats, FiveByTwo().folds) == (5, 2)
    with pytest.raises(TypeError):
        FiveByTwo(**{parameter: 5})
    with pytest.raises(SpecError):
        CATALOGUE.parse(f"5x2({parameter}=5)")
