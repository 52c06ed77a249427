"""Join records: the same items for every system, each once per sample; what does not fit is refused with its place."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from outperform.core import (
    Direction,
    DirectionOrigin,
    Floats,
    InputError,
    Ints,
    Note,
    NoteKind,
    check_choice,
    check_flag,
    check_size,
    did_you_mean,
)
from outperform.core.names import name_notes
from outperform.data.codes import Codes
from outperform.data.directed import direction_notes, direction_of, is_unsaid_loss, names_of, of_items, unsaid_loss
from outperform.data.directions import NOTHING, DirectionWords, Named
from outperform.data.evals.asked import MISSING, REFUSE, Names, names_asked
from outperform.data.evals.checks import (
    check_documents,
    check_duplicates,
    check_measures,
    clusters_of,
    prompt_notes,
    tasks_of,
    weights_of,
)
from outperform.data.evals.evals import Evals
from outperform.data.evals.grid import Grid, grid_of, ids_of, sample_places
from outperform.data.evals.missing import samples_missing, shared, without_missing
from outperform.data.evals.records import EvalRecords, stacked
from outperform.data.item_columns import weight_notes
from outperform.data.metric_meanings import metric_meaning
from outperform.data.scales import scales_differ, scales_partly


@dataclass(frozen=True)
class Joining:
    """How records are joined."""

    tasks: tuple[str, ...] = ()  # to keep; () is all
    missing: str = REFUSE
    common: bool = False
    systems: tuple[str, ...] = ()  # to keep, in this order; () is all, in the order of the files
    words: DirectionWords = NOTHING  # what the user says of directions

    @classmethod
    def of(
        cls,
        *,
        task: Names = None,
        missing: str = REFUSE,
        common: bool = False,
        systems: Names = None,
        lower: Named = None,
        higher: Named = None,
    ) -> "Joining":
        """Check what a user says of it; the options are those of ``read_evals``."""
        check_choice("missing", missing, MISSING)
        check_flag("common", common)
        tasks, wanted = names_asked("task", task), names_asked("systems", systems)
        return cls(tasks, missing, common, wanted, DirectionWords.of(lower, higher))


def evals_of_records(parts: Sequence[EvalRecords], how: Joining) -> Evals:
    """Join the records of files or tables into the scores of systems on one set of items."""
    kept = of_systems(parts, how.systems)
    check_measures(kept)
    kept, direction, turned = _directed(kept, how.words)
    grid = grid_of(stacked(tuple(kept)), how.tasks)
    check_duplicates(grid)
    check_documents(grid)
    named = _name_notes(grid)
    grid, scores, missing = without_missing(grid, grid.records.scores, how.missing)
    grid, fallen = shared(grid, common=how.common)
    grid, wrong, fewer = samples_missing(grid, scores, how.missing)
    evals = of_known_systems(_evals(grid, scores, wrong), how.systems)
    check_size(evals.scores)
    if evals.weights is not None:
        check_size(evals.weights, "weights")
    column, asked = grid.records.weight
    weighted = () if evals.weights is None else weight_notes(evals.weights, column, named=asked)
    meaning = None if evals.metric is None else metric_meaning(evals.metric)
    scales = (
        *scales_differ(evals.systems, list(evals.scores), shares_only=evals.totals),
        *scales_partly(evals.systems, list(evals.scores), meaning),
        *(() if evals.totals else _task_scales(evals)),
    )
    notes = (*named, *turned, *weighted, *evals.notes, *scales, *prompt_notes(grid), *missing, *fallen, *fewer)
    return replace(evals, direction=direction, notes=tuple(_limits_together(dict.fromkeys(notes))))


def _limits_together(notes: Iterable[Note]) -> Iterator[Note]:
    """Yield one note on all runs of a part of their data, in the place of the first."""
    given = list(notes)
    limits = [log for note in given if note.kind is NoteKind.LOGS_LIMITED for log in note["logs"]]
    for note in given:
        if note.kind is not NoteKind.LOGS_LIMITED:
            yield note
        elif limits:
            yield Note.of(NoteKind.LOGS_LIMITED, logs=tuple(limits))
            limits = []


def _task_scales(evals: Evals) -> Iterator[Note]:
    """Note two tasks of which one has shares and the other larger scores, such as percentages."""
    if evals.tasks is not None and len(evals.task_names) > 1:
        scores = [evals.scores[:, :, evals.tasks == task].ravel() for task in evals.task_names]
        for note in scales_differ(evals.task_names, scores, shares_only=True):
            yield replace(note, facts=(*note.facts, ("what", "task")))


def _directed(parts: Sequence[EvalRecords], words: DirectionWords) -> tuple[list[EvalRecords], Direction, list[Note]]:
    """Turn records of which lower is better, metric by metric; raise an InputError for losses that are not said."""
    logs = {
        metric: {part.measure.higher for part in parts if part.measure.metric == metric} - {None}
        for metric in {part.measure.metric for part in parts}
    }
    keys = [
        (
            part.measure.metric,
            next(iter(logs[part.measure.metric])) if len(logs[part.measure.metric]) == 1 else part.measure.higher,
        )
        for part in parts
    ]
    groups = {key: [part for part, own in zip(parts, keys, strict=True) if own == key] for key in dict.fromkeys(keys)}
    systems = {
        key: list(dict.fromkeys(str(name) for part in group for name in part.systems.names.tolist()))
        for key, group in groups.items()
    }
    words.check([name for key, own in systems.items() for name in names_of(key[0], own)])
    values = {key: np.concatenate([part.scores for part in group]) for key, group in groups.items()}
    found = {
        (metric, log): direction_of(metric, systems[metric, log], scores, words, log=log)
        for (metric, log), scores in values.items()
    }
    for (metric, log), direction in found.items():
        if is_unsaid_loss(direction):
            raise unsaid_loss(metric, systems[metric, log])
    found = {key: of_items(direction, values[key]) for key, direction in found.items()}
    turned = [replace(part, scores=found[key].turn(part.scores)) for part, key in zip(parts, keys, strict=True)]
    notes = direction_notes((key[0], direction, values[key]) for key, direction in found.items())
    return turned, _common([*found.values()]), notes


def _common(found: Sequence[Direction]) -> Direction:
    """Return the direction of all metrics of the tasks; of different ones, that of the scores as they are now."""
    if len(set(found)) == 1:
        return found[0]
    assumed = any(each.assumed for each in found)
    return Direction(origin=DirectionOrigin.ASSUMED if assumed else DirectionOrigin.KNOWN)


def _name_notes(grid: Grid) -> list[Note]:
    """Note names that look the same, of all items that the files have; those of one task are compared."""
    records, items = grid.records, [str(name) for name in ids_of(grid)]
    clusters = None if records.clusters is None else map(str, records.clusters.names)
    tasks: list[str] = []
    if records.tasks is not None and len(records.tasks.names) > 1:
        tasks = [str(name) for name in records.tasks.names]
        items = [f"{tasks[code]}/{name}" for code, name in zip(records.tasks.codes[grid.firsts], items, strict=True)]
    return name_notes(system=map(str, records.systems.names), task=tasks, cluster=clusters, item=items)


def _evals(grid: Grid, scores: Floats, wrong: Ints | None) -> Evals:
    records = grid.records
    places, samples = sample_places(grid)
    clusters = clusters_of(grid)
    table = np.full((len(records.systems.names), samples, len(grid.firsts)), np.nan)
    table[grid.systems, places, grid.items] = scores[grid.rows]
    if wrong is not None:
        gaps = np.isnan(table)
        table[gaps & (np.cumsum(gaps, axis=1) <= wrong[:, np.newaxis])] = 0.0
    return Evals(
        tuple(str(name) for name in records.systems.names.tolist()),
        table,
        ids_of(grid),
        records.measure.metric,
        tasks_of(grid),
        None if clusters is None else clusters.codes,
        weights_of(grid),
        records.notes,
        records.measure.totals,
        None if clusters is None else clusters.names,
    )


def of_systems(parts: Sequence[EvalRecords], wanted: tuple[str, ...]) -> list[EvalRecords]:
    """Keep the records of some systems; () is all."""
    known = dict.fromkeys(str(name) for part in parts for name in part.systems.names.tolist())
    if any(not name.strip() for name in known):
        raise InputError("system", "the name of a system is empty")
    _check_wanted(wanted, tuple(known))
    return [kept for part in parts if len(kept := _kept(part, wanted))] if wanted else list(parts)


def _kept(part: EvalRecords, wanted: tuple[str, ...]) -> EvalRecords:
    """Keep records of some systems, and only their names."""
    names = part.systems.names
    wants = np.array([str(name) in wanted for name in names.tolist()], dtype=bool)
    if wants.all():
        return part
    kept = part.at(wants[part.systems.codes])
    return replace(kept, systems=Codes((np.cumsum(wants) - 1)[kept.systems.codes], names[wants]))


def of_known_systems(evals: Evals, wanted: tuple[str, ...]) -> Evals:
    """Keep some systems of evaluations, in the order in which they are named; () is all, in the order of the file."""
    _check_wanted(wanted, evals.systems)
    places = [evals.systems.index(name) for name in wanted]
    return replace(evals, systems=wanted, scores=evals.scores[places]) if wanted else evals


def _check_wanted(wanted: tuple[str, ...], known: tuple[str, ...]) -> None:
    """Raise an InputError for a system that is not there, or that is named twice."""
    for name in wanted:
        if name not in known:
            raise InputError("system", f"there is no system {name!r}; {did_you_mean(name, known)}")
        if wanted.count(name) > 1:
            raise InputError("system", f"{name!r} is named twice")
