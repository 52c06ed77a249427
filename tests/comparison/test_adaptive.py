"""Adaptive cross-validation through the front door."""

import json

import joblib
import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_breast_cancer, load_iris, make_classification
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier
from tests.refusals import refused

from outperform import compare, verify
from outperform.core import Dataset, Decision, InputError, MisfitError, NoteKind
from outperform.engine.run import LearnerError
from outperform.learners import Estimator
from outperform.learners.fast.naive_bayes import NaiveBayesPath
from outperform.procedures.caution import factors_of
from outperform.sources import TaskOne
from outperform.words.notes import note_words

X, Y = load_iris(return_X_y=True)
SPEC = "adaptive-cv(folds=5, max_repeats=6)"
PLAIN = "threshold='nominal'"
NOMINAL = f"adaptive-cv({PLAIN})"


def _noisy(seed: int = 0):
    rng = np.random.default_rng(seed)
    rows = rng.standard_normal((80, 3))
    return rows, (rows[:, 0] + 1.5 * rng.standard_normal(80) > 0).astype(int)


def noted(judged, kind):
    (note,) = (note for note in judged.notes if note.kind is kind)
    return note


def test_a_clear_difference_stops_at_once():
    (judgement,) = compare([GaussianNB(), DummyClassifier()], X, Y, procedure=SPEC).judgements
    assert judgement.decision is Decision.FIRST
    assert judgement.scores.values.shape[1] == 1
    assert (judgement.replicability.borderline, judgement.replicability.basis) == (False, "assumed")
    assert dict(noted(judgement, NoteKind.STOPPED).facts) == {
        "repeats": 1,
        "folds": 5,
        "basis": "rows",
        "kappa": 0.01,
        "ended": False,
    }


def test_p_value_interval_and_decision_agree():
    rows, target = _noisy()
    learners = {"a": GaussianNB(), "b": KNeighborsClassifier(1)}
    (judgement,) = compare(learners, rows, target, procedure=SPEC).judgements
    for level in (0.001, 0.01, 0.05, 0.2, 0.5, 0.9):
        low, high = judgement.verdict.interval(level)
        assert (judgement.verdict.pvalue <= level) == (low > 0 or high < 0)


def test_a_metric_that_is_no_mean_over_rows_takes_folds():
    (judgement,) = compare([GaussianNB(), DummyClassifier()], X, Y, procedure=SPEC, metric="f1_macro").judgements
    assert noted(judgement, NoteKind.STOPPED)["basis"] == "folds"


def test_a_larger_budget_continues_a_smaller_one(tmp_path):
    rows, target = _noisy()
    learners = {"a": GaussianNB(), "b": KNeighborsClassifier(1)}
    store = tmp_path / "fits.db"
    strict = "adaptive-cv(folds=5, kappa=0.0, max_repeats={})"
    compare(learners, rows, target, procedure=strict.format(3), store=store)
    resumed = compare(learners, rows, target, procedure=strict.format(5), store=store)
    whole = compare(learners, rows, target, procedure=strict.format(5))
    assert resumed.judgements[0].scores.values.shape[1] == 5
    np.testing.assert_array_equal(resumed.judgements[0].scores.values, whole.judgements[0].scores.values)
    assert resumed.judgements[0].verdict == whole.judgements[0].verdict


def test_each_pair_stops_by_itself_at_its_share_of_the_level():
    rows, target = _noisy(1)
    learners = {"nb": GaussianNB(), "1nn": KNeighborsClassifier(1), "3nn": KNeighborsClassifier(3)}
    comparison = compare(learners, rows, target, procedure="adaptive-cv(folds=5, max_repeats=8)")
    assert len(comparison.judgements) == 3
    for judgement in comparison.judgements:
        assert judgement.pvalue_adjusted == min(1.0, 3 * judgement.verdict.pvalue)
        assert (judgement.decision is Decision.OPEN) == (judgement.pvalue_adjusted > 0.05)
    assert comparison.scores[0].values.shape[0] == 3


