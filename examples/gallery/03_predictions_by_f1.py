"""Predictions, compared by F1.

F1 is not an average over items, so McNemar's test does not apply. The bootstrap
resamples the test set instead.
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
