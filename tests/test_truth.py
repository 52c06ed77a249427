"""The study of the corrected threshold: its learners are scikit-learn's, its scores right, its records make a page."""

import numpy as np
import pytest
from sklearn.metrics import balanced_accuracy_score, f1_score, roc_auc_score
from studies.truth.analysis import Case, Group, K
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


def test_holm_names_only_what_is_shown():
    rows = [{"family": name, "above": p} for name, p in (("a", 0.001), ("b", 0.02), ("c", 0.04))]
    assert shown_above(rows) == ["a", "b", "c"]
    rows[1]["above"] = 0.03
    assert shown_above(rows) == ["a"]
