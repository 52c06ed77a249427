"""Influence: the derivative of a metric by the weight of a row, and what the jackknife finds."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outperform.core import stream
from outperform.metrics import CATALOGUE, F1, Accuracy, CountMetric, F1Macro, RowMetric
from outperform.metrics.cells import Cells
from outperform.metrics.given import AveragePrecision, NegBrierScore, NegLogLoss, RocAuc
from outperform.metrics.ratios import Binary

quick = settings(max_examples=25, deadline=None)
COUNTS = [slug for slug, kind in CATALOGUE.items() if issubclass(kind, CountMetric)]
ROWS = [slug for slug, kind in CATALOGUE.items() if issubclass(kind, RowMetric) and not issubclass(kind, CountMetric)]
STEP = 1e-5


def tables(labels):
    row = st.tuples(st.sampled_from(labels), st.sampled_from(labels))
    return st.lists(row, min_size=2, max_size=25).map(lambda rows: np.array(rows).T)


def by_weights(score, size):
    """N times the central difference of a weighted score by the weight of each row."""
    return np.array(
        [size * (score(1 + STEP * one) - score(1 - STEP * one)) / (2 * STEP) for one in np.eye(size)], dtype=float
    )


def weighted_counts(metric, truth, said):
    labels = np.unique(np.concatenate([truth, said]))
    classes = labels[metric.counted(labels)][:, np.newaxis]
    rows = np.stack([(truth == classes) & (said == classes), said == classes, truth == classes])
    return lambda weights: float(metric.of_counts(*(rows @ weights)))


@pytest.mark.parametrize("slug", COUNTS)
@quick
@given(data=st.data())
def test_of_counts_it_is_the_derivative_by_the_weight_of_a_row(slug, data):
    metric = CATALOGUE[slug]()
    truth, said = data.draw(tables([0, 1] if isinstance(metric, Binary) else ["a", "b", "c", "d"]))
    found = metric.influence(truth, said)
    assert found.shape == truth.shape
    assert found == pytest.approx(by_weights(weighted_counts(metric, truth, said), truth.size), abs=1e-6)
    assert found.mean() == pytest.approx(0, abs=1e-12)


def test_f1_has_the_published_formula():
    """IF = (2 tp - F1 (2 tp + fp + fn)) / mean(2 tp + fp + fn), row by row."""
    truth, said = stream(0, "f1").integers(0, 2, (2, 50))
    tp, errors = (truth & said).astype(float), (truth ^ said).astype(float)
    f1 = F1().score(truth, said)
    expected = (2 * tp - f1 * (2 * tp + errors)) / np.mean(2 * tp + errors)
    assert F1().influence(truth, said) == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize("slug", ["f1", "precision", "recall"])
def test_nothing_to_find_has_no_influence(slug):
    assert CATALOGUE[slug]().influence([0, 0, 0], [0, 0, 0]).tolist() == [0, 0, 0]


@pytest.mark.parametrize("slug", COUNTS)
def test_a_single_row_has_no_influence(slug):
    assert CATALOGUE[slug]().influence([1], [1]) == pytest.approx([0.0])


@pytest.mark.parametrize("said", [[1, 1, 1, 1], [0, 1, 0, 1]])
def test_matthews_where_it_is_0_by_convention_or_1(said):
    """A constant prediction has no correlation, and a perfect one cannot be improved by any of its rows."""
    assert CATALOGUE["matthews_corrcoef"]().influence([0, 1, 0, 1], said) == pytest.approx(np.zeros(4), abs=1e-15)


@pytest.mark.parametrize("slug", COUNTS)
def test_differences_serve_where_there_is_no_formula(slug):
    """A user's metric of counts needs no derivatives of its own."""
    metric = CATALOGUE[slug]()
    classes = 1 if isinstance(metric, Binary) else 3
    confusion = stream(0, "tables").integers(1, 20, (2, 3, 3))
    tp = np.einsum("acc->ac", confusion)[:, :classes].astype(float)
    counts = tp, confusion.sum(axis=1)[:, :classes].astype(float), confusion.sum(axis=2)[:, :classes].astype(float)
    exact, near = metric.slopes(*counts), CountMetric.slopes(metric, *counts)
    for mine, theirs in zip(exact, near, strict=True):
        assert mine == pytest.approx(theirs, abs=1e-7)


