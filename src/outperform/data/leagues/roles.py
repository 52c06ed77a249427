"""What the columns of a league's table are by name: data set, learner, score, split, sizes, metric, reason."""

import re
from collections.abc import Callable, Mapping

import numpy as np

from outperform.core import Values
from outperform.data.column_kinds import are_whole, is_text
from outperform.data.leagues.cells import holds_scores
from outperform.data.leagues.sheet import words_of
from outperform.data.tables import as_floats, is_missing

DATASETS = (
    *("dataset", "data set", "datasets", "data sets", "dataset name", "data set name", "data name", "data"),
    *("task", "tasks", "task name", "problem", "problems", "problem name", "task id", "dataset id", "domain"),
    *("benchmark", "corpus", "data id"),
)
LEARNERS = (
    *("learner", "learners", "learner id", "learner name", "model", "models", "model name", "classifier"),
    *("classifiers", "regressor", "estimator", "algorithm", "algorithms", "algo", "method", "methods"),
    *("approach", "framework", "technique", "system", "pipeline", "flow name", "scheme"),
)
SPLITS = {
    "repeat": ("repeat", "rep", "repetition", "repeats", "replicate", "run", "trial"),
    "fold": ("fold", "folds", "cv fold", "fold id", "fold number", "split", "split id", "iteration", "iter"),
}
SIZES = {
    "n_train": ("n train", "train size", "training size", "num train", "number of training instances", "ntrain"),
    "n_test": ("n test", "test size", "testing size", "num test", "number of testing instances", "ntest"),
}
MERELY_NUMBERED = ("split", "split id", "iteration", "iter")
_SEEDS = ("seed", "random state", "random seed")
_OTHERS = {
    "metric": ("metric", "metrics", "measure", "scorer", "function", "metric name", "evaluation measure"),
    "score": ("score", "scores", "value", "result", "performance", "metric value", "mean score", "test score"),
    "reason": ("info", "reason", "status", "error message", "failure", "error", "comment"),
}


def roles_of(columns: Mapping[str, Values]) -> dict[str, str]:
    """Return the columns by role: dataset, learner, repeat, fold, n_train, n_test, metric, score, reason."""
    by_words: dict[str, str] = {}
    for name in columns:
        by_words.setdefault(_rows_of(name), name)
    fits: dict[str, tuple[tuple[str, ...], Callable[[Values], bool]]] = {
        "dataset": (DATASETS, _names),
        "learner": (LEARNERS, _mostly_text),
        **{role: (names, _counts) for role, names in SPLITS.items()},
        **{role: (names, _numbers) for role, names in SIZES.items()},
        "metric": (_OTHERS["metric"], is_text),
        "score": (_OTHERS["score"], holds_scores),
        "reason": (_OTHERS["reason"], _texts),
    }
    found: dict[str, str] = {}
    for role, (names, fit) in fits.items():
        called = [by_words[each] for each in names if each in by_words]
        fitting = [each for each in called if each not in found.values() and fit(columns[each])]
        found |= dict.fromkeys([role], fitting[0]) if fitting else {}
    return found


def _rows_of(name: str) -> str:
    """Return the words of a name; of Data set / Method, those that name the rows."""
    rows, *others = [words for part in re.split(r"[\\/|]", name) if (words := words_of(part))] or [""]
    both = [(rows in DATASETS and other in LEARNERS) or (rows in LEARNERS and other in DATASETS) for other in others]
    return rows if both == [True] else words_of(name)


def with_seeds(columns: Mapping[str, Values], roles: dict[str, str]) -> dict[str, str]:
    """Return roles in which seeds number the repeats, where nothing else tells the rows of a data set apart."""
    seed = next((name for name in columns if words_of(name) in _SEEDS and _counts(columns[name])), None)
    if seed is None or "repeat" in roles or seed in roles.values():
        return roles
    keys = [columns[roles[role]].tolist() for role in ("dataset", "learner", "metric", "fold") if role in roles]
    rows = list(zip(*keys, strict=True))
    return roles if len({tuple(map(str, row)) for row in rows}) == len(rows) else roles | {"repeat": seed}


def _names(column: Values) -> bool:
    """Return whether a column may hold names: text, or whole numbers."""
    return is_text(column) or are_whole(column) or (column.dtype.kind in "OUT" and not _numbers(column))


def _counts(column: Values) -> bool:
    """Return whether a column may number splits: no number in it has decimals."""
    found = as_floats(column)
    known = found[np.isfinite(found)]
    return bool((known == np.floor(known)).all()) and not all(is_missing(cell) for cell in column.tolist())


def _numbers(column: Values) -> bool:
    known = [cell for cell in column.tolist() if not is_missing(cell)]
    return bool(known) and bool(np.isfinite(as_floats(np.array(known, dtype=object))).all())


def _texts(column: Values) -> bool:
    return is_text(column) or all(is_missing(cell) for cell in column.tolist())


def _mostly_text(column: Values) -> bool:
    """Return whether a column may hold the names of learners: some text, and at most half of the cells are numbers."""
    known = [cell for cell in column.tolist() if isinstance(cell, str) and cell.strip()]
    numbers = int(np.isfinite(as_floats(column)).sum())
    return len(known) > 0 and 2 * numbers <= len(column)
