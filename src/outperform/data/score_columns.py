"""What the columns of a table of scores are: learners, splits, sizes, metrics, scores, or none of these."""

from collections.abc import Collection

import numpy as np

from outperform.core import InputError, Note, NoteKind, Values
from outperform.data.column_kinds import are_fractions, are_whole, is_text, left_out_of
from outperform.data.cross_validated import metrics_of
from outperform.data.score_traps import mean_columns, refuse_datasets, without_summaries
from outperform.data.tables import Columns, is_missing, numbers
from outperform.data.values import listed

COORDINATES = ("repeat", "fold", "n_train", "n_test")
_ALIASES = {"fold": ("split", "cv_fold"), "repeat": ("rep", "repetition"), "metric": ("scorer",)}
_SEEDS = ("seed", "random_state")
_LEARNERS = ("learner", "model", "estimator", "classifier", "regressor", "algorithm", "method")  # usual names
_TRUTHS = {"truth", "true", "y_true", "label", "labels", "target", "class", "y", "actual", "gold"}

Parts = dict[str | None, Columns]  # a long table per metric


def metric_tables(columns: Columns) -> tuple[Parts, tuple[Note, ...]]:
    """Return a long table (learner, score, and where known repeat, fold, n_train, n_test) per metric, and notes."""
    columns, summaries = without_summaries(columns)
    columns, notes = _renamed(columns)
    notes = [*summaries, *notes]
    columns = _without_empty(columns)
    refuse_datasets(columns)
    wide = "learner" not in columns
    names, left_out = (_learners if wide else _score_columns)(columns)
    notes += [Note.of(NoteKind.IGNORED_COLUMNS, **left_out)] if left_out else []
    if not {"repeat", "fold"} & columns.keys():
        _check_scores(columns, names, wide=wide)
        learners = 1 if wide else len(set(columns["learner"].tolist()))
        splits = len(columns[names[0]]) // max(1, learners * _metrics(columns))
        notes.append(Note.of(NoteKind.ROWS_AS_SPLITS, splits=splits))
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
    lower = {name.strip().lower(): name for name in reversed(columns)}
    new: dict[str, str] = {}
    for name in (*COORDINATES, "metric"):
        for alias in () if name in columns else (name, *_ALIASES.get(name, ())):
            found = lower.get(alias)
            meant = is_text if name == "metric" else are_whole  # metrics are text, splits are counted
            if found and name not in new.values() and (alias == name or meant(columns[found])):
                new[found] = name
    if "learner" not in columns:
        named = [lower[alias] for alias in _LEARNERS if alias in lower]
        new |= {name: "learner" for name in named[:1] if is_text(columns[name])}
    renamed = {new.get(name, name): column for name, column in columns.items()}
    seed = next((lower[name] for name in _SEEDS if name in lower), None)
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


def _metrics(columns: Columns) -> int:
    return len(_by_metric(columns))


def _learners(columns: Columns) -> tuple[list[str], dict[str, tuple[str, ...]]]:
    """Return the columns of a wide table that are learners, and the others by what they are."""
    rest = [name for name in columns if name not in (*COORDINATES, "metric")]
    if {"fit_time", "score_time"} <= set(rest):
        raise InputError(
            "table", "this is the cross_validate output of one learner; pass a dict with one output per learner"
        )
    left_out = left_out_of({name: columns[name] for name in rest}, training=False)
    kept = _rest(rest, left_out)
    means = mean_columns(columns, kept)
    if means:
        left_out |= {"means of the others": means}
        kept = _rest(rest, left_out)
    if not rest:
        raise InputError("table", f"needs one column of scores per learner, found only {listed(columns)}")
    if len(kept) < 2 and {"repeat", "fold"} & columns.keys():  # one that is left out may be meant: say why it is not
        for name in rest:
            numbers(name, columns[name])
    return kept, left_out


def _score_columns(columns: Columns) -> tuple[list[str], dict[str, tuple[str, ...]]]:
    """Return the columns of a long table that hold scores, one per metric, and the others by what they are."""
    rest = [name for name in columns if name not in (*COORDINATES, "learner", "metric")]
    left_out = left_out_of({name: columns[name] for name in rest if name != "score"}, training=True)
    kept = _rest(rest, left_out)
    if "score" in kept and len(kept) > 1:
        others = tuple(name for name in kept if name != "score")
        left_out |= {"the column score is compared": others}
        kept = ["score"]
    if not kept:
        raise InputError("table", f"has a column learner, so it needs a column score, found {listed(columns)}")
    return kept, left_out


def _rest(names: list[str], left_out: dict[str, tuple[str, ...]]) -> list[str]:
    gone = {name for each in left_out.values() for name in each}
    return [name for name in names if name not in gone]


def _check_scores(columns: Columns, names: Collection[str], *, wide: bool) -> None:
    """Raise an InputError if a table without splits may hold predictions, one row per item, and not scores."""
    if not wide:
        return
    named = [name for name in columns if name.lower() in _TRUTHS]
    if not named and len(names) > 1 and any(are_fractions(columns[name]) for name in names):
        return
    if named or not any(are_fractions(column) for column in columns.values()):
        truth = named[0] if named else "COL"
        verb = f"outperform predictions TABLE --truth {truth}"
        advice = f"If these are predictions, use '{verb}' (in Python: judge_predictions)"
    else:
        advice = "Pass one column of scores per learner, one row per split"
    raise InputError("table", f"needs a column repeat or fold, found only {listed(columns)}. {advice}")
