"""From a study's records to readings: every measure of every procedure at every level."""

from collections.abc import Iterable, Mapping
from typing import Any

from outperform.core import Truth
from outperform.lab.measures import CATALOGUE
from outperform.lab.records import Records
from outperform.lab.study import Study
from outperform.lab.truth import FEWEST, SETS, is_null, truth_by_fits


def readings_of(
    study: Study,
    records: Mapping[str, Records],
    measures: Iterable[str] = (),
    *,
    sets: int | None = None,
    progress: bool = False,
) -> list[dict[str, Any]]:
    """Return one row per measure, level and procedure, with what was measured where.

    ``truth`` and ``truth_se`` are the expected difference of the learners, first minus second, at the size that the
    procedure trains on. A ``truth_se`` of 0 means that the source knows the exact truth; else it was measured by brute
    force, with that standard error. ``null`` is whether the null hypothesis is true: true or false if the truth is
    exact; if it was measured, false if it is more than 3 standard errors and more than 0.001 from 0, and else None,
    since no measurement can show that a difference is 0. All three are None if nothing is known.

    Parameters
    ----------
    study, records
        The study, and the records of its procedures.
    measures
        Their names; all by default.
    sets
        Training sets of brute force, if it is needed: by default a fifth of the data sets, at least 20 and at most
        200, each tested on 2,000 new rows. 0 switches brute force off.
    progress
        Whether to show the progress of brute force, after two seconds.
    """
    chosen = [CATALOGUE[slug]() for slug in (measures or CATALOGUE)]
    rows = []
    for spec, found in records.items():
        size = round(float(found.n_train.mean()))
        wanted = max(FEWEST, min(SETS, found.shape[0] // 5)) if sets is None else sets
        truth = _truth(study, size, wanted, progress=progress)
        for level in study.levels:
            for measure in chosen:
                reading = measure.read(found, level, truth)
                if reading is not None:
                    about = {"measure": measure.slug, "value": reading.value, "low": reading.low, "high": reading.high}
                    rows.append({"procedure": spec, **about, "level": level, **_facts(study, found, truth)})
    return rows


def _truth(study: Study, size: int, sets: int, *, progress: bool) -> Truth | None:
    if (size, sets) not in study.truths:
        found = truth_by_fits(study.supply, study.pair, size, seed=study.seed, sets=sets, progress=progress)
        study.truths[size, sets] = found
    return study.truths[size, sets]


def _facts(study: Study, records: Records, truth: Truth | None) -> dict[str, Any]:
    datasets, repetitions = records.shape
    return {
        "datasets": datasets,
        "repetitions": repetitions,
        "source": study.source,
        "null": is_null(truth),
        "truth": None if truth is None else truth.difference,
        "truth_se": None if truth is None else truth.se,
    }


def truth_in_words(reading: Mapping[str, Any]) -> str:
    """Return what is known of the true difference behind a reading.

    Examples
    --------
    >>> truth_in_words({"null": None, "truth": 0.0004, "truth_se": 0.001})
    'true difference (first - second): +0.0004, measured with standard error 0.0010; not distinguishable from 0'
    """
    null, truth, error = (reading[name] for name in ("null", "truth", "truth_se"))
    if truth is None:
        return "true difference unknown"
    if null:
        return "no true difference"
    measured = f", measured with standard error {error:.4f}" if error else ""
    unclear = "; not distinguishable from 0" if null is None else ""
    return f"true difference (first - second): {truth:+.4f}{measured}{unclear}"
