"""Classifiers that are fitted on many training sets at once; see `linear`. Classes are 0, 1, 2 ..."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.base import clone

from outperform.core import Bools, Floats, Ints
from studies.truth.linear import Fit, chosen

FITS = 100  # whose cumulative sums are held at once
MARGIN = 40  # nearest rows among which a training set nearly always has enough


class ClassSums:
    """Counts, means and variances of the columns by class, of each training set."""

    def __init__(self, x: Floats, y: Floats, masks: Bools) -> None:
        """Sum over the rows of each class in each training set."""
        w, self.of = masks.astype(np.float64), one_hot(y)
        self.counts = np.maximum(w @ self.of, 1e-9)
        self.n = self.counts.sum(axis=1)
        sums, squares = (np.stack([w @ (part * own[:, None]) for own in self.of.T], axis=1) for part in (x, x * x))
        self.means = sums / self.counts[..., None]
        self.variances = np.maximum(squares / self.counts[..., None] - self.means**2, 0)
        centre = sums.sum(axis=1) / self.n[:, None]
        self.total = squares.sum(axis=1) - self.n[:, None] * centre**2
        self.between = (self.counts[..., None] * (self.means - centre[:, None]) ** 2).sum(axis=1)
        self.shares = np.log(self.counts / self.n[:, None])


def one_hot(y: Floats) -> Floats:
    """Return a column per class."""
    found: Floats = (y[:, None] == np.unique(y)).astype(np.float64)
    return found


def naive_bayes(x: Floats, y: Floats, masks: Bools) -> Floats:
    """Fit Gaussian naive Bayes."""
    return _naive_bayes(x, ClassSums(x, y, masks), None)


def best_naive_bayes(count: int) -> Fit:
    """Return Gaussian naive Bayes on the columns with the highest F statistic."""

    def fit(x: Floats, y: Floats, masks: Bools) -> Floats:
        sums = ClassSums(x, y, masks)
        merit = sums.between / np.maximum(sums.total - sums.between, 1e-12)
        return _naive_bayes(x, sums, chosen(merit, count))

    return fit


def _naive_bayes(x: Floats, sums: ClassSums, kept: Floats | None) -> Floats:
    smooth = 1e-9 * (sums.total / sums.n[:, None]).max(axis=1)
    variances = sums.variances + smooth[:, None, None]
    used = np.ones(sums.total.shape) if kept is None else kept
    inverse = used[:, None, :] / variances
    logs = (np.log(variances) * used[:, None, :]).sum(axis=-1) + (sums.means**2 * inverse).sum(axis=-1)
    found = -0.5 * (inverse @ (x * x).T - 2 * (sums.means * inverse) @ x.T + logs[..., None]) + sums.shares[..., None]
    best: Floats = found.argmax(axis=1).astype(np.float64)
    return best


def discriminant(x: Floats, y: Floats, masks: Bools) -> Floats:
    """Fit linear discriminant analysis."""
    found: Floats = _discriminant(x, y, masks).argmax(axis=1).astype(np.float64)
    return found


def discriminant_values(x: Floats, y: Floats, masks: Bools) -> Floats:
    """Fit linear discriminant analysis of two classes, and return its decision values."""
    scores = _discriminant(x, y, masks)
    found: Floats = scores[:, 1] - scores[:, 0]
    return found


def _discriminant(x: Floats, y: Floats, masks: Bools) -> Floats:
    sums, width = ClassSums(x, y, masks), x.shape[1]
    products = (masks.astype(np.float64) @ (x[:, :, None] * x[:, None, :]).reshape(len(x), -1)).reshape(
        -1, width, width
    )
    within = products - np.einsum("fk,fki,fkj->fij", sums.counts, sums.means, sums.means)
    slopes = np.linalg.solve(within / sums.n[:, None, None] + 1e-10 * np.eye(width), sums.means.transpose(0, 2, 1))
    offsets = sums.shares - 0.5 * np.einsum("fkp,fpk->fk", sums.means, slopes)
    found: Floats = (x @ slopes).transpose(0, 2, 1) + offsets[..., None]
    return found


def neighbours(count: int, *, regression: bool = False) -> Fit:
    """Return the mean, or the vote, of the nearest training rows; of equal votes the first class."""

    def fit(x: Floats, y: Floats, masks: Bools) -> Floats:
        apart = ((x[:, None] - x[None]) ** 2).sum(axis=-1)
        np.fill_diagonal(apart, np.inf)
        order = np.argsort(apart, axis=1, kind="stable")
        near = order[:, : max(MARGIN, 6 * count)]
        if len(near) and masks[:, near].sum(axis=2).min() >= count:  # no training set lacks more of a row's neighbours
            order = near
        found = [_nearest(y, order, part, count, regression=regression) for part in _parts(masks)]
        return np.concatenate(found)

    return fit


def _nearest(y: Floats, order: Ints, masks: Bools, count: int, *, regression: bool) -> Floats:
    near = masks[:, order]
    used = near & (near.cumsum(axis=2, dtype=np.int16) <= count)
    said = y[order]
    if regression:
        mean: Floats = (used * said).sum(axis=2) / count
        return mean
    votes = np.stack([(used & (said == each)).sum(axis=2) for each in np.unique(y)], axis=1)
    found: Floats = votes.argmax(axis=1).astype(np.float64)
    return found


def stump(x: Floats, y: Floats, masks: Bools) -> Floats:
    """Fit decision trees of one split, by Gini impurity."""
    of = one_hot(y)
    return np.concatenate([_split(x, of, part.astype(np.float64)) for part in _parts(masks)]).astype(np.float64)


def ada_boost(rounds: int) -> Fit:
    """Return AdaBoost of stumps."""

    def fit(x: Floats, y: Floats, masks: Bools) -> Floats:
        of = one_hot(y)
        return np.concatenate([_boost(x, y, of, part, rounds) for part in _parts(masks)]).astype(np.float64)

    return fit


def _boost(x: Floats, y: Floats, of: Floats, masks: Bools, rounds: int) -> Ints:
    weights = masks / masks.sum(axis=1, keepdims=True)
    votes = np.zeros((len(masks), of.shape[1], len(x)))
    for _ in range(rounds):
        said = _split(x, of, weights)
        wrong = said != y
        error = np.clip((weights * wrong).sum(axis=1), 1e-10, 1 - 1e-10)
        say = np.maximum(np.log((1 - error) / error) + np.log(of.shape[1] - 1), 1e-12)
        weights = weights * np.exp(say[:, None] * wrong)
        weights /= weights.sum(axis=1, keepdims=True)
        for each in range(of.shape[1]):
            votes[:, each] += say[:, None] * (said == each)
    best: Ints = votes.argmax(axis=1)
    return best


def _split(x: Floats, of: Floats, weights: Floats) -> Ints:
    """Return what the best stump of each fit says of each row."""
    fits = np.arange(len(weights))
    total, least = weights @ of, np.full(len(weights), np.inf)
    column, place = np.zeros(len(weights), dtype=np.int64), np.zeros(len(weights))
    left, right = np.zeros_like(total), np.zeros_like(total)
    for number in range(x.shape[1]):
        order = np.argsort(x[:, number], kind="stable")
        values, held = x[order, number], weights[:, order]
        below = np.cumsum(held[:, :, None] * of[order], axis=1)
        impure = _gini(below) + _gini(total[:, None] - below)
        following = _following(held > 0)
        after = values[np.minimum(following, len(values) - 1)]
        allowed = (held > 0) & (following < len(values)) & (after > values + 1e-12)
        impure = np.where(allowed, impure, np.inf)
        best = impure.argmin(axis=1)
        better = impure[fits, best] < least - 1e-12
        least = np.where(better, impure[fits, best], least)
        column = np.where(better, number, column)
        place = np.where(better, (values[best] + after[fits, best]) / 2, place)
        left[better] = below[fits, best][better]
        right[better] = (total - below[fits, best])[better]
    is_left = x.T[column] <= place[:, None]
    said: Ints = np.where(is_left, left.argmax(axis=1)[:, None], right.argmax(axis=1)[:, None])
    return said


def _gini(counts: Floats) -> Floats:
    size = counts.sum(axis=2)
    found: Floats = size - (counts**2).sum(axis=2) / np.maximum(size, 1e-12)
    return found


def _following(held: Bools) -> Ints:
    """Return the place of the next training row after each, the number of rows and more where there is none."""
    fits, n = held.shape
    places = np.where(held, np.arange(n), n + 1)
    nearest = np.minimum.accumulate(places[:, ::-1], axis=1)[:, ::-1]
    return np.column_stack([nearest[:, 1:], np.full(fits, n + 1)])


def bagged_stumps(count: int) -> Fit:
    """Return the vote of stumps, each on a bootstrap sample of the training rows."""

    def fit(x: Floats, y: Floats, masks: Bools) -> Floats:
        of, rng = one_hot(y), np.random.default_rng(0)
        votes = np.zeros((len(masks), of.shape[1], len(x)))
        for _ in range(count):
            said = np.concatenate([_split(x, of, _bootstrap(part, rng)) for part in _parts(masks)])
            for each in range(of.shape[1]):
                votes[:, each] += said == each
        found: Floats = votes.argmax(axis=1).astype(np.float64)
        return found

    return fit


def _bootstrap(masks: Bools, rng: np.random.Generator) -> Floats:
    weights = np.zeros(masks.shape)
    for weight, mask in zip(weights, masks, strict=True):
        members = np.flatnonzero(mask)
        np.add.at(weight, rng.choice(members, len(members)), 1.0)
    return weights


def tuned(candidates: Sequence[Fit], folds: int = 3) -> Fit:
    """Return the candidate that is right most often in cross-validation of the training rows, fitted on all of them."""

    def fit(x: Floats, y: Floats, masks: Bools) -> Floats:
        place = (masks.cumsum(axis=1) - 1) % folds
        inner = np.concatenate([masks & (place != fold) for fold in range(folds)])
        tested = np.concatenate([masks & (place == fold) for fold in range(folds)])
        right = [((each(x, y, inner) == y) & tested).sum(axis=1).reshape(folds, -1).sum(axis=0) for each in candidates]
        best = np.argmax(right, axis=0)
        said = np.stack([each(x, y, masks) for each in candidates])
        found: Floats = said[best, np.arange(len(masks))]
        return found

    return fit


def one_by_one(estimator: Any) -> Fit:
    """Return a scikit-learn estimator, fitted fit by fit; it predicts the rows that it was not trained on."""

    def fit(x: Floats, y: Floats, masks: Bools) -> Floats:
        found = np.zeros(masks.shape)
        for number, mask in enumerate(masks):
            made = clone(estimator)
            if "random_state" in made.get_params():
                made.set_params(random_state=number)
            found[number, ~mask] = made.fit(x[mask], y[mask]).predict(x[~mask])
        return found

    return fit


def _parts(masks: Bools) -> list[Bools]:
    return [masks[start : start + FITS] for start in range(0, len(masks), FITS)]
