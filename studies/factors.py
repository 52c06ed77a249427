"""``python -m studies.factors [--jobs N]``: measure the factors that the package ships (``procedures/caution.json``).

What ``outperform lab calibrate LEARNER --folds K`` measures, for usual learners. A learner that the table has readings
of, on today's sources, is left as it is; ``--again`` measures all.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from outperform.lab.factor import NULLS, FactorReading, factor_of, kind_of_spec, measure_factor

TABLE = Path(__file__).parents[1] / "src" / "outperform" / "procedures" / "caution.json"
ORIGIN = (
    "python -m studies.factors, which is outperform lab calibrate LEARNER --folds K, seed 0: for each of five sources"
    " of classes (three of numbers) where one learner sees two like blocks of columns, 1.96 sigma / c with sigma the"
    " standard deviation of theta of endless repeats and c the threshold; the largest over the sources, rounded up."
    " The readings tell how many datasets a source."
)


@dataclass(frozen=True)
class Job:
    """One learner, and on how many datasets of a source: few where it is slow."""

    learner: str
    folds: tuple[int, ...] = (10, 5)
    datasets: int = 1000


JOBS = (
    Job("stump"),
    Job("knn(k=1)"),
    Job("knn(k=5)"),
    Job("sklearn.naive_bayes.GaussianNB"),
    Job("lda"),
    Job("ols"),
    Job("tree"),
    Job("knn(k=3)"),
    Job("knn(k=15)"),
    Job("sklearn.tree.DecisionTreeClassifier(max_depth=3)"),
    Job("ridge"),
    Job("logreg", (10,), datasets=400),
    Job("svm", (10,), datasets=400),
)


def main() -> None:
    """Measure what is missing and write the table after every learner."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--again", action="store_true", help="measure what is there too")
    parser.add_argument("--table", type=Path, default=TABLE)
    arguments = parser.parse_args()
    for job in JOBS:
        for folds in job.folds:
            readings = json.loads(arguments.table.read_text())["readings"]
            known = readings.get(kind_of_spec(job.learner), {}).get(str(folds), [])
            if arguments.again or not _current(known, job):
                found = measure_factor(job.learner, folds=folds, datasets=job.datasets, jobs=arguments.jobs)
                _write(arguments.table, job, folds, found)
                print(job.learner, factor_of(found, folds), flush=True)


def _current(known: Sequence[Mapping[str, Any]], job: Job) -> bool:
    return {one["source"] for one in known} in map(set, NULLS.values()) and known[0]["datasets"] == job.datasets


def _write(path: Path, job: Job, folds: int, found: Sequence[FactorReading]) -> None:
    table = json.loads(path.read_text())
    kind = kind_of_spec(job.learner)
    factors, readings = table["factors"], table["readings"]
    factors[kind] = {**factors.get(kind, {}), **factor_of(found, folds)}
    rows = [{name: round(v, 4) if isinstance(v, float) else v for name, v in asdict(one).items()} for one in found]
    readings[kind] = {**readings.get(kind, {}), "learner": job.learner, str(folds): rows}
    made = {"format": 1, "origin": ORIGIN, "factors": dict(sorted(factors.items())), "readings": readings}
    path.write_text(json.dumps(made, indent=1) + "\n")


if __name__ == "__main__":
    main()
