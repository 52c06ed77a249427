"""The cards that come with the package: ``docs/cards`` of the source, which lies beside this file once installed."""

import json
from pathlib import Path
from typing import Any

PLACES = (Path(__file__).parent / "cards", Path(__file__).parents[3] / "docs" / "cards")


def shipped_card(slug: str) -> dict[str, Any] | None:
    """Return the card of a procedure as it was measured with its defaults; None where there is none."""
    for place in PLACES:
        path = place / f"{slug}.json"
        if path.is_file():
            card: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            return card
    return None
