"""``python -m studies.factors [--jobs N]``: measure the factors that the package ships (``procedures/caution.json``).

What ``outperform lab calibrate LEARNER --folds K`` measures, for usual learners at several settings. A reading that the
table has already is left as it is; ``--again`` measures all.
"""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from outperform.lab.entry import factor_entry
from outperform.lab.factor import NULLS, FactorReading, measure_factor

TABLE = Path(__file__).parents[1] / "src" / "outperform" / "procedures" / "caution.json"
PAGE = Path(__file__).parents[1] / "docs" / "lab.md"
MARKS = ("<!-- factors -->", "<!-- end of factors -->")
HEAD = [
    "learner",
    "folds",
    "rows",
    "columns per row, at most",
    "classes",
    "readings × data sets",
    "factor by rows (spread)",
    "factor by folds (spread)",
    "serves `auto`",
]
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
LARGEST = ("symmetric(n=1000, features=5, signal=0.4)", "real-blocks(n=1000, columns=8, blur=1.0)")
LARGER = tuple(source for source in (*CLASSES, *MORE, *LARGEST) if source not in SMALLEST)  # from 100 rows
LARGER_WIDE = ("symmetric(n=100, features=30, signal=0.3)", "real-blocks(n=100, columns=30, blur=0.5)")
LARGER_NUMBERS = (*(source for source in NUMBERS if source not in SMALLEST), "regression(n=1000, features=5)")
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
    endless: bool = False  # readings at 1,000 rows, of this learner or of least squares, are in line with the others


BAYES = "sklearn.naive_bayes.GaussianNB"
RIDGE = "sklearn.linear_model.Ridge"
CLOSE = {"from": 0, "to": 0.001}
SOLVED = {"max_iter": ANY, "solver": ANY, "tol": CLOSE}  # the same optimum, however it is found
SMOOTH = {"among": ["lbfgs", "newton-cg", "newton-cholesky", "sag", "saga"]}  # liblinear shrinks the intercept too
L2 = {
    "tol": CLOSE,
    "max_iter": {"from": 100, "to": 1_000_000},
    "solver": SMOOTH,
    "penalty": {"among": ["l2", "deprecated"]},
}
SEARCH = {"algorithm": ANY, "leaf_size": ANY}
DISCRIMINANT = {"solver": ANY, "store_covariance": ANY, "tol": ANY}
JOBS = (
    Job("GaussianNB", (Part(BAYES, CLASSES + MORE),), folds=(10, 5)),
    Job("LinearDiscriminantAnalysis", (Part("lda", CLASSES + MORE),), DISCRIMINANT, folds=(10, 5), endless=True),
    Job("LinearDiscriminantAnalysis", (Part("lda", CLASSES + MORE + WIDE),), DISCRIMINANT, endless=True),
    Job("LinearDiscriminantAnalysis", (Part("lda", LARGER + LARGER_WIDE),), DISCRIMINANT, endless=True),
    Job("LinearDiscriminantAnalysis", (Part("lda", LARGER + CONFIRMING),), DISCRIMINANT, endless=True),
    Job("LinearRegression", (Part("ols", LARGER_NUMBERS),), {"tol": ANY}, endless=True),
    Job("LinearRegression", (Part("ols", NUMBERS),), {"tol": ANY}, folds=(10, 5), endless=True),
    Job("LinearRegression", (Part("ols", NUMBERS + WIDE_NUMBERS),), {"tol": ANY}, endless=True),
    Job(
        "LogisticRegression",
        (Part(LOGREG, (*CLASSES, LARGEST[0]), 300),),
        {"C": {"among": [1.0]}, **L2},
        unit_columns=True,
        endless=True,
    ),
    Job(
        "LogisticRegression",
        (
            Part(LOGREG, (*CLASSES, LARGEST[0]), 300),
            Part(f"{LOGREG}(C=0.1)", EXTREMES, 220),
            Part(f"{LOGREG}(C=10.0)", EXTREMES, 220),
        ),
        {"C": {"from": 0.1, "to": 10.0}, **L2},
        unit_columns=True,
        endless=True,
    ),
    *(
        Job(
            "Ridge",
            tuple(Part(f"{RIDGE}{alpha}", sources) for alpha in ("", "(alpha=0.1)", "(alpha=10.0)")),
            {"alpha": {"from": 0.1, "to": 10.0}, **SOLVED},
            unit_columns=True,
            endless=True,
        )
        for sources in (NUMBERS, NUMBERS + WIDE_NUMBERS)
    ),
    Job(
        "Ridge",
        (Part(RIDGE, NUMBERS),),
        {"alpha": {"among": [1.0]}, **SOLVED},
        (10, 5),
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
    ),
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
    if arguments.table == TABLE:
        write_page(PAGE, json.loads(TABLE.read_text())["entries"])


def write_page(path: Path, entries: Sequence[Mapping[str, Any]]) -> None:
    """Write the table of entries into a page, between its marks."""
    before, _, rest = path.read_text().partition(MARKS[0])
    after = rest.partition(MARKS[1])[2]
    path.write_text(
        "".join(
            [before, MARKS[0], "\n", *map(_line, [HEAD, ["---"] * len(HEAD), *map(_row, entries)]), MARKS[1], after]
        )
    )


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def _row(entry: Mapping[str, Any]) -> list[str]:
    least, most = entry["rows"]
    sets = [one["datasets"] for one in entry["readings"]]
    steady = [basis for basis, agrees in entry["steady"].items() if agrees]
    return [
        f"`{entry['learner']}`" + "".join(f", {word}" for word in _ranges(entry["settings"])),
        str(entry["folds"]),
        f"{least} or more" if most is None else f"{least} to {most}",
        f"{entry['columns_per_row']:.2g}",
        "numbers" if entry["classes"] is None else f"{entry['classes'][0]} to {entry['classes'][1]}",
        f"{len(sets)} × {min(sets)} to {max(sets)}" if min(sets) < max(sets) else f"{len(sets)} × {sets[0]}",
        *(f"{entry['factors'][basis]:.2f} ({entry['spread'][basis]:.2f})" for basis in ("rows", "folds")),
        " and ".join(steady) or "no",
    ]


def _ranges(settings: Mapping[str, Any]) -> list[str]:
    """Name the settings that were measured at several values, or at one that is not usual."""
    told = {
        name: rule
        for name, rule in settings.items()
        if rule != ANY and name in ("C", "alpha", "n_neighbors", "criterion", "max_depth")
    }
    return [
        f"{name} {rule['from']:g} to {rule['to']:g}"
        if "from" in rule
        else f"{name} {' or '.join(map(str, rule['among']))}"
        for name, rule in told.items()
    ]


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
    return factor_entry(
        readings,
        folds,
        learner=job.learner,
        settings=job.settings,
        unit_columns=job.unit_columns,
        endless=job.endless,
    )


if __name__ == "__main__":
    main()
