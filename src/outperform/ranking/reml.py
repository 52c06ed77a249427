"""The variance of true differences over data sets, by restricted maximum likelihood."""

import numpy as np

from outperform.core import Bools, Floats

_GRID = 16  # variances, from far below the smallest error to beyond the spread, at which the likelihood is compared
_STEPS = 60  # of the search between the neighbours of the best one, at most
_EXACT = 1e-10  # relative step at which the search ends; Newton's next step would be far smaller


def reml(d: Floats, v: Floats, here: Bools) -> Floats:
    """Return tau^2 of rows of differences [..., dataset] whose errors have the variances v; ``here`` marks data sets.

    The likelihood may have several maxima, so the best of a grid is improved between its neighbours.

    Examples
    --------
    Where all errors have the same variance, tau^2 is the variance of the differences less that of the errors.

    >>> round(float(reml(np.array([0.1, 0.2, 0.3]), np.full(3, 0.004), np.full(3, True))), 6)
    0.006
    """
    most = 4 * (np.max(d, axis=-1, initial=-np.inf, where=here) - np.min(d, axis=-1, initial=np.inf, where=here)) ** 2
    least = np.minimum(most, 1e-3 * np.min(v, axis=-1, initial=np.inf, where=here))
    ratio = np.divide(most, least, out=np.ones(most.shape), where=least > 0)
    grid = np.stack([np.zeros(most.shape), *(least * ratio**step for step in np.linspace(0.0, 1.0, _GRID - 1))])
    best = np.argmax(np.stack([_likelihood(d, v, here, tau2) for tau2 in grid]), axis=0)
    start, low, high = (
        np.take_along_axis(grid, np.clip(best + shift, 0, _GRID - 1)[np.newaxis], axis=0)[0] for shift in (0, -1, 1)
    )
    rises = (best > 0) | (_slope(d, v, here, grid[0])[0] > 0)  # elsewhere the greatest likelihood is at 0
    return _top(d, v, here, rises * np.where(best == 0, high / 2, start), rises * low, rises * high)


def _weights(v: Floats, here: Bools, tau2: Floats) -> Floats:
    weights: Floats = here / (v + tau2[..., np.newaxis])
    return weights


def _likelihood(d: Floats, v: Floats, here: Bools, tau2: Floats) -> Floats:
    """Return twice the logarithm of the restricted likelihood, up to a constant."""
    weights = _weights(v, here, tau2)
    total = weights.sum(axis=-1)
    apart = d - (_dot(weights, d) / total)[..., np.newaxis]
    logs = np.log(weights, out=np.zeros(weights.shape), where=here).sum(axis=-1)
    found: Floats = logs - np.log(total) - _dot(weights, apart**2)
    return found


def _slope(d: Floats, v: Floats, here: Bools, tau2: Floats) -> tuple[Floats, Floats]:
    """Return the first two derivatives of twice the logarithm of the restricted likelihood."""
    w = _weights(v, here, tau2)
    w2 = w * w
    one, two, three = w.sum(axis=-1), w2.sum(axis=-1), _dot(w2, w)
    apart = d - (_dot(w, d) / one)[..., np.newaxis]
    pulls = w2 * apart
    slope = _dot(pulls, apart) - one + two / one
    bend = -2 * _dot(pulls, w * apart) + 2 * pulls.sum(axis=-1) ** 2 / one
    return slope, bend + two - 2 * three / one + (two / one) ** 2


def _dot(one: Floats, other: Floats) -> Floats:
    """Return the sums of products over data sets."""
    found: Floats = np.einsum("...i,...i->...", one, other)
    return found


def _top(d: Floats, v: Floats, here: Bools, start: Floats, low: Floats, high: Floats) -> Floats:
    """Climb by Newton's steps, or by halving where these leave the interval."""
    at = start
    for _ in range(_STEPS):
        slope, bend = _slope(d, v, here, at)
        low, high = np.where(slope > 0, at, low), np.where(slope > 0, high, at)
        step = np.divide(-slope, bend, out=np.full(at.shape, np.nan), where=bend < 0)
        inside = (at + step > low) & (at + step < high)
        new = np.where(inside, at + step, (low + high) / 2)
        still = np.abs(new - at) > _EXACT * new
        at = new
        if not still.any():
            break
    return at
