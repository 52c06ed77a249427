"""What a file holds: a table, samples of lm-evaluation-harness, a log of inspect_ai, or a run of HELM."""

import os
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import Any

from outperform.core import InputError, Note, NoteKind
from outperform.data.evals.asked import Asked, OtherTaskError
from outperform.data.evals.records import EvalRecords
from outperform.data.evals.tables import records_of_columns
from outperform.data.formats.helm import STATS, is_helm, records_of_helm
from outperform.data.formats.inspect_ai import UnusableLogError, is_inspect, records_of_inspect
from outperform.data.formats.lm_eval import is_lm_eval, is_results, records_of_lm_eval
from outperform.data.jsons import json_lines, read_json
from outperform.data.table_files import BINARIES, LINES, TEXTS, by_learner_elsewhere, read_table, rows_of_json
from outperform.data.tables import INDEX, STDIN, STDIN_NAME, are_numbers
from outperform.data.values import listed

_TABLES = (*TEXTS, *BINARIES)
_LOGS = (*LINES, ".json", ".eval")
_BESIDE = {  # that stand beside logs and hold no scores of items
    *("run_spec.json", "scenario.json", "scenario_state.json", "stats.json", "instances.json", "eval-set.json"),
    *("display_predictions.json", "display_requests.json", "logs.json"),
}
_MOST_FILES = 100_000
_AVERAGES = "holds averages only; name the files samples_*.jsonl beside it (lm_eval --log_samples writes them)"


def is_log(path: Path) -> bool:
    """Return whether a file is a log of a tool for evaluations, not a table."""
    name = path.name.lower()
    if name.endswith(".eval"):
        return True
    if name.endswith(LINES):
        return any(is_lm_eval(first) for _, first in islice(json_lines(path), 1))
    if not name.endswith(".json"):
        return False
    found = read_json(path)
    return is_inspect(found) or is_helm(found) or is_results(found)


def records_of_path(path: Path, asked: Asked) -> list[EvalRecords]:
    """Return the records of a file, or of every log and table in a folder."""
    if str(path) == STDIN:
        return [_of_table(path, STDIN_NAME, asked)]
    if not path.is_dir():
        found = _records(path, asked)
        if found is None and not (path.suffix.lower() == ".json" and rows_of_json(read_json(path))):
            raise InputError(str(path), _unknown(path))
        return [_of_table(path, str(path), asked) if found is None else found]
    files = files_of(path)
    parts = _usable(files, asked)
    if not parts:
        only = [file for file in files if file.name.startswith("results")]
        known = f"no file in it is a log or a table ({', '.join([*_LOGS, *_TABLES])})"
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


def files_of(folder: Path) -> list[Path]:
    """Return the files of a folder that may be logs or tables, in the order of their names; hidden ones are not."""
    found: list[Path] = []
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        kept = [name for name in sorted(names) if not name.startswith(".") and name not in _BESIDE]
        if STATS in kept:  # a run of HELM: its other files hold no scores of items
            kept = [STATS]
        found += [Path(place) / name for name in kept if name.lower().endswith((*_LOGS, *_TABLES))]
        if len(found) > _MOST_FILES:
            raise InputError(str(folder), f"holds more than {_MOST_FILES} logs and tables")
    return [file for file in found if file.suffix.lower() != ".txt"]  # in a folder, text is rarely a table


def _records(path: Path, asked: Asked) -> EvalRecords | None:
    """Return the records of a file; None where it holds no scores of items."""
    name = path.name.lower()
    if name.endswith(".eval"):
        from outperform.data.formats.inspect_archives import records_of_archive

        return records_of_archive(path, asked)
    if name.endswith(LINES):
        return _of_lines(path, asked)
    if name.endswith(".json"):
        return _of_json(path, read_json(path), asked)
    if name.endswith(_TABLES):
        return _of_table(path, str(path), asked)
    return None


def _of_table(path: Path, source: str, asked: Asked) -> EvalRecords:
    table = asked.tables.get(str(path)) or read_table(path)
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
        return records_of_lm_eval(path, chain([first], lines), asked)
    return _of_table(path, str(path), asked)


def _of_json(path: Path, found: Any, asked: Asked) -> EvalRecords | None:
    if is_inspect(found):
        return records_of_inspect(found, found.get("samples"), str(path), asked)
    if is_helm(found):
        return records_of_helm(path, found, asked)
    return _of_table(path, str(path), asked) if isinstance(found, list) and rows_of_json(found) else None


def _unknown(path: Path) -> str:
    """Return why a file is not read."""
    if not path.name.lower().endswith(".json"):
        return f"cannot be read: the suffix must be one of {', '.join([*_LOGS, *_TABLES])}"
    if is_results(read_json(path)):
        return _AVERAGES
    elsewhere = by_learner_elsewhere(read_json(path), str(path))
    known = "is neither a log of inspect_ai, nor per_instance_stats.json of HELM, nor a list of rows"
    return f"{known}; from other tools, write a row per item and system: item, system, score{elsewhere}"
