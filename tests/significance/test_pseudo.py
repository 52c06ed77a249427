"""Values per row of metrics that are no mean over rows."""

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

from outperform.core import Dataset
from outperform.metrics import F1, R2, Accuracy, NegMeanSquaredError
from outperform.metrics.fitted import scoring_of
from outperform.metrics.responses import response_metric
from outperform.metrics.scorers import metric_of
from outperform.significance.pseudo import by_group, pseudo_values

RNG = np.random.default_rng(0)
TRUTH = RNG.integers(0, 2, 30)
SAID = np.where(RNG.random(30) < 0.8, TRUTH, 1 - TRUTH)
NUMBERS = RNG.standard_normal(30)
NEAR = NUMBERS + 0.3 * RNG.standard_normal(30)


def assert_left_out(metric, truth, said):
    """Compare pseudo-values of 30 rows with scores of the other 29."""
    found = pseudo_values(metric, truth, said)
    for row in (0, 7, 29):
        kept = np.arange(30) != row
        wanted = 30 * metric.score(truth, said) - 29 * metric.score(truth[kept], said[kept])
        assert found[row] == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("metric", "truth", "said"),
    [
        (F1(), TRUTH, SAID),
        (metric_of("balanced_accuracy"), TRUTH, SAID),
        (metric_of("matthews_corrcoef"), TRUTH, SAID),
        (R2(), NUMBERS, NEAR),
    ],
)
def test_a_pseudo_value_is_what_the_score_loses_without_the_row(metric, truth, said):
    assert_left_out(metric, truth, said)


def test_of_a_mean_over_rows_it_is_the_row_itself():
    np.testing.assert_allclose(pseudo_values(Accuracy(), TRUTH, SAID), TRUTH == SAID)
    np.testing.assert_allclose(pseudo_values(NegMeanSquaredError(), NUMBERS, NEAR), -((NUMBERS - NEAR) ** 2))


def test_a_metric_that_a_row_alone_makes_possible_gives_it_the_score():
    truth = np.array([5.0, 1.0])  # one row has no explained variance
    found = pseudo_values(R2(), truth, np.array([4.0, 2.0]))
    assert found.tolist() == [R2().score(truth, np.array([4.0, 2.0]))] * 2


def test_groups_of_one_row_are_rows():
    d = RNG.standard_normal((2, 6))
    labels = np.array([[0, 0, 1, 1, 2, 2], [0, 1, 2, 0, 1, 2]])
    values, folds = by_group(d, labels, np.arange(6))
    np.testing.assert_allclose(values, d)
    np.testing.assert_array_equal(folds, labels)


def test_copies_of_a_row_weigh_as_one():
    d, labels = RNG.standard_normal((3, 5)), np.tile([0, 0, 1, 1, 1], (3, 1))
    values, _ = by_group(d.repeat(4, axis=1), labels.repeat(4, axis=1), np.arange(5).repeat(4))
    np.testing.assert_allclose(values, d)


TEXT = np.array(["no", "yes"])[TRUTH]


@pytest.mark.parametrize(
    ("name", "truth"),
    [
        *((name, TRUTH) for name in ("roc_auc", "neg_log_loss", "neg_brier_score", "average_precision")),
        ("roc_auc", TEXT),
        ("neg_log_loss", TEXT),
    ],
)
def test_metrics_of_probabilities_are_functions_of_responses(name, truth):
    rows = np.column_stack([TRUTH + RNG.standard_normal(30), RNG.standard_normal(30).round(1)]).round(1)  # with ties
    fitted = GaussianNB().fit(rows, truth)
    scorer = scoring_of(name)
    metric = response_metric(scorer, Dataset(rows, truth))
    said = metric.responses(fitted, rows)
    assert metric.score(truth, said) == pytest.approx(scorer.score_fitted(fitted, rows, truth))
    assert_left_out(metric, truth, said)


def test_several_classes_have_no_single_response():
    assert response_metric(scoring_of("roc_auc_ovr"), Dataset(np.zeros((3, 1)), np.arange(3))) is None
