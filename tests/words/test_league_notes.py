"""Sentences of the notes about the tables of leagues."""

import pytest

from outperform.core import Note, NoteKind
from outperform.words.league_notes import LEAGUE_SENTENCES
from outperform.words.notes import note_words

FACTS = {
    NoteKind.DATASETS_UNNAMED: ({}, []),
    NoteKind.TABLE_TURNED: ({"column": "method"}, ["'method'"]),
    NoteKind.MAYBE_TURNED: ({"learners": tuple("abcde"), "datasets": ("x",)}, ["5 learners", "1 data set", "2 more"]),
    NoteKind.SPREADS_IGNORED: ({"cells": 1, "value": "93.2 ± 1.1"}, ["1 cell", "93.2 ± 1.1"]),
    NoteKind.FOLDER_PASSED_OVER: (
        {"folder": "data", "tables": 7, "names": ("a.md", "old/")},
        ["7 tables", "data", "old/"],
    ),
    NoteKind.SPREADS_USED: (
        {"value": "column nb_std", "what": "std", "over": "folds", "columns": ("folds",), "runs": None, "sized": False},
        ["column nb_std", "folds", "1/(k", "upper bounds"],
    ),
    NoteKind.COMMAS_AS_POINTS: ({"value": "93,2"}, ["93,2", "decimal"]),
    NoteKind.COMMAS_IN_THOUSANDS: ({"value": "1,234.5"}, ["1,234.5", "thousands"]),
    NoteKind.PERCENTS_AS_SHARES: ({"value": "66%"}, ["66%", "shares"]),
    NoteKind.SPLITS_INCOMPLETE: ({"datasets": (("iris", 2, 10),)}, ["iris (2 of 10)"]),
    NoteKind.DATASETS_LEFT_OUT: ({"names": tuple("abcdefg")}, ["a, b, c, d, e and 2 more"]),
    NoteKind.SCALES_MIXED: ({"what": "learner", "first": ("nb", 0.8, 0.9), "second": ("tree", 80, 93)}, ["0.9", "93"]),
    NoteKind.METRICS_MIXED: (
        {"metrics": (("auc", 2), ("neg_rmse", 1))},
        ["auc (2 data sets)", 'test="sign"', "metric="],
    ),
    NoteKind.RERUNS_LEFT_OUT: ({"runs": 1, "why": "the latest is kept"}, ["1 run", "the latest is kept"]),
    NoteKind.DATASET_FAILED: (
        {"dataset": "iris", "problem": "no " * 99},
        ["on iris, which is left out: no no", "no …"],
    ),
    NoteKind.NAMES_SHORTENED: ({"names": (("J48", "weka.J48"), ("SVC", 100 * "x"))}, ["J48 is weka.J48", "x…"]),
}


def test_every_kind_has_a_sentence():
    assert FACTS.keys() <= LEAGUE_SENTENCES.keys()


@pytest.mark.parametrize("kind", FACTS)
def test_sentences_hold_the_facts(kind):
    facts, told = FACTS[kind]
    sentence = note_words(Note.of(kind, **facts))
    assert all(fact in sentence for fact in told), sentence
    assert sentence[0].islower() or sentence[0].isdigit()


def test_data_sets_of_other_sizes_have_a_sentence_of_their_own():
    facts = {"what": "size", "first": ("iris", 0.1, 0.2), "second": ("housing", 5000.0, 6000.0)}
    sentence = note_words(Note.of(NoteKind.SCALES_MIXED, **facts))
    assert all(fact in sentence for fact in ("iris", "0.2", "housing", "6000", 'test="sign"'))


def test_one_score_is_no_range():
    words = note_words(Note.of(NoteKind.SCALES_MIXED, what="learner", first=("tree", 1, 1), second=("nb", 1, 2)))
    assert "the scores of tree are all 1, those of nb lie between 1 and 2" in words
