"""Values of a column, a target or groups, converted to booleans, numbers or text."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from outperform.core import InputError, Values, unmasked

_DATES = {"datetime", "datetime64", "date", "time", "timedelta", "timedelta64", "period"}


MOST_NAMES = 12  # that an error lists


def listed(names: Iterable[Any]) -> str:
    """Return the first names for a message, and how many more there are.

    Examples
    --------
    >>> listed("abc"), listed(range(14))
    ('a, b, c', '0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 2 more')
    """
    words = [str(name) for name in names]
    more = f" and {len(words) - MOST_NAMES} more" if len(words) > MOST_NAMES else ""
    return ", ".join(words[:MOST_NAMES]) + more


def is_category(given: Any) -> bool:
    """Return whether the user declared a column to be nominal, in pandas or in polars."""
    return str(getattr(given, "dtype", "")).lower().startswith(("categor", "enum"))


def declared_values(given: Any) -> tuple[str, ...]:
    """Return the values that a nominal column declares, in its order, whether they occur or not; () without a list.

    Examples
    --------
    >>> import pandas as pd
    >>> declared_values(pd.Series(pd.Categorical(["b"], categories=["b", "a"]))), declared_values(["b"])
    (('b', 'a'), ())
    """
    found = getattr(given.dtype, "categories", None) if is_category(given) else None
    if not hasattr(found, "__len__"):  # polars' Categorical has no list of its own
        return ()
    return tuple(as_text(np.asarray(found, dtype=object)).tolist())


def values_of(label: str, given: Any, advice: str) -> Values:
    """Return values as booleans, integers, floats, or as text in objects with NaN for missing values.

    Examples
    --------
    >>> values_of("column 'age'", [31, None, 42], advice="leave it out")
    array([31., nan, 42.])
    >>> values_of("column 'age'", [31, "unknown", None], advice="leave it out")
    array(['31', 'unknown', nan], dtype=object)
    """
    given = unmasked(given)
    values = np.asarray(given) if hasattr(given, "dtype") else np.array(given, dtype=object)
    kind = values.dtype.kind
    if kind in "biuf":
        return values
    if kind in "mM":
        raise InputError(label, f"holds dates or times; {advice}")
    return values.astype(object) if kind == "U" else _objects(label, values.astype(object), advice)


def _objects(label: str, values: Values, advice: str) -> Values:
    import pandas as pd

    inferred = pd.api.types.infer_dtype(values, skipna=True)
    if inferred in _DATES:
        raise InputError(label, f"holds dates or times; {advice}")
    if inferred == "string":
        return as_text(values)
    missing = np.asarray(pd.isna(values))
    types = {type(value) for value in values[~missing].tolist()}
    strange = [kind for kind in types if not _is_number(kind) and not issubclass(kind, str)]
    if strange:
        raise InputError(label, f"holds values of type {strange[0].__name__}, neither numbers nor text; {advice}")
    if any(issubclass(kind, str) for kind in types):
        return as_text(values)
    if missing.any():
        return np.array([np.nan if gap else _as_float(value) for value, gap in zip(values, missing, strict=True)])
    return _numbers(values, inferred)


def _is_number(kind: type) -> bool:
    return issubclass(kind, int | float | np.integer | np.floating | np.bool_) or kind.__name__ == "Decimal"


def _numbers(values: Values, inferred: str) -> Values:
    dtype = {"boolean": np.bool_, "integer": np.int64}.get(inferred, np.float64)
    try:
        return values.astype(dtype)
    except OverflowError:  # integers of more than 64 bits
        return np.array([_as_float(value) for value in values.tolist()])


def _as_float(number: Any) -> float:
    """Return a number as a float; a whole number that is too large for one is infinite."""
    try:
        return float(number)
    except OverflowError:
        return np.inf if number > 0 else -np.inf


def as_text(values: Values) -> Values:
    """Return each value as text; missing values stay NaN, and 1.0 becomes 1."""
    import pandas as pd

    present = ~np.asarray(pd.isna(values))
    text = np.full(len(values), np.nan, dtype=object)
    text[present] = [
        (str(int(value)) if isinstance(value, float) and value.is_integer() else str(value))
        for value in values[present].tolist()
    ]
    return text
