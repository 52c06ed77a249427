"""Figures inside a page: SVG that uses the colours of the page, so that one drawing works in light, dark and print."""

from typing import Any
from xml.etree import ElementTree

from outperform.report.figures.save import WORDS, svg
from outperform.report.figures.style import DARK, LIGHT, Theme

NAMES = ("ink", "soft", "faint", "paper")
LEFT_OUT = ("metadata", "style")  # elements that a page does not need
ID = "id"


def variables(theme: Theme) -> dict[str, str]:
    """Name the colours of a theme for the style sheet."""
    return {name: getattr(theme, name) for name in NAMES} | {f"hue{i}": hue for i, hue in enumerate(theme.hues)}


THEMES = {"light": variables(LIGHT), "dark": variables(DARK)}
COLOURS = {colour: f"var(--{name})" for name, colour in reversed(THEMES["light"].items())}  # the first name counts


def inline_svg(figure: Any, key: str, title: str, words: str) -> str:
    """Return a drawn figure as an element of a page; ``key`` keeps its ids apart from those of other figures."""
    drawn = ElementTree.fromstring(svg(figure))
    box = drawn.attrib["viewBox"]
    width = float(box.split()[2])
    named = {"role": "img", "aria-labelledby": f"{key}-title {key}-words"}
    page = ElementTree.Element("svg", {"viewBox": box, **named, "style": f"max-width: {2 * width:.0f}px"})
    ElementTree.SubElement(page, "title", {ID: f"{key}-title"}).text = title
    ElementTree.SubElement(page, "desc", {ID: f"{key}-words"}).text = words
    page.extend(_on_page(drawn, key))
    return ElementTree.tostring(page, encoding="unicode")


def _on_page(parent: ElementTree.Element, key: str) -> list[ElementTree.Element]:
    """Return the elements within another as a page has them: ids of this figure alone, the page's words and colours."""
    made = []
    for element in parent:
        tag = _bare(element.tag)
        if tag in LEFT_OUT:
            continue
        copy = ElementTree.Element(tag, _attributes(tag, element, key))
        copy.text, copy.tail = _text(element.text), _text(element.tail)
        copy.extend(_on_page(element, key))
        made.append(copy)
    return made


def _bare(name: str) -> str:
    """Take the namespace off: a page has none."""
    return name.rpartition("}")[2]


def _text(words: str | None) -> str | None:
    """Keep words; of the space between elements, a line's end."""
    return words if words is None or words.strip() else "\n"


def _attributes(tag: str, element: ElementTree.Element, key: str) -> dict[str, str]:
    given = {_bare(name): value for name, value in element.attrib.items()}
    if tag == "g" and set(given) == {ID}:
        return {}  # a name of matplotlib's that nothing refers to
    return {name: _value(name, value, key) for name, value in given.items()}


def _value(name: str, value: str, key: str) -> str:
    if name == ID:
        return f"{key}-{value}"
    if name == "href":
        return value.replace("#", f"#{key}-", 1)
    if name == "style":
        parts = (part.strip() for part in value.split(";"))
        return "; ".join(_declaration(part, key) for part in parts if part and part != f"font-family: {WORDS}")
    return COLOURS.get(value, _reference(value, key))


def _declaration(declaration: str, key: str) -> str:
    """Rewrite one declaration of a style."""
    name, _, value = declaration.partition(": ")
    return f"{name}: {COLOURS.get(value, _reference(value, key)).replace(WORDS, 'inherit')}"


def _reference(value: str, key: str) -> str:
    return value.replace("url(#", f"url(#{key}-", 1)
