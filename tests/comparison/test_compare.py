import json
import os
import sys
import time

import cloudpickle
import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import make_scorer, matthews_corrcoef
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier
from tests.refusals import refused

from outperform import compare, judge
from outperform.core import Decision, InputError, MisfitError, NoteKind, Reason, Refusal
from outperform.engine import LearnerError
from outperform.procedures import CATALOGUE

X, Y = load_iris(return_X_y=True)
QUICK = "corrected-cv(repeats=2, folds=5)"
TREES = {"stump": DecisionTreeClassifier(max_depth=1), "tree": DecisionTreeClassifier()}


@pytest.mark.parametrize("procedure", [slug for slug in CATALOGUE if slug != "corrected-resampled"])
def test_every_procedure_finds_that_a_tree_beats_a_guess(procedure):
    learners = {"tree": DecisionTreeClassifier(max_depth=3), "guess": DummyClassifier()}
    judgement = compare(learners, X, Y, procedure=procedure).judgements[0]
    assert judgement.decision is Decision.FIRST
    assert judgement.procedure == procedure


def test_the_default_repeats_until_it_is_sure():
    judgement = compare({"nb": GaussianNB(), "guess": DummyClassifier()}, X, Y).judgements[0]
    assert (judgement.procedure, judgement.test, judgement.scores.values.shape[1:]) == (
        "adaptive-cv",
        "adaptive-t",
        (1, 10),
    )


def test_scores_are_those_of_a_plain_loop():
    comparison = compare(TREES, X, Y, design=StratifiedKFold(5), test="corrected-t", metric="accuracy")
    tree = compare(
        {"a": DecisionTreeClassifier(random_state=3), "b": DummyClassifier()},
        X,
        Y,
        design=StratifiedKFold(5),
        test="kfold-t",
    )
    for value, (train, test) in zip(tree.scores[0].values[0, 0], StratifiedKFold(5).split(X, Y), strict=True):
        fitted = DecisionTreeClassifier(random_state=3).fit(X[train], Y[train])
        assert value == np.mean(fitted.predict(X[test]) == Y[test])
    assert comparison.judgements[0].procedure.startswith("StratifiedKFold")


def test_estimators_are_never_touched():
    tree = DecisionTreeClassifier()
    compare({"a": tree, "b": GaussianNB()}, X, Y, procedure="blocked-3x2")
    assert not hasattr(tree, "tree_")
    assert tree.random_state is None


@pytest.mark.process
def test_the_same_seed_gives_the_same_bits_whatever_the_workers():
    options = {"procedure": QUICK, "metric": ["accuracy", "neg_log_loss"]}
    learners = {**TREES, "pipe": make_pipeline(StandardScaler(), LogisticRegression())}
    serial = compare(learners, X, Y, **options)
    parallel = compare(learners, X, Y, jobs=2, **options)
    for one, other in zip(serial.scores, parallel.scores, strict=True):
        assert (one.values == other.values).all()
    assert (compare(learners, X, Y, seed=1, **options).scores[0].values != serial.scores[0].values).any()


def test_adding_a_learner_changes_nothing_else():
    two = compare(TREES, X, Y, procedure=QUICK).scores[0].values
    three = compare({"nb": GaussianNB(), **TREES}, X, Y, procedure=QUICK).scores[0].values
    assert (three[1:] == two).all()


def test_a_seed_that_was_set_is_kept_and_an_open_one_is_drawn():
    twice = compare(
        {"a": DecisionTreeClassifier(random_state=0), "b": DecisionTreeClassifier(random_state=0)},
        X,
        Y,
        procedure=QUICK,
    )
    assert twice.judgements[0].verdict.pvalue == 1
    forest = "sklearn.ensemble.ExtraTreesClassifier(n_estimators=3)"
    drawn = compare({"a": forest, "b": forest}, X, Y, procedure=QUICK)
    assert (drawn.scores[0].values[0] != drawn.scores[0].values[1]).any()


