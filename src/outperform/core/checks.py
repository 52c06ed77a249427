"""What several functions refuse in the same words."""

from collections.abc import Sequence
from pathlib import PurePath
from typing import Any

from outperform.core.errors import InputError
from outperform.core.rng import CANONICAL


def check_choice(name: str, value: Any, known: Sequence[str]) -> None:
    """Refuse what is none of the known words."""
    if not isinstance(value, str) or value not in known:
        raise InputError(name, f"must be {' or '.join(known)}, got {value!r}")


def check_seconds(name: str, seconds: Any) -> None:
    """Refuse what is no number of seconds; None is no limit."""
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if seconds is not None and not (number and 0 < seconds < 1e9):
        raise InputError(name, f"must be a number of seconds above 0, got {seconds!r}")


def check_flag(name: str, value: Any, *words: str) -> None:
    """Refuse what is neither true nor false, nor one of the words that may stand in their place."""
    if not isinstance(value, bool) and not (isinstance(value, str) and value in words):
        raise InputError(name, f"must be {' or '.join(['True', 'False', *words])}, got {value!r}")


def check_path(name: str, path: Any) -> None:
    """Refuse what cannot name a file; None is no file."""
    if path is not None and (not isinstance(path, str | PurePath) or "\0" in str(path)):
        raise InputError(name, f"must be the path of a file, got {path!r}")


def check_seed(seed: Any) -> None:
    """Refuse what is neither a whole number nor the data."""
    if isinstance(seed, bool) or not isinstance(seed, int | str) or (isinstance(seed, str) and seed != CANONICAL):
        raise InputError("seed", f'must be a whole number or "data", got {seed!r}')
