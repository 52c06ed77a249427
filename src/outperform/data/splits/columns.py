"""What the columns of a table of scores are: learners, splits, sizes, metrics, scores, or none of these."""

from collections.abc import Collection

import numpy as np

from outperform.core import InputError, Note, NoteKind, Values
from outperform.data.cells import POINTS, as_floats, is_missing, numbers, style_of
from outperform.data.formats.cross_validated import metrics_of
from outperform.data.leftovers import (
    are_fractions,
    are_whole,
    is_average,
    is_text,
    left_out,
    left_out_notes,
    summarizes,
    without,
)
from outperform.data.roles import (
    FOLDS,
    LEARNERS,
    METRICS,
    OF_SPLITS,
    REPEATS,
    SEEDS,
    SURELY_DATASETS,
    TRUTHS_OF_ROWS,
    called,
    first_called,
    split_columns,
    words_of,
)
from outperform.data.shape import columns_by_metric
from outperform.data.tables import Columns
from outperform.data.values import listed
from outperform.surface import command

SPLITS = (*FOLDS, *REPEATS, *SEEDS)
COORDINATES = ("repeat", "fold", "n_train", "n_test")
BESIDE = (*COORDINATES, "learner", "metric")

Parts = dict[str | None, Columns]  # a long table per metric


def metric_tables(columns: Columns) -> tuple[Parts, tuple[Note, ...]]:
    """Return a long table (learner, score, and where known repeat, fold, n_train, n_test) per metric, and notes."""
    columns, turned = _turned(columns)
    columns, summaries = _without_summaries(columns)
    columns, renaming = _renamed(columns)
    notes = [*turned, *summaries, *renaming]
    columns = _without_empty(columns)
    _refuse_datasets(columns)
    wide = "learner" not in columns
    columns, written = _with_numbers(columns)
    names, gone = (_learners if wide else _score_columns)(columns)
    notes += left_out_notes(gone, chosen=not wide)
    if not {"repeat", "fold"} & columns.keys():
        _check_scores(columns, names, wide=wide)
        learners = 1 if wide else len(set(columns["learner"].tolist()))
        splits = len(columns[names[0]]) // max(1, learners * len(_by_metric(columns)))
        notes.append(Note.of(NoteKind.ROWS_AS_SPLITS, splits=splits))
    notes += written
    parts: Parts = {}
    for metric, rows in _by_metric(columns).items():
        part = {name: column[rows] for name, column in columns.items()}
        if wide:
            parts[metric] = _long(part, names)
        elif metric is None:
            parts = {each: _of_column(part, name) for each, name in metrics_of(names).items()}
        elif len(names) == 1:
            parts[metric] = _of_column(part, names[0])
        else:
            raise InputError("table", f"has a column metric and several columns of scores, {listed(names)}; keep one")
    return parts, tuple(notes)


def _turned(columns: Columns) -> tuple[Columns, list[Note]]:
    """Return a table with a row per learner and a column per split (fold1, fold2) as a row per learner and split."""
    splits = split_columns(columns)
    if not splits or (first_called(columns, SPLITS) is not None):
        return columns, []
    texts = [name for name, column in columns.items() if is_text(column)]
    metric = first_called(texts, METRICS)
    learner = first_called(texts, LEARNERS) or next((name for name in texts if name != metric), None)
    if learner is None or len(set(splits.values())) > 1:
        problem = f"columns {listed(splits)} are called like splits, not like learners"
        raise InputError("table", f"{problem}: name the learner of each row in a column learner, or rename the columns")
    keys = [learner] if metric is None else [learner, metric]
    rows = list(zip(*(map(str, columns[name].tolist()) for name in keys), strict=True))
    twice = next((row for row in rows if rows.count(row) > 1), None)
    if twice is not None:
        raise InputError(
            f"column {learner!r}", f"has {twice[0]!r} twice: beside columns of splits a learner has one row"
        )
    gone = tuple(name for name in columns if name not in (*splits, *keys))
    long = {"learner": np.tile(columns[learner], len(splits))}
    long |= {} if metric is None else {"metric": np.tile(columns[metric], len(splits))}
    long[next(iter(splits.values()))] = np.repeat(np.arange(1, len(splits) + 1), len(rows))
    long["score"] = np.concatenate([np.asarray(columns[name], dtype=object) for name in splits])
    notes = [Note.of(NoteKind.COLUMNS_READ_AS, columns=tuple(splits.items()))]
    return long, [*notes, *left_out_notes({"not compared": gone}, chosen=True)]


