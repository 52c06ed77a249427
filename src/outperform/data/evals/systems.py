"""Systems: some of them kept, and names that are none refused."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from outperform.core import InputError, did_you_mean
from outperform.data.codes import Codes
from outperform.data.evals.evals import Evals
from outperform.data.evals.records import EvalRecords


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
