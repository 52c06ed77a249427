"""Objects that hold large tables are shown in one short line."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from outperform import compare, judge, judge_items, judge_league, judge_predictions
from outperform.core import Dataset, Note, NoteKind, Plan, Scores
from outperform.significance import Differences
from outperform.visible import short

RNG = np.random.default_rng(0)


@pytest.fixture(scope="module")
def large():
    """Every kind of object that a user meets, made from large tables."""
    systems = {f"system {at}": RNG.random(20_000) for at in range(4)}
    items = judge_items(systems, test="item-t")
    splits = judge({name: RNG.random((10, 100)) for name in "abc"}, n_train=990, n_test=10)
    truth = RNG.integers(0, 2, 5000)
    labels = judge_predictions(truth, {"a": truth, "b": 1 - truth}, "f1")
    table = pd.DataFrame({"dataset": [f"d{at}" for at in range(60)], **{name: RNG.random(60) for name in "abcd"}})
    league = judge_league(table, metric="accuracy")
    rows = pd.DataFrame(RNG.random((4000, 12)), columns=[f"column {at}" for at in range(12)])
    dataset = Dataset(rows, RNG.integers(0, 2, 4000), groups=np.arange(4000) % 400)
    plan = Plan(4000, RNG.integers(0, 10, (10, 4000)))
    ran = compare(["nb", "tree"], rows, dataset.target, procedure="blocked-3x2")
    whole = [items, splits, labels, league, ran]
    return [
        *whole,
        *(each.scores[0] for each in whole if each is not league),
        *(each.judgements[0] for each in whole),
        *(each.judgements[0].verdict for each in whole if each is not league),
        *(items.scores[0].items, labels.scores[0].items, items.judgements[0].items, labels.judgements[0].items),
        *(league.table, league.cells, league.standings[0], dataset, dataset.given, plan, plan.traits, ran.contest),
        *(plan.split(0, 0), Differences.between(RNG.random((50, 60)), RNG.random((50, 60)))),
    ]


def test_large_objects_are_one_short_line(large):
    for each in large:
        assert len(repr(each)) < 1000, type(each)
        assert "\n" not in repr(each), type(each)


def test_what_is_not_a_result_prints_as_in_the_interpreter(large):
    for each in large[5:]:
        assert str(each) == repr(each)


def test_arrays_frames_and_long_lists():
    assert short(np.zeros((2, 3), dtype=np.float32)) == "float32[2, 3]"
    assert short(pd.DataFrame({"a": range(5)})) == "DataFrame[5, 1]"
    assert short(pd.Series(range(5))) == "Series[5]"
    assert short([1, 2, 3, 4]) == "[1, 2, 3, 4]"
    assert short((1,)) == "(1,)"
    assert short({"a": np.arange(9), "b": None}) == "{'a': int64[9], 'b': None}"
    assert len(short("x" * 1000)) <= 80
    assert short(tuple(range(9))) == "(0, 1, 2, 3, 4, 5, ...)"
    assert "digits" in short(10**5000)
    assert short(np.float64(0.5)) == repr(np.float64(0.5))


def test_fields_with_their_default_are_left_out():
    scores = Scores(("a", "b"), None, np.zeros((2, 3, 4)))
    assert repr(scores) == "Scores(learners=('a', 'b'), values=float64[2, 3, 4])"
    assert "seed=5" in repr(replace(scores, seed=5))
    dataset = Dataset(np.zeros((5, 2)), np.arange(5) % 2)
    assert repr(dataset) == "Dataset(rows=float64[5, 2], target=int64[5], given=Given())"
    assert repr(Note.of(NoteKind.FEW_ITEMS, items=3)) == "Note(few-items, items=3)"
