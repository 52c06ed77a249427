"""Disjoint halves: their splits, whom they are for, what is said of them, and what they cost."""

import joblib
import numpy as np
import pandas as pd
import pytest
from sklearn.cluster import FeatureAgglomeration, KMeans
from sklearn.compose import make_column_transformer
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import BaggingClassifier, VotingClassifier
from sklearn.feature_selection import SelectKBest, VarianceThreshold, f_classif
from sklearn.kernel_approximation import Nystroem, RBFSampler
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline, make_union
from sklearn.preprocessing import StandardScaler
from sklearn.random_projection import GaussianRandomProjection

from outperform import compare
from outperform.core import Dataset, Decision, FactorOrigin, NoteKind
from outperform.learners import Estimator
from outperform.learners.unguided import unguided_steps
from outperform.procedures.disjoint import FITS, FOLDS, HALVINGS, halves_se, halving_plan
from outperform.words.notes import note_words

KINDS = (NoteKind.HALVES_DISAGREE, NoteKind.HALVES_AGREE, NoteKind.NOT_HALVED)


class Own(PCA):
    """A transformer of the user's."""


def of_variance(rows, target):  # noqa: ARG001 - that is the point
    return rows.var(axis=0)


CHOOSING = {
    "PCA": make_pipeline(StandardScaler(), PCA(2), GaussianNB()),
    "KMeans": make_pipeline(KMeans(2), GaussianNB()),
    "Nystroem": make_pipeline(make_union(StandardScaler(), Nystroem()), GaussianNB()),
    "FeatureAgglomeration": make_pipeline(make_column_transformer((FeatureAgglomeration(), [0, 1])), GaussianNB()),
    "VarianceThreshold": make_pipeline(VarianceThreshold(0.5), GaussianNB()),
    "SelectKBest": make_pipeline(SelectKBest(of_variance, k=1), GaussianNB()),
    "Own": make_pipeline(Own(2), GaussianNB()),
}
AROUND = (
    lambda inner: GridSearchCV(inner, {}),
    lambda inner: BaggingClassifier(inner),
    lambda inner: VotingClassifier([("one", inner), ("two", GaussianNB())]),
    lambda inner: GridSearchCV(make_pipeline("passthrough", GaussianNB()), {"passthrough": [None, inner.steps[-2][1]]}),
)
OTHERS = (
    GaussianNB(),
    LinearDiscriminantAnalysis(),
    make_pipeline(StandardScaler(), SelectKBest(f_classif, k=1), GaussianNB()),
    make_pipeline(VarianceThreshold(), RBFSampler(), GaussianRandomProjection(2), GaussianNB()),
    make_pipeline(LinearDiscriminantAnalysis(), GaussianNB()),
    VotingClassifier([("one", GaussianNB())]),
)


@pytest.mark.parametrize("step", CHOOSING)
def test_steps_that_may_choose_without_the_target_are_found(step):
    assert unguided_steps(Estimator(CHOOSING[step])) == (step,)


@pytest.mark.parametrize("around", AROUND, ids=["search", "bagging", "vote", "grid"])
def test_they_are_found_inside_searches_and_ensembles(around):
    assert unguided_steps(Estimator(around(CHOOSING["PCA"]))) == ("PCA",)


@pytest.mark.parametrize("estimator", OTHERS, ids=range(len(OTHERS)))
def test_other_learners_have_none(estimator):
    assert unguided_steps(Estimator(estimator)) == ()


