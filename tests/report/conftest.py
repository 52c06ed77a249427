"""Comparisons and readings that the tests of the report share."""

import numpy as np
import pytest

from outperform import judge, judge_predictions
from outperform.core import stream


def scores_of_ten(learners, shift=0.01):
    """Ten repeats of ten folds with made-up scores."""
    rng = stream(7, "report")
    base = rng.normal(0.9, 0.02, (10, 10))
    return {name: base + number * shift + rng.normal(0, 0.015, (10, 10)) for number, name in enumerate(learners)}


@pytest.fixture(scope="session")
def two():
    return judge(scores_of_ten(["nb", "tree"], 0.02), n_train=900, n_test=100)


@pytest.fixture(scope="session")
def three():
    return judge(scores_of_ten(["nb", "tree", "1nn"]), n_train=900, n_test=100)


@pytest.fixture(scope="session")
def ten():
    return judge(scores_of_ten([f"learner {number}" for number in range(10)], 0.004), n_train=900, n_test=100)


@pytest.fixture(scope="session")
def labels():
    truth = np.array([0, 1] * 30)
    wrong = np.arange(60)
    return judge_predictions(
        truth, {"a": np.where(wrong < 3, 1 - truth, truth), "b": np.where((wrong > 1) & (wrong < 16), 1 - truth, truth)}
    )


def reading(procedure, measure, value, source="task-one(n=300)", **more):
    facts = {"level": 0.05, "datasets": 100, "repetitions": 2, "null": True, "low": value - 0.01, "high": value + 0.01}
    return {"procedure": procedure, "measure": measure, "value": value, "source": source} | facts | more


@pytest.fixture(scope="session")
def readings():
    """Readings of two procedures along a step."""
    rows = []
    for step in (0, 8, 16):
        source = f"task-one(step={step}, n=300)" if step else "task-one(n=300)"
        for number, procedure in enumerate(("5x2-f", "corrected-10x10")):
            facts = {"source": source, "null": step == 0}
            rows += [
                reading(procedure, "rejection", 0.05 + step / 20, **facts),
                reading(procedure, "replicability", 0.9 + number / 20, **facts),
                reading(procedure, "political-ratio", 1.1 - number / 10, **facts),
                reading(procedure, "fits", 10.0 ** (number + 1), **facts),
            ]
    return rows


@pytest.fixture(scope="session")
def pages(two, three, ten, labels):
    """Pages by name, each made once."""
    made = {"two": two, "three": three, "ten": ten, "labels": labels}
    return {name: comparison.to_html() for name, comparison in made.items()}
