"""``python -m studies.factors [--jobs N]``: measure the factors that the package ships (``procedures/caution.json``).

What ``outperform lab calibrate LEARNER --folds K`` measures, for usual learners at several settings. A reading that the
table has already is left as it is; ``--again`` measures all.
"""

import argparse
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from outperform.lab.entry import entry_of
from outperform.lab.factor import NULLS, FactorReading, measure_factor

TABLE = Path(__file__).parents[1] / "src" / "outperform" / "procedures" / "caution.json"
ORIGIN = (
    "python -m studies.factors, which is outperform lab calibrate LEARNER --folds K, seed 0. On sources where one"
    " learner sees two like blocks of columns: 1.96 sigma / c, with sigma the standard deviation of theta of endless"
    " repeats and c the threshold. The factor is the largest reading plus one standard error, rounded up. It holds"
    " within the settings, rows, columns per row and classes of the entry (rows up to null: for more rows too), on"
    " columns of numbers in which no value makes up more than half; unit_columns: only where columns have a standard"
    " deviation of about 1. threshold='auto' uses an entry if it is steady: at least three sources, one of real rows,"
    " standard errors of at most .05 and a spread of at most .16."
)
CLASSES, NUMBERS = NULLS[True], NULLS[False]
MORE = ("symmetric(n=200, features=4, signal=0.6, share=0.3)", "real-blocks(n=500, columns=6, blur=1.0)")
WIDE = ("symmetric(n=60, features=18, signal=0.4)", "real-blocks(n=100, columns=30, blur=0.5)")
WIDE_NUMBERS = ("regression(n=50, features=15)", "real-regression(n=50)")
SMALLEST = ("symmetric(n=50, features=5, signal=0.7)", "regression(n=50, features=5)")
LARGER = tuple(source for source in CLASSES + MORE if source not in SMALLEST)  # from 100 rows
LARGER_WIDE = ("symmetric(n=100, features=30, signal=0.3)", "real-blocks(n=100, columns=30, blur=0.5)")
LARGER_NUMBERS = tuple(source for source in NUMBERS if source not in SMALLEST)
CONFIRMING = (  # named and measured after LARGER had been chosen by its readings
    "symmetric(n=150, features=6, signal=0.5)",
    "real-blocks(data='iris', n=120)",
    "real-blocks(data='wine', n=200, columns=6)",
    "real-blocks(data='digits', n=400, columns=16, blur=0.3)",
)
EXTREMES = tuple(
    CLASSES[place] for place in (2, 3, 5, 6)
)  # for further settings of a class: the smallest, and real rows
LOGREG = "sklearn.linear_model.LogisticRegression"
ANY = "any"


@dataclass(frozen=True)
class Part:
    """One learner on some sources."""

    learner: str
    sources: tuple[str, ...] = CLASSES
    datasets: int = 1000


@dataclass(frozen=True)
class Job:
    """An entry of the table: a class with its settings, and what is measured of it."""

    learner: str
    parts: tuple[Part, ...]
    settings: Mapping[str, Any] = field(default_factory=dict)
    folds: tuple[int, ...] = (10,)
    unit_columns: bool = False
    endless: bool = False


