"""The look of all figures: colours after Okabe and Ito, sizes for a column of a paper, light and dark."""

import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

COLUMN, PAGE = 3.3, 7.0  # inches: one column of a paper, and two
FONT = "DejaVu Sans"  # comes with matplotlib, so that sizes are the same everywhere
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
DASHES = ("-", "--", ":", "-.")


@dataclass(frozen=True)
class Theme:
    """The colours of one variant. No two are the same, so that a page can exchange them one by one."""

    ink: str
    soft: str  # axes, published numbers, reference lines
    faint: str  # grid, bands
    paper: str
    hues: tuple[str, ...]  # of learners and procedures, in the order they are met


LIGHT = Theme(
    ink="#1f2328",
    soft="#626b75",
    faint="#dfe3e8",
    paper="#ffffff",
    hues=("#0072b2", "#d55e00", "#009e73", "#b8578f", "#c48600", "#3a9bd2", "#59636e"),
)
DARK = Theme(
    ink="#e6e8eb",
    soft="#9aa4af",
    faint="#363c44",
    paper="#14171a",
    hues=("#5ab0e8", "#f28c4e", "#34c79d", "#e29ac6", "#edb83d", "#9ad4f7", "#b3bcc6"),
)


@dataclass(frozen=True)
class Look:
    """How one learner, procedure or series is drawn, wherever it appears."""

    colour: str
    marker: str
    dash: str


class Looks(dict[str, Look]):
    """Looks by name: the first seven differ in colour and marker, the next in their pairing and their dashes."""

    @classmethod
    def of(cls, names: Iterable[str], theme: Theme = LIGHT) -> "Looks":
        """Assign every name its look, in the order of first appearance."""
        hues = theme.hues
        return cls(
            {
                name: Look(hues[number % 7], MARKERS[(number + 3 * (number // 7)) % 7], DASHES[number // 7 % 4])
                for number, name in enumerate(dict.fromkeys(names))
            }
        )


@contextmanager
def styled(theme: Theme = LIGHT) -> Iterator[None]:
    """Draw in our style inside; what the user set outside is left alone and ignored.

    Letters that our font lacks are no concern of the user's: the fonts of the reader's browser show them.
    """
    with mpl.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=r"Glyph \d+ .* missing from font", category=UserWarning)
        mpl.rcdefaults()
        mpl.rcParams.update(_settings(theme))
        yield


def new_figure(width: float = COLUMN, height: float = 2.4) -> Figure:
    """Make an empty figure of so many inches; call it inside ``styled``."""
    return Figure(figsize=(width, height), layout="constrained")


def _settings(theme: Theme) -> dict[Any, Any]:
    soft = ("axes.edgecolor", "xtick.color", "ytick.color")
    ink = ("text.color", "axes.labelcolor", "axes.titlecolor", "xtick.labelcolor", "ytick.labelcolor")
    paper = ("figure.facecolor", "axes.facecolor")
    small = ("xtick.labelsize", "ytick.labelsize", "legend.fontsize")
    return {
        **dict.fromkeys(soft, theme.soft),
        **dict.fromkeys(ink, theme.ink),
        **dict.fromkeys(paper, theme.paper),
        **dict.fromkeys(small, 7.0),
        "font.family": FONT,
        "font.size": 8.0,
        "axes.titlesize": 8.0,
        "axes.titleweight": "bold",
        "axes.titlelocation": "left",
        "axes.labelsize": 7.5,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.linewidth": 0.7,
        "axes.grid": True,
        "axes.axisbelow": True,
        "grid.color": theme.faint,
        "grid.linewidth": 0.6,
        "lines.linewidth": 1.4,
        "lines.markersize": 4.0,
        "xtick.major.width": 0.7,
        "ytick.major.width": 0.7,
        "xtick.major.size": 2.5,
        "ytick.major.size": 2.5,
        "legend.frameon": False,
        "svg.fonttype": "none",  # words stay words: searchable, read aloud, small
        "svg.hashsalt": "outperform",  # the same figure is the same file
        "pdf.fonttype": 42,
        "path.simplify": False,
        "text.parse_math": False,  # a learner may be called a$b$
    }
