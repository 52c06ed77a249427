"""Run what a page shows: ``python -m sitemaker.play PAGE ...`` writes what is printed now into the pages.

The rules: a ``console`` block holds commands after ``$``, each followed by what it prints. ``python`` blocks run one
after another in one namespace; where a ``text`` block comes next, it is what they print. A ``python`` block with a
title is a file, written under that name. All happens in a folder of its own that has the project's examples and the
data of its documentation in it.
"""

import io
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stdout
from pathlib import Path
from typing import Any

from sitemaker.run import output_of

ROOT = Path(__file__).parents[2]
_BLOCK = re.compile(r'^```(console|python|text)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)$", re.MULTILINE)
_COLUMN = re.compile(r"^.* seconds\n(?:.* [\d.-]+\n)+", re.MULTILINE)  # a table whose last column are seconds
_SECONDS = re.compile(r"\b\d+(\.\d+)? s\b|\bunder a\s+second\b")


def play(text: str) -> str:
    """Return a page with what its blocks print now."""
    scope: dict[str, Any] = {"__name__": "__main__"}
    printed = ""

    def again(block: re.Match[str]) -> str:
        nonlocal printed
        kind, title, body = block.groups()
        if kind == "console":
            body = _play_console(body)
        elif kind == "text":
            body = printed
        elif title:
            Path(title).write_text(body, encoding="utf-8")
        else:
            printed = _play_python(body, scope)
        return block[0].split("\n", 1)[0] + "\n" + body + "```"

    with tempfile.TemporaryDirectory() as folder, chdir(folder), _imports_from(folder):
        Path("docs").mkdir()
        for shown in ("examples", "docs/data"):
            Path(shown).symlink_to(ROOT / shown)
        return _BLOCK.sub(again, text)


@contextmanager
def _imports_from(folder: str) -> Iterator[None]:
    """Let blocks import the files that the page wrote, and forget them."""
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)
        for path in Path(folder).glob("*.py"):
            sys.modules.pop(path.stem, None)


def masked(text: str) -> str:
    """Hide how long things took, and where the lines of a paragraph with such a number break."""
    text = _COLUMN.sub(lambda table: re.sub(r" +[\d.-]+$", " #", table[0], flags=re.MULTILINE), text)
    return re.sub(r"\n(?:.+\n)*.*?# s\b(?:.*\n)(?:.+\n)*", _unwrapped, _SECONDS.sub("# s", text))


def _unwrapped(paragraph: re.Match[str]) -> str:
    return "\n" + " ".join(paragraph[0].split()) + "\n"


def _play_console(body: str) -> str:
    shown = []
    for command in _COMMAND.findall(body):
        output_of.cache_clear()  # the folder is another one
        shown.append(f"$ {command}\n{output_of(command)}\n")
    return "\n".join(shown)


def _play_python(code: str, scope: dict[str, Any]) -> str:
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(code, "page", "exec"), scope)
    return printed.getvalue()


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name).resolve()
        path.write_text(play(path.read_text(encoding="utf-8")), encoding="utf-8")
