"""What stands beside the predictions of rows: the cluster that each belongs to, and its name."""

from collections.abc import Callable
from typing import Any

import numpy as np

from outperform.core import InputError, Values, unmasked
from outperform.data.evals.codes import Codes, codes_of, written
from outperform.data.prediction_tables import check_order, check_rows


def cluster_codes(cluster: Any, truth: Any, rows: int, place: Callable[[int], str] | None = None) -> Codes:
    """Return the cluster of each row, numbered in order of first appearance, and the names of the clusters.

    Examples
    --------
    >>> found = cluster_codes(["b", "a", "b"], [0, 1, 1], 3)
    >>> found.codes.tolist(), found.names.tolist()
    ([0, 1, 0], ['b', 'a'])
    """
    values = _column("cluster", cluster, truth, rows)
    found = codes_of("cluster", values)
    gaps = np.flatnonzero((found.codes < 0) | (values.astype(object) == ""))
    if gaps.size:
        where = (place or _row)(int(gaps[0]))
        raise InputError("cluster", f"{where} has none; every row needs a cluster, or leave cluster= out")
    return found


def row_names(ids: Any, truth: Any, rows: int) -> Values:
    """Return the name of each row as text."""
    values = _column("ids", ids, truth, rows)
    return np.array([written(value) for value in values.tolist()], dtype=object)


def _row(row: int) -> str:
    return f"row {row + 1}"


def _column(label: str, given: Any, truth: Any, rows: int) -> Values:
    """Return one value per row."""
    if isinstance(given, str) or not hasattr(given, "__len__"):
        raise InputError(label, f"must have one value per row, got {given!r}")
    check_order({"truth": truth, label: given})
    given = unmasked(given)
    values = np.asarray(given) if hasattr(given, "dtype") else _objects(given)
    if values.ndim != 1:
        raise InputError(label, f"must have one value per row, got an array of shape {values.shape}")
    check_rows(label, len(values), rows)
    return values


def _objects(given: Any) -> Values:
    values = np.empty(len(given), dtype=object)
    values[:] = list(given)
    return values
