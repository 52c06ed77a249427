"""What a file holds: a table, samples of lm-evaluation-harness, a log of inspect_ai, or a run of HELM."""

from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

from outperform.core import InputError, Note, NoteKind
from outperform.data.evals.asked import Asked, OtherTaskError, UnusableLogError
from outperform.data.evals.records import EvalRecords
from outperform.data.evals.tables import records_of_columns
from outperform.data.formats.known import is_averages, is_helm, is_inspect, is_lm_eval
from outperform.data.jsons import json_lines
from outperform.data.paths import LOG_TABLES, LOGS, files_of
from outperform.data.table_files import LINES, by_learner_elsewhere, rows_of_json
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
