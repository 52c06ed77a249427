"""Time: columns of dates, columns that run as a clock, and rows in time order."""

import datetime
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from outperform.core import Bools, Dataset, InputError, Ints, Values, unmasked
from outperform.data.spellings import NEARLY_ALL

CLOCKS = {"date", "datetime", "time", "timestamp", "day", "week", "month", "year", "yyyymm", "yyyymmdd"}
"""Words in names of columns whose increasing numbers are taken as a time."""
LEAST = 10  # distinct times from which a column can run as a clock

_ISO = re.compile(r"\d{4}-\d\d(-\d\d([T ]\d\d:\d\d(:\d\d([.,]\d+)?)?\s?(Z|[+-]\d\d:?\d\d)?)?)?")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_YEARS = (1900, 2100)  # of dates that are written as a whole number
_DAY = "write them as 2024-03-01, 2024-03-01 12:30 or as numbers"


def holds_dates(given: Any) -> bool:
    """Return whether a column holds dates: as dates, or as text that nearly everywhere is an ISO date.

    Examples
    --------
    >>> holds_dates(["2024-02-29", "2024-03-01 12:00"]), holds_dates(["red", "2024-03-01"]), holds_dates([2024, 2025])
    (True, False, False)
    """
    kind = str(getattr(given, "dtype", "")).lower()
    if kind.startswith(("datetime", "date", "period")):
        return True
    values = given if hasattr(given, "dtype") else np.array(given, dtype=object)
    if kind.startswith(("categor", "enum", "int", "float", "uint", "bool", "timedelta", "duration")):
        return False
    present = [each for each in np.asarray(values).ravel().tolist() if isinstance(each, str | datetime.date)]
    if not any(map(_is_date, present[:20])):
        return False
    return sum(map(_is_date, present)) >= NEARLY_ALL * int(present_in(np.asarray(values)).sum())


def present_in(values: Values) -> Bools:
    """Return where values are not missing."""
    import pandas as pd

    return ~np.asarray(pd.isna(values))


def movable(rows: Any) -> Any:
    """Return rows that can be brought into another order: a frame for a dict, a list for a tuple."""
    if isinstance(rows, Mapping):
        import pandas as pd

        return pd.DataFrame(rows)
    return list(rows) if isinstance(rows, tuple) else rows


def clocks_of(columns: Mapping[str, Any]) -> tuple[str, ...]:
    """Name the columns that hold the time of the rows: dates, or growing numbers that are dates or called so.

    Examples
    --------
    >>> clocks_of({"Time": np.arange(20) / 2, "x": np.arange(20), "date": np.arange(20)[::-1]})
    ('Time',)
    """
    return tuple(name for name, values in columns.items() if holds_dates(values) or _runs(name, values))


def in_time_order(dataset: Dataset, time: Any, name: str | None = None) -> Dataset:
    """Return the data set with its rows in the order of a time per row; rows of the same time keep their order."""
    codes = time_codes(time, "time" if name is None else f"time column {name!r}")
    if len(codes) != dataset.size:
        raise InputError("time", f"has {len(codes)} values, but there are {dataset.size} rows")
    order = np.argsort(codes, kind="stable")
    ordered = dataset.at(order)
    return replace(ordered, given=replace(ordered.given, time=name, times=codes[order]))


def time_codes(given: Any, label: str = "time") -> Ints:
    """Return the times as 0, 1, ... in their order; equal times share a number.

    Examples
    --------
    >>> time_codes(["2024-03-01", "2023-12-31", "2024-03-01"]).tolist(), time_codes([2.5, 1]).tolist()
    ([1, 0, 1], [1, 0])
    """
    given = unmasked(given)
    values = _sortable(given, label)
    missing = np.isnat(values) if values.dtype.kind == "M" else np.isnan(values.astype(np.float64))
    if missing.any():
        row = int(np.argmax(missing))
        if not present_in(np.asarray(given, dtype=object))[row]:
            raise InputError(label, f"row {row + 1} is empty; give it a time or leave the row out")
        shown = repr(str(np.asarray(given)[row]))
        raise InputError(label, f"row {row + 1} has no time or one that cannot be read: {shown}; {_DAY}")
    found: Ints = np.unique(values, return_inverse=True)[1].reshape(-1).astype(np.int64)
    if found.max(initial=0) == 0:
        raise InputError(label, "all rows have the same time; at least two times are needed")
    return found


def _sortable(given: Any, label: str) -> Values:
    """Return numbers, or dates as numpy knows them; NaT where text is no date."""
    import pandas as pd

    if pd.api.types.is_scalar(given) or getattr(given, "ndim", 1) == 0 or not isinstance(given, Iterable):
        raise InputError(label, f"must be one value per row, got a single {type(given).__name__}; {_DAY}")
    try:
        series = pd.Series(given.to_pandas() if hasattr(given, "to_pandas") else given).reset_index(drop=True)
    except (TypeError, ValueError):
        raise InputError(label, f"must be a column of the rows, or one value per row; {_DAY}") from None
    if isinstance(series.dtype, pd.PeriodDtype):
        series = pd.Series(series.dt.to_timestamp())
    if series.dtype.kind in "biuf":
        return np.asarray(series.to_numpy(dtype=np.float64, na_value=np.nan))
    if series.dtype.kind == "m":
        return np.asarray(series.dt.total_seconds())
    try:
        dates = pd.to_datetime(series.astype(object), errors="coerce", utc=True, format="ISO8601")
    except (TypeError, ValueError):
        raise InputError(label, f"holds values that are neither dates nor numbers; {_DAY}") from None
    return np.asarray(dates.dt.tz_localize(None).to_numpy())


def _is_date(value: Any) -> bool:
    return isinstance(value, datetime.date) or (isinstance(value, str) and _ISO.fullmatch(value.strip()) is not None)


def _runs(name: str, given: Any) -> bool:
    """Return whether a column is called a time, or holds dates as whole numbers, and its numbers never decrease."""
    values = np.asarray(given)
    if values.dtype.kind not in "iuf" or len(np.unique(values)) < LEAST or not (values[1:] >= values[:-1]).all():
        return False
    return any(word.lower() in CLOCKS for word in _WORD.findall(name)) or _are_whole_dates(values)


def _are_whole_dates(values: Values) -> bool:
    """Return whether all numbers are dates such as 20240131 or 202401.

    Examples
    --------
    >>> _are_whole_dates(np.array([20240131, 20240201])), _are_whole_dates(np.array([202412, 202501]))
    (True, True)
    >>> _are_whole_dates(np.array([20240131, 20240132])), _are_whole_dates(np.array([202412, 202413]))
    (False, False)
    """
    if (values % 1).any():
        return False
    days = values if values.min() > 10**7 else values * 100 + 1
    year, month, day = days // 10**4, days // 100 % 100, days % 100
    inside = [(year, _YEARS), (month, (1, 12)), (day, (1, 31))]
    return all(bool(((low <= part) & (part <= high)).all()) for part, (low, high) in inside)
