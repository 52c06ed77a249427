"""Run a study: what the ledger knows is not run again, and the number of workers changes nothing."""

from collections.abc import Iterator, Sequence

import joblib

from outperform.core import InputError
from outperform.engine.pool import one_thread
from outperform.engine.progress import Progress
from outperform.lab.count_engine import blocks, run_block
from outperform.lab.fit_engine import run_dataset
from outperform.lab.ledger import Ledger
from outperform.lab.records import Records
from outperform.lab.study import Study

Found = dict[str, Records]


def run_study(
    study: Study, *, jobs: int | None = None, ledger: Ledger | None = None, progress: bool = False
) -> dict[str, Records]:
    """Run a study and give the records of each procedure [dataset, repetition].

    Examples
    --------
    >>> study = Study("task-one(n=200)", ("mcnemar-holdout(share=0.1)",), datasets=100)
    >>> run_study(study)["mcnemar-holdout(share=0.1)"].shape
    (100, 1)
    """
    units = list(blocks(study)) if study.counted else list(range(study.datasets))
    known: dict[str, dict[int, Records]] = {
        spec: ledger.find(study, spec) if ledger is not None else {} for spec in study.procedures
    }
    missing = [unit for unit in units if any(unit not in known[spec] for spec in study.procedures)]
    with Progress(len(missing), shown=progress, word="blocks" if study.counted else "datasets") as line:
        for unit, found in _compute(study, missing, jobs):
            for spec, records in found.items():
                known[spec][unit] = records
            if ledger is not None:
                ledger.save(study, unit, found)
            line.step()
    return {
        spec: Records.join([known[spec][unit] for unit in units], axis=0).first(study.datasets)
        for spec in study.procedures
    }


def _compute(study: Study, units: Sequence[int], jobs: int | None) -> Iterator[tuple[int, Found]]:
    if jobs == 0:
        raise InputError("jobs", "must be a whole number other than 0")
    if joblib.effective_n_jobs(jobs) == 1:
        with one_thread():
            yield from ((unit, _unit(study, unit)) for unit in units)
        return
    parallel = joblib.Parallel(n_jobs=jobs, return_as="generator_unordered")
    yield from parallel(joblib.delayed(_apart)(study, unit) for unit in units)


def _apart(study: Study, unit: int) -> tuple[int, Found]:
    with one_thread():
        return unit, _unit(study, unit)


def _unit(study: Study, unit: int) -> Found:
    return run_block(study, unit) if study.counted else run_dataset(study, unit)
