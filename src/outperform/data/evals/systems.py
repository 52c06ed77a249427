"""Systems: some of them kept, names that are none refused, and scores that may be of different metrics noted."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from outperform.core import Floats, InputError, Note, NoteKind, did_you_mean
from outperform.core.units import SHARE
from outperform.data.evals.codes import Codes
from outperform.data.evals.evals import Evals
from outperform.data.evals.records import EvalRecords

_FAR = 20  # times as large: another scale


def of_systems(parts: Sequence[EvalRecords], wanted: tuple[str, ...]) -> list[EvalRecords]:
    """Keep the records of some systems; () is all."""
    known = dict.fromkeys(str(name) for part in parts for name in part.systems.names.tolist())
    if any(not name.strip() for name in known):
        raise InputError("system", "the name of a system is empty")
    unknown = next((name for name in wanted if name not in known), None)
    if unknown is not None:
        raise InputError("system", f"there is no system {unknown!r}; {did_you_mean(unknown, known)}")
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
    """Keep some systems of evaluations; () is all."""
    unknown = next((name for name in wanted if name not in evals.systems), None)
    if unknown is not None:
        raise InputError("system", f"there is no system {unknown!r}; {did_you_mean(unknown, evals.systems)}")
    kept = [place for place, name in enumerate(evals.systems) if not wanted or name in wanted]
    names = tuple(evals.systems[place] for place in kept)
    return replace(evals, systems=names, scores=evals.scores[kept]) if wanted else evals


def scale_notes(evals: Evals) -> tuple[Note, ...]:
    """Return a note on the first two systems whose scores seem to be of different metrics."""
    if evals.totals:
        return ()
    found = [scores[~np.isnan(scores)] for scores in evals.scores]
    for one, other in combinations(range(len(found)), 2):
        if _differ(found[one], found[other]) or _differ(found[other], found[one]):
            first, second = (_reach(evals.systems[each], found[each]) for each in (one, other))
            return (Note.of(NoteKind.SCALES_DIFFER, first=first, second=second),)
    return ()


def _reach(name: str, scores: Floats) -> tuple[str, float, float]:
    return name, float(scores.min()), float(scores.max())


def _differ(small: Floats, large: Floats) -> bool:
    """Return whether scores are shares while most others exceed 1, or whether others are far larger."""
    low, high = np.abs(small), np.abs(large)
    if not low.any():
        return False
    shares = bool(small.min() >= SHARE[0] and small.max() <= SHARE[1] and np.median(large) > SHARE[1])
    return shares or bool(high.max() >= _FAR * low.max() and high.mean() >= _FAR * low.mean())
