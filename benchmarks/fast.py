"""Fast cross-validation over the bare loop of refits: 10 repeats of 10 folds, without scoring on either side."""

from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from threadpoolctl import threadpool_limits

from benchmarks.timing import medians, show
from outperform.core import Dataset, Floats, Ints, Plan, Values, stream
from outperform.designs import KFold
from outperform.learners.fast import fast_path

CONTESTS = (
    ("1-NN", KNeighborsClassifier(1), 15),
    ("GaussianNB", GaussianNB(), 20),
    ("LDA", LinearDiscriminantAnalysis(), 25),
    ("Ridge", Ridge(), 10),
    ("OLS", LinearRegression(), 10),
)


def run() -> None:
    """Print the loop's CPU time over ours, the making of the fast path included."""
    with threadpool_limits(1):
        for rows_count in (300, 1000):
            for columns in (10, 20):
                rows, target = two_classes(rows_count, columns)
                plan = KFold(10, 10).plan(Dataset(rows, target), stream(0, "plan"))
                for name, estimator, limit in CONTESTS:
                    compare(
                        f"{name}, 10x10, {rows_count} rows, {columns} columns", estimator, (rows, target), plan, limit
                    )


def compare(name: str, estimator: Any, data: tuple[Floats, Values], plan: Plan, limit: float) -> None:
    """Time both side by side."""
    splits = [(split.train, split.test) for split in plan.splits]
    ours, loop = lambda: by_fast_path(estimator, *data, plan.labels), lambda: by_refits(estimator, *data, splits)
    ours(), loop()  # warm up
    fast, slow = medians([ours, loop])
    show(f"refits / fast path: {name}", slow / fast, limit)


def two_classes(rows: int, columns: int) -> tuple[Floats, Values]:
    """Draw two overlapping normal classes of equal size."""
    target = np.arange(rows) % 2
    return stream(0, "two classes").normal(size=(rows, columns)) + 0.5 * target[:, np.newaxis], target


def by_fast_path(estimator: Any, rows: Floats, target: Values, labels: Ints | None) -> Values:
    """Predict all repeats at once, and leave nothing to refit."""
    path = fast_path(estimator, rows, target)
    if path is None or labels is None:
        raise AssertionError("there is no fast path")
    predictions, ok = path.predict(labels)
    if not ok.all():
        raise AssertionError("some splits were left to refit")
    return predictions


def by_refits(estimator: Any, rows: Floats, target: Values, splits: list[tuple[Ints, Ints]]) -> None:
    """Clone, fit and predict, split by split."""
    for train, test in splits:
        clone(estimator).fit(rows[train], target[train]).predict(rows[test])


if __name__ == "__main__":
    run()
