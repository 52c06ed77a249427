"""The threshold that is corrected from the data: when it is, that it follows from the data, and what it records."""

import importlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time

import joblib
import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import Lasso
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier
from tests.refusals import refused

from outperform import compare, verify
from outperform.core import CANONICAL, Dataset, Decision, FactorOrigin, NoteKind, Reason
from outperform.data import canonical
from outperform.engine import CanonicalRunners
from outperform.lab import Study, run_study
from outperform.procedures import AdaptiveCV, Corrected10x10, CorrectedCV, caution
from outperform.procedures.correction import canonical_plan
from outperform.procedures.measured import MeasuredFactor
from outperform.words.headlines import as_sentence, meaning
from outperform.words.notes import note_words
from outperform.words.numbers import p_words
from outperform.words.verdicts import sentence

NOMINAL = "adaptive-cv(threshold='nominal')"
DATA = 27  # a true null of two Lassos that the nominal threshold calls different
OPEN = 1  # one that it leaves open


class Half(BaseEstimator):
    """A Lasso that sees the first or the second half of the columns, and may fail on few rows."""

    def __init__(self, which=0, least=0):
        self.which = which
        self.least = least

    def fit(self, rows, target):
        if len(rows) < self.least:
            raise ValueError("too few rows")
        self.inner_ = Lasso(alpha=0.4).fit(self._seen(rows), target)
        return self

    def predict(self, rows):
        return self.inner_.predict(self._seen(rows))

    def _seen(self, rows):
        return np.split(rows, 2, axis=1)[self.which]


def friedman(seed=DATA, n=100, p=8):
    """Two like blocks of columns: an exact null for one learner on either."""
    rng = np.random.default_rng(seed)
    rows = rng.random((n, 2 * p))

    def part(x):
        return 10 * np.sin(np.pi * x[:, 0] * x[:, 1]) + 20 * (x[:, 2] - 0.5) ** 2 + 10 * x[:, 3] + 5 * x[:, 4]

    return rows, part(rows[:, :p]) + part(rows[:, p:]) + 2 * rng.standard_normal(n)


LASSOS = {"a": Half(0), "b": Half(1)}


def compared(learners=LASSOS, data=None, **options):
    given = {"metric": "neg_mean_squared_error", "progress": False}
    return compare(learners, *(friedman() if data is None else data), **given | options)


def judged(*given, **options):
    (judgement,) = compared(*given, **options).judgements
    return judgement


def noted(judgement, kind):
    (note,) = (note for note in judgement.notes if note.kind is kind)
    return note


@pytest.fixture(scope="module")
def corrected():
    """Judge the null once."""
    return compared()


@pytest.fixture(scope="module")
def undecided():
    """Judge once a null that the nominal threshold leaves open."""
    return compared(data=friedman(OPEN))


@pytest.fixture(scope="module")
def hidden():
    """Judge the null once with too few fits."""
    return compared(max_fits=60)


def irises():
    """Every third row: 50 rows of three classes."""
    rows, target = load_iris(return_X_y=True)
    return rows[::3], target[::3]


def test_a_learner_that_shrinks_is_not_shown_to_be_better(corrected):
    (judgement,) = corrected.judgements
    nominal = judged(procedure=NOMINAL)
    assert nominal.decision is not Decision.OPEN
    assert judgement.decision is Decision.OPEN
    assert judgement.decision_nominal is nominal.decision
    threshold = judgement.threshold
    assert (threshold.origin, threshold.pvalue_nominal) == (FactorOrigin.DATA, nominal.verdict.pvalue)
    assert threshold.factor > 1
    assert judgement.verdict.estimate == nominal.verdict.estimate
    assert judgement.verdict.se == pytest.approx(threshold.factor * nominal.verdict.se)
    low, high = judgement.verdict.interval(0.05)
    assert low < 0 < high
    note = noted(judgement, NoteKind.CHANGED_BY_FACTOR)
    assert (note["factor"], note["pvalue"]) == (threshold.factor, nominal.verdict.pvalue)
    assert noted(judgement, NoteKind.CORRECTED)["fits"] == threshold.fits >= 50


def test_json_tells_the_factor(corrected):
    (row,) = corrected.to_dict()["verdicts"]
    threshold = corrected.judgements[0].threshold
    assert (row["factor"], row["factor_origin"]) == (threshold.factor, "data")
    assert (row["decision"], row["decision_nominal"]) == ("open", "second" if row["estimate"] < 0 else "first")
    assert row["pvalue"] > 0.05 > row["pvalue_nominal"]
    assert (row["interval_corrected"], row["fits_correction"]) == (True, threshold.fits)


