"""What a verdict says of other partitions: read once, asked once, refused by a reason."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from outperform import budget, compare, judge, judge_predictions
from outperform.core import Needs, Note, NoteKind, Reason, Refusal, Replicability, SignificanceTest, Unit
from outperform.learners import Estimator, kind_of
from outperform.significance import CorrectedT, SortedRunsT, noise, rows
from outperform.significance.flip import Wander

X, Y = (part[:150] for part in load_breast_cancer(return_X_y=True))
THREE = {"nb": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=2, random_state=0)}
THREE["lda"] = LinearDiscriminantAnalysis()
TABLE = {name: np.random.default_rng(at).normal(0.8, 0.05, (4, 10)) for at, name in enumerate("ab")}
SIZES = {"n_train": 90, "n_test": 10}


@pytest.fixture
def calls(monkeypatch):
    """Count how often rows are read and replicability is worked out."""
    counted = {"row_noise": 0, "replicability": 0}

    def counting(name, real):
        def counter(*given):
            counted[name] += 1
            return real(*given)

        return counter

    real = rows.row_noise
    for room in (rows, noise):
        monkeypatch.setattr(room, "row_noise", counting("row_noise", real))
    monkeypatch.setattr(Wander, "replicability", counting("replicability", Wander.replicability))
    return counted


@pytest.mark.parametrize("threshold", ["nominal", "cautious"])
def test_adaptive_cv_reads_rows_once_a_look_and_asks_once_a_verdict(calls, threshold):
    table = tuple((kind_of(Estimator(one)), 1.1, 1.1) for one in THREE.values()) if threshold == "cautious" else None
    spec = f'adaptive-cv(folds=5, max_repeats=6, kappa=0.002, threshold="{threshold}", factors={table})'
    found = compare(THREE, X, Y, procedure=spec).judgements
    looks = [judgement.scores.values.shape[1] - 1 for judgement in found]  # the first is after two repeats
    assert max(looks) > 1
    assert calls == {"row_noise": sum(looks), "replicability": 0}  # nobody has asked yet
    assert [judgement.p_flip for judgement in found] == [judgement.p_flip for judgement in found]
    assert calls == {"row_noise": sum(looks), "replicability": len(found)}


def test_a_fixed_procedure_reads_rows_once_a_verdict(calls):
    found = compare(THREE, X, Y, procedure="corrected-cv(repeats=2, folds=5)", keep="predictions").judgements
    assert all(judgement.replicability.basis == "rows" for judgement in found)
    assert calls == {"row_noise": 3, "replicability": 3}


def test_a_budget_reads_rows_once_a_pair(calls):
    budget(THREE, X, Y, repeats=2, folds=5)
    assert calls["row_noise"] == 3


@pytest.mark.parametrize("test", [CorrectedT(), SortedRunsT()])
def test_the_verdict_answers_at_any_level(test):
    stability = judge(TABLE, test, **SIZES).judgements[0].verdict.stability
    for level in (0.01, 0.05, 0.2):
        assert stability.replicability(level).p_flip_limit == stability.flips_in_the_limit(level)


def test_every_refusal_has_its_reason():
    same = np.tile([0, 1], 20)
    one = judge_predictions(same, {"a": same, "b": 1 - same}).judgements[0]
    assert one.replicability == one.verdict.stability == Refusal(Reason.ONE_SPLIT)
    assert judge(TABLE, "pooled-t", **SIZES).judgements[0].replicability == Refusal(Reason.NO_ESTIMATE)
    alone = compare(list(THREE.values())[:2], X[:30], Y[:30], design="leave-one-out", test="corrected-t")
    assert alone.judgements[0].replicability == Refusal(Reason.NO_OTHER)


def test_splits_that_were_left_out_refuse():
    scores = judge(TABLE, "corrected-t", **SIZES).judgements[0].scores
    values = scores.values.copy()
    values[:, 1, 3] = np.nan
    assert CorrectedT().judge(replace(scores, values=values)).stability == Refusal(Reason.LEFT_OUT)


def test_a_refusal_is_null_in_json_and_a_sentence_among_the_notes():
    found = judge(TABLE, "pooled-t", **SIZES).to_dict()["verdicts"][0]
    assert found["p_flip"] is found["repeats_needed"] is None
    assert any("pooled-t" in note for note in found["notes"])


@dataclass(frozen=True)
class Mine(SignificanceTest):
    """Judge like the corrected t test, by a verdict of its own."""

    slug = "mine"
    needs = Needs(values=2)

    def judge(self, scores):
        found = CorrectedT().arithmetic(CorrectedT().differences(scores))
        return found.verdict(())


def test_a_test_of_ones_own_that_only_judges_works_and_is_refused():
    judged = judge(TABLE, Mine(), **SIZES).judgements[0]
    assert judged.replicability == Refusal(Reason.NO_ESTIMATE)
    assert judged.notes[-1] == Note.of(NoteKind.STABILITY_UNKNOWN, "a", "b", reason=Reason.NO_ESTIMATE, test="mine")
    assert judged.unit is Unit.NONE


def test_a_test_of_ones_own_that_asks_another_has_its_answer():
    @dataclass(frozen=True)
    class Asks(Mine):
        slug = "asks"

        def judge(self, scores):
            return CorrectedT().judge(scores)

    assert isinstance(judge(TABLE, Asks(), **SIZES).judgements[0].replicability, Replicability)
