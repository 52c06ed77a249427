"""Learners on halves: five random divisions of a dataset and the three of blocked 3x2, which feed the five tests.

Tables 6 and 7 are no study of the lab: its records keep p-values, and Figures 6 to 8 test the same differences
against other values than 0.
"""

import warnings
from functools import lru_cache

import numpy as np
from sklearn import config_context

from outperform.core import Dataset, Floats, Ints, Learner, Values, seed_at, stream
from outperform.designs import Blocked3x2, FiveByTwo
from outperform.engine.predicted import predict_folds
from outperform.learners import learner_of
from outperform.learners.damaged import DamagedNN
from outperform.learners.fast import fast_path
from outperform.learners.thresholds import DevianceTree, ThresholdOLS
from outperform.papers.real import dataset_at_hand
from outperform.papers.wang_2014.errors import shares
from outperform.papers.wang_2014.five_tests import BLOCKED, RANDOM
from outperform.papers.wang_2014.perceptrons import Halves, accuracies
from outperform.sources import Gaussians, Table

LETTERS = Table(name="letter", n=300, replace=True, classes="halves")
STEPS = 30  # of a perceptron's training


def divide(dataset: Dataset, seed: int, *, stratify: bool = True) -> Ints:
    """Divide the rows eight times: ``labels[division, row]`` is the fold in which a row is tested."""
    designs = (FiveByTwo(stratify=stratify), Blocked3x2(stratify=stratify))
    plans = [design.plan(dataset, stream(seed, "plan", design.slug)) for design in designs]
    return np.vstack([plan.labels for plan in plans if plan.labels is not None])


def gaussian_differences(n: int, variance: float | str, seed: int, first: int, count: int) -> Floats:
    """Regression tree less least squares, both cut at .5, on two Gaussians [dataset, 8, 2]."""
    source = Gaussians(n=n, variance=variance)
    found = np.empty((count, RANDOM + BLOCKED, 2))
    for place in range(count):
        # The same noise at every variance: the curves of a figure move together.
        dataset = source.draw(stream(seed, "gaussians", n, first + place))
        labels = divide(dataset, seed_at(seed, "gaussians", n, first + place))
        tree, line = _tree_says(dataset, labels), _says(ThresholdOLS(), dataset, labels)
        found[place] = _accuracies(dataset, tree, labels) - _accuracies(dataset, line, labels)
    return found


def letter_differences(omegas: tuple[float, ...], seed: int, first: int, count: int) -> Floats:
    """Tree less nearest neighbour at each distortion, on letters [dataset, omega, 8, 2]."""
    found = np.empty((count, len(omegas), RANDOM + BLOCKED, 2))
    for place in range(count):
        dataset = LETTERS.draw(stream(seed, "letters", first + place))
        labels = divide(dataset, seed_at(seed, "letters", first + place))
        tree = _accuracies(dataset, _tree_says(dataset, labels), labels)
        for number, omega in enumerate(omegas):
            near = _says(DamagedNN(omega=omega), dataset, labels)
            found[place, number] = tree - _accuracies(dataset, near, labels)
    return found


def perceptron_scores(name: str, hidden: tuple[int, ...], seed: int, first: int, count: int) -> Floats:
    """Accuracies [repetition, network, 8, 2] on a real dataset: the LP, then two MLPs of each size."""
    dataset, rows, codes = _numbers(name)
    sizes = (0, *(size for size in hidden for _ in range(2)))
    found = np.empty((count, len(sizes), RANDOM + BLOCKED, 2))
    for place in range(count):
        labels = divide(dataset, seed_at(seed, "perceptrons", name, first + place))
        tested = np.stack([labels == 0, labels == 1], axis=1).reshape(-1, len(codes))
        halves = Halves.of(rows, codes, tested)
        for number, size in enumerate(sizes):
            rng = stream(seed, "network", name, first + place, size, number)
            found[place, number] = accuracies(halves, tested, size, STEPS, rng).reshape(-1, 2)
    return found


def real_scores(name: str, learners: tuple[str, ...], stratify: bool, seed: int, first: int, count: int) -> Floats:  # noqa: FBT001 - a unit of work
    """Accuracies [repetition, learner, 8, 2] on a real dataset, fresh divisions each time."""
    dataset = dataset_at_hand(name)
    assert dataset is not None  # callers have checked
    found = np.empty((count, len(learners), RANDOM + BLOCKED, 2))
    for place in range(count):
        labels = divide(dataset, seed_at(seed, "replicability", name, first + place), stratify=stratify)
        for number, spec in enumerate(learners):
            said = _says(learner_of(spec, dataset), dataset, labels)
            found[place, number] = _accuracies(dataset, said, labels)
    return found


def _accuracies(dataset: Dataset, said: Values, labels: Ints) -> Floats:
    """Return the share of rows that are right in each fold [division, 2], from counts, so that ties are exact."""
    return shares(said == dataset.target, labels)


def _tree_says(dataset: Dataset, labels: Ints) -> Values:
    """Grow R's regression tree on each half; unchecked, since checking takes longer than growing."""
    classes, codes = np.unique(dataset.target, return_inverse=True)
    rows = np.ascontiguousarray(dataset.rows, dtype=np.float32)
    with config_context(skip_parameter_validation=True):
        fitted = predict_folds(lambda division, _: _Unchecked(division), rows, codes.astype(np.float64), labels)
    said: Values = classes[(fitted > 0.5).astype(np.int64)]
    return said


class _Unchecked:
    """R's regression tree on rows of float32, which are not checked."""

    def __init__(self, seed: int) -> None:
        self.tree = DevianceTree(random_state=seed)

    def fit(self, rows: Floats, target: Values) -> None:
        self.tree.fit(rows, target, check_input=False)

    def predict(self, rows: Floats) -> Values:
        return self.tree.predict(rows, check_input=False)


def _says(learner: Learner, dataset: Dataset, labels: Ints) -> Values:
    """Predict by the fast path where there is one; what is fitted here draws nothing."""
    rows, target = dataset.rows_for(learner), dataset.target
    path = fast_path(getattr(learner, "estimator", None), rows, target)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # collinear columns, as in the paper's own runs
        return predict_folds(lambda *_: learner.make(0), rows, target, labels, path)


@lru_cache(maxsize=16)  # of the process: published datasets
def _numbers(name: str) -> tuple[Dataset, Floats, Ints]:
    """Return a dataset with its columns of numbers and its classes as codes; nominal columns are left out."""
    dataset = dataset_at_hand(name)
    assert dataset is not None  # callers have checked
    if isinstance(dataset.rows, np.ndarray):
        rows = np.asarray(dataset.rows, dtype=np.float64)
    else:
        rows = dataset.rows.loc[:, np.array(dataset.kinds) == "numeric"].to_numpy(dtype=np.float64)
    codes = np.unique(dataset.target.astype(str), return_inverse=True)[1]
    return dataset, rows, codes.astype(np.int64)