def test_an_unsure_decision_is_flagged_with_what_more_would_cost():
    rows, target = _noisy(2)
    learners = {"nb": GaussianNB(), "1nn": KNeighborsClassifier(1)}
    found = [
        compare(learners, rows, target, procedure="adaptive-cv(folds=5, kappa=0.0, max_repeats=2)", seed=seed)
        for seed in range(4)
    ]
    for comparison in found:
        (judgement,) = comparison.judgements
        flagged = judgement.replicability.p_flip_limit > 0.05
        assert judgement.replicability.borderline is flagged
        assert any(note.kind is NoteKind.BORDERLINE for note in judgement.notes) is flagged


def test_an_unsure_decision_before_the_end_says_which_kappa_would_go_on():
    rows, target = load_breast_cancer(return_X_y=True)
    learners = {"nb": GaussianNB(), "lda": LinearDiscriminantAnalysis()}
    (judgement,) = compare(learners, rows, target, procedure=NOMINAL).judgements
    repeats = judgement.scores.values.shape[1]
    assert judgement.replicability.borderline
    assert repeats < 50
    note = noted(judgement, NoteKind.BORDERLINE)
    assert (note["ended"], note["fits"]) == (False, (50 - repeats) * 10)
    (longer,) = compare(learners, rows, target, procedure=note["procedure"]).judgements
    assert longer.scores.values.shape[1] > repeats


def test_an_unsure_decision_at_the_end_says_what_would_really_go_on():
    """At max_repeats kappa may stop it too: then more repeats alone would change nothing."""
    rows, target = load_breast_cancer(return_X_y=True)
    learners = {"nb": GaussianNB(), "lda": LinearDiscriminantAnalysis()}
    (judgement,) = compare(learners, rows, target, procedure=NOMINAL).judgements
    most = judgement.scores.values.shape[1]
    (ended,) = compare(
        learners, rows, target, procedure=f"adaptive-cv(max_repeats={most}, threshold='nominal')"
    ).judgements
    note = noted(ended, NoteKind.BORDERLINE)
    assert (note["ended"], note["fits"]) == (True, most * 10)
    spec = f"adaptive-cv(kappa={note['kappa']}, max_repeats={2 * most}, threshold='nominal')"
    assert note["procedure"] == spec
    (longer,) = compare(learners, rows, target, procedure=spec).judgements
    assert longer.scores.values.shape[1] > most


def test_where_a_limit_of_fits_ends_a_run_the_limit_that_goes_on_is_named():
    rows, target = load_breast_cancer(return_X_y=True)
    learners = {"nb": GaussianNB(), "lda": LinearDiscriminantAnalysis()}
    (ended,) = compare(learners, rows, target, procedure=f"adaptive-cv(kappa=0, {PLAIN})", max_fits=40).judgements
    note = noted(ended, NoteKind.BORDERLINE)
    assert ended.scores.values.shape[1] == 4
    assert f"to continue: max_fits={note['max_fits']}, " in note_words(note)
    assert note["procedure"] is None or "max_fits" not in note["procedure"]
    assert note["fits"] == note["max_fits"] - 40
    longer = compare(learners, rows, target, procedure=f"adaptive-cv(kappa=0, {PLAIN})", max_fits=note["max_fits"])
    assert longer[0].scores.values.shape[1] == 8


class Flaky(ClassifierMixin, BaseEstimator):
    """Fails on some training sets, always on the same."""

    def __init__(self, often: float = 0.05) -> None:
        self.often = often

    def fit(self, rows, target):
        if np.random.default_rng(int(abs(rows.sum()) * 1e6)).random() < self.often:
            raise ValueError("no luck")
        self.classes_ = np.unique(target)
        self.inner_ = GaussianNB(var_smoothing=0.1).fit(rows, target)
        return self

    def predict(self, rows):
        return self.inner_.predict(rows)


