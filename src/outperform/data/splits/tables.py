"""Tables of scores, whatever tool they come from: a frame, arrays by learner, scikit-learn's results, MLflow's runs."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from outperform.core import InputError, Note, NoteKind, Scores, did_you_mean
from outperform.data.directed import directed, direction_notes
from outperform.data.directions import NOTHING, DirectionWords
from outperform.data.formats.cross_validated import arrays_of
from outperform.data.formats.known import is_output, is_results, is_runs, is_search
from outperform.data.leftovers import summarizes
from outperform.data.metric_meanings import metric_meaning
from outperform.data.scales import scales_differ, scales_partly
from outperform.data.shape import TableKind, check_kind
from outperform.data.splits.arrays import Arrays, ScoreTables, scores_of_arrays
from outperform.data.splits.columns import COORDINATES, metric_tables
from outperform.data.splits.grid import scores_of_long
from outperform.data.splits.row_shares import from_counts
from outperform.data.splits.sizes import Pair, Sizes, size_argument
from outperform.data.tables import INDEX, Columns, are_numbers, columns_of, own_index
from outperform.data.unnamed_columns import check_named
from outperform.data.values import listed

Chosen = str | Sequence[str] | None  # metrics or learners; None is all


def tables_of(
    given: Any,
    n_train: Sizes = None,
    n_test: Sizes = None,
    seed: int = 0,
    metric: Chosen = None,
    words: DirectionWords = NOTHING,
) -> ScoreTables:
    """Make Scores of whatever holds scores, one per metric.

    The keys of a dict are always learners. Sizes come from columns, from the indices of ``cross_validate``, or from
    ``n_train`` and ``n_test``: a number, or an array of the same shape as one learner's scores. ``words`` say of which
    metrics lower or higher scores are better.
    """
    if isinstance(given, Scores):
        given = (given,)
    if isinstance(given, tuple) and given and all(isinstance(table, Scores) for table in given):
        by_metric = {table.metric: table for table in given}
        tables = tuple(by_metric[name] for name in _wanted(list(by_metric), metric))
        return _noted(directed(tables, words, by_metric) if words else tables, ())
    sizes = size_argument("n_train", n_train), size_argument("n_test", n_test)
    if is_search(given) or is_results(given):
        return _of_arrays(_of_search(given), sizes, seed, metric, words)
    if hasattr(given, "columns"):
        return tables_of_columns(columns_of(_with_index(given)), n_train, n_test, seed, metric, words)
    return _of_arrays(arrays_of(_aligned(_learners(given))), sizes, seed, metric, words)


def scores_of(
    given: Any, n_train: Sizes = None, n_test: Sizes = None, seed: int = 0, words: DirectionWords = NOTHING
) -> Scores:
    """Make the Scores of what holds one metric."""
    return only_one(tables_of(given, n_train, n_test, seed, words=words)).scores[0]


def tables_of_columns(
    columns: Columns,
    n_train: Sizes = None,
    n_test: Sizes = None,
    seed: int = 0,
    metric: Chosen = None,
    words: DirectionWords = NOTHING,
    *,
    source: str = "table",
) -> ScoreTables:
    """Make Scores of the columns of a file: long (learner, score), wide (a column per learner), or another tool's."""
    sizes = size_argument("n_train", n_train), size_argument("n_test", n_test)
    if is_results(columns):
        return _of_arrays(_of_search(columns), sizes, seed, metric, words)
    if not is_runs(columns):
        _check_header(columns, source)
        check_named(columns, source)
        check_kind(columns, TableKind.SPLITS, source)
    return _of_table(columns, sizes, seed, metric, words)


def _of_search(given: Any) -> Arrays:
    from outperform.data.formats.searches import arrays_of_results, arrays_of_search

    return arrays_of_search(given) if is_search(given) else arrays_of_results(given)


def _check_header(columns: Columns, source: str) -> None:
    """Raise an InputError for a file whose first row holds numbers, no names."""
    names = [name for name in columns if name != INDEX]
    if source != "table" and names and are_numbers(names):
        problem = f"its first row must hold the names of the columns, such as fold, nb, tree; got {listed(names)}"
        raise InputError(source, problem)


