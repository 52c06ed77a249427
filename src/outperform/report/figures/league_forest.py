"""The forest plot of one pair of a league: the difference on every data set, overall, and on new ones."""

from dataclasses import asdict, dataclass
from math import ceil, floor, log10
from typing import Any, Self

import numpy as np
from matplotlib.axes import Axes

from outperform.comparison.league_result import League
from outperform.core import InputError, Interval, Unit, did_you_mean
from outperform.report.figures._canvas import canvas, figure_of, name_rows, write_right
from outperform.report.figures.base import LeagueFigure
from outperform.report.figures.style import LIGHT, Looks, Theme
from outperform.report.names import middle_names
from outperform.words.league_pairs import LIKE_THESE, effect_style
from outperform.words.numbers import digits, many, signed
from outperform.words.pairs import Oriented, oriented

MOST = 60  # data sets that are drawn: those with the largest differences
SPREAD = 30.0  # times the usual size of a difference: beyond it the axis is logarithmic
DIAMOND = 0.38  # half its height, in rows


@dataclass(frozen=True)
class ForestRow:
    """One data set, the mean over them, a new one, or the mean of as many new ones; in the unit of the figure."""

    kind: str  # data set, overall, new or next
    name: str
    difference: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class LeagueForestFigure(LeagueFigure):
    """League, one pair: difference on every data set, overall effect and prediction intervals (forest plot)."""

    slug = "league-forest"
    place = 230

    first: str
    second: str
    rows: tuple[ForestRow, ...]  # data sets by difference, then the mean, a new data set and the mean of new ones
    label: str
    style: str
    level: float
    errors: bool  # whether standard errors are known
    pooled: bool
    left_out: int = 0

    @classmethod
    def of(cls, league: League, pair: int | tuple[str, str] = 0) -> Self:
        """Take the judgement at this position, or of these two learners; the better one first."""
        seen = oriented(league.judgements[_place(league, pair)], keep=league.baseline is not None)
        judgement, effect = seen.judgement, seen.judgement.effect
        if judgement.datasets == 0:
            raise InputError("pair", f"{seen.pair} have no data set in common")
        metric, points = league.table.metric or "score", judgement.unit is Unit.POINTS
        rows = _datasets(seen)
        kept = sorted(sorted(rows, key=lambda row: -abs(row.difference or 0.0))[:MOST], key=_by_difference)
        overall = ForestRow("overall", "mean", _scaled(seen, seen.estimate), *_ends(seen, effect.interval))
        following = f"mean of next {judgement.datasets}"
        new = (("new", "new data set", effect.prediction), ("next", following, effect.prediction_mean))
        expected = [ForestRow(kind, name, None, *_ends(seen, interval)) for kind, name, interval in new]
        below = [overall, *(row for row in expected if row.low is not None)]
        label = f"difference in {metric}{', points' if points else ''}"
        ways = (effect_style([seen]), judgement.level, judgement.errors is not None, effect.tau is not None)
        return cls(seen.better, seen.worse, (*kept, *below), label, *ways, left_out=len(rows) - len(kept))

    @property
    def title(self) -> str:
        """Return what is shown."""
        return "Difference on every data set"

    @property
    def about(self) -> str:
        """Return whom it is about."""
        return f"{self.first} against {self.second}"

    @property
    def caption(self) -> str:
        """Return how to read it."""
        words = [f"To the right of 0 {self.first} is better, to the left {self.second}."]
        if self.errors:
            words.append("Lines: one standard error to either side.")
        sure = f"{100 * (1 - self.level):g} %"
        words.append(f"Diamond: mean {'by random effects' if self.pooled else 'over data sets'}, {sure} interval.")
        what = "true" if self.pooled else "observed"
        says = {
            "new": f"New data set: its {what} difference lies here, with about {sure} chance.",
            "next": f"Mean of next: that of as many {LIKE_THESE} (of the same source) lies here, with about {sure}"
            " chance.",
        }
        words += [says[row.kind] for row in self.rows if row.kind in says]
        if self.threshold is not None:
            words.append(f"Beyond ±{self.threshold:.2g} the axis is logarithmic.")
        if self.left_out:
            words.append(f"{many(self.left_out, 'data set')} with smaller differences {_are(self.left_out)} not drawn.")
        return " ".join(words)

    @property
    def threshold(self) -> float | None:
        """The difference beyond which the axis is logarithmic; None where it is linear."""
        ends = [end for row in self.rows for end in (row.difference, row.low, row.high) if end]
        sizes = np.abs([row.difference for row in self.rows if row.kind == "data set" and row.difference])
        if len(sizes) < 4 or np.abs(ends).max() < SPREAD * np.median(sizes):
            return None
        return float(f"{np.quantile(sizes, 0.25):.1g}")

    def style_of(self, value: float) -> str:
        """Return the format of a number: the same for all, or by its size where sizes differ much."""
        return self.style if self.threshold is None or value == 0 else digits(value)

    def frame(self) -> list[dict[str, Any]]:
        """Return one row per data set, then the mean, a new data set, and the mean of as many new ones."""
        return [asdict(row) for row in self.rows]


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _place(league: League, pair: int | tuple[str, str]) -> int:
    """Find a judgement by its position or by the names of its learners."""
    if isinstance(pair, int | np.integer):
        if not -len(league) <= pair < len(league):
            raise InputError("pair", f"must be below {len(league)}, the number of pairs, got {pair}")
        return int(pair)
    wanted = set(pair)
    found = [at for at, each in enumerate(league.judgements) if {each.first, each.second} == wanted]
    if not found:
        unknown = [name for name in pair if name not in league.table.learners]
        hint = did_you_mean(str(unknown[0]), league.table.learners) if unknown else "they were not compared"
        raise InputError("pair", f"{' and '.join(map(repr, pair))}: {hint}")
    return found[0]


