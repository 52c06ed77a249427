"""Two learners on one data set.

The default procedure, adaptive-cv: ten folds, repeated until almost all other random
splits would give the same decision, and a t test that allows for overlapping training
sets.
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
