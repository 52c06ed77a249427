"""Entries of the table of factors: for which learners, settings and data a factor was measured."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np

from outperform.core import Dataset, Floats

if TYPE_CHECKING:
    from outperform.learners.kinds import Kind

Basis = Literal["rows", "folds"]
BASES: tuple[Basis, Basis] = ("rows", "folds")
COMMON = 0.5  # a column in which one value has a larger share does not count as numbers that vary
UNIT = (0.6, 1.7)  # standard deviations that count as 1: a penalty of ridge regression means three times as much at 0.6
OURS = {
    "MixedKNN": "KNeighborsClassifier",
    "MixedNB": "GaussianNB",
}  # what our learners are on complete numeric columns
SCALES_ITSELF = {"MixedKNN"}
NO_ENTRY = (ValueError, KeyError, TypeError, AttributeError, OverflowError)  # raised when reading something else


@dataclass(frozen=True)
class DataSetting:
    """What a factor depends on besides the learner: size and kind of the data."""

    rows: int
    columns: int
    classes: int | None  # None where the target is a number
    varied: bool  # columns of numbers, in none of which one value makes up more than half
    unit: bool  # standard deviations of the columns are about 1
    grouped: bool = False

    @classmethod
    def of(cls, dataset: Dataset) -> Self:
        """Return the setting of a dataset.

        Examples
        --------
        >>> DataSetting.of(Dataset(np.array([[0.0], [1.0], [2.5]]), np.array([0, 1, 1])))
        DataSetting(rows=3, columns=1, classes=2, varied=True, unit=True, grouped=False)
        """
        classes = len(np.unique(dataset.strata)) if dataset.has_classes else None
        numbers = _numbers(dataset)
        varied = bool(numbers.shape[1]) and all(_common(column) <= COMMON for column in numbers.T)
        sd = np.nanstd(numbers, axis=0) if varied else np.zeros(1)
        unit = bool(((UNIT[0] <= sd) & (sd <= UNIT[1])).all())
        return cls(dataset.size, numbers.shape[1], classes, varied, unit, dataset.groups is not None)


@dataclass(frozen=True)
class MeasuredFactor:
    """A measured factor, and where it is valid."""

    learner: str  # a class, or with ``exact`` a kind of learner with all its settings
    exact: bool
    settings: Mapping[str, Any]  # of the class: {"from", "to"}, {"among"} or "any"; others must be at their defaults
    unit: bool  # measured on columns of standard deviation 1, which matters to this learner
    classes: tuple[int, int] | None  # at least and at most; None is a number to predict
    folds: int
    rows: tuple[int, int | None]
    columns_per_row: float
    factors: Mapping[Basis, float]
    steady: Mapping[Basis, bool]  # the results of all sources agree, so that threshold="auto" may use the factor

    @classmethod
    def read(cls, given: Any) -> Self:
        """Read an entry of the table; raise one of `NO_ENTRY` if it is not one."""
        factors, steady = ({basis: given[word][basis] for basis in BASES} for word in ("factors", "steady"))
        if not all(_is_factor(value) for value in factors.values()):
            raise ValueError
        least, most = given["rows"]
        return cls(
            str(given["learner"]),
            "settings" not in given,
            {str(name): _rule(rule) for name, rule in given.get("settings", {}).items()},
            bool(given["unit_columns"]),
            None if given["classes"] is None else (int(given["classes"][0]), int(given["classes"][1])),
            int(given["folds"]),
            (int(least), None if most is None else int(most)),
            float(given["columns_per_row"]),
            {basis: float(value) for basis, value in factors.items()},
            {basis: value is True for basis, value in steady.items()},
        )

    def fits(self, kind: "Kind", setting: DataSetting) -> bool:
        """Return whether this learner on such data was measured."""
        return self._is_of(kind) and self._is_on(kind, setting)

    def _is_of(self, kind: "Kind") -> bool:
        if self.exact:
            return kind.text == self.learner
        if not kind.name or OURS.get(kind.name, kind.name) != self.learner:
            return False
        return kind.changed <= set(self.settings) and all(
            name not in kind.settings or _within(kind.settings[name], rule) for name, rule in self.settings.items()
        )

    def _is_on(self, kind: "Kind", setting: DataSetting) -> bool:
        least, most = self.rows
        scaled = kind.standardised or kind.name in SCALES_ITSELF or setting.unit
        return (
            setting.varied
            and (scaled or not self.unit)
            and least <= setting.rows
            and (most is None or setting.rows <= most)
            and setting.columns / kind.blocks <= self.columns_per_row * setting.rows
            and _has(self.classes, setting.classes)
        )


def _is_factor(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 100


def _rule(rule: Any) -> Any:
    """Return the rule of a setting; raise ValueError for an unknown rule."""
    if rule == "any" or (isinstance(rule, dict) and isinstance(rule.get("among"), list)):
        return rule
    if not all(isinstance(rule[end], int | float) for end in ("from", "to")):
        raise ValueError
    return rule


def _within(value: Any, rule: Any) -> bool:
    """Return whether a setting was measured."""
    if rule == "any":
        return True
    if "among" in rule:
        return any(type(value) is type(each) and value == each for each in rule["among"])
    number = isinstance(value, int | float | np.number) and not isinstance(value, bool)
    return number and rule["from"] <= value <= rule["to"]


def _has(measured: tuple[int, int] | None, classes: int | None) -> bool:
    if measured is None or classes is None:
        return measured is None and classes is None
    return measured[0] <= classes <= measured[1]


def _numbers(dataset: Dataset) -> Floats:
    """Return the columns as numbers; no columns if some are not numbers."""
    rows, none = dataset.rows, np.empty((dataset.size, 0))
    if "nominal" in dataset.kinds or hasattr(rows, "indptr"):
        return none
    try:
        numbers = rows.to_numpy(dtype=np.float64, na_value=np.nan) if hasattr(rows, "to_numpy") else np.asarray(rows)
    except (TypeError, ValueError):
        return none
    return numbers.astype(np.float64) if numbers.dtype.kind in "fiu" and numbers.ndim == 2 else none


def _common(column: Floats) -> float:
    """Return the share of the most common value; missing values count as one value."""
    counts = np.unique(column, return_counts=True)[1]
    return float(counts.max() / len(column))
