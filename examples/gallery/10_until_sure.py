"""Repeat until the decision is stable.

The number of repeats is not fixed beforehand. Each pair stops when more repeats are
unlikely to change its decision.
"""

from sklearn.datasets import load_breast_cancer

from outperform import compare

X, y = load_breast_cancer(return_X_y=True)
print(compare(["nb", "1nn"], X, y, procedure="adaptive-cv"))
