"""Figures 1 to 3 of Wang et al. (2014): the variance of 5x2, overlapping halves, blocked against random halves."""

from itertools import combinations, product

import numpy as np

from outperform.core import Floats
from outperform.core.panels import Panel, Panels, Series
from outperform.papers.agreement import Agreement, Cell, Measured
from outperform.papers.rules import Bounds, claim, ours
from outperform.papers.wang_2014.components import PUBLISHED, Components
from outperform.papers.wang_2014.errors import random_errors
from outperform.papers.wang_2014.experiments import counts_of, tables
from outperform.papers.wang_2014.partitions import ROWS_2, TRIPLES, WINDOWS, circle_estimates, partition_estimates
from outperform.papers.wang_2014.units import Batch, run_batches
from outperform.papers.workbench import Workbench

EXAMPLE_1 = {40: 20000, 80: 10000, 160: 6000, 320: 2500}  # datasets by size
EXPERIMENT_1 = {("gauss-3", 40): 20000, ("gauss-300", 1024): 240}
FREE = [0, 3, 6]  # the first halves of each: a random 3x2 that keeps the classes
PLAIN = [9, 10, 11]  # a random 3x2 that ignores the classes


def figure_1(bench: Workbench) -> Agreement:
    """Compare the variance that the 5x2 t test estimates with the real one."""
    cases = {("tree", n): count for n, count in EXAMPLE_1.items()}
    found = {n: Components(table) for (_, n), table in tables(bench, random_errors, "gauss-10", cases).items()}
    cells: list[Cell] = []
    for n, each in found.items():
        what = "mean of the estimated variance over the real one, 1 − ρ1"
        cells.append(claim(f"n = {n}", "an underestimation", each.at(1, -1, 0), what, Bounds(below=1)))
    real = tuple(float(each.sigmas[0]) for each in found.values())
    estimated = tuple(float(each.sigmas[0] - each.sigmas[1]) for each in found.values())
    sizes = tuple(map(float, found))
    series = (Series("real variance", sizes, real), Series("estimated by 5x2", sizes, estimated))
    panel = Panel("Tree, ten columns", "n", "variance of x[1,1]", series, log_x=True)
    notes = (f"Datasets: {counts_of(found)}.",)
    title = "The variance that 5x2 cross-validation estimates beside the real one"
    caption = "Variance of one error rate, and what 5x2 takes for it on average."
    return Agreement("figure-1", title, "209", tuple(cells), Panels("figure-1", caption, (panel,)), notes)


