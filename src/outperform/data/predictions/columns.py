"""The columns of a table of predictions by what they are: truth, learners, clusters, names of the items.

A table has a column per learner, or a row per item and system.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from outperform.core import Floats, InputError, Note, NoteKind, Values, did_you_mean
from outperform.data.cells import shown
from outperform.data.codes import codes_of, is_again, numbered
from outperform.data.evals.asked import NONE
from outperform.data.item_columns import is_unique, item_names, names_items, repeated_ids, row_weights, weight_notes
from outperform.data.leftovers import is_identifier
from outperform.data.predictions.class_tables import ClassColumns, by_system
from outperform.data.predictions.label_columns import compact
from outperform.data.predictions.long import LongColumns, gaps_of, long_columns, unstacked
from outperform.data.predictions.table import PredictionColumns, PredictionTable
from outperform.data.roles import role_of
from outperform.data.tables import Columns
from outperform.surface import either


def prediction_table(columns: Columns, asked: PredictionColumns) -> PredictionTable:
    """Find out which columns are the truth, the predictions, the clusters and the names of the items."""
    truth = asked.truth
    _check_column("truth", truth, columns)
    beside = clusters_beside(columns, asked) | weights_beside(columns, asked)
    if asked.item is not None:
        _check_column("item_col", asked.item, columns)
    long = long_columns(columns, asked, [*beside])
    if long is None:
        if asked.prediction is not None:
            _check_column("score_col", asked.prediction, columns)
            where = "of a file per system, or of a row per item and system"
            how = either("--learner COL --learner COL", "learners=[…]")
            raise InputError(
                "score_col", f"is the column of predictions {where}; here name the columns to compare, {how}"
            )
        found = _from_wide(columns, asked, beside)
    else:
        found = _from_long(columns, asked, long, beside)
    return replace(found, notes=(*found.notes, *beside_notes(beside, asked, found.weights)))


def _check_column(argument: str, name: str, columns: Collection[str]) -> None:
    if name not in columns:
        raise InputError(argument, f"there is no column {name!r}; {did_you_mean(name, columns)}")


def clusters_beside(names: Collection[str], asked: PredictionColumns) -> dict[str, str | None]:
    """Return the columns of clusters, which hold no predictions: "cluster" for the one that is used, else None."""
    return _beside("cluster", names, asked.cluster, asked)


def weights_beside(names: Collection[str], asked: PredictionColumns) -> dict[str, str | None]:
    """Return the columns of weights, which hold no predictions: "weight" for the one that is used, else None."""
    return _beside("weight", names, asked.weight, asked)


def _beside(role: str, names: Collection[str], named: str | None, asked: PredictionColumns) -> dict[str, str | None]:
    """Return the columns that a role or its name takes, and the role for the one that is used, which is first."""
    free = {name for name in names if name not in (asked.truth, asked.item, *asked.learners)}
    called = [name for name in names if name in free and role_of(name) == role]
    if named is None or (named == NONE and NONE not in names):
        return {name: role if named is None and name == called[0] else None for name in called}
    argument = {"cluster": "cluster", "weight": "weights"}[role]
    _check_column(argument, named, names)
    if named not in free:
        of_item = "the column that names the items" if named == asked.item else "also named as a learner"
        other = either("the column of --truth", "the truth") if named == asked.truth else of_item
        raise InputError(argument, f"cannot be {named!r}: that is {other}")
    return {named: role} | {name: None for name in called if name != named}


def used_column(beside: Mapping[str, str | None], role: str) -> str | None:
    """Return the column that is used in a role."""
    return next((name for name, used in beside.items() if used == role), None)


def beside_notes(beside: Mapping[str, str | None], asked: PredictionColumns, weights: Floats | None) -> Iterator[Note]:
    """Note a column of clusters that is used although nobody named it, and one of weights."""
    cluster, weight = used_column(beside, "cluster"), used_column(beside, "weight")
    if cluster is not None and asked.cluster is None:
        yield Note.of(NoteKind.CLUSTERED, column=cluster)
    if weight is not None and weights is not None:
        yield from weight_notes(weights, weight, named=asked.weight is not None)


def ids_beside(columns: Columns, asked: PredictionColumns, clusters: Values | None) -> Iterator[Note]:
    """Note ids that repeat in columns that are not read."""
    yield from repeated_ids(columns, clusters, apart=isinstance(asked.cluster, str) and asked.cluster == NONE)


def _from_wide(columns: Columns, asked: PredictionColumns, beside: Mapping[str, str | None]) -> PredictionTable:
    """Read one row per item, one column per learner."""
    truth, item, learners = asked.truth, asked.item, asked.learners
    others = {name: columns[name] for name in columns if name != truth and name not in beside}
    if item is not None and item in (truth, *learners):
        other = either("the column of --truth", "the truth") if item == truth else "also named as a learner"
        raise InputError("item_col", f"cannot be {item!r}: that is {other}")
    if item is not None:
        _check_once(item, columns[item])
    free = {name: column for name, column in others.items() if name != item}
    if not any(name in columns for name in learners):
        classes = by_system([name for name in free if not names_items(name, free[name])], columns, columns[truth])
        if classes:
            return _from_classes(columns, asked, beside, classes)
    ids = [] if learners else _identifiers(free)
    chosen = list(learners or [name for name in free if name not in ids])
    _check_chosen(chosen, columns, truth)
    rest = {name: column for name, column in free.items() if name not in chosen}
    return PredictionTable(
        compact(columns[truth]),
        {name: compact(columns[name]) for name in chosen},
        _used(columns, beside, "cluster"),
        _weights(columns, beside),
        item_names(
            {name: others[name] for name in others if name not in chosen} if item is None else {item: others[item]}
        ),
        (*_left_out(others, ids), *ids_beside(rest, asked, _used(columns, beside, "cluster"))),
    )


def _from_classes(
    columns: Columns,
    asked: PredictionColumns,
    beside: Mapping[str, str | None],
    classes: Mapping[str, Mapping[str, str]],
) -> PredictionTable:
    """Read one row per item, one column per learner and class."""
    for name in asked.learners:
        if name not in classes:
            raise InputError("learner", f"there is no system {name!r}; {did_you_mean(name, classes)}")
    labels = {system: system for system in classes if system in columns and system not in (asked.truth, asked.item)}
    read = {*labels, *(name for of in classes.values() for name in of.values())}
    rest = {name: columns[name] for name in columns if name not in (asked.truth, *beside, *read)}
    ids = [name for name in rest if name == asked.item or names_items(name, rest[name])]
    others = tuple(name for name in rest if name not in ids)
    unread = [Note.of(NoteKind.UNNAMED_COLUMNS, **{"no probabilities of a class": others})] if others else []
    return PredictionTable(
        compact(columns[asked.truth]),
        {
            system: ClassColumns(
                {label: columns[name] for label, name in classes[system].items()},
                columns[system] if system in labels else None,
            )
            for system in asked.learners or classes
        },
        _used(columns, beside, "cluster"),
        _weights(columns, beside),
        item_names({name: rest[name] for name in ids} if asked.item is None else {asked.item: columns[asked.item]}),
        (
            *(() if asked.learners else (*unread, *_left_out(rest, [name for name in ids if name != asked.item]))),
            *ids_beside(rest, asked, _used(columns, beside, "cluster")),
        ),
    )


def _check_once(item: str, column: Values) -> None:
    """Raise an InputError where the column that the user names does not tell the items apart."""
    codes = codes_of(f"column {item!r}", column).codes
    gaps = np.flatnonzero(gaps_of(column))
    if gaps.size:
        raise InputError(f"column {item!r}", f"row {gaps[0] + 1} is empty")
    again = np.flatnonzero(is_again(numbered(codes)[0]))
    if again.size:
        second = int(again[0])
        first = int(np.flatnonzero(codes == codes[second])[0])
        problem = f"{shown(column[second])} stands in rows {first + 1} and {second + 1}; every item must occur once"
        raise InputError(f"column {item!r}", problem)


def _left_out(columns: Columns, ids: Sequence[str]) -> Iterator[Note]:
    """Note the columns called like identifiers that are not compared: those that tell all rows apart, and others."""
    unique = tuple(name for name in ids if is_unique(columns[name]))
    rest = tuple(name for name in ids if name not in unique)
    for kind, names in ((NoteKind.IGNORED_COLUMNS, unique), (NoteKind.UNNAMED_COLUMNS, rest)):
        if names:
            yield Note.of(kind, identifiers=names)


def _used(columns: Columns, beside: Mapping[str, str | None], role: str) -> Values | None:
    name = used_column(beside, role)
    return None if name is None else columns[name]


def _weights(columns: Columns, beside: Mapping[str, str | None]) -> Values | None:
    name = used_column(beside, "weight")
    return None if name is None else row_weights(columns[name], f"column {name!r}")


def _check_chosen(chosen: Sequence[str], columns: Columns, truth: str) -> None:
    for name in chosen:
        _check_column("learner", name, columns)
        if name == truth:
            raise InputError("learner", f"cannot be {name!r}: that is {either('the column of --truth', 'the truth')}")
        if chosen.count(name) > 1:
            raise InputError("learner", f"{name!r} is named twice")


def _identifiers(others: Columns) -> list[str]:
    """Return the columns that number or name the items, where two columns of predictions remain without them."""
    found = [
        name
        for name, column in others.items()
        if is_identifier(name, column) or (names_items(name, column) and is_unique(column))
    ]
    return found if len(others) - len(found) > 1 else []


def _from_long(
    columns: Columns, asked: PredictionColumns, long: LongColumns, beside: Mapping[str, str | None]
) -> PredictionTable:
    """Read one row per item and system."""
    truth, learners = asked.truth, asked.learners
    weight = used_column(beside, "weight")
    found = unstacked(columns, truth, long, used_column(beside, "cluster"), weight)
    firsts = np.unique(codes_of("items", columns[long.item]).codes, return_index=True)[1]
    weights = None if found.weights is None else row_weights(found.weights, f"column {weight!r}", found.ids)
    predictions = found.predictions
    for name in learners:
        if name not in predictions:
            raise InputError("learner", f"there is no system {name!r}; {did_you_mean(name, predictions)}")
    kept = {name: predictions[name] for name in learners} if learners else predictions
    rest = tuple(name for name in columns if name not in (truth, *beside, *long.names))
    notes = [Note.of(NoteKind.IGNORED_COLUMNS, **{"not predictions": rest})] if rest else []
    read = tuple((old, role) for old, role in long.read_as if old.strip().lower() != role)
    notes += [Note.of(NoteKind.COLUMNS_READ_AS, columns=read)] if read else []
    notes += ids_beside({name: columns[name][firsts] for name in rest}, asked, found.cluster)
    return PredictionTable(found.truth, kept, found.cluster, weights, found.ids, tuple(notes))
