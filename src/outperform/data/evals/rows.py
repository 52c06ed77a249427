"""Rows and columns of tables in memory: records, dicts of columns, pivots."""

from collections.abc import Mapping
from typing import Any

from outperform.core import InputError
from outperform.data.roles import role_of
from outperform.data.tables import columns_of_dict
from outperform.data.values import listed

Columns = dict[str, Any]

_ROLES = {"item", "score", "sample", "cluster", "task", "weight"}


def columns_of_items(given: Mapping[Any, Any]) -> Columns | None:
    """Return the columns of a dict that is a table; None where its keys are systems."""
    names = [name for name in given if isinstance(name, str) and _is_role(name, given[name])]
    if not names:
        return None
    if not any(role_of(name) == "item" for name in names):
        problem = f"{listed(names)} may be the name of a system or of a column beside item"
        raise InputError("table", f"{problem}; rename the system, or pass a frame with a column item")
    return columns_of_dict(given, "a value per row, because the table has a column item")


def _is_role(name: str, column: Any) -> bool:
    if isinstance(column, Mapping):
        return False
    lower = name.strip().lower()
    if lower == "system":  # of names; numbers are the scores of a system that is called so
        return any(isinstance(cell, str) for cell in (column if hasattr(column, "__iter__") else ()))
    return lower in _ROLES


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
