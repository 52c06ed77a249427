"""Paths that a user names: ``name=FILE``, logs of tools, and folders of logs and tables."""

import os
from collections.abc import Collection
from itertools import islice
from pathlib import Path
from typing import Any

from outperform.core import InputError
from outperform.data.formats.known import STATS, is_averages, is_helm, is_inspect, is_lm_eval
from outperform.data.jsons import json_lines
from outperform.data.table_files import BINARIES, LINES, TEXTS, ReadFiles
from outperform.data.tables import STDIN

PLAIN_PATHS = ("./", "../", "/")
LOG_TABLES = (*TEXTS, *BINARIES)
LOGS = (*LINES, ".json", ".eval")
_BESIDE = {  # that stand beside logs and hold no scores of items
    *("run_spec.json", "scenario.json", "scenario_state.json", "stats.json", "instances.json", "eval-set.json"),
    *("display_predictions.json", "display_requests.json", "logs.json"),
}
_MOST_FILES = 100_000


def is_log(path: Path, files: ReadFiles) -> bool:
    """Return whether a file is a log of a tool for evaluations, not a table."""
    name = path.name.lower()
    if name.endswith(".eval"):
        return True
    if name.endswith(LINES):
        return any(is_lm_eval(first) for _, first in islice(json_lines(path), 1))
    if not name.endswith(".json"):
        return False
    found = files.document(path)
    return is_inspect(found) or is_helm(found) or is_averages(found)


def files_of(folder: Path) -> list[Path]:
    """Return the files of a folder that may be logs or tables, in the order of their names; hidden ones are not."""
    found: list[Path] = []
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        kept = [name for name in sorted(names) if not name.startswith(".") and name not in _BESIDE]
        if STATS in kept:  # a run of HELM: its other files hold no scores of items
            kept = [STATS]
        found += [Path(place) / name for name in kept if name.lower().endswith((*LOGS, *LOG_TABLES))]
        if len(found) > _MOST_FILES:
            raise InputError(str(folder), f"holds more than {_MOST_FILES} logs and tables")
    return [file for file in found if file.suffix.lower() != ".txt"]  # in a folder, text is rarely a table


def named_path(given: str, *, sure: bool = False) -> tuple[str, str]:
    """Return the name of the system and the path of ``name=FILE``; the name is "" where ``given`` is a path.

    A path that exists is a path first; where it has to be ``sure``, two meanings are refused.
    """
    cuts = [place for place, sign in enumerate(given) if sign == "=" and _exists(given[place + 1 :])]
    if _exists(given):
        if sure and cuts and not given.startswith(PLAIN_PATHS):  # no name begins so
            other = f"{given[cuts[0] + 1 :]!r}, called {given[: cuts[0]]!r}"
            raise InputError(given, f"may be the file of this name, or the file {other}: write ./{given} for the first")
        return "", given
    if not cuts:
        file = given.partition("=")[2]
        raise InputError(given, f"there is no file or folder {file!r}" if file else "no file or folder has this name")
    name = given[: cuts[0]].strip()
    if not name:
        raise InputError(given, "the name before = is empty")
    return name, given[cuts[0] + 1 :]


def _exists(path: str) -> bool:
    try:
        return path == STDIN or (bool(path) and Path(path).exists())
    except (OSError, ValueError):  # a name that is too long
        return False


def is_file_of_truth(truth: Any, columns: Collection[str]) -> bool:
    """Return whether what a user says of the truth is a file, and no column."""
    return isinstance(truth, str) and truth not in columns and bool(truth) and Path(truth).is_file()
