"""Values per row of metrics that are no mean over rows."""

import numpy as np
import pytest
from sklearn.metrics import fbeta_score, make_scorer
from sklearn.naive_bayes import GaussianNB

from outperform import compare
from outperform.core import CANONICAL
from outperform.engine import CanonicalRunners, Contest, Runner, Ways
from outperform.metrics import (
    F1,
    R2,
    Accuracy,
    ExplainedVariance,
    NegMeanSquaredError,
    NegMedianAbsoluteError,
    NegRootMeanSquaredError,
)
from outperform.metrics.fitted import scoring_of
from outperform.metrics.given import AveragePrecision, RocAuc
from outperform.metrics.responses import RowValues
from outperform.metrics.row_values import MOST_SCORES, UNITS, left_out, row_values
from outperform.metrics.scorers import Function, metric_of
from outperform.significance.pseudo import by_group

RNG = np.random.default_rng(0)
TRUTH = RNG.integers(0, 2, 30)
SAID = np.where(RNG.random(30) < 0.8, TRUTH, 1 - TRUTH)
NUMBERS = RNG.standard_normal(30)
NEAR = NUMBERS + 0.3 * RNG.standard_normal(30)


def assert_left_out(metric, truth, said):
    """Compare pseudo-values of 30 rows with scores of the other 29."""
    found = row_values(metric, truth, said)
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
        (ExplainedVariance(), NUMBERS, NEAR),
        (NegRootMeanSquaredError(), NUMBERS, NEAR),
        (NegMedianAbsoluteError(), NUMBERS, NEAR),
        (RocAuc(), TRUTH, NEAR.round(1)),
        (AveragePrecision(), TRUTH, NEAR.round(1)),
    ],
)
def test_a_pseudo_value_is_what_the_score_loses_without_the_row(metric, truth, said):
    assert_left_out(metric, truth, said)


def test_of_a_mean_over_rows_it_is_the_row_itself():
    np.testing.assert_allclose(row_values(Accuracy(), TRUTH, SAID), TRUTH == SAID)
    np.testing.assert_allclose(row_values(NegMeanSquaredError(), NUMBERS, NEAR), -((NUMBERS - NEAR) ** 2))


def test_a_metric_that_a_row_alone_makes_possible_gives_it_the_score():
    truth = np.array([5.0, 1.0])  # one row has no explained variance
    found = row_values(R2(), truth, np.array([4.0, 2.0]))
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


class Fitted:
    """A learner that responds with given probabilities."""

    def __init__(self, truth, chances):
        self.classes_, self.chances = np.unique(truth), chances

    def predict_proba(self, rows):
        return self.chances[np.asarray(rows)[:, 0].astype(int)]

    def predict(self, rows):
        return self.classes_[self.predict_proba(rows).argmax(axis=1)]

    def __sklearn_tags__(self):
        return GaussianNB().__sklearn_tags__()


def fitted_on(truth, rng):
    """Return a learner of which the right class has a higher probability, and its rows."""
    classes, codes = np.unique(truth, return_inverse=True)
    chances = rng.random((len(truth), classes.size)) + 0.8 * np.eye(classes.size)[codes]
    return Fitted(truth, chances / chances.sum(axis=1, keepdims=True)), np.arange(len(truth))[:, np.newaxis]


def fbeta(**options):
    return make_scorer(fbeta_score, beta=2, **options)


def steepness(truth, chances):
    """Return a function of probabilities that no formula is known for."""
    return float(np.corrcoef(truth == "yes", chances)[0, 1])


SEVERAL = np.array(["a", "b", "c"])[np.arange(30) % 3]
SCORERS = {
    **{f"{name} of text": (name, TEXT) for name in ("roc_auc", "neg_log_loss", "d2_log_loss_score")},
    **{name: (name, TRUTH) for name in ("roc_auc", "neg_log_loss", "average_precision", "d2_brier_score")},
    **{f"{name} of three": (name, SEVERAL) for name in ("roc_auc_ovr", "roc_auc_ovo", "roc_auc_ovr_weighted")},
    **{f"{name} of three": (name, SEVERAL) for name in ("neg_log_loss", "d2_log_loss_score", "f1_macro")},
    "average_precision of a label": (scoring_of("average_precision", positive="no"), TEXT),
    "f-beta of text": (fbeta(pos_label="yes"), TEXT),
    "f-beta of three": (fbeta(average="macro"), SEVERAL),
    "own function": (make_scorer(steepness, response_method="predict_proba"), TEXT),
    "own scorer": (lambda fitted, rows, truth: float((fitted.predict(rows) == truth).mean()) ** 2, SEVERAL),
}


