"""What columns are by their names: one list of words, for tables of every kind.

A word may name several roles: ``run`` counts the samples of items and the repeats of splits, ``task`` is a part of an
evaluation and a data set of a league. A reader asks for the roles that its kind of table has.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


def phrases(text: str) -> tuple[str, ...]:
    """Return what commas separate in a text, such as names of several words."""
    return tuple(text.split(", "))


_DRAWN = ("run", "trial", "replicate")
SEEDS = ("seed", "random state", "random seed")
DATASETS = phrases(
    "dataset, data set, datasets, data sets, dataset name, data set name, data name, data, task, tasks, task name, "
    "problem, problems, problem name, task id, dataset id, domain, benchmark, corpus, data id"
)
SURELY_DATASETS = DATASETS[:7]
SURELY_SYSTEMS = ("system", "systems", "system id", "system name")
SYSTEMS = (*SURELY_SYSTEMS, "model", "models", "model id", "model name")
LEARNERS = phrases(
    "learner, learners, learner id, learner name, model, models, model name, model id, classifier, classifiers, "
    "classifier name, regressor, estimator, algorithm, algorithms, algo, method, methods, approach, framework, "
    "technique, system, systems, system id, system name, pipeline, flow name, scheme"
)
ITEMS = (
    *("item", "item id", "question id", "doc id", "prompt id", "example id", "instance id", "query id", "example"),
    *("question", "instance"),
)
ITEMS_OR_DATASETS = ("task id", "problem", "problems", "problem name")
MAYBE_ITEMS = ("problem id", "problem", "sample id", "id", "idx", "task id")  # data sets too, or numbers of rows
TRUTHS = ("truth", "y true", "true", "label", "target", "gold", "actual", "ground truth")
MAYBE_TRUTHS = phrases(  # scores too: which of both is asked
    "labels, class, y, answer, answers, answer key, correct answer, correct label, true label, expected, "
    "expected output, outcome, diagnosis, diagnosed, diseased, disease, pathology, biopsy, result, reference, "
    "response, observed, observation, gold label, gold standard, groundtruth, gt, true class, actual label, "
    "actual class, target class, dependent, species"
)
TRUTHS_OF_ROWS = (*TRUTHS, *MAYBE_TRUTHS)
SURELY_PREDICTIONS = (
    *("prediction", "predictions", "pred", "predicted", "predicted label", "y pred", "yhat", "y hat"),
)
PREDICTIONS = (
    *SURELY_PREDICTIONS,
    *("probability", "prob", "proba", "y prob", "y proba", "p", "response", "score", "y score"),
)
REPEATS = ("repeat", "rep", "repetition", "repeats")
FOLDS = ("fold", "folds", "cv fold", "fold id", "fold number", "split", "split id", "iteration", "iter")
MERELY_NUMBERED = ("split", "split id", "iteration", "iter")  # it is unknown which of them form a repeat
SIZES = {
    "n_train": ("n train", "train size", "training size", "num train", "number of training instances", "ntrain"),
    "n_test": ("n test", "test size", "testing size", "num test", "number of testing instances", "ntest"),
}
METRICS = ("metric", "metrics", "metric name", "scorer", "evaluation measure")
SCORES = ("score", "scores")
CLUSTERS = ("cluster", "cluster id")
WEIGHTS = ("weight", "weights")
RUNS = ("sample", "samples", "epoch", "attempt", "attempts", "try", "tries", "rollout", "rollouts", *_DRAWN)
SAMPLES = (*RUNS, *REPEATS, *SEEDS)

HYPERPARAMETERS = phrases(
    "lr, learning rate, c, alpha, beta, gamma, lambda, epsilon, max depth, depth, n estimators, batch size, epochs, "
    "num epochs, n epochs, dropout, weight decay, momentum, hidden size, hidden dim, num layers, n layers, layers, "
    "optimizer, warmup steps, warmup, patience, kernel, n neighbors, top p, top k, temperature, max tokens, l1, l2, "
    "reg alpha, reg lambda, subsample"
)

OF_ITEMS = {  # the roles in scores of systems on items
    "item": (*ITEMS, *MAYBE_ITEMS),
    "system": SYSTEMS,
    "sample": SAMPLES,
    "cluster": CLUSTERS,
    "task": ("task", "task name", "benchmark"),
    "weight": WEIGHTS,
    "score": SCORES,
    "metric": METRICS,
    "filter": ("filter",),
}
_PLACES = {"repeat": (*REPEATS, *_DRAWN), "fold": FOLDS, **SIZES}
OF_SPLITS = {**_PLACES, "metric": METRICS, "learner": LEARNERS}  # in scores of the splits of one data set
OF_LEAGUES = {  # in scores on several data sets
    "dataset": DATASETS,
    "learner": LEARNERS,
    **_PLACES,
    "metric": (*METRICS, "measure", "function"),
    "score": (*SCORES, "value", "result", "performance", "metric value", "mean score", "test score"),
    "reason": ("info", "reason", "status", "error message", "failure", "error", "comment"),
}

_SPLIT = re.compile(
    r"(?:(?:cv|test) )?(fold|split|cv|run|rep|repeat|repetition|seed|iter|iteration|trial) ?\d+(?: (?:test )?score)?"
)
_SPLIT_ROLES = {"cv": "fold", "iter": "iteration", "fold": "fold", "split": "split", "iteration": "iteration"}
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_APART = re.compile(r"[\W_]+")


def words_of(name: str) -> str:
    """Return the words of a column's name in lower case, without signs.

    Examples
    --------
    >>> words_of("Data-Set"), words_of("NumberOfInstances"), words_of("#n_train")
    ('data set', 'number of instances', 'n train')
    """
    return " ".join(word for word in _APART.split(_CAMEL.sub(" ", name).casefold()) if word)


def role_of(name: str) -> str | None:
    """Return what a column of scores of items is by its name alone: item, system, sample and so on; None for others.

    Examples
    --------
    >>> role_of("Item-ID"), role_of("rollout"), role_of("forest")
    ('item', 'sample', None)
    """
    words = words_of(name)
    return next((role for role, known in OF_ITEMS.items() if words in known), None)


def called(columns: Iterable[str], words: Iterable[str], fits: Callable[[str], Any] = bool) -> list[str]:
    """Return the columns that are called by one of these words, in the order of the words, where they fit.

    Examples
    --------
    >>> called(["Model", "learner", "fold"], LEARNERS), called(["Model"], LEARNERS, lambda name: False)
    (['learner', 'Model'], [])
    """
    by_words: dict[str, list[str]] = {}
    for name in columns:
        by_words.setdefault(words_of(name), []).append(name)
    return [name for each in words for name in by_words.get(each, ()) if fits(name)]


def first_called(columns: Iterable[str], words: Iterable[str], fits: Callable[[str], Any] = bool) -> str | None:
    """Return the first column that is called so; None without one."""
    return next(iter(called(columns, words, fits)), None)


def split_columns(columns: Iterable[str]) -> dict[str, str]:
    """Return the columns that hold a split each, as fold1 and fold2, and what they number; none where it is only one.

    Examples
    --------
    >>> split_columns(["model", "fold1", "fold2"]), split_columns(["seed_0", "svm"]), split_columns(["Run 1", "run 2"])
    ({'fold1': 'fold', 'fold2': 'fold'}, {}, {'Run 1': 'repeat', 'run 2': 'repeat'})
    """
    matches = {name: _SPLIT.fullmatch(words_of(name)) for name in columns}
    found = {name: _SPLIT_ROLES.get(match[1], "repeat") for name, match in matches.items() if match}
    return found if len(found) > 1 else {}
