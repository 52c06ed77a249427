"""Checks of what a budget is asked for."""

from math import inf
from typing import Any

import numpy as np

from outperform.core import InputError, check_level


def check_plan(difference: Any, level: float, power: Any) -> tuple[float | None, float, float]:
    """Return difference, level and power as plain numbers; refuse those that nothing can be planned for."""
    if not _is_number(power) or not 0 < power < 1:
        raise InputError("power", f"must be above 0 and below 1, got {power!r}")
    if difference is not None and not (_is_number(difference) and 0 < difference < inf):
        raise InputError("difference", f"must be a number above 0, got {difference!r}")
    return None if difference is None else float(difference), check_level(level), float(power)


def check_cost(name: str, cost: Any) -> float | None:
    """Return a cost as a number of at least 0; None where it was not given."""
    if cost is None:
        return None
    if not _is_number(cost) or not 0 <= cost < inf:
        raise InputError(name, f"must be a number of at least 0, got {cost!r}")
    return float(cost)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
