"""A table of scores from elsewhere.

The output of scikit-learn's cross_validate is enough. Pass return_indices=True, so that
the sizes of the splits are known.
"""

from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import RepeatedStratifiedKFold, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from outperform import judge

X, y = load_breast_cancer(return_X_y=True)
splits = RepeatedStratifiedKFold(n_splits=5, n_repeats=2, random_state=0)
learners = {
    "nb": GaussianNB(),
    "tree": DecisionTreeClassifier(max_depth=3, random_state=0),
}
found = {
    name: cross_validate(learner, X, y, cv=splits, return_indices=True)
    for name, learner in learners.items()
}
print(judge(found))
