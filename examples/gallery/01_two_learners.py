"""Two learners on one dataset.

The default procedure: ten folds, repeated until other partitions would hardly
decide otherwise, and a t test that allows for overlapping training sets.
"""

from sklearn.datasets import load_wine
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB

from outperform import compare

X, y = load_wine(return_X_y=True)
comparison = compare({"lda": LinearDiscriminantAnalysis(), "nb": GaussianNB()}, X, y)
print(comparison.judgements[0].decision)
print(
    comparison.to_frame()[["first", "second", "estimate", "pvalue", "p_flip"]]
    .round(4)
    .to_string(index=False)
)
