"""Where learners and systems stand: their scores, with intervals, mean ranks and places as far as they are known."""

from collections.abc import Sequence

import numpy as np

from outperform.core import LeagueStanding, Scores, Standing, Unit
from outperform.words.numbers import digits, percent, points_style


def standing_columns(
    standings: Sequence[Standing | LeagueStanding],
    unit: Unit,
    level: float | None,
    noun: str,
    score: str = "score",
    style: str | None = None,
) -> dict[str, list[str]]:
    """Return the columns of a table of learners or systems, by head.

    Those of a league have a mean rank, others an interval; ``score`` is the head of the column of scores.
    """
    league = [each for each in standings if isinstance(each, LeagueStanding)]
    means = [each.mean if isinstance(each, LeagueStanding) else each.score for each in standings]
    style = style or _style(means, unit, digits(*(mean for mean in means if mean is not None)) if league else ".4g")
    names = [each.learner if isinstance(each, LeagueStanding) else each.system for each in standings]
    columns = {noun: names}
    if league:
        columns["mean rank"] = ["" if each.mean_rank is None else f"{each.mean_rank:.2f}" for each in league]
    columns[score] = ["" if mean is None else _score(mean, unit, style) for mean in means]
    if not league:
        intervals = [each.interval for each in standings if isinstance(each, Standing)]
        columns[score_interval_name(level)] = [_ends(each, unit, style) for each in intervals]
    if len(standings) > 1:
        columns["place"] = [place_words(*each.place) for each in standings]
    return columns


def score_interval_name(level: float | None) -> str:
    """Name the interval of a score."""
    return "interval" if level is None else f"{100 * (1 - level):g}% interval"


def mean_columns(table: Scores) -> dict[str, list[str]]:
    """Return the mean scores of learners, the best first, by head."""
    means = table.means
    style = _style(means, table.unit, ".4g")
    order = np.argsort(-means, kind="stable")
    scores = [_score(float(means[at]), table.unit, style) for at in order]
    return {"learner": [table.learners[at] for at in order], "mean score": scores}


def alone_words(standing: Standing, unit: Unit, level: float | None) -> str:
    """Return the score of a system that is compared with no other."""
    style = _style([standing.score], unit, ".4g")
    score, ends = _score(standing.score, unit, style), _ends(standing.interval, unit, style)
    return f"{standing.system} scores {score}{f', {score_interval_name(level)} {ends}' if ends else ''}"


def place_words(low: int, high: int) -> str:
    """Write the places that are open.

    Examples
    --------
    >>> place_words(1, 3), place_words(2, 2)
    ('1-3', '2')
    """
    return str(low) if low == high else f"{low}-{high}"


def _style(means: Sequence[float | None] | np.ndarray, unit: Unit, other: str) -> str:
    """Choose one format for scores: of shares as many decimals as tell neighbours apart."""
    if unit is not Unit.POINTS:
        return other
    known = sorted(mean for mean in means if mean is not None)
    return points_style(*(100 * np.diff(known)))


def _score(mean: float, unit: Unit, style: str) -> str:
    return percent(mean, style) if unit is Unit.POINTS else format(mean, style).replace("-", "−")


def _ends(interval: tuple[float, float] | None, unit: Unit, style: str) -> str:
    if interval is None:
        return ""
    points = unit is Unit.POINTS
    ends = [format(100 * end if points else end, style).replace("-", "−") for end in interval]
    return f"{' to '.join(ends)}{' %' if points else ''}"