def only_one(found: ScoreTables) -> ScoreTables:
    """Raise an InputError for scores of several metrics."""
    if len(found.scores) > 1:
        names = ", ".join(str(table.metric) for table in found.scores)
        raise InputError("scores", f"there are several metrics: {names}; keep one")
    return found


def _of_table(columns: Columns, sizes: Pair, seed: int, metric: Chosen, words: DirectionWords) -> ScoreTables:
    if not columns or not len(next(iter(columns.values()))):
        raise InputError("table", f"has no rows, only the columns {listed(columns)}" if columns else "has no columns")
    notes: tuple[Note, ...] = ()
    if is_runs(columns):
        from outperform.data.formats.mlflow import columns_of_runs

        columns, notes = columns_of_runs(columns)
    parts, more = metric_tables(columns)
    wanted = _wanted(list(parts), metric)
    tables = of_learners([scores_of_long(parts[name], name, sizes, seed) for name in wanted])
    return _checked(tables, [*notes, *more, *_gaps(tables)], words, parts)


def of_learners(tables: Sequence[Scores], wanted: Chosen = None) -> tuple[Scores, ...]:
    """Keep some learners, in the order in which they are named; None is all, in one order for all metrics."""
    known = list(dict.fromkeys(name for table in tables for name in table.learners))
    if wanted is None:
        return tuple(table.of([name for name in known if name in table.learners]) for table in tables)
    names = [wanted] if isinstance(wanted, str) else list(wanted)
    for name in names:
        if not all(name in table.learners for table in tables):
            raise InputError("learner", f"there are no scores of {name!r}; {did_you_mean(str(name), known)}")
        if names.count(name) > 1:
            raise InputError("learner", f"{name!r} is named twice")
    if len(names) < 2:
        raise InputError("learner", f"a comparison needs at least two learners, got {listed(names) or 0}")
    return tuple(table.of(names) for table in tables)


def named_learners(found: ScoreTables, wanted: Chosen) -> ScoreTables:
    """Keep the learners that a user names, in this order; then columns that nobody named are left out on purpose."""
    if wanted is None:
        return found
    notes = [
        replace(note, kind=NoteKind.IGNORED_COLUMNS) if note.kind is NoteKind.UNNAMED_COLUMNS else note
        for note in found.notes
        if note.kind is not NoteKind.SAME_SCORES
    ]
    return ScoreTables(of_learners(found.scores, wanted), tuple(notes))


def _gaps(tables: Sequence[Scores]) -> list[Note]:
    """Note the splits that no learner has."""
    missing = max(table.traits.missing for table in tables)
    splits = tables[0].values[0].size
    return [Note.of(NoteKind.MISSING_SPLITS, missing=missing, splits=splits)] if missing else []


def _of_arrays(given: Arrays, sizes: Pair, seed: int, metric: Chosen, words: DirectionWords) -> ScoreTables:
    wanted = _wanted(list(given.metrics), metric)
    tables = tuple(scores_of_arrays(given, name, sizes, seed) for name in wanted)
    return _checked(tables, given.notes, words, given.metrics)


def _checked(
    tables: Sequence[Scores], notes: Sequence[Note], words: DirectionWords, known: Iterable[str | None]
) -> ScoreTables:
    """Undo the rounding of shares of test rows, and turn scores of which lower is better, or refuse them."""
    exact = [from_counts(table) for table in tables]
    counted = [note for _, each in exact for note in each]
    for table in tables:
        columns = [each.ravel() for each in table.values]
        counted += _same_scores(table)
        counted += scales_differ(table.learners, columns, shares_only=True)
        meaning = None if table.metric is None else metric_meaning(table.metric)
        counted += scales_partly(table.learners, columns, meaning)
    return _noted(directed([table for table, _ in exact], words, known), [*notes, *counted])


def _same_scores(table: Scores) -> list[Note]:
    """Note learners that have the same score in all splits where others vary: their columns may hold something else."""
    ranges = {
        name: known
        for name, each in zip(table.learners, table.values, strict=True)
        if (known := each[~np.isnan(each)]).size
    }
    same = [name for name, known in ranges.items() if known.size > 1 and not np.ptp(known)]
    others = [name for name in ranges if name not in same]
    if len(others) < 2:
        return []
    return [Note.of(NoteKind.SAME_SCORES, name, score=float(ranges[name][0]), others=tuple(others)) for name in same]


