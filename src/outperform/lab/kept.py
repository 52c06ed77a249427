"""What a ledger holds, read with every part checked, since anything may have written to the file."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.lab.records import NUMBERS, Records

MOST = 2**31  # data sets, repetitions and numbers of units


@dataclass(frozen=True)
class Setting:
    """The contents of a ledger under one key."""

    key: str
    source: str
    learners: tuple[str, str] | None
    seed: int
    versions: str
    levels: tuple[float, ...]
    procedures: tuple[tuple[str, str, str, int], ...]  # key, name, spec as given, datasets; in the order last asked


def setting_of(
    row: Sequence[Any], levels: Iterable[Sequence[Any]], procedures: Iterable[Sequence[Any]]
) -> tuple[Setting | None, int]:
    """Return a setting, and how many of its rows are damaged; None if it is damaged itself."""
    key, source, learners, seed, made = row
    known = [(level, isinstance(level, float) and 0 < level < 1) for (level,) in levels]
    asked = [(tuple(each), all(map(_is_text, each[:3])) and _is_count(each[3])) for each in procedures]
    pair, read = _pair(learners)
    wrong = sum(not good for _, good in (*known, *asked))
    if not read or not all(map(_is_text, (key, source, made))) or type(seed) is not int or seed < 0:
        return None, wrong + 1
    kept = tuple(level for level, good in known if good), tuple(each for each, good in asked if good)
    return (Setting(key, source, pair, seed, made, *kept), wrong) if kept[0] else (None, max(1, wrong))


def bytes_of(records: Records) -> tuple[bytes, bytes | None]:
    """Write records as bytes: their numbers, and the differences of halves if there are some."""
    numbers = np.stack([getattr(records, name) for name in NUMBERS]).astype("<f8").tobytes()
    return numbers, None if records.halves is None else records.halves.astype("<f8").tobytes()


def kept_records(unit: Any, datasets: Any, repetitions: Any, numbers: Any, halves: Any) -> Records | None:
    """Read the records of one unit; return None for damaged ones, which are then made again."""
    if not _is_count(datasets) or not _is_count(repetitions) or type(unit) is not int or not 0 <= unit < MOST:
        return None
    try:
        table = np.frombuffer(numbers, dtype="<f8").reshape(len(NUMBERS), datasets, repetitions)
        pairs = None if halves is None else np.frombuffer(halves, dtype="<f8").reshape(datasets, -1, 2)
    except (TypeError, ValueError):
        return None
    if pairs is not None and (not pairs.size or not np.isfinite(pairs).all()):
        return None
    found = Records.from_numbers(table, pairs)
    return found if _can_be(found) else None


def _can_be(found: Records) -> bool:
    """Return whether a procedure could have returned these numbers; NaN stands for what it does not have."""
    within = {
        "pvalue": (0.0, 1.0),
        "sign": (-1.0, 1.0),
        "estimate": (-np.finfo(np.float64).max, np.finfo(np.float64).max),
        "seconds": (0.0, np.finfo(np.float64).max),
    }
    numbers = [(getattr(found, name), low, high) for name, (low, high) in within.items()]
    inside = all(((low <= values) & (values <= high) | np.isnan(values)).all() for values, low, high in numbers)
    counts = [found.n_train, found.fits]
    return inside and all(((values > 0) & (values < MOST)).all() for values in counts)


def _pair(text: Any) -> tuple[tuple[str, str] | None, bool]:
    """Read the names of two learners, or None, from JSON; and whether it could be read."""
    try:
        found = json.loads(text) if _is_text(text) else ""
    except (ValueError, RecursionError):
        return None, False
    if found is None:
        return None, True
    if not isinstance(found, list) or len(found) != 2 or not all(map(_is_text, found)):
        return None, False
    return (found[0], found[1]), True


def _is_text(value: Any) -> bool:
    """Return whether a value is valid text."""
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 < value < MOST
