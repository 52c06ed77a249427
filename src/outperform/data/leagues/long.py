"""Long tables: a row per data set, learner and, where there are several, split."""

from dataclasses import replace

import numpy as np

from outperform.core import InputError, Note, NoteKind, Values
from outperform.data.cells import as_floats, holds_numbers, is_missing, style_of
from outperform.data.choices import chosen, same_words
from outperform.data.leagues.asked import LeagueAsked
from outperform.data.leagues.records import LeagueRecords
from outperform.data.leagues.roles import with_seeds
from outperform.data.leagues.spreads import SPREADS, count_columns, errors_of, spread_beside
from outperform.data.leagues.wide import without_summary_rows
from outperform.data.leftovers import TEXT, is_identifier, is_measure, summarizes, summary_notes
from outperform.data.metric_meanings import called_like_metric
from outperform.data.roles import MERELY_NUMBERED, words_of
from outperform.data.sheet import Sheet
from outperform.data.tables import INDEX
from outperform.data.values import listed

_OURS = {"dataset": "data set", "n_train": "n_train", "n_test": "n_test"}
_MEANS = ("mean", "avg", "average")
_READ = ("dataset", "learner", "repeat", "fold", "n_train", "n_test")


def long_records(sheet: Sheet, roles: dict[str, str], asked: LeagueAsked) -> LeagueRecords:
    """Read a row per data set, learner and split."""
    sheet, roles, metric = of_metric(sheet, with_seeds(sheet.columns, roles), asked.metric)
    for role in ("fold", "repeat"):
        sheet = _without_summaries(sheet, roles[role]) if role in roles else sheet
    sheet = without_summary_rows(sheet, roles)
    score = _score_column(sheet, roles, None if metric else asked.metric)
    named = metric or (None if score == roles.get("score") else score) or asked.metric
    found = records_at(sheet, roles, score, asked)
    read = {score, *([] if found.errors is None else _spread_of(sheet, score))}
    if found.errors is not None or asked.runs:
        read |= set(count_columns(sheet, [*sheet.columns]).values())
    return replace(found, metric=named, notes=(*sheet.notes, *_notes(sheet, roles, read), *found.notes))


def _without_summaries(sheet: Sheet, column: str) -> Sheet:
    """Leave out rows that are called like a summary of splits, which no split is."""
    cells = [str(cell) for cell in sheet.columns[column].tolist()]
    gone = [cell for cell in dict.fromkeys(cells) if summarizes(cell)]
    left = np.array([cell not in gone for cell in cells])
    return sheet.at(left).noting(*summary_notes(column, gone, ())) if left.any() else sheet


def of_metric(sheet: Sheet, roles: dict[str, str], wanted: str | None) -> tuple[Sheet, dict[str, str], str | None]:
    """Keep the rows of one metric: those that are wanted, or the only one; without such a column all rows are kept."""
    if "metric" not in roles:
        return sheet, roles, None
    cells = [None if is_missing(cell) else str(cell) for cell in sheet.columns[roles["metric"]].tolist()]
    known = list(dict.fromkeys(cell for cell in cells if cell is not None))
    if not known:
        return sheet, {role: name for role, name in roles.items() if role != "metric"}, None
    name = chosen("metric", known, wanted, sheet.origin)
    return sheet.at(np.array([cell == name for cell in cells])), roles, name


def _score_column(sheet: Sheet, roles: dict[str, str], wanted: str | None) -> str:
    """Return the column of scores: the one that is asked for, score, or the only one."""
    used = {name for role, name in roles.items() if role not in ("score", "reason")}
    rest = [name for name in sheet.columns if name not in used and name != INDEX]
    numbers = [name for name in rest if holds_numbers(sheet.columns[name]) and not _is_blank(sheet.columns[name])]
    numbers = [name for name in numbers if not is_identifier(name, sheet.columns[name])]
    own = roles.get("score")
    if wanted is not None:
        found = [name for name in numbers if name == wanted] or [name for name in numbers if same_words(name, wanted)]
        metrics = [name for name in numbers if called_like_metric(name) and name != own]
        if found or own is None or own not in numbers:
            return found[0] if found else chosen("metric", metrics or numbers, wanted, sheet.origin)
        return own
    if own in numbers:
        return str(own)
    likely = [name for name in numbers if not _is_other(name)]
    likely = [name for name in likely if not _stands_beside(name, likely)]
    if not numbers:
        raise InputError(sheet.origin, f"needs a column score, found only {listed(sheet.columns)}")
    metrics = [name for name in likely if called_like_metric(name)]
    return metrics[0] if len(metrics) == 1 else chosen("metric", metrics or likely or numbers, None, sheet.origin)