def _noted(tables: tuple[Scores, ...], notes: Sequence[Note]) -> ScoreTables:
    told = [*notes, *direction_notes((table.metric, table.direction, table.values) for table in tables)]
    return ScoreTables(tables, tuple(dict.fromkeys(told)))


def _wanted(known: list[str | None], metric: Chosen) -> list[str | None]:
    """Return the metrics to compare, in the order in which they were asked for."""
    if metric is None:
        return known
    if not isinstance(metric, str | Sequence):
        raise InputError("metric", f"must be the name of a metric or a list of names, got {metric!r}")
    names = [name for name in known if name is not None]
    if not names:
        raise InputError("metric", "cannot be chosen: these scores do not say which metric they are; leave it out")
    wanted: list[str | None] = []
    for name in [metric] if isinstance(metric, str) else metric:
        if name not in names:
            how = "separate metrics by blanks" if "," in str(name) else did_you_mean(str(name), names)
            raise InputError("metric", f"there are no scores of {name!r}; {how}")
        if name in wanted:
            raise InputError("metric", f"{name} is named twice")
        wanted.append(name)
    if not wanted:
        raise InputError("metric", f"names no metric; known: {', '.join(names)}")
    return wanted


def _with_index(frame: Any) -> Any:
    """Return a frame whose index is made of columns, where it says learner, repeat, fold, or mean of the others."""
    levels = [name for name in getattr(getattr(frame, "index", None), "names", ()) if name is not None]
    said = [name for name in levels if str(name).lower() in ("learner", "model", "metric", *COORDINATES)]
    summarized = any(map(summarizes, getattr(frame, "index", ())))  # a row called mean below the others
    return frame.reset_index() if (said or summarized) and not set(levels) & set(frame.columns) else frame


def _aligned(learners: Mapping[Any, Any]) -> Mapping[Any, Any]:
    """Bring the pandas objects of several learners into the order of the first, by the labels of their indexes."""
    labelled = {name: each for name, each in learners.items() if hasattr(each, "iloc") and not is_output(each)}
    if not any(own_index(each) is not None for each in labelled.values()):
        return learners
    (first, known), *others = labelled.items()
    found = dict(learners)
    for name, each in others:
        for axis in range(min(each.ndim, known.ndim)):
            labels, other = known.axes[axis], found[name].axes[axis]
            if labels.equals(other):
                continue
            if not (labels.is_unique and other.is_unique and set(labels) == set(other)):
                odd = next(iter([*other.difference(labels), *labels.difference(other)]), None)
                differ = "repeats labels" if odd is None else f"and that of {str(first)!r} do not both have {odd!r}"
                how = "align them, or pass .to_numpy() of all if their splits are in the same order already"
                raise InputError(f"scores of {str(name)!r}", f"its index {differ}; {how}")
            found[name] = found[name].reindex(labels, axis=axis)
    return found


def _learners(given: Any) -> Mapping[Any, Any]:
    """Return scores by learner from a dict, or from a list of (name, scores)."""
    if (
        isinstance(given, list | tuple)
        and given
        and all((isinstance(each, list | tuple) and len(each) == 2 and isinstance(each[0], str)) for each in given)
    ):
        names = [name for name, _ in given]
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise InputError("scores", f"two learners are called {twice!r}")
        given = dict(given)
    if not isinstance(given, Mapping):
        kind, read = type(given).__name__, "; read a file first: pandas.read_csv(…)" if isinstance(given, str) else ""
        raise InputError(
            "scores",
            f"must be a frame, or a dict with an array per learner such as {{'tree': …, 'nb': …}}, got a {kind}{read}",
        )
    if not given:
        raise InputError("scores", "a comparison needs at least two learners, got 0")
    if {"fit_time", "score_time"} <= given.keys():
        raise InputError(
            "scores", "this is the cross_validate output of one learner; pass a dict with one output per learner"
        )
    return given
