"""Pages: one self-contained file each. Everything a user wrote is escaped by the templates."""

import re
from functools import cache
from pathlib import Path
from typing import Any

from outperform import __version__
from outperform.core import InputError
from outperform.report.extra import require

require("jinja2")

from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: E402 - first the sentence that says what to install
from markupsafe import Markup, escape  # noqa: E402

from outperform.report.figures.picture import FigureData, picture  # noqa: E402
from outperform.report.figures.style import COLUMN  # noqa: E402
from outperform.report.inline import THEMES, inline_svg  # noqa: E402


def render(template: str, **context: Any) -> str:
    """Fill a template."""
    return _templates().get_template(template).render(themes=THEMES, version=__version__, **context)


@cache  # of the process: the package's own templates
def _templates() -> Environment:
    ways: dict[str, Any] = {"trim_blocks": True, "lstrip_blocks": True, "keep_trailing_newline": True}
    made = Environment(loader=PackageLoader("outperform.report"), autoescape=True, undefined=StrictUndefined, **ways)
    made.filters["prose"] = prose
    return made


def prose(words: str) -> Markup:
    """Show the code and the stress of our own prose, which is Markdown elsewhere; all else is escaped.

    Examples
    --------
    >>> print(prose("`exp6` is *ours*, 2 * 3 < 7 * 1"))
    <code>exp6</code> is <em>ours</em>, 2 * 3 &lt; 7 * 1
    """
    safe = re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(words)))
    return Markup(re.sub(r"(?<![\w*])\*(\w(?:[^*<]*\w)?)\*(?![\w*])", r"<em>\1</em>", safe))


def write(text: str, path: str | Path | None) -> str:
    """Write a page to a file, if one is given; give its text."""
    if path is not None:
        try:
            Path(path).write_text(text, encoding="utf-8")
        except OSError as error:
            raise InputError(str(path), f"cannot be written: {error.strerror}") from None
    return text


def shown(figure: FigureData, key: str, looks: Any = None, *, numbers: bool = False) -> dict[str, Any]:
    """Make what the templates need to show a figure; with ``numbers``, its frame beside it."""
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
        "frame": figure.frame() if numbers else [],
    }
