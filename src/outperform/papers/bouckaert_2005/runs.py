"""The runs behind the figures of Bouckaert (2005): procedures, sizes, and how often each rejects on Task I."""

import numpy as np

from outperform.core import Floats
from outperform.lab import Study, run_study

SIZES = (1_000, 2_000, 10_000)
SHARES = (0.1, 0.33, 0.5)
REPETITIONS = 10
LEVEL = 0.05

MCNEMAR = tuple(f"mcnemar-holdout(share={share})" for share in SHARES)
RESAMPLED = tuple(f"corrected-resampled(repeats={repeats}, share=0.1)" for repeats in (10, 100, 500))
REPEATED = tuple(f"corrected-cv(repeats={repeats})" for repeats in (1, 10, 50))
SORTED = tuple(f"sorted-cv(repeats={repeats})" for repeats in (1, 10, 50))
MEAN_OVER_FOLDS = tuple(f"kfold(repeats={repeats}) + averaged-folds-t" for repeats in (10, 50))
MEAN_OVER_RUNS = tuple(f"kfold(repeats={repeats}) + averaged-runs-t" for repeats in (10, 50))
FOLDS = REPEATED + SORTED + MEAN_OVER_FOLDS + MEAN_OVER_RUNS  # all read the same partitions


def tallied(n: int, step: float, procedures: tuple[str, ...], datasets: int, repetitions: int, seed: int) -> Floats:
    """Return how often each procedure rejects on each data set [procedure, data set]; nothing else is kept."""
    study = Study(f"task-one(step={step}, n={n})", procedures, None, datasets, repetitions, (LEVEL,), seed)
    found = run_study(study, jobs=1)
    return np.stack([found[spec].rejected(LEVEL).sum(axis=1).astype(np.float64) for spec in procedures])
