"""Table 5 of Wang et al. (2014): the political ratio of each test, by its formula and by simulation."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from outperform.core import Floats
from outperform.papers.agreement import Agreement, Cell
from outperform.papers.rules import derived, number, threshold
from outperform.papers.wang_2014.components import Components
from outperform.papers.wang_2014.errors import blocked_errors, random_errors
from outperform.papers.wang_2014.experiments import LEARNERS, tables
from outperform.papers.wang_2014.printed import printed_rho
from outperform.papers.workbench import Workbench
from outperform.significance.balanced_halves import Blocked3x2T
from outperform.significance.corrected_kfold import CorrectedKFoldT
from outperform.significance.differences import Differences, DifferenceTest
from outperform.significance.five_by_two import FiveByTwoT
from outperform.significance.paired_t import KFoldT

SETTINGS = {("NB", 40): 40000, ("NB", 200): 20000, ("NB", 2000): 2500, ("CR", 40): 20000, ("CR", 200): 6000}
RATIO_MATTERS = 0.1
Formula = Callable[[float, float], float]  # of rho1 and rho2
TWICE = "erratum: the printed variance 3 S² has half the printed ratio; that is the ratio of 3/2 S², which is derived"


@dataclass(frozen=True)
class Table5Line:
    """A line of Table 5."""

    name: str
    test: DifferenceTest
    ratio: Formula
    halves: str  # whose error rates it takes: "one" pair, "random" or "blocked" halves
    reason: str = ""


def _corrected(first: float, second: float) -> float:  # noqa: ARG001
    return (1 + first) / (1 - first) / 3


ROWS = (
    Table5Line("K-fold cv t", KFoldT(), lambda first, _: (1 + first) / (1 - first), "one"),
    Table5Line("5x2 cv t", FiveByTwoT(), lambda first, _: 1 / (1 - first), "random"),
    Table5Line("corrected K-fold cv t, 3 S² as printed", CorrectedKFoldT("printed"), _corrected, "one", TWICE),
    Table5Line("corrected K-fold cv t, 3/2 S² as derived", CorrectedKFoldT("derived"), _corrected, "one"),
    Table5Line(
        "blocked 3x2 cv t, λ = 2/3",
        Blocked3x2T(2 / 3),
        lambda first, second: (1 + first + 4 * second) / (5 - first - 4 * second),
        "blocked",
    ),
    Table5Line(
        "blocked 3x2 cv t, λ = 4/3",
        Blocked3x2T(4 / 3),
        lambda first, second: (1 + first + 4 * second) / (7 + first - 8 * second),
        "blocked",
    ),
)


def table_5(bench: Workbench) -> Agreement:
    """Compare formulas at the printed correlations of Table 4 with simulated ratios."""
    cases = {(LEARNERS[name], n): count for (name, n), count in SETTINGS.items()}
    blocked, random = (tables(bench, work, "gauss-5", cases) for work in (blocked_errors, random_errors))
    cells = [
        _cell(row, (name, n), (random if row.halves == "random" else blocked)[LEARNERS[name], n])
        for name, n in SETTINGS
        for row in ROWS
    ]
    counts = ", ".join(f"{len(blocked[LEARNERS[name], n])} for {name}, n = {n}" for name, n in SETTINGS)
    notes = (
        "published: the printed formula at the printed ρ1 and ρ2 of Table 4. reproduced: variance of the estimate over "
        "the mean of the squared standard error of the project's own test, given the error rates of one learner.",
        f"Datasets: {counts}.",
        threshold(RATIO_MATTERS, "the ratios of two tests in the table are farther apart"),
    )
    title = "Political ratio of each test: formula and simulation"
    return Agreement("table-5", title, "226", tuple(cells), None, notes)


def _cell(row: Table5Line, case: tuple[str, int], table: Floats) -> Cell:
    value, se = simulated_ratio(row, table)
    rho = printed_rho(*case)
    step = 1e-5
    slopes = [(row.ratio(rho[0] + a, rho[1] + b) - row.ratio(*rho)) / step for a, b in ((step, 0), (0, step))]
    theirs = Components(table).linear(0, *slopes)[2]
    rounding = 0.001 / 12**0.5 * float(np.hypot(slopes[0], slopes[1]))
    key = f"{row.name} / {case[0]}, n = {case[1]}"
    published_se = float(np.hypot(theirs, rounding))
    return derived(
        number(key, row.ratio(*rho), value, se=se, published_se=published_se, matters=RATIO_MATTERS, reason=row.reason)
    )


def simulated_ratio(row: Table5Line, table: Floats) -> tuple[float, float]:
    """Return Var(estimate) / E(se²) of a test over datasets [dataset, repeat, fold], and its standard error."""
    if row.halves == "one":  # each pair of a dataset is a 2-fold cross-validation of its own
        table = table[:, :, np.newaxis]
    result = row.test.arithmetic(Differences.between(table, np.zeros(())))
    each = table if row.halves == "random" else result.estimate  # 5x2 puts any one of its ten values first
    away = (each - each.mean()) ** 2
    squares, variances = (
        np.asarray(part).reshape(len(table), -1).mean(axis=1) for part in (away, np.square(result.se))
    )
    ratio = float(squares.mean() / variances.mean())
    pulls = (squares - ratio * variances) / variances.mean()
    return ratio, float(pulls.std(ddof=1) / len(table) ** 0.5)
