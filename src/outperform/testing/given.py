"""What a test hands to a gate: two systems' scores, a table, files, or predictions with their truth."""

from collections.abc import Mapping
from os import PathLike
from typing import Any

from outperform.comparison import Comparison, judge_items, judge_predictions
from outperform.core import InputError
from outperform.data import read_evals
from outperform.data.named_columns import ROLES
from outperform.data.paths import named_path

NAMES = ("new", "old")
READING = (
    *"metric filter task cluster weights missing common systems lower higher weight_col".split(),
    *ROLES,
)
"""Options of ``read_evals``; those that it does not take are of ``judge_items``."""


def judge_for_gate(
    first: Any, second: Any, truth: Any, names: tuple[str, str] | None, options: Mapping[str, Any]
) -> Comparison:
    """Judge what is given, by the door that fits it."""
    called = _checked(names)
    if second is not None:
        _check_order(options, called or (None if _is_file(first) else NAMES))
    if truth is not None:
        return _of_predictions(first, second, truth, called, options)
    if _is_file(first) or _are_files(first):
        reading = {name: value for name, value in options.items() if name in READING}
        others = {name: value for name, value in options.items() if name not in READING}
        return judge_items(read_evals(_files(first, second, called), **reading), **others)
    if second is None:
        _check_unnamed(names)
        return judge_items(first, **options)
    if _is_file(second):
        raise InputError("second", "is a file, but first is not: pass two files, or the scores of both")
    return judge_items(_pair(first, second, called), **options)


def gate_paths(truth: Any, *given: Any) -> list[str]:
    """Return the files among what is given to a gate; beside an array of the truth there is none."""
    if truth is not None and not isinstance(truth, str):
        return []
    files = [path for each in given for path in (each if _are_files(each) else [each]) if _is_file(path)]
    return [named_path(str(path), sure=True)[1] for path in files]


def _of_predictions(
    first: Any, second: Any, truth: Any, names: tuple[str, str] | None, options: Mapping[str, Any]
) -> Comparison:
    """Judge predictions: of two systems, of several by name, columns of a frame or file, or a table per system."""
    if not isinstance(truth, str):
        if _is_file(first) or _is_file(second) or (second is None and _are_files(first)):
            raise InputError("truth", "must be the name of a column where files are checked")
        _check_unnamed(names if second is None else None)
        if second is None and not isinstance(first, Mapping):
            raise InputError("second", "is missing: pass the predictions of two systems, or a dict from names to them")
        return judge_predictions(truth, first if second is None else _pair(first, second, names), **options)
    others = dict(options)
    systems = others.pop("systems", None)
    if second is None:
        _check_unnamed(names)
    if not (_is_table(first) or _are_files(first) or isinstance(first, Mapping)):
        problem = f"is {truth!r}, the column of a table, but first is no table but of type {type(first).__name__}"
        raise InputError("truth", f"{problem}; pass a frame or a file, or the true labels themselves")
    if second is not None and not (_is_table(first) and _is_table(second)):
        raise InputError("truth", f"is {truth!r}, the column of tables: pass one of all systems, or two, one of each")
    if second is not None and names is None and _is_file(first) and _is_file(second):
        given: Any = [str(first), str(second)]  # the files name the systems
    else:
        given = first if second is None else _pair(first, second, names)
    return judge_predictions(truth, given, learners=systems, **others)


def _is_table(given: Any) -> bool:
    return _is_file(given) or hasattr(given, "columns")


def _check_order(options: Mapping[str, Any], names: tuple[str, str] | None) -> None:
    """Refuse options that turn round which of two systems is checked."""
    for name, same in (("baseline", names and names[1]), ("systems", names and [*names])):
        wanted = options.get(name)
        if wanted is not None and (list(wanted) if name == "systems" else wanted) != same:
            one = "pass one table, dict or list of files, in which it chooses"
            raise InputError(name, f"is {wanted!r}, but the first of two systems is checked against the second; {one}")


def _pair(first: Any, second: Any, names: tuple[str, str] | None) -> dict[str, Any]:
    return dict(zip(names or NAMES, (first, second), strict=True))


def _files(first: Any, second: Any, names: tuple[str, str] | None) -> list[str]:
    """Return the files to read, with the names of the systems before them where two are named."""
    if second is None:
        _check_unnamed(names)
        return [first] if _is_file(first) else list(first)
    if not (_is_file(first) and _is_file(second)):
        raise InputError("second", "must be a file where first is one: pass one file each, or one list of all")
    paths = [str(first), str(second)]
    return paths if names is None else [f"{name}={path}" for name, path in zip(names, paths, strict=True)]


def _checked(names: Any) -> tuple[str, str] | None:
    """Return two different names, or None."""
    if names is None:
        return None
    given = list(names) if isinstance(names, list | tuple) else []
    if len(given) != 2 or not all(isinstance(name, str) and name for name in given) or given[0] == given[1]:
        raise InputError("names", f"must be two different names, such as ('new', 'old'), got {names!r}")
    return given[0], given[1]


def _check_unnamed(names: tuple[str, str] | None) -> None:
    if names is not None:
        raise InputError("names", "are for two systems that are passed apart; a table or dict has its own")


def _listed(systems: Any) -> list[str] | None:
    return [systems] if isinstance(systems, str) else systems


def _is_file(given: Any) -> bool:
    return isinstance(given, str | PathLike)


def _are_files(given: Any) -> bool:
    return isinstance(given, list | tuple) and bool(given) and all(map(_is_file, given))
