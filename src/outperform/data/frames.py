"""Frames and arrays: what users hold in memory becomes a Dataset."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from outperform.core import Dataset, Given, InputError, Note, NoteKind, Values
from outperform.data.columns import NOMINAL, NUMERIC, Column, column_of, remark_on
from outperform.data.targets import groups_of, target_of


@dataclass(frozen=True, eq=False)
class RawTable:
    """Columns of one set as a pandas frame, before somebody says which of them is the target."""

    frame: Any
    name: str
    origin: str
    target: str | None = None  # the usual target, where the set has one
    notes: tuple[Note, ...] = ()


def dataset_of(rows: Any, target: Any, *, name: str = "data", groups: Any = None) -> Dataset:
    """Make a Dataset from numpy arrays, lists, pandas or polars frames.

    Parameters
    ----------
    rows : array, list of lists, frame or mapping from names to columns
        Numbers and booleans become float64; text and categories are nominal; what is missing stays missing (NaN).
        Dates, infinite values, and text with more than 50 distinct values in more than half of the rows are refused.
    target : array, list or series
        One value per row, none missing. Text, booleans and categories name classes. Whole numbers do if they are two,
        or at most 20 of which each occurs twice on average; all other numbers are quantities.
    name : str
        How reports call the set.
    groups : array, list or series, optional
        Rows of one group stay together in every split.

    Returns
    -------
    Dataset
        ``rows`` is a float64 array where all columns are numeric, else a pandas frame of float64 and object columns;
        ``kinds`` says which is which, ``notes`` what the user should know (constant columns and the like).

    Examples
    --------
    >>> dataset = dataset_of([[1, "red"], [2.5, "blue"], [None, "red"]], ["no", "yes", "yes"])
    >>> dataset.kinds, dataset.has_classes
    (('numeric', 'nominal'), True)
    >>> dataset.rows
        x0    x1
    0  1.0   red
    1  2.5  blue
    2  NaN   red
    """
    given = _given(rows)
    size = _size(given)
    table, kinds, notes = _numeric(given) if isinstance(given, np.ndarray) else _mixed(given)
    aim, kept = target_of(target), groups_of(groups)
    for label, values in (("target", aim.values), ("groups", kept)):
        if values is not None and len(values) != size:
            raise InputError(label, f"has {len(values)} values for {size} rows")
    names = () if isinstance(given, np.ndarray) else tuple(given)
    dtypes = [rows] if not names else list(given.values())  # type: ignore[union-attr] # names are a dict's
    return Dataset(
        table,
        aim.values,
        name,
        kept,
        kinds,
        classes=aim.classes,
        given=Given(
            notes=(*notes, *aim.notes),
            names=names,
            dtypes=tuple(dict.fromkeys(str(getattr(each, "dtype", "object")) for each in dtypes)),
        ),
    )


def dataset_as_is(rows: Any, target: Any, *, name: str = "data", groups: Any = None) -> Dataset:
    """Make a Dataset whose rows are not looked at: for learners that know what they can read, text and all.

    Examples
    --------
    >>> dataset_as_is(["some text", "another", "some more"], ["ham", "spam", "ham"]).size
    3
    """
    table = rows.tocsr() if hasattr(type(rows), "tocsr") else list(rows) if isinstance(rows, tuple) else rows
    if isinstance(rows, Mapping):
        raise InputError("rows", "is a dict; make it a frame: pandas.DataFrame(rows)")
    if isinstance(rows, list) and rows and isinstance(rows[0], list | tuple):
        table = _array(rows)
    aim = target_of(target)
    return Dataset(table, aim.values, name, groups_of(groups), classes=aim.classes, given=Given(notes=aim.notes))


def as_classes(dataset: Dataset) -> Dataset:
    """Read the target as classes, because a classifier is to learn it: 26 whole numbers may be letters."""
    if dataset.has_classes:
        return dataset
    whole = bool((dataset.target == np.floor(dataset.target)).all())
    if not whole:
        raise InputError("target", "holds numbers with fractions, but a classifier is to learn it")
    return replace(dataset, target=dataset.target.astype(np.int64), classes=True)


def _given(rows: Any) -> Values | dict[str, Any]:
    """Return a numeric array, or columns by name for everything else."""
    if hasattr(type(rows), "tocsr"):
        raise InputError("rows", "is a sparse matrix, which is not taken; give rows.toarray() if memory allows")
    if hasattr(type(rows), "collect"):
        raise InputError("rows", "is a lazy frame; call .collect() first")
    if isinstance(rows, np.ma.MaskedArray):
        raise InputError("rows", "is a masked array; fill it first: rows.filled(numpy.nan)")
    if isinstance(rows, Mapping) or hasattr(rows, "columns"):
        return _named(rows)
    array = _array(rows)
    if array.dtype.kind in "biuf":
        return array.astype(np.float64, copy=False)
    return {f"x{index}": array[:, index] for index in range(array.shape[1])}


def _named(rows: Any) -> dict[str, Any]:
    keys = list(rows if isinstance(rows, Mapping) else rows.columns)
    names = [str(key) for key in keys]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError("rows", f"has two columns called {twice!r}")
    columns = {name: rows[key] for name, key in zip(names, keys, strict=True)}
    for name, values in columns.items():
        if not hasattr(values, "__len__") or isinstance(values, str):
            raise InputError(f"column {name!r}", f"must have one value per row, got {values!r}")
    return columns


def _array(rows: Any) -> Values:
    try:
        array = np.asarray(rows)
    except ValueError:
        raise InputError("rows", "its rows differ in length") from None
    if array.ndim != 2:
        hint = "; one column is rows.reshape(-1, 1)" if array.ndim == 1 else ""
        raise InputError("rows", f"must be a table with rows and columns, got shape {array.shape}{hint}")
    if array.dtype.kind in "US" and not hasattr(rows, "dtype"):
        return np.array(rows, dtype=object)  # numbers beside text have become text
    return array


def _size(given: Values | dict[str, Any]) -> int:
    """Count the rows; refuse none of them, no columns, and columns of different lengths."""
    columns = given.T if isinstance(given, np.ndarray) else list(given.values())
    if not len(columns):
        raise InputError("rows", "has no columns")
    sizes = {len(column) for column in columns}
    if len(sizes) > 1:
        raise InputError("rows", f"its columns differ in length: {', '.join(map(str, sorted(sizes)))}")
    if sizes == {0}:
        raise InputError("rows", "there are none")
    return int(sizes.pop())


def _numeric(array: Values) -> tuple[Any, tuple[str, ...], list[Note]]:
    columns = {f"x{index}": array[:, index] for index in range(array.shape[1])}
    remarks = {name: remark_on(name, values) for name, values in columns.items()}
    return array, (NUMERIC,) * array.shape[1], _headed(remarks)


def _mixed(given: Mapping[str, Any]) -> tuple[Any, tuple[str, ...], list[Note]]:
    columns = {name: column_of(name, values) for name, values in given.items()}
    kinds = tuple(column.kind for column in columns.values())
    notes = [column.note for column in columns.values() if column.note]
    notes += _headed({name: column.remark for name, column in columns.items()})
    if NOMINAL in kinds:
        return _frame(columns), kinds, notes
    return np.column_stack([column.values for column in columns.values()]), kinds, notes


def _frame(columns: Mapping[str, Column]) -> Any:
    import pandas as pd

    dtypes = {NUMERIC: np.float64, NOMINAL: object}  # said, since pandas 3 would make text of its own kind
    return pd.DataFrame({name: pd.Series(c.values, dtype=dtypes[c.kind]) for name, c in columns.items()})


def _headed(remarks: Mapping[str, NoteKind | None]) -> list[Note]:
    """Gather the columns of which there is the same to remark."""
    kinds = dict.fromkeys(remark for remark in remarks.values() if remark)
    return [Note.of(kind, columns=tuple(name for name, said in remarks.items() if said is kind)) for kind in kinds]