def mixed(n=120, seed=0):
    """Two classes that one learner tells better than the other."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 2
    rows = rng.standard_normal((n, 4)) * [3.0, 1.0, 1.0, 1.0]
    rows[:, 1] += 1.3 * y
    return rows, y


def ordered(groups=None):
    rows = np.arange(60)
    return Dataset(rows, rows % 3, groups=groups)


def test_halves_share_no_row_and_folds_stay_within_their_half():
    plan = halving_plan(ordered())
    assert len(plan.listed) == FITS == HALVINGS * 2 * FOLDS
    for halving in range(HALVINGS):
        splits = [split for split in plan.listed if split.repeat == halving]
        halves = [{*part[0].train, *part[0].test} for part in (splits[:FOLDS], splits[FOLDS:])]
        assert not halves[0] & halves[1]
        assert halves[0] | halves[1] == set(range(60))
        for place, split in enumerate(splits):
            assert {*split.train, *split.test} == halves[place // FOLDS]
            assert np.bincount(split.test % 3).tolist() == [2, 2, 2]
        assert sorted(row for split in splits for row in split.test) == list(range(60))


def test_groups_stay_whole():
    groups = np.arange(60) // 3
    for split in halving_plan(ordered(groups)).listed:
        assert not set(groups[split.train]) & set(groups[split.test])


def test_the_standard_error_is_right_for_a_mean_of_rows():
    rng = np.random.default_rng(0)
    found = []
    for _ in range(200):
        values = rng.standard_normal(60)
        splits = halving_plan(ordered()).listed
        found.append(halves_se(np.array([values[split.test].mean() for split in splits]).reshape(HALVINGS, 2 * FOLDS)))
    assert np.sqrt(np.mean(np.square(found))) == pytest.approx(1 / np.sqrt(60), rel=0.05)


LEARNERS = {"pca": make_pipeline(PCA(1), GaussianNB()), "nb": GaussianNB()}


def judged(learners=LEARNERS, data=None, **options):
    return compare(learners, *(data or mixed()), progress=False, **options)


@pytest.fixture(scope="module")
def checked():
    return judged(data=mixed(90))


def told(comparison):
    return [note for note in comparison.judgements[0].notes if note.kind in KINDS]


def test_a_difference_is_checked_and_the_cost_is_told(checked):
    (judgement,), (note,) = checked.judgements, told(checked)
    assert note.kind is (NoteKind.HALVES_DISAGREE if note["times"] > 1.4 else NoteKind.HALVES_AGREE)
    assert (note["steps"], note["fits"], judgement.threshold.halves) == (("PCA",), FITS, note["times"])
    spent = judgement.scores.values[0].size + judgement.threshold.fits + FITS
    assert f"{spent} fits per learner" in str(checked)
    assert "PCA" in note_words(note)
    assert f"{judgement.threshold.halves:.2f} times the standard error" in checked.methods()
    assert judgement.decision is not Decision.OPEN


def test_it_does_not_hang_on_the_seed_or_on_the_order_of_rows(checked):
    rows, y = mixed(90)
    order = np.random.default_rng(1).permutation(90)
    frames = [pd.DataFrame(rows, columns=list("abcd")), pd.DataFrame(rows[order], columns=list("abcd"))]
    found = [judged(data=pair, seed="data") for pair in zip(frames, (y, y[order]), strict=True)]
    assert len({each.judgements[0].threshold.halves for each in found}) == 1
    errors = [each.judgements[0] for each in (checked, judged(data=mixed(90), seed=3))]
    first, second = (each.threshold.halves * each.verdict.se for each in errors)
    assert first == pytest.approx(second, rel=0.02)  # the ratio is rounded


def test_learners_that_look_at_the_target_are_not_checked():
    first = make_column_transformer(("passthrough", [0]))
    found = judged({"one": make_pipeline(first, GaussianNB()), "all": GaussianNB()}, data=mixed(90))
    assert found.judgements[0].threshold.origin is FactorOrigin.DATA
    assert found.judgements[0].decision is not Decision.OPEN
    assert not told(found)


def test_open_decisions_are_not_checked():
    rows, y = mixed(90)
    assert not told(judged(data=(rows, np.random.default_rng(0).permutation(y))))


def test_a_bound_on_fits_leaves_it_out_and_says_what_it_needs():
    (note,) = told(judged(data=mixed(90), max_fits=299))
    assert (note.kind, note["needed"]) == (NoteKind.NOT_HALVED, 300)
    assert "max_fits=300" in note_words(note)
    assert told(judged(data=mixed(90), max_fits=300))[0].kind is not NoteKind.NOT_HALVED


def test_groups_and_workers_change_nothing():
    with joblib.parallel_config(backend="threading"):
        found = [judged(data=mixed(120), groups=np.arange(120) // 6, jobs=jobs) for jobs in (1, 2)]
    assert found[0].judgements[0].threshold.halves is not None
    assert found[0].judgements[0].threshold == found[1].judgements[0].threshold


def test_it_reuses_the_store(tmp_path):
    runs = [judged(data=mixed(90), store=tmp_path / "fits.db") for _ in range(2)]
    assert runs[0].judgements[0].threshold == runs[1].judgements[0].threshold
    assert runs[1].to_dict()["store"]["fitted"] == 0


@pytest.mark.parametrize("metric", ["roc_auc", "f1"])
def test_other_metrics_are_checked(metric):
    (note,) = told(judged(data=mixed(90), metric=metric))
    assert note["times"] > 0
