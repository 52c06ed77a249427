"""Entries of the table of factors, made from readings: the factor, where it holds, and whether the sources agree."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from math import ceil
from typing import Any

from outperform.core import stream
from outperform.lab.factor import FactorReading, kind_of_spec
from outperform.procedures.measured import BASES, Basis, DataSetting
from outperform.sources import CATALOGUE as SOURCES

SPREAD = 0.16  # between the largest and the smallest reading of a factor that threshold="auto" uses
SOURCES_LEAST = 3  # that agree, one of them of real rows
SE_MOST = 0.05  # of each of their readings
DIGITS = 4


def factor_entry(
    readings: Sequence[FactorReading],
    folds: int,
    *,
    learner: str | None = None,
    settings: Mapping[str, Any] | None = None,
    unit_columns: bool = True,
    endless: bool = False,
) -> dict[str, Any]:
    """Return the entry of a learner.

    Parameters
    ----------
    readings
        The readings of one learner, or of several of one class with different settings.
    folds
        The folds of the readings.
    learner, settings
        The class and its measured settings; None is the one learner that was measured, with exactly its settings.
    unit_columns
        Whether the scale of the columns matters to the learner.
    endless
        Whether the factor holds for more rows than were measured.

    Examples
    --------
    >>> sources = "symmetric", "symmetric(n=50)", "real-blocks"
    >>> found = [FactorReading("lda", one, 900, 0.94, 0.02, 0.99, 0.02) for one in sources]
    >>> made = factor_entry(found, 10)
    >>> made["learner"], made["factors"], made["spread"], made["steady"]["rows"]
    ('LinearDiscriminantAnalysis()', {'rows': 0.96, 'folds': 1.01}, {'rows': 0.0, 'folds': 0.0}, True)
    """
    seen = [_measured_on(one.source) for one in dict.fromkeys(readings)]
    rows = [setting.rows for setting in seen]
    classes = [setting.classes for setting in seen if setting.classes is not None]
    return {
        "learner": kind_of_spec(readings[0].learner) if learner is None else learner,
        **({} if settings is None else {"settings": dict(settings)}),
        "unit_columns": unit_columns,
        "classes": [min(classes), max(classes)] if classes else None,
        "metric": "accuracy" if classes else "neg_mean_squared_error",
        "folds": folds,
        "rows": [min(rows), None if endless else max(rows)],
        "columns_per_row": round(max(setting.columns / setting.rows for setting in seen), DIGITS),
        "factors": {basis: _factor(readings, basis) for basis in BASES},
        "spread": {basis: _spread(readings, basis) for basis in BASES},
        "steady": {basis: _is_steady(readings, basis) for basis in BASES},
        "readings": [_written(one) for one in readings],
    }


def _factor(readings: Sequence[FactorReading], basis: Basis) -> float:
    """Return the largest reading plus one standard error, rounded up to two digits."""
    largest = max(value + se for value, se in _values(readings, basis))
    return ceil(100 * round(largest, DIGITS)) / 100


def _spread(readings: Sequence[FactorReading], basis: Basis) -> float:
    values = [value for value, _ in _values(readings, basis)]
    return round(max(values) - min(values), DIGITS)


def _is_steady(readings: Sequence[FactorReading], basis: Basis) -> bool:
    """Return whether there are enough sources, they agree, and the standard errors are small."""
    sources = {one.source for one in readings}
    enough = len(sources) >= SOURCES_LEAST and any(source.startswith("real-") for source in sources)
    sure = all(0 < se <= SE_MOST for _, se in _values(readings, basis))
    return enough and sure and _spread(readings, basis) <= SPREAD


def _values(readings: Sequence[FactorReading], basis: Basis) -> list[tuple[float, float]]:
    return [(one.rows, one.rows_se) if basis == "rows" else (one.folds, one.folds_se) for one in readings]


def _measured_on(source: str) -> DataSetting:
    """Return the setting of a source; a learner sees one of its two blocks of columns."""
    found = DataSetting.of(SOURCES.parse(source).draw(stream(0, "setting")))
    return DataSetting(found.rows, found.columns // 2, found.classes, found.varied, found.unit)


def _written(reading: FactorReading) -> dict[str, Any]:
    return {
        name: round(value, DIGITS) if isinstance(value, float) else value for name, value in asdict(reading).items()
    }
