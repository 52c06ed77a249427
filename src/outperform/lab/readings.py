"""From a study's records to readings: every measure of every procedure at every level."""

from collections.abc import Iterable, Mapping
from typing import Any

from outperform.core import Truth
from outperform.lab.measures import CATALOGUE
from outperform.lab.records import Records
from outperform.lab.study import Study


def readings_of(study: Study, records: Mapping[str, Records], measures: Iterable[str] = ()) -> list[dict[str, Any]]:
    """Read measures off records; one row each, with what it speaks about."""
    chosen = [CATALOGUE[slug]() for slug in (measures or CATALOGUE)]
    rows = []
    for spec, found in records.items():
        truth = _truth(study, found)
        for level in study.levels:
            for measure in chosen:
                reading = measure.read(found, level, truth)
                if reading is not None:
                    about = {"measure": measure.slug, "value": reading.value, "low": reading.low, "high": reading.high}
                    rows.append({"procedure": spec, **about, "level": level, **_facts(study, found, truth)})
    return rows


def _truth(study: Study, records: Records) -> Truth | None:
    """Give the truth at the size that the procedure trains on; a source speaks of its usual pair alone."""
    known = study.supply.speaks_of(study.pair)
    return study.supply.truth(round(float(records.n_train.mean()))) if known else None


def _facts(study: Study, records: Records, truth: Truth | None) -> dict[str, Any]:
    datasets, repetitions = records.shape
    null = None if truth is None else truth.difference == 0
    return {"datasets": datasets, "repetitions": repetitions, "source": study.source, "null": null}
