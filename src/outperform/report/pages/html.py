"""Pages: one self-contained file each. Everything a user wrote is escaped by the one template."""

import re
from functools import cache
from pathlib import Path
from typing import Any

from outperform import __version__
from outperform.core import InputError, write_whole
from outperform.report.extra import require

require("jinja2")

from jinja2 import Environment, PackageLoader, StrictUndefined, Template  # noqa: E402 - first the sentence that says what to install
from markupsafe import Markup, escape  # noqa: E402

from outperform.report.pages.blocks import Page  # noqa: E402
from outperform.report.pages.inline import THEMES  # noqa: E402
from outperform.visible import visible  # noqa: E402
from outperform.words.lines import KEPT  # noqa: E402


def write(page: Page, path: str | Path | None) -> str:
    """Return the text of a page, and write it to a file, if one is given."""
    text = visible(_template().render(page=page, themes=THEMES, version=__version__))
    if path is not None:
        try:
            write_whole(Path(path), text)
        except OSError as error:
            raise InputError(str(path), f"cannot be written: {error.strerror}") from None
    return text


@cache  # of the process: the package's own template
def _template() -> Template:
    ways: dict[str, Any] = {"trim_blocks": True, "lstrip_blocks": True, "keep_trailing_newline": True}
    pages = Environment(loader=PackageLoader("outperform.report"), autoescape=True, undefined=StrictUndefined, **ways)
    pages.filters |= {"unbroken": unbroken, "in_parts": in_parts}
    return pages.get_template("page.html")


def unbroken(words: str) -> Markup:
    """Keep a number and its percent sign on one line.

    Examples
    --------
    >>> print(unbroken("in 3.6 % of <b>"))
    in 3.6&#160;% of &lt;b&gt;
    """
    return Markup(re.sub(rf"(?<=\d) (?=%)|{KEPT}", "&#160;", str(escape(words))))


def in_parts(words: str) -> Markup:
    """Break a long cell at its semicolons only.

    Examples
    --------
    >>> print(in_parts(".90: 3 to 40; .95: 7"))
    <span><span class="whole">.90: 3 to 40;</span> <span class="whole">.95: 7</span></span>
    """
    if "; " not in words:
        return escape(words)
    parts = words.split("; ")
    ends = [*(";" for _ in parts[1:]), ""]
    whole = Markup('<span class="whole">{}{}</span>')
    all_parts = Markup(" ").join(whole.format(part, end) for part, end in zip(parts, ends, strict=True))
    return Markup("<span>{}</span>").format(all_parts)


def prose(words: str) -> Markup:
    """Turn the code and emphasis of our own Markdown into HTML; everything else is escaped.

    Examples
    --------
    >>> print(prose("`exp6` is *ours*, 2 * 3 < 7 * 1"))
    <code>exp6</code> is <em>ours</em>, 2 * 3 &lt; 7 * 1
    """
    safe = re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(words)))
    return Markup(re.sub(r"(?<![\w*])\*(\w(?:[^*<]*\w)?)\*(?![\w*])", r"<em>\1</em>", safe))
