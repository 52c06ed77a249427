"""What is odd about a league's table: impossible scores, names that are nearly the same, other scales."""

import re
from collections.abc import Sequence

import numpy as np

from outperform.core import Floats, InputError, Note, NoteKind, Scores
from outperform.core.units import SHARE
from outperform.data.leagues.directions import MetricMeaning
from outperform.data.leagues.records import LeagueRecords

_FAR = 20  # times as large: another scale
_MOST = 0.8  # of the data sets
_MANY = 4  # learners, from which on more of them than data sets are odd
_BLANKS = re.compile(r"[\s_-]+")


def is_share(records: LeagueRecords) -> bool:
    """Return whether all scores lie between 0 and 1."""
    known = records.scores[~np.isnan(records.scores)]
    return bool(known.size) and bool(known.min() >= SHARE[0] and known.max() <= SHARE[1])


def check_bounds(records: LeagueRecords, meaning: MetricMeaning) -> None:
    """Raise an InputError for scores that the metric cannot have: they are no scores, or have another sign."""
    name = records.metric
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
        return "is it another metric? name it (--metric, metric=)"
    plain = re.sub(r"^(neg|negative|minus)[_ -]", "", name, flags=re.IGNORECASE)
    other = f"neg_{name}" if meaning.sign > 0 else plain
    what = "minus the error" if meaning.sign > 0 else "the error itself"
    return f"if these scores are {what}, pass --metric {other} (metric={other!r})"


def alike_notes(datasets: Sequence[str], learners: Sequence[str]) -> list[Note]:
    """Note names that differ only in case, blanks or hyphens."""
    found = []
    for kind, names in (("data set", datasets), ("learner", learners)):
        same: dict[str, list[str]] = {}
        for name in names:
            same.setdefault(_BLANKS.sub("", name).casefold(), []).append(name)
        sets = tuple(tuple(each) for each in same.values() if len(each) > 1)
        found += [Note.of(NoteKind.ALIKE_NAMES, what=kind, names=sets)] if sets else []
    return found


def shape_notes(records: LeagueRecords, scores: Sequence[Scores]) -> list[Note]:
    """Note scores on different scales, and more learners than data sets."""
    names = list(map(str, records.learners.names.tolist()))
    means = np.abs(np.array([_means(each.values) for each in scores]))  # [data set, learner]
    notes = _scales(names, means)
    if len(names) > len(scores) and len(names) >= _MANY:
        notes.append(Note.of(NoteKind.MORE_LEARNERS, learners=len(names), datasets=len(scores)))
    return notes


def _means(values: Floats) -> Floats:
    known = ~np.isnan(values)
    counts = known.sum(axis=(1, 2))
    total: Floats = np.where(known, values, 0.0).sum(axis=(1, 2)) / np.maximum(1, counts)
    return np.where(counts > 0, total, np.nan)


def _scales(names: Sequence[str], means: Floats) -> list[Note]:
    """Note a learner whose scores are far larger than another's on most data sets, or a data set of percentages."""
    for one in range(len(names)):
        for other in range(len(names)):
            both = ~np.isnan(means[:, one]) & ~np.isnan(means[:, other])
            small, large = means[both, one], means[both, other]
            far = (large >= _FAR * small) & (large > 1)
            if one != other and both.any() and small.any() and far.mean() >= _MOST:
                first, second = _reach(names[one], small), _reach(names[other], large)
                return [Note.of(NoteKind.SCALES_MIXED, what="learner", first=first, second=second)]
    return []


def _reach(name: str, scores: Floats) -> tuple[str, float, float]:
    return name, float(scores.min()), float(scores.max())
