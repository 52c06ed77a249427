"""Scores that are copies of one another, and those that only look so."""

import numpy as np
import pytest

from outperform import judge
from outperform.comparison.copies import copied_datasets, copied_runs, without_copies
from outperform.core import NoteKind, Scores

TEN = np.array([0.80, 0.86, 0.79, 0.85, 0.84, 0.78, 0.83, 0.80, 0.87, 0.81])
RNG = np.random.default_rng(2)


def scores(*learners):
    return Scores(("a", "b"), None, np.array(learners, dtype=float))


def copies(count=10, turn=0, jitter=0.0):
    first = np.array([np.roll(TEN, turn * at) for at in range(count)]) + RNG.normal(0, jitter, (count, 10))
    return first, np.full((count, 10), 0.8)


@pytest.mark.parametrize(("turn", "jitter"), [(0, 0), (1, 0), (3, 0), (0, 1e-9)])
def test_copied_repeats_are_left_out(turn, jitter):
    left, note = without_copies(scores(*copies(turn=turn, jitter=jitter)))
    assert left.values.shape == (2, 1, 10)
    assert (note["copies"], note["left"], note["judged"]) == (9, 1, True)


def test_the_answer_is_that_of_the_first_repeat():
    first, second = copies()
    whole = judge({"a": first, "b": second}, n_train=90, n_test=10, higher=True)
    alone = judge({"a": first[:1], "b": second[:1]}, n_train=90, n_test=10, higher=True)
    assert whole[0].verdict.pvalue == alone[0].verdict.pvalue
    assert NoteKind.COPIES in {note.kind for note in whole.notes}
    assert whole.gated("first").gate.closing == ()


def test_copies_that_the_test_needs_are_judged_and_doubted():
    halves = np.tile([[0.8312, 0.8456]], (5, 1))
    judged = judge(
        {"a": halves, "b": halves - 0.02123 + 0.001 * np.array([0, 1])}, "5x2-f", n_train=50, n_test=50, higher=True
    )
    assert [note["judged"] for note in judged.notes if note.kind is NoteKind.COPIES] == [False]
    assert judged.gated("first").gate.closing


@pytest.mark.parametrize("shape", [(100, 1), (1, 100)])
def test_a_list_that_begins_anew_is_one_list(shape):
    left, note = without_copies(scores(*(each.reshape(shape) for each in copies())))
    assert left.values.size == 20
    assert note["what"] == "splits"


@pytest.mark.parametrize("digits", [2, 4, 12])
@pytest.mark.parametrize(
    ("rows", "folds", "repeats", "right"), [(50, 5, 10, 0.9), (100, 10, 10, 0.97), (20, 5, 30, 0.9)]
)
def test_what_may_be_chance_stays(rows, folds, repeats, right, digits):
    """Few rows, or few errors: repeats of real cross-validations coincide now and then."""
    rng = np.random.default_rng(rows + digits)
    for _ in range(10):
        known, values = rng.random((2, rows)) < right, np.empty((2, repeats, folds))
        for place in np.ndindex(2, repeats):
            order = rng.permutation(rows)
            said = np.where(rng.random(rows) < 0.03, ~known[place[0]], known[place[0]])[order]
            values[place] = [said[fold::folds].mean() for fold in range(folds)]
        assert without_copies(scores(*np.round(values, digits)))[1] is None


def test_a_ceiling_is_no_copy():
    full = np.ones((10, 10))
    assert without_copies(scores(full, full))[1] is None
    full[3, 4] = 0.9
    assert without_copies(scores(full, np.ones((10, 10))))[1] is None


def test_copied_runs_are_noted():
    runs = np.array([[0.8123, 0.8345] * 5, [0.80, 0.79, 0.81, 0.78, 0.76, 0.77, 0.82, 0.83, 0.75, 0.74]])
    assert copied_runs(scores(*runs[..., np.newaxis]))["copies"] == 8
    assert copied_runs(scores(*RNG.normal(0.8, 0.02, (2, 10, 1)))) is None


def test_copied_data_sets_are_noted():
    names = tuple(map(str, range(12)))
    values = np.round(RNG.uniform(0.6, 0.95, (12, 1)) + RNG.normal(0, 0.02, (12, 3)), 4)
    assert copied_datasets(names, values) is None
    values[[4, 7]] = values[2]
    assert copied_datasets(names, values)["named"] == ("4", "7")
    assert copied_datasets(names, np.tile([[0.91, 0.9]], (12, 1)))["copies"] == 11
    assert copied_datasets(names, np.ones((12, 2))) is None


@pytest.mark.parametrize(
    ("column", "sizes", "noted"),
    [
        *(("fold", "1000000,1", True), ("fold", "95,5", True), ("fold", "90,10", False), ("fold", "80,20", False)),
        *(("split", "95,5", False), ("fold", "86,9", False)),
        *(("split", "1000000,1", True), ("iteration", "9999,99", True), ("split", "9900,100", False)),
        *(("repeat", "1000000,1", True), ("repeat", "80,20", False), ("fold", "9,1", False)),
    ],
)
def test_sizes_that_contradict_the_folds(tmp_path, column, sizes, noted):
    rows = [f"{at},{sizes},{score},0.8" for at, score in enumerate(TEN)]
    (tmp_path / "s.csv").write_text("\n".join([f"{column},n_train,n_test,new,old", *rows]))
    judged = judge(tmp_path / "s.csv", higher=True)
    assert (NoteKind.FOLDS_AND_SIZES in {note.kind for note in judged.notes}) == noted
    assert bool(judged.gated("first").gate.closing) == noted or not noted
