"""JSON from files that nobody checked: bounded in size, and every problem is one sentence with its place."""

import gzip
import json
import re
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any, cast

from outperform.core import InputError, check_file

MOST_BYTES = 2 * 1024**3  # of one JSON document
_MOST_LINE = 256 * 1024**2  # of one line of JSONL
_MOST_UNPACKED = 16 * 1024**3  # of a packed file of JSONL
_PARTS = re.compile(r'("(?:[^"\\]|\\.)*")(\s*:)?|[{}]')


class KeyTwiceError(ValueError):
    """An object holds a key twice, of which only the last would count."""


def each_once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of pairs (``object_pairs_hook``); raise a KeyTwiceError for a key that repeats."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise KeyTwiceError
    return found


def key_twice(text: str) -> str:
    """Return the problem of a text of which an object holds a key twice.

    Examples
    --------
    >>> key_twice('{"item": "q0", "score": 0, "score": 1}')
    "has the key 'score' twice in one object, the second time at column 28; keep one of them"
    """
    objects: list[set[str]] = []
    for part in _PARTS.finditer(text):
        if part[0] == "{":
            objects.append(set())
        elif part[0] == "}":
            objects.pop()
        elif part[2]:
            key = json.loads(part[1])
            if key in objects[-1]:
                where = _place(text.count("\n", 0, part.start()) + 1, part.start() - text.rfind("\n", 0, part.start()))
                return f"has the key {key!r} twice in one object, the second time at {where}; keep one of them"
            objects[-1].add(key)
    return "has an object with a key twice; keep one of them"


def _place(line: int, column: int) -> str:
    return f"line {line}, column {column}" if line > 1 else f"column {column}"


def json_of(content: bytes | str, place: str) -> Any:
    """Return what a JSON text holds; NaN and Infinity are numbers, as Python writes them."""
    try:
        text = content.decode("utf-8-sig") if isinstance(content, bytes) else content
        return json.loads(text, object_pairs_hook=each_once)
    except UnicodeDecodeError:
        raise InputError(place, "is not UTF-8 text") from None
    except json.JSONDecodeError as error:
        where = _place(error.lineno, error.colno)
        raise InputError(place, f"is not JSON ({error.msg.removesuffix(' at')} at {where})") from None
    except KeyTwiceError:
        raise InputError(place, key_twice(text)) from None
    except ValueError:
        raise InputError(place, "is not JSON: it holds a number of too many digits") from None
    except RecursionError:
        raise InputError(place, "is nested too deeply to be read") from None


def read_json(path: Path) -> Any:
    """Return what a JSON file holds."""
    content = read_bytes(path)
    if not content.strip():
        raise InputError(str(path), "is empty")
    return json_of(content, str(path))


def read_bytes(path: Path) -> bytes:
    """Return the content of a file that is not too large."""
    check_file(path)
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputError(str(path), f"cannot be read: {error.strerror or error}") from None
    except MemoryError:
        raise InputError(str(path), "is too large for the memory") from None
    if len(content) > MOST_BYTES:
        raise InputError(str(path), f"is larger than {MOST_BYTES // 1024**2} MB")
    return content


def json_lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Return number and object of each line of a JSONL file, also with .gz; blank lines are skipped."""
    check_file(path)
    try:
        packed = path.suffix.lower() == ".gz"
        with gzip.open(path, "rb") if packed else path.open("rb") as file:
            yield from _objects(cast("IO[bytes]", file), str(path), _MOST_UNPACKED if packed else None)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(str(path), f"cannot be read: {getattr(error, 'strerror', None) or error}") from None


def _objects(file: IO[bytes], source: str, most: int | None) -> Iterator[tuple[int, dict[str, Any]]]:
    number, size = 0, 0
    while line := file.readline(_MOST_LINE + 1):
        number, size = number + 1, size + len(line)
        if most is not None and size > most:
            raise InputError(source, f"holds more than {most // 1024**2} MB")
        place = f"{source}, line {number}"
        if len(line) > _MOST_LINE:
            raise InputError(place, f"is longer than {_MOST_LINE // 1024**2} MB")
        if line.strip():
            found = json_of(line, place)
            if not isinstance(found, dict):
                raise InputError(place, f"must be a JSON object, got {_kind(found)}")
            yield number, found


def _kind(value: Any) -> str:
    return {list: "a list", str: "a text", bool: "true or false", type(None): "null"}.get(type(value), "a number")


def text_at(given: Any, *keys: str) -> str | None:
    """Return the text at a path of keys, or None where there is none."""
    for key in keys:
        given = given.get(key) if isinstance(given, dict) else None
    return given if isinstance(given, str) and given else None


def dict_at(given: Any, *keys: str) -> dict[str, Any]:
    """Return the object at a path of keys, or an empty one."""
    for key in keys:
        given = given.get(key) if isinstance(given, dict) else None
    return given if isinstance(given, dict) else {}
