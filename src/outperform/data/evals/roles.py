"""What the columns of a table of evaluations are: item, system, score, and what may stand beside them."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from outperform.core import InputError, Note, NoteKind, did_you_mean
from outperform.data.evals.asked import chosen
from outperform.data.evals.cells import holds_numbers
from outperform.data.evals.codes import codes_of
from outperform.data.values import listed

_ALIASES = {
    "item": (
        *("item_id", "question_id", "doc_id", "prompt_id", "example_id", "instance_id", "problem_id", "query_id"),
        *("example", "question", "instance", "problem", "sample_id", "id", "idx"),
        "task_id",  # of HumanEval
    ),
    "system": ("system_id", "system_name", "model", "model_id", "model_name"),
    "sample": ("epoch", "run", "seed", "trial", "repeat", "replicate", "repetition"),
    "cluster": ("cluster_id",),
    "task": ("task_name", "benchmark"),
    "weight": ("weights",),
    "score": (),
    "metric": (),
    "filter": (),
}


def known_role(name: str) -> bool:
    """Return whether a column is called like one that stands beside scores."""
    return role_of(name) is not None


def role_of(name: str) -> str | None:
    """Return what a column is by its name alone: item, system, score and so on; None for others."""
    lower = name.strip().lower()
    return next((role for role, aliases in _ALIASES.items() if lower == role or lower in aliases), None)


def renamed(columns: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[Note, ...]]:
    """Call columns by the names that are meant: Item, model, epoch; note those with another name."""
    lower = {name.strip().lower(): name for name in reversed(list(columns))}
    new: dict[str, str] = {}
    for role, aliases in _ALIASES.items():
        if role in columns:
            continue
        found = [lower[alias] for alias in (role, *aliases) if alias in lower and lower[alias] not in new]
        if role == "task":  # numbers in a column benchmark may be the scores of a system called so
            found = [name for name in found if not holds_numbers(columns[name], empty=False)]
        _check_samples(role, found, columns)
        new |= dict.fromkeys(found[:1], role)
    read = tuple((old, name) for old, name in new.items() if old.strip().lower() != name)
    notes = (Note.of(NoteKind.COLUMNS_READ_AS, columns=read),) if read else ()
    return {new.get(name, name): column for name, column in columns.items()}, notes


def _check_samples(role: str, found: list[str], columns: Mapping[str, Any]) -> None:
    """Raise an InputError where two columns may number the samples."""
    if role != "sample" or len(found) < 2:
        return
    telling = [name for name in found if len(codes_of(f"column {name!r}", columns[name]).names) > 1]
    if len(telling) > 1:
        raise InputError("table", f"columns {listed(telling)} may all number the samples; rename one to sample")
    found[:] = telling or found


def column_named(columns: Mapping[str, Any], argument: str, name: str) -> Any:
    """Return a column that the user names."""
    if name not in columns:
        raise InputError(argument, f"there is no column {name!r}; {did_you_mean(name, columns)}")
    return columns[name]


def only(columns: dict[str, Any], role: str, wanted: str | None, origin: str) -> tuple[dict[str, Any], Any, str | None]:
    """Keep the rows of one metric or filter: the columns, which rows, and its name.

    Without a column of this role everything is kept.
    """
    if role not in columns:
        return columns, None, None
    cells = codes_of(f"{origin}, column {role!r}", columns[role])
    if not len(cells.names):
        return {name: values for name, values in columns.items() if name != role}, None, None
    names = cells.names.tolist()
    name = chosen(role, names, wanted, origin)
    rows = np.flatnonzero(cells.codes == names.index(name))
    return {each: values[rows] for each, values in columns.items() if each != role}, rows, name
