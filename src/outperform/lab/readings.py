"""From a study's records to readings: every measure of every procedure at every level."""

from collections.abc import Iterable, Mapping
from typing import Any

from outperform.core import Truth
from outperform.lab.measures import CATALOGUE
from outperform.lab.records import Records
from outperform.lab.study import Study
from outperform.lab.truth import FEWEST, SETS, is_null, truth_of


def readings_of(
    study: Study,
    records: Mapping[str, Records],
    measures: Iterable[str] = (),
    *,
    sets: int | None = None,
    progress: bool = False,
) -> list[dict[str, Any]]:
    """Read measures off records; one row each, with what it speaks about.

    ``truth`` and ``truth_se`` are the expected difference of the learners, first less second, at the size that the
    procedure trains on. A ``truth_se`` of 0 is an exact truth, which the source knows; else it was measured by brute
    force, with that standard error. ``null`` says whether the null hypothesis is true: true or false where the truth is
    exact; where it was measured, false if it lies more than 3 standard errors and more than 0.001 from 0, and None if
    not, since no measurement can show a difference of 0. All three are None where nothing is known.

    Parameters
    ----------
    study, records
        What was asked, and what came out.
    measures
        Their slugs; all by default.
    sets
        Training sets of brute force, where it is needed: by default a fifth of the datasets, but at least 20
        and at most 200, each tested on 2,000 fresh rows. 0 switches brute force off.
    progress
        Whether to tell how far brute force is, after two seconds.
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
        found = truth_of(study.supply, study.pair, size, seed=study.seed, sets=sets, progress=progress)
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
    """Return what is known of the null behind a reading.

    Examples
    --------
    >>> truth_in_words({"null": None, "truth": 0.0004, "truth_se": 0.001})
    'the difference cannot be told from 0: +0.0004, standard error 0.0010'
    """
    null, truth, error = (reading[name] for name in ("null", "truth", "truth_se"))
    if truth is None:
        return "truth not known"
    if null is None:
        return f"the difference cannot be told from 0: {truth:+.4f}, standard error {error:.4f}"
    measured = f", measured with standard error {error:.4f}" if error else ""
    return "the null is true" if null else f"the null is false: a difference of {truth:+.4f}{measured}"
