"""What the columns of a league's table are by name: data set, learner, score, split, sizes, metric, reason."""

import re
from collections.abc import Callable, Mapping

import numpy as np

from outperform.core import Values
from outperform.data.cells import as_floats, holds_numbers, is_missing
from outperform.data.leftovers import are_whole, is_text
from outperform.data.roles import DATASETS, LEARNERS, OF_LEAGUES, SEEDS, words_of

_MOST = 0.8  # of all pairs of a data set and a learner, which a table of learners that are numbers has


def roles_of(columns: Mapping[str, Values]) -> dict[str, str]:
    """Return the columns by role: dataset, learner, repeat, fold, n_train, n_test, metric, score, reason."""
    by_words: dict[str, str] = {}
    for name in columns:
        by_words.setdefault(_rows_of(name), name)
    fits: dict[str, Callable[[Values], bool]] = {
        **{"dataset": _names, "learner": _mostly_text, "repeat": _counts, "fold": _counts, "n_train": _numbers},
        **{"n_test": _numbers, "metric": is_text, "score": holds_numbers, "reason": _texts},
    }
    found: dict[str, str] = {}
    for role, words in OF_LEAGUES.items():
        known = [by_words[each] for each in words if each in by_words]
        fitting = [each for each in known if each not in found.values() and fits[role](columns[each])]
        found |= dict.fromkeys([role], fitting[0]) if fitting else {}
    numbered = [by_words[each] for each in OF_LEAGUES["learner"] if each in by_words]
    numbered = [each for each in numbered if each not in found.values()] if "learner" not in found else []
    if "dataset" in found and numbered and _recur(columns[found["dataset"]], columns[numbered[0]]):
        found["learner"] = numbered[0]
    return found


def _rows_of(name: str) -> str:
    """Return the words of a name; of Data set / Method, those that name the rows."""
    rows, *others = [words for part in re.split(r"[\\/|]", name) if (words := words_of(part))] or [""]
    both = [(rows in DATASETS and other in LEARNERS) or (rows in LEARNERS and other in DATASETS) for other in others]
    return rows if both == [True] else words_of(name)


def with_seeds(columns: Mapping[str, Values], roles: dict[str, str]) -> dict[str, str]:
    """Return roles in which seeds number the repeats, where nothing else tells the rows of a data set apart."""
    seed = next((name for name in columns if words_of(name) in SEEDS and _counts(columns[name])), None)
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


def _recur(datasets: Values, learners: Values) -> bool:
    """Return whether numbers are names of learners: nearly all of them stand beside every data set, as no scores do."""
    pairs = {
        (str(dataset), str(learner)) for dataset, learner in zip(datasets.tolist(), learners.tolist(), strict=True)
    }
    known, names = ({pair[side] for pair in pairs} for side in (0, 1))
    return min(len(known), len(names)) > 1 and len(pairs) >= _MOST * len(known) * len(names)


def _mostly_text(column: Values) -> bool:
    """Return whether a column may hold the names of learners: some text, and at most half of the cells are numbers."""
    known = [cell for cell in column.tolist() if isinstance(cell, str) and cell.strip()]
    numbers = int(np.isfinite(as_floats(column)).sum())
    return len(known) > 0 and 2 * numbers <= len(column)
