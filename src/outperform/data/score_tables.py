"""Tables of scores, whatever tool they come from: a frame, arrays by learner, scikit-learn's results, MLflow's runs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from outperform.core import InputError, Note, NoteKind, Scores, did_you_mean
from outperform.data.cross_validated import arrays_of
from outperform.data.runs import columns_of_runs, is_runs
from outperform.data.score_arrays import Arrays, scores_of_arrays
from outperform.data.score_columns import COORDINATES, metric_tables
from outperform.data.score_grid import scores_of_long
from outperform.data.score_traps import is_summary, refuse_losses
from outperform.data.searches import arrays_of_results, arrays_of_search, is_results, is_search
from outperform.data.split_sizes import Pair, Sizes, size_argument
from outperform.data.tables import Columns, columns_of
from outperform.data.values import listed

Chosen = str | Sequence[str] | None  # metrics; None is all


@dataclass(frozen=True, eq=False)
class ScoreTables:
    """A table of scores per metric, and what a reader should know of how they were read."""

    scores: tuple[Scores, ...]
    notes: tuple[Note, ...] = ()


def tables_of(
    given: Any, n_train: Sizes = None, n_test: Sizes = None, seed: int = 0, metric: Chosen = None
) -> ScoreTables:
    """Make Scores of whatever holds scores, one per metric.

    The keys of a dict are always learners. Sizes come from columns, from the indices of ``cross_validate``, or from
    ``n_train`` and ``n_test``: a number, or an array of the same shape as one learner's scores.
    """
    if isinstance(given, Scores):
        given = (given,)
    if isinstance(given, tuple) and given and all(isinstance(table, Scores) for table in given):
        by_metric = {table.metric: table for table in given}
        return ScoreTables(tuple(by_metric[name] for name in _wanted(list(by_metric), metric)))
    sizes = size_argument("n_train", n_train), size_argument("n_test", n_test)
    if is_search(given):
        return _of_arrays(arrays_of_search(given), sizes, seed, metric)
    if is_results(given):
        return _of_arrays(arrays_of_results(given), sizes, seed, metric)
    if hasattr(given, "columns"):
        return _of_table(columns_of(_with_index(given)), sizes, seed, metric)
    return _of_arrays(arrays_of(_learners(given)), sizes, seed, metric)


def scores_of(given: Any, n_train: Sizes = None, n_test: Sizes = None, seed: int = 0) -> Scores:
    """Make the Scores of what holds one metric."""
    return _only(tables_of(given, n_train, n_test, seed))


def tables_of_columns(
    columns: Columns, n_train: Sizes = None, n_test: Sizes = None, seed: int = 0, metric: Chosen = None
) -> ScoreTables:
    """Make Scores of the columns of a file: long (learner, score), wide (a column per learner), or another tool's."""
    sizes = size_argument("n_train", n_train), size_argument("n_test", n_test)
    if is_results(columns):
        return _of_arrays(arrays_of_results(columns), sizes, seed, metric)
    return _of_table(columns, sizes, seed, metric)


def scores_of_columns(columns: Columns, n_train: Sizes = None, n_test: Sizes = None, seed: int = 0) -> Scores:
    """Make the Scores of columns that hold one metric."""
    return _only(tables_of_columns(columns, n_train, n_test, seed))


def _only(found: ScoreTables) -> Scores:
    if len(found.scores) > 1:
        names = ", ".join(str(table.metric) for table in found.scores)
        raise InputError("scores", f"there are several metrics: {names}; keep one")
    return found.scores[0]


def _of_table(columns: Columns, sizes: Pair, seed: int, metric: Chosen) -> ScoreTables:
    if not columns or not len(next(iter(columns.values()))):
        raise InputError("table", f"has no rows, only the columns {listed(columns)}" if columns else "has no columns")
    notes: tuple[Note, ...] = ()
    if is_runs(columns):
        columns, notes = columns_of_runs(columns)
    parts, more = metric_tables(columns)
    wanted = _wanted(list(parts), metric)
    tables = tuple(scores_of_long(parts[name], name, sizes, seed) for name in wanted)
    refuse_losses(tables)
    return ScoreTables(tables, tuple(dict.fromkeys([*notes, *more, *_gaps(tables)])))


def _gaps(tables: Sequence[Scores]) -> list[Note]:
    """Note the splits that no learner has."""
    missing = max(table.traits.missing for table in tables)
    splits = tables[0].values[0].size
    return [Note.of(NoteKind.MISSING_SPLITS, missing=missing, splits=splits)] if missing else []


def _of_arrays(given: Arrays, sizes: Pair, seed: int, metric: Chosen) -> ScoreTables:
    wanted = _wanted(list(given.metrics), metric)
    tables = tuple(scores_of_arrays(given, name, sizes, seed) for name in wanted)
    refuse_losses(tables)
    return ScoreTables(tables, given.notes)


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
    summarized = any(map(is_summary, getattr(frame, "index", ())))  # a row called mean below the others
    return frame.reset_index() if (said or summarized) and not set(levels) & set(frame.columns) else frame


def _learners(given: Any) -> Mapping[Any, Any]:
    """Return scores by learner from a dict, or from a list of (name, scores)."""
    if isinstance(given, list | tuple) and given and all(_is_named(each) for each in given):
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


def _is_named(each: Any) -> bool:
    return isinstance(each, list | tuple) and len(each) == 2 and isinstance(each[0], str)
