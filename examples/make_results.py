"""Make league_splits.csv, four learners on twelve data sets, or with the word wide results.csv: their mean accuracies.

Four data sets are real, those of scikit-learn; the others are drawn.
"""

import csv
import sys
from collections.abc import Iterator

import numpy as np
from sklearn import datasets
from sklearn.base import clone
from sklearn.ensemble import RandomForestClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from outperform.core import Dataset, stream
from outperform.designs import KFold

REPEATS, FOLDS = 2, 5
LEARNERS = {
    "forest": RandomForestClassifier(50, random_state=0),
    "knn": make_pipeline(StandardScaler(), KNeighborsClassifier()),
    "tree": DecisionTreeClassifier(random_state=0),
    "nb": GaussianNB(),
}
DATASETS = {
    "iris": datasets.load_iris(return_X_y=True),
    "wine": datasets.load_wine(return_X_y=True),
    "breast_cancer": datasets.load_breast_cancer(return_X_y=True),
    "digits": datasets.load_digits(return_X_y=True),
    "moons": datasets.make_moons(300, noise=0.3, random_state=1),
    "circles": datasets.make_circles(300, noise=0.2, factor=0.5, random_state=2),
    "blobs": datasets.make_blobs(300, centers=4, cluster_std=3.0, random_state=3),
    "quantiles": datasets.make_gaussian_quantiles(n_samples=300, n_features=4, n_classes=3, random_state=4),
    "hastie": datasets.make_hastie_10_2(400, random_state=5),
    "wide": datasets.make_classification(200, 40, n_informative=6, random_state=6),
    "noisy": datasets.make_classification(400, 10, flip_y=0.2, random_state=7),
    "classes": datasets.make_classification(500, 12, n_informative=8, n_classes=4, random_state=8),
}


def rows() -> Iterator[tuple[str, str, int, int, int, int, float]]:
    """Fit every learner on every split of every data set."""
    for name, (cells, target) in DATASETS.items():
        plan = KFold(folds=FOLDS, repeats=REPEATS).plan(Dataset(cells, target), stream(0, "plan", name))
        for learner, recipe in LEARNERS.items():
            for split in plan.splits:
                fitted = clone(recipe).fit(cells[split.train], target[split.train])
                score = round(fitted.score(cells[split.test], target[split.test]), 4)
                sizes = len(split.train), len(split.test)
                yield name, learner, split.repeat + 1, split.fold + 1, *sizes, score


writer = csv.writer(sys.stdout, lineterminator="\n")
found = list(rows())
if sys.argv[1:] == ["wide"]:
    writer.writerow(["dataset", *LEARNERS])
    for name in DATASETS:
        means = [np.mean([row[-1] for row in found if row[:2] == (name, learner)]) for learner in LEARNERS]
        writer.writerow([name, *(round(float(mean), 4) for mean in means)])
else:
    writer.writerow(["dataset", "learner", "repeat", "fold", "n_train", "n_test", "accuracy"])
    writer.writerows(found)
