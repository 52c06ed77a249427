"""Items of several systems: pairs share what is measured of each system."""

import pickle

import numpy as np
import pytest

from outperform import judge_predictions
from outperform.core import Items, Scores
from outperform.core.items import ScoreRanges
from outperform.metrics import Accuracy, NegMeanAbsoluteError
from outperform.significance.item_values import scored_items

RNG = np.random.default_rng(0)
TRUTH = RNG.integers(3, size=50)
SAID = RNG.integers(3, size=(4, 1, 50))


def counted(metric, monkeypatch):
    """Count how often a metric scores rows."""
    calls, plain = [], type(metric).row_scores
    monkeypatch.setattr(type(metric), "row_scores", lambda *given: calls.append(1) or plain(*given))
    return calls


def test_the_rows_of_all_systems_are_scored_once(monkeypatch):
    calls = counted(Accuracy(), monkeypatch)
    items = Items(TRUTH, SAID, metric=Accuracy())
    pairs = [items.pair(first, second) for first in range(4) for second in range(4) if first != second]
    for pair in pairs:
        np.testing.assert_array_equal(pair.scored, (pair.predictions == TRUTH).astype(float))
        assert pair.traits.binary
    assert len(calls) == 1


def test_a_judgement_keeps_no_copy_of_the_scores():
    """171 pairs of a million items would keep 2.7 GB."""
    judged = judge_predictions(TRUTH, {name: said[0] for name, said in zip("abcd", SAID, strict=True)})
    whole = judged.scores[0].items.scored
    for judgement in judged:
        assert np.shares_memory(judgement.scores.items.scored, whole)


def test_a_pair_of_a_pair_and_other_repeats_score_their_own_rows(monkeypatch):
    items = Items(TRUTH, SAID, metric=NegMeanAbsoluteError())
    pair = items.pair(2, 0)
    turned = pair.pair(1, 0)
    np.testing.assert_array_equal(turned.scored, pair.scored[::-1])
    calls = counted(NegMeanAbsoluteError(), monkeypatch)
    several = Items(TRUTH, np.repeat(SAID, 2, axis=1), metric=NegMeanAbsoluteError())
    assert several.pair(0, 1).scored.shape == (2, 2, 50)
    assert several.pair(0, 1).repeats(np.array([1])).scored.shape == (2, 1, 50)
    assert len(calls) == 2


def test_items_can_be_sent_to_another_process():
    pair = Items(TRUTH, SAID, metric=Accuracy()).pair(0, 3)
    again = pickle.loads(pickle.dumps(pair))
    np.testing.assert_array_equal(again.scored, pair.scored)
    assert again.traits == pair.traits


@pytest.mark.parametrize(
    ("scores", "largest", "finite", "binary", "samples"),
    [
        ([[0.0, 1.0, 1.0]], 1, True, True, (1, 1)),
        ([[0.0, -3.0, 2.0]], 3, True, False, (1, 1)),
        ([[0.0, np.inf, -2.0]], 2, False, False, (1, 1)),
        ([[np.nan, 1.0, 0.0], [1.0, 1.0, np.nan]], 1, False, True, (1, 2)),
        ([[np.nan, np.nan], [1.0, np.nan]], 1, False, True, (0, 1)),
        ([[0.0, 0.0]], 0, True, True, (1, 1)),
    ],
)
def test_scores_are_measured(scores, largest, finite, binary, samples):
    found = ScoreRanges.measured(np.array([scores]))
    assert (found.largest[0], found.finite[0], found.binary[0]) == (largest, finite, binary)
    assert tuple(found.samples[0]) == samples
    assert found.together == (*samples, binary)


def test_names_are_the_numbers_of_the_items_or_what_is_given():
    assert Items(TRUTH, SAID).names[:2].tolist() == ["1", "2"]
    assert Items(TRUTH[:2], SAID[..., :2], ids=np.array([7, 8])).pair(0, 1).names.tolist() == ["7", "8"]


def test_checked_scores_are_the_scores():
    scores = Scores(("a", "b"), "accuracy", np.zeros((2, 1, 1)), items=Items(TRUTH, SAID[:2], metric=Accuracy()))
    assert scored_items(scores.items) is scores.items.scored
