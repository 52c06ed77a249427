"""Tables 6 and 7 of Wang et al. (2014): Type I error of five tests.

Pages are those of Neural Computation 26, 208-235, counted from the breaks of the text.
"""

import numpy as np

from outperform.core import Floats
from outperform.papers.agreement import Agreement, Cell, Measured, Row, rate_se
from outperform.papers.rules import Bounds, absent, claim, explained, incomparable, number, ours
from outperform.papers.wang_2014.five_tests import TESTS, rejected, rejected_plainly
from outperform.papers.wang_2014.printed import printed_tables
from outperform.papers.wang_2014.rates import NOTE, TRIALS, rate_errors, rate_matters
from outperform.papers.wang_2014.runs import (
    MISSING,
    OMEGA,
    OMEGAS,
    PRINTED_OMEGA,
    SIMULATIONS,
    letter_runs,
    null_runs,
)
from outperform.papers.workbench import Workbench

LOWER = "unexplained: with learners that meet H0 this column is lower than printed"
PLAIN = "lambda = 0, 5 df: the blocked test with the variance L against t with 5 degrees of freedom, found by a search"
TAILS = "folds of 1000 rows leave almost no ties, so that t_CCV / t_CV is near .41 (Cauchy tails): .07 goes with .03"
LETTER_TREE = f"Type I errors are those at omega = {OMEGA:g}, where H0 is true of our tree, not at {PRINTED_OMEGA:g}"
NO_NULL = f"at omega = {PRINTED_OMEGA:g} H0 is not true of our tree"


def table_6(bench: Workbench) -> Agreement:
    """Reproduce the Type I error on two Gaussian populations."""
    cells: list[Cell] = []
    notes = [NOTE, PLAIN]
    for place, (simulation, printed) in enumerate(zip(SIMULATIONS, printed_tables().table_6, strict=True)):
        x = null_runs(bench, place)
        cells += _cells(simulation.name, printed, x, ("", TAILS if place else "", "", LOWER, LOWER))
        cells.append(ours(_plain_cell(simulation.name, printed[-1], x)))
        gap, se = Measured.over(x.mean(axis=(1, 2)))
        about = f"{simulation.name}: {len(x)} datasets; tree less least squares after n/2 rows"
        notes.append(f"{about} {gap:+.4f} (se {se:.4f})")
    cells.append(_elevated(null_runs(bench, 0), "K-fold tests, simulation 1"))
    notes.append("H0 holds after 100, 180 and 1000 training rows, not after 1800 (tree better by .010)")
    title = "Type I error in the classification of two Gaussian populations"
    return Agreement("table-6", title, "228", tuple(cells), notes=tuple(notes))


def table_7(bench: Workbench) -> Agreement:
    """Reproduce the Type I error on letters, where the learners are equal, and beside it at the printed distortion."""
    title = "Type I error in the classification of letters"
    runs = letter_runs(bench)
    if runs is None:
        rows: list[Row] = [
            absent(f"letters / {test}", value, MISSING)
            for test, value in zip(TESTS, printed_tables().table_7, strict=True)
        ]
        return Agreement("table-7", title, "228", tuple(rows), notes=("missing: letter",))
    null, printed = runs[:, OMEGAS.index(OMEGA)], runs[:, OMEGAS.index(PRINTED_OMEGA)]
    cells = _cells("letters", printed_tables().table_7, null, ("",) * len(TESTS))
    rates = rejected(printed).mean(axis=0)
    for test, published, rate in zip(TESTS, printed_tables().table_7, rates.tolist(), strict=True):
        se, noise = rate_se(rate, len(printed)), rate_se(published, TRIALS)
        cells.append(ours(incomparable(f"omega = 25 / {test}", published, rate, NO_NULL, se, published_se=noise)))
    cells.append(_elevated(null, "K-fold tests"))
    gaps = [f"{gap:+.4f} (se {se:.4f}) at omega = {omega:g}" for omega, gap, se in _gaps(runs)]
    notes = (f"{len(runs)} datasets; tree less nearest neighbour: {', '.join(gaps)}", LETTER_TREE, NOTE)
    return Agreement("table-7", title, "228", tuple(cells), notes=notes)


def _cells(about: str, printed: tuple[float, ...], x: Floats, reasons: tuple[str, ...]) -> list[Cell]:
    rates = rejected(x).mean(axis=0)
    return [
        _rate_cell(f"{about} / {test}", published, float(rate), len(x), reason)
        for test, published, rate, reason in zip(TESTS, printed, rates, reasons, strict=True)
    ]


def _rate_cell(key: str, published: float, rate: float, datasets: int, reason: str) -> Cell:
    se, noise = rate_errors(rate, datasets, published)
    matters = rate_matters(published)
    return explained(number(key, published, rate, se=se, published_se=noise, unit=0.01, matters=matters), reason)


def _elevated(x: Floats, about: str) -> Cell:
    """Check that the K-fold tests reject more than the other three."""
    shares = rejected(x).astype(np.float64)
    gaps = shares[:, :2].mean(axis=1) - shares[:, 2:].mean(axis=1)
    what = "mean Type I error of t_CV and t_CCV less that of the other three tests"
    says = "somewhat elevated Type I error; that of the others is acceptable"
    return claim(about, says, Measured.over(gaps), what, Bounds(above=0))


def _plain_cell(about: str, published: float, x: Floats) -> Cell:
    """Compare the blocked test with lambda = 0 and 5 degrees of freedom with the printed number."""
    key = f"{about} / {TESTS[-1]} with lambda = 0, 5 df"
    return _rate_cell(key, published, float(rejected_plainly(x).mean()), len(x), "")


def _gaps(runs: Floats) -> list[tuple[float, float, float]]:
    return [(omega, *Measured.over(runs[:, place].mean(axis=(1, 2)))) for place, omega in enumerate(OMEGAS[:2])]
