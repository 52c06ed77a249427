"""Disjoint halves: how much two samples without a common row disagree about the difference of two learners.

A step that chooses without the target, such as principal components, chooses by luck of the whole data set, and hardly
ever chooses anew where a fifth of the rows is left out. In two halves it chooses twice.
"""

import numpy as np

from outperform.core import CANONICAL, Dataset, Floats, Ints, Plan, Split, stream
from outperform.designs import KFold

HALVINGS = 10
FOLDS = 5  # of the cross-validation in each half
FITS = HALVINGS * 2 * FOLDS  # per learner, each on 40% of the rows
FAR = 1.4  # times the corrected standard error: a larger one from halves is a caution


def halving_plan(ordered: Dataset) -> Plan:
    """Divide the rows into random halves, each into folds; the rows of ``ordered`` are their places in the data.

    Classes are stratified and groups stay whole, in halves and folds. A repeat is a halving, and tests every row once.
    """
    halves = KFold(folds=2, repeats=HALVINGS).plan(ordered, stream(CANONICAL, "halves")).labels
    assert halves is not None, "folds are complements"
    splits = []
    for halving, sides in enumerate(halves):
        for half in (0, 1):
            part = ordered.at(np.flatnonzero(sides == half))
            folds = KFold(folds=FOLDS).plan(part, stream(CANONICAL, "half", halving, half)).labels
            assert folds is not None, "folds are complements"
            splits += [
                Split(*_sides(part.rows, folds[0] == fold), halving, half * FOLDS + fold) for fold in range(FOLDS)
            ]
    return Plan(ordered.size, listed=tuple(splits))


def _sides(rows: Ints, tested: Ints) -> tuple[Ints, Ints]:
    return np.sort(rows[~tested]), np.sort(rows[tested])


def halves_se(x: Floats) -> float:
    """Return the standard error of a mean difference from the differences [halving, fold] on a plan of halvings.

    The difference between two halves has the variance of two independent samples of n/2 rows, 4 times that of a mean of
    n rows: Nadeau and Bengio's conservative estimate (2003).

    Examples
    --------
    >>> halves_se(np.array([[0.1] * 5 + [0.3] * 5, [0.3] * 5 + [0.1] * 5]))
    0.1
    """
    means = x.reshape(len(x), 2, -1).mean(axis=2)
    return float(np.sqrt(((means[:, 0] - means[:, 1]) ** 2).mean()) / 2)
