"""Make league.csv: four learners on twelve small data sets, two repeats of ten folds each."""

import csv
import sys

import numpy as np
from sklearn.datasets import (
    load_breast_cancer,
    load_diabetes,
    load_digits,
    load_iris,
    load_wine,
    make_circles,
    make_classification,
    make_gaussian_quantiles,
    make_moons,
)
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.model_selection import RepeatedStratifiedKFold, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

learners = {
    "nb": GaussianNB(),
    "lda": LinearDiscriminantAnalysis(),
    "tree": DecisionTreeClassifier(random_state=0),
    "5nn": make_pipeline(StandardScaler(), KNeighborsClassifier()),
}


digits, number = load_digits(return_X_y=True)
noisy = digits + np.random.default_rng(0).normal(0, 6, digits.shape)
patients, progress = load_diabetes(return_X_y=True)
three_or_eight, one_or_seven = np.isin(number, (3, 8)), np.isin(number, (1, 7))
datasets = {  # seven of real rows, five simulated
    "iris": load_iris(return_X_y=True),
    "wine": load_wine(return_X_y=True),
    "breast-cancer": load_breast_cancer(return_X_y=True),
    "diabetes-halves": (patients, (progress > np.median(progress)).astype(int)),
    "digits-3-or-8": (noisy[three_or_eight], number[three_or_eight]),
    "digits-1-or-7": (noisy[one_or_seven], number[one_or_seven]),
    "digits-even": (noisy[:400], number[:400] % 2),
    "moons": make_moons(200, noise=0.3, random_state=0),
    "circles": make_circles(200, noise=0.2, factor=0.5, random_state=0),
    "quantiles": make_gaussian_quantiles(n_samples=200, n_features=3, n_classes=3, random_state=0),
    "clusters": make_classification(200, 8, n_informative=4, n_classes=3, random_state=0),
    "weak": make_classification(150, 10, n_informative=2, flip_y=0.2, class_sep=0.6, random_state=1),
}
splits = RepeatedStratifiedKFold(n_splits=10, n_repeats=2, random_state=0)

writer = csv.writer(sys.stdout, lineterminator="\n")
writer.writerow(["dataset", "learner", "repeat", "fold", "n_train", "n_test", "accuracy"])
for dataset, (rows, target) in datasets.items():
    for learner, model in learners.items():
        found = cross_validate(model, rows, target, cv=splits, return_indices=True)
        for at, score in enumerate(found["test_score"]):
            sizes = (len(found["indices"][side][at]) for side in ("train", "test"))
            writer.writerow([dataset, learner, at // 10 + 1, at % 10 + 1, *sizes, round(score, 6)])
