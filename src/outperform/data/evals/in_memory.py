"""Tables in memory, frames and dicts, become the scores of fixed systems."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from outperform.core import Bools, Direction, InputError, NoteKind, unmasked
from outperform.data.codes import codes_of, refuse_alike
from outperform.data.directed import direction_notes, names_of, of_items, said_again
from outperform.data.directions import DirectionWords
from outperform.data.evals.arrays import records_of_dict
from outperform.data.evals.asked import NONE, Asked, name_of
from outperform.data.evals.evals import Evals
from outperform.data.evals.join import Joining, evals_of_records, of_known_systems
from outperform.data.evals.records import EvalRecords
from outperform.data.evals.tables import records_of_columns
from outperform.data.roles import role_of
from outperform.data.shape import check_levels
from outperform.data.tables import columns_of, columns_of_dict, columns_of_rows, frame_of, own_index
from outperform.data.values import listed


def evals_of(
    table: Any, *, metric: str | None = None, cluster: Any = None, weights: str | None = None, **joining: Any
) -> Evals:
    """Read the scores of fixed systems on items from a frame or a dict.

    Parameters
    ----------
    table : frame, dict, list of dicts or Evals
        A tidy frame (columns item, system, score, and optionally sample, cluster, task, weight), a wide frame (a column
        per system beside these), or a dict from systems to scores: a score per item, a [sample, item] array, or scores
        by item id (a dict or a Series with an index). A dict with a key item is a table of columns, a list of dicts one
        of rows. Booleans are 1 and 0.
    metric, cluster, weights, joining
        As in ``read_evals``. For a dict of systems ``cluster`` is a label per item.

    Examples
    --------
    >>> evals_of({"a": [1, 0, 1], "b": [1, 1, 1]})
    Evals(2 systems: a, b; 3 items)
    """
    name_of("metric", metric)
    how = Joining.of(**joining)
    table, cluster = unmasked(table), unmasked(cluster)
    if isinstance(table, Evals):
        return _chosen(_unweighted(table, weights), metric, how, cluster)
    columns = _table(table)
    weight = name_of("weights", weights)
    if columns is None:
        if weight not in (None, NONE):
            raise InputError("weights", f"a dict of scores has no column {weight!r}; pass a frame")
        return evals_of_records([_of_dict(table, metric, cluster)], how)
    asked = Asked(metric, cluster=name_of("cluster", cluster), systems=how.systems, weight=weight)
    return _of_columns(columns, asked, how)


def _table(table: Any) -> dict[str, Any] | None:
    """Return the columns of a frame, of rows, or of a dict of columns; None for a dict of systems."""
    if isinstance(table, Mapping):
        return columns_of_items(table)
    if isinstance(table, list | tuple) and table and all(isinstance(row, Mapping) for row in table):
        return columns_of_rows(table)
    return _columns(table)


def _of_columns(columns: dict[str, Any], asked: Asked, how: Joining) -> Evals:
    if len(how.tasks) == 1 and how.tasks[0] in columns and "task" not in columns:
        columns = {("task" if name == how.tasks[0] else name): column for name, column in columns.items()}
        how = replace(how, tasks=())
    return evals_of_records([records_of_columns(columns, "table", asked)], how)


def _columns(table: Any) -> dict[str, Any]:
    table = frame_of(table, "a dict with the scores of each system", _instead(table))
    check_levels(table)
    if getattr(table.columns, "nlevels", 1) > 1:
        table = unpivoted(table)
    frame = table
    if hasattr(table, "iloc"):  # pandas
        levels = [name for name in table.index.names if isinstance(name, str) and role_of(name)]
        if levels and not set(table.index.names) & set(table.columns):
            frame = table.reset_index()
    columns, index = columns_of(frame), own_index(frame)
    if index is None or {role_of(name) for name in columns} & {"item", "system", "score"}:
        return columns
    return {"item": index, **columns}


def _instead(table: Any) -> str:
    """Return what to pass instead."""
    if isinstance(table, str):
        return "; read a file with read_evals(…)"
    if isinstance(table, np.ndarray) and table.ndim in (2, 3):
        return "; name the systems: {'a': array[0], 'b': array[1]}, each [item] or [sample, item]"
    return "; name the systems: {'a': [1, 0, 1], 'b': [1, 1, 0]}" if isinstance(table, list | tuple) else ""


def _of_dict(table: Mapping[Any, Any], metric: str | None, cluster: Any) -> EvalRecords:
    if metric is not None:
        raise InputError(
            "metric", "cannot be chosen: a dict of scores does not say which metric it holds; leave it out"
        )
    records = records_of_dict(table)
    if cluster is None or (isinstance(cluster, str) and cluster == NONE):
        return records
    if isinstance(cluster, str) or not hasattr(cluster, "__len__"):
        raise InputError("cluster", f"a dict of scores has no column {cluster!r}; pass a label per item")
    refuse_alike("cluster", np.asarray(cluster, dtype=object))
    labels = codes_of("cluster", cluster)
    if len(labels) != len(records.items.names):
        raise InputError("cluster", f"has {len(labels)} labels, but there are {len(records.items.names)} items")
    return replace(records, clusters=labels.at(records.items.codes))


def _chosen(evals: Evals, metric: str | None, how: Joining, cluster: Any) -> Evals:
    """Return evaluations that were read before: of some tasks or systems, or without clusters."""
    if metric is not None and metric != evals.metric:
        raise InputError("metric", f"these are scores of {evals.metric}; pass metric= to read_evals")
    if cluster not in (None, NONE):
        raise InputError("cluster", "pass cluster= to read_evals")
    evals = _said_now(of_known_systems(evals, how.systems), how.words)
    found, tasks = replace(evals, clusters=None) if cluster == NONE else evals, how.tasks
    if not tasks:
        return found
    unknown = [task for task in tasks if task not in evals.task_names]
    if unknown or evals.tasks is None:
        raise InputError("task", f"there are no scores of {listed(unknown)}; known: {listed(evals.task_names)}")
    kept = np.array([name in tasks for name in evals.tasks.tolist()])
    return replace(
        found,
        scores=evals.scores[:, :, kept],
        ids=evals.ids[kept],
        tasks=evals.tasks[kept],
        **_clusters_at(found, kept),
        weights=None if evals.weights is None else evals.weights[kept],
    )


def _unweighted(evals: Evals, weights: Any) -> Evals:
    """Return evaluations that were read before, without weights where none are wanted."""
    if weights not in (None, NONE):
        raise InputError("weights", "pass weights= to read_evals")
    if weights is None:
        return evals
    notes = tuple(note for note in evals.notes if note.kind is not NoteKind.WEIGHTED)
    return replace(evals, weights=None, notes=notes)


def _said_now(evals: Evals, words: DirectionWords) -> Evals:
    """Return evaluations in the direction that is said now, where nothing said it when they were read."""
    if not words:
        return evals
    words.check(names_of(evals.metric, evals.systems))
    assumed = [note for note in evals.notes if note.kind is NoteKind.DIRECTION_ASSUMED]
    if any(note["metrics"] != (evals.metric,) for note in assumed):
        raise InputError("lower", "the tasks have different metrics; pass it to read_evals")
    direction = said_again(evals.direction, evals.metric, words, evals.scores)
    before = Direction() if evals.direction is None else evals.direction
    turned = direction is not None and direction.sign != before.sign
    direction = None if direction is None else of_items(direction, evals.scores) if turned else direction
    notes = direction_notes([(evals.metric, direction, evals.scores)] if turned else [])
    return replace(
        evals,
        scores=direction.turn(evals.scores) if turned and direction is not None else evals.scores,
        direction=direction,
        notes=(*(note for note in evals.notes if note not in assumed or direction == before), *notes),
    )


def _clusters_at(evals: Evals, kept: Bools) -> dict[str, Any]:
    """Return the clusters of some items, numbered anew, and their names."""
    if evals.clusters is None:
        return {}
    used, codes = np.unique(evals.clusters[kept], return_inverse=True)
    return {"clusters": codes, "cluster_names": None if evals.cluster_names is None else evals.cluster_names[used]}


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
    parts = [
        pd.DataFrame(dict(zip(names, (key if isinstance(key, tuple) else (key,)), strict=True)) | {"score": wide[key]})
        for key in columns
    ]
    return pd.concat(parts).reset_index()