def test_the_order_of_the_learners_changes_nothing(corrected):
    (first,), turned = corrected.judgements, judged({"b": Half(1), "a": Half(0)})
    assert turned.threshold == first.threshold
    assert turned.verdict.estimate == pytest.approx(-first.verdict.estimate)


def test_the_noise_of_the_factor_is_told_and_counted(corrected):
    (judgement,) = corrected.judgements
    threshold = judgement.threshold
    assert 0.05 < threshold.factor_se < 0.5
    assert corrected.to_dict()["verdicts"][0]["factor_se"] == threshold.factor_se
    shown = f"× {threshold.factor:.2f} ± {threshold.factor_se:.2f}"
    assert shown in str(corrected)
    assert judgement.replicability.p_flip > judgement.replicability.p_flip_limit


def test_a_clear_effect_is_not_checked_unless_that_is_asked_for():
    learners = {"nb": GaussianNB(), "dummy": DummyClassifier()}
    plain, always = (
        compare(learners, *irises(), correct=correct, progress=False).judgements[0]
        for correct in ("different", "always")
    )
    assert (plain.decision, plain.threshold.origin, plain.threshold.fits) == (Decision.FIRST, FactorOrigin.NOMINAL, 0)
    assert noted(plain, NoteKind.CLEAR_EFFECT)["times"] == 5
    assert always.decision is Decision.FIRST
    assert (always.threshold.origin, always.threshold.fits) == (FactorOrigin.DATA, 100)


def test_runs_with_other_seeds_find_the_same_factor(corrected):
    (first,) = corrected.judgements
    again = judged(seed=1)
    assert (again.threshold.factor, again.threshold.fits) == (first.threshold.factor, first.threshold.fits)
    assert again.verdict.estimate != first.verdict.estimate
    assert round(first.threshold.factor, 4) == first.threshold.factor  # words, JSON and spec show the same digits


def test_the_factor_does_not_hang_on_the_order_of_rows(corrected):
    rows, target = friedman()
    turned = judged(data=(rows[::-1], target[::-1]), seed=CANONICAL)
    assert turned.threshold.factor == pytest.approx(corrected.judgements[0].threshold.factor)


def test_canonical_plans_are_those_of_the_rows():
    rows, target = friedman()
    dataset = Dataset(rows, target)
    plan = canonical_plan(dataset, 5, 2)
    turned = canonical_plan(Dataset(rows[::-1], target[::-1]), 5, 2)
    np.testing.assert_array_equal(plan.labels[:, ::-1], turned.labels)
    ordered = canonical(dataset)
    np.testing.assert_array_equal(plan.labels[:, ordered.ids.order], canonical_plan(ordered, 5, 2).labels)


def test_an_open_verdict_costs_no_fits_unless_they_are_asked_for(undecided):
    (plain,), always = undecided.judgements, judged(data=friedman(OPEN), correct="always")
    assert plain.threshold.origin is FactorOrigin.NOMINAL
    assert (plain.threshold.factor, plain.threshold.fits) == (None, 0)
    assert noted(plain, NoteKind.NOT_CORRECTED)["fits"] == always.threshold.fits == 100
    assert always.threshold.origin is FactorOrigin.DATA
    assert always.verdict.se == pytest.approx(always.threshold.factor * plain.verdict.se)
    assert always.procedure == "adaptive-cv(correct='always')"


def test_a_bound_on_fits_that_leaves_no_room_leaves_the_decision_open(hidden):
    (few,) = hidden.judgements
    assert (few.decision, few.threshold.origin) == (Decision.OPEN, FactorOrigin.NOT_SHOWN)
    assert (few.verdict.pvalue, few.replicability.p_flip, few.threshold.factor) == (1.0, 0.0, None)
    note = noted(few, NoteKind.NOT_SHOWN)
    assert note["reason"] is Reason.MOST_FITS
    enough = judged(max_fits=note["needed"])
    assert enough.threshold.origin is FactorOrigin.DATA
    assert enough.scores.values[0].size + enough.threshold.fits <= note["needed"]


def test_a_correction_whose_fits_fail_shows_nothing_and_says_why():
    (judgement,) = compared({"a": Half(0, least=85), "b": Half(1)}).judgements
    assert (judgement.decision, judgement.threshold.origin) == (Decision.OPEN, FactorOrigin.NOT_SHOWN)
    note = noted(judgement, NoteKind.NOT_SHOWN)
    assert note["reason"] is Reason.FIT_FAILED
    assert "too few rows" in note["detail"]
    again = judged({"a": Half(0, least=85), "b": Half(1)}, data=friedman(OPEN), correct="always")
    assert again.verdict.pvalue < 1
    assert noted(again, NoteKind.NO_FACTOR)["reason"] is Reason.FIT_FAILED


