"""Two learners on halves: five random divisions and the three of blocked 3x2, which feed the five tests of W14.

Rows are divided once; the first of the five random divisions is the two-fold of the K-fold tests. A difference is
[..., 8, 2]: accuracy of the first less that of the second in each of eight divisions, tested both ways.
"""

import warnings
from functools import lru_cache

import numpy as np
import sklearn

from outperform.core import Bools, Dataset, Floats, Ints, seed_at, stream
from outperform.designs import Blocked3x2, FiveByTwo
from outperform.learners import learner_of
from outperform.learners.damaged import DamagedNN
from outperform.learners.fast import fast_path
from outperform.learners.thresholds import DevianceTree, ThresholdOLS
from outperform.papers.real import dataset_at_hand
from outperform.papers.wang_2014.perceptrons import Halves, accuracies
from outperform.significance import Blocked3x2T, CorrectedKFoldT, Differences, FiveByTwoF, FiveByTwoT, KFoldT
from outperform.sources import Gaussians, Table

TESTS = ("t_CV", "t_CCV", "t_5x2CV", "F_5x2CV", "t_B3x2CV")  # the paper's names, in its order
RANDOM, BLOCKED = 5, 3
LETTERS = Table(name="letter", n=300, replace=True, classes="halves")
STEPS = 30  # of a perceptron's training


def pvalues(x: Floats) -> Floats:
    """Return the p-values [..., test] of differences [..., 8, 2]; the corrected K-fold test is the printed one."""
    scale = np.ones(x.shape[:-2])
    once, random, blocked = (
        Differences(part, scale) for part in (x[..., :1, :], x[..., :RANDOM, :], x[..., RANDOM:, :])
    )
    found = (
        KFoldT().arithmetic(once),
        CorrectedKFoldT(variant="printed").arithmetic(once),
        FiveByTwoT().arithmetic(random),
        FiveByTwoF().arithmetic(random),
        Blocked3x2T().arithmetic(blocked),
    )
    return np.stack([result.pvalue for result in found], axis=-1)


def divide(dataset: Dataset, seed: int, *, stratify: bool = True) -> Ints:
    """Divide the rows eight times: ``labels[division, row]`` is the fold in which a row is tested."""
    designs = (FiveByTwo(stratify=stratify), Blocked3x2(stratify=stratify))
    plans = [design.plan(dataset, stream(seed, "plan", design.slug)) for design in designs]
    return np.vstack([plan.labels for plan in plans if plan.labels is not None])


def gaussian_differences(n: int, variance: float | str, first: int, count: int, seed: int) -> Floats:
    """Regression tree less least squares, both cut at .5, on two Gaussians [dataset, 8, 2]."""
    source = Gaussians(n=n, variance=variance)
    found = np.empty((count, RANDOM + BLOCKED, 2))
    for place in range(count):
        # The same noise at every variance: the curves of a figure move together.
        dataset = source.draw(stream(seed, "gaussians", n, first + place))
        labels = divide(dataset, seed_at(seed, "gaussians", n, first + place))
        found[place] = _shares(_tree_right(dataset, labels), labels) - _shares(_ols_right(dataset, labels), labels)
    return found


def letter_differences(omegas: tuple[float, ...], first: int, count: int, seed: int) -> Floats:
    """Tree less nearest neighbour at each distortion, on letters [dataset, omega, 8, 2]."""
    found = np.empty((count, len(omegas), RANDOM + BLOCKED, 2))
    for place in range(count):
        dataset = LETTERS.draw(stream(seed, "letters", first + place))
        labels = divide(dataset, seed_at(seed, "letters", first + place))
        tree = _shares(_tree_right(dataset, labels), labels)
        for number, omega in enumerate(omegas):
            found[place, number] = tree - _shares(_nearest_right(dataset, omega, labels), labels)
    return found


def perceptron_scores(name: str, hidden: tuple[int, ...], first: int, count: int, seed: int) -> Floats:
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


def real_scores(name: str, learners: tuple[str, ...], stratify: bool, first: int, count: int, seed: int) -> Floats:  # noqa: FBT001 - a unit of work
    """Accuracies [repetition, learner, 8, 2] on a real dataset, fresh divisions each time."""
    dataset = dataset_at_hand(name)
    assert dataset is not None  # callers have checked
    found = np.empty((count, len(learners), RANDOM + BLOCKED, 2))
    for place in range(count):
        labels = divide(dataset, seed_at(seed, "replicability", name, first + place), stratify=stratify)
        for number, spec in enumerate(learners):
            root = seed_at(seed, "learner", name, first + place, spec)
            found[place, number] = _shares(_learner_right(dataset, spec, labels, root), labels)
    return found


def _shares(right: Bools, labels: Ints) -> Floats:
    """Return the share of rows that are right in each fold [division, 2], from counts, so that ties are exact."""
    return np.stack([(right & (labels == f)).sum(axis=1) / (labels == f).sum(axis=1) for f in (0, 1)], axis=1)


def _tree_right(dataset: Dataset, labels: Ints) -> Bools:
    """Grow R's regression tree on each half; unchecked, since checking takes longer than growing."""
    rows, codes = np.ascontiguousarray(dataset.rows, dtype=np.float32), dataset.target.astype(np.float64)
    right = np.empty(labels.shape, dtype=bool)
    with sklearn.config_context(skip_parameter_validation=True):
        for division, folds in enumerate(labels):
            for tested in (folds == 0, folds == 1):
                tree = DevianceTree(random_state=division)
                tree.fit(rows[~tested], codes[~tested], check_input=False)
                right[division, tested] = (tree.predict(rows[tested], check_input=False) > 0.5) == codes[tested]
    return right


def _ols_right(dataset: Dataset, labels: Ints) -> Bools:
    path = fast_path(ThresholdOLS().estimator.regressor, dataset.rows, dataset.target.astype(np.float64))
    assert path is not None  # two columns of finite numbers
    fitted, ok = path.predict(labels)
    assert ok.all()
    right: Bools = (fitted > 0.5) == (dataset.target == 1)
    return right


def _nearest_right(dataset: Dataset, omega: float, labels: Ints) -> Bools:
    """Return whether the distorted neighbour in the other fold has the same class."""
    path = fast_path(DamagedNN(omega=omega).estimator, dataset.rows, dataset.target)
    assert path is not None  # 300 rows of numbers
    right: Bools = path.predict(labels)[0] == dataset.target
    return right


def _learner_right(dataset: Dataset, spec: str, labels: Ints, seed: int) -> Bools:
    learner = learner_of(spec, dataset)
    rows, target = dataset.rows_for(learner), dataset.target
    path = fast_path(getattr(learner, "estimator", None), rows, target)
    right, done = np.empty(labels.shape, dtype=bool), np.zeros((len(labels), 2), dtype=bool)
    if path is not None:
        said, done = path.predict(labels)
        right = said == target
    for division, fold in zip(*np.nonzero(~done), strict=True):
        tested = labels[division] == fold
        predictor = learner.make(seed)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # collinear columns, as in the paper's own runs
            predictor.fit(rows[~tested], target[~tested])
        right[division, tested] = predictor.predict(rows[tested]) == target[tested]
    return right


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
