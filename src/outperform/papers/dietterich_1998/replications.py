"""Why five replications of two folds (Dietterich 1998, sec. 3.5): what is wrong with ten folds, and with fewer."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from scipy.special import stdtrit

from outperform.core import Floats, stream
from outperform.core.panels import Panel, Panels, Series
from outperform.papers.agreement import Agreement, Cell, Measured
from outperform.papers.dietterich_1998.rates import ACCEPTABLE, LEVEL, jackknifed, rejected
from outperform.papers.dietterich_1998.runs import tried
from outperform.papers.dietterich_1998.simulation import simulated_halves
from outperform.papers.rules import Bounds, claim
from outperform.papers.workbench import Workbench

REPLICATIONS = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20)
OFTEN = 0.05  # where the variance is 0 the test rejects: as often as its level allows

POORLY = (
    "We found that while the variance was slightly underestimated when the training sets overlapped, the means were "
    "occasionally very poorly estimated, and this was the cause of the large t values."
)
SINGLE = (
    "We found that if we replaced the numerator of the t statistic with the observed difference from a single fold of "
    "the k-fold cross-validation, the statistic became well-behaved."
)
NOISY = (
    "We could set B = s_1^2/sigma^2, but when we tested this experimentally, we found that the resulting estimate of "
    "the variance was very noisy, and often zero."
)
FIVE = "Exploratory studies showed that using fewer or more than five replications increased the risk of Type I error."


def replications(bench: Workbench) -> Agreement:
    """Sec. 3.5: from ten folds to five replications of two."""
    found = tried(bench, "EXP6")
    parts = {"EXP6": found.halves, "simulation": simulated_halves(bench)}
    cells = [*_overlapping(found.folds, bench.seed)]
    panels, notes = [], []
    for name, halves in parts.items():
        rates = {count: rejected(halves, count) for count in REPLICATIONS if count <= halves.shape[1]}
        cells += [*_one_replication(name, halves), *_five(name, rates)]
        panels.append(_panel(name, rates))
        words = ", ".join(f"{rate.mean():.4f} at {count}" for count, rate in rates.items())
        notes.append(f"{name}, Type I error by replications: {words}.")
    caption = "Type I error of the 5x2cv statistic with more or fewer replications (Dietterich 1998, sec. 3.5)."
    notes += [
        "The exploratory studies behind the sentences are not described; r replications have r df. Of a dataset's "
        "replications each is the first in turn, and each of its halves the numerator: the rate is the mean over all.",
        "Non-overlapping training sets: each fold is taken from another dataset of EXP6, where the learners are equal.",
        f"Often is at least {OFTEN:g}: where the variance is 0 the test rejects, as often as its level allows.",
    ]
    figure = Panels("section-3-5", caption, tuple(panels))
    title = "Why five replications"
    return Agreement("section-3-5", title, "1895-1923, sec. 3.5", tuple(cells), figure, tuple(notes))


def _five(name: str, rates: Mapping[int, Floats]) -> Iterable[Cell]:
    for word, others in (("fewer", [n for n in rates if n < 5]), ("more", [n for n in rates if n > 5])):
        gaps = {f"{count} replications": Measured.over(rates[count] - rates[5]) for count in others}
        yield claim(f"{name}: {word} than five", FIVE, gaps, "rate of rejections less that at 5", Bounds(above=0))


def _one_replication(name: str, halves: Floats) -> Iterable[Cell]:
    """Look at the variance of a single replication, each replication of a dataset in turn."""
    squares = (halves[..., 0] - halves[..., 1]) ** 2 / 2
    zero = Measured.over((squares < 1e-18).mean(axis=1))
    yield claim(f"{name}: s1² often zero", NOISY, zero, "share of s1² that are 0", Bounds(at_least=OFTEN))
    first, second = squares.mean(axis=1), (squares**2).mean(axis=1)
    noise = jackknifed(lambda a, b: np.sqrt(np.maximum(0, b - a**2)) / a, first, second)
    what = "standard deviation of s1² over its mean"
    yield claim(f"{name}: s1² very noisy", NOISY, noise, what, Bounds(above=1))


def _overlapping(folds: Floats, seed: int) -> Iterable[Cell]:
    """Compare ten folds of one cross-validation with ten folds whose training sets do not overlap."""
    variance, square = folds.var(axis=1, ddof=1), folds.mean(axis=1) ** 2
    single = ((folds - folds.mean()) ** 2).mean(axis=1)  # folds of different datasets do not overlap
    yield claim(
        "EXP6: variance slightly underestimated",
        POORLY,
        jackknifed(lambda a, b: a / b, variance, single),
        "mean variance over the ten folds of a cross-validation, over the variance of a fold over datasets",
        Bounds(below=1, at_least=0.8),
    )
    yield claim(
        "EXP6: means poorly estimated",
        POORLY,
        jackknifed(lambda a, b: 10 * a / b, square, single),
        "mean squared error of the mean of ten folds, over a tenth of the variance of a fold over datasets",
        Bounds(above=1),
    )
    apart = independent(folds, seed)
    variances, squares = (variance, apart.var(axis=1, ddof=1)), (square, apart.mean(axis=1) ** 2)
    by_mean, by_variance = (
        _large(np.sqrt(square), other) for square, other in zip(squares, variances[::-1], strict=True)
    )
    yield claim(
        "EXP6: means cause the large t values",
        POORLY,
        Measured.over(by_mean - by_variance),
        "rate of rejections with the mean of overlapping folds and the variance of others, less that vice versa",
        Bounds(above=0),
    )
    spread = np.sqrt(variance)[:, np.newaxis]
    beyond = (np.abs(folds) >= _T9 * spread) & (folds != 0)
    yield claim(
        "EXP6: a single fold as numerator",
        SINGLE,
        Measured.over(beyond.mean(axis=1)),
        "rate of rejections of the difference on one fold over the standard deviation of all ten, each in turn",
        Bounds(at_most=ACCEPTABLE),
    )


_T9 = float(stdtrit(9, 1 - LEVEL / 2))


def _large(mean: Floats, variance: Floats) -> Floats:
    """Return where a t statistic of ten folds rejects."""
    large: Floats = ((mean >= _T9 * np.sqrt(variance / 10)) & (mean != 0)).astype(np.float64)
    return large


def independent(folds: Floats, seed: int) -> Floats:
    """Take each fold from another dataset: their training sets do not overlap."""
    order = stream(seed, "independent").permuted(np.tile(np.arange(len(folds)), (folds.shape[1], 1)), axis=1)
    apart: Floats = folds[order.T, np.arange(folds.shape[1])]
    return apart


def _panel(name: str, rates: Mapping[int, Floats]) -> Panel:
    found: Sequence[Measured] = [Measured.over(rate) for rate in rates.values()]
    x, y = tuple(map(float, rates)), tuple(value for value, _ in found)
    low, high = (tuple(value + sign * 1.96 * se for value, se in found) for sign in (-1, 1))
    series = Series("statistic on r replications", x, y, low, high)
    return Panel(name, "replications", "Type I error", (series,), marks=(("level", LEVEL),))
