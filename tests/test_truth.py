"""The study of the corrected threshold: its learners are scikit-learn's, its scores right, its records make a page."""

import numpy as np
import pytest
from sklearn.decomposition import PCA
from sklearn.metrics import balanced_accuracy_score, f1_score, roc_auc_score
from sklearn.pipeline import make_pipeline
from studies import locked
from studies.truth.analysis import LEAST, Bench, Case, Group, K
from studies.truth.families import FAMILIES, LDA, NB, OLS, STUMP, Family, knn, knn_regression, l1, l2, lasso, select
from studies.truth.page import write
from studies.truth.run import bench_of, run_family
from studies.truth.scores import set_score
from studies.truth.tasks import linear, of_source
from studies.truth.tell import shown_above

from outperform.core import stream

CLASSES, NUMBERS = of_source("symmetric(n=90, features=5, signal=0.8)"), linear(90, 5, 3)
PAIRS = [
    *((learner, CLASSES) for learner in (LDA, NB, STUMP, select(2), knn(5), l1(0.1), l2(1.0))),
    *((learner, NUMBERS) for learner in (OLS, lasso(0.2), knn_regression(5))),
    *((family.learner, NUMBERS) for family in FAMILIES if family.name.startswith(("ridge 3", "elastic", "best two"))),
    *((family.learner, CLASSES) for family in FAMILIES if family.name.startswith("AdaBoost")),
]


@pytest.mark.filterwarnings("ignore")  # what scikit-learn says of its own parameters differs by version
@pytest.mark.parametrize(("learner", "task"), PAIRS, ids=[str(pair[0].estimator)[:40] for pair in PAIRS])
def test_learners_are_those_of_scikit_learn(learner, task):
    rng = np.random.default_rng(0)
    (rows, _), y = task.dataset(rng, 0.0)
    masks = rng.random((6, len(y))) < 0.7
    said = learner.fit(rows, y, masks)
    for mask, found in zip(masks, said, strict=True):
        wanted = learner.estimator.fit(rows[mask], y[mask]).predict(rows[~mask])
        np.testing.assert_allclose(found[~mask], wanted, atol=2e-3 if not task.classes else 0)


@pytest.mark.parametrize(
    ("metric", "score"), [("f1", f1_score), ("balanced accuracy", balanced_accuracy_score), ("auc", roc_auc_score)]
)
def test_pseudo_values_leave_a_row_out(metric, score):
    rng = np.random.default_rng(1)
    y = (rng.random(30) < 0.4).astype(float)
    said = rng.integers(0, 5, 30).astype(float) if metric == "auc" else (rng.random(30) < 0.3 + 0.4 * y).astype(float)
    whole, values = set_score(metric, y, said)
    assert whole == pytest.approx(score(y, said))
    without = [score(np.delete(y, row), np.delete(said, row)) for row in range(30)]
    np.testing.assert_allclose(values, 30 * whole - 29 * np.array(without))


def test_records_make_a_page(tmp_path):
    chosen = [
        family for family in FAMILIES if family.name in ("stump, iris, n = 90", "Lasso .1, linear, 20 columns, n = 150")
    ]
    for family in chosen:
        run_family(family, tmp_path, (12, 6), 1)
    docs = tmp_path / "docs"
    docs.mkdir()
    card = write(tmp_path, docs)
    assert [row["family"] for row in card["families"]] == [family.name for family in FAMILIES if family in chosen]
    text = (docs / "truth.md").read_text()
    assert "{{" not in text
    assert (docs / "figures" / "truth-type-one.svg").exists()


def test_a_known_factor_takes_no_more_fits():
    family: Family = next(family for family in FAMILIES if family.name.startswith("least squares, t5"))
    bench = bench_of(family, 0.0, "null", 0)
    case, group = Case(bench, stream(0, "case")), Group(bench, stream(0, "group"))
    said, count = case.corrected(group, 1.01)
    assert said.fits == count * K


@pytest.mark.parametrize("metric", ["accuracy", "f1"])
@pytest.mark.parametrize(("skill", "repeats"), [(0.95, 1), (0.5, LEAST)])
def test_one_repeat_is_enough_where_the_difference_is_clear(metric, skill, repeats):
    def right(share, seed):
        known = stream(seed, "known").random(400) < share
        return lambda rows, y, masks: np.where(known, y, 1 - y) + 0 * masks  # noqa: ARG005 - it learns nothing

    y = np.arange(400) % 2.0
    bench = Bench((np.zeros((400, 1)),) * 2, y, (right(skill, 0), right(0.1 if skill > 0.5 else 0.5, 1)), metric, True)
    group = Group(bench, stream(0, "group"))
    assert group.start(1.0) == repeats
    assert group.start(100.0) == LEAST  # a factor above five raises what is clear
    assert (group.nominal().fits == K) == (Case(bench, stream(0)).corrected(group, None)[0].fits == K) == (repeats == 1)


def test_holm_names_only_what_is_shown():
    rows = [{"family": name, "above": p} for name, p in (("a", 0.001), ("b", 0.02), ("c", 0.04))]
    assert shown_above(rows) == ["a", "b", "c"]
    rows[1]["above"] = 0.03
    assert shown_above(rows) == ["a"]


@pytest.mark.parametrize(("bayes", "last"), [(False, LDA), (True, NB)])
def test_principal_components_are_those_of_scikit_learn(bayes, last):
    x, y = locked.real("wine", None)
    masks = np.random.default_rng(0).random((4, len(y))) < 0.6
    for mask, found in zip(masks, locked.components(3, bayes=bayes)(x, y, masks), strict=True):
        wanted = make_pipeline(PCA(3), last.estimator).fit(x[mask], y[mask]).predict(x)
        assert (found == wanted).mean() > 0.99  # rows on a border may fall to either side


def test_learners_that_are_locked_in_are_checked_where_they_are_called_different(tmp_path):
    for family in [each for each in locked.FAMILIES if each.is_bundled and each.data != "digits"][:4]:
        values = locked.run_family(family, tmp_path, None, 4)
        assert values.shape == (4, len(locked.COLUMNS))
        assert np.isnan(values[values[:, 0] == 0, 1]).all()
        assert (locked.decided(values, 99) == values[:, 0]).all()
        assert "| 4 |" in locked.table([(family, values)])
    np.testing.assert_array_equal(locked.run_family(family, tmp_path, None, 4), values)
