"""Deviations and standard errors beside the scores of a results table: what they say of the error of a score.

A standard error says it itself. A deviation does where it is known over how many runs, repeats or folds it is: its
square times a factor is the variance of the mean,

    1 / runs                        runs, such as seeds: independent draws
    1 / (r k) + 1 / (k - 1)         k folds, r times: the training sets of folds overlap (Nadeau and Bengio, n2/n1)
    1 / r + n2 / n1                 r repeats of random splits, where the table has their sizes; 1 / r without

Runs are independent between learners. Folds and repeats are not, and a table of deviations does not say how the scores
of two learners vary together: their errors are bounds of what a difference has.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import Floats, InputError, Note, NoteKind
from outperform.data.cells import NumberColumn, Style, as_floats, undressed
from outperform.data.leagues.asked import LeagueAsked
from outperform.data.roles import words_of
from outperform.data.sheet import Sheet

DEVIATIONS = ("std", "sd", "stdev", "stddev", "std dev", "standard deviation")
VARIANCES = ("var", "variance")
ERRORS = ("se", "sem", "stderr", "std err", "std error", "standard error")
OTHERS = ("ci", "iqr")  # half a width, a whole one: it is not known
SPREADS = {*DEVIATIONS, *VARIANCES, *ERRORS, *OTHERS}
COUNTS = {
    "runs": ("runs", "seeds", "trials", "replicates"),
    "repeats": ("repeats", "repetitions", "resamples", "splits"),
    "folds": ("folds",),
}
_COUNTED = re.compile(r"(?:(?:n|num|number of|no of|nr of) )?(.+)")
_SIGN = re.compile(r"±|\+\s*/?\s*-")
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_BESIDE = re.compile(rf"(?:±|\+/?-|-/\+)\s*({_NUMBER})")
STD, SE, NEITHER = "std", "se", "none"


@dataclass(frozen=True)
class Beside:
    """A column of spreads: whose, and what by its name; "" for what may be a deviation or an error."""

    base: str
    word: str


def spread_beside(name: str, names: Sequence[str]) -> Beside | None:
    """Return whose spread a column holds by its name.

    Examples
    --------
    >>> names = ["nb", "nb_std", "se(nb)", "nb ±", "nb_rank"]
    >>> [spread_beside(name, names) for name in names[1:]]
    [Beside(base='nb', word='std'), Beside(base='nb', word='se'), Beside(base='nb', word=''), None]
    """
    bases = {words_of(other): other for other in names if other != name and not _SIGN.search(other)}
    own = words_of(name)
    if _SIGN.search(name) and own in bases:
        return Beside(bases[own], "")
    words = own.split()
    for at in range(1, len(words)):
        first, last = " ".join(words[:at]), " ".join(words[at:])
        for base, word in ((first, last), (last, first)):
            if base in bases and word in SPREADS:
                return Beside(bases[base], word)
    return None


def has_spreads(sheet: Sheet) -> bool:
    """Return whether a table holds spreads: in a column of their own, or beside scores in cells."""
    names = list(sheet.columns)
    if any(words_of(name) in SPREADS or spread_beside(name, names) for name in names):
        return True
    texts = (column for column in sheet.columns.values() if column.dtype.kind in "OUT")
    return any(
        isinstance(cell, str) and _BESIDE.search(undressed(cell)) for column in texts for cell in column.tolist()
    )


def count_columns(sheet: Sheet, names: Sequence[str]) -> dict[str, str]:
    """Return the columns that count runs, repeats and folds, by what they count: whole numbers from 2 on."""
    found: dict[str, str] = {}
    for name in names:
        stem = _COUNTED.fullmatch(words_of(name))
        kind = next((kind for kind, words in COUNTS.items() if stem and stem[1] in words), None)
        numbers = as_floats(sheet.columns[name]) if kind else np.empty(0)
        if kind and kind not in found and numbers.size and bool(((numbers >= 2) & (numbers % 1 == 0)).all()):
            found[kind] = name
    return found


@dataclass(frozen=True)
class Errors:
    """Standard errors of the scores of a sheet by learner [row], and what to note."""

    of: Mapping[str, Floats]
    independent: bool  # the scores of two learners do not vary together
    notes: tuple[Note, ...]


NO_ERRORS = Errors({}, independent=False, notes=())


def errors_of(
    sheet: Sheet,
    scores: Mapping[str, NumberColumn],
    beside: Mapping[str, tuple[str, str]],
    style: Style,
    asked: LeagueAsked,
    sizes: tuple[Floats, Floats] | None = None,
) -> Errors:
    """Return the standard errors of scores, where the table or the user says enough.

    Parameters
    ----------
    sheet
        The table.
    scores
        The scores of every learner, whose cells may hold spreads.
    beside
        Columns of spreads by learner: the name of the column and what it holds.
    style
        How the numbers of the table are written.
    asked
        What the user says.
    sizes
        Training and test rows of each row of the sheet.
    """
    spreads = _spreads(sheet, scores, beside, style)
    if not spreads:
        return NO_ERRORS
    cells = sum(len(scores[name].spreads) or int(np.isfinite(each[0]).sum()) for name, each in spreads.items())
    if asked.spread == NEITHER:
        return _unused(spreads, "other", cells)
    kinds = {kind for _, kind, _ in spreads.values()}
    kind = next(iter(kinds)) if len(kinds) == 1 else "other"
    counts = {each: as_floats(sheet.columns[name]) for each, name in count_columns(sheet, list(sheet.columns)).items()}
    names = count_columns(sheet, list(sheet.columns))
    if asked.runs is not None:
        counts, names = {"runs": np.full(len(sheet), float(asked.runs))}, {}
    kind = asked.spread or kind or (STD if counts else "")
    if kind not in (STD, SE) or (kind == STD and not counts):
        return _unused(spreads, kind, cells)
    factor, over = (np.ones(len(sheet)), "") if kind == SE else _factor(counts, sizes)
    _check_sizes(sheet, scores, spreads)
    found = {learner: np.sqrt(factor) * values for learner, (values, _, _) in spreads.items()}
    note = Note.of(
        NoteKind.SPREADS_USED,
        value=next(iter(spreads.values()))[2],
        what=kind,
        over=over,
        columns=tuple(names.values()) if kind == STD else (),
        runs=asked.runs,
        sized=sizes is not None,
    )
    return Errors(found, independent=over == "runs", notes=(note,))


def _unused(spreads: Mapping[str, tuple[Floats, str, str]], kind: str, cells: int) -> Errors:
    """Return no errors, and a note on what was not used and what to pass."""
    value = next(iter(spreads.values()))[2]
    return Errors(
        {}, independent=False, notes=(Note.of(NoteKind.SPREADS_IGNORED, cells=cells, value=value, what=kind),)
    )


def _spreads(
    sheet: Sheet, scores: Mapping[str, NumberColumn], beside: Mapping[str, tuple[str, str]], style: Style
) -> dict[str, tuple[Floats, str, str]]:
    """Return the spreads of every learner [row], what they are ("" where that is not known), and an example."""
    found: dict[str, tuple[Floats, str, str]] = {}
    for learner, column in scores.items():
        name, word = beside.get(learner, ("", ""))
        if name:
            numbers = sheet.scores(name, style).numbers
            values = np.sqrt(numbers) if word in VARIANCES else numbers
            kind = STD if word in (*DEVIATIONS, *VARIANCES) else SE if word in ERRORS else "other" if word else ""
            found[learner] = values, kind, f"column {name}"
            negative = np.flatnonzero(numbers < 0)
            if negative.size:
                row = int(negative[0])
                raise InputError(sheet.place(name)(row), f"is {numbers[row]:g}; a spread is at least 0")
        elif column.spreads:
            values = np.full(len(sheet), np.nan)
            for row, cell in column.spreads.items():
                values[row] = _beside_number(cell, style)
            found[learner] = values, "" if np.isfinite(values).any() else "other", next(iter(column.spreads.values()))
    return found


def _beside_number(cell: str, style: Style) -> float:
    """Return the number behind ± in a cell; NaN for an interval, or a number in brackets, which may be a rank."""
    text = undressed(cell)
    text = text.replace(",", ".") if style.commas else text
    number = _BESIDE.search(text)
    return float("nan") if number is None else float(number[1]) / (100 if style.percents else 1)


def _factor(counts: Mapping[str, Floats], sizes: tuple[Floats, Floats] | None) -> tuple[Floats, str]:
    """Return what the square of a deviation is multiplied by [row], and over what it is."""
    if "folds" in counts:
        folds, repeats = counts["folds"], counts.get("repeats", np.ones(1))
        return 1 / (repeats * folds) + 1 / (folds - 1), "folds"
    if "repeats" in counts:
        ratio: Any = 0.0 if sizes is None else sizes[1] / sizes[0]
        return 1 / counts["repeats"] + ratio, "repeats"
    return 1 / counts["runs"], "runs"


def _check_sizes(
    sheet: Sheet, scores: Mapping[str, NumberColumn], spreads: Mapping[str, tuple[Floats, str, str]]
) -> None:
    """Raise an InputError for spreads that shares cannot have: percentages beside shares."""
    known = np.concatenate([column.numbers[np.isfinite(column.numbers)] for column in scores.values()])
    if not known.size or known.min() < 0 or known.max() > 1:
        return
    for learner, (values, _, value) in spreads.items():
        far = np.flatnonzero(values > 1)
        if far.size:
            problem = f"row {sheet.numbers[int(far[0])]}: {values[far[0]]:g} cannot be the spread of scores from 0 to 1"
            raise InputError(
                sheet.origin, f"{value} of {learner!r}, {problem}; write both as shares or both in percent"
            )
