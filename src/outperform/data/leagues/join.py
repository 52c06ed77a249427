"""Records become the table of a league: complete, in one direction, or refused."""

from dataclasses import replace

import numpy as np

from outperform.core import (
    Direction,
    DirectionOrigin,
    Floats,
    InputError,
    Ints,
    LeagueTable,
    MissingCell,
    Note,
    NoteKind,
    Scores,
    Unit,
    did_you_mean,
)
from outperform.core.names import alike
from outperform.data.codes import Codes
from outperform.data.directions import MetricScores, unknown
from outperform.data.leagues.asked import DROP, LeagueAsked
from outperform.data.leagues.records import LeagueRecords
from outperform.data.leagues.splits import DatasetGrid, grid_of
from outperform.data.leagues.suspicions import check_bounds, is_share, scale_notes
from outperform.data.metric_meanings import MetricMeaning, metric_meaning
from outperform.data.values import listed
from outperform.surface import command, either, option
from outperform.words.visible import spelt

_MOST_MISSING = 0.2  # of a learner's data sets
_NAMED = 5  # missing cells that an error names


def league_of(records: LeagueRecords, asked: LeagueAsked) -> LeagueTable:
    """Make the table of a league; raise an InputError for what would be judged wrongly."""
    records = _chosen(records, asked)
    learners = tuple(map(str, records.learners.names.tolist()))
    if len(learners) < 2:
        problem = f"a league needs at least two learners, got {listed(learners) or 0}"
        raise InputError(records.origin, f"{problem}{_left_out(records)}")
    direction = _direction(records, asked)
    meaning = None if records.metric is None else metric_meaning(records.metric)
    if meaning is None or meaning.higher != direction.higher:
        meaning = MetricMeaning(higher=direction.higher)
    _check_duplicates(records)
    order = np.argsort(records.datasets.codes, kind="stable")
    parts: list[Ints] = np.split(order, np.flatnonzero(np.diff(records.datasets.codes[order])) + 1)
    names = tuple(map(str, records.datasets.names.tolist()))
    grids = {name: grid_of(records, rows, len(learners)) for name, rows in zip(names, parts, strict=True)}
    _check_missing(records, grids, learners, asked)
    kept = {name: grid for name, grid in grids.items() if len(grid.missing) < len(learners)}
    if len(kept) < 2:
        problem = f"a league needs at least two data sets, got {listed(kept) or 0}"
        raise InputError(records.origin, f"{problem}; for one data set use {command('scores')}")
    _check_learners(records.origin, kept, learners)
    return _table(records, kept, direction, meaning, tuple(name for name in names if name not in kept))


def _table(
    records: LeagueRecords,
    grids: dict[str, DatasetGrid],
    direction: Direction,
    meaning: MetricMeaning,
    empty: tuple[str, ...],
) -> LeagueTable:
    learners = tuple(map(str, records.learners.names.tolist()))
    unit = Unit.POINTS if meaning.share and meaning.higher and is_share(records) else Unit.NONE
    scores = tuple(
        Scores(
            learners,
            records.metric,
            direction.sign * grid.values,
            grid.n_train,
            grid.n_test,
            plain=grid.plain,
            unit=unit,
            direction=direction,
        )
        for grid in grids.values()
    )
    missing = tuple(
        MissingCell(name, learners[learner], why)
        for name, grid in grids.items()
        for learner, why in grid.missing.items()
    )
    partial = tuple((name, grid.left_out, grid.splits) for name, grid in grids.items() if grid.left_out)
    notes, errors = [*records.notes], _errors(records, grids)
    if errors is None and records.errors is not None:  # splits say it themselves
        notes = [note for note in notes if note.kind is not NoteKind.SPREADS_USED]
    notes += [Note.of(NoteKind.SPLITS_INCOMPLETE, datasets=partial)] if partial else []
    notes += [Note.of(NoteKind.DATASETS_LEFT_OUT, names=empty)] if empty else []
    notes += scale_notes(tuple(grids), scores, meaning) if records.higher is None else []  # else metrics are mixed
    return LeagueTable(
        tuple(grids),
        learners,
        scores,
        higher_is_better=meaning.higher,
        metric=records.metric,
        unit=unit,
        missing=missing,
        errors=errors,
        independent=records.independent,
        notes=tuple(dict.fromkeys(notes)),
    )


def _errors(records: LeagueRecords, grids: dict[str, DatasetGrid]) -> Floats | None:
    """Return the standard errors beside the scores [dataset, learner]; None without, or where there are splits."""
    if records.errors is None or any(grid.values[0].size > 1 for grid in grids.values()):
        return None
    places = {name: place for place, name in enumerate(grids)}
    found = np.full((len(grids), len(records.learners.names)), np.nan)
    for row in range(len(records)):
        dataset = str(records.datasets.name(row))
        if dataset in places and not np.isnan(records.scores[row]):
            found[places[dataset], records.learners.codes[row]] = records.errors[row]
    return found


def _left_out(records: LeagueRecords) -> str:
    """Return which columns were not read as learners, and how they would be."""
    notes = [note for note in records.notes if note.kind in (NoteKind.IGNORED_COLUMNS, NoteKind.UNNAMED_COLUMNS)]
    names = [name for note in notes for each in dict(note.facts).values() for name in each]
    how = f"learners among them are chosen by name ({either('--learner', 'learners=[…]')})"
    return f"; columns left out: {listed(names)}; {how}" if names else ""


def _chosen(records: LeagueRecords, asked: LeagueAsked) -> LeagueRecords:
    """Keep the learners that are asked for, in the order in which they are named."""
    if not asked.learners:
        return records
    known = list(map(str, records.learners.names.tolist()))
    unknown = next((name for name in asked.learners if name not in known), None)
    if unknown is not None:
        raise InputError("learners", f"there is no learner {unknown!r}; {did_you_mean(unknown, known)}")
    places = np.array([asked.learners.index(name) if name in asked.learners else -1 for name in known])
    codes = places[records.learners.codes]
    named = replace(records, learners=Codes(codes, np.array(asked.learners, dtype=object)))
    return named.at(codes >= 0)


def _direction(records: LeagueRecords, asked: LeagueAsked) -> Direction:
    """Return the direction of the scores; raise an InputError where neither the name, a word nor the format says it."""
    if records.higher is not None:  # metrics are mixed, and were turned one by one
        return Direction(records.higher, DirectionOrigin.LOG)
    asked.words.check([records.metric])
    check_bounds(records, None if records.metric is None else metric_meaning(records.metric))
    found = MetricScores.of(records.metric, records.scores).direction(asked.words)
    if found.assumed:
        raise unknown(records.metric)
    return found


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
    same = [*alike(grids), *alike(learners)]
    twins = f"; {' and '.join(spelt(same[0]))} may be the same: spell them alike" if same else ""
    how = f"add the scores, or pass {option('missing', 'drop')} to judge each pair where both have scores"
    raise InputError("missing", f"{problem}; {how}{twins}")


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
