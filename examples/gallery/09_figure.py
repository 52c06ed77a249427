"""A figure, saved.

The difference of each pair with its interval. Needs the extra `report`.
"""

from sklearn.datasets import load_breast_cancer

from outperform import compare
from outperform.report.figures import save

X, y = load_breast_cancer(return_X_y=True)
comparison = compare(["nb", "lda", "1nn"], X, y)
save(comparison.plot("difference"), "difference.svg")