@pytest.mark.parametrize("case", list(SCORERS))
def test_any_scorer_has_values_that_say_what_it_loses_without_a_row(case):
    """A formula differs from leaving a row out by terms of order 1/n alone."""
    metric, base = SCORERS[case]
    metric = scoring_of(metric)
    truth = np.tile(base, 4)
    fitted, rows = fitted_on(truth, np.random.default_rng(1))

    def score(kept):
        if hasattr(metric, "score_fitted"):
            return metric.score_fitted(fitted, rows[kept], truth[kept])
        return metric.score(truth[kept], fitted.predict(rows[kept]))

    values = RowValues(metric).of_fit(fitted, rows, truth)
    wanted = left_out(score, np.arange(120))
    assert values.mean() == pytest.approx(score(np.arange(120)), abs=0.02)
    assert np.corrcoef(values, wanted)[0, 1] > 0.999
    assert values.std() == pytest.approx(wanted.std(), rel=0.04)


def test_a_unit_has_the_value_of_its_rows_on_average():
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 2, 4000)
    said = truth + rng.standard_normal(4000)
    units = rng.permutation(4000) % 100
    exact = row_values(RocAuc(), truth, said)
    found = left_out(lambda kept: RocAuc().score(truth[kept], said[kept]), np.arange(4000), units)
    wanted = np.bincount(units, exact) / 40
    np.testing.assert_allclose(found, wanted[units], atol=0.01 * exact.std())


def squares(truth, predictions):
    """Return minus the mean squared error, as a function of which nothing is known."""
    return -float(((truth - predictions) ** 2).mean())


def contest(metric, rows=2400, groups=None, **options):
    rng = np.random.default_rng(3)
    table, target = rng.standard_normal((rows, 3)), rng.standard_normal(rows)
    data = {"metric": metric, "groups": groups, **options}
    return Contest.of(["ols", "ridge"], table, target, **data)


class TestRunners:
    def runner(self, contest, place=0):
        return CanonicalRunners(Runner(contest, Ways())).of(place)[0].contest

    def test_metrics_of_predictions_share_their_fits(self):
        runners = CanonicalRunners(Runner(contest(["r2", "neg_mean_squared_error", squares]), Ways()))
        assert runners.of(0)[0] is runners.of(1)[0]
        assert (runners.count, runners.of(1)[1]) == (2, 1)

    def test_large_data_are_put_into_units_for_functions_without_a_formula(self):
        assert self.runner(contest(squares, rows=5 * MOST_SCORES)).dataset.groups is None
        units = self.runner(contest(squares)).dataset.groups
        counts = np.bincount(units)
        assert (len(counts), counts.max() - counts.min()) == (UNITS, 1)
        assert self.runner(contest("r2")).dataset.groups is None

    def test_units_do_not_depend_on_the_order_of_the_rows(self):
        made = contest(squares)
        order = np.random.default_rng(4).permutation(2400)
        turned = Contest(made.dataset.at(order), made.learners, made.metrics)
        one, other = (self.runner(each).dataset.groups for each in (made, turned))
        assert one[order].tolist() == other.tolist()

    def test_groups_stay_together(self):
        groups = np.arange(7500) // 3
        units = self.runner(contest(squares, 7500, groups)).dataset.groups
        assert len(np.unique(units)) == UNITS
        assert len(np.unique(np.column_stack([groups, units]), axis=0)) == 2500


@pytest.mark.parametrize(("metric", "seed"), [(squares, 0), (Function(squares), CANONICAL), ("r2", 0)])
def test_any_metric_is_corrected_at_any_size(metric, seed):
    rng = np.random.default_rng(5)
    table = rng.standard_normal((2100, 3))
    target = table[:, 0] + rng.standard_normal(2100)
    found = compare(["ols", "stump"], table, target, metric=metric, seed=seed, correct="always").judgements[0]
    assert found.threshold.origin.value == "data"
