import numpy as np
import pytest
from tests.refusals import refused

from outperform.core import Dataset, Note, NoteKind, SpecError, stream
from outperform.designs import CATALOGUE, Holdout, Subsampling


def make(size, target=None, groups=None):
    return Dataset(np.zeros((size, 1)), np.zeros(size) if target is None else target, groups=groups)


@pytest.mark.parametrize(
    ("share", "size", "n_test"),
    [
        (0.1, 10, 1),
        (0.1, 569, 57),
        (0.1, 15, 2),
        (0.1, 14, 1),
        (0.3, 5, 2),
        (0.5, 5, 3),
        (0.29, 100, 29),
        ("0.5", 4, 2),
        ("1/3", 300, 100),
        ("1/3", 4, 1),
    ],
)
def test_the_test_set_has_the_whole_number_nearest_to_the_share(share, size, n_test):
    plan = Subsampling(repeats=3, share=share).plan(make(size), stream(0))
    assert plan.traits.n_test.ravel().tolist() == [n_test] * 3
    assert plan.traits.n_train.ravel().tolist() == [size - n_test] * 3


def test_a_float_is_the_decimal_that_is_written():
    assert Subsampling(share=0.35).plan(make(10), stream(0)).traits.n_test[0, 0] == 4  # 3.5, a half upwards


@pytest.mark.parametrize("share", [0, 1, 1.5, -0.1, "0/3", "4/3", "-1/3"])
def test_shares_outside_0_and_1_are_refused(share):
    with refused("subsampling.share", "0", "1", f"got {share}", error=SpecError):
        Subsampling(share=share)


@pytest.mark.parametrize("share", ["a third", "1/0", "", "1/3/4", "nan"])
def test_text_that_is_no_number_is_refused(share):
    with refused("holdout.share", '"1/3"', repr(share), error=SpecError):
        Holdout(share=share)


@pytest.mark.parametrize("share", [True, None, float("nan"), float("inf")])
def test_shares_of_another_kind_are_refused(share):
    with refused("subsampling.share", share, error=SpecError):
        Subsampling(share=share)


def test_repeats_must_be_at_least_one():
    with refused("subsampling.repeats", "at least 1", "got 0", error=SpecError):
        Subsampling(repeats=0)


@pytest.mark.parametrize(("share", "side"), [(0.1, "test"), (0.9, "train")])
def test_an_empty_side_is_refused(share, side):
    with refused("subsampling.share", share, "4 rows", side):
        Subsampling(share=share).plan(make(4), stream(0))


def test_holdout_is_one_repeat_of_a_third():
    design = CATALOGUE.parse("holdout")
    assert design == Holdout()
    assert design.plan(make(30), stream(0)).traits.shape == "1 repeat of 1 fold"
    assert str(Holdout(share=0.2)) == "holdout(share=0.2)"
    assert str(CATALOGUE.parse('holdout(share="1/4")')) == "holdout(share='1/4')"
    with refused("holdout", "'repeats'", error=SpecError):
        CATALOGUE.parse("holdout(repeats=2)")


def test_holdout_and_subsampling_begin_alike():
    one = Holdout(share=0.2).plan(make(50), stream(3))
    many = Subsampling(repeats=4, share=0.2).plan(make(50), stream(3))
    assert np.array_equal(one.labels[0], many.labels[0])


@pytest.mark.parametrize("stratify", [False, True])
def test_every_row_has_the_same_chance_and_every_pair_too(stratify):
    repeats, size = 4000, 12
    target = np.array([0] * 10 + [1] * 2)
    plan = Subsampling(repeats, "1/3", stratify=stratify).plan(make(size, target), stream(1))
    tested = plan.labels == 0
    # Five standard deviations of a binomial share: 6e-7 for one row, less than 1e-5 for all.
    assert np.abs(tested.mean(axis=0) - 1 / 3).max() < 5 * np.sqrt(2 / 9 / repeats)
    if not stratify:
        together = (tested.T.astype(float) @ tested / repeats)[np.triu_indices(size, 1)]
        pair = 4 / 12 * 3 / 11
        assert np.abs(together - pair).max() < 5 * np.sqrt(pair * (1 - pair) / repeats)


def test_classes_get_their_share_rounded_up_or_down():
    target = np.repeat(["a", "b", "c"], [50, 33, 7])
    plan = Subsampling(200, 0.1, stratify=True).plan(make(90, target), stream(0))
    tested = plan.labels == 0
    for name, low, high in (("a", 5, 5), ("b", 3, 4), ("c", 0, 1)):
        counts = tested[:, target == name].sum(axis=1)
        assert set(counts) == {low, high}
    assert (tested.sum(axis=1) == 9).all()
    assert plan.notes == (
        Note.of(NoteKind.SCARCE_CLASSES, units="rows", parts=10, word="parts of that share", classes=(("c", 7),)),
    )


def test_small_classes_meet_in_every_combination():
    target = np.repeat([0, 1, 2, 3], 5)
    plan = Subsampling(200, 0.1, stratify=True).plan(make(20, target), stream(0))
    assert len({tuple(target[split.test]) for split in plan.splits}) == 6


def test_classes_are_not_kept_unless_asked_for():
    target = np.arange(40) % 2
    assert Subsampling().plan(make(40, target), stream(0)).notes == ()
    one = Subsampling(50).plan(make(40, target), stream(0))
    assert len({(labels[target == 0] == 0).sum() for labels in one.labels}) > 1


def test_whole_groups_come_near_the_share():
    sizes = stream(0).integers(1, 9, size=60)
    groups = np.repeat(np.arange(60), sizes)
    plan = Subsampling(50, 0.3).plan(make(len(groups), groups=groups), stream(0))
    assert np.abs(plan.traits.n_test - 0.3 * len(groups)).max() <= sizes.max() / 2
    assert len({split.fingerprint for split in plan.splits}) == 50


def test_whole_groups_keep_class_shares_as_far_as_that_goes():
    target = np.repeat([0, 1], 60)
    groups = np.arange(120) // 3
    plan = Subsampling(20, 0.25, stratify=True).plan(make(120, target, groups), stream(0))
    assert (np.abs((plan.labels[:, :60] == 0).sum(axis=1) - 15) <= 1).all()


@pytest.mark.parametrize("share", [0.01, 0.99])
def test_a_side_keeps_one_group_whatever_the_share(share):
    groups = np.repeat([0, 1], 50)
    plan = Subsampling(20, share).plan(make(100, groups=groups), stream(0))
    assert (plan.traits.n_test == 50).all()
    assert set(plan.labels[:, 0]) == {-1, 0}


def test_one_group_cannot_be_divided():
    with refused("subsampling", "2 groups", "only 1"):
        Subsampling().plan(make(20, groups=np.array(["g"] * 20)), stream(0))
