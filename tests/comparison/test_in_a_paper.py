"""What a comparison prints for a paper: true of what was done, in every medium."""

import re

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.model_selection import ShuffleSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from tests.refusals import refused

from outperform import compare
from outperform.core import Decision, FactorOrigin, InputError, NoteKind, Reason, Refusal
from outperform.procedures import AdaptiveCV
from outperform.significance.flip import DataFactor
from outperform.words.effort import checks_of, fits_of
from outperform.words.notes import notes_words

OWN = "def f(differences, n_train, n_test):\n    return 0.2\n"
NB_TREE = {"nb": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=2, random_state=0)}


def clouds(n=200, seed=0, signal=0.7):
    rng = np.random.default_rng(seed)
    target = np.arange(n) % 2
    return rng.standard_normal((n, 4)) + signal * target[:, None], target


def words_of(comparison):
    return " ".join(str(comparison).split())


class TestOwnTests:
    def test_a_test_in_a_file_is_named_in_every_medium(self, tmp_path):
        file = tmp_path / "mine.py"
        file.write_text(OWN)
        ways = {"design": "kfold(folds=5, repeats=2)", "test": f"{file}:f", "progress": False}
        found = compare(NB_TREE, *clouds(), **ways)
        assert "judged by the test f (our own function, in mine.py), at level .05" in found.methods()
        assert "mine.py" in found.to_markdown()
        assert "mine.py" in found.to_latex()
        assert "our own function, in mine.py" in found.to_html()
        assert all("mine.py" not in other.test for other in found.others())

    def test_a_function_that_is_in_no_file_has_none(self):
        ways = {"design": "kfold(folds=5, repeats=2)", "test": lambda *_: 0.2, "progress": False}
        found = compare(NB_TREE, *clouds(), **ways)
        assert "an unnamed function (lambda) (our own function), at level" in found.methods()
        assert found.to_latex()


class TestUnmeasured:
    """A correction that measured nothing confirms nothing."""

    def test_the_difference_is_not_shown_and_says_what_was_measured(self, monkeypatch):
        monkeypatch.setattr("outperform.procedures.correction.Correction._factor", lambda *_: DataFactor(1.01, 2.27))
        found = compare(NB_TREE, *clouds(400, signal=0.8), procedure="adaptive-cv(max_repeats=4)", progress=False)
        (judged,) = found
        assert (judged.decision, judged.threshold.origin) == (Decision.OPEN, FactorOrigin.NOT_SHOWN)
        assert judged.decision_nominal is Decision.FIRST
        assert judged.verdict.pvalue == 1
        (note,) = (note for note in judged.notes if note.kind is NoteKind.NOT_SHOWN)
        assert (note["reason"], note["detail"]) == (Reason.UNMEASURED, "× 1.01 ± 2.27")
        assert NoteKind.BORDERLINE not in {note.kind for note in judged.notes}
        assert "the correction could not be measured: threshold × 1.01 ± 2.27" in words_of(found)
        assert "the correction of the standard error could not be measured (× 1.01 ± 2.27)" in found.methods()

    @pytest.mark.parametrize(("se", "shown"), [(1.0, True), (1.001, False)])
    def test_a_standard_error_above_one_is_too_much(self, se, shown, monkeypatch):
        monkeypatch.setattr("outperform.procedures.correction.Correction._factor", lambda *_: DataFactor(1.0, se))
        ways = {"procedure": "adaptive-cv(max_repeats=4)", "progress": False}
        (judged,) = compare(NB_TREE, *clouds(400, signal=0.8), **ways)
        assert (judged.decision is Decision.FIRST) is shown

    def test_a_difference_beyond_any_correction_is_shown_all_the_same(self, monkeypatch):
        monkeypatch.setattr("outperform.procedures.correction.Correction._factor", lambda *_: DataFactor(1.0, 3.0))
        (judged,) = compare(["nb", "dummy"], *load_iris(return_X_y=True), correct="always", progress=False)
        assert judged.decision is Decision.FIRST
        assert judged.threshold.origin is FactorOrigin.DATA
        assert any("the correction could not be measured (" in words for words in notes_words(judged.notes))

    def test_without_a_difference_the_interval_is_not_corrected(self, monkeypatch):
        monkeypatch.setattr("outperform.procedures.correction.Correction._factor", lambda *_: DataFactor(1.0, 3.0))
        (judged,) = compare(["nb", "lda"], *load_iris(return_X_y=True), correct="always", progress=False)
        assert (judged.decision, judged.threshold.origin) == (Decision.OPEN, FactorOrigin.NOMINAL)
        assert "the interval is not corrected" in " ".join(notes_words(judged.notes))


