"""Studies as TOML files."""

import re
import tomllib
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path
from typing import Any

from outperform.core import InputError, check_file, did_you_mean
from outperform.core.own import check_files, check_modules, is_allowed
from outperform.lab.spelling import own_file
from outperform.lab.study import Study, StudyError
from outperform.learners import ForeignError, check_foreign
from outperform.surface import option
from outperform.visible import short

TEXT = "a name in quotes, such as 'task-one(n=1000)'"
WANTED = {
    "source": TEXT,
    "procedures": "a list of names, such as ['corrected-10x10']",
    "learners": "a list of two names, such as ['nb', 'tree']",
    "datasets": "a whole number",
    "repetitions": "a whole number",
    "levels": "a list of numbers, such as [0.05]",
    "seed": "a whole number",
}
KINDS = {TEXT: str, "a whole number": int}  # all others are lists


def read_study(path: str | Path, *, allow_files: Iterable[str | Path] = (), allow_modules: Iterable[str] = ()) -> Study:
    """Read a study from TOML; the error for a wrong field names its line.

    The fields are those of Study: source, procedures, learners, datasets, repetitions, levels, seed.

    Parameters
    ----------
    path
        The file.
    allow_files
        Python files that may be run if the study names a test in them. No other file is run.
    allow_modules
        ``["weka"]`` lets the study choose any class of Weka, ``weka(classname=...)``.
    """
    modules, allowed = check_modules(allow_modules), check_files(allow_files)
    text, given = _read(path)
    for name, value in given.items():
        _check_field(_place(path, text, name), name, value)
    _check_code(path, text, given.get("procedures", ()), allowed)
    _check_learners(path, text, given.get("learners", ()), modules)
    for name in ("source", "procedures"):
        if name not in given:
            raise InputError(str(path), f"{name} is missing: it must be {WANTED[name]}")
    try:
        return Study(**given)
    except StudyError as error:
        raise InputError(_place(path, text, error.field, error.entry), _problem(error)) from None


def _check_field(place: str, name: str, value: Any) -> None:
    """Raise an InputError for an unknown field, and for a value of the wrong kind."""
    known = [field.name for field in fields(Study) if field.init]
    if name not in known:
        raise InputError(place, f"is not a field of a study; {did_you_mean(name, known)}")
    if type(value) is not KINDS.get(WANTED[name], list):
        shown = str(value).lower() if isinstance(value, bool) else short(value)
        raise InputError(place, f"must be {WANTED[name]}, got {shown}")


def _check_code(path: str | Path, text: str, procedures: Any, allowed: Iterable[Path]) -> None:
    """Raise an InputError for a test in a file that the user did not allow: before it is read."""
    for spec in procedures:
        file = own_file(spec) if isinstance(spec, str) else None
        if file is not None and not is_allowed(file, allowed):
            problem = f"names code in {file}, which is not run because a study names it"
            how = f"if you trust it, pass {option('allow_files', [file])}"
            raise InputError(_place(path, text, "procedures", spec), f"{problem}; {how}")


def _check_learners(path: str | Path, text: str, learners: Any, modules: Iterable[str]) -> None:
    """Raise an InputError for a learner whose code the study chooses and the user did not allow."""
    for spec in learners:
        try:
            check_foreign([spec] if isinstance(spec, str) else [], modules, "a study")
        except ForeignError as error:
            raise InputError(_place(path, text, "learners", spec), error.problem) from None


def _read(path: str | Path) -> tuple[str, dict[str, Any]]:
    check_file(Path(path))
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
        return text, tomllib.loads(text)
    except OSError as error:
        raise InputError(str(path), f"cannot be read: {error.strerror}") from None
    except RecursionError:
        raise InputError(str(path), "is not a study: its values are nested too deeply") from None
    except ValueError as error:  # of TOML, of UTF-8 or of a number with thousands of digits
        raise InputError(str(path), f"is not valid TOML: {error}") from None


def _problem(error: StudyError) -> str:
    """Return what is wrong, without the field: the place names it."""
    one = error.field.removesuffix("s")
    short = error.argument.removeprefix(error.field).removeprefix(one).strip()
    return f"{short}: {error.problem}" if short else error.problem


def _place(path: str | Path, text: str, name: str, entry: Any = None) -> str:
    """Find the line of a field, or of one entry of a list that may go over several lines."""
    lines = text.splitlines()
    names = [line.split("=")[0].strip(" \t[]\"'") for line in lines]  # of fields and tables
    first = names.index(name) if name in names else None
    if first is None:
        return f"{path}, {name}"
    found = (number for number in range(first, len(lines)) if entry is not None and _holds(lines[number], entry))
    return f"{path}, line {next(found, first) + 1}, {name}"


def _holds(line: str, entry: Any) -> bool:
    """Return whether a line holds an entry: text in quotes, or a number that is not part of another."""
    if not isinstance(entry, str):
        return re.search(rf"(?<![\w.]){re.escape(str(entry))}(?![\w.])", line) is not None
    escaped = entry.replace('"', '\\"')
    return any(word in line for word in (f'"{escaped}"', f"'{entry}'"))
