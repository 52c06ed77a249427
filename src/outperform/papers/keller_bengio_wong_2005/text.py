"""A collection of texts as populations: three learners on each task, and the cells (truth, first, second).

The collection is Reuters-21578 as a file of svmlight rows, ``reuters21578_aptemod.svm.gz``: term counts, and
category numbers with commas between. It is looked for in the folder that OUTPERFORM_DATA names, in ``text`` inside
that folder, and in ``text`` beside it.
"""

import os
import warnings
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.datasets import load_svmlight_file
from sklearn.exceptions import ConvergenceWarning
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.neural_network import MLPClassifier
from sklearn.svm import SVC, LinearSVC

from outperform.core import Bools, Floats, Ints, seed_at, stream
from outperform.data.datasets import FOLDER

FILE = "reuters21578_aptemod.svm.gz"
LEARNERS = ("linear SVM", "RBF SVM", "MLP")
SHARE = 4  # one document of four is trained on, the others are the population
LEAST = 25  # documents of a category to train on
RATIO = 10  # "often with a ratio of 10 to 100 between the two classes", p. 655
METAS = 12
FOLDS = 3  # of the cross-validation that tunes each learner
SETTINGS: dict[str, list[tuple[float, ...]]] = {
    "linear SVM": [(1.0,), (2.0,), (4.0,)],  # C
    "RBF SVM": list(product((4.0, 16.0), (0.1, 0.3))),  # C, gamma
    "MLP": [(25, 15), (50, 15), (50, 30)],  # hidden units, epochs
}


def file_at_hand() -> Path | None:
    """Find the collection; None if it is not found."""
    folder = os.environ.get(FOLDER)
    if not folder:
        return None
    home = Path(folder).expanduser()
    places = (home / FILE, home / "text" / FILE, home.resolve().parent / "text" / FILE)
    return next((path for path in places if path.is_file()), None)


def digest(path: Path) -> str:
    """Name a file by its content."""
    return sha256(path.read_bytes()).hexdigest()[:16]


@dataclass(frozen=True, eq=False)
class Collection:
    """Documents, and yes-or-no tasks about them."""

    rows: Any  # sparse term counts [document, term]
    tasks: Bools  # [document, task]: the categories, then the meta-categories
    categories: tuple[int, ...]  # numbers of the categories, one per task
    trained: Ints
    rest: Ints  # the population
    positives: Ints  # documents of each category, whether it is a task or not


