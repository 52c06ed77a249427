"""Long tables: a row per data set, learner and, where there are several, split."""

import shlex
from dataclasses import replace

import numpy as np

from outperform.core import InputError, Note, NoteKind, Values, did_you_mean
from outperform.data.column_kinds import is_identifier
from outperform.data.evals.measurements import is_measure
from outperform.data.leagues.asked import LeagueAsked
from outperform.data.leagues.beside import SPREADS, TEXT
from outperform.data.leagues.cells import commas_of, holds_scores
from outperform.data.leagues.directions import metric_meaning, same_metric
from outperform.data.leagues.records import LeagueRecords
from outperform.data.leagues.roles import MERELY_NUMBERED, with_seeds
from outperform.data.leagues.sheet import LeagueSheet, words_of
from outperform.data.leagues.wide import without_summary_rows
from outperform.data.tables import INDEX, as_floats, is_missing
from outperform.data.values import listed

_OURS = {"dataset": "data set", "n_train": "n_train", "n_test": "n_test"}
_MEANS = ("mean", "avg", "average")
_READ = ("dataset", "learner", "repeat", "fold", "n_train", "n_test")


def long_records(sheet: LeagueSheet, roles: dict[str, str], asked: LeagueAsked) -> LeagueRecords:
    """Read a row per data set, learner and split."""
    sheet, roles, metric = of_metric(sheet, with_seeds(sheet.columns, roles), asked.metric)
    for role in ("dataset", "fold", "repeat"):
        sheet = without_summary_rows(sheet, roles[role]) if role in roles else sheet
    score = _score_column(sheet, roles, None if metric else asked.metric)
    named = metric or (None if score == roles.get("score") else score) or asked.metric
    found = records_at(sheet, roles, score)
    return replace(found, metric=named, notes=(*sheet.notes, *_notes(sheet, roles, score), *found.notes))


def of_metric(
    sheet: LeagueSheet, roles: dict[str, str], wanted: str | None
) -> tuple[LeagueSheet, dict[str, str], str | None]:
    """Keep the rows of one metric: those that are wanted, or the only one; without such a column all rows are kept."""
    if "metric" not in roles:
        return sheet, roles, None
    cells = [None if is_missing(cell) else str(cell) for cell in sheet.columns[roles["metric"]].tolist()]
    known = list(dict.fromkeys(cell for cell in cells if cell is not None))
    if not known:
        return sheet, {role: name for role, name in roles.items() if role != "metric"}, None
    name = chosen_metric(known, wanted, sheet.origin)
    return sheet.at(np.array([cell == name for cell in cells])), roles, name


def chosen_metric(known: list[str], wanted: str | None, origin: str) -> str:
    """Return the metric to read, in any spelling; raise an InputError where several are there and none is wanted."""
    if wanted is not None:
        same = [name for name in known if name == wanted] or [each for each in known if same_words(each, wanted)]
        same = same or [each for each in known if same_metric(each, wanted)]
        if not same:
            raise InputError("metric", f"{origin} has no scores of {wanted!r}; {did_you_mean(wanted, known)}")
        return same[0]
    if not known:
        raise InputError("metric", f"{origin} has no column that is called by a metric; name one (--metric, metric=)")
    if len(known) > 1:
        how = f"choose one, as in --metric {shlex.quote(known[0])} (metric={known[0]!r})"
        raise InputError("metric", f"{origin} has several: {listed(known)}; {how}")
    return known[0]


def same_words(one: str, other: str) -> bool:
    """Return whether two names differ only in case, blanks and signs."""
    return words_of(one).replace(" ", "") == words_of(other).replace(" ", "")


