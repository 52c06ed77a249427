"""One list of words for the columns of every kind of table, and what a table may be."""

import numpy as np
import pandas as pd
import pytest
from tests.refusals import refused

from outperform.core import NoteKind
from outperform.data import evals_of, league_table_of, tables_of
from outperform.data.roles import OF_ITEMS, OF_LEAGUES, OF_SPLITS, called, role_of, words_of
from outperform.data.shape import TableKind, kinds_of

SCORES = np.array([0.5, 0.75, 1.0, 0.25])
NAMES = np.array(["u", "v", "w", "x"], dtype=object)


@pytest.mark.parametrize("roles", [OF_ITEMS, OF_SPLITS, OF_LEAGUES])
def test_words_are_written_as_they_are_looked_for(roles):
    for role, words in roles.items():
        assert [words_of(word) for word in words] == list(words), role
        assert len(set(words)) == len(words)


@pytest.mark.parametrize("name", ["attempt", "Try", "rollout", "Epoch", "run", "seed", "random_state", "repetition"])
def test_samples_of_items_have_many_names(name):
    frame = pd.DataFrame({"item": [1, 1, 2, 2], name: [1, 2, 1, 2], "system": "a", "score": [1, 0, 1, 1]})
    assert evals_of(frame).samples == 2


@pytest.mark.parametrize("name", ["item_id", "Item ID", "itemId", "question-id", "problem_id", "idx"])
def test_signs_and_case_do_not_matter(name):
    assert role_of(name) == "item"


@pytest.mark.parametrize("name", ["model", "method", "classifier", "Algorithm", "framework", "pipeline", "learner"])
def test_every_kind_knows_the_names_of_learners(name):
    items = pd.DataFrame({"item": [1, 2, 1, 2], name: ["a", "a", "b", "b"], "score": [1, 0, 1, 1]})
    assert evals_of(items).systems == ("a", "b")
    splits = pd.DataFrame({"fold": [1, 2, 1, 2], name: ["a", "a", "b", "b"], "score": SCORES})
    assert tables_of(splits).scores[0].learners == ("a", "b")
    league = pd.DataFrame({"dataset": ["x", "y"] * 2, name: ["a", "a", "b", "b"], "acc": SCORES})
    assert league_table_of(league, metric="acc").learners == ("a", "b")


def test_text_beside_a_column_per_system_names_no_systems():
    frame = pd.DataFrame({"item": [1, 2], "method": ["short", "long"], "new": [1, 0], "old": [0, 0]})
    assert evals_of(frame).systems == ("new", "old")


@pytest.mark.parametrize("name", ["run", "trial", "rep"])
@pytest.mark.parametrize("fold", ["iteration", "cv_fold", "Fold"])
def test_splits_have_many_names(name, fold):
    frame = pd.DataFrame({name: [1, 1, 2, 2], fold: [1, 2, 1, 2], "a": SCORES, "b": SCORES[::-1]})
    found = tables_of(frame)
    assert found.scores[0].values.shape == (2, 2, 2)
    assert any(note.kind is NoteKind.COLUMNS_READ_AS for note in found.notes)


def test_columns_are_found_in_the_order_of_the_words():
    assert called(["Model", "learner", "fold"], ("learner", "model")) == ["learner", "Model"]


@pytest.mark.parametrize(
    ("columns", "kinds"),
    [
        ({"a": SCORES, "b": SCORES}, [TableKind.SPLITS, TableKind.ITEMS]),
        ({"problem": NAMES, "a": SCORES, "b": SCORES}, [TableKind.LEAGUE, TableKind.ITEMS]),
        ({"Unnamed: 0": NAMES, "a": SCORES, "b": SCORES}, [TableKind.LEAGUE, TableKind.ITEMS]),
        ({"Unnamed: 0": np.array(["fold 1", "fold 2"]), "a": SCORES[:2], "b": SCORES[:2]}, []),
        ({"item": NAMES, "a": SCORES, "b": SCORES}, [TableKind.ITEMS]),
        ({"item": NAMES, "a": np.array(["Y", "N", "Y", "Y"], dtype=object)}, [TableKind.ITEMS]),
        ({"dataset": NAMES, "a": SCORES, "b": SCORES}, [TableKind.LEAGUE]),
        ({"fold": np.arange(4), "a": SCORES, "b": SCORES}, [TableKind.SPLITS]),
        ({"y": SCORES, "a": SCORES, "b": SCORES}, [TableKind.PREDICTIONS, TableKind.ITEMS]),
        ({"accuracy": SCORES, "f1": SCORES}, []),
        ({}, []),
    ],
)
def test_what_a_table_may_be(columns, kinds):
    assert list(kinds_of(columns)) == kinds


def test_a_table_that_may_be_two_things_is_refused_with_both_commands():
    frame = pd.DataFrame({"problem": NAMES, "a": SCORES, "b": SCORES})
    with refused("table", "judge_league", "judge_items"):
        tables_of(frame, 90, 10)
