"""Pages: one self-contained file each. Everything a user wrote is escaped by the templates."""

import re
from functools import cache
from pathlib import Path
from typing import Any

from outperform import __version__
from outperform.core import InputError, write_whole
from outperform.report.extra import require

require("jinja2")

from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: E402 - first the sentence that says what to install
from markupsafe import Markup, escape  # noqa: E402

from outperform.report.figures.picture import FigureData, picture  # noqa: E402
from outperform.report.figures.style import COLUMN  # noqa: E402
from outperform.report.inline import THEMES, inline_svg  # noqa: E402
from outperform.visible import visible  # noqa: E402
from outperform.words.lines import KEPT  # noqa: E402

HEADS = {
    "name": "test",
    "pvalue": "p-value",
    "warned": "known weakness",
    "alone": "p-value, this repeat alone",
    "so_far": "p-value, all repeats so far",
    "category": "name",
    "y": "value",
}
"""Heads of columns on a page, where the name of a field is not plain."""
LEFT_OUT = ("figure", "winner", "chosen")  # the decision names the better learner; the chosen test comes first
DECISIONS = {"equal": "practically equal", "open": "no clear difference"}


def render(template: str, **context: Any) -> str:
    """Fill a template."""
    return visible(_templates().get_template(template).render(themes=THEMES, version=__version__, **context))


@cache  # of the process: the package's own templates
def _templates() -> Environment:
    ways: dict[str, Any] = {"trim_blocks": True, "lstrip_blocks": True, "keep_trailing_newline": True}
    made = Environment(loader=PackageLoader("outperform.report"), autoescape=True, undefined=StrictUndefined, **ways)
    made.filters["prose"] = prose
    made.filters["unbroken"] = unbroken
    return made


def unbroken(words: str) -> Markup:
    """Keep a number and its percent sign on one line.

    Examples
    --------
    >>> print(unbroken("in 3.6 % of <b>"))
    in 3.6&#160;% of &lt;b&gt;
    """
    return Markup(re.sub(rf"(?<=\d) (?=%)|{KEPT}", "&#160;", str(escape(words))))


def prose(words: str) -> Markup:
    """Turn the code and emphasis of our own Markdown into HTML; everything else is escaped.

    Examples
    --------
    >>> print(prose("`exp6` is *ours*, 2 * 3 < 7 * 1"))
    <code>exp6</code> is <em>ours</em>, 2 * 3 &lt; 7 * 1
    """
    safe = re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(words)))
    return Markup(re.sub(r"(?<![\w*])\*(\w(?:[^*<]*\w)?)\*(?![\w*])", r"<em>\1</em>", safe))


def write(text: str, path: str | Path | None) -> str:
    """Write a page to a file, if one is given; return its text."""
    if path is not None:
        try:
            write_whole(Path(path), text)
        except OSError as error:
            raise InputError(str(path), f"cannot be written: {error.strerror}") from None
    return text


def shown(figure: FigureData, key: str, looks: Any = None, *, numbers: bool = False) -> dict[str, Any]:
    """Return what the templates need to show a figure; with ``numbers``, its frame with plain heads."""
    about = getattr(figure, "about", "")
    title = f"{figure.title}: {about}" if about else figure.title
    drawn = picture(figure, looks=looks)
    drawing = Markup(inline_svg(drawn, key, title, figure.caption))  # our own SVG, in which all words are escaped
    return {
        "key": key,
        "title": figure.title,
        "caption": figure.caption,
        "svg": drawing,
        "wide": drawn.get_figwidth() > 1.5 * COLUMN,
        "frame": _plain(figure.frame()) if numbers else [],
    }


def _plain(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows of a frame with plain heads, who is better as the decision, and no empty columns."""
    told = [_told(row) for row in rows]
    kept = [name for name in told[0] if not all(_is_empty(row[name]) for row in told)] if told else []
    return [{HEADS.get(name, name.replace("_", " ")): row[name] for name in kept} for row in told]


def _is_empty(value: Any) -> bool:
    """Return whether a cell says nothing; 0 does say something."""
    return value is None or value is False or value == ""


def _told(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row without columns that say nothing new, and its decision in words."""
    position = ("x",) if "category" in row else ()
    told = {name: value for name, value in row.items() if name not in (*LEFT_OUT, *position)}
    if "decision" in row:
        told["decision"] = DECISIONS.get(row["decision"], f"{row['winner']} is better")
    return told
