"""The door for files: tables and the logs of evaluation tools become the scores of fixed systems."""

from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import Any

from outperform.core import InputError, check_path, did_you_mean
from outperform.data.evals.asked import Asked, OtherTaskError
from outperform.data.evals.detect import records_of_path
from outperform.data.evals.doors import Names, check_options, in_one_line, name_of, names_asked
from outperform.data.evals.evals import Evals
from outperform.data.evals.join import Joining, evals_of_records
from outperform.data.evals.missing import REFUSE
from outperform.data.evals.records import EvalRecords
from outperform.data.evals.runs import as_samples
from outperform.data.tables import STDIN
from outperform.data.values import listed


def read_evals(
    paths: Any,
    *,
    metric: str | None = None,
    filter: str | None = None,
    task: Names = None,
    cluster: str | None = None,
    missing: str = REFUSE,
    common: bool = False,
    systems: Names = None,
) -> Evals:
    """Read the scores of fixed systems on items from tables and logs.

    Parameters
    ----------
    paths : path or list of paths
        Tables (.csv, .tsv, .parquet, .jsonl; text also with .gz), samples of lm-evaluation-harness, logs of inspect_ai
        (.json, .eval), runs of HELM, or folders of these; ``-`` is CSV or TSV from standard input. ``name=FILE`` names
        the system; a path that exists is a path first. Several logs of one system and task are several samples of the
        same items.
    metric : str, optional
        The metric to compare, where there are several.
    filter : str, optional
        The filter of lm-evaluation-harness, or the split of HELM.
    task : str or list of str, optional
        The tasks to keep.
    cluster : str, optional
        The column of a table, or the key of a log's metadata, that says which items belong together; "none" ignores a
        column cluster.
    missing : {"refuse", "wrong", "drop"}
        What a missing score means: an error, a score of 0, or that the item is left out for all systems.
    common : bool
        Leave out the items that some system lacks.
    systems : str or list of str, optional
        The systems to keep; in a table with a column per system, the columns that hold their scores.
    """
    check_options(metric, missing, common=common)
    tasks, wanted = names_asked("task", task), names_asked("systems", systems)
    partial = missing != REFUSE
    asked = Asked(metric, name_of("filter", filter), name_of("cluster", cluster), tasks, partial, wanted)
    with in_one_line():
        return evals_of_records(as_samples(_all_parts(_listed(paths), asked)), Joining(tasks, missing, common, wanted))


def _listed(paths: Any) -> list[str]:
    given = [paths] if isinstance(paths, str | PurePath) else paths
    if not isinstance(given, Sequence) or not given:
        raise InputError("paths", f"must be a path or a list of paths, got {paths!r}")
    for path in given:
        check_path("paths", path)
        if path is None:
            raise InputError("paths", "None is not a path")
    return [str(path) for path in given]


def _all_parts(paths: list[str], asked: Asked) -> list[EvalRecords]:
    """Return the records of all paths; logs of tasks that are not asked for are passed over."""
    parts: list[EvalRecords] = []
    others: list[str] = []
    for path in paths:
        try:
            parts += _parts(path, asked)
        except OtherTaskError as error:
            others.append(error.task)
    if not parts:
        wanted = asked.tasks[0]
        raise InputError("task", f"there are no scores of {wanted!r}; {did_you_mean(wanted, dict.fromkeys(others))}")
    return parts


def _parts(given: str, asked: Asked) -> list[EvalRecords]:
    """Return the records of a path, or of ``name=FILE``."""
    if _exists(given):
        return records_of_path(Path(given), asked)
    cuts = [place for place, sign in enumerate(given) if sign == "=" and _exists(given[place + 1 :])]
    if not cuts:
        file = given.partition("=")[2]
        raise InputError(given, f"there is no file or folder {file!r}" if file else "no file or folder has this name")
    name, path = given[: cuts[0]].strip(), given[cuts[0] + 1 :]
    if not name:
        raise InputError(given, "the name before = is empty")
    parts = records_of_path(Path(path), asked)
    systems = list(dict.fromkeys(system for part in parts for system in part.systems.names.tolist()))
    if len(systems) > 1:
        raise InputError(path, f"holds {len(systems)} systems ({listed(systems)}), so it cannot be called {name!r}")
    return [part.named(name) for part in parts]


def _exists(path: str) -> bool:
    try:
        return path == STDIN or (bool(path) and Path(path).exists())
    except (OSError, ValueError):  # a name that is too long
        return False
