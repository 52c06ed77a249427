"""The seal of a manifest: a digest per part, so that a part that was changed later can be named.

It shows accidents and careless edits. It cannot stop somebody who writes a new seal too.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from outperform.core import fingerprint

SEAL = "seal"
DIGITS = 16  # hex digits of a digest
EXACT = 2**53  # whole numbers up to here are floats too


def sealed(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """Return a manifest with its seal.

    Examples
    --------
    >>> made = sealed({"level": 0.05, "versions": {"numpy": "2.0"}})
    >>> list(made["seal"])
    ['level', 'versions.numpy']
    >>> broken({**made, "level": 0.01}), broken(made)
    (['level'], [])
    """
    return {**manifest, SEAL: _digests(manifest)}


def broken(manifest: Mapping[str, Any]) -> list[str]:
    """Name the parts that were changed, added or removed since a manifest was sealed."""
    seal, found = manifest[SEAL], _digests(manifest)
    return [name for name in dict.fromkeys([*found, *seal]) if found.get(name) != seal.get(name)]


def _digests(manifest: Mapping[str, Any]) -> dict[str, str]:
    return {name: fingerprint(_by_value(value))[:DIGITS] for name, value in _parts(manifest)}


def _parts(manifest: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield each part by name; the parts of an object one by one."""
    for name, value in manifest.items():
        if name == SEAL:
            continue
        if isinstance(value, dict) and value:
            yield from ((f"{name}.{inner}", part) for inner, part in value.items())
        else:
            yield name, value


def _by_value(value: Any) -> Any:
    """Return a value in which 1 and 1.0 are the same, as they are to other programs that write JSON."""
    if isinstance(value, Mapping):
        return {str(name): _by_value(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_by_value(part) for part in value]
    whole = isinstance(value, int) and not isinstance(value, bool) and abs(value) <= EXACT
    return float(value) if whole else value