@pytest.mark.parametrize("metric", ["accuracy", "f1_macro"])
def test_repeats_in_which_a_learner_fails_are_left_out(metric):
    learners = {"flaky": Flaky(), "nb": GaussianNB()}
    comparison = compare(learners, X, Y, procedure="adaptive-cv", metric=metric, on_error="skip")
    (judgement,) = comparison.judgements
    whole = judgement.scores.values
    assert not np.isnan(whole).any()
    tried = noted(judgement, NoteKind.STOPPED)["repeats"]
    assert whole.shape[1] < tried
    assert noted(judgement, NoteKind.REPEATS_FAILED)["repeats"] == tried - whole.shape[1]
    assert noted(comparison, NoteKind.LEFT_OUT).about == ("flaky",)
    fixed = compare(learners, X, Y, procedure="corrected-10x10", metric=metric, on_error="skip")
    lost = np.isnan(fixed.scores[0].values[0, :tried]).any(axis=1)
    np.testing.assert_array_equal(whole, fixed.scores[0].values[:, :tried][:, ~lost])


def test_a_learner_that_fails_in_every_repeat_is_said_to():
    learners = {"flaky": Flaky(0.9), "nb": GaussianNB()}
    with refused(None, "2 repeats", "4 of 4", "flaky", error=MisfitError):
        compare(learners, X, Y, procedure="adaptive-cv(max_repeats=4)", on_error="skip")


def test_a_failure_in_a_repeat_that_nobody_needs_does_not_matter():
    """Forty workers fit the third to the sixth repeat at once; the fifth fails, but the third is the last."""
    rows, target = _noisy(2)
    learners = {"flaky": Flaky(0.03), "1nn": KNeighborsClassifier(1)}
    with refused(None, "flaky", "repeat 5", error=LearnerError):
        compare(learners, rows, target, procedure="adaptive-cv(folds=5, kappa=0.0, max_repeats=6)")
    found = []
    for workers in (1, 40):
        with joblib.parallel_config(backend="threading", n_jobs=workers):
            (judgement,) = compare(learners, rows, target, procedure="adaptive-cv(folds=5)").judgements
        found.append((judgement.scores.values.shape[1], judgement.verdict.pvalue))
    assert found[0] == found[1]
    assert found[0][0] == 3


def test_small_groups_are_as_even_as_they_can_be():
    rows, target = _noisy()
    groups = np.arange(80) // 3
    for procedure in ("adaptive-cv", "corrected-10x10"):
        (judgement,) = compare(
            [GaussianNB(), DummyClassifier()], rows, target, groups=groups, procedure=procedure
        ).judgements
        sizes = judgement.scores.n_test
        assert 1 < np.ptp(sizes) <= 3


def test_identical_learners_are_no_evidence():
    (judgement,) = compare({"a": GaussianNB(), "b": GaussianNB()}, X, Y, procedure=SPEC).judgements
    assert (judgement.decision, judgement.verdict.pvalue) == (Decision.OPEN, 1.0)
    assert judgement.replicability.p_flip == 0


@pytest.mark.parametrize("spec", ["adaptive-cv(folds=2)", "adaptive-cv(min_repeats=1)", "adaptive-cv(kappa=1.0)"])
def test_what_could_not_stop_is_refused(spec):
    with pytest.raises(InputError):
        compare([GaussianNB(), DummyClassifier()], X, Y, procedure=spec)


def test_rows_of_groups_do_not_stand_alone():
    """Copies of a row are one row: taken for many, their variance would promise what there is not."""
    rows, target = _noisy()
    learners = {"a": GaussianNB(), "b": KNeighborsClassifier(1)}
    copies, groups = np.arange(80).repeat(4), np.arange(80).repeat(4)
    (judgement,) = compare(learners, rows[copies], target[copies], groups=groups, procedure=SPEC).judgements
    assert noted(judgement, NoteKind.STOPPED)["basis"] == "folds"


STUMP = DecisionTreeClassifier(criterion="entropy", max_depth=1)