def _without_summaries(columns: Columns) -> tuple[Columns, list[Note]]:
    """Leave out rows such as mean and std below the splits, and note them."""
    first = next(iter(columns))
    for name, column in columns.items():
        named = words_of(name)
        if named not in SPLITS and (name != first or named in (*LEARNERS, *METRICS)):
            continue
        summary = summarizes if named in SPLITS else is_average  # a learner may be called best
        gone = np.array([summary(cell) for cell in column.tolist()])
        if gone.any() and not gone.all():
            kept = {each: cells[~gone] for each, cells in columns.items()}
            names = tuple(dict.fromkeys(str(cell) for cell in column[gone].tolist()))
            return kept, [Note.of(NoteKind.SUMMARY_ROWS, column=name, names=names)]
    return columns, []


def _refuse_datasets(columns: Columns) -> None:
    """Raise an InputError for a table of several data sets, whose rows are no splits of one."""
    name = next((name for name in columns if words_of(name) in (*SURELY_DATASETS, "data", "task")), None)
    if name is None or not (is_text(columns[name]) or are_whole(columns[name])):
        return
    names = list(dict.fromkeys(str(cell) for cell in columns[name].tolist()))
    if len(names) > 1:
        raise InputError(
            f"column {name!r}",
            f"has {len(names)} data sets ({listed(names)}). To compare over data sets use"
            f" {command('league', '--table TABLE')}; or pass the scores of one data set, one row per split (columns"
            " repeat and fold)",
        )


def _with_numbers(columns: Columns) -> tuple[Columns, tuple[Note, ...]]:
    """Return columns of scores that are written otherwise, as 91 % or 0,91, as numbers, and notes on it."""
    rest = [name for name in columns if name not in BESIDE]
    names = without(rest, left_out(columns, rest, long=True))
    style = style_of([columns[name] for name in names])
    read = {name: as_floats(columns[name], style) for name in names if style != POINTS}
    whole = {name: column for name, column in read.items() if np.isfinite(column).all()}
    return columns | whole, style.notes if whole else ()


def _of_column(columns: Columns, score: str) -> Columns:
    kept = {name: columns[name] for name in ("learner", *COORDINATES) if name in columns}
    return kept | {"score": numbers(score, columns[score])}


def _long(columns: Columns, learners: list[str]) -> Columns:
    """Turn a wide table into a long one."""
    score = [numbers(name, columns[name]) for name in learners]
    shared = {name: np.tile(columns[name], len(learners)) for name in COORDINATES if name in columns}
    names = np.repeat(np.array(learners, dtype=object), len(score[0]))
    return {"learner": names, "score": np.concatenate(score), **shared}


def _renamed(columns: Columns) -> tuple[Columns, list[Note]]:
    """Call columns by the names that are meant: Fold, split, model, seed; note those with another name."""
    new: dict[str, str] = {}
    for role, words in OF_SPLITS.items():
        fits = is_text if role in ("learner", "metric") else are_whole  # splits are counted
        known = called(columns, words, lambda name: words_of(name) == words_of(role) or fits(columns[name]))  # noqa: B023
        if role not in columns and (role != "learner" or any(is_text(columns[name]) for name in known[:1])):
            new |= {name: role for name in known[:1] if name not in new}
    renamed = {new.get(name, name): column for name, column in columns.items()}
    seed = first_called(columns, SEEDS)
    if seed is not None and "repeat" not in renamed and _numbers_repeats(columns[seed], renamed.get("fold")):
        new[seed] = "repeat"
        renamed = {new.get(name, name): column for name, column in columns.items()}
    read = tuple((old, name) for old, name in new.items() if old.strip().lower() != name)
    return renamed, [Note.of(NoteKind.COLUMNS_READ_AS, columns=read)] if read else []


