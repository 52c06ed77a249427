"""Which column of each data set is predicted, and which holds groups: a small CSV or TOML file, or a dict."""

import csv
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outperform.core import InputError

COLUMNS = ("dataset", "target", "groups")


@dataclass(frozen=True, eq=False)
class Roles:
    """The target and the groups of one data set: values, or names of columns; None where they are not known."""

    target: Any = None
    groups: Any = None


def read_targets(path: str | Path) -> dict[str, Roles]:
    """Read a file of targets.

    A CSV file has the columns ``dataset``, ``target`` and, where wanted, ``groups``. A TOML file has a line
    ``name = "target"`` or a table ``[name]`` with ``target`` and ``groups`` per data set.
    """
    file = Path(path).expanduser()
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError("targets", f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if file.suffix.lower() == ".toml":
        try:
            return roles_of(tomllib.loads(text))
        except tomllib.TOMLDecodeError as error:
            raise InputError("targets", f"{path} is not TOML: {error}") from None
    return _of_rows(text, str(path))


def _of_rows(text: str, path: str) -> dict[str, Roles]:
    rows = csv.DictReader(text.splitlines())
    names = [str(name).strip().lower() for name in rows.fieldnames or ()]
    if "dataset" not in names or "target" not in names:
        problem = (
            f"{path} must have the columns dataset and target (groups may follow), got {', '.join(names) or 'none'}"
        )
        raise InputError("targets", problem)
    rows.fieldnames = names
    found: dict[str, Roles] = {}
    for number, row in enumerate(rows, 2):
        cells = {name: (row.get(name) or "").strip() or None for name in COLUMNS}
        name = cells["dataset"]
        if name is None:
            raise InputError("targets", f"{path}, line {number} names no data set")
        if name in found:
            raise InputError("targets", f"{path}, line {number} names {name!r} a second time")
        found[name] = Roles(cells["target"], cells["groups"])
    return found


def roles_of(targets: Any) -> dict[str, Roles]:
    """Return target and groups by data set, from a dict: a column, (column, groups), or a dict of both by name."""
    if not isinstance(targets, Mapping):
        raise InputError("targets", f"must be a dict by data set, or a CSV or TOML file, got {type(targets).__name__}")
    return {str(name): _roles(str(name), value) for name, value in targets.items()}


def _roles(name: str, value: Any) -> Roles:
    if isinstance(value, Mapping):
        unknown = [each for each in value if each not in COLUMNS[1:]]
        if unknown:
            raise InputError("targets", f"{name}: {unknown[0]!r} is not known; write target and groups")
        return Roles(value.get("target"), value.get("groups"))
    if isinstance(value, tuple | list) and len(value) == 2 and all(isinstance(each, str | None) for each in value):
        return Roles(*value)
    if not isinstance(value, str):
        raise InputError("targets", f"{name}: must be the name of a column, or (target, groups), got {value!r}")
    return Roles(value)
