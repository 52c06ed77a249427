"""The value of each row under metrics of probabilities [row, class]; ``hits`` [row, class] are the true classes.

The mean of the values is the score. A metric that is a mean over rows has its own score per row; the others have the
score plus the influence of the row.
"""

from itertools import combinations

import numpy as np

from outperform.core import Bools, Floats
from outperform.metrics.given import CLIP
from outperform.metrics.ranks import area, area_influence


def log_likelihood(hits: Bools, chances: Floats) -> Floats:
    """Return the logarithm of the probability of the true class, cut as scikit-learn's log loss cuts it."""
    values: Floats = np.log(np.clip(chances[hits], CLIP, 1 - CLIP))
    return values


def brier_scores(hits: Bools, chances: Floats) -> Floats:
    """Return minus the squared distance of the probabilities from 1 (true class) and 0; half of it for two classes."""
    distances: Floats = ((chances - hits) ** 2).sum(axis=1)
    return -distances / (2 if hits.shape[1] == 2 else 1)


def explained_log_loss(hits: Bools, chances: Floats) -> Floats:
    """Return D2 + its influences, D2 = 1 - L/L0 with L0 the log loss of the shares of the classes."""
    shares = hits.mean(axis=0)
    return _explained(-log_likelihood(hits, chances), -np.log(shares[np.argmax(hits, axis=1)]))


def explained_brier(hits: Bools, chances: Floats) -> Floats:
    """Return D2 + its influences, D2 = 1 - B/B0 with B0 the Brier score of the shares of the classes."""
    return _explained(-brier_scores(hits, chances), -brier_scores(hits, np.broadcast_to(hits.mean(axis=0), hits.shape)))


def _explained(losses: Floats, nulls: Floats) -> Floats:
    """Return 1 - L/L0 + its influences; that of the shares on L0 is 0, since they minimise it."""
    loss, null = losses.mean(), nulls.mean()
    values: Floats = 1 - loss / null - (losses - loss) / null + loss * (nulls - null) / null**2
    return values


def one_against_rest(hits: Bools, chances: Floats, average: str) -> Floats | None:
    """Return the mean over classes of the area of each against all others, with influences."""
    areas = np.array([area(hits[:, place], chances[:, place]) for place in range(hits.shape[1])])
    influences = np.stack([area_influence(hits[:, place], chances[:, place]) for place in range(hits.shape[1])])
    if average == "macro":
        means: Floats = areas.mean() + influences.mean(axis=0)
        return means
    if average == "weighted":
        shares = hits.mean(axis=0)
        values: Floats = shares @ areas + shares @ influences + (hits - shares) @ areas
        return values
    return None


def one_against_one(hits: Bools, chances: Floats, average: str) -> Floats | None:
    """Return the mean over ordered pairs of classes of the area within their rows, with influences."""
    if average != "macro":
        return None
    pairs = list(combinations(range(hits.shape[1]), 2))
    values = np.zeros(len(hits))
    for one, other in pairs:
        rows = np.flatnonzero(hits[:, one] | hits[:, other])
        for place in (one, other):
            positive, said = hits[rows, place], chances[rows, place]
            values += area(positive, said) / 2
            values[rows] += len(hits) / len(rows) * area_influence(positive, said) / 2
    values /= len(pairs)
    return values