def _numbers_repeats(seed: Values, fold: Values | None) -> bool:
    """Return whether seeds tell repeats apart: every seed has every fold."""
    if not are_whole(seed):
        return False
    seeds = [str(each) for each in seed.tolist()]
    folds = [""] * len(seeds) if fold is None else [str(each) for each in fold.tolist()]
    return len(set(zip(seeds, folds, strict=True))) == len(set(seeds)) * len(set(folds)) and len(set(seeds)) > 1


def _without_empty(columns: Columns) -> Columns:
    """Leave out sizes and metrics without any value: they are not known."""
    optional = ("n_train", "n_test", "metric")
    return {
        name: column for name, column in columns.items() if name not in optional or not all(map(is_missing, column))
    }


def _by_metric(columns: Columns) -> dict[str | None, Values]:
    """Return the rows of each metric, in order of appearance."""
    rows = len(next(iter(columns.values())))
    if "metric" not in columns:
        return {None: np.arange(rows)}
    cells = columns["metric"].tolist()
    empty = next((row for row, cell in enumerate(cells, start=1) if is_missing(cell)), None)
    if empty is not None:
        raise InputError("column 'metric'", f"row {empty} is empty")
    named = np.array([str(cell) for cell in cells], dtype=object)
    return {name: np.flatnonzero(named == name) for name in dict.fromkeys(named.tolist())}


def _learners(columns: Columns) -> tuple[list[str], dict[str, tuple[str, ...]]]:
    """Return the columns of a wide table that are learners, and the others by what they are."""
    rest = [name for name in columns if name not in BESIDE]
    if {"fit_time", "score_time"} <= set(rest):
        raise InputError(
            "table", "this is the cross_validate output of one learner; pass a dict with one output per learner"
        )
    gone = left_out(columns, rest)
    kept = without(rest, gone)
    several = columns_by_metric(kept)
    if several:
        one = listed(next(iter(several.values())))
        raise InputError("table", f"has columns of several metrics ({', '.join(several)}): keep those of one, as {one}")
    if not rest:
        raise InputError("table", f"needs one column of scores per learner, found only {listed(columns)}")
    if len(kept) < 2 and {"repeat", "fold"} & columns.keys():  # one that is left out may be meant: say why it is not
        for name in rest:
            numbers(name, columns[name])
    return kept, gone


def _score_columns(columns: Columns) -> tuple[list[str], dict[str, tuple[str, ...]]]:
    """Return the columns of a long table that hold scores, one per metric, and the others by what they are."""
    rest = [name for name in columns if name not in BESIDE]
    gone = left_out(columns, [name for name in rest if name != "score"], long=True)
    kept = without(rest, gone)
    if "score" in kept and len(kept) > 1:
        gone |= {"the column score is compared": tuple(name for name in kept if name != "score")}
        kept = ["score"]
    if not kept:
        raise InputError("table", f"has a column learner, so it needs a column score, found {listed(columns)}")
    return kept, gone


def _check_scores(columns: Columns, names: Collection[str], *, wide: bool) -> None:
    """Raise an InputError if a table without splits may hold predictions, one row per item, and not scores."""
    if not wide:
        return
    named = called(columns, TRUTHS_OF_ROWS)
    if not named and len(names) > 1 and any(are_fractions(columns[name]) for name in names):
        return
    if named or not any(are_fractions(column) for column in columns.values()):
        truth = named[0] if named else "COL"
        advice = f"If these are predictions, use {command('predictions', f'TABLE --truth {truth}')}"
    else:
        advice = "Pass one column of scores per learner, one row per split"
    raise InputError("table", f"needs a column repeat or fold, found only {listed(columns)}. {advice}")
