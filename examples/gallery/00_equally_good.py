"""Two learners that are equally good, where the usual tests find a difference.

The target is the sum of ten columns plus noise. One Lasso sees the first five columns,
the other the last five, so neither can be better. The p-values of the paired t test and
of the corrected t test say otherwise; outperform finds no clear difference.
"""

import numpy as np
from scipy.stats import ttest_rel
from sklearn.compose import make_column_transformer
from sklearn.linear_model import Lasso
from sklearn.model_selection import RepeatedKFold, cross_validate
from sklearn.pipeline import make_pipeline

from outperform import compare, judge

rng = np.random.default_rng(0)
X = rng.normal(size=(200, 10))
y = X.sum(axis=1) + 3 * rng.normal(size=200)

learners = {
    name: make_pipeline(make_column_transformer(("passthrough", half)), Lasso(0.8))
    for name, half in {"left": [0, 1, 2, 3, 4], "right": [5, 6, 7, 8, 9]}.items()
}
cv = RepeatedKFold(n_splits=10, n_repeats=10, random_state=0)
runs = {
    name: cross_validate(learner, X, y, cv=cv, return_indices=True)
    for name, learner in learners.items()
}
plain = ttest_rel(*(run["test_score"] for run in runs.values()))
corrected = judge(runs, test="corrected-t").judgements[0].verdict
comparison = compare(learners, X, y, metric="r2")
print(f"paired t test: p = {plain.pvalue:.0e}")
print(f"corrected t test: p = {corrected.pvalue:.4f}", end="\n\n")
print(comparison)
