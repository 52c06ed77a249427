"""The user's file of factors, written by ``outperform lab calibrate``.

``factors`` has a factor per kind of learner, statistic and folds (format 1 has only these); ``entries`` says where each
was measured, and whether its sources agree (format 2).
"""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from outperform.core import InputError, Origin, check_file, check_folder
from outperform.data.jsons import each_once
from outperform.procedures.measured import NO_ENTRY, MeasuredFactor
from outperform.surface import either

DIGEST = 12  # hex digits of a file's SHA-256 that are shown
Rows = Mapping[str, Mapping[str, float]]  # kind of learner -> "rows-10", "folds-10", ... -> factor


@dataclass(frozen=True)
class OwnFactors:
    """The content of the user's file."""

    factors: Rows = field(default_factory=dict)
    entries: tuple[MeasuredFactor, ...] = ()
    file: Origin | None = None
    raw: tuple[Mapping[str, Any], ...] = ()  # the entries as they are written


def own_path() -> Path:
    """Return the path of the user's file: ``OUTPERFORM_FACTORS``, or in the user's data folder."""
    given = os.environ.get("OUTPERFORM_FACTORS")
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(given) if given else Path(home) / "outperform" / "factors.json"


def own() -> OwnFactors:
    """Read the factors that the user measured."""
    path = own_path()
    check_file(path)
    try:
        text = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return OwnFactors()
    except OSError as error:
        raise InputError(str(path), f"cannot be read: {error.strerror}") from None
    try:
        return _read(
            json.loads(text, object_pairs_hook=each_once), Origin(path.name, sha256(text).hexdigest()[:DIGEST])
        )
    except (*NO_ENTRY, RecursionError):
        raise InputError(
            str(path), "is not a file of factors written by 'outperform lab calibrate'; remove it or measure again"
        ) from None


def _read(table: Any, file: Origin) -> OwnFactors:
    factors = {
        str(kind): {str(column): number(value) for column, value in row.items()}
        for kind, row in table["factors"].items()
    }
    raw = tuple(table.get("entries", ()))
    return OwnFactors(factors, tuple(MeasuredFactor.read(each) for each in raw), file, raw)


def number(value: Any) -> float:
    """Return a factor as a number; raise ValueError if it is not one."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 100:
        raise ValueError
    return float(value)


def check_kept() -> None:
    """Raise InputError, before anything is measured, for a user's file that cannot be read or written."""
    path = own_path()
    own()
    if path.exists() and not os.access(path, os.W_OK):
        raise InputError(
            str(path), f"cannot be written; check who may write it{either(', or do not save (--no-keep)', '')}"
        )
    check_folder(str(path), path.parent)


def keep(entry: Mapping[str, Any]) -> Path:
    """Write a measured entry to the user's file, replacing an older one; the file is replaced in one step."""
    path, known = own_path(), own()
    kind, folds = entry["learner"], entry["folds"]
    row = {f"{basis}-{folds}": value for basis, value in entry["factors"].items()}
    factors = {**known.factors, kind: {**known.factors.get(kind, {}), **row}}
    entries = [each for each in known.raw if (each["learner"], each["folds"]) != (kind, folds)]
    table = {"format": 2, "factors": dict(sorted(factors.items())), "entries": [*entries, entry]}
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise InputError(str(path), f"cannot be written: {error.strerror}") from None
    return path
