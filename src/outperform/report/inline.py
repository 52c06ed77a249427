"""Figures inside a page: SVG whose colours are the page's own, so that one drawing serves light, dark and paper."""

import re
from html import escape
from typing import Any

from outperform.report.figures.save import WORDS, svg
from outperform.report.figures.style import DARK, LIGHT, Theme

NAMES = ("ink", "soft", "faint", "paper")


def variables(theme: Theme) -> dict[str, str]:
    """Name the colours of a theme for the style sheet."""
    return {name: getattr(theme, name) for name in NAMES} | {f"hue{i}": hue for i, hue in enumerate(theme.hues)}


THEMES = {"light": variables(LIGHT), "dark": variables(DARK)}


def inline_svg(figure: Any, key: str, title: str, words: str) -> str:
    """Give a drawn figure as an element of a page; ``key`` keeps its ids apart from those of other figures."""
    text = svg(figure)
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>|<style[^>]*>.*?</style>|<!--.*?-->", "", text, flags=re.DOTALL)
    text = re.sub(r"<[^>]*>", lambda tag: _page_tag(tag[0], key), text)  # tags alone: words may hold anything
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', text)
    assert box is not None, "matplotlib writes a viewBox"
    head = (
        f'<svg {box[0]} role="img" aria-labelledby="{key}-title {key}-words" '
        f'style="max-width: {2 * float(box[1]):.0f}px">'
        f'<title id="{key}-title">{escape(title)}</title><desc id="{key}-words">{escape(words)}</desc>'
    )
    return re.sub(r"\n\s*", "\n", head + text[text.index(">") + 1 :]).strip()


def _page_tag(tag: str, key: str) -> str:
    """Rewrite one tag: ids of this figure alone, the page's words and colours."""
    tag = re.sub(r'^<g id="[^"]*">', "<g>", tag)
    tag = re.sub(r'\bid="([^"]+)"', rf'id="{key}-\1"', tag)
    tag = re.sub(r'xlink:href="#([^"]+)"', rf'href="#{key}-\1"', tag)
    tag = re.sub(r"url\(#([^)]+)\)", rf"url(#{key}-\1)", tag)
    tag = tag.replace(f" font-family: {WORDS};", "").replace(f"{WORDS}", "inherit")
    for name, colour in THEMES["light"].items():
        tag = tag.replace(colour, f"var(--{name})")
    return tag
