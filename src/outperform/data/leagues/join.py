"""Records become the table of a league: complete, in one direction, or refused."""

import numpy as np

from outperform.core import InputError, Ints, LeagueTable, MissingCell, Note, NoteKind, Scores, Unit, did_you_mean
from outperform.data.leagues.asked import DROP, LeagueAsked
from outperform.data.leagues.directions import MetricMeaning, direction_of
from outperform.data.leagues.records import LeagueRecords
from outperform.data.leagues.splits import DatasetGrid, grid_of
from outperform.data.leagues.suspicions import alike_notes, check_bounds, is_share, scale_notes
from outperform.data.values import listed

_MOST_MISSING = 0.2  # of a learner's data sets
_NAMED = 5  # missing cells that an error names


def league_of(records: LeagueRecords, asked: LeagueAsked) -> LeagueTable:
    """Make the table of a league; raise an InputError for what would be judged wrongly."""
    records = _chosen(records, asked)
    learners = tuple(map(str, records.learners.names.tolist()))
    if len(learners) < 2:
        problem = f"a league needs at least two learners, got {listed(learners) or 0}"
        raise InputError(records.origin, f"{problem}{_left_out(records)}")
    meaning = _direction(records, asked)
    check_bounds(records, meaning)
    _check_duplicates(records)
    order = np.argsort(records.datasets.codes, kind="stable")
    parts: list[Ints] = np.split(order, np.flatnonzero(np.diff(records.datasets.codes[order])) + 1)
    names = tuple(map(str, records.datasets.names.tolist()))
    grids = {name: grid_of(records, rows, len(learners)) for name, rows in zip(names, parts, strict=True)}
    _check_missing(records, grids, learners, asked)
    kept = {name: grid for name, grid in grids.items() if len(grid.missing) < len(learners)}
    if len(kept) < 2:
        problem = f"a league needs at least two data sets, got {listed(kept) or 0}"
        raise InputError(records.origin, f"{problem}; for one data set use 'outperform scores' (in Python: judge)")
    _check_learners(records.origin, kept, learners)
    return _table(records, kept, learners, meaning, tuple(name for name in names if name not in kept))


def _table(
    records: LeagueRecords,
    grids: dict[str, DatasetGrid],
    learners: tuple[str, ...],
    meaning: MetricMeaning,
    empty: tuple[str, ...],
) -> LeagueTable:
    unit = Unit.POINTS if meaning.share and meaning.higher and is_share(records) else Unit.NONE
    sign = 1.0 if meaning.higher else -1.0
    scores = tuple(
        Scores(learners, records.metric, sign * grid.values, grid.n_train, grid.n_test, plain=grid.plain, unit=unit)
        for grid in grids.values()
    )
    missing = tuple(
        MissingCell(name, learners[learner], why)
        for name, grid in grids.items()
        for learner, why in grid.missing.items()
    )
    partial = tuple((name, grid.left_out, grid.splits) for name, grid in grids.items() if grid.left_out)
    notes = [*records.notes]
    notes += [Note.of(NoteKind.SPLITS_INCOMPLETE, datasets=partial)] if partial else []
    notes += [Note.of(NoteKind.DATASETS_LEFT_OUT, names=empty)] if empty else []
    notes += alike_notes(tuple(grids), learners)
    notes += scale_notes(tuple(grids), scores, meaning) if records.higher is None else []  # else metrics are mixed
    return LeagueTable(
        tuple(grids),
        learners,
        scores,
        higher_is_better=meaning.higher,
        metric=records.metric,
        unit=unit,
        missing=missing,
        notes=tuple(dict.fromkeys(notes)),
    )


def _left_out(records: LeagueRecords) -> str:
    """Return which columns were not read as learners, and how they would be."""
    notes = [note for note in records.notes if note.kind is NoteKind.IGNORED_COLUMNS]
    names = [name for note in notes for each in dict(note.facts).values() for name in each]
    how = "learners among them are chosen by name (--learner, learners=[…])"
    return f"; columns left out: {listed(names)}; {how}" if names else ""


