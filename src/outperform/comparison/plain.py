"""Numbers, and small structures of them, as JSON can hold them."""

import math
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from typing import Any

from outperform.core import Direction, Note, NoteKind


def plain(value: Any) -> Any:
    """Turn numbers into what JSON can hold: infinities as text, unknown as None, whole floats as integers.

    Examples
    --------
    >>> plain((10.0, float("inf")))
    [10, 'inf']
    """
    if is_dataclass(value):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    if isinstance(value, float) and math.isnan(value):
        return None
    if isinstance(value, float) and math.isinf(value):
        return "inf" if value > 0 else "-inf"
    if isinstance(value, float) and value.is_integer() and value >= 1:
        return int(value)
    return value


def store_use(notes: Iterable[Note]) -> dict[str, Any] | None:
    """Return how many fits a run took from its store, and how old the oldest is; None without a store."""
    found = next((note for note in notes if note.kind is NoteKind.STORE_USED), None)
    if found is None:
        return None
    return {
        "file": found["store"],
        "reused": found["reused"],
        "fitted": found["fitted"],
        "oldest_seconds": found["oldest"],
    }


def direction_fields(direction: Direction | None) -> dict[str, str | None]:
    """Return the direction of a metric as it was given, and who says it, as JSON has them.

    Examples
    --------
    >>> direction_fields(Direction(higher=False)), direction_fields(None)["direction"]
    ({'direction': 'lower', 'direction_origin': 'assumed'}, None)
    """
    if direction is None:
        return {"direction": None, "direction_origin": None}
    return {"direction": "higher" if direction.higher else "lower", "direction_origin": direction.origin.value}
