"""Columns that hold no scores: identifiers, text, dates, other measurements, training scores, summaries of the others.

What a column is, is said by its name and its cells together; a summary is one only where it is the mean, the sum or
the median of the other columns.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from outperform.core import Bools, Floats, Ints, Note, NoteKind, Values
from outperform.data.cells import as_floats, holds_words, is_missing, looks_like_number, style_of, undressed
from outperform.data.roles import phrases, word_set, words_of
from outperform.data.tables import Columns

IDENTIFIERS, TEXT, DATES, MEASURES = "identifiers", "text", "dates or times", "other measurements"
TRAINING, SUMMARIES, NOT_CHOSEN = "training scores", "summaries of the others", "not chosen"
DIFFERENCES = "differences of others"

_IDENTIFIER = re.compile(r"(.*[_ .-])?id|index|seed|random_state|candidate|unnamed: \d+|level_\d+")
_TIMES = re.compile(r"((mean|std) )?(fit|score) time|seconds|duration|time")
_MEASURED = word_set(
    "latency cost costs price time times runtime walltime duration elapsed timestamp seconds milliseconds minutes "
    "tokens length len words chars characters bytes size age sex gender race ethnicity bmi difficulty temperature "
    "turn turns year index position step steps count budget"
)
_SAYING_MORE = word_set(  # words that say more of a measurement
    "n num number of nr in per the max min mean avg total sum median ms s sec secs usd eur dollars p50 p90 p95 p99 k "
    "std prompt completion input output response request question answer context reasoning token word char wall "
    "clock cpu gpu first generation inference api item fit score"
)
_OF_LEARNERS = {  # what leaderboards say of a model
    *phrases(
        "params, params b, params m, n params, num params, parameters, parameters b, num parameters, "
        "number of parameters, model size, size, size b, size gb, hub likes, likes, stars, downloads, license, year, "
        "release year, release date, date, rank, ranking, position, flops, context length, co2 cost, co2 cost kg, "
        "memory, memory gb, embedding dimensions, max tokens, votes"
    )
}
_AVERAGES = {"mean", "average", "avg", "std", "sd", "median", "total"}
_SUMMARY = word_set(
    "mean means average averages avg median std sd stdev geomean total sum rank ranks ranking wins losses ties win "
    "loss tie draw draws best winner overall wtl pvalue max min wdl aggregate all"
)
_FILLERS = word_set(
    "w t l d p value of the over across in on by data sets set datasets dataset score scores dev standard deviation "
    "geometric arithmetic final friedman accuracy acc auc error f1 rmse number no count vs"
)
_DIFFERENCE = re.compile(
    r"(delta|diff|difference|change|uplift|improvement)( .*)?|.+ (delta|diff|difference)|.+ minus .+|δ.*"
)
_COUNTS = ("w t l", "w d l", "w l", "p value", "standard deviation")
_ANY_SUMMARY = re.compile(
    "|".join(sorted({*_AVERAGES, *_SUMMARY})) + "|standard|(?<![a-z])[wp](?![a-z])"
)  # a quick look
_WON = ("wins", "win", "losses", "loss", "ties", "tie", "draws", "draw")  # numbers of rows
_RANKED = ("rank", "ranks", "ranking")
_Function = Callable[[Floats], float]
_CENTRES: list[tuple[_Function, _Function]] = [  # each with how much larger it is rounded than a score
    (lambda rest: float(rest.mean()), lambda _: 1.0),
    (lambda rest: float(rest.sum()), lambda rest: float(rest.size)),
    (lambda rest: float(np.median(rest)), lambda _: 1.0),
]
_SPREADS: list[tuple[_Function, _Function]] = [
    (lambda rest: float(rest.std()), lambda _: 1.0),
    (lambda rest: float(rest.std(ddof=1)), lambda _: 1.0),
]
_ENDS: list[tuple[_Function, _Function]] = [
    (lambda rest: float(rest.max()), lambda _: 1.0),
    (lambda rest: float(rest.min()), lambda _: 1.0),
]
_FUNCTIONS = {**dict.fromkeys(("std", "sd", "stdev"), _SPREADS), **dict.fromkeys(("max", "min", "best"), _ENDS)}
_MANY_VALUES = 10  # different scores, from which on a summary is one of them by chance alone
_MOST = 2 / 3  # of the columns, in which a row must hold the summary: others may describe the data sets
_FEWEST = 3  # rows of which another may be the sum
_ROUNDED = 5e-4  # of the largest score: a mean with three or four digits
_CLOSE = 0.01  # of the largest score: a mean that was rounded


def left_out(
    columns: Mapping[str, Any], names: Iterable[str], *, long: bool = False, words: bool = False
) -> dict[str, tuple[str, ...]]:
    """Return the columns among these that hold no scores, by what they are.

    Parameters
    ----------
    columns, names
        The table, and its columns that may hold scores.
    long
        Whether each column is a metric, and not a system: then measurements such as costs may be compared, but no
        times and no scores on training rows.
    words
        Whether right and wrong in words are scores.
    """
    found: dict[str, list[str]] = {}
    given = {name: np.asarray(columns[name]) for name in names}
    for name, column in given.items():
        kind = _kind(name, column, [*given], long=long)
        kind = "" if words and kind == TEXT and holds_words(column) else kind
        if kind:
            found.setdefault(kind, []).append(name)
    gone = {name for each in found.values() for name in each}
    if not long:
        found[DIFFERENCES] = differences({name: column for name, column in given.items() if name not in gone})
        gone |= {*found[DIFFERENCES]}
        found[SUMMARIES] = list(summaries({name: column for name, column in given.items() if name not in gone}))
    return {kind: tuple(each) for kind, each in found.items() if each}


def left_out_notes(gone: Mapping[str, Sequence[str]], *, chosen: bool) -> tuple[Note, ...]:
    """Note columns that are left out; those that may be systems apart, unless somebody chose the others."""
    known = {what: tuple(names) for what, names in gone.items() if names and (chosen or what == SUMMARIES)}
    unnamed = {what: tuple(names) for what, names in gone.items() if names and what not in known}
    notes = ((NoteKind.IGNORED_COLUMNS, known), (NoteKind.UNNAMED_COLUMNS, unnamed))
    return tuple(Note.of(kind, **names) for kind, names in notes if names)


def without(names: Iterable[str], gone: Mapping[str, Sequence[str]]) -> list[str]:
    """Return names that are not left out."""
    return [name for name in names if not any(name in each for each in gone.values())]


def _kind(name: str, column: Values, names: Sequence[str], *, long: bool) -> str:
    if is_identifier(name, column):
        return IDENTIFIERS
    if is_text(column):
        return TEXT
    if column.dtype.kind in "mM":
        return DATES
    if _TIMES.fullmatch(words_of(name)) or (not long and is_measure(name, names)):
        return MEASURES
    return TRAINING if long and name.lower().startswith("train_") else ""


def is_identifier(name: str, column: Values) -> bool:
    """Return whether a column is called like an identifier and holds whole numbers or text."""
    named = _IDENTIFIER.fullmatch(name.lower()) or words_of(name).endswith(" id")  # PassengerId
    return bool(named) and (is_text(column) or are_whole(column))


def is_text(column: Values) -> bool:
    """Return whether a column holds text alone, none of which looks like a number."""
    if column.dtype.kind not in "OUT":
        return False
    try:
        distinct: Iterable[Any] = dict.fromkeys(column.tolist())
    except TypeError:  # lists and the like
        distinct = column.tolist()
    cells = [cell for cell in distinct if not is_missing(cell)]
    return bool(cells) and all(isinstance(cell, str) and not looks_like_number(cell.strip()) for cell in cells)


def are_whole(column: Values) -> bool:
    """Return whether all cells are whole numbers."""
    found = as_floats(column)
    return bool(np.isfinite(found).all() and (found == np.floor(found)).all())


def are_fractions(column: Values) -> bool:
    """Return whether all cells are numbers, not all of them whole."""
    found = as_floats(column)
    return bool(np.isfinite(found).all() and (found != np.floor(found)).any())


def is_measure(name: str, others: Sequence[str] = ()) -> bool:
    """Return whether a column is called like a measurement of another kind; ``others`` are the columns beside it.

    Examples
    --------
    >>> [is_measure(name, ["a", "b"]) for name in ("prompt_tokens", "latency (ms)", "a_cost", "fit_time")]
    [True, True, True, True]
    >>> is_measure("cost_effectiveness"), is_measure("low-cost", ["a", "b"]), is_measure("timeliness")
    (False, False, False)
    """
    words = words_of(name).split()
    systems = [words_of(other).split() for other in others if other != name]
    for system in filter(None, systems):  # a_latency beside a
        if len(words) > len(system) and words[: len(system)] == system:
            words = words[len(system) :]
            break
    rest = [word for word in words if word not in _SAYING_MORE]
    return bool(rest) and all(word in _MEASURED for word in rest)


def describes_learner(name: str) -> bool:
    """Return whether a column beside learners is called like a fact of a leaderboard: its size, rank or licence.

    Examples
    --------
    >>> describes_learner("#Params (B)"), describes_learner("Hub Likes"), describes_learner("HellaSwag")
    (True, True, False)
    """
    return words_of(name) in _OF_LEARNERS


def is_average(cell: object) -> bool:
    """Return whether a cell or column is called mean, std or the like, and nothing else."""
    return isinstance(cell, str) and cell.strip(" .:").lower() in _AVERAGES


def summarizes(name: object) -> bool:
    """Return whether a row, or a column, is called like a summary of the others.

    Examples
    --------
    >>> [summarizes(name) for name in ("Mean", "avg. rank", "W/T/L", "mean-shift", "RankSVM", "total")]
    [True, True, True, False, False, True]
    """
    if not isinstance(name, str) or not _ANY_SUMMARY.search(name.casefold()):
        return False
    words = words_of(undressed(name))
    parts = set(words.split())
    return is_average(name) or words in _COUNTS or (parts <= _SUMMARY | _FILLERS and bool(parts & _SUMMARY))


def summary_rows(names: Sequence[str], groups: Ints, columns: Sequence[Floats]) -> tuple[list[str], list[str]]:
    """Return the names of rows that summarize the others, and those that are only called so.

    Parameters
    ----------
    names
        The name of each row.
    groups
        Which rows are summarized together: those of one learner, or all.
    columns
        Numbers of each row; NaN where there is none.

    Notes
    -----
    A row called mean, total, all or the like is a summary where it holds the mean, the sum or the median of the other
    rows, within rounding; one called std, max, rank or wins where it holds that. A name of several words, such as "avg.
    rank", says enough; and what stands below all other rows beside such a summary is one too. All else is kept.

    Examples
    --------
    >>> summary_rows(["a", "b", "mean", "all"], np.zeros(4, dtype=int), [np.array([0.5, 0.75, 0.625, 0.1])])
    (['mean', 'all'], [])
    >>> summary_rows(["a", "b", "wins"], np.zeros(3, dtype=int), [np.array([0.5, 0.75, 2]), np.array([0.4, 0.7, 0])])
    (['wins'], [])
    >>> summary_rows(["a", "average", "b"], np.zeros(3, dtype=int), [np.array([0.5, 0.75, 0.6])])
    ([], ['average'])
    """
    known = {name: summarizes(name) for name in dict.fromkeys(names)}
    called = [name for name, found in known.items() if found]
    others = np.array([not known[name] for name in names], dtype=bool)
    if not called or not others.any():
        return [], []
    places = {name: np.array([each == name for each in names]) for name in called}
    sure = [
        name
        for name in called
        if len(words_of(undressed(name)).split()) > 1
        or "#" in name
        or _holds_summary(name, places[name], others, groups, columns)
    ]
    last = int(np.flatnonzero(others)[-1])
    gone = [name for name in called if name in sure or (sure and int(np.flatnonzero(places[name])[0]) > last)]
    return gone, [name for name in called if name not in gone]


def total_row(names: Sequence[str], groups: Ints, columns: Sequence[Floats]) -> str | None:
    """Return the name of the last row where it is the sum, or the mean, of all others in every column of scores.

    Such a row is a summary whatever it is called; the arguments are those of ``summary_rows``.

    Examples
    --------
    >>> rows = [np.array([1.0, 0, 1, 2]), np.array([1.0, 1, 1, 3])]
    >>> total_row(["q1", "q2", "q3", "n=3"], np.zeros(4, dtype=int), rows)
    'n=3'
    """
    last = next(reversed(dict.fromkeys(names)), "")
    here = np.array([name == last for name in names], dtype=bool)
    pairs: list[tuple[float, Floats]] = []
    for column in columns:
        known = ~np.isnan(column)
        for group in np.unique(groups).tolist():
            own, rest = (column[rows & known & (groups == group)] for rows in (here, ~here))
            if own.size != 1 or rest.size < _FEWEST:
                return None
            pairs.append((float(own[0]), rest))
    if len(pairs) < 2:
        return None
    with np.errstate(over="ignore", invalid="ignore"):  # a sum that is too large is none of them
        sums = all(np.isclose(own, rest.sum(), rtol=1e-9, atol=0) for own, rest in pairs)
        more = any(abs(rest.sum()) > np.abs(rest).max() for _, rest in pairs)
        means = all(abs(own - rest.mean()) <= _ROUNDED * np.abs(rest).max() < rest.std() / 10 for own, rest in pairs)
    return last if (sums and more) or means else None


def summary_notes(column: str, gone: Sequence[str], kept: Sequence[str]) -> tuple[Note, ...]:
    """Note rows that summarize others, and rows that are only called so."""
    kinds = {NoteKind.SUMMARY_ROWS: gone, NoteKind.CALLED_SUMMARY: kept}
    return tuple(Note.of(kind, column=column, names=tuple(names)) for kind, names in kinds.items() if names)


@np.errstate(over="ignore", invalid="ignore")  # a sum that is too large is none of them
def _holds_summary(name: str, here: Bools, others: Bools, groups: Ints, columns: Sequence[Floats]) -> bool:
    """Return whether the rows of a name hold the summary of the other rows that it says."""
    pairs: list[tuple[float, Floats]] = []
    for column in columns:
        known = ~np.isnan(column)
        for group in np.unique(groups[here]).tolist():
            own, rest = (column[rows & known & (groups == group)] for rows in (here, others))
            if own.size and rest.size > 1:
                pairs.append((float(own.mean()), rest))
    word = words_of(undressed(name))
    if word in _RANKED:
        ranks, count = [own for own, _ in pairs], len(pairs)
        total = count * (count + 1) / 2
        return count > 1 and min(ranks) >= 1 and max(ranks) <= count and abs(sum(ranks) - total) <= _CLOSE * total
    if word in _WON:
        whole = all(own == int(own) and 0 <= own <= rest.size for own, rest in pairs)
        return bool(pairs) and whole and any((rest % 1).any() for _, rest in pairs)
    telling = [own not in rest or len(set(rest.tolist())) > _MANY_VALUES for own, rest in pairs]
    exact = 0.51 * 10.0 ** -max((_decimals(own) for own, _ in pairs), default=0)
    rounded = [0.51 * 10.0**-digits if digits else 0.0 for digits in (max(map(_decimals, rest)) for _, rest in pairs)]
    for function, times in _FUNCTIONS.get(word, _CENTRES):
        near = [
            abs(own - function(rest)) <= exact + times(rest) * each
            for (own, rest), each in zip(pairs, rounded, strict=True)
        ]
        if sum(near) >= _MOST * len(near) and any(each and tells for each, tells in zip(near, telling, strict=True)):
            return True
    return False


def _decimals(number: float) -> int:
    """Return how many decimals a number is written with."""
    return len(f"{number:.12f}".rstrip("0").partition(".")[2])


def summaries(columns: Columns) -> tuple[str, ...]:
    """Return the columns that are called like summaries, where one of them is the mean of the others."""
    named = [name for name in columns if summarizes(name)]
    others = [name for name in columns if name not in named]
    if not named or len(others) < 2:
        return ()
    values = {name: as_floats(column, style_of([column]), words=True) for name, column in columns.items()}
    beside = np.array([values[name] for name in others])
    return tuple(named) if any(are_means(values[name], beside) for name in named) else ()


def differences(columns: Columns) -> list[str]:
    """Return the columns that are called like differences, and have both signs where the others have one.

    Examples
    --------
    >>> differences({"old": np.array([1, 0, 1]), "new": np.array([1, 1, 0]), "delta": np.array([0, 1, -1])})
    ['delta']
    """
    named = [name for name in columns if _DIFFERENCE.fullmatch(words_of(name))]
    if not named or len(named) == len(columns):
        return []
    values = {name: as_floats(column, style_of([column]), words=True) for name, column in columns.items()}
    rest = np.concatenate([values[name] for name in columns if name not in named])
    if np.nanmin(rest, initial=0.0) < 0:
        return []
    return [name for name in named if np.nanmin(values[name], initial=0.0) < 0 < np.nanmax(values[name], initial=0.0)]


def are_means(summary: Floats, values: Floats) -> bool:
    """Return whether numbers [row] are the means, sums or medians of others [column, row], as far as they are known.

    Examples
    --------
    >>> are_means(np.array([0.5, 1.0]), np.array([[0.0, 1], [1, 1]]))
    True
    """
    rows = np.flatnonzero(~np.isnan(summary) & ~np.isnan(values).any(axis=0))
    if not rows.size:
        return False
    known, told = values[:, rows], summary[rows]
    reach = _CLOSE * np.abs(known).max()
    kinds = (known.mean(axis=0), known.sum(axis=0), np.median(known, axis=0))
    return any(np.allclose(told, each, rtol=0, atol=reach) for each in kinds)
