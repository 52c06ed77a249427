"""Scores of two learners that fit the needs of a significance test."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from outperform.core import Items, Needs, Scores, SignificanceTest, stream
from outperform.metrics import Accuracy
from outperform.metrics.given import GivenMetric, RocAuc

ROWS = 60  # of a test set whose rows are known


def shape_of(needs: Needs) -> tuple[int, int]:
    """Return repeats and folds that are allowed: 4 repeats of 5 folds unless the needs say otherwise."""

    def pick(bounds: tuple[int, int | None], wish: int) -> int:
        low, high = bounds
        return max(low, wish) if high is None else high

    return pick(needs.repeats, 4), 1 if needs.folds == (1, 1) else pick(needs.folds, 5)


def table_of(test: SignificanceTest, first: Any, second: Any) -> Scores:
    """Return scores [repeat, fold] of two learners with the sizes of the splits: 100 rows, or 90 and 10."""
    shape = shape_of(test.needs)
    values = np.array([first, second], dtype=np.float64).reshape(2, *shape)
    n_test = 10 if shape[1] == 1 else 100 // shape[1]  # folds cover all rows once
    return Scores(("a", "b"), None, values, np.full(shape, 100 - n_test), np.full(shape, n_test))


def scores_of_rows(truth: Any, first: Any, second: Any) -> Scores:
    """Return the accuracies of two learners on one test set, with their predictions."""
    right, said = np.asarray(truth), np.array([first, second])
    values = (said == right).mean(axis=1).reshape(2, 1, 1)
    items = Items(right, said[:, np.newaxis], metric=Accuracy())
    sizes = np.full((1, 1), right.size)
    return Scores(("a", "b"), "accuracy", values, 2 * sizes, sizes, items)


def draw_table(test: SignificanceTest, rng: np.random.Generator, lead: float = 0.0) -> Scores:
    """Draw scores that fit a test; the first learner is better by ``lead`` on average."""
    if test.needs.items:
        truth = rng.integers(0, 2, ROWS)
        wrong = rng.random((2, ROWS)) > np.array([[0.7 + lead], [0.7]])
        scores = with_clusters(test, scores_of_rows(truth, *(truth ^ wrong)))
        return scores if test.misfit(scores) is None else draw_responses(rng, lead)
    second = rng.uniform(0.7, 0.9, shape_of(test.needs))
    return table_of(test, second + rng.normal(lead, 0.03, second.shape), second)


def draw_responses(rng: np.random.Generator, lead: float) -> Scores:
    """Draw the areas under the ROC curve of two learners with a score per row, for tests that need such."""
    truth = np.concatenate([[0, 0, 1, 1], rng.integers(0, 2, ROWS - 4)])
    said = np.array([[1.0 + 10 * lead], [1.0]]) * truth + rng.normal(size=(2, ROWS)).round(1)
    metric = RocAuc()
    values = np.array([metric.score(truth, each) for each in said]).reshape(2, 1, 1)
    sizes = np.full((1, 1), ROWS)
    return Scores(("a", "b"), str(metric), values, 2 * sizes, sizes, Items(truth, said[:, np.newaxis], metric=metric))


def with_clusters(test: SignificanceTest, scores: Scores) -> Scores:
    """Add clusters of one to five items, where a test needs them."""
    items, needs = scores.items, test.needs.of_items
    if items is None or needs is None or not needs.clusters:
        return scores
    clusters = np.repeat(np.arange(ROWS), np.arange(ROWS) % 5 + 1)[: items.size]
    return replace(scores, items=replace(items, clusters=clusters))


def table_cases(test: SignificanceTest, count: int = 30) -> Iterator[Scores]:
    """Draw scores of many kinds: smooth, rounded, tied, with and without a lead, and learners that score the same."""
    for number in range(count):
        rng = stream(number, "case")
        if test.needs.items:
            yield draw_table(test, rng, lead=[0.0, 0.1, 0.3][number % 3])
        elif number % 3 == 0:
            yield draw_table(test, rng, lead=0.01 * (number % 5))
        else:
            steps = 100 if number % 3 == 1 else 3
            yield table_of(test, *(rng.integers(0, steps + 1, (2, *shape_of(test.needs))) / steps))
    yield equal_table(test)


def equal_table(test: SignificanceTest) -> Scores:
    """Draw scores of two learners with equal predictions."""
    scores = draw_table(test, stream(0, "same"))
    if scores.items is None:
        return table_of(test, scores.values[0], scores.values[0])
    said = scores.items.predictions
    assert said is not None, "the scores of such a test have predictions"
    return replace(scores, values=scores.values[[0, 0]], items=replace(scores.items, predictions=said[[0, 0]]))


def with_rows(scores: Scores, order: Any = slice(None), names: Any = None) -> Scores:
    """Put the rows in another order, or give the classes other names; scores and clusters stay with their rows."""
    items = scores.items
    assert items is not None, "the scores of such a test have rows"
    truth, said = items.single()
    metric = items.metric
    if names is not None and isinstance(metric, GivenMetric):
        truth, metric = names[truth], replace(metric, positive=names[1].item())
    elif names is not None:
        truth, said = names[truth], names[said]
    clusters = None if items.clusters is None else items.clusters[order]
    turned = replace(
        items, truth=truth[order], predictions=said[:, np.newaxis, order], clusters=clusters, metric=metric
    )
    return replace(scores, items=turned)


def swapped(scores: Scores) -> Scores:
    """Swap the two learners."""
    return scores.pair(1, 0)


def with_repeats_reversed(scores: Scores) -> Scores:
    """Put the last repeat first; all sizes are equal."""
    return replace(scores, values=scores.values[:, ::-1])


def with_folds_turned(scores: Scores) -> Scores:
    """Renumber the folds, differently in each repeat; all sizes are equal."""
    turned = [np.roll(repeat, number + 1, axis=-1) for number, repeat in enumerate(scores.values.swapaxes(0, 1))]
    return replace(scores, values=np.stack(turned, axis=1))