class TestOnePartition:
    """As many folds as groups: there are no other splits."""

    @pytest.fixture
    def found(self):
        rows, target = clouds(300, signal=0.0)
        return compare(NB_TREE, rows, target, groups=np.arange(300) // 30, progress=False)

    def test_one_repeat_is_made(self, found):
        (judged,) = found
        assert judged.scores.values.shape == (2, 1, 10)
        assert judged.replicability == Refusal(Reason.ONE_PARTITION)
        assert checks_of(found.judgements)["nb"] == 0
        assert judged.verdict.df == 9

    def test_it_is_said(self, found):
        assert "leave one group out" in words_of(found)
        assert "on cross-validation that leaves out one group at a time (training sets of 270" in found.methods()
        assert "No splits were drawn" in found.methods()
        assert "other splits agree" not in found.to_latex()

    def test_its_correction_counts_that_nothing_is_averaged_over_splits(self):
        rows, target = clouds(300)
        ways = {"groups": np.arange(300) // 30, "correct": "always", "progress": False}
        (judged,) = compare(NB_TREE, rows, target, **ways)
        assert judged.threshold.fits == 100
        assert judged.threshold.factor >= 1

    def test_repeats_of_a_fixed_procedure_are_called_copies(self):
        rows, target = clouds(100)
        ways = {"groups": np.arange(100) // 10, "procedure": "corrected-cv(repeats=2)", "progress": False}
        found = compare(NB_TREE, rows, target, **ways)
        assert found[0].replicability == Refusal(Reason.ONE_PARTITION)
        assert "more repeats would be copies" in words_of(found)

    def test_with_more_groups_than_folds_splits_differ(self):
        rows, target = clouds(200)
        (judged,) = compare(NB_TREE, rows, target, groups=np.arange(200) // 10, progress=False)
        assert judged.scores.values.shape[1] > 1


class TestFits:
    """Every fit is told, and none twice."""

    @pytest.mark.parametrize(
        "metrics",
        [["accuracy", "roc_auc"], ["accuracy", "f1_macro"], ["accuracy", "neg_log_loss", "roc_auc"], ["roc_auc"]],
        ids=str,
    )
    @pytest.mark.parametrize("count", [2, 3])
    def test_fits_are_those_that_were_made(self, metrics, count):
        made = {}

        class Counting(ClassifierMixin, BaseEstimator):
            def __init__(self, name="", inner=None):
                self.name, self.inner = name, inner

            def fit(self, rows, target):
                made[self.name] = made.get(self.name, 0) + 1
                self.fitted_ = self.inner.fit(rows, target)
                self.classes_ = self.fitted_.classes_
                return self

            def predict(self, rows):
                return self.fitted_.predict(rows)

            def predict_proba(self, rows):
                return self.fitted_.predict_proba(rows)

        inner = [GaussianNB(), DecisionTreeClassifier(max_depth=1, random_state=0), LinearDiscriminantAnalysis()]
        learners = {f"l{at}": Counting(f"l{at}", each) for at, each in enumerate(inner[:count])}
        found = compare(learners, *clouds(150), metric=metrics, correct="always", progress=False)
        told = fits_of(found.judgements)
        alike = 40 if "f1_macro" in metrics else 0  # tilted folds of two metrics of labels may happen to be the same
        assert all(made[name] <= told[name] <= made[name] + alike for name in learners)
        least, most = min(told.values()), max(told.values())
        span = f"{least}" if least == most else f"{least} to {most}"
        assert f"{span} fits per learner, " in words_of(found)
        assert f"{sum(told.values())} in total, {span} per learner" in " ".join(found.to_html().split())


class TestBorderline:
    """Two numbers about one decision count the same things."""

    def test_an_open_decision_counts_the_correction_that_a_difference_would_need(self):
        ways = {"progress": False}
        learners = {"nb": GaussianNB(), "lda": LinearDiscriminantAnalysis()}
        (judged,) = compare(learners, *load_breast_cancer(return_X_y=True), **ways)
        (plain,) = compare(
            learners, *load_breast_cancer(return_X_y=True), procedure="adaptive-cv(threshold='nominal')", **ways
        )
        assert judged.scores.values.shape == plain.scores.values.shape  # the same repeats
        assert judged.replicability.p_flip_limit < plain.replicability.p_flip_limit
        assert judged.replicability.borderline is (judged.replicability.p_flip_limit > 0.05)
        noted = [note for note in judged.notes if note.kind is NoteKind.BORDERLINE]
        assert bool(noted) is judged.replicability.borderline

    def test_the_advice_keeps_what_was_asked_for(self):
        spec = "adaptive-cv(folds=5, kappa=0.2, threshold='nominal')"
        for seed in range(8):
            (judged,) = compare(NB_TREE, *clouds(100, 2 + seed, 0.5), procedure=spec, progress=False)
            for note in judged.notes:
                if note.kind is NoteKind.BORDERLINE:
                    asked = AdaptiveCV(folds=5, threshold="nominal", kappa=note["kappa"])
                    assert note["procedure"] == str(asked)
                    return
        pytest.fail("no decision was borderline")


class TestAdvice:
    def test_a_class_with_fewer_rows_than_the_check_has_folds_is_not_sent_in_a_circle(self):
        rng = np.random.default_rng(0)
        target = np.array(["a"] * 100 + ["b"] * 96 + ["c"] * 4)
        rows = pd.DataFrame(rng.standard_normal((200, 3)) + (target == "a")[:, None])
        for procedure in ("adaptive-cv", "adaptive-cv(folds=4)"):
            ways = {"metric": "roc_auc_ovr", "procedure": procedure, "progress": False}
            try:
                said = words_of(compare(NB_TREE, rows, target, **ways))
            except Exception as error:
                said = str(error)
            assert "adaptive-cv(folds=4)" not in said.replace("· adaptive-cv(folds=4), level", "")
            assert "join it with another class" in said


class TestDesigns:
    def test_random_splits_are_called_so(self):
        text = compare(NB_TREE, *clouds(), procedure="corrected-resampled", progress=False).methods()
        assert "on 100 random splits without stratification, 90 % of the rows for training and 10 %" in text

    def test_a_holdout_has_its_training_rows(self):
        text = compare(NB_TREE, *clouds(), procedure="mcnemar-holdout", progress=False).methods()
        assert re.search(r"on one random (stratified )?test set of 67 rows \(training set of 133 of 200 rows\)", text)

    def test_a_splitter_of_ones_own_is_not_called_random(self):
        splitter = ShuffleSplit(5, test_size=0.3, random_state=0)
        text = compare(NB_TREE, *clouds(), design=splitter, test="corrected-t", progress=False).methods()
        assert "on 5 splits without stratification, 70 % of the rows for training" in text


class TestTables:
    def test_an_estimate_that_is_not_the_difference_of_the_means_is_explained(self):
        found = compare(NB_TREE, *clouds(), procedure="5x2-t", progress=False)
        for text in (found.to_markdown(), found.to_latex()):
            assert "The estimate of 5x2-t is not the difference of the means." in text
            assert "Caution: 5x2-t trains on half of the rows" in text
        assert "Caution: 5x2-t trains on half of the rows" in found.methods()
        plain = compare(NB_TREE, *clouds(), procedure="5x2-f", progress=False)
        assert "is not the difference of the means" not in plain.to_latex()

    def test_in_time_order_it_says_over_what(self):
        rows, target = clouds(200)
        text = compare(["ols", "dummy"], rows, rows[:, 0] + target, time=np.arange(200), progress=False).to_markdown()
        assert "is the mean difference over all test rows; means are over test sets" in text

    def test_means_have_the_minus_sign_of_the_differences(self):
        rows, target = clouds(200)
        found = compare(["ols", "dummy"], rows, rows[:, 0] + target, metric="neg_mean_squared_error", progress=False)
        assert re.search(r"\| −\d", found.to_markdown())
        assert not re.search(r"\| -\d", found.to_markdown())

    def test_the_page_has_the_methods_sentence(self):
        found = compare(NB_TREE, *clouds(), procedure="5x2-f", progress=False)
        page = found.to_html()
        assert "For a methods section: We compared nb and tree by accuracy on 5 repeats" in page
        assert "cautious_noise" not in compare(NB_TREE, *clouds(), progress=False).to_html()


class TestHeadlines:
    def test_the_headline_does_not_contradict_a_pair(self):
        """The repeats that all pairs share may rank two learners otherwise than the repeats of their pair."""
        learners = {"nb": "nb", "lda": "lda", "logit": "logreg", "stump": "stump"}
        for seed in range(6):
            found = compare(learners, *clouds(150, seed, 0.5), progress=False)
            best = re.match(r"(\w+) scores highest", str(found))
            for judged in found:
                sides = dict(zip(("first", "second"), (judged.first, judged.second), strict=True))
                ahead = sides["first" if judged.verdict.estimate > 0 else "second"]
                if best is not None and best[1] in sides.values() and judged.verdict.estimate:
                    assert ahead == best[1]

    def test_many_other_splits_that_decide_otherwise_are_told_in_the_answer(self):
        found = None
        for seed in range(10):
            found = compare(NB_TREE, *clouds(150, seed, 0.6), procedure="corrected-cv(repeats=2)", progress=False)
            flips = getattr(found[0].replicability, "p_flip", 0)
            told = "of other random splits of these data would" in words_of(found).partition("accuracy ·")[0]
            assert told is (flips >= 0.2)


def test_own_data_cannot_be_refused_for_a_name():
    with refused("test", "mine.py", error=InputError):
        compare(NB_TREE, *clouds(), design="kfold(folds=5)", test="mine.py:f", progress=False)
