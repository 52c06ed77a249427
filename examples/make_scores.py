"""Make scores.csv: naive Bayes and a tree on scikit-learn's breast_cancer, 10 repeats of 10 folds."""

import csv
import sys

from sklearn.base import clone
from sklearn.datasets import load_breast_cancer
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from outperform.core import Dataset, stream
from outperform.designs import KFold

rows, target = load_breast_cancer(return_X_y=True)
plan = KFold(folds=10, repeats=10).plan(Dataset(rows, target), stream(0, "plan"))
learners = {"tree": DecisionTreeClassifier(random_state=0), "nb": GaussianNB()}

writer = csv.writer(sys.stdout, lineterminator="\n")
writer.writerow(["learner", "repeat", "fold", "n_train", "n_test", "score"])
for name, learner in learners.items():
    for split in plan.splits:
        fitted = clone(learner).fit(rows[split.train], target[split.train])
        score = fitted.score(rows[split.test], target[split.test])
        writer.writerow([name, split.repeat + 1, split.fold + 1, len(split.train), len(split.test), round(score, 6)])
