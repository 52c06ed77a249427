"""Bootstrap of the F1 difference of two learners, side by side with its peers."""

from typing import Any

import numpy as np
from scipy.stats import bootstrap
from sklearn.metrics import f1_score

from benchmarks.timing import medians, show
from outperform.core import Floats, Items, Scores, Values, stream
from outperform.metrics import F1
from outperform.metrics.cells import Cells
from outperform.significance import BootstrapPercentile
from outperform.significance.bootstrap import replicates
from outperform.significance.percentile import equal_tailed_p

ROWS, REPLICATES, LOOPED = 6_000, 5_000, 50


def run() -> None:
    """Print the ratios."""
    truth, predictions = evaluation_set(ROWS)
    items = Items(truth, predictions[:, np.newaxis], metric=F1())
    scores = Scores(("a", "b"), "f1", np.zeros((2, 1, 1)), items=items)
    small, large = (Cells.of(*evaluation_set(rows)) for rows in (ROWS, 100 * ROWS))

    ours, scipy, sklearn, few_rows, many_rows = medians(
        [
            lambda: BootstrapPercentile(REPLICATES).judge(scores).interval(0.05),
            lambda: by_scipy(truth, predictions),
            lambda: by_sklearn(truth, predictions),
            lambda: equal_tailed_p(replicates(small, small.counts, F1(), REPLICATES, stream(0))),
            lambda: equal_tailed_p(replicates(large, large.counts, F1(), REPLICATES, stream(0))),
        ]
    )
    show("bootstrap of the F1 difference, N=6000, B=5000: scipy.stats.bootstrap / ours", scipy / ours, 100)
    loop = sklearn * REPLICATES / LOOPED
    show("the same: loop over sklearn.metrics.f1_score, scaled / ours", loop / ours, 5_000)
    show("the same, cells counted: N=600,000 / N=6000", many_rows / few_rows, 1.5, at_least=False)


def evaluation_set(rows: int) -> tuple[Values, Values]:
    """Draw a truth with one positive in five, and two learners that err on 10% and 12% of the rows."""
    rng = stream(0, "evaluation set")
    truth = rng.random(rows) < 0.2
    wrong = rng.random((2, rows)) < np.array([[0.10], [0.12]])
    return truth.astype(np.int64), (truth ^ wrong).astype(np.int64)


def by_scipy(truth: Values, predictions: Values) -> Any:
    """Resample rows with scipy, paired and vectorised."""
    return bootstrap(
        (truth, *predictions),
        f1_difference,
        paired=True,
        vectorized=True,
        n_resamples=REPLICATES,
        method="percentile",
        rng=stream(0),
    )


def f1_difference(truth: Values, first: Values, second: Values, axis: int = -1) -> Floats:
    """F1 of two learners along an axis, as a user of scipy would write it."""
    found, positive = [(truth & said).sum(axis) for said in (first, second)], truth.sum(axis)
    both = [2 * tp / (positive + said.sum(axis)) for tp, said in zip(found, (first, second), strict=True)]
    return np.asarray(both[0] - both[1])


def by_sklearn(truth: Values, predictions: Values) -> list[float]:
    """Resample rows in a loop, for a fraction of the replicates."""
    rng = stream(0)
    picks = (rng.integers(truth.size, size=truth.size) for _ in range(LOOPED))
    return [f1_score(truth[row], predictions[0, row]) - f1_score(truth[row], predictions[1, row]) for row in picks]
