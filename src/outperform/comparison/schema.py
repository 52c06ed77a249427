"""The formats of the JSON that other tools keep: a name with a version, and a JSON Schema for each."""

import json
from importlib.resources import files
from typing import Any

from outperform.core import InputError, did_you_mean

VERSION = 1
"""Of every format. It is raised where a field goes or changes its meaning; a new field raises nothing."""
FILES = {
    "compare": "comparison",
    "scores": "comparison",
    "predictions": "comparison",
    "evals": "comparison",
    "league": "league",
}
"""The commands with such a JSON, and the file of their schema."""


def schema_name(command: str) -> str:
    """Return the value of the field ``schema`` in the JSON of a command.

    Examples
    --------
    >>> schema_name("evals")
    'outperform/evals/1'
    """
    return f"outperform/{command}/{VERSION}"


def json_schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of what a command prints with ``--json``.

    Parameters
    ----------
    name
        A command (``"evals"``), or the field ``schema`` of a JSON that was kept (``"outperform/evals/1"``).

    Examples
    --------
    >>> json_schema("outperform/league/1")["properties"]["schema"]["const"]
    'outperform/league/1'
    """
    known = {schema_name(each): file for each, file in FILES.items()}
    asked = schema_name(name) if name in FILES else name
    if asked not in known:
        raise InputError("name", f"there is no format {name!r}; {did_you_mean(str(name), [*FILES, *known])}")
    text = (
        files("outperform.comparison").joinpath("schemas", f"{known[asked]}-{VERSION}.json").read_text(encoding="utf-8")
    )
    found: dict[str, Any] = json.loads(text)
    return found