def _scaled(seen: Oriented, value: float | None) -> float | None:
    return None if value is None else (100 if seen.judgement.unit is Unit.POINTS else 1) * float(value)


def _ends(seen: Oriented, interval: Interval | None) -> tuple[float | None, float | None]:
    """Return an interval from the side of the better learner; None for both ends where one is endless."""
    ends = seen.ends(interval)
    if ends is None or not np.isfinite(ends).all():
        return None, None
    return _scaled(seen, ends[0]), _scaled(seen, ends[1])


def _datasets(seen: Oriented) -> list[ForestRow]:
    judgement, side = seen.judgement, -1 if seen.swapped else 1
    errors = [None] * judgement.datasets if judgement.errors is None else judgement.errors.tolist()
    rows = []
    for name, difference, error in zip(judgement.names, (side * judgement.differences).tolist(), errors, strict=True):
        reach = None if error is None or not np.isfinite(error) else error
        ends = (None, None) if reach is None else (difference - reach, difference + reach)
        rows.append(ForestRow("data set", name, *(_scaled(seen, value) for value in (difference, *ends))))
    return rows


def _by_difference(row: ForestRow) -> float:
    return -(row.difference or 0.0)


def draw(
    figure: LeagueForestFigure, axes: Axes | None = None, *, looks: Looks | None = None, theme: Theme = LIGHT
) -> Any:
    """Draw a row per data set in the colour of the better learner, the mean as a diamond, what is expected as bars."""
    known, looks = looks or [figure.first, figure.second], _apart(figure, looks, theme)
    names = [row.name for row in figure.rows]
    short = middle_names(names, 24)
    pitch = 0.17 if len(names) <= 25 else 0.145
    with canvas(axes, theme, height=0.95 + pitch * len(names)) as place:
        _scale(figure, place)
        place.axvline(0, color=theme.soft, linewidth=0.9, linestyle="--")
        for number, row in enumerate(figure.rows):
            _row(row, number, figure, place, looks, theme)
        name_rows(place, [short[name] for name in names])
        _sides(figure, place, looks, theme, middle_names(known, 24))
        place.axhline(sum(row.kind == "data set" for row in figure.rows) - 0.5, color=theme.soft, linewidth=0.7)
        place.set_xlabel(figure.label)
    return figure_of(place)