def test_a_cautious_threshold_divides_by_the_factor_of_the_learners():
    rows, target = _noisy(3)
    learners = {"stump": STUMP, "1nn": KNeighborsClassifier(1)}
    nominal, cautious = (
        compare(learners, rows, target, procedure=f'adaptive-cv(kappa=0.0, max_repeats=2, threshold="{word}")')
        for word in ("nominal", "cautious")
    )
    ours, theirs = cautious.judgements[0].verdict, nominal.judgements[0].verdict
    both = [Estimator(each) for each in learners.values()]
    factor = factors_of(both, 10, Dataset(rows, target)).pair(both, "rows").factor
    assert factor > 1
    assert ours.statistic == pytest.approx(theirs.statistic / factor)
    assert ours.estimate == theirs.estimate
    assert noted(cautious.judgements[0], NoteKind.CAUTIOUS)["factor"] == pytest.approx(factor)


def test_a_broken_file_of_factors_stops_cautious_runs_alone(tmp_path, monkeypatch):
    path = tmp_path / "factors.json"
    path.write_text("{")
    monkeypatch.setenv("OUTPERFORM_FACTORS", str(path))
    learners = [GaussianNB(), DummyClassifier()]
    (judgement,) = compare(learners, X, Y, procedure=SPEC).judgements
    assert judgement.decision is Decision.FIRST
    assert str(path) in noted(judgement, NoteKind.CAUTION_UNKNOWN)["problem"]
    with refused(None, path):
        compare(learners, X, Y, procedure='adaptive-cv(folds=5, threshold="cautious")')


def test_both_verdicts_are_told_where_they_differ():
    rng = np.random.default_rng(0)
    target = np.arange(100) % 2
    rows = rng.standard_normal((100, 2)) + target[:, np.newaxis] * [1.6, 0.55]
    learners = {"a": 'block(learner="stump")', "b": 'block(learner="stump", which=2)'}
    found = {
        word: compare(learners, rows, target, procedure=f'adaptive-cv(threshold="{word}", max_repeats=4)', level=level)
        for word, level in (("nominal", 0.05), ("cautious", 0.05))
    }
    nominal, cautious = (found[word].judgements[0] for word in ("nominal", "cautious"))
    p = nominal.verdict.pvalue, cautious.verdict.pvalue
    assert p[0] < p[1]
    between = float(np.sqrt(p[0] * p[1]))
    for word, other in (("nominal", "cautious"), ("cautious", "nominal")):
        procedure = f'adaptive-cv(threshold="{word}", kappa=0.0, max_repeats=4)'
        (judgement,) = compare(learners, rows, target, procedure=procedure, level=between).judgements
        assert noted(judgement, NoteKind.OTHER_THRESHOLD)["threshold"] == other


def test_of_several_pairs_both_verdicts_are_told_by_adjusted_p_values(tmp_path, monkeypatch):
    """A p-value below the level beside "no evidence" would contradict itself."""
    kinds = {"GaussianNB()": 1.0, "KNeighborsClassifier()": 1.21, "DecisionTreeClassifier(max_depth=3)": 1.13}
    factors = {kind: {"rows-10": factor, "folds-10": factor} for kind, factor in kinds.items()}
    (tmp_path / "mine.json").write_text(json.dumps({"format": 1, "factors": factors}))
    monkeypatch.setenv("OUTPERFORM_FACTORS", str(tmp_path / "mine.json"))
    rows, target = make_classification(n_samples=150, n_features=6, n_informative=3, flip_y=0.15, random_state=8)
    learners = {"nb": GaussianNB(), "knn": KNeighborsClassifier(5), "d3": DecisionTreeClassifier(max_depth=3)}
    comparison = compare(learners, rows, target, procedure="adaptive-cv(max_repeats=10, threshold='nominal')", seed=8)
    notes = [note for each in comparison.judgements for note in each.notes if note.kind is NoteKind.OTHER_THRESHOLD]
    (note,) = notes
    assert (note["finds"], note["adjusted"], note.about) == (False, True, ("knn", "d3"))
    assert note["pvalue"] > 0.05
    (line,) = (line for line in " ".join(str(comparison).split()).split("note: ") if note_words(note) in line)
    assert line.index("knn") < line.index("d3") < line.index(note_words(note))  # of three pairs it says which


