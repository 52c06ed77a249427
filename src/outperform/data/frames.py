"""Frames and arrays become a Dataset."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from outperform.core import Dataset, Given, InputError, Note, NoteKind, Values, did_you_mean, unmasked
from outperform.data.columns import NOMINAL, NUMERIC, Column, column_of, holds_other_dates, remark_on
from outperform.data.targets import group_notes, groups_of, target_of
from outperform.data.times import clocks_of, holds_dates
from outperform.data.values import declared_values


@dataclass(frozen=True, eq=False)
class RawTable:
    """Columns of one data set as a pandas frame, before the target is chosen."""

    frame: Any
    name: str
    origin: str
    target: str | None = None  # the default target, if the data set has one
    notes: tuple[Note, ...] = ()
    as_text: Callable[[str], Any] | None = None  # a column of a text file as it is written, where numbers were read


def dataset_of(
    rows: Any, target: Any, *, name: str = "data", groups: Any = None, shuffle: bool = False, texts: bool = False
) -> Dataset:
    """Make a Dataset from numpy arrays, lists, pandas or polars frames.

    Parameters
    ----------
    rows : array, list of lists, frame or mapping from names to columns
        Numbers and booleans become float64; text and categories are nominal; missing values stay missing (NaN).
        Dates, infinite values, and text with more than 50 distinct values in more than half of the rows raise an
        InputError.
    target : array, list or series
        One value per row, none missing. Text, booleans and categories are classes. Whole numbers are classes if there
        are two of them, or at most 20 that each occur twice on average; all other numbers are quantities.
    name : str
        Name of the data set in reports.
    groups : array, list or series, optional
        Rows of one group stay together in every split.
    shuffle : bool
        Rows may be shuffled although they have dates: columns of dates are then left out, with a note.
    texts : bool
        Free text is allowed: for learners that read it, all of them the user's own.

    Returns
    -------
    Dataset
        ``rows`` is a float64 array where all columns are numeric, else a pandas frame of float64 and object columns;
        ``kinds`` holds the kind of each column, ``notes`` what the user should know (such as constant columns).

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
    given, dates = _undated(given) if shuffle else (given, [])
    table, kinds, notes = _numeric(given) if isinstance(given, np.ndarray) else _mixed(given, texts=texts)
    aim, kept = target_of(target), groups_of(groups)
    for label, values in (("target", aim.values), ("groups", kept)):
        if values is not None and len(values) != size:
            raise InputError(label, f"has {len(values)} values, but there are {size} rows")
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
            notes=(*dates, *notes, *aim.notes, *group_notes(kept)),
            names=names,
            clocks=clocks_of(given) if isinstance(given, dict) else (),
            declared=_declared(given, target),
            dtypes=tuple(dict.fromkeys(str(getattr(each, "dtype", "object")) for each in dtypes)),
        ),
    )


def _declared(given: Values | dict[str, Any], target: Any) -> tuple[tuple[str, ...], ...]:
    """Return the values that each column and the target declare; nothing where none does."""
    columns = [()] * given.shape[1] if isinstance(given, np.ndarray) else [*map(declared_values, given.values())]
    found = (*columns, declared_values(target))
    return found if any(found) else ()


def dataset_as_is(rows: Any, target: Any, *, name: str = "data", groups: Any = None) -> Dataset:
    """Make a Dataset without reading its rows: for learners that read them directly, such as lists of texts.

    Examples
    --------
    >>> dataset_as_is(["some text", "another", "some more"], ["ham", "spam", "ham"]).size
    3
    """
    table = rows.tocsr() if hasattr(type(rows), "tocsr") else list(rows) if isinstance(rows, tuple) else rows
    if isinstance(rows, Mapping):
        raise InputError("rows", "must not be a dict here; pass pandas.DataFrame(rows)")
    if not getattr(rows, "shape", ()) and (not isinstance(rows, Sequence) or isinstance(rows, str | bytes)):
        raise InputError("rows", f"must be a table or a list with an entry per row, got {type(rows).__name__}")
    if isinstance(rows, list) and rows and isinstance(rows[0], list | tuple):
        table = _array(rows)
    aim = target_of(target)
    clocks = clocks_of({str(name): table[name] for name in table.columns}) if hasattr(table, "columns") else ()
    given = Given(notes=aim.notes, clocks=clocks)
    return Dataset(table, aim.values, name, groups_of(groups), classes=aim.classes, given=given)


def as_classes(dataset: Dataset) -> Dataset:
    """Return the data set with whole numbers as classes, for a classifier: 26 whole numbers may be letters."""
    if dataset.has_classes:
        return dataset
    whole = bool((dataset.target == np.floor(dataset.target)).all())
    if not whole:
        odd = dataset.target[dataset.target != np.floor(dataset.target)].flat[0]
        raise InputError(
            "target", f"{odd} is not a class label, but a classifier needs classes; use regressors instead"
        )
    return replace(dataset, target=dataset.target.astype(np.int64), classes=True)


