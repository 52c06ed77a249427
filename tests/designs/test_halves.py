from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.refusals import refused

from outperform.core import Dataset, Note, NoteKind, SpecError, stream
from outperform.designs import CATALOGUE, BalancedHalves, Blocked3x2, KFold


def make(size, target=None, groups=None):
    return Dataset(np.zeros((size, 1)), np.zeros(size) if target is None else target, groups=groups)


def blocks_of(plan):
    """The number of each row's block: rows of one block are on one side in every repeat."""
    levels = len(plan.labels).bit_length()
    return sum(plan.labels[2**level - 1] * 2**level for level in range(levels))


@pytest.mark.parametrize("size", [4, 5, 6, 7, 40, 150])
def test_table_1_of_wang_et_al_block_by_block(size):
    plan = Blocked3x2().plan(make(size), stream(0))
    trained = {(s.repeat + 1, s.fold + 1): set(s.train.tolist()) for s in plan.splits}
    tested = {(s.repeat + 1, s.fold + 1): set(s.test.tolist()) for s in plan.splits}
    p1 = trained[1, 1] & trained[2, 1]
    p2, p3, p4 = trained[1, 1] - p1, trained[2, 1] - p1, trained[3, 1] - p1
    assert sorted([*p1, *p2, *p3, *p4]) == list(range(size))
    assert {len(p1), len(p2), len(p3), len(p4)} <= {size // 4, -(-size // 4)}
    table = {1: (p1 | p2, p3 | p4), 2: (p1 | p3, p2 | p4), 3: (p1 | p4, p2 | p3)}
    for repeat, (first, second) in table.items():
        assert trained[repeat, 1] == tested[repeat, 2] == first
        assert trained[repeat, 2] == tested[repeat, 1] == second


def test_blocked_3x2_is_three_repeats_of_balanced_halves():
    assert np.array_equal(
        Blocked3x2().plan(make(41), stream(0)).labels, BalancedHalves(3).plan(make(41), stream(0)).labels
    )
    assert str(Blocked3x2()) == "blocked-3x2"
    with refused("blocked-3x2", "'repeats'", error=SpecError):
        CATALOGUE.parse("blocked-3x2(repeats=4)")


@pytest.mark.parametrize("repeats", range(1, 17))
@pytest.mark.parametrize("classes", [1, 3])
def test_any_two_halves_of_different_repeats_share_a_quarter_of_the_blocks(repeats, classes):
    blocks = 2 ** repeats.bit_length()
    others = np.triu_indices(repeats, 1)
    for size in range(max(4, blocks), blocks + 41):
        dataset = make(size, np.arange(size) ** 2 % classes)
        plan = BalancedHalves(repeats, stratify=classes > 1).plan(dataset, stream(size))
        for one, two in product([plan.labels, 1 - plan.labels], repeat=2):
            shared = (one @ two.T)[others]
            assert (shared >= blocks // 4 * (size // blocks)).all()
            assert (shared <= blocks // 4 * -(-size // blocks)).all()
        assert plan.traits.balanced is (None if repeats == 1 else True)


def test_repeats_are_walsh_functions_of_the_blocks():
    """The repeat whose number is the bits in which two others differ sets apart what those two set apart."""
    sides = 1 - BalancedHalves(15).plan(make(57), stream(0)).labels
    for first, second in combinations(range(1, 16), 2):
        assert np.array_equal(sides[first - 1] ^ sides[second - 1], sides[(first ^ second) - 1])


def test_a_whole_number_of_blocks_shares_exactly_a_quarter():
    plan = BalancedHalves(16).plan(make(96), stream(0))
    trains = [set(split.train.tolist()) for split in plan.splits]
    shared = {len(a & b) for (i, a), (j, b) in combinations(enumerate(trains), 2) if i // 2 != j // 2}
    assert shared == {24}
    assert {len(train) for train in trains} == {48}


@pytest.mark.parametrize(("repeats", "most"), [(1, 1), (2, 1), (3, 2), (7, 3), (15, 5), (31, 8)])
def test_halves_differ_little(repeats, most):
    blocks = 2 ** repeats.bit_length()
    for size in range(max(4, blocks), 3 * blocks):
        for seed in range(3):
            labels = BalancedHalves(repeats).plan(make(size), stream(seed)).labels
            limit = 1 if size % blocks in (0, 1, blocks - 1) else most
            assert np.abs((1 - 2 * labels).sum(axis=1)).max() <= limit, size


def test_no_four_blocks_can_do_better_with_two_rows_to_spare():
    """P1 + P2 = P3 + P4, P1 + P3 = P2 + P4 and P1 + P4 = P2 + P3 make all four alike, which 4a + 2 rows are not."""
    for size in range(6, 60, 4):
        sizes = Blocked3x2().plan(make(size), stream(size)).traits.n_test
        assert sorted(np.abs(np.diff(sizes)).ravel().tolist()) == [0, 0, 2]


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    counts=st.lists(st.integers(1, 40), min_size=1, max_size=8),
    repeats=st.integers(1, 20),
    seed=st.integers(0, 1000),
)
def test_blocks_differ_by_one_row_in_all_and_in_each_class(counts, repeats, seed):
    target = stream(seed).permutation(np.repeat(np.arange(len(counts)), counts))
    blocks = 2 ** repeats.bit_length()
    if len(target) < max(4, blocks):
        return
    plan = BalancedHalves(blocks - 1).plan(make(len(target), target), stream(seed, "plan"))
    block = blocks_of(plan)
    for rows in [np.ones(len(target), dtype=bool), *(target == name for name in range(len(counts)))]:
        sizes = np.bincount(block[rows], minlength=blocks)
        assert sizes.max() - sizes.min() <= 1
    assert plan.traits.balanced is not False


@settings(max_examples=40, deadline=None, derandomize=True)
@given(sizes=st.lists(st.integers(1, 9), min_size=8, max_size=40), repeats=st.integers(2, 7), seed=st.integers(0, 1000))
def test_groups_are_divided_instead_of_rows(sizes, repeats, seed):
    groups = np.repeat(np.arange(len(sizes)), sizes)
    plan = BalancedHalves(repeats).plan(make(len(groups), np.arange(len(groups)) % 2, groups), stream(seed))
    assert plan.traits.balanced is True
    if len(groups) > len(sizes):
        assert np.array_equal(plan.units, groups)
    first = np.unique(groups, return_index=True)[1]
    assert np.ptp(np.bincount(blocks_of(plan)[first])) <= 1


def test_groups_of_like_size_are_set_against_each_other():
    sizes = stream(0).permutation(np.arange(1, 65))
    groups = np.repeat(np.arange(64), sizes)
    labels = BalancedHalves(1).plan(make(len(groups), groups=groups), stream(0)).labels
    assert abs((1 - 2 * labels).sum()) < 64
    assert (
        abs((1 - 2 * BalancedHalves(7).plan(make(len(groups), groups=groups), stream(0)).labels).sum(axis=1)).max()
        < 128
    )


def test_every_row_is_as_often_on_either_side():
    count, size = 800, 10
    first = np.stack([BalancedHalves(7).plan(make(size), stream(seed)).labels for seed in range(count)])
    assert np.abs(first.mean(axis=0) - 0.5).max() < 5 * np.sqrt(0.25 / count)
    together = (first[:, :, :1] == first[:, :, 1:]).mean(axis=0)  # [repeat, row]
    assert np.abs(together - together.mean(axis=1, keepdims=True)).max() < 5 * np.sqrt(0.25 / count)


def test_small_classes_are_noted():
    plan = Blocked3x2().plan(make(43, np.repeat(["a", "b"], [40, 3])), stream(0))
    assert plan.notes == (Note.of(NoteKind.SCARCE_CLASSES, units="rows", parts=4, word="blocks", classes=(("b", 3),)),)


@pytest.mark.parametrize(
    ("design", "size", "blocks"), [(Blocked3x2(), 3, 4), (BalancedHalves(4), 7, 8), (BalancedHalves(16), 31, 32)]
)
def test_fewer_rows_than_blocks_are_refused(design, size, blocks):
    with refused(str(design), f"{blocks} blocks", f"{blocks} rows", f"only {size}"):
        design.plan(make(size), stream(0))


def test_fewer_groups_than_blocks_are_refused():
    with refused("blocked-3x2", "4 blocks", "4 groups", "only 3"):
        Blocked3x2().plan(make(30, groups=np.arange(30) % 3), stream(0))


def test_repeats_must_be_at_least_one():
    with refused("balanced-halves.repeats", "at least 1", "got 0", error=SpecError):
        BalancedHalves(0)


def test_thousands_of_classes_are_divided_too():
    plan = BalancedHalves(7).plan(make(20_000, np.arange(20_000) // 2), stream(0))
    assert np.ptp(np.bincount(blocks_of(plan))) == 0
    assert len(plan.notes[0]["classes"]) == 10_000


def test_random_halves_are_seldom_taken_for_balanced():
    balanced = [KFold(2, 3).plan(make(40), stream(seed)).traits.balanced for seed in range(200)]
    assert np.mean(balanced) < 0.05
    assert KFold(2, 5).plan(make(4), stream(0)).traits.balanced is False  # fewer rows than blocks
