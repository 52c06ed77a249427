"""F1, the area under the ROC curve and the log loss, from predictions."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from outperform.core import Floats, Items, Metric
from outperform.metrics.given import NegLogLoss, RocAuc
from outperform.metrics.scorers import metric_of
from outperform.significance import special
from studies.evals.laws import Law

TOGETHER = 0.5  # correlation of the two systems' latent answers
RECALL, PRECISION = 0.8, 0.7
OTHER_RECALL, BETTER_RECALL = 0.65, 0.9
NODES = 400  # of a sum in place of an integral over a normal variable


def predicted(truth: Floats, first: Floats, second: Floats, metric: Metric) -> Items:
    """Return items with a truth and two systems' predictions."""
    return Items(truth, np.stack([first, second])[:, np.newaxis], metric=metric)


def of_classes(rng: np.random.Generator, n: int, prevalence: float) -> Floats:
    """Draw a truth with at least two rows of either class."""
    while True:
        truth = (rng.random(n) < prevalence).astype(np.float64)
        if 2 <= truth.sum() <= n - 2:
            return truth


def together(rng: np.random.Generator, n: int) -> Floats:
    """Draw normal variables of two systems [system, item] that are correlated."""
    shared = rng.standard_normal(n)
    drawn: Floats = np.sqrt(TOGETHER) * shared + np.sqrt(1 - TOGETHER) * rng.standard_normal((2, n))
    return drawn


@dataclass(frozen=True)
class Point:
    """How often a classifier says positive, in either class."""

    recall: float
    false: float  # share of negative rows that are called positive

    def f1(self, prevalence: float) -> float:
        """Return F1 on an unlimited number of rows."""
        hits = prevalence * self.recall
        return 2 * hits / (hits + prevalence + (1 - prevalence) * self.false)

    def says(self, truth: Floats, latent: Floats) -> Floats:
        """Return predictions."""
        chance = np.where(truth == 1, self.recall, self.false)
        said: Floats = (special.ndtr(latent) < chance).astype(np.float64)
        return said


def f1_law(prevalence: float, *, alike: bool) -> Law:
    """Return two classifiers with the same F1, at the same point or at points with unlike recall and precision."""
    odds = prevalence / (1 - prevalence)
    usual = Point(RECALL, odds * RECALL * (1 / PRECISION - 1))
    score = usual.f1(prevalence)
    other = usual if alike else Point(OTHER_RECALL, odds * (2 * OTHER_RECALL / score - OTHER_RECALL - 1))
    better = Point(BETTER_RECALL, usual.false)
    metric = metric_of("f1")

    def draw(rng: np.random.Generator, n: int, lead: float) -> Items:
        truth, latent = of_classes(rng, n, prevalence), together(rng, n)
        first = better if lead else usual
        return predicted(truth, first.says(truth, latent[0]), other.says(truth, latent[1]), metric)

    words = "the same recall and precision" if alike else "unlike recall and precision"
    gap = better.f1(prevalence) - other.f1(prevalence)
    return Law(f"F1, {prevalence:.0%} positive, {words}", "f1", draw, lambda _: gap)


def auc_law(prevalence: float, *, log_normal: bool) -> Law:
    """Return scores of two systems that are shifted in the positive class: normal, or log-normal and shifted after."""
    shift, better = (2.0, 3.0) if log_normal else (1.2, 1.7)

    def draw(rng: np.random.Generator, n: int, lead: float) -> Items:
        truth, latent = of_classes(rng, n, prevalence), together(rng, n)
        values = np.exp(latent) if log_normal else latent
        return predicted(truth, values[0] + (better if lead else shift) * truth, values[1] + shift * truth, RocAuc())

    gap = _area(better, log_normal=log_normal) - _area(shift, log_normal=log_normal)
    words = "log-normal" if log_normal else "normal"
    return Law(f"AUC, {prevalence:.0%} positive, {words} scores", "roc_auc", draw, lambda _: gap)


@cache  # bounded: the shifts of this file
def _area(shift: float, *, log_normal: bool) -> float:
    """Return P(positive > negative)."""
    if not log_normal:
        return float(special.ndtr(shift / np.sqrt(2)))
    return float(np.mean(special.ndtr(np.log(np.exp(_quantiles(20_000)) + shift))))


def log_loss_law() -> Law:
    """Return probabilities that are off by noise in the logit, equally in both systems."""

    def draw(rng: np.random.Generator, n: int, lead: float) -> Items:
        logit = 1.5 * rng.standard_normal(n)
        truth = (rng.random(n) < special.expit(logit)).astype(np.float64)
        noise = np.array([[0.3 if lead else 0.7], [0.7]]) * rng.standard_normal((2, n))
        return predicted(truth, special.expit(logit + noise[0]), special.expit(logit + noise[1]), NegLogLoss())

    gap = _noisy_loss(0.7) - _noisy_loss(0.3)
    return Law("log loss, equal noise", "log loss", draw, lambda _: gap, real=True)


def overconfident_law(times: float = 2.0) -> Law:
    """Return logits multiplied by 2 against logits divided so that the expected loss is the same."""
    timid, moments = _balanced(times)

    def draw(rng: np.random.Generator, n: int, lead: float) -> Items:
        logit = 1.5 * rng.standard_normal(n)
        truth = (rng.random(n) < special.expit(logit)).astype(np.float64)
        first = 1.0 if lead else timid
        return predicted(truth, special.expit(first * logit), special.expit(times * logit), NegLogLoss())

    gap = _loss(times) - _loss(1.0)
    return Law("log loss, one overconfident", "log loss", draw, lambda _: gap, skewness=moments, real=True)


def _quantiles(count: int) -> Floats:
    found: Floats = special.ndtri((np.arange(count) + 0.5) / count)
    return found


def _loss(times: float) -> float:
    """Return the expected log loss of logits multiplied by a number."""
    logit = 1.5 * _quantiles(20_000)
    p = special.expit(logit)
    return float(np.mean(_cross(p, times * logit)))


def _noisy_loss(sd: float) -> float:
    logit, noise = 1.5 * _quantiles(NODES)[:, np.newaxis], sd * _quantiles(NODES)
    return float(np.mean(_cross(special.expit(logit), logit + noise)))


def _cross(p: Floats, logit: Floats) -> Floats:
    """Return the expected loss of a logit where the positive class has probability p."""
    return p * np.logaddexp(0, -logit) + (1 - p) * np.logaddexp(0, logit)


def _balanced(times: float) -> tuple[float, float]:
    """Return the smaller factor with the same expected loss, and the skewness of the differences."""
    low, high, wanted = 0.0, 1.0, _loss(times)
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _loss(middle) > wanted else (low, middle)
    logit = 1.5 * _quantiles(20_000)
    p = special.expit(logit)
    gaps = [np.logaddexp(0, -sign * times * logit) - np.logaddexp(0, -sign * low * logit) for sign in (1, -1)]

    def moment(power: int) -> float:
        return float(np.mean(p * gaps[0] ** power + (1 - p) * gaps[1] ** power))

    return low, moment(3) / moment(2) ** 1.5


SHARES = (0.1, 0.3, 0.5)  # of positive rows
METRICS = (
    *(f1_law(share, alike=alike) for alike in (True, False) for share in SHARES),
    *(auc_law(share, log_normal=log_normal) for log_normal in (False, True) for share in SHARES),
    log_loss_law(),
    overconfident_law(),
)
