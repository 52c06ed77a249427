"""Dietterich (1998): five tests, their Type I error and power."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from outperform.papers import _d98_learners as learners
from outperform.papers import _d98_power as power
from outperform.papers import _d98_prose as prose
from outperform.papers import _d98_simulation as simulation
from outperform.papers import _d98_tests as tests
from outperform.papers._paper import Obtain, Paper


@dataclass(frozen=True)
class Dietterich1998(Paper):
    """Approximate statistical tests for comparing supervised classification learning algorithms."""

    slug = "dietterich-1998"
    citation = (
        "T. G. Dietterich (1998). Approximate statistical tests for comparing supervised classification learning "
        "algorithms. Neural Computation 10(7), 1895-1923."
    )
    left_open = ("x",)
    found = ""

    def exhibits(self) -> Mapping[str, Obtain]:
        """Give what obtains each figure and each passage with numbers."""
        return {
            "section-3": prose.critical_values,
            "section-3-4": tests.correlated_folds,
            "section-3-5": tests.replications,
            "figure-2": tests.quantiles,
            "figure-3": learners.errors_by_point,
            "figure-4": prose.designed_errors,
            "figure-5": simulation.type_one_error,
            "figure-6": simulation.by_replications,
            "section-5": prose.two_tables,
            "section-6-1": learners.matched_learners,
            "figure-7": tests.type_one_errors,
            "figure-8": learners.learning_curves,
            "figure-9": partial(power.power, name="EXP6", place="figure-9"),
            "figure-10": partial(power.power, name="Letter", place="figure-10"),
            "figure-11": partial(power.power, name="Pima", place="figure-11"),
        }