BAYES = "sklearn.naive_bayes.GaussianNB"
RIDGE = "sklearn.linear_model.Ridge"
SOLVED = {"max_iter": ANY, "solver": ANY, "tol": ANY}  # the same optimum, however it is found
SMOOTH = {"among": ["lbfgs", "newton-cg", "newton-cholesky", "sag", "saga"]}  # liblinear shrinks the intercept too
L2 = {**SOLVED, "solver": SMOOTH, "penalty": {"among": ["l2", "deprecated"]}}
SEARCH = {"algorithm": ANY, "leaf_size": ANY}
KERNEL = {"tol": ANY, "cache_size": ANY, "probability": ANY, "decision_function_shape": ANY, "break_ties": ANY}
DISCRIMINANT = {"solver": ANY, "store_covariance": ANY, "tol": ANY}
JOBS = (
    Job("GaussianNB", (Part(BAYES, CLASSES + MORE),), folds=(10, 5), endless=True),
    Job("LinearDiscriminantAnalysis", (Part("lda", CLASSES + MORE),), DISCRIMINANT, folds=(10, 5), endless=True),
    Job("LinearDiscriminantAnalysis", (Part("lda", CLASSES + MORE + WIDE),), DISCRIMINANT, endless=True),
    Job("LinearDiscriminantAnalysis", (Part("lda", LARGER + LARGER_WIDE),), DISCRIMINANT, endless=True),
    Job("LinearDiscriminantAnalysis", (Part("lda", LARGER + CONFIRMING),), DISCRIMINANT, folds=(10, 5), endless=True),
    Job("LinearRegression", (Part("ols", LARGER_NUMBERS),), {"tol": ANY}, folds=(10, 5), endless=True),
    Job("LinearRegression", (Part("ols", NUMBERS),), {"tol": ANY}, folds=(10, 5), endless=True),
    Job("LinearRegression", (Part("ols", NUMBERS + WIDE_NUMBERS),), {"tol": ANY}, endless=True),
    Job(
        "LogisticRegression",
        (
            Part(LOGREG, datasets=300),
            Part(f"{LOGREG}(C=0.1)", EXTREMES, 220),
            Part(f"{LOGREG}(C=10.0)", EXTREMES, 220),
        ),
        {"C": {"from": 0.1, "to": 10.0}, **L2},
        unit_columns=True,
        endless=True,
    ),
    Job(
        "RidgeClassifier",
        (Part("sklearn.linear_model.RidgeClassifier", datasets=220),),
        SOLVED,
        unit_columns=True,
        endless=True,
    ),
    Job(
        "Ridge",
        (
            Part(RIDGE, NUMBERS, 220),
            Part(f"{RIDGE}(alpha=10.0)", NUMBERS[2:], 220),
        ),
        {"alpha": {"from": 1.0, "to": 10.0}, **SOLVED},
        unit_columns=True,
        endless=True,
    ),
    *(
        Job(
            "KNeighborsClassifier",
            (Part(f"knn(k={k})", CLASSES + MORE),),
            {"n_neighbors": {"among": [k]}, **SEARCH},
            unit_columns=True,
        )
        for k in (1, 5, 15)
    ),
    Job(
        "QuadraticDiscriminantAnalysis",
        (Part("sklearn.discriminant_analysis.QuadraticDiscriminantAnalysis", datasets=220),),
        DISCRIMINANT,
        endless=True,
    ),
    Job("SVC", (Part("sklearn.svm.SVC", datasets=220),), KERNEL, unit_columns=True),
    Job("LinearSVC", (Part("sklearn.svm.LinearSVC", datasets=220),), {"dual": ANY, **SOLVED}, unit_columns=True),
    Job("DecisionTreeClassifier", (Part("tree", datasets=220),), {"criterion": {"among": ["entropy", "log_loss"]}}),
    Job(
        "DecisionTreeClassifier",
        (Part("stump"),),
        {"criterion": {"among": ["entropy", "log_loss"]}, "max_depth": {"among": [1]}},
    ),
)


def main() -> None:
    """Measure what is missing and write the table after every reading."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--again", action="store_true", help="measure what is there too")
    parser.add_argument("--table", type=Path, default=TABLE)
    arguments = parser.parse_args()
    known = {} if arguments.again else _known(arguments.table)
    for learner, folds, source, datasets in dict.fromkeys(_wanted()):
        if (learner, folds, source, datasets) not in known:
            (found,) = measure_factor(learner, folds=folds, datasets=datasets, sources=[source], jobs=arguments.jobs)
            known[learner, folds, source, datasets] = found
            print(learner, folds, source, f"{found.rows:.3f} {found.folds:.3f}", flush=True)
            _write(arguments.table, known)
    _write(arguments.table, known)


Place = tuple[str, int, str, int]  # learner, folds, source, datasets


def _wanted() -> Iterator[Place]:
    for job in JOBS:
        for folds in job.folds:
            yield from _places(job, folds)


def _places(job: Job, folds: int) -> list[Place]:
    return [(part.learner, folds, source, part.datasets) for part in job.parts for source in part.sources]


def _known(path: Path) -> dict[Place, FactorReading]:
    table = json.loads(path.read_text()) if path.exists() else {}
    found = {}
    for entry in [*table.get("entries", []), *table.get("pending", [])]:
        for each in entry["readings"]:
            reading = FactorReading(**each)
            found[reading.learner, entry["folds"], reading.source, reading.datasets] = reading
    return found


def _write(path: Path, known: Mapping[Place, FactorReading]) -> None:
    """Write the entries that are measured, and the readings of those that are not yet."""
    entries, pending = [], []
    for job in JOBS:
        for folds in job.folds:
            places = _places(job, folds)
            readings = [known[place] for place in places if place in known]
            if len(readings) == len(places):
                entries.append(_entry(job, folds, readings))
            elif readings:
                pending.append({"folds": folds, "readings": [asdict(one) for one in readings]})
    made = {"format": 2, "origin": ORIGIN, "entries": entries, **({"pending": pending} if pending else {})}
    path.write_text(json.dumps(made, indent=1) + "\n")


def _entry(job: Job, folds: int, readings: list[FactorReading]) -> dict[str, Any]:
    return entry_of(
        readings,
        folds,
        learner=job.learner,
        settings=job.settings,
        unit_columns=job.unit_columns,
        endless=job.endless,
    )


if __name__ == "__main__":
    main()
