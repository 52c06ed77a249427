"""Error rates by simulation, with binomial bounds at 1e-6. Run: make calibrate."""

import numpy as np
import pytest
from scipy import stats

from outperform.lab import Study, run_study

pytestmark = pytest.mark.calibration


def rejections(source, procedure, datasets=20_000, level=0.05):
    return float(run_study(Study(source, (procedure,), datasets=datasets))[procedure].rejected(level).mean())


def within(rate, low, high, count):
    reach = stats.norm.isf(1e-6) * np.sqrt(max(low, 1 - high, 0.01) / count)
    return low - reach <= rate <= high + reach


def test_the_corrected_t_holds_its_level_for_learners_that_ignore_their_training_data():
    """There its correction is exact; what is left is the shape of the law (Nadeau & Bengio 2003)."""
    for n in (300, 1000):
        assert within(rejections(f"task-one(n={n})", "corrected-10x10"), 0.035, 0.055, 20_000)


def test_the_pooled_t_does_not():
    assert rejections("task-one(n=1000)", "kfold(repeats=10) + pooled-t", 5000) > 0.4


def test_dietterichs_simulation_orders_the_tests():
    """D98 Fig. 5: resampled t is far too liberal, the 5x2 t holds its level, McNemar is conservative at small error."""
    rates = {p: rejections("epsilon(rate=0.1)", p) for p in ("resampled", "kfold-t", "5x2-t", "mcnemar-holdout")}
    assert rates["resampled"] > 0.09
    assert rates["kfold-t"] < 0.06
    assert max(rates["5x2-t"], rates["mcnemar-holdout"]) < 0.05
