"""Checks of what a budget is asked for."""

from typing import Any

from outperform.core import InputError, check_level, is_number
from outperform.visible import short


def check_plan(difference: Any, level: float, power: Any) -> tuple[float | None, float, float]:
    """Return difference, level and power as plain numbers; refuse those that nothing can be planned for."""
    if not is_number(power) or not 0 < power < 1:
        raise InputError("power", f"must be a number above 0 and below 1, got {short(power)}")
    if difference is not None and not (is_number(difference) and difference > 0):
        raise InputError("difference", f"must be a number above 0, got {short(difference)}")
    return None if difference is None else float(difference), check_level(level), float(power)


def check_cost(name: str, cost: Any) -> float | None:
    """Return a cost as a number of at least 0; None where it was not given."""
    if cost is None:
        return None
    if not is_number(cost) or cost < 0:
        raise InputError(name, f"must be a number of at least 0, got {short(cost)}")
    return float(cost)