def _chosen(records: LeagueRecords, asked: LeagueAsked) -> LeagueRecords:
    """Keep the learners that are asked for."""
    if not asked.learners:
        return records
    known = list(map(str, records.learners.names.tolist()))
    unknown = next((name for name in asked.learners if name not in known), None)
    if unknown is not None:
        raise InputError("learners", f"there is no learner {unknown!r}; {did_you_mean(unknown, known)}")
    wanted = np.array([name in asked.learners for name in known])
    return records.at(wanted[records.learners.codes])


def _direction(records: LeagueRecords, asked: LeagueAsked) -> MetricMeaning:
    if records.higher is None:
        return direction_of(records.metric, higher_is_better=asked.higher_is_better)
    arrow = "↑" if records.higher else "↓"
    return direction_of(f"{records.metric} {arrow}", higher_is_better=asked.higher_is_better)


def _check_duplicates(records: LeagueRecords) -> None:
    """Raise an InputError for a data set, learner and split that occurs twice."""
    seen: dict[tuple[object, ...], int] = {}
    splits = [column.tolist() for column in (records.repeats, records.folds) if column is not None]
    rows = zip(records.datasets.codes.tolist(), records.learners.codes.tolist(), *splits, strict=True)
    for row, key in enumerate(tuple(map(str, each)) for each in rows):
        first = seen.setdefault(key, row)
        if first != row:
            raise _duplicate(records, first, row)


def _duplicate(records: LeagueRecords, first: int, row: int) -> InputError:
    named = (("repeat", records.repeats), ("fold", records.folds))
    split = ", ".join(f"{name} {column[row]}" for name, column in named if column is not None)
    where = f"in rows {records.numbers[first]} and {records.numbers[row]}"
    what = f"data set {records.datasets.name(row)!r} occurs twice with learner {records.learners.name(row)!r}"
    how = "keep one of them"
    if records.repeats is None:
        how = f"number {'the repeats' if split else 'splits'} in a column {'repeat' if split else 'fold'}, or keep one"
    return InputError(records.origin, f"{what}{f' in {split}' if split else ''}, {where}; {how}")


def _check_missing(
    records: LeagueRecords, grids: dict[str, DatasetGrid], learners: tuple[str, ...], asked: LeagueAsked
) -> None:
    """Raise an InputError that names missing cells, unless they may be left out."""
    if asked.missing == DROP:
        return
    gone = {(name, learners[at]): why for name, grid in grids.items() for at, why in grid.missing.items()}
    for row in np.flatnonzero(np.isnan(records.scores)).tolist():
        gone.setdefault((records.datasets.name(row), records.learners.name(row)), str(records.reasons[row]))
    if not gone:
        return
    named = [f"{dataset} × {learner} ({why})" for (dataset, learner), why in list(gone.items())[:_NAMED]]
    more = f" and {len(gone) - _NAMED} more" if len(gone) > _NAMED else ""
    count = "1 cell has" if len(gone) == 1 else f"{len(gone)} cells have"
    splits = "" if records.repeats is None and records.folds is None else ", or not in all splits"
    problem = f"{count} no score{splits}: {', '.join(named)}{more}"
    alike = alike_notes(tuple(grids), learners)
    spelt = f"; {' and '.join(map(repr, alike[0]['names'][0]))} may be the same: spell them alike" if alike else ""
    how = "add the scores, or pass --missing drop (missing='drop') to judge each pair where both have scores"
    raise InputError("missing", f"{problem}; {how}{spelt}")


def _check_learners(origin: str, grids: dict[str, DatasetGrid], learners: tuple[str, ...]) -> None:
    """Raise an InputError for a learner that lacks too many data sets."""
    counts = np.zeros(len(learners), dtype=np.int64)
    for grid in grids.values():
        counts[list(grid.missing)] += 1
    many = np.flatnonzero(counts > _MOST_MISSING * len(grids))
    if many.size:
        worst = ", ".join(f"{learners[at]} (no score on {counts[at]} of {len(grids)})" for at in many.tolist())
        raise InputError(
            origin,
            f"more than a fifth of the data sets are missing for {worst}; leave out the learner, or these data sets",
        )
