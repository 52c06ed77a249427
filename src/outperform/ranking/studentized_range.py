"""The range of k independent standard normal numbers: tails and quantiles by quadrature."""

from functools import lru_cache

import numpy as np

from outperform.core import Floats
from outperform.significance import special

_NODES = 160
_FAR = 9.0  # standard deviations beyond which nothing is added
_HALVINGS = 80


def range_tails(q: Floats, k: int) -> Floats:
    """Return the chance that the range of k standard normal numbers is above q.

    P(Q > q) is the integral of k phi(z) Phi(z)^(k-1) (1 - (1 - Phi(z - q) / Phi(z))^(k-1)) over the greatest number z.

    Examples
    --------
    The table of q for endless degrees of freedom has 3.314 for three groups at .05.

    >>> range_tails(np.array([0.0, 3.314]), 3).round(4)
    array([1.  , 0.05])
    """
    nodes, weights = _legendre()
    top = q[..., np.newaxis]
    half = (2 * _FAR + top / 2) / 2
    z = half * (nodes + 1) - _FAR
    below = special.ndtr(z)
    density = k * np.exp(-(z**2) / 2) / np.sqrt(2 * np.pi) * below ** (k - 1)
    with np.errstate(divide="ignore"):
        outside = -np.expm1((k - 1) * np.log1p(-np.minimum(1.0, special.ndtr(z - top) / below)))
    tails = np.minimum(1.0, (half * weights * density * outside).sum(axis=-1))
    return np.where(q == 0, 1.0, tails)


def range_quantile(level: float, k: int) -> float:
    """Return the q that the range of k standard normal numbers exceeds with this chance.

    Examples
    --------
    >>> round(range_quantile(0.05, 4), 3)
    3.633
    """
    low, high = 0.0, 100.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if range_tails(np.array(middle), k) > level else (low, middle)
    return high


@lru_cache(maxsize=1)  # of the process: depends on nothing
def _legendre() -> tuple[Floats, Floats]:
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    return nodes, weights
