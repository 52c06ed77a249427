"""What several functions refuse in the same words."""

from collections.abc import Sequence
from typing import Any

from outperform.core.errors import InputError
from outperform.core.rng import CANONICAL


def check_choice(name: str, value: Any, known: Sequence[str]) -> None:
    """Refuse what is none of the known words."""
    if value not in known:
        raise InputError(name, f"must be {' or '.join(known)}, got {value!r}")


def check_seconds(name: str, seconds: Any) -> None:
    """Refuse what is no number of seconds; None is no limit."""
    if seconds is not None and not (isinstance(seconds, int | float) and 0 < seconds < 1e9):
        raise InputError(name, f"must be a number of seconds above 0, got {seconds!r}")


def check_seed(seed: Any) -> None:
    """Refuse what is neither a whole number nor the data."""
    if isinstance(seed, bool) or not (isinstance(seed, int) or seed == CANONICAL):
        raise InputError("seed", f'must be a whole number or "data", got {seed!r}')
