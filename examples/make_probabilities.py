"""Make probabilities.csv: two models' probabilities of malignant on a third of scikit-learn's breast_cancer."""

import csv
import sys

from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import GaussianNB

data = load_breast_cancer()
train, test, target, truth = train_test_split(
    data.data, data.target, test_size=1 / 3, random_state=0, stratify=data.target
)
learners = {"forest": RandomForestClassifier(random_state=0), "nb": GaussianNB()}
malignant = data.target_names.tolist().index("malignant")
said = [learner.fit(train, target).predict_proba(test)[:, malignant] for learner in learners.values()]

writer = csv.writer(sys.stdout, lineterminator="\n")
writer.writerow(["label", *learners])
writer.writerows([data.target_names[kind], *map(float, row)] for kind, *row in zip(truth, *said, strict=True))
