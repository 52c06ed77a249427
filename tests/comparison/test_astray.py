"""The caution for fits that went astray, through the front door."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, clone
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from outperform import compare
from outperform.core import NoteKind
from outperform.words.notes import note_words

X, Y = (each[:250] for each in load_breast_cancer(return_X_y=True))
FITS: list[int] = []


class Astray(BaseEstimator):
    """Learns as another learner does, but one of its fits predicts a constant, or learns from shuffled targets."""

    def __init__(self, learner, number, kind="constant"):
        self.learner, self.number, self.kind = learner, number, kind

    def fit(self, rows, target):
        FITS.append(len(FITS))
        self.bad_ = len(FITS) == self.number
        if self.bad_ and self.kind == "fails":
            raise ValueError("no")
        shuffled = self.bad_ and self.kind == "shuffled"
        self.fitted_ = clone(self.learner).fit(
            rows, np.random.default_rng(0).permutation(target) if shuffled else target
        )
        self.constant_ = target[0]
        if hasattr(self.fitted_, "classes_"):
            self.classes_ = self.fitted_.classes_
        return self

    def predict(self, rows):
        constant = self.bad_ and self.kind == "constant"
        return np.full(len(rows), self.constant_) if constant else self.fitted_.predict(rows)

    def predict_proba(self, rows):
        return self.fitted_.predict_proba(rows)


class AstrayClassifier(ClassifierMixin, Astray):
    """Of classes."""


class AstrayRegressor(RegressorMixin, Astray):
    """Of numbers."""


def _noted(judged):
    return [note for note in judged.notes if note.kind is NoteKind.ASTRAY]


def _run(learner, *others, **asked):
    FITS.clear()
    asked = {"procedure": "adaptive-cv(max_repeats=3)", **asked}
    return compare({"odd": learner} | {type(each).__name__: each for each in others}, X, Y, **asked)


@pytest.mark.parametrize("kind", ["constant", "shuffled"])
@pytest.mark.parametrize("metric", ["accuracy", "roc_auc", "f1"])
def test_the_caution_names_learner_repeat_and_fold(kind, metric):
    comparison = _run(
        AstrayClassifier(GaussianNB(), 7, kind), KNeighborsClassifier(), DecisionTreeClassifier(), metric=metric
    )
    with_odd = [judged for judged in comparison.judgements if "odd" in (judged.first, judged.second)]
    assert [len(_noted(judged)) for judged in with_odd] == [1, 1]
    assert sum(len(_noted(judged)) for judged in comparison.judgements) == 2
    (note,) = _noted(with_odd[0])
    ((repeat, fold, score),) = note["fits"]
    assert (note.about, repeat, fold, note["metric"], note["counted"]) == (("odd",), 1, 7, metric, False)
    assert score == comparison.scores[0].values[0, 0, 6]
    told = " ".join(str(comparison).split())
    assert "caution:" in told
    assert "some fits may have failed silently: odd in repeat 1, fold 7" in told
    assert note_words(note) in comparison.to_dict()["verdicts"][0]["notes"]


def test_fixed_repeats_are_looked_at_too():
    (judged,) = _run(
        AstrayClassifier(GaussianNB(), 12), DecisionTreeClassifier(), procedure="corrected-cv(repeats=2)"
    ).judgements
    assert [note["fits"][0][:2] for note in _noted(judged)] == [(2, 2)]


def test_repeats_with_failed_fits_are_not_counted():
    """The first repeat is left out, so that the second is the first that is looked at."""
    learner, other = AstrayClassifier(GaussianNB(), 3, "fails"), AstrayClassifier(DecisionTreeClassifier(), 0)
    FITS.clear()
    comparison = compare({"a": learner, "b": other}, X, Y, procedure="adaptive-cv(max_repeats=3)", on_error="skip")
    assert not any(map(_noted, comparison.judgements))


def test_numbers_are_looked_at():
    rng = np.random.default_rng(0)
    rows = rng.standard_normal((200, 5))
    target = rows.sum(axis=1) + rng.standard_normal(200)
    FITS.clear()
    learners = {"odd": AstrayRegressor(Ridge(), 5, "shuffled"), "ols": LinearRegression()}
    (judged,) = compare(learners, rows, target, metric="neg_mean_squared_error").judgements
    (note,) = _noted(judged)
    assert note["fits"][0][:2] == (1, 5)
    assert "neg_mean_squared_error -" in note_words(note)


def test_two_like_regressions_raise_no_alarm():
    """Least squares and ridge in Bates' design: their differences move together within a fold, and no fit is bad."""
    for seed in range(6):
        rng = np.random.default_rng([31, 17, seed])
        rows = rng.standard_normal((100, 20))
        target = rows[:, :4].sum(axis=1) + rng.standard_normal(100)
        learners = {"ols": LinearRegression(), "ridge": Ridge()}
        (judged,) = compare(
            learners, rows, target, metric="neg_mean_squared_error", correct="always", seed=seed
        ).judgements
        assert not _noted(judged)


def test_the_sentence_of_several_fits():
    comparison = _run(AstrayClassifier(GaussianNB(), 7), DecisionTreeClassifier())
    (note,) = _noted(comparison.judgements[0])
    facts = dict(note.facts) | {"fits": ((1, 7, 0.5), (2, 3, 0.6), (2, 4, 0.55)), "counted": True}
    told = note_words(type(note).of(note.kind, "odd", **facts))
    assert "odd in repeat 1, fold 7 (and 2 more fits), counting the repeats without a failed fit," in told
