"""The predictions of a learner on a plan: by its fast path where there is one, else by refitting."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from outperform.core import Bools, Ints, Predictor, Values, take
from outperform.learners.fast import FastPath


def predict_folds(
    make: Callable[[int, int], Predictor], rows: Any, target: Values, labels: Ints, path: FastPath | None = None
) -> Values:
    """Predict every tested row from the rows outside its fold.

    Parameters
    ----------
    make
        Returns what is fitted in a repeat and fold.
    rows, target
        What it learns from.
    labels
        ``labels[repeat, row]`` is the fold in which a row is tested, -1 where it only trains.
    path
        The fast path of the learner; what it cannot do is fitted.

    Returns
    -------
    predictions[repeat, row]
        Without meaning where the label is -1.

    Examples
    --------
    >>> from sklearn.dummy import DummyClassifier
    >>> rows, target = np.zeros((4, 1)), np.array(["a", "a", "a", "b"])
    >>> predict_folds(lambda repeat, fold: DummyClassifier(), rows, target, np.array([[0, 0, 1, 1]])).tolist()
    [['a', 'a', 'a', 'a']]
    """
    said, done = (np.zeros(labels.shape, target.dtype), None) if path is None else path.predict(labels)
    for repeat, fold in _left(labels, done):
        train, test = np.flatnonzero(labels[repeat] != fold), np.flatnonzero(labels[repeat] == fold)
        fitted = make(repeat, fold)
        fitted.fit(take(rows, train), target[train])
        said[repeat, test] = fitted.predict(take(rows, test))
    return said


def _left(labels: Ints, done: Bools | None) -> Iterator[tuple[int, int]]:
    """Yield repeat and fold of the splits that no fast path has done."""
    for repeat, folds in enumerate(labels):
        for fold in range(int(folds.max()) + 1):
            if done is None or not done[repeat, fold]:
                yield repeat, fold
