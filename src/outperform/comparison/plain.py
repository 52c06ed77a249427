"""Numbers as JSON can hold them."""

import math
from typing import Any


def plain(value: Any) -> Any:
    """Turn a number, or several, into what JSON can hold: infinities as text, whole floats kept as they are.

    Examples
    --------
    >>> plain((10.0, float("inf")))
    [10, 'inf']
    """
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    if isinstance(value, float) and math.isinf(value):
        return "inf" if value > 0 else "-inf"
    if isinstance(value, float) and value.is_integer() and value >= 1:
        return int(value)
    return value