@pytest.mark.parametrize("slug", COUNTS)
def test_cells_have_the_influence_of_their_rows(slug):
    metric = CATALOGUE[slug]()
    truth, *said = stream(0, "cells").integers(0, 2 if isinstance(metric, Binary) else 3, (3, 60))
    cells = Cells.of(truth, said)
    scores, both = cells.with_slopes(metric, np.stack([cells.counts, 3 * cells.counts]))
    assert scores.tolist() == cells.scores(metric, np.stack([cells.counts, 3 * cells.counts])).tolist()
    rows_truth, rows_said = cells.rows()
    for learner in range(2):
        rows = np.repeat(60 * both[learner, 0], cells.counts)
        assert rows == pytest.approx(metric.influence(rows_truth, rows_said[learner]), abs=1e-12)
        assert 180 * both[learner, 1] == pytest.approx(60 * both[learner, 0])  # does not depend on the size


@pytest.mark.parametrize("slug", [*ROWS, "accuracy"])
def test_of_means_it_is_the_score_of_a_row_minus_the_mean(slug):
    rng, metric = stream(0, "rows"), CATALOGUE[slug]()
    truth, said = rng.integers(1, 3, 30), rng.integers(1, 3, (2, 1, 30))
    rows = metric.row_scores(truth, said)
    assert metric.influence(truth, said) == pytest.approx(rows - rows.mean(axis=-1, keepdims=True))


RESPONSES = [
    ([0, 1, 1, 0, 1, 0], [0.1, 0.4, 0.35, 0.8, 0.4, 0.4]),
    ([1, 0, 0, 0, 0], [0.5, 0.5, 0.5, 0.2, 0.9]),
    ([1, 1, 1, 0], [0.9, 0.8, 0.7, 0.1]),
]


def area_of(truth, said):
    wins = (said[truth == 1][:, np.newaxis] > said[truth == 0]) + (
        said[truth == 1][:, np.newaxis] == said[truth == 0]
    ) / 2

    def score(weights):
        high, low = weights[truth == 1], weights[truth == 0]
        return high @ wins @ low / (high.sum() * low.sum())

    return score


def precision_of(truth, said):
    def score(weights):
        above = said >= said[:, np.newaxis]
        precision = (above @ (weights * truth)) / (above @ weights)
        return (weights * truth * precision).sum() / (weights * truth).sum()

    return score


RANKED = [(RocAuc(), area_of), (AveragePrecision(), precision_of)]


@pytest.mark.parametrize("rows", RESPONSES)
@pytest.mark.parametrize(("metric", "brute"), RANKED, ids=["area", "precision"])
def test_of_ranks_it_is_the_derivative_by_the_weight_of_a_row(metric, brute, rows):
    truth, said = map(np.array, rows)
    score = brute(truth, said)
    assert metric.score(truth, said) == pytest.approx(score(np.ones(truth.size)), abs=1e-14)
    assert metric.influence(truth, said) == pytest.approx(by_weights(score, truth.size), abs=1e-7)


@pytest.mark.parametrize(
    "metric", [F1(), F1Macro(), Accuracy(), RocAuc(), AveragePrecision(), NegLogLoss(), NegBrierScore()], ids=str
)
def test_the_jackknife_finds_about_the_same(metric):
    """(N - 1) (M - M without the row) differs from the influence by terms of order 1/N."""
    rng = stream(0, "jackknife")
    truth = np.arange(300) % 3 // 2
    said = np.clip(0.5 * truth + rng.random(300) / 2, 0, 1)
    if isinstance(metric, CountMetric):
        said = (said > 0.5).astype(int)
    rows = np.arange(300)
    left = [metric.score(np.delete(truth, row), np.delete(said, row)) for row in rows]
    jackknife = 299 * (np.mean(left) - left)
    assert metric.influence(truth, said) == pytest.approx(jackknife, abs=0.02 * np.abs(jackknife).max())
