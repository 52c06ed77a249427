"""Several learners against a baseline.

Each is judged against the one we have, and p-values are adjusted by Holm. Short names
spare the imports.
"""

from sklearn.datasets import load_iris

from outperform import compare

X, y = load_iris(return_X_y=True)
comparison = compare(["lda", "1nn", "nb", "stump"], X, y, baseline="nb")
frame = comparison.to_frame()
print(
    frame[["first", "second", "estimate", "pvalue_adjusted", "decision"]]
    .round(4)
    .to_string(index=False)
)
