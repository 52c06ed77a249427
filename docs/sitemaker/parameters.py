"""The parameters of an entry, as a table."""

import re
from dataclasses import MISSING
from inspect import cleandoc
from typing import get_args, get_type_hints

from outperform.core.spec import spec_fields
from sitemaker.marks import table
from sitemaker.words import as_markdown

_ENTRY = re.compile(r"^(\w[\w, ]*)\n((?:    .*\n?)+)", re.MULTILINE)


def parameters(kind: type) -> str:
    """Write one row per parameter: name, type, default, what it does."""
    hints = get_type_hints(kind)
    said = _described(kind)
    rows = [
        (
            f"`{field.name}`",
            _type(hints[field.name]),
            f"`{field.default!r}`" if field.default is not MISSING else "",
            said.get(field.name, ""),
        )
        for field in spec_fields(kind)
    ]
    if not rows:
        return "None."
    described = any(row[3] for row in rows)
    head = ("name", "type", "default", "")
    return table(head if described else head[:3], [row if described else row[:3] for row in rows])


def _type(hint: object) -> str:
    parts = get_args(hint)
    names = [repr(part) if isinstance(part, str) else getattr(part, "__name__", str(part)) for part in parts or (hint,)]
    return " or ".join("None" if name == "NoneType" else f"`{name}`" for name in names)


def _described(kind: type) -> dict[str, str]:
    """Read the section Parameters of a docstring."""
    text = cleandoc(kind.__doc__ or "")
    _, found, rest = text.partition("Parameters\n----------\n")
    section = re.split(r"\n\n\w+\n-{3,}\n", rest)[0] if found else ""
    entries = _ENTRY.findall(section + "\n")
    return {name: as_markdown(" ".join(body.split())) for names, body in entries for name in names.split(", ")}