def figure_2(bench: Workbench) -> Agreement:
    """Follow the covariance of two 2-fold estimates with the rows that their training sets share."""
    datasets = bench.pick(50, 2500, PUBLISHED, least=4)
    table = run_batches(bench, circle_estimates, {2: Batch((), datasets, 20)})[2]
    variance = float(((table - table.mean()) ** 2).mean())
    lost = np.stack([_lost(table, apart) / variance for apart in range(1, WINDOWS // 2 + 1)])
    note = (
        f"{datasets} datasets of {ROWS_2} rows; halves are windows on a circle of the rows, so that all pairs of eight "
        "partitions count. Overlap m with one half is overlap n/2 − m with the other: the curve is symmetric."
    )
    title = "The covariance of two 2-fold estimates by the overlap of their training sets"
    return Agreement("figure-2", title, "210", _overlap_claims(lost), _overlap_panels(variance, lost), (note,))


def _overlap_claims(lost: Floats) -> tuple[Cell, ...]:
    """Check the curve; ``lost`` [windows apart, dataset] is what the covariance lacks to the variance, as its share."""
    rows = [ROWS_2 // 2 // WINDOWS * (place + 1) for place in range(len(lost))]
    steps = {
        f"{few} to {many} rows": Measured.over(gap)
        for few, many, gap in zip([0, *rows], rows, np.diff(lost, axis=0, prepend=0), strict=False)
    }
    gaps = {f"{count} rows": Measured.over(lost[-1] - one) for count, one in zip(rows, lost[:-1], strict=False)}
    return (
        claim(
            "falls, then rises",
            "an initial decrease and subsequent increase",
            steps,
            "fall of the covariance at a step towards n/4, as a share of the variance",
            Bounds(above=0),
        ),
        claim(
            "minimum at n/4",
            "the minimum when the number of overlapped samples is n/4",
            gaps,
            "covariance at an overlap less that at n/4, as a share of the variance",
            Bounds(above=0),
        ),
    )


def _mean_and_se(values: Floats) -> tuple[Floats, Floats]:
    return values.mean(axis=1), values.std(axis=1, ddof=1) / values.shape[1] ** 0.5


def _lost(table: Floats, apart: int) -> Floats:
    """Return variance less covariance of estimates so many windows apart, by dataset; window 8 is window 0 again."""
    gaps = table - np.roll(table, -apart, axis=1)
    found: Floats = (gaps**2).mean(axis=1) / 2
    return found


def _overlap_panels(variance: float, lost: Floats) -> Panels:
    means, errors = _mean_and_se(variance * lost)
    down = [(variance, 0.0), *((variance - mean, se) for mean, se in zip(means, errors, strict=True))]
    curve = [*down, *down[-2::-1]]
    overlap = tuple(float(ROWS_2 // 2 // WINDOWS * place) for place in range(len(curve)))
    y = tuple(float(value) for value, _ in curve)
    low, high = (tuple(float(value + side * 1.96 * se) for value, se in curve) for side in (-1, 1))
    panel = Panel("SVM", "rows shared by the training sets", "covariance", (Series("ours", overlap, y, low, high),))
    return Panels("figure-2", "Covariance of two 2-fold estimates; n/4 is 128 rows.", (panel,))


def figure_3(bench: Workbench) -> Agreement:
    """Set blocked against random 3x2 cross-validation."""
    batches = {
        n: Batch((source, n), bench.pick(count // 10, count, PUBLISHED, least=3), 1000 if n == 40 else 10)
        for (source, n), count in EXPERIMENT_1.items()
    }
    found = run_batches(bench, partition_estimates, batches)
    cells = tuple(check(n, table) for n, table in found.items() for check in (_smaller, _smaller_than_plain))
    counts = ", ".join(f"{len(table)} at n = {n}" for n, table in found.items())
    notes = (
        f"Datasets: {counts}. Random halves keep the class counts too, unless said otherwise.",
        "Given the data, three random partitions are independent: their variance exceeds that of the blocked ones by "
        "2/3 of what the squared gaps of two blocked estimates exceed those of two independent ones, halved; that is "
        "far more precise than two variances over datasets.",
        "The gain comes from the overlap of random halves, whose variance as a share of (n/4)² is about 1/n: after a "
        "hundredth of the variance at n = 40 one expects less than a thousandth at n = 1024, which no run can see.",
    )
    title = "Blocked and random 3x2 cross-validation, experiment 1"
    panels = tuple(_boxes(n, table) for n, table in found.items())
    caption = "Median and quartiles of the two estimates over datasets."
    return Agreement("figure-3", title, "214", cells, Panels("figure-3", caption, panels), notes)


_WHAT = "(variance of random − variance of blocked) / variance of random"


def _smaller(n: int, table: Floats) -> Cell:
    """Compare the variance of three blocked halves with that of three independent ones, the first of each blocking."""
    triples = [range(3 * place, 3 * place + 3) for place in range(TRIPLES)]
    blocked = [pair for triple in triples for pair in combinations(triple, 2)]
    free = [pair for one, other in combinations(triples, 2) for pair in product(one, other)]
    within, apart = (
        np.mean([(table[:, one] - table[:, other]) ** 2 / 2 for one, other in pairs], axis=0)
        for pairs in (blocked, free)
    )
    gained = 2 / 3 * (within - apart) / float(table[:, FREE].mean(axis=1).var(ddof=1))
    return claim(f"n = {n}", "blocked has the smaller variance", Measured.over(gained), _WHAT, Bounds(above=0))


def _smaller_than_plain(n: int, table: Floats) -> Cell:
    """Compare it with three halves that ignore the classes; the blocked ones are averaged over the blockings."""
    away = table - table.mean()
    plain = away[:, PLAIN].mean(axis=1) ** 2
    blocked = np.mean([away[:, 3 * place : 3 * place + 3].mean(axis=1) ** 2 for place in range(TRIPLES)], axis=0)
    value = 1 - float(blocked.mean() / plain.mean())
    pulls = (blocked - (1 - value) * plain) / plain.mean()
    se = float(pulls.std(ddof=1) / len(table) ** 0.5)
    key = f"n = {n}, random halves that ignore the classes"
    return ours(claim(key, "blocked has the smaller variance", Measured(value, se), _WHAT, Bounds(above=0)))


def _boxes(n: int, table: Floats) -> Panel:
    names = ("blocked 3x2", "random 3x2", "random 3x2, classes ignored")
    estimates = [table[:, places].mean(axis=1) for places in ([0, 1, 2], FREE, PLAIN)]
    low, middle, high = (tuple(float(np.quantile(each, q)) for each in estimates) for q in (0.25, 0.5, 0.75))
    return Panel(
        f"n = {n}",
        "",
        "estimated error",
        (Series("quartiles", (0.0, 1.0, 2.0), middle, low, high),),
        "points",
        (),
        names,
    )