def test_workers_fit_ahead_without_changing_the_result():
    rows, target = _noisy()
    learners = {"a": GaussianNB(), "b": KNeighborsClassifier(1)}
    spec = "adaptive-cv(folds=3, kappa=0.004, max_repeats=12)"
    with joblib.parallel_config(backend="threading"):
        one, many = (
            compare(learners, rows, target, procedure=spec, jobs=jobs, fast=False).judgements[0] for jobs in (1, 30)
        )
    assert one.verdict == many.verdict
    np.testing.assert_array_equal(one.scores.values, many.scores.values)
    ahead = [note for note in many.notes if note.kind is NoteKind.FITTED_AHEAD]
    assert [note for note in many.notes if note not in ahead] == list(one.notes)
    used = one.scores.values.shape[1]
    assert [note["workers"] for note in ahead] == [30] * ((used - 2) % 5 != 0)


def test_the_fast_path_predicts_each_repeat_once(monkeypatch):
    asked = []
    predict = NaiveBayesPath.predict

    def watched(self, labels):
        asked.append(len(labels))
        return predict(self, labels)

    monkeypatch.setattr(NaiveBayesPath, "predict", watched)
    rows, target = load_breast_cancer(return_X_y=True)
    both = {"nb": GaussianNB(), "lda": LinearDiscriminantAnalysis()}
    options = {"procedure": "adaptive-cv(kappa=0, max_repeats=4, folds=5)"}
    fast = compare(both, rows, target, **options)
    assert asked == [2, 1, 1]
    slow = compare(both, rows, target, fast=False, **options)
    assert (fast.scores[0].values == slow.scores[0].values).all()


def test_learners_that_do_not_learn_get_one_decision_from_a_hundred_seeds():
    """Task I near the threshold: ten repeats of the corrected t test decide by the partition, adaptive-cv does not."""
    dataset = TaskOne(step=20, n=200).draw(np.random.default_rng(5))
    learners = ["copy-x", "always-one"]
    found = [compare(learners, dataset, procedure="adaptive-cv", seed=seed).judgements[0] for seed in range(100)]
    assert len({(one.decision, round(one.verdict.pvalue, 12)) for one in found}) == 1
    fixed = [compare(learners, dataset, procedure="corrected-10x10", seed=seed) for seed in range(12)]
    assert len({round(one.judgements[0].verdict.pvalue, 12) for one in fixed}) > 1


WIDE = make_classification(600, 10, n_informative=6, class_sep=3.0, flip_y=0, random_state=0)
NAMES = ["knn(k=1)", "sklearn.dummy.DummyClassifier()"]
BOTH = {"1nn": KNeighborsClassifier(1), "dummy": DummyClassifier()}
TWICE = "adaptive-cv(one_repeat=False)"


@pytest.mark.parametrize("metric", ["accuracy", "roc_auc", "f1"])
def test_one_repeat_decides_as_two_do(metric):
    (one,), (two,) = (
        compare(BOTH, *WIDE, metric=metric, procedure=procedure).judgements for procedure in ("adaptive-cv", TWICE)
    )
    assert [each.scores.values.shape[1] for each in (one, two)] == [1, 2]
    assert one.decision is two.decision is Decision.FIRST
    np.testing.assert_array_equal(one.scores.values, two.scores.values[:, :1])
    for judged in (one, two):
        assert noted(judged, NoteKind.CLEAR_EFFECT)["times"] == 5
    kinds = [note.kind for note in one.notes]
    assert NoteKind.ASSUMED_NOISE in kinds
    low, high = one.verdict.interval(0.05)
    least, most = two.verdict.interval(0.05)
    assert low < high
    assert (low < most) == (least < high)


def test_one_repeat_is_told():
    comparison = compare(BOTH, *WIDE)
    assert "10 fits per learner" in str(comparison)
    assert "stopped after one repeat because the difference was more than five times" in comparison.methods()
    (row,) = comparison.to_dict()["verdicts"]
    assert row["decision"] == "first"
    assert "1 × 10 folds" in str(comparison)


