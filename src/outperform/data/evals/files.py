"""The door for files: tables and the logs of evaluation tools become the scores of fixed systems."""

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any

from outperform.core import InputError, check_path, did_you_mean
from outperform.data.directions import DirectionWords, Named
from outperform.data.evals.asked import Asked, OtherTaskError
from outperform.data.evals.detect import records_of_path
from outperform.data.evals.doors import Names, check_options, name_of, names_asked
from outperform.data.evals.evals import Evals
from outperform.data.evals.join import Joining, evals_of_records
from outperform.data.evals.missing import REFUSE
from outperform.data.evals.records import EvalRecords
from outperform.data.evals.runs import as_samples
from outperform.data.table_files import TableFile
from outperform.data.tables import STDIN
from outperform.data.values import listed

PLAIN_PATHS = ("./", "../", "/")


def evals_of_files(
    paths: Sequence[str],
    tables: Mapping[str, TableFile],
    *,
    metric: str | None = None,
    filter: str | None = None,
    task: Names = None,
    cluster: str | None = None,
    weights: str | None = None,
    missing: str = REFUSE,
    common: bool = False,
    systems: Names = None,
    lower: Named = None,
    higher: Named = None,
) -> Evals:
    """Read tables and logs, as ``read_evals`` does; ``tables`` were read before, by their paths."""
    check_options(metric, missing, common=common)
    tasks, wanted = names_asked("task", task), names_asked("systems", systems)
    asked = Asked(
        metric=metric,
        filter=name_of("filter", filter),
        cluster=name_of("cluster", cluster),
        tasks=tasks,
        partial=missing != REFUSE,
        systems=wanted,
        weight=name_of("weights", weights),
        tables=tables,
    )
    how = Joining(tasks, missing, common, wanted, DirectionWords.of(lower, higher))
    return evals_of_records(as_samples(_all_parts(paths, asked)), how)


def listed_paths(paths: Any) -> list[str]:
    """Return the paths that a user lists; raise an InputError for what is none."""
    given = [paths] if isinstance(paths, str | PurePath) else paths
    if not isinstance(given, Sequence) or not given:
        raise InputError("paths", f"must be a path or a list of paths, got {paths!r}")
    for path in given:
        check_path("paths", path)
        if path is None:
            raise InputError("paths", "None is not a path")
    if list(map(str, given)).count(STDIN) > 1:
        raise InputError(STDIN, "is named twice; standard input can be read once")
    return [str(path) for path in given]


def _all_parts(paths: Sequence[str], asked: Asked) -> list[EvalRecords]:
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
    name, path = named_path(given)
    parts = records_of_path(Path(path), asked)
    if not name:
        return parts
    systems = list(dict.fromkeys(system for part in parts for system in part.systems.names.tolist()))
    if len(systems) > 1:
        raise InputError(path, f"holds {len(systems)} systems ({listed(systems)}), so it cannot be called {name!r}")
    return [part.named(name) for part in parts]


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