@lru_cache(maxsize=1)  # of the process: a published collection
def read_collection(path: str, seed: int) -> Collection:
    """Read the file, divide the documents, and make the tasks."""
    rows, labels = load_svmlight_file(path, multilabel=True, zero_based=False)
    member = np.zeros((len(labels), 1 + int(max(max(few, default=0) for few in labels))), dtype=bool)
    for document, few in enumerate(labels):
        member[document, [int(label) for label in few]] = True
    order = stream(seed, "keller-bengio-wong-2005", "documents").permutation(len(labels))
    trained, rest = (np.sort(part) for part in np.split(order, [len(labels) // SHARE]))
    positives = member.sum(axis=0)
    rare = (positives * (1 + RATIO) <= len(labels)) & (member[trained].sum(axis=0) >= LEAST)
    categories = tuple(np.flatnonzero(rare).tolist())
    tasks = np.column_stack([member[:, categories], _metas(member, seed)])
    return Collection(rows, tasks, categories, trained, rest, positives)


def _metas(member: Bools, seed: int) -> Bools:
    """Unite half of the categories at random; keep a union of 40 to 60% of the documents."""
    rng = stream(seed, "keller-bengio-wong-2005", "meta-categories")
    unions = (member[:, rng.random(member.shape[1]) < 0.5].any(axis=1) for _ in range(1000))
    found = [union for union in unions if 0.4 <= union.mean() <= 0.6][:METAS]
    return np.column_stack(found) if found else np.empty((len(member), 0), dtype=bool)


def said(path: str, name: str, learner: str, seed: int) -> Floats:  # noqa: ARG001 - the name is for the store
    """Return what a learner predicts for each document of the population [task, byte], eight documents per byte."""
    collection = read_collection(path, seed)
    train, rest = _weighed(collection.rows[collection.trained], collection.rows[collection.rest])
    target = collection.tasks[collection.trained]
    setting = _tuned(learner, train, target, seed)
    return np.packbits(_predicted(learner, setting, train, target, rest, seed), axis=0).T.astype(np.float64)


def cells_of(collection: Collection, first: Floats, second: Floats) -> Ints:
    """Count the eight cells (truth, first, second) [task, cell] from what ``said`` gives."""
    truth = collection.tasks[collection.rest].T
    codes = 4 * truth + 2 * _bits(first, truth.shape[1]) + _bits(second, truth.shape[1])
    return np.stack([np.bincount(row, minlength=8) for row in codes.astype(np.int64)])


def _bits(packed: Floats, count: int) -> Ints:
    return np.unpackbits(packed.astype(np.uint8), axis=1, count=count).astype(np.int64)


def _weighed(train: Any, *others: Any) -> list[Any]:
    """Weigh terms by tf-idf; the dictionary is that of the training documents."""
    known = np.flatnonzero(np.asarray((train > 0).sum(axis=0)).ravel() >= 2)
    weigh = TfidfTransformer().fit(train[:, known])
    return [weigh.transform(part[:, known]) for part in (train, *others)]


def _tuned(learner: str, train: Any, target: Bools, seed: int) -> tuple[float, ...]:
    """Choose the setting with the best mean F1 over all tasks, cross-validated."""
    fold = stream(seed, "keller-bengio-wong-2005", "tuning").permutation(len(target)) % FOLDS
    scores = {setting: _scored(learner, setting, train, target, fold, seed) for setting in SETTINGS[learner]}
    return max(scores, key=lambda setting: scores[setting])


def _scored(learner: str, setting: tuple[float, ...], train: Any, target: Bools, fold: Ints, seed: int) -> float:
    found = np.zeros_like(target)
    for number in range(FOLDS):
        out = fold == number
        found[out] = _predicted(learner, setting, train[~out], target[~out], train[out], seed)
    return float(np.mean(f1_of(target, found)))


def f1_of(target: Bools, found: Bools) -> Floats:
    """Score each task (the last axis)."""
    total = np.maximum(1, target.sum(axis=0) + found.sum(axis=0))
    scores: Floats = 2 * (target & found).sum(axis=0) / total
    return scores


def _predicted(learner: str, setting: tuple[float, ...], train: Any, target: Bools, rest: Any, seed: int) -> Bools:
    """Fit a learner to every task, and say [document, task]."""
    if learner == "MLP":
        return _mlp(setting, train, target, rest, seed)
    if learner == "linear SVM":
        return _linear(setting[0], train, target, rest, seed)
    return _rbf(setting, train, target, rest)


def _linear(c: float, train: Any, target: Bools, rest: Any, seed: int) -> Bools:
    start = seed_at(seed, "keller-bengio-wong-2005", "linear")
    svms = (LinearSVC(C=c, loss="hinge", max_iter=20_000, random_state=start) for _ in target.T)
    return np.column_stack([svm.fit(train, task).predict(rest) for svm, task in zip(svms, target.T, strict=True)])


def _rbf(setting: tuple[float, ...], train: Any, target: Bools, rest: Any) -> Bools:
    """Fit to one kernel matrix for all tasks."""
    c, gamma = setting
    kernel = np.exp(-gamma * _distances(train, train))
    weights = np.zeros((target.shape[1], len(target)))
    offsets = np.zeros(target.shape[1])
    for place, task in enumerate(target.T):
        svm = SVC(C=c, kernel="precomputed").fit(kernel, task)
        weights[place, svm.support_] = svm.dual_coef_[0]
        offsets[place] = svm.intercept_[0]
    parts = [rest[start : start + 1000] for start in range(0, rest.shape[0], 1000)]
    return np.concatenate([np.exp(-gamma * _distances(part, train)) @ weights.T + offsets > 0 for part in parts])


def _distances(left: Any, right: Any) -> Floats:
    """Square the distances [row of left, row of right] of sparse rows."""
    lengths = [np.asarray(side.multiply(side).sum(axis=1)).ravel() for side in (left, right)]
    found: Floats = lengths[0][:, np.newaxis] + lengths[1] - 2 * (left @ right.T).toarray()
    return found


def _mlp(setting: tuple[float, ...], train: Any, target: Bools, rest: Any, seed: int) -> Bools:
    """Fit one network with an output for each task."""
    units, epochs = (int(number) for number in setting)
    start = seed_at(seed, "keller-bengio-wong-2005", "mlp")
    net = MLPClassifier((units,), max_iter=epochs, batch_size=100, learning_rate_init=0.03, random_state=start)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # the number of epochs is part of the setting
        return np.asarray(net.fit(train, target.astype(np.int64)).predict(rest), dtype=bool)
