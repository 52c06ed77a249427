"""Which column of each data set is predicted, and which holds groups: a small CSV or TOML file, or a dict."""

import csv
import io
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outperform.core import InputError, check_file

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
    check_file(file, "targets")
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError("targets", f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if file.suffix.lower() == ".toml":
        return roles_of(_toml(text, str(path)))
    try:
        return _of_rows(csv.DictReader(io.StringIO(text, newline="")), str(path))
    except csv.Error as error:
        raise InputError("targets", f"{path} cannot be read: {error}") from None


def _toml(text: str, path: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise InputError("targets", f"{path} cannot be read: its values are nested too deeply") from None
    except ValueError as error:  # of TOML, or of a number with thousands of digits
        raise InputError("targets", f"{path} is not valid TOML: {error}") from None


def _of_rows(rows: "csv.DictReader[str]", path: str) -> dict[str, Roles]:
    names = [str(name).strip().lower() for name in rows.fieldnames or ()]
    if "dataset" not in names or "target" not in names:
        problem = (
            f"{path} must have the columns dataset and target (groups may follow), got {', '.join(names) or 'none'}"
        )
        raise InputError("targets", problem)
    rows.fieldnames = names
    found: dict[str, Roles] = {}
    for row in rows:
        cells = {name: (row.get(name) or "").strip() or None for name in COLUMNS}
        name = cells["dataset"]
        if name is None:
            raise InputError("targets", f"{path}, line {rows.line_num} names no data set")
        if name in found:
            raise InputError("targets", f"{path}, line {rows.line_num} names {name!r} a second time")
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