def test_json_has_the_fields_of_a_run():
    comparison = compare(TREES, X, Y, procedure=QUICK)
    row = comparison.to_dict()["verdicts"][0]
    assert (row["procedure"], row["fits"]) == (QUICK, 10)
    assert row["wins"] + row["ties"] + row["losses"] == 10
    x = comparison.scores[0].values[0] - comparison.scores[0].values[1]
    assert row["effect"] == pytest.approx(x.mean() / x.std(ddof=1))
    assert row["seconds"] == pytest.approx(comparison.scores[0].seconds.sum())
    holdout = compare(TREES, X, Y, procedure="mcnemar-holdout").to_dict()["verdicts"][0]
    assert (holdout["effect"], holdout["fits"]) == (None, 1)


def test_the_words_say_how_much_and_for_which_size():
    found = compare({"stump": TREES["stump"], "tree": TREES["tree"]}, X, Y, procedure=QUICK)
    (judgement,) = found.judgements
    assert judgement.decision is Decision.SECOND
    first = str(found).splitlines()[0]
    assert first.index("tree") < first.index("stump")  # the better one is named first
    low, high = judgement.verdict.interval(0.05)
    for number in (-judgement.verdict.estimate, -high, -low):
        assert f"{100 * number:.1f}" in str(found)
    assert " 120 " in str(found)
    assert {"fewest": 120, "most": 120} in [dict(note.facts) for note in found.notes]


def test_others_judge_the_same_scores():
    found = compare(TREES, X, Y, procedure=QUICK).others()
    assert {"sorted-runs-t", "averaged-folds-t"} <= {judgement.test for judgement in found.judgements}
    assert "corrected-t" not in {judgement.test for judgement in found.judgements}


def test_frames_of_scores_can_be_judged_again():
    comparison = compare(TREES, X, Y, procedure=QUICK)
    again = judge(comparison.scores_frame(), "corrected-t")
    assert again.judgements[0].verdict.pvalue == pytest.approx(comparison.judgements[0].verdict.pvalue)


def test_a_baseline_is_second_in_every_pair():
    learners = {"a": TREES["stump"], "base": GaussianNB(), "c": TREES["tree"]}
    comparison = compare(learners, X, Y, procedure="blocked-3x2", baseline="base")
    assert [(j.first, j.second) for j in comparison.judgements] == [("a", "base"), ("c", "base")]
    with refused("baseline", "'bass'", "did you mean base?"):
        compare(learners, X, Y, baseline="bass")


def test_several_metrics_come_from_the_same_fits():
    two = Y == 0
    metrics = ["accuracy", "f1", "roc_auc", "neg_log_loss", make_scorer(matthews_corrcoef)]
    comparison = compare(
        {"nb": GaussianNB(), "guess": DummyClassifier()}, X, two, procedure="blocked-3x2", metric=metrics
    )
    assert [j.metric for j in comparison.judgements] == [*metrics[:4], "matthews_corrcoef"]


def test_metric_functions_of_both_kinds():
    def hits(truth, predictions):
        return np.mean(truth == predictions)

    def confidence(estimator, rows, _truth):
        return estimator.predict_proba(rows).max(axis=1).mean()

    comparison = compare(
        {"nb": GaussianNB(), "guess": DummyClassifier()}, X, Y, procedure="blocked-3x2", metric=[hits, confidence]
    )
    assert [j.metric for j in comparison.judgements] == ["hits", "confidence"]


def test_regression():
    rows, target = load_diabetes(return_X_y=True)
    comparison = compare(["ridge", "dummy"], rows, target, procedure="blocked-3x2", metric="r2")
    assert comparison.judgements[0].decision is Decision.FIRST
    with refused("learners", "nb", "classes", "numbers"):
        compare(["nb", "dummy"], rows, target)


def test_groups_stay_on_one_side():
    groups = np.repeat(np.arange(30), 5)
    comparison = compare(TREES, X, Y, groups=groups, procedure=QUICK)
    for split in comparison.scores[0].plan.splits:
        assert not set(groups[split.train]) & set(groups[split.test])


def test_fast_and_slow_paths_agree():
    rows, target = load_breast_cancer(return_X_y=True)
    learners = {"nb": GaussianNB(), "knn": "sklearn.neighbors.KNeighborsClassifier(n_neighbors=1)", "lda": "lda"}
    fast = compare(learners, rows, target, procedure=QUICK)
    slow = compare(learners, rows, target, procedure=QUICK, fast=False)
    assert (fast.scores[0].values == slow.scores[0].values).all()


cloudpickle.register_pickle_by_value(sys.modules[__name__])  # workers cannot import a test module


