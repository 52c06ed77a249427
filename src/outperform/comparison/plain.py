"""Numbers, and small structures of them, as JSON can hold them."""

import math
from dataclasses import fields, is_dataclass
from typing import Any


def plain(value: Any) -> Any:
    """Turn numbers, or a dataclass of them, into what JSON can hold: infinities as text, whole floats as integers.

    Examples
    --------
    >>> plain((10.0, float("inf")))
    [10, 'inf']
    """
    if is_dataclass(value):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    if isinstance(value, float) and math.isinf(value):
        return "inf" if value > 0 else "-inf"
    if isinstance(value, float) and value.is_integer() and value >= 1:
        return int(value)
    return value