@pytest.mark.parametrize(
    "options",
    [
        {"correct": "always"},
        {"procedure": TWICE},
        {"procedure": "adaptive-cv(kappa=0.0, max_repeats=2)"},
        {"procedure": "adaptive-cv(min_repeats=3, one_repeat=False)"},
    ],
    ids=str,
)
def test_more_repeats_can_be_asked_for(options):
    (judgement,) = compare(BOTH, *WIDE, **options).judgements
    assert judgement.scores.values.shape[1] >= 2


def test_a_clear_difference_stops_before_the_least_repeats():
    (judgement,) = compare(BOTH, *WIDE, procedure="adaptive-cv(min_repeats=4)").judgements
    assert judgement.scores.values.shape[1] == 1


def test_folds_that_are_all_equal_need_two_repeats():
    """A perfect learner against a constant one: nothing varies, so that one repeat shows no spread."""
    rows = np.repeat([[0.0], [1.0]], 50, axis=0)
    learners = {"nb": DecisionTreeClassifier(), "dummy": DummyClassifier()}
    for metric in ("accuracy", "roc_auc"):
        (judgement,) = compare(learners, rows, rows[:, 0].astype(int), metric=metric).judgements
        assert judgement.scores.values.shape[1] >= 2
        assert judgement.verdict.pvalue > 0


def test_pairs_that_are_not_clear_go_on_as_without_the_clear_ones():
    learners = BOTH | {"3nn": KNeighborsClassifier(3)}
    one, two = (compare(learners, *WIDE, procedure=procedure) for procedure in ("adaptive-cv", TWICE))
    repeats = [judgement.scores.values.shape[1] for judgement in one.judgements]
    assert (min(repeats), max(repeats) > 1) == (1, True)
    for first, second in zip(one.judgements, two.judgements, strict=True):
        assert first.decision is second.decision
        if first.scores.values.shape[1] > 1:
            assert first.verdict == second.verdict
            assert first.notes == second.notes
    assert "after one where a difference was more than five times" in one.methods()
    assert one.to_html()


def test_one_repeat_comes_out_again_and_resumes(tmp_path):
    store = tmp_path / "fits.db"
    first = compare(NAMES, *WIDE, store=store, metric=["accuracy", "f1"])
    manifest = first.manifest()
    assert "one_repeat=True" in manifest["procedure"]
    again = verify(manifest, *WIDE, progress=False, store=store)
    assert again.same
    longer = compare(NAMES, *WIDE, store=store, procedure=TWICE)
    np.testing.assert_array_equal(longer.judgements[0].scores.values[:, :1], first.judgements[0].scores.values)
    notes = [note for note in longer.notes if note.kind is NoteKind.STORE_USED]
    assert notes[0]["reused"] == 20


def test_workers_that_have_room_fit_two_repeats_and_say_so():
    (judgement,) = compare(BOTH, *WIDE, procedure="adaptive-cv(folds=5)", jobs=20).judgements
    assert judgement.scores.values.shape[1] == 1
    assert noted(judgement, NoteKind.FITTED_AHEAD)["repeats"] == 1


def test_a_fit_that_went_astray_needs_the_second_repeat():
    """Its learner is so much worse that one constant fit changes nothing, but the alarm tells."""
    learners = {"odd": Odd(), "dummy": DummyClassifier(strategy="stratified", random_state=0)}
    Odd.fits = 0
    (judgement,) = compare(learners, *WIDE, seed=3).judgements
    assert judgement.scores.values.shape[1] >= 2
    assert noted(judgement, NoteKind.ASTRAY)["fits"][0][:2] == (1, 4)


class Odd(ClassifierMixin, BaseEstimator):
    """One nearest neighbour, of which the fourth fit predicts a constant."""

    fits = 0

    def fit(self, rows, target):
        Odd.fits += 1
        self.bad_ = Odd.fits == 4
        self.classes_ = np.unique(target)
        self.fitted_ = KNeighborsClassifier(1).fit(rows, target)
        return self

    def predict(self, rows):
        return np.zeros(len(rows), dtype=int) if self.bad_ else self.fitted_.predict(rows)
