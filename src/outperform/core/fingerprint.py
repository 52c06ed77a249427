"""Fingerprints: the same content gives the same text, on every machine and in every session."""

import hashlib
import struct
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import singledispatch
from typing import Any

import numpy as np

_PIECE = 2**17  # values of an array that are encoded at a time
_NAN = 0x7FF8_0000_0000_0000  # the bits that every NaN counts with; those of np.nan are up to the machine


def fingerprint(*parts: Any) -> str:
    """SHA-256 of typed, length-prefixed fields, so that no two different contents share their bytes.

    Numbers count by value: -0.0 is 0.0 and every NaN is one NaN. Text counts in Unicode's composed form (NFC),
    unless an array has one text in two forms.

    Examples
    --------
    >>> fingerprint("ab", "c") == fingerprint("a", "bc")
    False
    >>> fingerprint(0.0) == fingerprint(-0.0)
    True
    """
    return hashlib.sha256(b"".join(map(field_of, parts))).hexdigest()


def fingerprints(first: Sequence[Any], rest: Iterable[Sequence[Any]]) -> list[list[str]]:
    """Return ``fingerprint(one, *others)`` for every one and all others, encoding each of them once."""
    tails = [b"".join(map(field_of, parts)) for parts in rest]
    return [[hashlib.sha256(head + tail).hexdigest() for tail in tails] for head in map(field_of, first)]


def field_of(part: Any) -> bytes:
    """Return the bytes of one field: its kind, the length of its content, its content."""
    kind, content = _ENCODERS.get(type(part), _encode)(part)
    return kind + struct.pack("<Q", len(content)) + content


@singledispatch
def _encode(part: Any) -> tuple[bytes, bytes]:
    """Return the kind of a part and its content; other types count by type and text."""
    return b"o", f"{type(part).__qualname__} {part}".encode()


@_encode.register
def _(part: None) -> tuple[bytes, bytes]:  # noqa: ARG001 - chosen by its type
    return b"0", b""


@_encode.register(bool)
@_encode.register(np.bool_)
def _(part: Any) -> tuple[bytes, bytes]:
    return b"b", bytes([bool(part)])


@_encode.register(int)
@_encode.register(np.integer)
def _(part: Any) -> tuple[bytes, bytes]:
    return b"i", str(int(part)).encode()


@_encode.register(float)
@_encode.register(np.floating)
def _(part: Any) -> tuple[bytes, bytes]:
    return b"f", _doubles(np.array(part, dtype=np.float64))


@_encode.register
def _(part: str) -> tuple[bytes, bytes]:
    return b"s", unicodedata.normalize("NFC", part).encode()


@_encode.register
def _(part: bytes) -> tuple[bytes, bytes]:
    return b"y", part


@_encode.register
def _(part: np.ndarray) -> tuple[bytes, bytes]:
    return b"a", _array(part)


@_encode.register(list)
@_encode.register(tuple)
def _(part: Any) -> tuple[bytes, bytes]:
    return b"l", b"".join(field_of(item) for item in part)


@_encode.register
def _(part: dict) -> tuple[bytes, bytes]:  # type: ignore[type-arg]
    return b"m", b"".join(field_of(key) + field_of(part[key]) for key in sorted(part))


def _array(array: np.ndarray[Any, Any]) -> bytes:
    """Digest an array by shape and values, piece by piece to save memory."""
    digest = hashlib.sha256(field_of(str(array.shape)))
    flat = array.reshape(-1)
    for start in range(0, flat.size, _PIECE):
        digest.update(_piece(flat[start : start + _PIECE]))
    digest.update(_spellings(flat))
    return digest.digest()


def _spellings(flat: np.ndarray[Any, Any]) -> bytes:
    """Return the texts of an array as they are, where two of them are the same only once they are composed.

    A learner takes them for two categories, so that a table with one spelling is another table.
    """
    if flat.dtype.kind not in "UO":
        return b""
    texts = [item for item in flat.tolist() if isinstance(item, str)]
    known = set(texts)
    if len({unicodedata.normalize("NFC", text) for text in known}) == len(known):
        return b""
    return b"t" + b"".join(struct.pack("<Q", len(text)) + text.encode("utf-8", "surrogatepass") for text in texts)


def _piece(flat: np.ndarray[Any, Any]) -> bytes:
    if flat.dtype.kind == "f":
        return b"f" + _doubles(flat)
    if flat.dtype == np.uint64:
        return b"u" + flat.astype("<u8").tobytes()  # half of them do not fit an int64
    if flat.dtype.kind in "iub":
        return b"i" + flat.astype("<i8", copy=False).tobytes()
    return b"o" + b"".join(field_of(item) for item in flat.tolist())


def _doubles(array: np.ndarray[Any, Any]) -> bytes:
    return by_value(array).tobytes()


def by_value(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return a copy whose equal numbers have equal bits: -0.0 is 0.0, and every NaN is the same on every machine."""
    values = array.astype("<f8", order="C")
    values += 0.0  # -0.0 becomes 0.0
    values.view("<u8")[np.isnan(values)] = _NAN
    return values


_COMMON = (*_encode.registry, np.float64, np.int64)
_ENCODERS: dict[type, Callable[[Any], tuple[bytes, bytes]]] = {kind: _encode.dispatch(kind) for kind in _COMMON}
"""The rules of common types; a dict is faster than dispatch."""
