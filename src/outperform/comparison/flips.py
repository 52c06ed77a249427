"""Which items each of two systems gets right: the rows that people read first."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from outperform.core import Floats, Judgement
from outperform.significance.differences import EPS

RIGHT_WRONG = {(1, 0): "improved", (0, 1): "regressed", (1, 1): "both right", (0, 0): "both wrong"}
"""What became of an item, by the answers of the first and the second system."""
TURNED = {False: "given scores times -1 (lower is better)", True: "1 minus given scores (lower is better)"}
"""How scores of which lower is better were turned, by whether they are 0 and 1."""
HIGHER_LOWER = {1: "higher", 0: "equal", -1: "lower"}


def flip_rows(judgement: Judgement) -> Iterator[dict[str, Any]]:
    """Yield a row per item of a pair: its scores, and what became of it from the second system to the first.

    Higher is better in all of them; where the given scores were turned for that, ``scores_are`` says how.
    """
    items = None if judgement.scores is None else judgement.scores.items
    scored = None if items is None else items.scored
    if items is None or scored is None:
        return
    first, second = means = item_means(scored)
    direction = judgement.scores.direction if judgement.scores is not None else None
    turned = None if direction is None or direction.higher else TURNED[direction.swapped]
    signs = np.sign(differences_of(means)).astype(int)
    binary = items.traits.binary and scored.shape[1] == 1
    for place in range(items.size) if items.tested is None else np.flatnonzero(items.tested[0]).tolist():
        sides = first[place], second[place]
        flip = RIGHT_WRONG[int(sides[0]), int(sides[1])] if binary else HIGHER_LOWER[int(signs[place])]
        yield {
            "first": judgement.first,
            "second": judgement.second,
            "item": str(place + 1) if items.ids is None else str(items.ids[place]),
            **({} if items.strata is None else {"task": str(items.strata[place])}),
            "score_first": float(sides[0]),
            "score_second": float(sides[1]),
            "flip": flip,
            **({} if turned is None else {"scores_are": turned}),
        }


def item_means(scored: Floats) -> Floats:
    """Return the mean over samples [system, item] of scores [system, sample, item]."""
    if scored.shape[1] == 1:
        return scored[:, 0]
    means: Floats = np.nanmean(scored, axis=1)
    return means


def differences_of(means: Floats) -> Floats:
    """Return first minus second of each item; what differs by rounding alone is 0."""
    first, second = means
    apart: Floats = first - second
    near = np.maximum(np.abs(first), np.abs(second))
    near *= 4 * EPS
    apart[np.abs(apart) <= near] = 0.0
    return apart
