"""Predictions, judged by F1.

F1 is no mean over items, so that McNemar's test says nothing of it: the test set is
resampled.
"""

import pandas as pd

from outperform import judge_predictions

table = pd.read_csv("examples/predictions.csv")
said = {name: table[name] for name in ("tree", "nb")}
print(
    judge_predictions(
        table["label"], said, metric=["accuracy", "f1"], positive="malignant"
    )
)
