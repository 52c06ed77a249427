"""Comparisons and readings that the tests of the report share."""

import numpy as np
import pytest

from outperform import judge, judge_predictions
from outperform.core import stream
from outperform.core.panels import Panel, Panels, Series
from outperform.papers import Agreement, Measured, Paper
from outperform.papers.rules import Bounds, claim, incomparable
from outperform.papers.rules import number as printed
from outperform.report.tables.agreements import Obtained


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


class Nobody2001(Paper):
    """A paper that nobody wrote, with every kind of cell."""

    slug = "nobody-2001"
    citation = 'Nobody, N. (2001). On <nothing> & "all". Journal of 50%, 1, 1-2.'
    left_open = ("how `α_1` was chosen: *always* .05, 2 * 3",)
    found = ("Much agrees.",)

    def exhibits(self):
        return {"table-1": lambda _: first(), "section-2-1": lambda _: second()}


def first(rows=0):
    cells = (
        printed("5x2 t / ρ² = .5", 0.05, 0.052, se=0.002, published_se=0.01, matters=0.1),
        printed(
            "[bracket] first", 0.05, 0.35, se=0.002, published_se=0.01, matters=0.1, reason="another tree | <b>deep</b>"
        ),
        incomparable("labor", None, -0.25, "nothing is printed", se=0.01),
        *(printed(f"row {row}", 0.5, 0.5) for row in range(rows)),
    )
    series = (Series("5x2-t", (0.0, 1.0), (0.05, 0.35)), Series("5x2-t", (0.0, 1.0), (0.05, 0.05), published=True))
    panels = Panels("table-1", "Ours & theirs.", (Panel("rates", "ρ", "rate", series),))
    return Agreement("table-1", "Rates at α = .05", "7", cells, panels, ("wine_5 is missing",), 1.5)


def second():
    says = "the corrected test is the most replicable of all tests that are compared here"
    return Agreement(
        "section-2-1", "Claims", "8", (claim("replicable", says, Measured(0.97, 0.01), "R", Bounds(above=0.9)),)
    )


@pytest.fixture(scope="session")
def obtained():
    """Make what was obtained of the paper that nobody wrote, with so many more rows."""
    return lambda rows=0: Obtained(Nobody2001(), (first(rows), second()), "standard", 3)
