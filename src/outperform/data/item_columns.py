"""The column that names the items of a table: by what it is called, and by its cells, which are all different."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from outperform.core import Values
from outperform.data.codes import codes_of
from outperform.data.leftovers import are_whole, is_identifier, is_text
from outperform.data.predictions.label_columns import CodedLabels
from outperform.data.roles import role_of

_NAMES = re.compile(
    r"(uu|gu|sample|image|record|row|case|doc|q)?id|index|key|name|(image|doc|file)_?(name|path)?|path|url|case|row|record"
)
_CAMEL = re.compile(r".*[a-z]I[dD]")  # PassengerId
_DRAWN = re.compile(r"seed|random_state|candidate|(run|fold|split|model|system|learner)_id")  # these name no item
LONGEST = 80  # letters of a text that may be the name of an item


def names_items(name: str, column: Values) -> bool:
    """Return whether a column is called like one that names the items, and holds text or whole numbers.

    Examples
    --------
    >>> numbers = np.array([3, 1, 2])
    >>> [names_items(name, numbers) for name in ("question_id", "PassengerId", "item", "filename", "seed", "forest")]
    [True, True, True, True, False, False]
    """
    lower = name.strip().lower()
    called = role_of(name) == "item" or _NAMES.fullmatch(lower) or _CAMEL.fullmatch(name.strip())
    if _DRAWN.fullmatch(lower):
        return False
    return is_identifier(name, column) or (bool(called) and (is_text(column) or are_whole(column)))


def item_column(columns: Mapping[str, Values]) -> str | None:
    """Return the column that names every row, none twice: called like one, else of short texts; None without one."""
    called = [name for name, column in columns.items() if names_items(name, column)]
    unique = [name for name in called if is_unique(columns[name])]
    if unique:
        return unique[0]
    texts = (name for name, column in columns.items() if name not in called and is_text(column))
    return next((name for name in texts if is_unique(columns[name]) and _are_short(columns[name])), None)


def is_unique(column: Values | CodedLabels) -> bool:
    """Return whether every row has a cell, and no two the same."""
    found = codes_of("cells", np.asarray(column))
    return len(found.names) == len(found) > 1 and bool((found.codes >= 0).all())


def _are_short(column: Values) -> bool:
    return max(map(len, column.tolist())) <= LONGEST


def item_names(columns: Mapping[str, Values]) -> Values | None:
    """Return the name of every row, from the column that names the items; None without one.

    Where a column that is called like one has gaps or the same name twice, its rows are told apart by their numbers.

    Examples
    --------
    >>> item_names({"id": np.array(["a", "b", "a"], dtype=object)}).tolist()
    ['a (row 1)', 'b', 'a (row 3)']
    """
    name = item_column(columns)
    if name is None:
        name = next((name for name, column in columns.items() if names_items(name, column)), None)
    if name is None:
        return None
    found = codes_of(f"column {name!r}", columns[name])
    if len(found.names) == len(found):
        return found.names
    return distinct_names(np.append(found.names, "")[found.codes])  # the code -1 is the last name


def distinct_names(names: Values) -> Values:
    """Return the names of rows; those that are empty or occur twice with the number of their row."""
    counts: Counter[Any] = Counter(names.tolist())
    if len(counts) == len(names) and "" not in counts:
        return names
    rows = enumerate(names.tolist(), start=1)
    return np.array([_with_row(name, row) if counts[name] > 1 or not name else name for row, name in rows], object)


def _with_row(name: str, row: int) -> str:
    return f"{name} (row {row})" if name else f"row {row}"
