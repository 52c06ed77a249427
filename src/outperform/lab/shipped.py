"""The cards that come with the package: ``docs/cards`` in the source, ``cards`` next to this file once installed."""

import json
from pathlib import Path
from typing import Any

PLACES = (Path(__file__).parent / "cards", Path(__file__).parents[3] / "docs" / "cards")


def shipped_card(slug: str) -> dict[str, Any] | None:
    """Return the card of a procedure with its default parameters; None if there is none."""
    for place in PLACES:
        path = place / f"{slug}.json"
        if path.is_file():
            card: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            return card
    return None
