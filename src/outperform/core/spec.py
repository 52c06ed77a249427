"""The spec grammar ``slug(name=value, ...)``: one text for command line, TOML, cache key and report.

Values are Python literals. They are parsed, never evaluated.
"""

import ast
import dataclasses
import math
import re
import types
from functools import lru_cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np

from outperform.core.errors import SpecError, did_you_mean

MOST_WHOLE = 10**10  # the largest whole number of a spec: an array of so many rows still has a size
MOST = 1e100  # the largest number of a spec: its square is still a number
_CALL = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9_.-]*)\s*(?:\((.*)\))?\s*", re.DOTALL)


def split_spec(text: str) -> tuple[str, dict[str, Any]]:
    """Split a spec into its slug and its parameters.

    Examples
    --------
    >>> split_spec('corrected-kfold-t(variant="printed")')
    ('corrected-kfold-t', {'variant': 'printed'})
    """
    match = _CALL.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise SpecError(repr(text), "cannot be read; write a name, or a name with parameters such as kfold(folds=5)")
    slug, arguments = match.groups()
    return slug, _parameters(slug, arguments or "")


def entry_name(text: str) -> str:
    """Return a spec without its parameters; the name of a user's own test, which is no spec, as it is.

    Examples
    --------
    >>> entry_name("adaptive-t(factor=1.2)"), entry_name("mine.py:f"), entry_name("<lambda>")
    ('adaptive-t', 'mine.py:f', '<lambda>')
    """
    match = _CALL.fullmatch(text)
    return text if match is None else match[1]


