"""The docstring of a class, cut into parts."""

import re
from dataclasses import dataclass, field
from inspect import cleandoc
from types import ModuleType

LABELS = ("Asks", "Answers", "Formula", "Assumes", "Degenerate", "Behaviour")
_SECTION = re.compile(r"^(\w+)\n-+\n", re.MULTILINE)
_PART = re.compile(rf"^({'|'.join(LABELS)}): ", re.MULTILINE)
_ROLE = re.compile(r"``([^`]+)``")


@dataclass(frozen=True)
class Words:
    """A docstring: its text, the labelled parts of its notes, its example."""

    text: str
    parts: dict[str, str] = field(default_factory=dict)
    example: str = ""


def words_of(kind: type) -> Words:
    """Read the docstring of a class itself, not of its bases."""
    pieces = _SECTION.split(cleandoc(vars(kind).get("__doc__") or ""))
    sections = dict(zip(pieces[1::2], pieces[2::2], strict=True))
    notes = _PART.split(sections.get("Notes", ""))
    parts = {label: as_markdown(text) for label, text in zip(notes[1::2], notes[2::2], strict=True)}
    return Words(as_markdown(pieces[0]), parts, sections.get("Examples", "").strip())


def part_of(kind: type, label: str) -> str:
    """Find a part of the notes in a class or the nearest of its bases that has it."""
    return next(iter(parts_of(kind, label)), "")


def parts_of(kind: type, label: str) -> list[str]:
    """List a part of the notes of a class and of its bases, its own first; "only ..." leaves out those of the bases."""
    found: list[str] = []
    for base in kind.__mro__:
        part = words_of(base).parts.get(label, "")
        found += [sentence(part)] if part else []
        if part.startswith("only "):
            break
    return found


def sentence(text: str) -> str:
    """Begin with a capital, unless it begins with a symbol.

    Examples
    --------
    >>> sentence("both are"), sentence("a sum"), sentence("n01 counts"), sentence("m is")
    ('Both are', 'A sum', 'n01 counts', 'm is')
    """
    symbol = not re.match(r"a |[a-z]{2,}\b", text) or text.startswith("theta")
    return text if symbol else text[:1].upper() + text[1:]


def named(text: str, slug: str) -> str:
    """Make a sentence of words about an entry, with its name as code.

    Examples
    --------
    >>> named("kfold-t has low power", "kfold-t"), named("for stumps", "kfold-t"), named("", "kfold-t")
    ('`kfold-t` has low power.', 'For stumps.', '')
    """
    return sentence(re.sub(rf"(?<![\w-]){re.escape(slug)}(?![\w-])", f"`{slug}`", text)) + "." if text else ""


def as_markdown(text: str) -> str:
    """Turn the marks of a docstring into those of Markdown."""
    return _ROLE.sub(r"`\1`", text.strip()).replace("^2", "²")


def example_block(text: str, room: ModuleType) -> str:
    """Show an example of a docstring: words stay words, what is typed becomes a block, with the imports it needs."""
    blocks = [_imports(text, room)]
    for paragraph in re.split(r"\n\s*\n", text):
        code = paragraph.lstrip().startswith(">>>")
        blocks.append(f"```pycon\n{paragraph}\n```" if code else as_markdown(paragraph))
    return "\n\n".join(block for block in blocks if block).replace("\n```\n\n```pycon\n", "\n")


def _imports(text: str, room: ModuleType) -> str:
    """Import what the example has from its module, where it does not say so itself."""
    used = set(re.findall(r"\b[A-Z]\w+(?=\()|\bstream\b", text))
    names = sorted(name for name in used & set(room.__all__) if not re.search(rf"import .*\b{name}\b", text))
    lines = [f">>> from {room.__name__} import {', '.join(names)}"] if names else []
    if "np." in text and "import numpy" not in text:
        lines.insert(0, ">>> import numpy as np")
    return "```pycon\n" + "\n".join(lines) + "\n```" if lines else ""
