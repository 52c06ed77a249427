"""Fits on nominal columns and missing values: columns coded once per data set over columns prepared in every fit.

    python -m benchmarks.nominal [FOLDER]    with ARFF files of the UCI repository, such as zoo.arff

Without a folder, tables are drawn with the rows, columns, categories and missing values of those files. The bare loop
clones, fits, predicts and scores scikit-learn's estimator on columns that are filled, scaled where needed
and encoded once for the whole data set; outperform learns medians and scales from the training rows in every fit. Its
time includes all that a comparison of 20 fits does once: making learners, coding rows, identities of data and fits.
"""

import sys
import warnings
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pandas as pd
from sklearn.base import clone
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

from benchmarks.timing import medians, show
from outperform.core import Dataset, Floats, Plan, stream
from outperform.data import dataset_of, load
from outperform.designs import KFold
from outperform.engine import Contest, Runner, Ways

BARE: dict[str, Any] = {
    "lda": LinearDiscriminantAnalysis(),
    "nb": GaussianNB(),
    "logreg": LogisticRegression(max_iter=1000),
    "tree": DecisionTreeClassifier(criterion="entropy", random_state=0),
    "forest": RandomForestClassifier(random_state=0),
    "1nn": KNeighborsClassifier(1),
    "svm": SVC(),
}
"""What a bare loop would fit. ``nb`` and ``1nn`` have no equal in scikit-learn: their ratio is not shown."""
SHAPES = {  # rows, classes, numeric columns, categories of nominal columns, share of missing values
    "zoo": (101, 7, 1, (100, *(2,) * 15), 0.0),
    "vote": (435, 2, 0, (2,) * 16, 0.056),
    "credit-a": (690, 2, 6, (2, 3, 3, 14, 9, 2, 2, 2, 3), 0.006),
    "soybean": (683, 19, 0, (2, 3, 7) * 12, 0.098),
    "iris": (150, 3, 4, (), 0.0),
}
SLOW = {"forest"}  # fitted on one repeat
SCALED = {"logreg", "svm"}


def run(folder: Path | None = None) -> None:
    """Print, per data set and learner, the time before over the time now, and the time now over the bare loop's."""
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cases = {name: Case(name, drawn(name) if folder is None else load(folder / f"{name}.arff")) for name in SHAPES}
        for case in cases.values():
            for learner in BARE:
                case.print(learner)
        zoo, iris = (case.seconds("lda") + case.seconds("nb") for case in (cases["zoo"], cases["iris"]))
        print(f"lda and nb, ms per fit: {500 * zoo:.2f} on zoo, {500 * iris:.2f} on iris")


@dataclass
class Case:
    """One data set."""

    name: str
    dataset: Dataset

    @cached_property
    def encoded(self) -> Floats:
        """All columns as numbers, medians for missing ones, a column per category."""
        if isinstance(self.dataset.rows, np.ndarray):
            return self.dataset.rows
        frame = self.dataset.rows
        nominal = frame.columns[np.array(self.dataset.kinds) == "nominal"]
        table = pd.get_dummies(frame.assign(**frame[nominal].fillna("(missing)")), dtype=np.float64)
        return np.ascontiguousarray(table.fillna(table.median()).to_numpy())

    @cached_property
    def scaled(self) -> Floats:
        """The same, with numeric columns of mean 0 and variance 1."""
        numeric = self.dataset.kinds.count("numeric")  # they come first
        numbers = self.encoded[:, :numeric]
        return np.hstack([(numbers - numbers.mean(axis=0)) / numbers.std(axis=0), self.encoded[:, numeric:]])

    def seconds(self, learner: str) -> float:
        """CPU seconds per fit."""
        plan = self.plan(2)
        return medians([lambda: self.ours(learner, plan)])[0] / 20

    def plan(self, repeats: int) -> Plan:
        """Ten folds."""
        return KFold(10, repeats).plan(self.dataset, stream(0, "plan"))

    def print(self, learner: str) -> None:
        """Time both forms and the bare loop side by side."""
        repeats = 1 if learner in SLOW else 2
        plan = self.plan(repeats)
        functions = [
            lambda: self.ours(learner, plan),
            lambda: self.before(learner, plan),
            lambda: self.bare(learner, plan),
        ]
        for function in functions:
            function()  # warm up
        now, before, bare = medians(functions, rounds=3 if learner in SLOW else 7)
        each = ", ".join(f"{1e3 * seconds / (10 * repeats):.2f}" for seconds in (before, now, bare))
        words = f"{self.name}, {learner} (ms per fit: {each})"
        show(f"prepared / coded: {words}", before / now, 0.9)
        if learner not in ("nb", "1nn"):
            show(f"coded / bare loop: {words}", now / bare, 1.15, at_least=False)

    def ours(self, learner: str, plan: Plan) -> None:
        """Run the engine, with no fit known; without the fast path, which is measured elsewhere."""
        contest = Contest.of([learner, "dummy"], self.dataset)
        Runner(contest, Ways(fast=False)).scores(plan, learners=[0])

    def before(self, learner: str, plan: Plan) -> None:
        """Prepare the columns in every fit."""
        with patch.object(Dataset, "coded", None):
            self.ours(learner, plan)

    def bare(self, learner: str, plan: Plan) -> None:
        """Clone, fit, predict and score."""
        rows, target = self.scaled if learner in SCALED else self.encoded, self.dataset.target
        for split in plan.splits:
            made = clone(BARE[learner]).fit(rows[split.train], target[split.train])
            float(np.mean(made.predict(rows[split.test]) == target[split.test]))


def drawn(name: str) -> Dataset:
    """Draw a table with the shape of a data set."""
    rows, classes, numeric, categories, missing = SHAPES[name]
    rng = stream(0, name)
    target = rng.integers(classes, size=rows)
    columns: dict[str, Any] = {f"x{place}": rng.normal(size=rows) + target for place in range(numeric)}
    for place, count in enumerate(categories):
        codes = (rng.integers(count, size=rows) + target * (rng.random(rows) < 0.5)) % count
        columns[f"c{place}"] = pd.Categorical(np.char.add("value", codes.astype(str)))
    frame = pd.DataFrame(columns)
    return dataset_of(frame.mask(rng.random(frame.shape) < missing), target, name=name)


if __name__ == "__main__":
    run(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
