"""Several learners against a baseline.

Each learner is compared with the baseline. With the default procedure the p-values are
adjusted by Bonferroni. Short names need no imports.
"""

from sklearn.datasets import load_iris

from outperform import compare

X, y = load_iris(return_X_y=True)
comparison = compare(["lda", "1nn", "nb", "stump"], X, y, baseline="nb")
frame = comparison.to_frame()
print(
    frame[["first", "second", "estimate", "pvalue_adjusted", "adjustment", "decision"]]
    .round(4)
    .to_string(index=False)
)
