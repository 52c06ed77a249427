"""The law of the sum of ranks whose signs are random: exact tails, with or without ties."""

from functools import lru_cache

import numpy as np

from outperform.core import Floats, Ints
from outperform.significance import special

EXACT = 200  # ranks, at most, for the exact law
_TOGETHER = 1024  # rows of simulated leagues with ties whose laws are inverted together
_NUMBERS = 2**22  # about twice the numbers that are held at a time
_NEGLIGIBLE = -16.0  # logarithm of a characteristic function that adds nothing


@lru_cache(maxsize=128)  # of the process: one table per number of ranks and of zeros
def tails_without_ties(zeros: int, known: int) -> Floats:
    """Return min(1, 2 P(W <= w)) for w = 0, 1, ...; W is the sum of random ones of the ranks zeros + 1 ... known.

    Examples
    --------
    >>> tails_without_ties(0, 3).tolist()  # of 8 sign patterns 1, 1, 1 and 2 have the sums 0, 1, 2 and 3
    [0.25, 0.5, 0.75, 1.0]
    """
    ranks = range(zeros + 1, known + 1)
    counts = _counts(ranks, sum(ranks) // 2)
    tails: Floats = np.minimum(1.0, np.cumsum(counts) * 2.0 ** (1 - len(ranks)))
    return tails


def _counts(ranks: range | list[int], most: int) -> Floats:
    """Return how many subsets of the ranks have the sum 0, 1, ..., most."""
    counts = np.zeros(most + 1)
    counts[0] = 1.0
    top = 0
    for rank in ranks:
        top = min(top + rank, most)
        if rank <= most:
            counts[rank : top + 1] += counts[: top + 1 - rank].copy()
    return counts


def tails_of(doubled: Ints, least: Ints, *, simulated: bool = False) -> Floats:
    """Return min(1, 2 P(W <= w)) for rows of doubled ranks with ties, 0 where there is none, and doubled w.

    Of simulated leagues many rows are computed at once, with an error of up to about 1e-8.

    Examples
    --------
    >>> tails_of(np.array([[0, 5, 5, 8]]), np.array([5]))  # 1 + 2 of 8 sign patterns
    array([0.75])
    """
    if not simulated or len(least) <= _TOGETHER:
        made = [_tail(row[row > 0], least[at]) for at, row in enumerate(doubled)]
        return np.array(made, dtype=np.float64)
    size = max(1, min(_TOGETHER, _NUMBERS // doubled.shape[1] ** 2))
    parts = [slice(start, start + size) for start in range(0, len(least), size)]
    return np.concatenate([_tails_together(doubled[part], least[part]) for part in parts])


def _tail(doubled: Ints, least: int) -> float:
    """Build one law by dynamic programming, in steps of the ranks' greatest common divisor."""
    step = int(np.gcd.reduce(doubled))
    counts = _counts((doubled // step).tolist(), int(least) // step)
    return min(1.0, float(counts.sum()) * 2.0 ** (1 - doubled.size))


def _tails_together(doubled: Ints, least: Ints) -> Floats:
    """Invert the characteristic functions of many laws at once, leaving out terms that are too small to matter.

    X = W+ - W- in doubled ranks r has the characteristic function prod cos(r t). With an odd M above the sum of r,
    P(|X| < D) = (1/M) (D - 1 + 2 sum over k of prod cos(r t_k) sin(t_k (D - 1)) / sin t_k), t_k = pi k / M, k < M/2.
    """
    total = doubled.sum(axis=-1)
    apart = (total - 2 * least)[:, np.newaxis]  # D
    points = int(total.max()) // 2 * 2 + 3  # M
    angles = np.pi / points * np.arange(1, (points + 1) // 2)
    often, ranks = _frequencies(doubled)
    cosines = np.cos(ranks[:, np.newaxis] * angles)
    logs = np.log(np.maximum(np.abs(cosines), 1e-300))
    rough = often.astype(np.float32) @ logs.astype(np.float32)
    kept = np.flatnonzero(rough.max(axis=0) > _NEGLIGIBLE)
    signs = 1 - 2 * (np.rint(often @ (cosines[:, kept] < 0)) % 2)
    kernel = np.sin((apart - 1) * angles[kept]) / np.sin(angles[kept])
    inside = (apart[:, 0] - 1 + 2 * (signs * np.exp(often @ logs[:, kept]) * kernel).sum(axis=-1)) / points
    smallest = 2.0 ** (1 - np.count_nonzero(doubled, axis=-1))
    tails: Floats = np.clip(1 - np.where(apart[:, 0] > 0, inside, 0.0), smallest, 1.0)
    return tails


def _frequencies(doubled: Ints) -> tuple[Floats, Ints]:
    """Return how often each rank occurs in each row [row, rank], and the ranks that occur."""
    size = int(doubled.max()) + 1
    places = doubled + size * np.arange(len(doubled))[:, np.newaxis]
    numbers = np.bincount(places.reshape(-1), minlength=size * len(doubled)).reshape(-1, size)
    ranks = 1 + np.flatnonzero(numbers[:, 1:].any(axis=0))
    return numbers[:, ranks].astype(np.float64), ranks


def normal_tails(least: Ints, total: Ints, squares: Ints) -> Floats:
    """Return the two-sided tail of the normal law with the variance of the ranks that are there; all are doubled."""
    apart = (total - 2 * least) / np.sqrt(np.maximum(1, squares))  # (W+ - W-) over its standard deviation
    tails: Floats = 2 * special.ndtr(-apart)
    return tails