def _parameters(slug: str, arguments: str) -> dict[str, Any]:
    try:
        call = ast.parse(f"_({arguments}\n)", mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise SpecError(
            slug, f"cannot read ({arguments}); write parameters as name=value, separated by commas"
        ) from None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.args:
        raise SpecError(slug, f"write parameters as name=value, got ({arguments})")
    names = [word.arg for word in call.keywords]
    if None in names or len(set(names)) < len(names):
        raise SpecError(slug, f"write each parameter once, as name=value, got ({arguments})")
    return {str(word.arg): _literal(slug, str(word.arg), word.value) for word in call.keywords}


def _literal(slug: str, name: str, node: ast.expr) -> Any:
    if isinstance(node, ast.Name):
        raise SpecError(f"{slug}.{name}", f'{node.id} is not a value; for text write {name}="{node.id}"')
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        raise SpecError(
            f"{slug}.{name}",
            f"{ast.unparse(node)} is not a plain value: write a number, True, False, None, a tuple or text in quotes",
        ) from None


def parameters(entry: Any) -> dict[str, Any]:
    """Return the parameters of an entry that belong to its spec, by name."""
    return {field.name: getattr(entry, field.name) for field in spec_fields(type(entry))}


def spec_fields(kind: type) -> list[dataclasses.Field[Any]]:
    """List the fields of an entry's class that a spec may set."""
    return [field for field in dataclasses.fields(kind) if field.init and field.metadata.get("spec", True)]


def format_spec(entry: Any) -> str:
    """Write an entry as its shortest spec: defaults are left out."""
    shown = [
        f"{field.name}={_plain(getattr(entry, field.name))!r}"
        for field in spec_fields(type(entry))
        if not _is_default(field, getattr(entry, field.name))
    ]
    slug: str = entry.slug
    return f"{slug}({', '.join(shown)})" if shown else slug


def full_spec(entry: Any) -> str:
    """Write an entry as a spec that names every parameter, so that it means the same when a default changes.

    Of two parameters with the same meaning, only the one that was passed is named. A parameter that was added later
    (its field says ``later``) is named only where it is not at its default, so that older records keep their names.

    Examples
    --------
    >>> from outperform.designs import KFold
    >>> full_spec(KFold(folds=5))
    'kfold(folds=5, repeats=1, stratify=None)'
    """
    fields = {field.name: field for field in spec_fields(type(entry))}
    silent = {
        other if _is_default(fields[other], getattr(entry, other)) else one
        for one, other in getattr(type(entry), "rivals", ())
    }
    silent |= {
        name
        for name, field in fields.items()
        if field.metadata.get("later") and _is_default(field, getattr(entry, name))
    }
    shown = [f"{name}={_plain(getattr(entry, name))!r}" for name in fields if name not in silent]
    slug: str = entry.slug
    return f"{slug}({', '.join(shown)})" if shown else slug


def _plain(value: Any) -> Any:
    """Turn numpy's numbers and text into Python's, which a spec can hold; those in a tuple or list too."""
    if isinstance(value, tuple | list):
        several = [_plain(each) for each in value]
        return tuple(several) if isinstance(value, tuple) else several
    return value.item() if isinstance(value, np.generic) else value


def _is_default(field: dataclasses.Field[Any], value: Any) -> bool:
    plain = _plain(value)
    return type(plain) is type(field.default) and bool(plain == field.default)


def build(kind: type, slug: str, given: dict[str, Any]) -> Any:
    """Make an entry from parameters by name, raising SpecError for what its class does not have."""
    known = [field.name for field in spec_fields(kind)]
    for name in given:
        if name not in known:
            takes = did_you_mean(name, known) if known else "it takes no parameters"
            raise SpecError(slug, f"has no parameter {name!r}; {takes}")
    for one, other in getattr(kind, "rivals", ()):
        if one in given and other in given:
            raise SpecError(f"{slug}.{other}", f"means the same as {one}; pass only one of them")
    missing = [
        field.name
        for field in spec_fields(kind)
        if field.name not in given
        and field.default is dataclasses.MISSING
        and field.default_factory is dataclasses.MISSING
    ]
    if missing:
        raise SpecError(slug, f"needs a value for {', '.join(missing)}")
    return kind(**given)


def check_fields(entry: Any) -> None:
    """Raise SpecError for a field whose value is not of its declared type; choices are declared as ``Literal``."""
    kind: Any = type(entry)
    hints = _hints(kind)
    for field in dataclasses.fields(entry):
        value, hint = getattr(entry, field.name), hints[field.name]
        if field.metadata.get("spec", True):
            _check_size(f"{entry.slug}.{field.name}", value)
        if not _fits(value, hint):
            raise SpecError(f"{entry.slug}.{field.name}", f"{_wanted(hint)}, got {_plain(value)!r}")


@lru_cache(maxsize=256)  # of the process: the types of the fields of a class, which never change
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _check_size(argument: str, value: Any) -> None:
    """Raise SpecError for a number that is too large to compute with, alone or in a tuple."""
    if isinstance(value, tuple | list):
        for each in value:
            _check_size(argument, each)
    elif isinstance(value, int) and abs(value) > MOST_WHOLE:
        raise SpecError(
            argument, f"must be at most {MOST_WHOLE:,} in size, got a whole number of {_digits(value)} digits"
        )
    elif isinstance(value, float) and math.isfinite(value) and abs(value) > MOST:
        raise SpecError(argument, f"must be at most {MOST:g} in size, got {value}")


def _digits(number: int) -> int:
    """Count the digits of a whole number, which may have too many to be written."""
    about = int((abs(number).bit_length() - 1) * math.log10(2))
    return about + 1 if abs(number) < 10 ** (about + 1) else about + 2


def _fits(value: Any, hint: Any) -> bool:
    origin = get_origin(hint)
    if origin is Literal:
        return any(type(value) is type(choice) and value == choice for choice in get_args(hint))
    if origin in (Union, types.UnionType):
        return any(_fits(value, part) for part in get_args(hint))
    if hint is float:
        return isinstance(value, int | float | np.floating) and not isinstance(value, bool) and _is_finite(value)
    if hint is int:
        return isinstance(value, int | np.integer) and not isinstance(value, bool)
    if isinstance(hint, type):
        return isinstance(value, hint)
    return True


_TYPES = {int: "a whole number", float: "a number", str: "text", bool: "True or False", type(None): "None"}


def _wanted(hint: Any) -> str:
    if get_origin(hint) is Literal:
        choices = [str(choice) for choice in get_args(hint)]
        return f"must be one of {', '.join(choices)}"
    parts = get_args(hint) or (hint,)
    return f"must be {' or '.join(_TYPES.get(part, str(getattr(part, '__name__', part))) for part in parts)}"


def _is_finite(number: Any) -> bool:
    """Return whether a number is a finite float; a whole number may be too large for one."""
    try:
        return math.isfinite(number)
    except OverflowError:
        return False