def _undated(given: Values | dict[str, Any]) -> tuple[Values | dict[str, Any], list[Note]]:
    """Leave out columns of dates, and return a note where there are some."""
    dates = (
        []
        if isinstance(given, np.ndarray)
        else [name for name in given if holds_dates(given[name]) or holds_other_dates(given[name])]
    )
    if not dates or isinstance(given, np.ndarray):
        return given, []
    kept = {name: values for name, values in given.items() if name not in dates}
    if not kept:
        raise InputError("rows", f"have only columns of dates ({', '.join(dates)}), which are not learned from")
    return kept, [Note.of(NoteKind.DATES_LEFT_OUT, columns=tuple(dates))]


def _given(rows: Any) -> Values | dict[str, Any]:
    """Return a numeric array, or columns by name for everything else."""
    if hasattr(type(rows), "tocsr"):
        raise InputError("rows", "sparse matrices are not supported here; pass rows.toarray() if memory allows")
    if hasattr(type(rows), "collect"):
        raise InputError("rows", "is a lazy frame; pass rows.collect()")
    rows = unmasked(rows)
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
        raise InputError("rows", f"two columns are called {twice!r}; rename one")
    columns = {name: rows[key] for name, key in zip(names, keys, strict=True)}
    for name, values in columns.items():
        if not hasattr(values, "__len__") or isinstance(values, str):
            raise InputError(f"column {name!r}", f"must have one value per row, got {values!r}")
    return columns


def _array(rows: Any) -> Values:
    try:
        array = np.asarray(rows)
    except ValueError:
        raise InputError("rows", "have different lengths; every row needs the same number of values") from None
    if array.ndim != 2:
        hint = "; for one column pass rows.reshape(-1, 1)" if array.ndim == 1 else ""
        raise InputError("rows", f"must be a table with rows and columns, got shape {array.shape}{hint}")
    if array.dtype.kind in "US" and not hasattr(rows, "dtype"):
        return np.array(rows, dtype=object)  # numpy turned the numbers beside text into text
    return array


def _size(given: Values | dict[str, Any]) -> int:
    """Return the number of rows; raise an InputError for no rows, no columns, and columns of different lengths."""
    columns = given.T if isinstance(given, np.ndarray) else list(given.values())
    if not len(columns):
        raise InputError("rows", "have 0 columns")
    sizes = {len(column) for column in columns}
    if len(sizes) > 1:
        raise InputError("rows", f"columns have different lengths: {', '.join(map(str, sorted(sizes)))}")
    if sizes == {0}:
        raise InputError("rows", "there are 0 rows")
    return int(sizes.pop())


def named_column(rows: Any, role: str, name: str) -> Any:
    """Return the column of a frame or a dict that a user names; the error for another name lists those it has."""
    there = list(rows if isinstance(rows, Mapping) else getattr(rows, "columns", ()))
    if not there:
        raise InputError(role, f"there is no column {name!r}: the columns of X have no names; pass one value per row")
    if name not in there:
        raise InputError(role, f"there is no column {name!r}; {did_you_mean(name, map(str, there))}")
    return rows[name]


def without_columns(rows: Any, names: Collection[str]) -> Any:
    """Return a frame or a dict without some of its columns."""
    if isinstance(rows, Mapping):
        return {name: values for name, values in rows.items() if name not in names}
    return rows.drop(columns=list(names)) if hasattr(rows, "iloc") else rows.drop(list(names))


def _numeric(array: Values) -> tuple[Any, tuple[str, ...], list[Note]]:
    columns = {f"x{index}": array[:, index] for index in range(array.shape[1])}
    remarks = {name: remark_on(name, values) for name, values in columns.items()}
    return array, (NUMERIC,) * array.shape[1], _headed(remarks)


def _mixed(given: Mapping[str, Any], *, texts: bool) -> tuple[Any, tuple[str, ...], list[Note]]:
    columns = {name: column_of(name, values, texts=texts) for name, values in given.items()}
    kinds = tuple(column.kind for column in columns.values())
    notes = [column.note for column in columns.values() if column.note]
    notes += _headed({name: column.remark for name, column in columns.items()})
    if NOMINAL in kinds:
        return _frame(columns), kinds, notes
    return np.column_stack([column.values for column in columns.values()]), kinds, notes


def _frame(columns: Mapping[str, Column]) -> Any:
    import pandas as pd

    dtypes = {NUMERIC: np.float64, NOMINAL: object}  # explicit, since pandas 3 would choose its own type for text
    return pd.DataFrame({name: pd.Series(c.values, dtype=dtypes[c.kind]) for name, c in columns.items()})


def _headed(remarks: Mapping[str, NoteKind | None]) -> list[Note]:
    """Return one note per kind of remark, with all columns it concerns."""
    kinds = dict.fromkeys(remark for remark in remarks.values() if remark)
    return [Note.of(kind, columns=tuple(name for name, said in remarks.items() if said is kind)) for kind in kinds]
