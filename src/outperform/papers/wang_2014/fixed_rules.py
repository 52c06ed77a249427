"""Rules that ignore the training rows, on the Gaussians of experiments 2 and 3 of Wang et al. (2014).

By Proposition 2 their errors on blocked halves have the correlations 0 and 1/2. Beside a learner that comes near such
a rule they show how much of an estimate is the chance of these rows.
"""

from collections.abc import Callable

import numpy as np

from outperform.core import Bools, Floats

Rule = Callable[[Floats], Bools]


def line(rows: Floats) -> Bools:
    """Cut half-way between the means 0 and 1 of the classes."""
    above: Bools = rows.mean(axis=-1) > 1 / 2
    return above


def bayes(rows: Floats) -> Bools:
    """Return where class 1, normal with means 1 and variances 2, is more likely than the standard normal class 0."""
    square, total, columns = (rows * rows).sum(axis=-1), rows.sum(axis=-1), rows.shape[-1]
    likely: Bools = square / 2 - (square - 2 * total + columns) / 4 > columns * np.log(2) / 2
    return likely


RULE_OF: dict[str, Rule] = {"nb": bayes, "tree": bayes, "svm": bayes, "net": bayes, "logreg": line}
