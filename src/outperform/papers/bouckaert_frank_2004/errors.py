"""Standard errors of consistency and R with the data sets fixed: what ten other repetitions would change.

A data set is rejected with an unknown probability in each repetition. These probabilities are taken as drawn from a
beta distribution, symmetric and fitted to the counts of all data sets; given its own count, each has a posterior.
"""

import numpy as np
from scipy.special import betaln, gammaln

from outperform.core import Floats, Ints
from outperform.papers.bouckaert_frank_2004.printed import summary

LOGITS = np.linspace(-16, 16, 400)  # evenly, since most probabilities are near 0 or 1
GRID = 1 / (1 + np.exp(-LOGITS))  # probabilities of a rejection
PRIORS = np.geomspace(0.02, 2.0, 40)  # both parameters of the beta distribution


def fixed_se(rejections: Ints, repetitions: int, of: int | None = None) -> Floats:
    """Return the standard errors [measure] of means over data sets, given the rejections of each.

    ``of`` is the number of repetitions that the measures are taken over, if it is not the one that was counted.
    """
    variances = _variances(of or repetitions) @ _posteriors(np.asarray(rejections), repetitions).T  # [measure, set]
    found: Floats = np.sqrt(variances.sum(axis=1)) / len(rejections)
    return found


def _posteriors(rejections: Ints, repetitions: int) -> Floats:
    """Return the weights [data set, probability]."""
    prior = _best_prior(rejections, repetitions) * np.log(GRID * (1 - GRID))  # of the logit
    k = rejections[:, np.newaxis]
    logs = k * np.log(GRID) + (repetitions - k) * np.log(1 - GRID) + prior
    weights = np.exp(logs - logs.max(axis=1, keepdims=True))
    found: Floats = weights / weights.sum(axis=1, keepdims=True)
    return found


def _best_prior(rejections: Ints, repetitions: int) -> float:
    """Maximise the likelihood of a beta-binomial distribution."""
    a, k = PRIORS[:, np.newaxis], rejections[np.newaxis]
    likelihood = (betaln(k + a, repetitions - k + a) - betaln(a, a)).sum(axis=1)
    return float(PRIORS[likelihood.argmax()])


def _variances(repetitions: int) -> Floats:
    """Return the variance [measure, probability] of each measure of one data set over repetitions."""
    k = np.arange(repetitions + 1)
    scores = summary(k, repetitions)  # [measure, count]
    ways = gammaln(repetitions + 1) - gammaln(k + 1) - gammaln(repetitions - k + 1)
    chances = np.exp(
        ways[:, np.newaxis] + k[:, np.newaxis] * np.log(GRID) + (repetitions - k)[:, np.newaxis] * np.log(1 - GRID)
    )
    found: Floats = np.maximum(0, scores**2 @ chances - (scores @ chances) ** 2)  # rounding may leave less than 0
    return found
