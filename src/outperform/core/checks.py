"""Checks of arguments that several functions share."""

import math
import stat
from collections.abc import Sequence
from pathlib import Path, PurePath
from tempfile import TemporaryFile
from typing import Any

import numpy as np

from outperform.core.arrays import Floats
from outperform.core.errors import InputError, SpecError
from outperform.core.rng import CANONICAL
from outperform.visible import short


def check_choice(name: str, value: Any, known: Sequence[str]) -> None:
    """Raise InputError unless the value is one of the known words."""
    if not isinstance(value, str) or value not in known:
        raise InputError(name, f"must be {' or '.join(known)}, got {value!r}")


def is_number(value: Any) -> bool:
    """Return whether a value is a number that a float can hold; True and False are none, nor are infinity and NaN.

    Examples
    --------
    >>> is_number(0.5), is_number(True), is_number(10**400), is_number(float("nan"))
    (True, False, False, False)
    """
    if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def plain(value: Any) -> Any:
    """Return numpy's numbers as Python's, with the digits that are printed; anything else as it is.

    Examples
    --------
    >>> plain(np.int64(3)), plain(np.float32(0.05)), plain("0.05")
    (3, 0.05, '0.05')
    """
    if isinstance(value, np.integer):
        return int(value)
    return float(str(value)) if isinstance(value, np.floating) else value


def whole_number(name: str, value: Any, least: int) -> int:
    """Return a whole number of at least ``least``; raise InputError for anything else, True and False too."""
    number = plain(value)
    if isinstance(number, bool) or not isinstance(number, int) or number < least:
        raise InputError(name, f"must be a whole number of at least {least}, got {short(value)}")
    return number


def check_level(level: Any) -> float:
    """Return the level as a float; raise InputError unless it is a number above 0 and below 1."""
    number = plain(level)
    if isinstance(number, bool) or not isinstance(number, int | float) or not 1e-300 < number < 1:
        raise InputError("level", f"must be a number above 0 and below 1, got {short(level)}")
    return float(number)


def check_below_one(name: str, value: float) -> None:
    """Raise InputError for a difference that shares cannot have: often it is meant in points of a hundred."""
    if value >= 1:
        points = f"{value:g} {'point is' if value == 1 else 'points are'} {value / 100:g}"
        hint = points if value <= 100 else "scores lie between 0 and 1"
        raise InputError(name, f"must be below 1, in units of the score: {hint}; got {value:g}")


def check_seconds(name: str, seconds: Any) -> float | None:
    """Return a number of seconds; raise InputError for anything else. None is no limit."""
    number = plain(seconds)
    if number is not None and not (is_number(number) and 0 < number < 1e9):
        raise InputError(name, f"must be a number of seconds above 0, got {short(seconds)}")
    return None if number is None else float(number)


def check_flag(name: str, value: Any, *words: str) -> None:
    """Raise InputError unless the value is True, False or one of the words."""
    if not isinstance(value, bool) and not (isinstance(value, str) and value in words):
        raise InputError(name, f"must be {' or '.join(['True', 'False', *words])}, got {value!r}")


def check_path(name: str, path: Any) -> None:
    """Raise InputError unless the value can be the path of a file; None is no file."""
    if path is not None and (not isinstance(path, str | PurePath) or "\0" in str(path)):
        raise InputError(name, f"must be the path of a file, got {path!r}")


def check_file(path: Path, argument: str | None = None) -> None:
    """Raise InputError for a pipe or a device, which may have no end; a file that is missing is left to the reader."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        problem = "is a pipe or a device; save what it holds as a file, and pass that"
        raise InputError(argument or str(path), problem if argument is None else f"{path} {problem}")


def check_size(values: Floats, name: str = "scores") -> None:
    """Raise InputError for scores or weights whose squares overflow or underflow."""
    sizes = np.abs(values)
    largest = sizes.max(where=np.isfinite(sizes), initial=0.0)
    if largest != 0 and not 1e-140 < largest < 1e140:
        raise InputError(
            name, f"the largest is {largest:.0e} in size, too extreme to square; rescale the {name} to about 1"
        )


def check_folder(name: str, path: Any) -> None:
    """Raise InputError unless a folder can be written, or made where it is missing; nothing is left there."""
    place = Path(path)
    while not place.exists() and place != place.parent:
        place = place.parent
    if not place.is_dir():
        raise InputError(name, f"{place} is not a folder")
    try:
        TemporaryFile(dir=place).close()
    except OSError as error:
        raise InputError(name, f"nothing can be written in the folder {place}: {error.strerror}") from None


def check_seed(seed: Any) -> Any:
    """Return the seed, a whole number or ``"data"``; raise InputError for anything else."""
    number = plain(seed)
    if isinstance(number, bool) or not (isinstance(number, int) or (isinstance(number, str) and number == CANONICAL)):
        raise InputError("seed", f'must be a whole number or "data", got {short(seed)}')
    return number


def check_replicates(slug: str, replicates: int) -> None:
    """Raise SpecError for a test that draws less than once."""
    if replicates < 1:
        raise SpecError(f"{slug}.replicates", f"must be at least 1, got {replicates}")
