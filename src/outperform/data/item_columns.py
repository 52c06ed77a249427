"""Columns of items: the one that names them, ids that repeat, and how much each item counts.

A column names items by what it is called, and by its cells, which are all different. An id that repeats is no new
evidence, unless its rows are judged as a cluster.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from outperform.core import Floats, InputError, Note, NoteKind, Values
from outperform.data.cells import as_floats, is_missing, shown
from outperform.data.codes import codes_of
from outperform.data.leftovers import are_whole, is_identifier, is_text
from outperform.data.predictions.label_columns import CodedLabels, place
from outperform.data.roles import ITEMS, role_of, words_of

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
    return next(
        (name for name in texts if is_unique(columns[name]) and (max(map(len, (columns[name]).tolist())) <= LONGEST)),
        None,
    )


def is_unique(column: Values | CodedLabels) -> bool:
    """Return whether every row has a cell, and no two the same."""
    found = codes_of("cells", np.asarray(column))
    return len(found.names) == len(found) > 1 and bool((found.codes >= 0).all())


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
    return np.array(
        [
            (f"{name} (row {row})" if name else f"row {row}") if counts[name] > 1 or not name else name
            for row, name in rows
        ],
        object,
    )


_ITEM = re.compile(r"(uu|gu|sample |image |record |row |doc |document |prompt |q )?id|problem id")
_GROUP = re.compile(
    r".+ id|passenger id|(image |doc |file )(name|path)?|filename|path|url|patient|patients|user|users|subject|subjects"
    r"|participant|person|customer|client|session|author|speaker|document|passage|conversation|thread|video|account"
    r"|household|family"
)
_NO_GROUP = re.compile(r"(run|fold|split|model|system|learner|task|dataset|class|label|category|type|seed|config) id")
_FEWEST = 5  # different values of a column that is called like one of persons or groups


def repeated_ids(
    columns: Mapping[str, Values], clusters: Values | None = None, *, apart: bool = False
) -> Iterator[Note]:
    """Note columns of ids that repeat among rows that count as items.

    Parameters
    ----------
    columns
        Columns beside truth and scores: a row per item.
    clusters
        The cluster of each row, where clusters are used: ids inside of them may repeat.
    apart
        Whether the user says that all rows are independent.

    Examples
    --------
    >>> [*repeated_ids({"question_id": np.array([1, 1, 2]), "word": np.array(["a", "b", "b"])})]
    [Note(ids-repeat, column='question_id', distinct=2, rows=3, surely=True, apart=False)]
    """
    for name, column in columns.items():
        words = words_of(name)
        surely = words in ITEMS or _ITEM.fullmatch(words) is not None
        group = surely or (_GROUP.fullmatch(words) is not None and not _NO_GROUP.fullmatch(words))
        if not group or not (is_text(column) or are_whole(column)):
            continue
        ids = codes_of(f"column {name!r}", column)
        present = ids.codes >= 0
        rows, distinct = int(present.sum()), len(ids.names)
        if distinct == rows or distinct < (2 if surely else _FEWEST):
            continue
        if clusters is not None:
            together = codes_of("cluster", clusters).codes[present]
            if len(np.unique(np.stack([ids.codes[present], together]), axis=1).T) == distinct:
                continue
        yield Note.of(NoteKind.IDS_REPEAT, column=name, distinct=distinct, rows=rows, surely=surely, apart=apart)


def row_weights(values: Values, name: str, names: Values | None = None) -> Floats:
    """Return the weight of each row; raise an InputError for one that is not above 0."""
    found = as_floats(values)
    bad = np.flatnonzero(~((found > 0) & np.isfinite(found)))
    if bad.size:
        row = int(bad[0])
        cell = values[row]
        told = "is empty" if is_missing(cell) or cell == "" else f"is {shown(cell)}"
        raise InputError(name, f"{place(row, names)} {told}; a weight must be a number above 0")
    return found


def weight_notes(weights: Floats, column: str, *, named: bool) -> tuple[Note, ...]:
    """Note the column that says how much each item counts, unless all count the same; ``named`` by the user."""
    if not np.ptp(weights):
        return ()
    relative = weights / weights.max()
    facts = {"items": weights.size, "equal_to": float(relative.sum() ** 2 / (relative**2).sum()), "named": named}
    return (Note.of(NoteKind.WEIGHTED, column=column, low=float(weights.min()), high=float(weights.max()), **facts),)
