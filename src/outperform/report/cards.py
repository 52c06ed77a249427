"""Cards on a page: the error rates that the lab measured for the procedures that were used."""

from dataclasses import dataclass
from typing import Any

from outperform.core import Entry, OutperformError
from outperform.lab.certify import certified_spec
from outperform.lab.shipped import shipped_card


@dataclass(frozen=True)
class CardView:
    """The main part of a card: how often its procedure rejected true nulls."""

    slug: str
    sentence: str
    level: float
    rows: tuple[tuple[str, str, str, str, int], ...]  # null, rate, interval, what that shows, datasets
    unit: str  # what was drawn: data sets, or sets of items
    about: str
    path: str  # of the whole card in the source

    @property
    def id(self) -> str:
        """Return the anchor on the page that others link to."""
        return f"card-{self.slug}"


def card_slug(kind: str, entry: Entry) -> str | None:
    """Return whose card describes a procedure or test: its own, or that of the procedure which uses the test."""
    if kind == "procedure" or shipped_card(entry.slug):
        return entry.slug
    try:
        return certified_spec(entry.slug)
    except OutperformError:
        return None


def card_view(slug: str | None) -> CardView | None:
    """Read a card of the package; None where there is none."""
    card = shipped_card(slug) if slug else None
    if slug is None or card is None:
        return None
    return CardView(
        slug=slug,
        sentence=card["sentence"],
        level=card["level"],
        rows=tuple(_row(cell, card["level"]) for cell in card["cells"] if cell["null"]),
        unit=card.get("unit", "data sets"),
        about=f"{card['procedure']}, seed {card['seed']}, outperform {card['version']}",
        path=f"docs/cards/{slug}.md",
    )


def _row(cell: dict[str, Any], level: float) -> tuple[str, str, str, str, int]:
    rate = cell["rejection"]
    low, high = rate["low"], rate["high"]
    shows = "above the level" if low > level else "below the level" if high < level else ""
    return cell["name"], f"{rate['value']:.3f}", f"{low:.3f} to {high:.3f}", shows, cell["datasets"]