class Moody(ClassifierMixin, BaseEstimator):
    """Fails, sleeps, dies or errs on training sets that hold the first row."""

    def __init__(self, mood="raise"):
        self.mood = mood

    def fit(self, rows, target):
        self.classes_ = np.unique(target)
        self.answer_ = target[0]
        if (rows[0] == X[0]).all():
            if self.mood == "raise":
                raise RuntimeError("no\nthanks")
            if self.mood == "sleep":
                time.sleep(60)
            if self.mood == "die":
                os.kill(os.getpid(), 9)
        return self

    def predict(self, rows):
        return np.full(len(rows) - (self.mood == "short"), self.answer_)


def test_a_learner_that_raises_is_reported_with_its_split():
    with refused(None, "moody", "repeat 1", "fold", "RuntimeError: no", error=LearnerError):
        compare({"moody": Moody(), "nb": GaussianNB()}, X, Y, procedure=QUICK)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_failed_split_can_be_skipped_for_all(jobs):
    comparison = compare({"moody": Moody(), "nb": GaussianNB()}, X, Y, procedure=QUICK, on_error="skip", jobs=jobs)
    values = comparison.scores[0].values
    assert np.isnan(values).sum() == 2 * 8
    assert comparison.judgements[0].verdict.df == 1
    (note,) = (note for note in comparison.notes if note.kind is NoteKind.LEFT_OUT)
    assert (note.about, note["repeat"], note["failures"]) == (("moody",), 1, 8)
    with refused(None, "sorted-runs-t", "8", error=MisfitError):
        compare(
            {"moody": Moody(), "nb": GaussianNB()}, X, Y, procedure="sorted-cv(repeats=2, folds=5)", on_error="skip"
        )


@pytest.mark.parametrize(("mood", "fact"), [("sleep", "1 s"), ("die", "process")])
def test_a_fit_that_hangs_or_dies_is_ended(mood, fact):
    with refused(None, "moody", fact, error=LearnerError):
        compare({"moody": Moody(mood), "nb": GaussianNB()}, X, Y, procedure="blocked-3x2", fit_timeout=1)


def test_a_timeout_changes_no_number():
    plain = compare(TREES, X, Y, procedure="blocked-3x2")
    limited = compare(TREES, X, Y, procedure="blocked-3x2", fit_timeout=30)
    assert (plain.scores[0].values == limited.scores[0].values).all()


def test_wrong_shapes_of_predictions_are_refused():
    with refused(None, "moody", "(74,)", "75 rows", error=LearnerError):
        compare({"moody": Moody("short"), "nb": GaussianNB()}, X, Y, procedure="blocked-3x2")


def test_warnings_of_learners_are_counted():
    mlp = "sklearn.neural_network.MLPClassifier(max_iter=2)"
    comparison = compare({"mlp": mlp, "nb": GaussianNB()}, X, Y, procedure="blocked-3x2")
    (note,) = (note for note in comparison.notes if note.kind is NoteKind.LEARNER_WARNED)
    assert (note.about, note["fits"], "ConvergenceWarning" in note["message"]) == (("mlp",), 6, True)


@pytest.mark.parametrize(
    ("learners", "facts"),
    [
        ("nb", ["dict", "list", "'nb'"]),
        (["nb"], ["two", "1"]),
        (["nb", "tre"], ["'tre'", "did you mean tree?"]),
        (["nb", "tree(depth=2)"], ["tree", "parameters"]),
        (["nb", "os.system"], ["os.system", 'allow_modules=["os"]']),
        (["nb", "sklearn.tree.DecisionTreeClasifier"], ["did you mean DecisionTreeClassifier"]),
        (["nb", "sklearn.nowhere.Thing"], ["sklearn.nowhere"]),
        (["nb", "sklearn.tree.DecisionTreeClassifier(depth=2)"], ["'depth'", "did you mean max_depth"]),
        (["nb", DecisionTreeClassifier], ["DecisionTreeClassifier", "class"]),
        (["nb", 3], ["int", "fit"]),
    ],
)
def test_bad_learners_are_refused(learners, facts):
    with refused(None, *facts):
        compare(learners, X, Y)


def test_learners_in_a_list_are_named():
    comparison = compare(
        [GaussianNB(), DecisionTreeClassifier(), DecisionTreeClassifier(max_depth=1)], X, Y, procedure="blocked-3x2"
    )
    assert comparison.scores[0].learners == ("GaussianNB", "DecisionTreeClassifier", "DecisionTreeClassifier 2")


