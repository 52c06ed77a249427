"""What is odd about a league's table: impossible scores, other scales."""

import re
from collections.abc import Sequence

import numpy as np

from outperform.core import Floats, InputError, Note, NoteKind, Scores
from outperform.core.units import SHARE
from outperform.data.directions import whole_words
from outperform.data.leagues.records import LeagueRecords
from outperform.data.metric_meanings import MetricMeaning
from outperform.surface import option

_FAR = 20  # times as large: another scale
_BEYOND = 100  # times as large: data sets whose differences count for nothing beside others
_MOST = 0.8  # of the data sets


def is_share(records: LeagueRecords) -> bool:
    """Return whether all scores lie between 0 and 1."""
    known = records.scores[~np.isnan(records.scores)]
    return bool(known.size) and bool(known.min() >= SHARE[0] and known.max() <= SHARE[1])


def check_bounds(records: LeagueRecords, meaning: MetricMeaning | None) -> None:
    """Raise an InputError for scores that the metric cannot have: they are no scores, or have another sign."""
    name = records.metric
    if meaning is None:
        return
    below = np.flatnonzero(records.scores * meaning.sign < 0)
    if name is not None and meaning.sign and below.size:
        row, side = int(below[0]), "below" if meaning.sign > 0 else "above"
        problem = (
            f"the score of {records.learners.name(row)!r} is {records.scores[row]:g}, but {name} is never {side} 0"
        )
        raise InputError(records.place(row), f"{problem}; {_other_name(name, meaning)}")
    above = np.flatnonzero(records.scores > 100)
    if name is not None and meaning.share and above.size:
        row = int(above[0])
        problem = f"the score of {records.learners.name(row)!r} is {records.scores[row]:g}, but {name} is a share"
        raise InputError(records.place(row), f"{problem}: at most 1, or 100 %; is this column a learner?")


def _other_name(name: str, meaning: MetricMeaning) -> str:
    if meaning.share:
        return f"is it another metric? name it ({option('metric')})"
    plain = re.sub(r"^(neg|negative|minus)[_ -]", "", name, flags=re.IGNORECASE)
    other = f"neg_{name}" if meaning.sign > 0 else plain
    what = "minus the error" if meaning.sign > 0 else "the error itself"
    signed = (
        f"; for a metric that may be below 0, pass another name and {whole_words(higher=False)}"
        if meaning.sign > 0
        else ""
    )
    return f"if these scores are {what}, pass {option('metric', other)}{signed}"


def scale_notes(datasets: Sequence[str], scores: Sequence[Scores], meaning: MetricMeaning) -> list[Note]:
    """Note scores on different scales, such as shares beside percentages."""
    learners = scores[0].learners
    means = np.abs(np.array([_means(each.values) for each in scores]))  # [data set, learner]
    if meaning.share:
        return _shares(datasets, learners, means)
    return _by_learner(learners, means) or _by_dataset(datasets, means)


def _shares(datasets: Sequence[str], learners: Sequence[str], means: Floats) -> list[Note]:
    """Note shares beside percentages: of a learner, on a data set, or in a single cell."""
    small, large = (means > 0) & (means <= 1), means > 1
    if not small.any() or not large.any():
        return []
    odd = np.flatnonzero(small.any(axis=0) & ~large.any(axis=0))
    other = np.flatnonzero(large.any(axis=0))
    if odd.size:
        return [_mixed("learner", *(_reach(learners[at], means[:, at]) for at in (odd[0], other[0])))]
    odd, other = np.flatnonzero(small.any(axis=1) & ~large.any(axis=1)), np.flatnonzero(large.any(axis=1))
    if odd.size:
        return [_mixed("data set", *(_reach(datasets[at], means[at]) for at in (odd[0], other[0])))]
    row, column = np.argwhere(small)[0]
    cell = _reach(f"{learners[column]} on {datasets[row]}", means[row, [column]])
    return [_mixed("cell", cell, _reach("others", means[large]))]


def _by_learner(learners: Sequence[str], means: Floats) -> list[Note]:
    """Note a learner whose scores are far larger than another's on most data sets."""
    for one in range(len(learners)):
        for other in range(len(learners)):
            both = ~np.isnan(means[:, one]) & ~np.isnan(means[:, other])
            small, large = means[both, one], means[both, other]
            far = (large >= _FAR * small) & (large > 1)
            if one != other and both.any() and small.any() and far.mean() >= _MOST:
                return [_mixed("learner", _reach(learners[one], small), _reach(learners[other], large))]
    return []


def _by_dataset(datasets: Sequence[str], means: Floats) -> list[Note]:
    """Note data sets whose scores are of another size by nature, as errors in different units are."""
    sizes = np.nanmax(means, axis=1)
    low, high = int(np.argmin(sizes)), int(np.argmax(sizes))
    if sizes[high] <= _BEYOND * sizes[low] or sizes[low] == 0:
        return []
    return [_mixed("size", _reach(datasets[low], means[low]), _reach(datasets[high], means[high]))]


def _mixed(what: str, first: tuple[str, float, float], second: tuple[str, float, float]) -> Note:
    return Note.of(NoteKind.SCALES_MIXED, what=what, first=first, second=second)


def _means(values: Floats) -> Floats:
    known = ~np.isnan(values)
    counts = known.sum(axis=(1, 2))
    total: Floats = np.where(known, values, 0.0).sum(axis=(1, 2)) / np.maximum(1, counts)
    return np.where(counts > 0, total, np.nan)


def _reach(name: str, scores: Floats) -> tuple[str, float, float]:
    return name, float(np.nanmin(scores)), float(np.nanmax(scores))
