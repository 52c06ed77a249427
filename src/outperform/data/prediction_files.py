"""The columns of a table of predictions by what they are: truth, learners, clusters, names of the items.

A table has a column per learner, or a row per item and system.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from outperform.core import InputError, Note, NoteKind, Values, did_you_mean
from outperform.data.column_kinds import is_identifier
from outperform.data.evals.asked import NONE
from outperform.data.evals.codes import codes_of
from outperform.data.evals.roles import role_of
from outperform.data.label_columns import CodedLabels, compact
from outperform.data.long_predictions import LongColumns, long_columns, unstacked
from outperform.data.tables import Columns


@dataclass(frozen=True, eq=False)
class PredictionTable:
    """Truth and predictions row by row, and what stands beside them."""

    truth: Values | CodedLabels
    predictions: Mapping[str, Values | CodedLabels]
    cluster: Values | None = None
    ids: Values | None = None
    notes: tuple[Note, ...] = ()


def prediction_table(
    columns: Columns, truth: str, learners: Sequence[str] | None = None, cluster: str | None = None
) -> PredictionTable:
    """Find out which columns are the truth, the predictions, the clusters and the names of the items.

    Parameters
    ----------
    columns
        The columns of a file or frame.
    truth
        The column of the true labels or values.
    learners
        The columns of predictions, or in a table with a row per item and system the systems; by default all.
    cluster
        The column of the clusters; "none" ignores a column called cluster.
    """
    _check_column("truth", truth, columns)
    beside = _clusters(columns, truth, learners or (), cluster)
    long = long_columns(columns, truth, [*beside], learners)
    found = (
        _from_wide(columns, truth, learners, beside)
        if long is None
        else _from_long(columns, truth, long, learners, beside)
    )
    used = [name for name, is_used in beside.items() if is_used and cluster is None]  # nobody named it
    return replace(found, notes=(*found.notes, *(Note.of(NoteKind.CLUSTERED, column=name) for name in used)))


def _check_column(argument: str, name: str, columns: Columns) -> None:
    if name not in columns:
        raise InputError(argument, f"there is no column {name!r}; {did_you_mean(name, columns)}")


def _clusters(columns: Columns, truth: str, learners: Sequence[str], asked: str | None) -> dict[str, bool]:
    """Return the columns of clusters, which hold no predictions, and whether each is used; the used one first."""
    free = {name for name in columns if name != truth and name not in learners}
    called = [name for name in columns if name in free and role_of(name) == "cluster"]
    if asked is None or (asked == NONE and NONE not in columns):
        return {name: asked is None and name == called[0] for name in called}
    _check_column("cluster", asked, columns)
    if asked not in free:
        other = "the column of --truth" if asked == truth else "also named as a learner"
        raise InputError("cluster", f"cannot be {asked!r}: that is {other}")
    return {asked: True} | {name: False for name in called if name != asked}


def _from_wide(
    columns: Columns, truth: str, learners: Sequence[str] | None, beside: Mapping[str, bool]
) -> PredictionTable:
    """Read one row per item, one column per learner."""
    others = [name for name in columns if name != truth and name not in beside]
    ids = [] if learners else _identifiers({name: columns[name] for name in others})
    chosen = list(learners or [name for name in others if name not in ids])
    _check_chosen(chosen, columns, truth)
    return PredictionTable(
        compact(columns[truth]),
        {name: compact(columns[name]) for name in chosen},
        _used(columns, beside),
        _names(columns, ids),
        (Note.of(NoteKind.IGNORED_COLUMNS, identifiers=tuple(ids)),) if ids else (),
    )


def _used(columns: Mapping[str, Any], beside: Mapping[str, bool]) -> Any:
    return next((columns[name] for name, is_used in beside.items() if is_used), None)


def _check_chosen(chosen: Sequence[str], columns: Columns, truth: str) -> None:
    for name in chosen:
        _check_column("learner", name, columns)
        if name == truth:
            raise InputError("learner", f"cannot be {name!r}: that is the column of --truth")
        if chosen.count(name) > 1:
            raise InputError("learner", f"{name!r} is named twice")


def _identifiers(others: Columns) -> list[str]:
    """Return the columns that number or name the items, where two columns of predictions remain without them."""
    found = [name for name, column in others.items() if is_identifier(name, column)]
    return found if len(others) - len(found) > 1 else []


def _names(columns: Columns, ids: Sequence[str]) -> Values | None:
    """Return the first identifier that names every row, none twice."""
    for name in ids:
        found = codes_of(f"column {name!r}", columns[name])
        if len(found.names) == len(found) and (found.codes >= 0).all():
            return found.names
    return None


def _from_long(
    columns: Columns,
    truth: str,
    long: LongColumns,
    learners: Sequence[str] | None,
    beside: Mapping[str, bool],
) -> PredictionTable:
    """Read one row per item and system."""
    used = next((name for name, is_used in beside.items() if is_used), None)
    found = unstacked(columns, truth, long, used)
    predictions = found.predictions
    for name in learners or ():
        if name not in predictions:
            raise InputError("learner", f"there is no system {name!r}; {did_you_mean(name, predictions)}")
    kept = {name: predictions[name] for name in learners} if learners else predictions
    rest = tuple(name for name in columns if name not in (truth, *beside, *long.names))
    notes = [Note.of(NoteKind.IGNORED_COLUMNS, **{"not predictions": rest})] if rest else []
    read = tuple((old, role) for old, role in long.read_as if old.strip().lower() != role)
    notes += [Note.of(NoteKind.COLUMNS_READ_AS, columns=read)] if read else []
    return PredictionTable(found.truth, kept, found.cluster, found.ids, tuple(notes))
