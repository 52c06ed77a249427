"""A dict of scores by system: a sequence over items, a [sample, item] array, or scores by item id."""

from collections.abc import Mapping
from os import PathLike
from typing import Any

import numpy as np

from outperform.core import Floats, InputError, Values, unmasked
from outperform.data.cells import read_numbers, style_of
from outperform.data.codes import Codes, codes_of, joined, same
from outperform.data.evals.records import EvalRecords, stacked
from outperform.data.tables import own_index


def records_of_dict(given: Mapping[Any, Any]) -> EvalRecords:
    """Make records of a dict; without ids the items are numbered from 1.

    Examples
    --------
    >>> found = records_of_dict({"a": [1, 0], "b": [[1, 1], [0, 1]]})
    >>> found.scores, found.samples.codes
    (array([1., 0., 1., 1., 0., 1.]), array([0, 0, 0, 0, 1, 1]))
    """
    if not given:
        raise InputError("table", "has no systems")
    names = [str(name) for name in given]
    if len(set(names)) < len(names):
        raise InputError("table", f"two systems are called {next(n for n in names if names.count(n) > 1)!r}")
    by_id = [(isinstance(each, Mapping) or own_index(each) is not None) for each in given.values()]
    if all(by_id) or (
        any(by_id)
        and all(
            (isinstance(each, Mapping) or (hasattr(each, "iloc") and getattr(each, "ndim", 1) == 1))
            for each in given.values()
        )
    ):
        return stacked(tuple(_by_id(name, each) for name, each in zip(names, given.values(), strict=True))).records
    if any(by_id):
        at = names[by_id.index(True)]
        raise InputError("table", f"the scores of {at!r} have ids of items, but those of other systems do not")
    return _numbered({name: _array(name, each) for name, each in zip(names, given.values(), strict=True)})


def _by_id(name: str, each: Any) -> EvalRecords:
    ids = list(each) if isinstance(each, Mapping) else each.index
    values = list(each.values()) if isinstance(each, Mapping) else each
    column = np.empty(len(values), dtype=object)
    column[:] = list(values)
    items = codes_of(f"ids of {name!r}", ids)
    if not len(items):
        raise InputError(f"scores of {name!r}", "has no items")
    place = lambda row: f"scores of {name!r}, item {items.name(row)!r}"  # noqa: E731 - a sentence
    scores = read_numbers(column, place, style_of([column]), words=True).numbers
    return EvalRecords("table", same(name, len(scores)), items, scores)


def _numbered(arrays: Mapping[str, Floats]) -> EvalRecords:
    """Make records of [sample, item] arrays of the same items."""
    first = next(iter(arrays))
    items = arrays[first].shape[1]
    for name, array in arrays.items():
        if array.shape[1] != items:
            raise InputError("table", f"{first!r} has scores of {items} items, but {name!r} of {array.shape[1]}")
    for name, array in arrays.items():
        if len(array) > items:
            shape = f"{len(array)} samples of {items} items"
            raise InputError(
                f"scores of {name!r}", f"are read as {shape} [sample, item]; if it is the reverse, pass .T"
            )
    ids = Codes(np.concatenate([np.tile(np.arange(items), len(a)) for a in arrays.values()]), np.arange(1, items + 1))
    systems = joined([same(name, array.size) for name, array in arrays.items()])
    samples = np.concatenate([np.repeat(np.arange(len(array)), items) for array in arrays.values()])
    labels = np.arange(1, 1 + max(len(array) for array in arrays.values()))
    scores = np.concatenate([array.reshape(-1) for array in arrays.values()])
    return EvalRecords("table", systems, ids, scores, samples=Codes(samples, labels) if len(labels) > 1 else None)


def _array(name: str, each: Any) -> Floats:
    """Return the scores of a system as a [sample, item] array."""
    label = f"scores of {name!r}"
    given = _given(label, unmasked(each))
    if given.ndim not in (1, 2) or not given.size:
        raise InputError(label, f"must be a score per item, or a [sample, item] array, got shape {given.shape}")
    items = given.shape[-1]
    flat = given.reshape(-1)
    found = read_numbers(flat, lambda cell: f"{label}, item {cell % items + 1}", style_of([flat]), words=True)
    return found.numbers.reshape(-1, items)


def _given(label: str, each: Any) -> Values:
    if hasattr(each, "dtype") or hasattr(each, "to_numpy"):
        return np.asarray(each)
    if isinstance(each, str | bytes) or not hasattr(each, "__iter__"):
        file = "; files are read by read_evals(['NAME=FILE', ...])" if isinstance(each, str | PathLike) else ""
        raise InputError(label, f"must be a score per item, got {str(each)[:40]!r}{file}")
    try:
        found = np.array(list(each))
        return found if found.dtype.kind in "biuf" else np.array(list(each), dtype=object)
    except ValueError:
        raise InputError(
            label, "has rows of different lengths; pass a score per item, or a [sample, item] array"
        ) from None
