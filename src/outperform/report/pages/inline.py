"""Figures inside a page: SVG that uses the colours of the page, so that one drawing works in light, dark and print."""

from collections.abc import Mapping, Sequence
from numbers import Real
from typing import Any
from xml.etree import ElementTree

from markupsafe import Markup

from outperform.report.figures.picture import FigureData, picture
from outperform.report.figures.save import WORDS, svg
from outperform.report.figures.style import COLUMN, DARK, LIGHT, Theme
from outperform.report.pages.blocks import Figure, PageTable

NAMES = ("ink", "soft", "faint", "paper")
LEFT_OUT = ("metadata", "style")  # elements that a page does not need
ID = "id"
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
SILENT = ("figure", "winner", "chosen")  # the decision names the better learner; the chosen test comes first
DECISIONS = {"equal": "practically equal", "open": "no clear difference"}


def variables(theme: Theme) -> dict[str, str]:
    """Name the colours of a theme for the style sheet."""
    return {name: getattr(theme, name) for name in NAMES} | {f"hue{i}": hue for i, hue in enumerate(theme.hues)}


THEMES = {"light": variables(LIGHT), "dark": variables(DARK)}
COLOURS = {colour: f"var(--{name})" for name, colour in reversed(THEMES["light"].items())}  # the first name counts


def drawn(figure: FigureData, key: str, looks: Any = None, *, numbers: bool = False, title: str = "") -> Figure:
    """Draw a figure for a page; with ``numbers``, its frame stands below it."""
    about = getattr(figure, "about", "")
    name = f"{figure.title}: {about}" if about else figure.title
    sheet = picture(figure, looks=looks)
    return Figure(
        id=key,
        title=title or figure.title,
        caption=figure.caption,
        svg=Markup(inline_svg(sheet, key, name, figure.caption)),  # our own SVG, in which all words are escaped
        wide=sheet.get_figwidth() > 1.5 * COLUMN,
        numbers=number_table(figure.frame(), f"Numbers of the figure: {figure.title}") if numbers else None,
    )


def number_table(frame: Sequence[Mapping[str, Any]], caption: str) -> PageTable | None:
    """Lay out a frame with plain heads and who is better as the decision; columns that say nothing are left out."""
    rows: list[dict[str, Any]] = []
    for row in frame:
        left_out = (*SILENT, *(("x",) if "category" in row else ()))
        rows.append({name: value for name, value in row.items() if name not in left_out})
        if "decision" in row:
            rows[-1]["decision"] = DECISIONS.get(row["decision"], f"{row['winner']} is better")

    def silent(value: Any) -> bool:
        return value is None or value is False or value == ""

    kept = [name for name in (rows[0] if rows else ()) if not all(silent(row[name]) for row in rows)]
    if not kept:
        return None
    numeric = [isinstance(rows[0][name], Real) and not isinstance(rows[0][name], bool) for name in kept]
    return PageTable(
        [HEADS.get(name, name.replace("_", " ")) for name in kept],
        [[_plain_cell(row[name]) for name in kept] for row in rows],
        caption,
        columns=["n" if number else "" for number in numeric],
    )


def _plain_cell(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}"
    return " / ".join(str(round(part, 3)) for part in value) if isinstance(value, list | tuple) else str(value)


def inline_svg(figure: Any, key: str, title: str, words: str) -> str:
    """Return a drawn figure as an element of a page; ``key`` keeps its ids apart from those of other figures."""
    sheet = ElementTree.fromstring(svg(figure))
    box = sheet.attrib["viewBox"]
    width = float(box.split()[2])
    named = {"role": "img", "aria-labelledby": f"{key}-title {key}-words"}
    page = ElementTree.Element("svg", {"viewBox": box, **named, "style": f"max-width: {2 * width:.0f}px"})
    ElementTree.SubElement(page, "title", {ID: f"{key}-title"}).text = title
    ElementTree.SubElement(page, "desc", {ID: f"{key}-words"}).text = words
    page.extend(_on_page(sheet, key))
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