def test_too_few_groups_for_a_correction_cost_no_fits():
    options = {"groups": np.arange(50) % 4, "procedure": "adaptive-cv(folds=4, correct='always')", "progress": False}
    (judgement,) = compare({"nb": GaussianNB(), "dummy": DummyClassifier()}, *irises(), **options).judgements
    assert (judgement.threshold.origin, judgement.threshold.fits) == (FactorOrigin.NOT_SHOWN, 0)
    assert noted(judgement, NoteKind.NOT_SHOWN)["reason"] is Reason.FIT_FAILED


@pytest.mark.parametrize("groups", [None, np.arange(50) // 2], ids=["rows", "groups"])
def test_metrics_of_labels_are_corrected_with_groups_and_without(groups):
    learners = {"nb": make_pipeline(StandardScaler(), GaussianNB()), "dummy": DummyClassifier()}
    metrics = ["f1_macro", "balanced_accuracy", "accuracy"]
    found = compare(learners, *irises(), metric=metrics, groups=groups, correct="always", progress=False).judgements
    assert [(each.decision, each.threshold.origin) for each in found] == [(Decision.FIRST, FactorOrigin.DATA)] * 3


def test_the_corrected_t_test_is_corrected_where_that_is_asked_for():
    classic, auto = (judged(procedure=f"corrected-cv(repeats=3{more})") for more in ("", ", threshold='auto'"))
    assert classic.threshold is None
    assert auto.verdict.se == pytest.approx(auto.threshold.factor * classic.verdict.se)
    assert auto.threshold.pvalue_nominal == classic.verdict.pvalue


def test_a_manifest_tells_the_correction_and_verifies():
    rows, target = irises()
    learners = ["sklearn.tree.DecisionTreeClassifier(max_depth=2)", "dummy"]
    found = compare(learners, rows, target, progress=False, correct="always", max_fits=300)
    manifest = json.loads(json.dumps(found.manifest()))
    assert "correct='always', max_fits=300" in manifest["procedure"]
    assert found.judgements[0].threshold.factor is not None
    assert verify(manifest, rows, target, progress=False).same


def test_records_from_before_keep_their_names():
    settings = "folds=10, kappa=0.01, min_repeats=2, max_repeats=50, threshold='nominal', factors=None"
    assert AdaptiveCV(threshold="nominal").full == f"adaptive-cv({settings}, one_repeat=True)"  # another rule
    assert CorrectedCV().full == "corrected-cv(repeats=10, folds=10)"
    assert Corrected10x10().full == "corrected-10x10"


@pytest.mark.parametrize(
    ("procedure", "options", "argument", "fact"),
    [
        ("adaptive-cv(threshold='nominal', correct='always')", {}, "correct", 'threshold="auto"'),
        ("adaptive-cv(max_fits=10)", {}, "max_fits", "at least 20"),
        ("blocked-3x2", {"max_fits": 100}, "max_fits", "blocked-3x2"),
        ("kfold-t", {"correct": "always"}, "correct", "kfold-t"),
    ],
)
def test_what_cannot_be_meant_is_refused(procedure, options, argument, fact):
    with refused(argument, fact):
        compare([GaussianNB(), DummyClassifier()], *load_iris(return_X_y=True), procedure=procedure, **options)


def test_a_bound_on_repeats_below_ten_is_flagged():
    few, enough = (
        compare([GaussianNB(), DummyClassifier()], *irises(), procedure=procedure, progress=False).judgements[0]
        for procedure in (f"adaptive-cv(threshold='nominal', max_repeats={most})" for most in (9, 10))
    )
    assert noted(few, NoteKind.FEW_REPEATS)["repeats"] == 9
    assert NoteKind.FEW_REPEATS not in [note.kind for note in enough.notes]


def test_the_lab_runs_the_correction_and_counts_its_fits():
    specs = NOMINAL, "adaptive-cv"
    both = tuple(f'block(learner="depth-tree(depth=1)", which={which})' for which in (1, 2))
    found = run_study(Study("symmetric(n=60, signal=0.9)", specs, both, datasets=2, seed=5))
    nominal, auto = (found[spec] for spec in specs)
    different = nominal.pvalue <= 0.05
    assert different.ravel().tolist() == [True, False]
    assert (auto.pvalue >= nominal.pvalue).all()
    np.testing.assert_array_equal(auto.fits - nominal.fits >= 50, different)


def test_repetitions_of_the_lab_share_the_fits_of_the_correction(monkeypatch):
    asked = []
    make = CanonicalRunners.of
    monkeypatch.setattr(CanonicalRunners, "of", lambda self, metric: asked.append(self) or make(self, metric))
    both = tuple(f'block(learner="depth-tree(depth=2)", which={which})' for which in (1, 2))
    spec = "adaptive-cv(correct='always')"
    run_study(Study("symmetric(n=60, signal=0.9)", (spec,), both, datasets=1, repetitions=2))
    assert len(asked) == 2
    assert len(set(asked)) == 1


def test_the_number_of_workers_changes_nothing():
    learners = {"tree": DecisionTreeClassifier(max_depth=2, splitter="random"), "dummy": DummyClassifier()}
    with joblib.parallel_config(backend="threading"):
        one, two = (
            compare(learners, *irises(), jobs=jobs, correct="always", progress=False).judgements[0] for jobs in (1, 2)
        )
    assert (one.verdict, one.threshold) == (two.verdict, two.threshold)
    assert one.threshold.origin is FactorOrigin.DATA


SCRIPT = """
import sys
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from slow import Slow
from outperform import compare

def run(store):
    learners = {"slow": Slow(max_depth=2, random_state=0), "dummy": DummyClassifier()}
    options = {"store": store, "correct": "always", "progress": False}
    (row,) = compare(learners, *load_iris(return_X_y=True), **options).to_dict()["verdicts"]
    return row | {"seconds": 0}

if __name__ == "__main__":
    run(sys.argv[1])
"""
SLOW = """
import time
from sklearn.tree import DecisionTreeClassifier
class Slow(DecisionTreeClassifier):
    def fit(self, *given):
        time.sleep(0.01)
        return super().fit(*given)
"""


@pytest.mark.process
@pytest.mark.usefixtures("untraced_children")
def test_a_run_that_is_killed_in_its_correction_resumes_to_the_same_bits(tmp_path, monkeypatch):
    (tmp_path / "corrected_run.py").write_text(SCRIPT)
    (tmp_path / "slow.py").write_text(SLOW)
    victim = subprocess.Popen([sys.executable, "corrected_run.py", "killed.db"], cwd=tmp_path)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and _count(tmp_path / "killed.db") <= 40:  # beyond the ordinary repeats
        time.sleep(0.02)
    os.kill(victim.pid, signal.SIGKILL)
    victim.wait()
    assert 40 < _count(tmp_path / "killed.db") < 240
    monkeypatch.syspath_prepend(tmp_path)
    run = importlib.import_module("corrected_run").run
    resumed, whole = (run(tmp_path / name) for name in ("killed.db", "whole.db"))
    assert resumed == whole
    assert whole["fits_correction"] > 0


def _count(path):
    try:
        return sqlite3.connect(path).execute("SELECT count(*) FROM fits").fetchone()[0] if path.exists() else 0
    except sqlite3.OperationalError:
        return 0


def test_metrics_of_probabilities_are_corrected_too(tmp_path):
    rows, target = irises()
    learners = {"tree": DecisionTreeClassifier(max_depth=1, random_state=0), "dummy": DummyClassifier()}
    kept = target > 0
    names = np.array(["setosa", "versicolor", "virginica"])[target[kept]]
    options = {"metric": ["roc_auc", "accuracy"], "correct": "always", "progress": False, "store": tmp_path / "s.db"}
    first, again = (compare(learners, rows[kept], names, seed=seed, **options).judgements for seed in (0, 1))
    assert [each.threshold.origin for each in first] == [FactorOrigin.DATA] * 2
    assert first[1].threshold.factor == again[1].threshold.factor
    of_area = {round(each[0].verdict.se, 6) for each in (first, again) if each[0].threshold.factor > 1}
    assert len(of_area) <= 1  # by folds the nominal error depends on the seed, the corrected one does not


def test_metrics_of_probabilities_of_several_classes_are_corrected_too():
    learners = {"tree": DecisionTreeClassifier(max_depth=2), "dummy": DummyClassifier()}
    (judgement,) = compare(learners, *irises(), metric="roc_auc_ovr", correct="always", progress=False).judgements
    assert judgement.threshold.origin is FactorOrigin.DATA


def test_words_say_what_the_usual_threshold_would_have_said(corrected, undecided, hidden):
    (judgement,) = corrected.judgements
    for p in (judgement.verdict.pvalue, judgement.threshold.pvalue_nominal):
        assert p_words(p) in sentence(judgement)
    assert "not corrected" not in sentence(judgement)
    assert "not corrected" in sentence(undecided.judgements[0])
    assert "not corrected" not in sentence(judged(data=friedman(OPEN), procedure=NOMINAL))  # who asks for it knows
    assert p_words(hidden.judgements[0].threshold.pvalue_nominal) in sentence(hidden.judgements[0])


def test_the_meaning_begins_with_why_the_usual_threshold_does_not_decide(corrected, undecided, hidden):
    changed, still, unknown = (each.judgements[0] for each in (corrected, undecided, hidden))
    for judgement, kind in ((changed, NoteKind.CHANGED_BY_FACTOR), (unknown, NoteKind.NOT_SHOWN)):
        assert meaning(judgement)[0] == as_sentence(note_words(noted(judgement, kind)))
    assert {NoteKind.CHANGED_BY_FACTOR, NoteKind.NOT_SHOWN}.isdisjoint(note.kind for note in still.notes)
    assert not any("threshold" in words for words in meaning(still))
    assert not any(p_words(1.0) in words for words in meaning(unknown))  # p = 1 stands for a decision that is open


def test_the_page_marks_an_interval_that_is_not_corrected_and_says_once_why(hidden):
    page = hidden.to_html()
    assert "not corrected" in page
    assert page.count("max_fits=70") == 1


ENTRY = {
    "learner": "GaussianNB",
    "settings": {},
    "unit_columns": False,
    "classes": [2, 3],
    "folds": 10,
    "rows": [50, None],
    "columns_per_row": 0.1,
    "factors": {"rows": 0.9, "folds": 1.3},
    "steady": {"rows": True, "folds": True},
}


@pytest.mark.parametrize(
    ("procedure", "factor"), [("adaptive-cv", 0.9), ("corrected-cv(repeats=2, threshold='auto')", 1.3)]
)
def test_learners_that_are_measured_take_the_table_and_no_fits(monkeypatch, procedure, factor):
    monkeypatch.setattr(caution, "shipped", lambda: (MeasuredFactor.read(ENTRY),))
    rng = np.random.default_rng(0)
    rows = rng.standard_normal((120, 4))
    target = (rows[:, 0] + rng.standard_normal(120) > 0).astype(int)
    learners = {"a": GaussianNB(), "b": make_pipeline(StandardScaler(), GaussianNB(var_smoothing=1e-9))}
    (judgement,) = compare(learners, rows, target, procedure=procedure, progress=False).judgements
    assert judgement.threshold.origin is FactorOrigin.TABLE
    assert (judgement.threshold.factor, judgement.threshold.fits) == (pytest.approx(factor), 0)
    assert "'GaussianNB()', 0.9, 1.3" in judgement.full_procedure
    (other,) = compare(learners, rows, target, procedure=procedure, metric="f1", progress=False).judgements
    assert other.threshold.origin is FactorOrigin.NOMINAL  # factors are of accuracy and squared error


def test_repeats_go_on_until_the_raised_threshold_is_decided():
    rows, target = friedman(100)
    rows[:, 8:] += 0.3 * np.random.default_rng(1100).standard_normal((100, 8))
    nominal, auto = (judged(data=(rows, target), procedure=each) for each in (NOMINAL, "adaptive-cv"))
    assert auto.threshold.origin is FactorOrigin.DATA
    assert noted(auto, NoteKind.STOPPED)["repeats"] > noted(nominal, NoteKind.STOPPED)["repeats"]


def changed(kind, rows, target):
    """Change what does not matter to the learners, which see columns by their places."""
    rng = np.random.default_rng(3)
    if kind == "order of rows":
        order = rng.permutation(len(rows))
        return rows[order], target[order]
    if kind == "names of columns":
        return pd.DataFrame(rows, columns=[f"other {place}" for place in range(rows.shape[1])]), target
    if kind == "constant columns":
        return np.insert(rows, [8, 16], 1.0, axis=1), target
    if kind == "one row less":
        return rows[1:], target[1:]
    return rows, target


@pytest.mark.parametrize("kind", ["order of rows", "names of columns", "constant columns", "one row less"])
def test_what_does_not_matter_changes_the_factor_by_no_more_than_its_error_says(kind):
    plain, other = (
        judged(data=data, seed=CANONICAL, correct="always").threshold
        for data in (friedman(), changed(kind, *friedman()))
    )
    if kind == "order of rows":
        assert other.factor == pytest.approx(plain.factor)
        return
    assert 0 < abs(other.factor - plain.factor) < 3 * np.hypot(plain.factor_se, other.factor_se)
