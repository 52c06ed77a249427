"""Words of scikit-learn and other tools, and the words that are used here instead: of Python and the command line."""

OURS = {
    "scoring": ("metric",),
    "cv": ("design", "procedure", "folds"),
    "n_jobs": ("jobs",),
    "random_state": ("seed",),
    "estimators": ("learners",),
    "alpha": ("level",),
    "verbose": ("progress",),
    "pos_label": ("positive",),
    "target": ("y",),
    "data": ("X",),
    "dataset": ("data",),
    "label": ("truth", "target"),
    "y_true": ("truth",),
    "y_pred": ("predictions",),
}
"""Of a familiar word, the words that may stand for it: which of them counts depends on the command or function."""
