"""The file of a running evaluation: written at once, and checked before it is believed."""

import json
from dataclasses import asdict, dataclass, fields
from math import isclose, isfinite
from pathlib import Path
from typing import Any, NoReturn

from outperform.core import Decision, InputError, check_file, write_whole
from outperform.data.jsons import each_once

KIND, FORMAT = "outperform sequential", 1
NEAR = 1e-9  # by which numbers of the same items may differ between computers


@dataclass(frozen=True)
class Saved:
    """What a monitor writes: what was asked, the scores of every item, and what they gave."""

    first: str
    second: str
    test: str  # with all parameters
    level: float
    bounds: tuple[float, float]
    items: tuple[tuple[str, float, float], ...]  # name and both scores, in the order of arrival
    carry: tuple[float, ...]  # what the test continues from
    log_e: float
    largest: float
    decision: str
    decided_at: int | None

    def agrees(self, other: "Saved") -> bool:
        """Return whether the numbers are those of another, up to rounding."""
        mine, theirs = ((*each.carry, each.log_e, each.largest) for each in (self, other))
        exact = (self.decision, self.decided_at) == (other.decision, other.decided_at)
        close = (isclose(a, b, rel_tol=NEAR, abs_tol=NEAR) for a, b in zip(mine, theirs, strict=False))
        return exact and len(mine) == len(theirs) and all(close)


def write_saved(path: Path, saved: Saved) -> None:
    """Write a file in one step; a file that no monitor wrote is not replaced."""
    text = json.dumps({"kind": KIND, "format": FORMAT, **asdict(saved)}, allow_nan=False)
    try:
        if path.exists():
            _of_file(path, "path", "exists, and no monitor wrote it; choose another name")
        write_whole(path, text + "\n")
    except OSError as error:
        raise InputError("path", f"{path} cannot be written: {error.strerror}") from None


def read_saved(path: Path) -> Saved:
    """Read a file, and raise InputError for anything that a monitor would not write."""
    found = _of_file(path, "resume", "is not a file that a monitor saved")
    if found.get("format") != FORMAT:
        raise InputError("resume", f"{path} has format {found.get('format')!r}, but this version reads {FORMAT}")
    values = {name: value for name, value in found.items() if name not in ("kind", "format")}
    wanted = [each.name for each in fields(Saved)]
    if sorted(values) != sorted(wanted):
        odd = sorted(set(wanted) ^ set(values))
        raise InputError("resume", f"{path} is damaged: {', '.join(odd)} {'are' if len(odd) > 1 else 'is'} wrong")
    for name, value in values.items():
        if not _CHECKS[name](value):
            raise InputError("resume", f"{path} is damaged: {name} is not what a monitor writes")
    told = {"items": tuple(map(tuple, values["items"])), "carry": tuple(map(float, values["carry"]))}
    return Saved(**values | told | {"bounds": tuple(map(float, values["bounds"]))})


def _of_file(path: Path, argument: str, problem: str) -> dict[str, Any]:
    """Return the object in a JSON file of ours."""
    check_file(path, argument)
    try:
        found = json.loads(
            path.read_text(encoding="utf-8"), parse_constant=_refuse_constant, object_pairs_hook=each_once
        )
    except FileNotFoundError:
        raise InputError(argument, f"there is no file {path}; leave {argument} out to begin anew") from None
    except OSError as error:
        raise InputError(argument, f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):  # broken JSON or text
        raise InputError(argument, f"{path} {problem}") from None
    if not isinstance(found, dict) or found.get("kind") != KIND:
        raise InputError(argument, f"{path} {problem}")
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)  # NaN and Infinity are no JSON


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_number(value: Any) -> bool:
    return isinstance(value, float | int) and not isinstance(value, bool) and abs(value) < 1e300 and isfinite(value)


def _are_numbers(value: Any, count: int | None = None) -> bool:
    return isinstance(value, list) and (count is None or len(value) == count) and all(map(_is_number, value))


def _is_item(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 3 and _is_text(value[0]) and _are_numbers(value[1:])


def _is_place(value: Any) -> bool:
    return value is None or (isinstance(value, int) and not isinstance(value, bool) and value > 0)


_CHECKS = {
    **dict.fromkeys(("first", "second", "test"), _is_text),
    **dict.fromkeys(("level", "log_e", "largest"), _is_number),
    "bounds": lambda value: _are_numbers(value, 2),
    "items": lambda value: isinstance(value, list) and all(map(_is_item, value)),
    "carry": _are_numbers,
    "decision": lambda value: value in (Decision.FIRST, Decision.SECOND, Decision.OPEN),
    "decided_at": _is_place,
}
