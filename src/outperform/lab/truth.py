"""Truth by brute force: train on many fresh datasets of one size, test each on many fresh rows."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from outperform.core import Dataset, Floats, InputError, Learner, Source, Truth, seed_at, stream
from outperform.learners import learner_of
from outperform.metrics.scorers import metric_of
from outperform.sources import Table

Named = Learner | str


def measured_truth(
    source: Source,
    learners: Sequence[Named] | None = None,
    train_size: int = 100,
    seed: int = 0,
    datasets: int = 200,
    test_rows: int = 2000,
) -> Truth:
    """Measure the expected difference of two learners that are trained on so many rows, with its standard error.

    Parameters
    ----------
    source
        Where the rows come from.
    learners
        Two learners or their specs; None takes the usual pair of the source.
    train_size
        Rows to train on: the truth depends on it.
    seed
        Root of all that is drawn.
    datasets
        Training sets; the standard error is that of the mean over them.
    test_rows
        Fresh rows that each is tested on. A source that is a real dataset tests on the rows it keeps instead.

    Returns
    -------
    Truth
        In accuracy, or in the metric that the source names; first less second.

    Examples
    --------
    >>> from outperform.sources import TaskOne
    >>> measured_truth(TaskOne(step=100), datasets=10)  # really -1/2
    Truth(difference=-0.49, se=0.004)
    """
    pair = source.learners if learners is None else learners
    if len(pair) != 2:
        raise InputError("learners", f"a truth is about two learners, got {len(pair)}")
    first, second = (scores_of(source, learner, train_size, seed, datasets, test_rows) for learner in pair)
    gaps = first - second
    return Truth(float(gaps.mean()), float(gaps.std(ddof=1) / np.sqrt(datasets)))


def scores_of(
    source: Source, learner: Named, train_size: int, seed: int, datasets: int, test_rows: int | Dataset
) -> Floats:
    """Score a learner on fresh rows, once for each fresh training set; all learners meet the same rows and seeds."""
    if datasets < 2:
        raise InputError("datasets", f"must be at least 2, got {datasets}")
    metric = metric_of(getattr(source, "metric", "accuracy"))
    found = [
        metric.score(test.target, _predictions(learner, train, test, seed_at(seed, "fit", number)))
        for number, (train, test) in enumerate(fresh_pairs(source, train_size, seed, datasets, test_rows))
    ]
    return np.array(found)


def _predictions(learner: Named, train: Dataset, test: Dataset, seed: int) -> Any:
    made = learner_of(learner, train).make(seed)
    made.fit(train.rows, train.target)
    return made.predict(test.rows)


def fresh_pairs(
    source: Source, train_size: int, seed: int, datasets: int, test_rows: int | Dataset
) -> Iterator[tuple[Dataset, Dataset]]:
    """Give training sets of one size, each with rows to test on: fresh ones, those kept, or those given."""
    training = _sized(source, train_size)
    for number in range(datasets):
        rng = stream(seed, "train", number)
        if isinstance(training, Table) and not isinstance(test_rows, Dataset):
            yield training.draw_and_rest(rng)
        elif isinstance(test_rows, Dataset):
            yield training.draw(rng), test_rows
        else:
            yield training.draw(rng), _sized(source, test_rows).draw(stream(seed, "test", number))


def _sized(source: Source, size: int) -> Source:
    return replace(source, n=size)  # type: ignore[type-var]  # every source is a dataclass with n
