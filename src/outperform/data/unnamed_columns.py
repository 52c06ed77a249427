"""Long tables whose items or systems have a column of an unknown name: what to type is asked, with the names filled in.

In such a table a column of names repeats, and so does another, and each pair of them has one row: patients and readers,
queries and engines.
"""

import re
import shlex
from collections.abc import Mapping
from typing import Any

import numpy as np

from outperform.core import InputError, Values
from outperform.data.cells import holds_words
from outperform.data.leftovers import are_fractions, are_whole, is_identifier, is_measure, is_text
from outperform.data.roles import (
    CLUSTERS,
    DATASETS,
    FOLDS,
    HYPERPARAMETERS,
    ITEMS,
    LEARNERS,
    MAYBE_ITEMS,
    METRICS,
    REPEATS,
    RUNS,
    SCORES,
    SEEDS,
    SIZES,
    TRUTHS_OF_ROWS,
    WEIGHTS,
    first_called,
    words_of,
)
from outperform.data.shape import is_of_tool
from outperform.data.tables import INDEX
from outperform.surface import either, option

_SPLITS = (*SEEDS, *FOLDS, *REPEATS, *RUNS, *(words for sizes in SIZES.values() for words in sizes))
_KNOWN = (*HYPERPARAMETERS, *SEEDS, *FOLDS, *REPEATS, *RUNS, *METRICS, *CLUSTERS, *WEIGHTS, *SCORES, *TRUTHS_OF_ROWS)
_COUNTING = re.compile(r"level \d+|unnamed \d+|index|row")  # labels of rows that no person named
_FULL = 0.8  # of all pairs of items and systems


def check_named(columns: Mapping[str, Any], source: str, kind: str | None = None) -> None:
    """Raise an InputError for a table with a row per item and system that does not say which columns they are.

    ``kind`` is what the table is said to hold; without it, the error names all kinds that it may be.
    """
    given = {name: np.asarray(column) for name, column in columns.items() if name != INDEX}
    if any(column.ndim != 1 or not len(column) for column in given.values()):
        return
    pair = pair_of(given)
    if pair is None:
        return
    item, system = pair
    ways = _ways(given, item, system, kind)
    start = "" if kind else f"outperform judge {shlex.quote(source)} "
    told = " or ".join(either(f"'{start}{' '.join(way)}'", ", ".join(way)) for way in ways)
    raise InputError(source, f"has a row per {item!r} and {system!r}, but does not say what these are; say it: {told}")


def pair_of(columns: Mapping[str, Values]) -> tuple[str, str] | None:
    """Return the columns of items and systems of which one has an unknown name; None where there is no such pair.

    Examples
    --------
    >>> queries, engines = np.repeat([1, 2, 3], 2), np.array(["fast", "slow"] * 3, dtype=object)
    >>> pair_of({"query": queries, "engine": engines, "ms": np.arange(6) / 4})
    ('query', 'engine')
    """
    if is_of_tool(columns) or any(words_of(name) in _SPLITS for name in columns):
        return None
    learner = first_called(columns, LEARNERS, lambda name: is_text(columns[name]))
    item = first_called(columns, (*ITEMS, *MAYBE_ITEMS, *DATASETS))
    if learner is not None and item is not None:
        return None
    names = [name for name in columns if _repeats(name, columns[name])]
    systems = [learner] if learner is not None else [name for name in names if name != item and is_text(columns[name])]
    for system in systems:
        for key in [item] if item is not None else names:
            few = len(set(map(str, columns[key].tolist()))) <= 2 and not is_text(columns[key])
            if key == system or few or not _are_crossed(columns[key], columns[system]):
                continue
            values = _values(columns, (key, system))
            if values and (item is None or len(values) == 1):
                swapped = learner is None and item is None and is_text(columns[key])
                fewer = len(set(columns[key].tolist())) < len(set(columns[system].tolist()))
                return (system, key) if swapped and fewer else (key, system)
    return None


def _values(columns: Mapping[str, Values], pair: tuple[str, str]) -> list[str]:
    """Return the other columns that may hold scores or labels; measurements only where there is nothing else."""
    found = [name for name in columns if name not in pair and not is_identifier(name, columns[name])]
    found = [name for name in found if not is_text(columns[name]) or holds_words(columns[name])]
    return [name for name in found if not is_measure(name)] or found


def _ways(columns: Mapping[str, Values], item: str, system: str, kind: str | None) -> list[list[str]]:
    """Return what a user may type, per kind."""
    values = _values(columns, (item, system))
    said = [option("item_col", item), option("system_col", system)]
    score = next((name for name in values if words_of(name) not in TRUTHS_OF_ROWS), values[0])
    ways = {"items": [*said, option("score_col", score)]}
    if is_text(columns[item]) and are_fractions(columns[score]):
        ways["league"] = [option("dataset_col", item), *said[1:], option("score_col", score)]
    labels = {name: set(map(str, columns[name].tolist())) for name in values if not are_fractions(columns[name])}
    truth = first_called(values, TRUTHS_OF_ROWS) or next(iter(labels), None)
    others = [name for name in labels if name != truth and labels[name] <= labels.get(truth or "", set())]
    if truth is not None and others:
        ways["predictions"] = [option("truth", truth), *said, option("score_col", others[0])]
    if kind is not None:
        return [ways.get(kind, ways["items"])]
    return [[either(f"--as {name}", option("kind", name)), *way] for name, way in ways.items()]


def _repeats(name: str, column: Values) -> bool:
    """Return whether a column may name items or systems: text or whole numbers, each several times."""
    if (
        words_of(name) in _KNOWN
        or is_measure(name)
        or _COUNTING.fullmatch(words_of(name))
        or not (is_text(column) or are_whole(column))
    ):
        return False
    return 1 < len(set(map(str, column.tolist()))) < len(column)


def _are_crossed(one: Values, other: Values) -> bool:
    """Return whether each pair of two columns has at most one row, and most pairs have one."""
    rows = list(zip(map(str, one.tolist()), map(str, other.tolist()), strict=True))
    pairs = len(set(map(str, one.tolist()))) * len(set(map(str, other.tolist())))
    return len(set(rows)) == len(rows) >= _FULL * pairs and len(set(map(str, one.tolist()))) < len(rows)
