"""Known weaknesses: every one has words, and a user's own test says its own in a sentence."""

from dataclasses import dataclass

import pytest

from outperform import compare, judge
from outperform.core import LearnerKind, Note, NoteKind, Weakness, known_weaknesses
from outperform.procedures import CATALOGUE as PROCEDURES
from outperform.significance import KFoldT
from outperform.words.notes import note_words
from outperform.words.weaknesses import WORDS, weaknesses_words

A = [[0.91, 0.88, 0.90, 0.93]]
B = [[0.85, 0.86, 0.84, 0.88]]


@dataclass(frozen=True)
class Mine(KFoldT):
    """A test of one's own."""

    slug = "mine"
    weaknesses = ()
    warning = "mine is a joke"


def test_every_weakness_has_words():
    assert set(WORDS) == set(Weakness)


def test_a_weakness_says_whom_it_concerns():
    assert Weakness.UNSTABLE_LEARNERS.concerns == (LearnerKind.STUMPS, LearnerKind.NEIGHBOURS)
    assert Weakness.HALF_SIZE.concerns == ()


@pytest.mark.parametrize(
    ("threshold", "weakness"),
    [("nominal", Weakness.UNSTABLE_LEARNERS), ("cautious", Weakness.LEVEL_AS_MEASURED)],
)
def test_the_threshold_decides_what_is_known_of_adaptive_cv(threshold, weakness):
    assert known_weaknesses(PROCEDURES.parse(f"adaptive-cv(threshold={threshold!r})")) == (weakness,)


def test_a_sentence_of_ones_own_is_noted():
    note = Note.of(NoteKind.KNOWN_WEAKNESS, "a", "b", slug="mine", weaknesses=("mine is a joke",))
    (judgement,) = judge({"a": A, "b": B}, Mine()).judgements
    assert note in judgement.notes
    assert note_words(note) == "mine is a joke"
    (judgement,) = judge({"a": A, "b": B}, "kfold-t").judgements
    assert judgement.notes[0]["weaknesses"] == (Weakness.OVERLAPPING_TRAINING,)


def test_without_a_weakness_of_its_own_a_procedure_has_that_of_its_test():
    rows, target = [[float(row % 7)] for row in range(40)], [row % 2 for row in range(40)]
    found = compare(["nb", "dummy"], rows, target, design="kfold(folds=4)", test="kfold-t", progress=False)
    (note,) = (note for note in found.notes if note.kind is NoteKind.PROCEDURE_WEAKNESS)
    assert (note["slug"], note["weaknesses"]) == ("kfold-t", (Weakness.OVERLAPPING_TRAINING,))
    assert weaknesses_words((), "corrected-t") == ""
