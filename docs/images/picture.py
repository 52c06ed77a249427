"""Draw the picture of the README, light and dark: how often equally good learners are called different.

`make picture` runs it; the numbers are those of the study (docs/truth.json).
"""

import json
from pathlib import Path

from outperform.core.panels import Panel, Panels, Series
from outperform.report.figures.panels import draw
from outperform.report.figures.save import save
from outperform.report.figures.style import DARK, LIGHT

HERE = Path(__file__).parent
SHOWN = 14  # families: those in which the classic test is worst
RULES = {"classic": "corrected t test, ten repeats of ten folds", "auto": "outperform's default"}


def main() -> None:
    """Read what the study found, and draw it."""
    found = json.loads((HERE.parent / "truth.json").read_text())["families"]
    confirming = [row for row in found if row["half"] == "confirm"]
    rows = sorted(confirming, key=lambda row: -row["classic"]["rate"])[:SHOWN]
    series = tuple(
        Series(
            name,
            tuple(float(place) for place in range(len(rows))),
            tuple(row[rule]["rate"] for row in rows),
            *(tuple(row[rule]["interval"][side] for row in rows) for side in (0, 1)),
        )
        for rule, name in RULES.items()
    )
    names = tuple(row["family"] for row in rows)
    panel = Panel("", "", "equally good learners called different", series, "points", (("level .05", 0.05),), names)
    for name, theme in (("light", LIGHT), ("dark", DARK)):
        drawn = draw(Panels("truth", "", (panel,)), theme=theme)
        for part in (drawn, *drawn.axes):
            part.patch.set_alpha(0)  # the page behind shows: GitHub's dark is not ours
        save(drawn, HERE / f"truth-{name}.svg")


if __name__ == "__main__":
    main()
