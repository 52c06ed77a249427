"""Folds that differ on purpose: units with high scores are likely to be tested, and left out of training, together."""

import numpy as np

from outperform.core import Floats, Ints
from outperform.significance import special

UPPER, MIDDLE = 2, 1  # folds of the units with the highest scores, and of those between; as many lower as upper folds
FOLDS = 2 * UPPER + MIDDLE


def tilted_folds(scores: Floats, strata: Ints, steepness: float, repeats: int, rng: np.random.Generator) -> Ints:
    """Deal units into five folds [repeat, unit], class by class: two for high scores, one for medium, two for low ones.

    Units are ordered by their standardised scores plus noise; ``steepness`` is the correlation of that order with the
    scores. Over the repeats, each unit gets each part of the noise once (a Latin hypercube), so that the noise adds
    little to which units are left out together.
    """
    parts = np.argsort(rng.random((repeats, len(scores))), axis=0)
    noise = special.ndtri((parts + rng.random(parts.shape)) / repeats)
    spread = float(scores.std())
    standard = (scores - scores.mean()) / spread if spread > 0 else np.zeros(len(scores))
    order = steepness * standard + np.sqrt(1 - steepness**2) * noise
    return np.stack([_dealt(row, strata, rng) for row in order])


def _dealt(order: Floats, strata: Ints, rng: np.random.Generator) -> Ints:
    labels, start = np.empty(len(order), dtype=np.int64), 0
    turns = rng.permutation(FOLDS)  # the extra units of the remainders go to random folds
    for each in np.unique(strata):
        members = np.flatnonzero(strata == each)
        folds = np.sort(turns[(start + np.arange(len(members))) % FOLDS])
        level = np.searchsorted((UPPER, UPPER + MIDDLE), folds, side="right")
        for part in range(3):  # within a level, at random
            own = np.flatnonzero(level == part)
            folds[own] = rng.permutation(folds[own])
        labels[members[np.argsort(-order[members], kind="stable")]] = folds
        start += len(members)
    return labels
