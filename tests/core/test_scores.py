"""Scores: whole repeats, pairs, and what procedures cost."""

import numpy as np
import pytest
from tests.refusals import refused

from outperform.core import Plan, ProcedureCard, Scores
from outperform.core.scores import Items
from outperform.core.traits import measure_labels
from outperform.significance import CorrectedT

LABELS = np.array([[0, 0, 1, 1], [0, 1, 0, 1], [0, 1, 1, 0]])


def scores(values, **more):
    values = np.asarray(values, dtype=float)
    return Scores(tuple("abc"[: len(values)]), "m", values, **more)


def test_scores_without_gaps_are_whole_as_they_are():
    given = scores(np.zeros((2, 3, 2)))
    assert given.whole() is given


def test_a_repeat_with_a_gap_goes_with_all_that_belongs_to_it():
    values = np.arange(12.0).reshape(2, 3, 2)
    values[:, 1, 0] = np.nan
    predictions = np.arange(24).reshape(2, 3, 4)
    tested = np.array([[True] * 4, [True, False, True, True], [True] * 4])
    sizes = np.arange(6).reshape(3, 2)
    given = scores(
        values,
        n_train=sizes,
        n_test=10 + sizes,
        seconds=100 + values,
        plan=Plan(4, LABELS),
        items=Items(np.arange(4), predictions, row_scores=-1.0 * predictions, tested=tested),
    )
    found = given.whole()
    np.testing.assert_array_equal(found.values, [[[0, 1], [4, 5]], [[6, 7], [10, 11]]])
    np.testing.assert_array_equal(found.n_train, [[0, 1], [4, 5]])
    np.testing.assert_array_equal(found.n_test, [[10, 11], [14, 15]])
    np.testing.assert_array_equal(found.seconds, 100 + found.values)
    np.testing.assert_array_equal(found.plan.labels, LABELS[[0, 2]])
    np.testing.assert_array_equal(found.items.predictions, predictions[:, [0, 2]])
    np.testing.assert_array_equal(found.items.row_scores, -1.0 * predictions[:, [0, 2]])
    assert found.items.tested is None  # only the repeat that went had not tested all


@pytest.mark.parametrize(("first", "second"), [(0, 1), (0, 2), (1, 2), (1, 0), (2, 0), (2, 1)])
def test_a_pair_has_its_own_predictions_in_its_own_order(first, second):
    values = np.arange(6.0).reshape(3, 2, 1)
    predictions = np.arange(24).reshape(3, 2, 4)
    items = Items(np.zeros(4), predictions, row_scores=-1.0 * predictions)
    found = scores(values, seconds=10 * values, items=items).pair(first, second)
    both = [first, second]
    assert found.learners == ("abc"[first], "abc"[second])
    np.testing.assert_array_equal(found.values, values[both])
    np.testing.assert_array_equal(found.seconds, 10 * values[both])
    np.testing.assert_array_equal(found.items.predictions, predictions[both])
    np.testing.assert_array_equal(found.items.row_scores, -1.0 * predictions[both])


def test_three_learners_are_no_pair():
    sizes = {"n_train": np.full((2, 5), 80), "n_test": np.full((2, 5), 20)}
    with refused("scores", "corrected-t", 3):
        CorrectedT().judge(scores(np.random.default_rng(0).random((3, 2, 5)), **sizes))


@pytest.mark.parametrize(("fits", "span"), [(None, ""), ((10, 10), "10"), ((20, 500), "20-500")])
def test_a_card_writes_the_number_of_fits_or_the_range_of_it(fits, span):
    assert ProcedureCard(1, fits=fits).fits_span == span


def halves(signs, copies=3):
    """Blocks of rows, on the side that each repeat's signs say."""
    return np.repeat((np.asarray(signs) > 0).astype(np.int64), copies, axis=1)


HADAMARD = np.array([[1, 1, -1, -1], [1, -1, 1, -1], [1, -1, -1, 1]])


@pytest.mark.parametrize(
    ("signs", "balanced"),
    [
        (HADAMARD[:2], True),  # two and three repeats stand on four blocks
        (HADAMARD, True),
        (np.vstack([np.hstack([HADAMARD, HADAMARD]), [1, 1, 1, 1, -1, -1, -1, -1]]), True),  # four on eight
        (np.hstack([HADAMARD, HADAMARD]), True),  # the same four blocks, only larger
        (HADAMARD[[0, 0]], False),  # the same halves twice
        ([[1, 1, -1, -1], [1, -1, -1, -1]], False),  # a side with one block
    ],
)
def test_halves_are_balanced_where_any_two_cross_evenly(signs, balanced):
    assert measure_labels(halves(signs)).balanced is balanced


def test_a_repeat_may_have_fewer_folds_than_another():
    found = measure_labels(np.array([[0, 1, 2, 0], [0, 1, 1, 0]]))
    np.testing.assert_array_equal(found.n_test, [[2, 1, 1], [2, 2, 0]])
    np.testing.assert_array_equal(found.n_train, [[2, 3, 3], [2, 2, 0]])
