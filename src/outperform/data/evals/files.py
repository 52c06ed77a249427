"""Files, tables and the logs of evaluation tools, become the scores of fixed systems.

Several logs of one system and task are runs: each gives further samples of the items.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path, PurePath
from typing import Any

import numpy as np

from outperform.core import InputError, Ints, Note, NoteKind, check_path, did_you_mean
from outperform.data.codes import Codes
from outperform.data.evals.asked import REFUSE, Asked, OtherTaskError, UnusableLogError, name_of
from outperform.data.evals.evals import Evals
from outperform.data.evals.join import Joining, evals_of_records
from outperform.data.evals.records import EvalRecords
from outperform.data.evals.tables import records_of_columns
from outperform.data.formats.known import is_averages, is_helm, is_inspect, is_lm_eval
from outperform.data.jsons import json_lines
from outperform.data.paths import LOG_TABLES, LOGS, files_of, named_path
from outperform.data.table_files import LINES, ReadFiles, by_learner_elsewhere, rows_of_json
from outperform.data.tables import INDEX, STDIN, STDIN_NAME, are_numbers
from outperform.data.values import listed

_AVERAGES = "holds averages only; name the files samples_*.jsonl beside it (lm_eval --log_samples writes them)"


def records_of_path(path: Path, asked: Asked) -> list[EvalRecords]:
    """Return the records of a file, or of every log and table in a folder."""
    if str(path) == STDIN:
        return [_of_table(path, STDIN_NAME, asked)]
    if not path.is_dir():
        found = _records(path, asked)
        if found is None and not (path.suffix.lower() == ".json" and rows_of_json(asked.files.document(path))):
            raise InputError(str(path), _unknown(path, asked))
        return [_of_table(path, str(path), asked) if found is None else found]
    files = files_of(path)
    parts = _usable(files, asked)
    if not parts:
        only = [file for file in files if file.name.startswith("results")]
        known = f"no file in it is a log or a table ({', '.join([*LOGS, *LOG_TABLES])})"
        raise InputError(str(path), f"its {only[0].name} {_AVERAGES}" if only else known)
    return parts


def _usable(files: list[Path], asked: Asked) -> list[EvalRecords]:
    """Return the records of files; an empty log is left out where the same attempt was repeated."""
    parts, empty = [], []
    others: list[OtherTaskError] = []
    for file in files:
        try:
            found = _records(file, asked)
            parts += [] if found is None else [found]
        except OtherTaskError as error:
            others.append(error)
        except UnusableLogError as error:
            empty.append(error)
    done = {part.run.attempt for part in parts if part.run is not None and part.run.attempt}
    for each in empty:
        if each.attempt not in done:
            raise each
    if others and not parts:
        raise others[0]
    if empty:
        note = Note.of(NoteKind.LOGS_LEFT_OUT, files=tuple(each.argument for each in empty))
        parts[0] = replace(parts[0], notes=(*parts[0].notes, note))
    return parts


def _records(path: Path, asked: Asked) -> EvalRecords | None:
    """Return the records of a file; None where it holds no scores of items."""
    name = path.name.lower()
    if name.endswith(".eval"):
        from outperform.data.formats.inspect_archives import records_of_archive

        return records_of_archive(path, asked)
    if name.endswith(LINES):
        return _of_lines(path, asked)
    if name.endswith(".json"):
        return _of_json(path, asked.files.document(path), asked)
    if name.endswith(LOG_TABLES):
        return _of_table(path, str(path), asked)
    return None


def _of_table(path: Path, source: str, asked: Asked) -> EvalRecords:
    table = asked.files.table(str(path))
    return records_of_columns(_named(table.columns, source), source, asked, table.numbers)


def _named(columns: dict[str, Any], source: str) -> dict[str, Any]:
    """Return columns; raise an InputError where the first row holds numbers, no names."""
    names = [name for name in columns if name != INDEX]
    if are_numbers(names):
        problem = f"its first row must hold the names of the columns, such as item, system, score; got {listed(names)}"
        raise InputError(source, problem)
    return columns


def _of_lines(path: Path, asked: Asked) -> EvalRecords:
    lines = json_lines(path)
    first = next(lines, None)
    if first is None:
        raise InputError(str(path), "is empty")
    if is_lm_eval(first[1]):
        from outperform.data.formats.lm_eval import records_of_lm_eval

        return records_of_lm_eval(path, chain([first], lines), asked)
    return _of_table(path, str(path), asked)


def _of_json(path: Path, found: Any, asked: Asked) -> EvalRecords | None:
    if is_inspect(found):
        from outperform.data.formats.inspect_ai import records_of_inspect

        return records_of_inspect(found, found.get("samples"), str(path), asked)
    if is_helm(found):
        from outperform.data.formats.helm import records_of_helm

        return records_of_helm(path, found, asked)
    return _of_table(path, str(path), asked) if isinstance(found, list) and rows_of_json(found) else None


def _unknown(path: Path, asked: Asked) -> str:
    """Return why a file is not read."""
    if not path.name.lower().endswith(".json"):
        return f"cannot be read: the suffix must be one of {', '.join([*LOGS, *LOG_TABLES])}"
    if is_averages(asked.files.document(path)):
        return _AVERAGES
    elsewhere = by_learner_elsewhere(asked.files.document(path), str(path))
    known = "is neither a log of inspect_ai, nor per_instance_stats.json of HELM, nor a list of rows"
    return f"{known}; from other tools, write a row per item and system: item, system, score{elsewhere}"


def evals_of_files(
    paths: Sequence[str],
    files: ReadFiles,
    *,
    metric: str | None = None,
    filter: str | None = None,
    cluster: str | None = None,
    weights: str | None = None,
    **joining: Any,
) -> Evals:
    """Read tables and logs, as ``read_evals`` does; ``files`` are those that were read before."""
    how = Joining.of(**joining)
    asked = Asked(
        metric=name_of("metric", metric),
        filter=name_of("filter", filter),
        cluster=name_of("cluster", cluster),
        tasks=how.tasks,
        partial=how.missing != REFUSE,
        systems=how.systems,
        weight=name_of("weights", weights),
        files=files,
    )
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


def as_samples(parts: Iterable[EvalRecords]) -> list[EvalRecords]:
    """Return records whose samples are numbered over the logs of one system and task; the same log twice is refused.

    A log that did not finish is left out where the same run was repeated and finished.
    """
    given = list(parts)
    groups: dict[tuple[str, str], list[int]] = {}
    for place, part in enumerate(given):
        if part.run is not None and part.tasks is not None:
            groups.setdefault((part.systems.name(0), part.tasks.name(0)), []).append(place)
    found: dict[int, EvalRecords] = dict(enumerate(given))
    for (system, task), places in groups.items():
        kept = _finished([given[place] for place in places])
        for place in places:
            found.pop(place)
        numbered = _numbered(sorted(kept, key=_date), system, task)
        found |= dict(zip(places, numbered, strict=False))
    return [found[place] for place in sorted(found)]


def _date(part: EvalRecords) -> tuple[str, str]:
    return (part.run.date if part.run else "", part.origin)


def _finished(logs: list[EvalRecords]) -> list[EvalRecords]:
    """Leave out unfinished logs of runs that were repeated, with a note; refuse the same log twice."""
    known: dict[str, str] = {}
    for log in logs:
        identity = log.run.identity if log.run else ""
        if identity in known:
            problem = f"is the same run as {known[identity]}; a run must not count twice"
            raise InputError(log.origin, f"{problem} (to compare it with itself, name both: a=FILE b=FILE)")
        known[identity] = log.origin
    done = {log.run.attempt for log in logs if log.run and log.run.finished and log.run.attempt}
    gone = [log for log in logs if log.run and not log.run.finished and log.run.attempt in done]
    kept = [log for log in logs if log not in gone]
    if gone:
        note = Note.of(NoteKind.LOGS_LEFT_OUT, files=tuple(log.origin for log in gone))
        kept[0] = replace(kept[0], notes=(*kept[0].notes, note))
    return kept


def _numbered(logs: list[EvalRecords], system: str, task: str) -> list[EvalRecords]:
    if len(logs) == 1:
        return logs
    found, start = [], 0
    for log in logs:
        codes, names = (np.zeros(len(log), dtype=np.int64), ["1"]) if log.samples is None else _epochs(log.samples)
        labels = np.empty(len(names), dtype=object)
        labels[:] = [str(start + place) for place in range(1, len(names) + 1)]
        found.append(replace(log, samples=Codes(codes, labels)))
        start += len(names)
    note = Note.of(NoteKind.LOGS_AS_SAMPLES, system, task=task, files=tuple(log.origin for log in logs))
    return [replace(found[0], notes=(*found[0].notes, note)), *found[1:]]


def _epochs(samples: Codes) -> tuple[Ints, list[str]]:
    """Return the samples of a log in the order of their numbers."""
    names = [str(name) for name in samples.names.tolist()]
    order = sorted(range(len(names)), key=lambda place: (len(names[place]), names[place]))
    ranks = np.empty(len(names), dtype=np.int64)
    ranks[order] = np.arange(len(names))
    return ranks[samples.codes], [names[place] for place in order]