def _score_column(sheet: LeagueSheet, roles: dict[str, str], wanted: str | None) -> str:
    """Return the column of scores: the one that is asked for, score, or the only one."""
    used = {name for role, name in roles.items() if role not in ("score", "reason")}
    rest = [name for name in sheet.columns if name not in used and name != INDEX]
    numbers = [name for name in rest if holds_scores(sheet.columns[name]) and not _is_blank(sheet.columns[name])]
    numbers = [name for name in numbers if not is_identifier(name, sheet.columns[name])]
    own = roles.get("score")
    if wanted is not None:
        found = [name for name in numbers if name == wanted] or [name for name in numbers if same_words(name, wanted)]
        metrics = [name for name in numbers if metric_meaning(name) is not None and name != own]
        if found or own is None or own not in numbers:
            return found[0] if found else chosen_metric(metrics or numbers, wanted, sheet.origin)
        return own
    if own in numbers:
        return str(own)
    likely = [name for name in numbers if not _is_other(name)]
    likely = [name for name in likely if not _stands_beside(name, likely)]
    if not numbers:
        raise InputError(sheet.origin, f"needs a column score, found only {listed(sheet.columns)}")
    metrics = [name for name in likely if metric_meaning(name) is not None]
    return metrics[0] if len(metrics) == 1 else chosen_metric(metrics or likely or numbers, None, sheet.origin)


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


def records_at(sheet: LeagueSheet, roles: dict[str, str], score: str) -> LeagueRecords:
    """Make a record of every row, with the scores of a column."""
    comma = commas_of([sheet.columns[score]])
    column = sheet.scores(score, commas=comma is not None)
    sizes = {"n_train", "n_test"} <= roles.keys()
    return LeagueRecords(
        sheet.origin,
        sheet.names(roles["dataset"], "data set"),
        sheet.names(roles["learner"], "learner"),
        column.scores,
        _reasons(sheet, roles, column.reasons),
        sheet.numbers,
        repeats=sheet.columns[roles["repeat"]] if "repeat" in roles else None,
        folds=sheet.columns[roles["fold"]] if "fold" in roles else None,
        n_train=as_floats(sheet.columns[roles["n_train"]]) if sizes else None,
        n_test=as_floats(sheet.columns[roles["n_test"]]) if sizes else None,
        plain="repeat" not in roles and words_of(roles.get("fold", "")) in MERELY_NUMBERED,
        notes=tuple(_cell_notes(column.spreads, comma)),
    )


def _cell_notes(spreads: tuple[str, ...], comma: str | None) -> list[Note]:
    """Note spreads and decimal commas."""
    notes = [Note.of(NoteKind.SPREADS_IGNORED, cells=len(spreads), value=spreads[0])] if spreads else []
    return notes + ([Note.of(NoteKind.COMMAS_AS_POINTS, value=comma)] if comma else [])


def _reasons(sheet: LeagueSheet, roles: dict[str, str], reasons: Values) -> Values:
    """Return why scores are missing: as a column info or status says, where it does."""
    if "reason" not in roles:
        return reasons
    told = sheet.columns[roles["reason"]].tolist()
    pairs = zip(reasons.tolist(), told, strict=True)
    return np.array([str(why) if own and not is_missing(why) else own for own, why in pairs], dtype=object)


def _notes(sheet: LeagueSheet, roles: dict[str, str], score: str) -> list[Note]:
    """Note columns that were read by another name, or left out."""
    names = [(roles[role], _OURS.get(role, role)) for role in _READ if role in roles]
    read = tuple((old, name) for old, name in names if not (same_words(old, name) or same_words(old, f"{name}s")))
    alone = {role for role in ("n_train", "n_test") if not {"n_train", "n_test"} <= roles.keys()} | {"score"}
    used = {name for role, name in roles.items() if role not in alone} | {score, INDEX}
    left = [name for name in sheet.columns if name not in used]
    numbers = tuple(name for name in left if holds_scores(sheet.columns[name]) and not _is_blank(sheet.columns[name]))
    others = {"not compared": numbers, TEXT: tuple(name for name in left if name not in numbers)}
    notes = [Note.of(NoteKind.COLUMNS_READ_AS, columns=read)] if read else []
    told = {kind: each for kind, each in others.items() if each}
    return notes + ([Note.of(NoteKind.IGNORED_COLUMNS, **told)] if told else [])
