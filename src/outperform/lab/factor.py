"""Measure how much wider the null distribution of a learner is than the threshold of ten repeats assumes.

One learner on two equivalent blocks of columns is an exact null. If theta of infinitely many repeats has the standard
deviation sigma there, the threshold c rejects in P(|Z| > c/sigma) of the data sets; it holds its level of 5% if
c/sigma is 1.96. The factor is 1.96 sigma / c: theta must be divided by it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from outperform.core import Floats, InputError, seed_at, stream
from outperform.engine.pool import run_apart
from outperform.engine.progress import Progress
from outperform.lab.replay import Replay
from outperform.learners import kind_of, learners_of, probes
from outperform.significance.adaptive_t import FixedRule
from outperform.significance.differences import Differences
from outperform.significance.flip import wander_under
from outperform.significance.rows import row_noise
from outperform.sources import CATALOGUE as SOURCES

LEVEL = 0.05
Z = 1.959963984540054
REPEATS = 3
CHUNK = 25
NULLS = {  # at most one column per ten rows; Gaussian and real data
    True: (
        "symmetric(n=100)",
        "symmetric(n=300, features=5, signal=0.4)",
        "symmetric(n=50, features=5, signal=0.7)",
        "real-blocks(n=100, columns=4, blur=0.5)",
        "real-blocks(data='wine', n=150, columns=5, blur=0.5)",
        "real-blocks(data='digits', n=300, columns=12, blur=0.5)",
        "real-blocks(n=200, columns=8)",
    ),
    False: (
        "regression(n=100)",
        "regression(n=300, features=5)",
        "regression(n=50, features=5)",
        "real-regression(n=100, columns=5)",
        "real-regression(n=400)",
    ),
}


@dataclass(frozen=True)
class FactorReading:
    """The factors of one learner on one source, with standard errors: by rows, and by folds."""

    learner: str
    source: str
    datasets: int
    rows: float
    rows_se: float
    folds: float
    folds_se: float


def measure_factor(
    learner: str,
    *,
    folds: int = 10,
    datasets: int = 1000,
    sources: Sequence[str] | None = None,
    seed: int = 0,
    jobs: int | None = None,
    progress: bool = False,
) -> list[FactorReading]:
    """Measure the factor of a learner, given by its name, on several sources without a true difference.

    Examples
    --------
    >>> found = measure_factor("lda", datasets=20, sources=["symmetric(n=100)"])
    >>> 0.5 < found[0].rows < 1.5
    True
    """
    if folds < 2:
        raise InputError("folds", f"must be at least 2, got {folds}")
    if datasets < 2:
        raise InputError("datasets", f"must be at least 2, got {datasets}")
    chosen = tuple(sources) if sources is not None else NULLS[classifies(learner)]
    chunks = [range(start, min(start + CHUNK, datasets)) for start in range(0, datasets, CHUNK)]
    found = []
    with Progress(len(chosen) * datasets, shown=progress, word="datasets") as bar:
        for source in chosen:
            parts: dict[int, Floats] = {}
            for start, part in run_apart(partial(_chunk, source, learner, folds, seed), chunks, jobs):
                parts[start] = part
                for _ in part:
                    bar.step()
            found.append(_reading(learner, source, np.concatenate([parts[numbers.start] for numbers in chunks]), folds))
    return found


def kind_of_spec(learner: str) -> str:
    """Return the kind of a learner as the table of factors names it."""
    return kind_of(probes(learner)[0])


def classifies(learner: str) -> bool:
    """Return whether a learner predicts classes; one that does both is measured on classes."""
    return any(inner.classifies for inner in probes(learner)) or len(probes(learner)) == 2


def _chunk(source: str, learner: str, folds: int, seed: int, numbers: range) -> tuple[int, Floats]:
    return numbers.start, np.array([_moments(source, learner, folds, seed, number) for number in numbers])


def _moments(source: str, learner: str, folds: int, seed: int, number: int) -> tuple[float, float]:
    """Return theta^2 of one data set minus what the random splits add to it: by rows, and by folds."""
    dataset = SOURCES.parse(source).draw(stream(seed, "factor", source, number))
    blocks = [f'block(learner="{learner}")', f'block(learner="{learner}", which=2)']
    pair = list(learners_of(blocks, dataset).values())
    table = Replay(dataset, pair, seed_at(seed, "factor", source, number), folds).group(0, REPEATS)
    noise = row_noise(table.d, table.labels, folds)
    if noise.variance == 0:
        return 0.0, 0.0
    by_fold = wander_under(FixedRule(folds, 1.0), Differences(table.by_fold, np.array(1.0), 1 / (folds - 1)))
    return noise.theta**2 - noise.tau**2 / REPEATS, by_fold.theta**2 - by_fold.tau**2 / REPEATS


def _reading(learner: str, source: str, moments: Floats, folds: int) -> FactorReading:
    rules = FixedRule(folds, 1.0, "rows"), FixedRule(folds, 1.0, "folds")
    threshold = np.array([float(rule.threshold(np.array(1.0), LEVEL)) for rule in rules])
    square = np.maximum(moments.mean(axis=0), 0.0) * (Z / threshold) ** 2
    factor = np.sqrt(square)
    spread = moments.std(axis=0, ddof=1) / np.sqrt(len(moments)) * (Z / threshold) ** 2
    se = np.divide(spread, 2 * factor, out=np.zeros(2), where=factor > 0)
    return FactorReading(learner, source, len(moments), float(factor[0]), float(se[0]), float(factor[1]), float(se[1]))
