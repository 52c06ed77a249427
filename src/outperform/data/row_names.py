"""What stands beside the predictions of rows: the cluster that each belongs to, its weight, and its name."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from outperform.core import Floats, InputError, Values, check_size, unmasked
from outperform.data.cells import is_missing
from outperform.data.codes import Codes, codes_of, refuse_alike, written
from outperform.data.item_columns import distinct_names, row_weights
from outperform.data.predictions.labels import check_order, check_rows
from outperform.data.tables import own_index


def cluster_codes(cluster: Any, truth: Any, rows: int, place: Callable[[int], str] | None = None) -> Codes:
    """Return the cluster of each row, numbered in order of first appearance, and the names of the clusters.

    Examples
    --------
    >>> found = cluster_codes(["b", "a", "b"], [0, 1, 1], 3)
    >>> found.codes.tolist(), found.names.tolist()
    ([0, 1, 0], ['b', 'a'])
    """
    values = _column("cluster", cluster, truth, rows)
    refuse_alike("cluster", values)
    found = codes_of("cluster", values)
    gaps = np.flatnonzero((found.codes < 0) | (values.astype(object) == ""))
    if gaps.size:
        where = (place or _row)(int(gaps[0]))
        raise InputError("cluster", f"{where} has none; every row needs a cluster, or leave cluster= out")
    return found


def row_names(ids: Any, truth: Any, predictions: Mapping[str, Any], rows: int) -> Values | None:
    """Return the name of each row as text: the ids, else the labels of an index that does more than count from 0.

    Examples
    --------
    >>> import pandas as pd
    >>> row_names(None, pd.Series([1, 0], index=["q7", "q9"]), {}, 2).tolist(), row_names(None, [1, 0], {}, 2)
    (['q7', 'q9'], None)
    """
    if ids is None:
        found = (
            own_index(each) for each in (truth, *(predictions[name] for name in predictions))
        )  # or a frame's columns
        ids = next((index for index in found if index is not None), None)
    if ids is None:
        return None
    values = _column("ids", ids, truth, rows)
    names = ["" if is_missing(value) else written(value) for value in values.tolist()]
    return distinct_names(np.array(names, dtype=object))


def given_weights(weights: Any, truth: Any, rows: int) -> Floats:
    """Return the weight of each row.

    Examples
    --------
    >>> given_weights([2, 1, 1], [0, 1, 1], 3).tolist()
    [2.0, 1.0, 1.0]
    """
    found = row_weights(_column("weights", weights, truth, rows), "weights")
    check_size(found, "weights")
    return found


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
