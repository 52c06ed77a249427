"""Repeat until another partition would hardly decide otherwise.

The number of repeats is not chosen beforehand: each pair stops when it may.
"""

from sklearn.datasets import load_breast_cancer

from outperform import compare

X, y = load_breast_cancer(return_X_y=True)
print(compare(["nb", "1nn"], X, y, procedure="adaptive-cv"))
