"""Run a study: what is in the ledger is not run again, and the number of workers does not change the result."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from outperform.core import InputError, OutperformError
from outperform.core.contained import contained, is_theirs
from outperform.engine.pool import run_apart
from outperform.engine.progress import Progress
from outperform.lab.count_engine import blocks, needed, run_block
from outperform.lab.fit_engine import run_dataset
from outperform.lab.ledger import Ledger, first_repetitions
from outperform.lab.records import Records
from outperform.lab.spelling import halves_of
from outperform.lab.study import Study
from outperform.significance.own import failure_of
from outperform.surface import either

Found = dict[str, Records]


@dataclass(frozen=True, eq=False)
class UnitTask:
    """One unit of a study: a dataset, or a block of them in the count engine; the procedures are those to run."""

    study: Study
    unit: int
    start: Mapping[str, int]  # the first repetition that is not known, by procedure


def run_study(
    study: Study, *, jobs: int | None = None, ledger: Ledger | None = None, progress: bool = False
) -> dict[str, Records]:
    """Run a study and return the records of each procedure [dataset, repetition].

    Parameters
    ----------
    study
        What to run.
    jobs
        Worker processes; None is 1, or what an active ``joblib.parallel_config`` says (for example a Dask cluster).
    ledger
        What it holds is not run again, and every finished unit is saved in it: an interrupted run continues there.
    progress
        Whether to show the progress on standard error.

    Examples
    --------
    >>> study = Study("task-one(n=200)", ("mcnemar-holdout(share=0.1)",), datasets=100)
    >>> run_study(study)["mcnemar-holdout(share=0.1)"].shape
    (100, 1)
    """
    units = list(blocks(study)) if study.counted else list(range(study.datasets))
    known: dict[str, dict[int, Records]] = {spec: {} for spec in study.procedures}
    if ledger is not None:
        ledger.note(study)
        known = {spec: ledger.find(study, spec) for spec in study.procedures}
    tasks = list(_tasks(study, units, known))
    with Progress(len(tasks), shown=progress, word="blocks" if study.counted else "datasets") as line:
        for unit, fresh in run_apart(_run, tasks, jobs):
            found = {spec: _joined(study, known[spec].get(unit), records) for spec, records in fresh.items()}
            for spec, records in found.items():
                known[spec][unit] = records
            if ledger is not None:
                ledger.save(study, unit, found)
            line.step()
    whole = {}
    for spec in study.procedures:
        parts = [first_repetitions(known[spec][unit], study.repetitions) for unit in units]
        whole[spec] = Records.join(parts, axis=0).first(study.datasets)
    return whole


def _tasks(study: Study, units: Sequence[int], known: Mapping[str, Mapping[int, Records]]) -> Iterator[UnitTask]:
    """Yield what is left to do: per unit, the procedures that lack repetitions."""
    parts: dict[tuple[str, ...], Study] = {}
    for unit in units:
        have = {spec: _have(study, unit, known[spec].get(unit)) for spec in study.procedures}
        start = {spec: count for spec, count in have.items() if count < study.repetitions}
        if start:
            specs = tuple(start)
            yield UnitTask(parts.setdefault(specs, study.only(specs)), unit, start)


def _have(study: Study, unit: int, records: Records | None) -> int:
    """Return the number of repetitions that are known; 0 for a block that is too short."""
    short = records is not None and study.counted and records.shape[0] < needed(study, unit)
    return 0 if records is None or short else records.shape[1]


def _joined(study: Study, known: Records | None, fresh: Records) -> Records:
    """Append new repetitions to the known ones; the count engine returns all of them again, with identical bits."""
    complete = known is None or fresh.shape[1] == study.repetitions
    return fresh if complete else Records.join([known, fresh], axis=1)  # type: ignore[list-item]  # it is not None


def _run(task: UnitTask) -> tuple[int, Found]:
    """Run one unit. What learners and tests print goes to standard error."""
    try:
        with contained():
            found = _found(task)
            _check_own(task.study, found)
    except OutperformError:
        raise
    except MemoryError:
        raise InputError(
            task.study.source, f"does not fit into memory; use a smaller n, or fewer {either('--jobs', 'jobs')}"
        ) from None
    except BaseException as error:
        if not task.study.own or not is_theirs(error):
            raise
        raise failure_of(error, [str(halves_of(spec)[1]) for spec in task.study.own]) from error
    return task.unit, found


def _check_own(study: Study, found: Found) -> None:
    """Refuse verdicts without a valid p-value: the measures assume that p-values are probabilities."""
    for spec in study.own:
        pvalue, estimate = found[spec].pvalue, found[spec].estimate
        if not ((pvalue >= 0) & (pvalue <= 1) & np.isfinite(estimate)).all():
            problem = "returned a p-value outside 0 to 1, or an estimate that is not finite"
            raise InputError("test", f"{halves_of(spec)[1]} {problem}")


def _found(task: UnitTask) -> Found:
    if task.study.counted:
        return run_block(task.study, task.unit)
    return run_dataset(task.study, task.unit, task.start)
