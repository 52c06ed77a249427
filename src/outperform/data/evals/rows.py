"""Rows and columns of tables in memory: records, dicts of columns, pivots."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from outperform.core import InputError
from outperform.data.evals.roles import role_of
from outperform.data.values import listed

Columns = dict[str, Any]

_ROLES = {"item", "score", "sample", "cluster", "task", "weight"}


def columns_of_rows(rows: Sequence[Mapping[str, Any]]) -> Columns:
    """Return the columns of rows that are dicts; what a row does not have is missing.

    Examples
    --------
    >>> columns_of_rows([{"item": 1}, {"item": 2, "score": 1}])
    {'item': array([1, 2], dtype=object), 'score': array([None, 1], dtype=object)}
    """
    names = dict.fromkeys(name for row in rows for name in row)
    return {str(name): _objects([row.get(name) for row in rows]) for name in names}


def columns_of_dict(given: Mapping[Any, Any]) -> Columns | None:
    """Return the columns of a dict that is a table; None where its keys are systems."""
    names = [name for name in given if isinstance(name, str) and _is_role(name, given[name])]
    if not names:
        return None
    if not any(role_of(name) == "item" for name in names):
        problem = f"{listed(names)} may be the name of a system or of a column beside item"
        raise InputError("table", f"{problem}; rename the system, or pass a frame with a column item")
    columns = {str(name): _column(str(name), column) for name, column in given.items()}
    sizes = {name: len(column) for name, column in columns.items()}
    first = next(iter(sizes))
    other = next((name for name, size in sizes.items() if size != sizes[first]), None)
    if other is not None:
        raise InputError("table", f"column {first!r} has {sizes[first]} rows, but {other!r} has {sizes[other]}")
    return columns


def _is_role(name: str, column: Any) -> bool:
    if isinstance(column, Mapping):
        return False
    lower = name.strip().lower()
    if lower == "system":  # of names; numbers are the scores of a system that is called so
        return any(isinstance(cell, str) for cell in (column if hasattr(column, "__iter__") else ()))
    return lower in _ROLES


def _column(name: str, column: Any) -> Any:
    if isinstance(column, str | bytes | Mapping) or not hasattr(column, "__iter__"):
        problem = "must hold a value per row, because the table has a column item"
        raise InputError(f"column {name!r}", f"{problem}, got {str(column)[:40]!r}")
    found = np.asarray(column) if hasattr(column, "dtype") else _objects(list(column))
    if found.ndim != 1:
        raise InputError(f"column {name!r}", f"must hold a value per row, got an array of shape {found.shape}")
    return found


def unpivoted(frame: Any) -> Any:
    """Return a pandas frame whose columns have several levels, such as system and sample, as a tidy frame."""
    import pandas as pd

    columns = frame.columns
    alone = [level for level, name in enumerate(columns.names) if name is None and columns.levshape[level] == 1]
    if alone and len(alone) < columns.nlevels:
        columns = columns.droplevel(alone)
    names = [str(name) for name in columns.names]
    roles = [role_of(name) for name in names]
    if "system" not in roles or None in roles:
        told = f"its columns have several levels ({', '.join(names)})"
        raise InputError("table", f"{told}; name them system and sample, or pass a row per item, system and sample")
    wide = frame.set_axis(columns, axis=1)
    index = [name for name in wide.index.names if name is not None]
    wide.index = wide.index if index else wide.index.rename("item")
    parts = [pd.DataFrame(dict(zip(names, _keys(key), strict=True)) | {"score": wide[key]}) for key in columns]
    return pd.concat(parts).reset_index()


def _keys(key: Any) -> tuple[Any, ...]:
    return key if isinstance(key, tuple) else (key,)


def _objects(values: Sequence[Any]) -> Any:
    """Return an array of objects; numpy would make a table of lists."""
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array
