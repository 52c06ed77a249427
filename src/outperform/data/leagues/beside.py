"""Columns of numbers beside the learners of a wide table: descriptions of the data sets, spreads, ranks, summaries."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from outperform.core import Floats, InputError
from outperform.data.leagues.spreads import spread_beside
from outperform.data.leftovers import IDENTIFIERS, MEASURES, SUMMARIES, are_means, is_identifier, is_measure, summarizes
from outperform.data.metric_meanings import called_like_metric
from outperform.data.metric_names import UNCLEAR
from outperform.data.roles import phrases, word_set, words_of
from outperform.data.sheet import Sheet
from outperform.data.values import listed

_COUNTED = word_set(
    "instances instance samples rows examples observations obs records cases objects patterns points features feats "
    "attributes attribute attrs attr atts variables dims dimensions dimension dimensionality inputs predictors "
    "classes outputs labels"
)
_DESCRIBED = {
    *phrases(
        "n samples, n features, n classes, missing values, missing, imbalance, imbalance ratio, class imbalance, "
        "majority class size, minority class size, openml, openml id, did, tid, year, train size, test size, n train, "
        "n test, training size"
    )
}
_LETTERS = {*"nmdpkcfq"}
_MAYBE = word_set(
    "ir size class dim majority minority numeric nominal categorical numerical folds continuous discrete binary "
    "symbolic entropy"
)
_PREFIX = re.compile(r"^(?:(?:n|num|number of|number|nr of|nr|no of|no|count of|total|percent|pct) )+")
_RANKS = {"rank", "ranks", "ranking", "rk"}
_AVERAGES = ("mean", "average", "avg", "median", "total", "sum", "overall")
_FAR = 5  # times as large, or as small: another scale
_MOST = 0.8  # of the rows
DESCRIBE, SPREAD, RANK = "describe the data sets", "spreads", "ranks"


@dataclass(frozen=True)
class SortedColumns:
    """The columns of learners, and the others by what they are."""

    learners: tuple[str, ...]
    others: dict[str, tuple[str, ...]]


def sorted_columns(sheet: Sheet, names: Sequence[str], values: dict[str, Floats]) -> SortedColumns:
    """Sort columns of numbers into learners and others; raise an InputError where a column may be either."""
    kinds = {name: _kind(sheet, name, names) for name in names}
    unclear = [name for name in names if not kinds[name] and words_of(name) in _LETTERS | _MAYBE]
    clear = [values[name] for name in names if not kinds[name] and name not in unclear]
    kinds |= {name: _unclear(sheet.origin, name, values[name], clear) for name in unclear}
    left = [name for name in names if not kinds[name]]
    for name in [each for each in left if summarizes(each)]:
        kinds[name] = SUMMARIES
        _check_summary(sheet.origin, name, [each for each in left if not summarizes(each)], values)
    left = [name for name in names if not kinds[name]]
    _refuse_metrics(sheet.origin, left)
    _refuse_scale(sheet.origin, left, values)
    others = {kind: tuple(name for name in names if kinds[name] == kind) for kind in dict.fromkeys(kinds.values())}
    return SortedColumns(tuple(left), {kind: each for kind, each in others.items() if kind})


def _kind(sheet: Sheet, name: str, names: Sequence[str]) -> str:
    """Return what a column is by its name; "" for a learner, or where the name alone does not say it."""
    own = IDENTIFIERS if is_identifier(name, sheet.columns[name]) else _beside_learner(name, names)
    if own:
        return own
    words = words_of(name)
    stem = _PREFIX.sub("", words)
    if words in _DESCRIBED or stem in _COUNTED or (stem != words and stem in _LETTERS | _MAYBE):
        return DESCRIBE
    return MEASURES if is_measure(name, names) else ""


def _beside_learner(name: str, names: Sequence[str]) -> str:
    """Return what nb_std or rank(nb) is beside a column nb."""
    if spread_beside(name, names):
        return SPREAD
    words = words_of(name).split()
    bases = {words_of(other) for other in names if other != name}
    for at in (1, len(words) - 1):
        first, last = " ".join(words[:at]), " ".join(words[at:])
        if (first in bases and last in _RANKS) or (last in bases and first in _RANKS):
            return RANK
    return ""


def _unclear(origin: str, name: str, own: Floats, others: Sequence[Floats]) -> str:
    """Return what a column called n or size is: whole numbers that are no scores describe the data sets.

    Other numbers are the scores of a learner that is called by a letter; for longer names that is not known.
    """
    rest = np.array(others)
    if _whole(own) and not any(map(_whole, others)) and _is_far(own, rest, beyond=True):
        return DESCRIBE
    if words_of(name) in _LETTERS:
        return ""
    raise InputError(
        origin,
        f"column {name!r} may be a learner or describe the data sets; rename it if it is a learner, else leave it out"
        " (or choose: learners=[…])",
    )


def _is_far(own: Floats, others: Floats, *, beyond: bool = False) -> bool:
    """Return whether numbers [row] are on another scale than others [column, row]; ``beyond`` is also above shares."""
    if not others.size:
        return False
    rows = ~np.isnan(others).all(axis=0) & ~np.isnan(own)
    if not rows.any() or np.abs(own[rows]).max() <= 1:
        return False
    size, middle = np.abs(own[rows]), np.nanmedian(np.abs(others[:, rows]), axis=0)
    far = (size > _FAR * middle) | (_FAR * size < middle)
    above = beyond and bool(middle.max() <= 1)
    return (above or bool(far.mean() >= _MOST)) and not _are_percentages(size, middle)


def _whole(values: Floats) -> bool:
    known = values[~np.isnan(values)]
    return bool(known.size) and bool((known == np.floor(known)).all())


def _check_summary(origin: str, name: str, others: Sequence[str], values: dict[str, Floats]) -> None:
    """Raise an InputError for a column called mean that is no mean of the others: it may be a learner."""
    if words_of(name) not in _AVERAGES or len(others) < 2:
        return
    if not are_means(values[name], np.array([values[other] for other in others])):
        raise InputError(
            origin,
            f"column {name!r} is not the {words_of(name)} of the other columns; rename it if it is a learner, else"
            " leave it out",
        )


def _refuse_metrics(origin: str, names: Sequence[str]) -> None:
    """Raise an InputError for columns that are called by metrics: such a table does not say which learners it has."""
    metrics = [name for name in names if words_of(name).replace(" ", "") not in UNCLEAR and called_like_metric(name)]
    if metrics:
        raise InputError(
            origin,
            f"{_columns(metrics)} called like metrics, not like learners. In a table with a column per metric, name the"
            " learners in a column learner; for learners that are called so pass learners=[…], or rename them",
        )
    found = {metric: name for name in names if (metric := _metric_part(name))}
    if len(found) > 1:
        raise InputError(
            origin,
            f"has columns of several metrics ({listed(found.values())}); keep the columns of one metric, or choose the"
            " learners (learners=[…])",
        )


def _columns(names: Sequence[str]) -> str:
    return f"column {names[0]!r} is" if len(names) == 1 else f"columns {listed(names)} are"


def _metric_part(name: str) -> str:
    """Return the metric in a name such as nb_accuracy or f1 (nb); "" where there is none."""
    words = words_of(name).split()
    if len(words) < 2:
        return ""
    return next((each for each in (words[-1], words[0]) if each not in UNCLEAR and called_like_metric(each)), "")


def _are_percentages(own: Floats, others: Floats) -> bool:
    """Return whether numbers may be percentages, and others shares of the same things: 93 beside 0.93."""
    times = float(np.median(own / np.where(others == 0, np.nan, others)))
    return bool(own.max() <= 100 and others.max() <= 1 and 50 <= times <= 200)


def _refuse_scale(origin: str, names: Sequence[str], values: dict[str, Floats]) -> None:
    """Raise an InputError for a column of whole numbers on another scale than the rest: it may be no learner."""
    for name in names:
        others = [values[other] for other in names if other != name]
        if _whole(values[name]) and not any(map(_whole, others)) and _is_far(values[name], np.array(others)):
            low, high = np.nanmin(values[name]), np.nanmax(values[name])
            raise InputError(
                origin,
                f"column {name!r} holds whole numbers from {low:g} to {high:g}, unlike the others: if it is no learner,"
                " leave it out; if it is one, choose the learners (learners=[…])",
            )
