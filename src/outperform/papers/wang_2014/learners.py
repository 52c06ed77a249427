"""The learners of Wang et al. (2014), each for many training sets at once.

A learner takes training rows [set, row, column], their classes [set, row] of 0 and 1 and test rows [set, row, column],
and gives the predicted classes. Each is a learner of the project, fit by fit, but for two:

=========  ================================================================  ====================================
name       project's learner                                                 what the authors' words suggest in R
=========  ================================================================  ====================================
``nb``     ``nb`` with variances of divisor n - 1, as Table 4 shows          e1071's naiveBayes
``logreg`` ``sklearn.linear_model.LogisticRegression(C=1e8)``, no penalty    glm
``tree``   ``rpart``                                                         rpart
``svm``    ``svm``                                                           e1071's svm: radial, columns scaled
``net``    none: three units, trained as R's nnet does                       nnet; its size is not said
=========  ================================================================  ====================================

They are no fast paths of ``learners.fast``: those share the sums of one dataset among its splits and prove each split
equal to a refit, while here are thousands of datasets with six small fits each, which share nothing but the call.
"""

from collections.abc import Callable

import numpy as np
from scipy.special import expit
from sklearn import config_context
from sklearn.svm import SVC

from outperform.core import Floats, Ints
from outperform.learners.pruned_trees import Limits, TrainingRows, grow
from outperform.papers.wang_2014.nets import net_classes

Predict = Callable[[Floats, Ints, Floats, np.random.Generator], Ints]
PENALTY = 1e-8  # on the squared weights of logistic regression: keeps separable classes finite
NEWTON_STEPS = 40
LEAST_STEP = 1e-9


def predictions(name: str, rows: Floats, target: Ints, tested: Floats, rng: np.random.Generator) -> Ints:
    """Train on each set of rows, and predict the rows beside it."""
    return _LEARNERS[name](rows, target, tested, rng)


def _naive_bayes(rows: Floats, target: Ints, tested: Floats, rng: np.random.Generator) -> Ints:  # noqa: ARG001
    """Compare the log densities of two classes, a polynomial of second degree in each column.

    Variances have the divisor n - 1, as in R. With n, as in scikit-learn, rho2 at n = 40 is .3285 (standard error
    .0005), with n - 1 it is .3360; printed is .334, from 100,000 datasets, which is within .0015.
    """
    square, tested_square = rows * rows, tested * tested
    scores = []
    for label in (0, 1):
        member = (target == label).astype(np.float64)[:, np.newaxis]
        count = member.sum(axis=2)
        mean, second = (member @ rows)[:, 0] / count, (member @ square)[:, 0] / count
        variance = (second - mean * mean) * count / (count - 1)
        constant = np.log(count[:, 0]) - 0.5 * (np.log(variance) + mean * mean / variance).sum(axis=1)
        slopes, bends = (mean / variance)[..., np.newaxis], (-0.5 / variance)[..., np.newaxis]
        scores.append((tested @ slopes + tested_square @ bends)[..., 0] + constant[:, np.newaxis])
    first: Ints = (scores[1] > scores[0]).astype(np.int64)
    return first


def _logistic(rows: Floats, target: Ints, tested: Floats, rng: np.random.Generator) -> Ints:  # noqa: ARG001
    """Maximise the likelihood by Newton's steps."""
    table = _with_ones(rows)
    across = table.swapaxes(1, 2)
    penalty = PENALTY * np.diag([0.0] + [1.0] * rows.shape[2])
    weights = np.zeros((len(rows), table.shape[2]))
    for _ in range(NEWTON_STEPS):
        chance = expit((table @ weights[..., np.newaxis])[..., 0])
        slope = (across @ (target - chance)[..., np.newaxis])[..., 0] - weights @ penalty
        bend = (across * (chance * (1 - chance))[:, np.newaxis]) @ table + penalty
        step = np.linalg.solve(bend + 1e-12 * np.eye(bend.shape[1]), slope[..., np.newaxis])[..., 0]
        weights += step
        if np.abs(step).max() < LEAST_STEP:
            break
    return ((_with_ones(tested) @ weights[..., np.newaxis])[..., 0] > 0).astype(np.int64)


def _with_ones(rows: Floats) -> Floats:
    return np.concatenate([np.ones((*rows.shape[:2], 1)), rows], axis=2)


def _tree(rows: Floats, target: Ints, tested: Floats, rng: np.random.Generator) -> Ints:  # noqa: ARG001
    trees = grow(TrainingRows.stacked(rows, target, 2), Limits())
    tree = np.repeat(np.arange(len(tested)), tested.shape[1])
    return trees.predict(tree, tested.reshape(len(tree), -1)).reshape(tested.shape[:2])


def _svm(rows: Floats, target: Ints, tested: Floats, rng: np.random.Generator) -> Ints:  # noqa: ARG001
    """Scale all sets at once, then fit them one by one."""
    mean, spread = rows.mean(axis=1, keepdims=True), rows.std(axis=1, keepdims=True)
    spread[spread == 0] = 1
    rows, tested = (rows - mean) / spread, (tested - mean) / spread
    machine = SVC()
    with config_context(skip_parameter_validation=True, assume_finite=True):  # a fifth of the time on 20 rows
        return np.stack([machine.fit(*both).predict(test) for *both, test in zip(rows, target, tested, strict=True)])


def _net(rows: Floats, target: Ints, tested: Floats, rng: np.random.Generator) -> Ints:
    return net_classes(_with_ones(rows), target, _with_ones(tested), rng)


_LEARNERS: dict[str, Predict] = {
    "nb": _naive_bayes,
    "logreg": _logistic,
    "tree": _tree,
    "svm": _svm,
    "net": _net,
}
