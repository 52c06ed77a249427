"""Draw the picture of the README, light and dark: what every test that fits says of the same hundred scores.

`make picture` runs it; it takes the comparison that `make compare` runs.
"""

from pathlib import Path

from outperform import compare
from outperform.data import load
from outperform.report.figures import DecisionsFigure
from outperform.report.figures.picture import looks_of, picture
from outperform.report.figures.save import save
from outperform.report.figures.style import DARK, LIGHT

HERE = Path(__file__).parent
LEARNERS = ("tree", "1nn")


def main() -> None:
    """Compare two learners on the bundled data and draw what the tests say."""
    comparison = compare(list(LEARNERS), load("breast_cancer"), procedure="corrected-10x10")
    figure = DecisionsFigure.of(comparison)
    for name, theme in (("light", LIGHT), ("dark", DARK)):
        drawn = picture(figure, looks=looks_of(comparison, theme), theme=theme)
        for part in (drawn, *drawn.axes):
            part.patch.set_alpha(0)  # the page behind shows: GitHub's dark is not ours
        save(drawn, HERE / f"decisions-{name}.svg")


if __name__ == "__main__":
    main()