def _is_other(name: str) -> bool:
    """Return whether a column holds times or scores of training rows."""
    words = words_of(name)
    return is_measure(name) or words.endswith((" time", " seconds")) or words.startswith(("train ", "training "))


def _is_blank(column: Values) -> bool:
    return all(is_missing(cell) for cell in column.tolist())


def _stands_beside(name: str, names: list[str]) -> bool:
    """Return whether a column holds the spread of another, or ranks."""
    words = words_of(name).split()
    stem = [word for word in words if word not in SPREADS]
    others = [[word for word in words_of(other).split() if word not in _MEANS] for other in names if other != name]
    return words in (["rank"], ["ranks"]) or (len(stem) < len(words) and (not stem or stem in others))


def _spread_of(sheet: Sheet, score: str) -> dict[str, str]:
    """Return the column of the spreads of scores, if there is one, and what it holds."""
    stem = " ".join(word for word in words_of(score).split() if word not in _MEANS)
    for name in (name for name in sheet.columns if name != score and holds_numbers(sheet.columns[name])):
        own = spread_beside(name, [name, score, stem])
        if own is not None or words_of(name) in SPREADS:
            return {name: words_of(name) if own is None else own.word}
    return {}


def records_at(sheet: Sheet, roles: dict[str, str], score: str, asked: LeagueAsked | None = None) -> LeagueRecords:
    """Make a record of every row, with the scores of a column."""
    style = style_of([sheet.columns[score]])
    column = sheet.scores(score, style)
    spread = next(iter(_spread_of(sheet, score).items()), None)
    beside = {} if spread is None else {score: spread}
    sized = (
        (as_floats(sheet.columns[roles["n_train"]]), as_floats(sheet.columns[roles["n_test"]]))
        if {"n_train", "n_test"} <= roles.keys()
        else None
    )
    errors = errors_of(sheet, {score: column}, beside, style, asked or LeagueAsked(), sized)
    sizes = {"n_train", "n_test"} <= roles.keys()
    return LeagueRecords(
        sheet.origin,
        sheet.names(roles["dataset"], "data set"),
        sheet.names(roles["learner"], "learner"),
        column.numbers,
        _reasons(sheet, roles, column.reasons),
        sheet.numbers,
        repeats=sheet.columns[roles["repeat"]] if "repeat" in roles else None,
        folds=sheet.columns[roles["fold"]] if "fold" in roles else None,
        n_train=as_floats(sheet.columns[roles["n_train"]]) if sizes else None,
        n_test=as_floats(sheet.columns[roles["n_test"]]) if sizes else None,
        plain="repeat" not in roles and words_of(roles.get("fold", "")) in MERELY_NUMBERED,
        errors=errors.of.get(score),
        independent=errors.independent,
        notes=(*errors.notes, *style.notes),
    )


def _reasons(sheet: Sheet, roles: dict[str, str], reasons: Values) -> Values:
    """Return why scores are missing: as a column info or status says, where it does."""
    if "reason" not in roles:
        return reasons
    told = sheet.columns[roles["reason"]].tolist()
    pairs = zip(reasons.tolist(), told, strict=True)
    return np.array([str(why) if own and not is_missing(why) else own for own, why in pairs], dtype=object)


def _notes(sheet: Sheet, roles: dict[str, str], read_as_scores: set[str]) -> list[Note]:
    """Note columns that were read by another name, or left out."""
    names = [(roles[role], _OURS.get(role, role)) for role in _READ if role in roles]
    read = tuple((old, name) for old, name in names if not (same_words(old, name) or same_words(old, f"{name}s")))
    alone = {role for role in ("n_train", "n_test") if not {"n_train", "n_test"} <= roles.keys()} | {"score"}
    used = {name for role, name in roles.items() if role not in alone} | {*read_as_scores, INDEX}
    left = [name for name in sheet.columns if name not in used]
    numbers = tuple(name for name in left if holds_numbers(sheet.columns[name]) and not _is_blank(sheet.columns[name]))
    others = {"not compared": numbers, TEXT: tuple(name for name in left if name not in numbers)}
    notes = [Note.of(NoteKind.COLUMNS_READ_AS, columns=read)] if read else []
    told = {kind: each for kind, each in others.items() if each}
    return notes + ([Note.of(NoteKind.IGNORED_COLUMNS, **told)] if told else [])
