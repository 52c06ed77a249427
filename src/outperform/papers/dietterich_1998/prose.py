"""Numbers of Dietterich (1998) that need no trials: critical values, two tables, the design of Figure 4."""

import numpy as np
from scipy.special import chdtri, ndtri, stdtrit
from scipy.stats import binomtest

from outperform.core import Dataset
from outperform.core.panels import Panel, Panels, Series
from outperform.designs import KFold
from outperform.papers.agreement import Agreement, Measured
from outperform.papers.rules import Bounds, claim, derived, number
from outperform.papers.workbench import Workbench
from outperform.significance import McNemar, PairedCounts, Proportions
from outperform.sources import Epsilon

LEFT, RIGHT = (0, 40, 60, 0), (40, 0, 20, 40)  # n00, n01, n10, n11 of the two tables in sec. 5


def critical_values(bench: Workbench) -> Agreement:
    """Sec. 3.1 to 3.4: critical values, and what two training sets of ten folds share."""
    del bench  # nothing is drawn but one plan
    cells = (
        number("chi-square, 1 df, .95", 3.841459, float(chdtri(1, 0.05)), unit=1e-6),
        number("normal, .975", 1.96, float(ndtri(0.975)), unit=0.01),
        number("t, 29 df, .975", 2.04523, float(stdtrit(29, 0.975)), unit=1e-5),
        number(
            "share of the data that two training sets of ten folds have in common",
            0.8,
            _shared(),
            unit=0.01,
            reason="of all 300 rows; of the 270 in a training set it is 8/9",
        ),
    )
    return Agreement(
        "section-3", "Critical values of the tests", "1895-1923, sec. 3.1 to 3.4", tuple(map(derived, cells))
    )


def _shared() -> float:
    rows = Dataset(np.zeros((300, 1)), np.zeros(300, dtype=np.int64))
    first, second = list(KFold(folds=10).split(rows.rows, rows.target))[:2]
    return len(np.intersect1d(first[0], second[0])) / rows.size


def two_tables(bench: Workbench) -> Agreement:
    """Sec. 5: two tables with the same difference, of which McNemar's test finds one significant."""
    del bench
    cells = []
    for name, table in (("left", LEFT), ("right", RIGHT)):
        counts = PairedCounts(*np.array(table))
        gap = abs(float((counts.n01 - counts.n10) / counts.n))
        p = float(Proportions().arithmetic(counts).pvalue)
        cells.append(number(f"{name} table: difference of error rates", 0.20, gap, unit=0.01))
        cells.append(
            claim(f"{name} table: proportions", "rejects, p < .005", Measured(p), "its p-value", Bounds(below=0.005))
        )
    left, right = (McNemar().arithmetic(PairedCounts(*np.array(table))) for table in (LEFT, RIGHT))
    claims = (
        ("left table: McNemar", "no significant difference", left.pvalue, "its p-value", Bounds(above=0.05)),
        ("right table: McNemar", "p < .001", right.pvalue, "its p-value", Bounds(below=0.001)),
        (
            "left table: corrected proportions",
            "does not suffer from this problem",
            np.sqrt(left.statistic),
            "z' with its continuity correction, as printed in sec. 3.2",
            Bounds(below=1.96),
        ),
        (
            "left table as 100 tosses of a fair coin, 40 heads",
            "no significant difference",
            binomtest(40, 100).pvalue,
            "exact two-sided p-value",
            Bounds(above=0.05),
        ),
        (
            "right table as 20 tosses, 20 heads",
            "p < .001",
            binomtest(20, 20).pvalue,
            "exact two-sided p-value",
            Bounds(below=0.001),
        ),
    )
    cells += [claim(key, says, Measured(float(value)), what, bounds) for key, says, value, what, bounds in claims]
    notes = ("Without the continuity correction z' of the left table is 20/sqrt(100) = 2.0 and rejects, p = .0455.",)
    return Agreement(
        "section-5", "Two tables with one difference", "1895-1923, sec. 5", tuple(map(derived, cells)), notes=notes
    )


def designed_errors(bench: Workbench) -> Agreement:
    """Fig. 4: the two kinds of points at an overall error of .10."""
    del bench
    errors = Epsilon(rate=0.1).errors  # [kind, learner]
    cells = [
        number(f"error of {name} on the {half} half", printed, float(errors[kind, learner]), unit=0.01)
        for learner, name in enumerate("AB")
        for kind, half in enumerate(("first", "second"))
        for printed in (0.05 if learner == kind else 0.15,)  # half of .10 and three halves of it, sec. 4.1
    ]
    cells += [
        number(f"error of {name} overall", 0.10, float(errors[:, k].mean()), unit=0.01) for k, name in enumerate("AB")
    ]
    spread = (errors * (1 - errors)).mean(axis=0)
    gap = Measured(float(spread[0] - spread[1]))
    what = "mean of error x (1 - error) over the population, A less B"
    same = claim("total variance of A and B", "the same", gap, what, Bounds(at_least=-1e-12, at_most=1e-12))
    panels = tuple(
        Panel(f"algorithm {name}", "share of the population", "probability of an error", (series,), y_range=(0, 0.2))
        for k, name in enumerate("AB")
        for series in (Series(name, (0, 0.5, 0.5, 1), tuple(np.repeat(errors[:, k], 2).tolist())),)
    )
    caption = "Designed error probabilities for an overall error of .10 (Dietterich 1998, Fig. 4)."
    return Agreement(
        "figure-4",
        "Designed errors of two simulated learners",
        "1895-1923, sec. 4.1",
        tuple(map(derived, (*cells, same))),
        Panels("figure-4", caption, panels),
    )
