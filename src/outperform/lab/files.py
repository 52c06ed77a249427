"""Studies as files: TOML in, readings out."""

import tomllib
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from outperform.core import InputError, OutperformError, did_you_mean
from outperform.lab.ledger import Ledger
from outperform.lab.readings import readings_of
from outperform.lab.records import Records
from outperform.lab.study import Study


def read_study(path: str | Path) -> Study:
    """Read a study from TOML, refusing a wrong field with its line.

    The fields are those of Study: source, procedures, learners, datasets, repetitions, levels, seed.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
        given = tomllib.loads(text)
    except OSError as error:
        raise InputError(str(path), f"cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(str(path), f"is not TOML: {error}") from None
    known = [field.name for field in fields(Study)]
    for name in given:
        if name not in known:
            raise InputError(_place(path, text, name), f"is not a field of a study; {did_you_mean(name, known)}")
    for name, kind in (("source", str), ("procedures", list), ("datasets", int), ("repetitions", int), ("seed", int)):
        if name in given and not isinstance(given[name], kind):
            raise InputError(_place(path, text, name), f"must be {kind.__name__}, got {given[name]!r}")
    return _study(path, text, given)


def _study(path: str | Path, text: str, given: dict[str, Any]) -> Study:
    for name in ("source", "procedures"):
        if name not in given:
            raise InputError(str(path), f"has no {name}")
    lists: dict[str, Any] = {name: tuple(given[name]) for name in ("procedures", "learners", "levels") if name in given}
    try:
        return Study(**(given | lists))
    except OutperformError as error:
        raise InputError(_blame(path, text, error), str(error)) from None


def _blame(path: str | Path, text: str, error: OutperformError) -> str:
    """Find the line that an error speaks about: one that holds a word of it in quotes, else the file."""
    for number, line in enumerate(text.splitlines(), start=1):
        if any(word in line for word in str(error).split("'")[1::2] if word):
            return f"{path}, line {number}"
    return str(path)


def _place(path: str | Path, text: str, name: str) -> str:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.split("=")[0].strip() == name:
            return f"{path}, line {number}, {name}"
    return f"{path}, {name}"


def known_readings(ledger: Ledger, measures: list[str]) -> list[dict[str, Any]]:
    """Read every study of a ledger as far as it has got; nothing is run."""
    rows = []
    for study in ledger.studies():
        found: dict[str, Records] = {}
        for spec in study.procedures:
            units = ledger.find(study, spec)
            if units:
                found[spec] = Records.join([units[unit] for unit in sorted(units)], axis=0).first(study.datasets)
        rows += readings_of(replace(study), found, measures)
    return rows