def _apart(figure: LeagueForestFigure, looks: Looks | None, theme: Theme) -> Looks:
    """Return the looks of the two learners; of many learners, two may share a colour, and get others here."""
    pair = [figure.first, figure.second]
    if looks is None or looks[pair[0]].colour == looks[pair[1]].colour:
        return Looks.of(pair, theme)
    return looks


def _row(row: ForestRow, number: int, figure: LeagueForestFigure, place: Axes, looks: Looks, theme: Theme) -> None:
    if row.low is not None and row.high is not None and row.kind != "overall":
        wide = 1.0 if row.kind == "data set" else 3.2
        colour = theme.soft if row.kind != "data set" else _colour(row, figure, looks, theme)
        place.plot([row.low, row.high], [number] * 2, color=colour, linewidth=wide, solid_capstyle="butt")
    if row.difference is None:
        write_right(place, number, "" if row.low is None else _range(row, figure))
        return
    if row.kind == "overall":
        low, high = (row.difference if end is None else end for end in (row.low, row.high))
        corners = [(low, 0), (row.difference, -DIAMOND), (high, 0), (row.difference, DIAMOND)]
        place.fill([x for x, _ in corners], [number + y for _, y in corners], color=theme.ink, linewidth=0.6, zorder=3)
    else:
        marker = looks[figure.first if row.difference >= 0 else figure.second].marker
        place.plot([row.difference], [number], marker=marker, color=_colour(row, figure, looks, theme), markersize=3.4)
    write_right(place, number, signed(row.difference, figure.style_of(row.difference)), bold=row.kind == "overall")


def _colour(row: ForestRow, figure: LeagueForestFigure, looks: Looks, theme: Theme) -> str:
    if not row.difference:
        return theme.soft
    return looks[figure.first if row.difference > 0 else figure.second].colour


def _range(row: ForestRow, figure: LeagueForestFigure) -> str:
    return " to ".join(signed(end, figure.style_of(end)) for end in (row.low, row.high) if end is not None)


def _sides(figure: LeagueForestFigure, place: Axes, looks: Looks, theme: Theme, short: dict[str, str]) -> None:
    """Write above the rows which learner is better on which side, in two lines where the names are long."""
    apart = len(short[figure.first]) + len(short[figure.second]) > 14
    said = (
        (figure.second, 0.0, "left", "← {} better", -1.0),
        (figure.first, 1.0, "right", "{} better →", -1.0 - apart),
    )
    for name, x, side, words, y in said:
        ways: dict[str, Any] = {"ha": side, "va": "center", "fontsize": 6.5, "color": looks[name].colour}
        behind = {"facecolor": theme.paper, "edgecolor": "none", "pad": 0.6}
        place.text(x, y, words.format(short[name]), transform=place.get_yaxis_transform(), bbox=behind, **ways)
    place.set_ylim(top=-1.5 - apart)


def _scale(figure: LeagueForestFigure, place: Axes) -> None:
    """Make the axis logarithmic beyond the threshold, with a tick per power of ten; the largest are labelled."""
    if figure.threshold is None:
        return
    place.set_xscale("symlog", linthresh=figure.threshold)
    ends = [end for row in figure.rows for end in (row.difference, row.low, row.high) if end]
    powers = [10.0**power for power in range(ceil(log10(figure.threshold)), 1 + floor(log10(np.abs(ends).max())))]
    ticks = [side * each for side in (-1.0, 1.0) for each in powers if min(ends) <= side * each <= max(ends)]
    words = [f"{tick:g}".replace("-", "−") if tick in (min(ticks), max(ticks)) else "" for tick in ticks]
    place.set_xticks([0.0, *ticks], ["0", *words])
    place.minorticks_off()
