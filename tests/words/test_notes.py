"""Notes: every kind has words, and a sentence of a user's own stays what it is."""

import pickle

import pytest

from outperform import compare
from outperform.core import Note, NoteKind, as_notes
from outperform.words.cautions import CAUTIONS, IN_ANSWER
from outperform.words.notes import SENTENCES, note_words, notes_words


def test_every_kind_has_words():
    assert set(SENTENCES) == set(NoteKind)


def test_a_note_is_known_by_kind_learners_and_facts():
    note = Note.of(NoteKind.LEARNER_WARNED, "tree", fits=2, message="slow")
    assert note == pickle.loads(pickle.dumps(note))
    assert len({note, note.concerning("bayes"), Note.of(NoteKind.LEARNER_WARNED, "tree", fits=3, message="slow")}) == 3
    assert note.concerning("bayes").about == ("bayes",)
    with pytest.raises(KeyError):
        note["rows"]


def test_a_sentence_is_a_remark_and_each_is_said_once():
    remark = Note.of(NoteKind.REMARK, text="the data are {old}")
    assert as_notes(["the data are {old}", "", remark]) == [remark]
    assert note_words(remark) == "the data are {old}"
    assert notes_words([remark, remark]) == ["the data are {old}"]


@pytest.mark.parametrize(("failures", "more"), [(1, ""), (3, " (and 2 more)")])
def test_a_failed_fit_is_named(failures, more):
    note = Note.of(NoteKind.LEFT_OUT, "tree", repeat=2, fold=1, problem="no {luck}", failures=failures)
    assert note_words(note).endswith(f"tree failed on repeat 2, fold 1: no {{luck}}{more}")


def test_the_same_notes_are_types_for_programs_and_sentences_for_people():
    rows, target = [[float(row % 7), 1.0] for row in range(40)], [row % 2 for row in range(40)]
    found = compare(["nb", "stump"], rows, target, procedure="blocked-3x2", progress=False)
    kinds = {note.kind for note in found.notes}
    assert {NoteKind.CONSTANT_COLUMNS, NoteKind.PROCEDURE_WEAKNESS, NoteKind.TRAINING_ROWS} <= kinds
    assert found.to_dict()["notes"] == [note_words(note) for note in found.notes]
    (judgement,) = found.judgements
    assert judgement.notes[-1].about == ("nb", "stump")
    shown = " ".join(str(found).split())
    for note in (*found.notes, *judgement.notes):
        word = "caution" if note.kind in CAUTIONS else "note"
        assert (f"{word}: {note_words(note)}" in shown) == (note.kind not in IN_ANSWER)