@pytest.mark.parametrize(
    ("options", "argument", "facts"),
    [
        ({"procedure": "corected-10x10"}, "procedure 'corected-10x10'", ["did you mean corrected-10x10"]),
        ({"procedure": QUICK, "test": "corrected-t"}, "procedure", ["design", "test"]),
        ({"test": "corrected-t"}, "design", ["missing"]),
        ({"design": "kfold(folds=200)"}, None, ["200", "150"]),
        ({"metric": "acuracy"}, "metric 'acuracy'", ["did you mean accuracy"]),
        ({"metric": []}, "metric", []),
        ({"metric": 3}, "metric", ["name", "function"]),
        ({"level": 2}, "level", ["got 2"]),
        ({"on_error": "ignore"}, "on_error", ["raise", "skip", "ignore"]),
        ({"keep": "all"}, "keep", ["scores", "predictions", "all"]),
        ({"fit_timeout": 0}, "fit_timeout", ["above 0", "0"]),
    ],
)
def test_bad_options_are_refused(options, argument, facts):
    with refused(argument, *facts):
        compare(TREES, X, Y, **options)


def test_binary_f1_on_words_is_refused_before_anything_runs():
    words = np.array(["ham", "spam"])[(Y == 0).astype(int)]
    with refused(None, "positive", "ham", "spam"):
        compare(TREES, X, words, metric="f1")
    spam = compare(TREES, X, words, metric='f1(positive="spam")', procedure="blocked-3x2")
    assert spam.judgements[0].metric == 'f1(positive="spam")'


def test_predictions_are_kept_when_asked():
    comparison = compare(TREES, X, Y, procedure=QUICK, keep="predictions")
    items = comparison.scores[0].items
    assert items.predictions.shape == (2, 2, 150)
    right = (items.predictions == items.truth).mean(axis=2)
    assert right == pytest.approx(comparison.scores[0].values.mean(axis=2), abs=0.01)
    assert compare(TREES, X, Y, procedure=QUICK, metric="f1_macro").scores[0].items is None


def test_rows_are_kept_unasked_where_they_tell_more_of_replicability():
    comparison = compare(TREES, X, Y, procedure=QUICK)
    assert comparison.scores[0].items is not None
    assert comparison.judgements[0].replicability.basis == "rows"
    assert compare(TREES, X, Y, procedure="mcnemar-holdout").judgements[0].replicability == Refusal(Reason.ONE_SPLIT)


OTHER_TYPES = [2.5, b"x", [], object(), np.array([1, 2]), "\0"]


@pytest.mark.parametrize(
    "name", ["seed", "jobs", "store", "baseline", "adjust", "on_error", "keep", "fast", "progress"]
)
def test_no_option_of_another_type_ends_in_a_traceback(name):
    for value in OTHER_TYPES:
        with pytest.raises(InputError):
            compare(TREES, X, Y, procedure=QUICK, **{name: value})


@pytest.mark.parametrize(
    "options", [{"allow_modules": "os"}, {"allow_modules": 1}, {"fit_timeout": True}, {"jobs": 10**400}]
)
def test_what_looks_like_an_option_and_is_none_is_refused(options):
    with pytest.raises(InputError):
        compare(TREES, X, Y, procedure=QUICK, **options)


def test_a_level_of_numpy_s_can_be_written_down():
    made = compare(TREES, X, Y, procedure=QUICK, level=np.float32(0.05))
    assert json.loads(json.dumps(made.manifest()))["level"] == pytest.approx(0.05)


def test_groups_of_unequal_size_get_advice_that_works():
    rng = np.random.default_rng(0)
    groups = np.repeat(np.arange(20), rng.integers(3, 10, 20))
    X, y = rng.normal(size=(len(groups), 3)), rng.integers(0, 2, len(groups))
    with pytest.raises(MisfitError, match=r'procedure="adaptive-cv\(folds=5\)"'):
        compare(["nb", "dummy"], X, y, groups=groups, progress=False)
    assert (
        compare(["nb", "dummy"], X, y, groups=groups, procedure="adaptive-cv(folds=5)", progress=False)[0].pvalue <= 1
    )
