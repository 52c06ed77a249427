"""The second half of Wang et al. (2014), section 6: Type I error, power and replicability of five tests.

Pages are those of Neural Computation 26, 208-235, counted from the breaks of the text.
"""

from collections.abc import Mapping
from functools import partial

import numpy as np

from outperform.core import Floats
from outperform.papers._agreement import Agreement, Cell, claim, incomparable, number
from outperform.papers._paper import Obtain
from outperform.papers._w14_halves import TESTS
from outperform.papers._w14_perceptron_tables import table_8, table_9
from outperform.papers._w14_power import power_by_null, power_by_parameter
from outperform.papers._w14_replicability import recomputed, table_10
from outperform.papers._w14_runs import (
    MISSING,
    OMEGA,
    OMEGAS,
    PRINTED_OMEGA,
    SIMULATIONS,
    TRIALS,
    letter_runs,
    mean_se,
    null_runs,
    rate_errors,
    rate_se,
    rejected,
    rejected_plainly,
)
from outperform.papers._workbench import Workbench

TABLE_6 = ((0.08, 0.07, 0.05, 0.04, 0.05), (0.07, 0.05, 0.04, 0.05, 0.05))  # p. 228, by simulation; columns TESTS
TABLE_7 = (0.08, 0.06, 0.05, 0.04, 0.02)  # p. 228
LOWER = "erratum: with learners that meet H0 this column is lower than printed"
PLAIN = "the printed value fits lambda = 0 (the variance L) against t with 5 degrees of freedom"
TAILS = "folds of 1000 rows leave almost no ties, so that t_CCV / t_CV is near .41 (Cauchy tails): .07 goes with .03"
LETTER_TREE = f"omega = {OMEGA:g}, where H0 is true of our tree, not {PRINTED_OMEGA:g}"
NO_NULL = f"at omega = {PRINTED_OMEGA:g} H0 is not true of our tree"

LEFT_OPEN = (
    "Tables 6, 7: R's tree with its defaults (at least 10 rows in a node that is split, 5 in a leaf, 1% of the root's "
    "deviance), least squares with intercept; with these H0 is true in Table 6.",
    "Table 7: the tree is not described. With R's stopping rules it is better than the neighbour at the printed omega "
    f"of {PRINTED_OMEGA:g} (by .007); omega = {OMEGA:g} makes them equal after 150 rows and is taken for Type I error.",
    "Which variance Table 6's column of the blocked test has. Of about ten alternatives that were tried, lambda = 0 "
    "(the variance L) against t with 5 degrees of freedom comes nearest, and would be most powerful in the figures; "
    "the text does not name it, and Tables 7 and 8 fit lambda = 2/3. Found by a search, it settles nothing.",
    "Whether random halves keep the class shares: they do here, as the balanced blocks must (Table 4).",
    "Figures 6 to 11 move something that is not named, and 9 to 11 repeat the captions of 6 to 8. Here 6 to 8 move the "
    "hypothetical value mu_0 of section 5, and 9 to 11 the variance of class 1 or omega.",
    "Tables 8, 9: software, training, scaling and starting weights of the perceptrons; here 30 full-batch steps of "
    "Rprop on scaled columns, weights redrawn at every fit. Of the datasets called thyroid the small one is taken "
    "(new-thyroid).",
    "Table 10: which tree; here scikit-learn's. heart is taken for Statlog's.",
)


def table_6(bench: Workbench) -> Agreement:
    """Reproduce the Type I error on two Gaussian populations."""
    cells, notes = [], []
    for place, (simulation, printed) in enumerate(zip(SIMULATIONS, TABLE_6, strict=True)):
        x = null_runs(bench, place)
        cells += _cells(simulation.name, printed, x, ("", TAILS if place else "", "", LOWER, LOWER))
        cells.append(_plain_cell(simulation.name, printed[-1], x))
        gap, se = mean_se(x)
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
        cells = [
            number(f"letters / {test}", value, None, reason=MISSING) for test, value in zip(TESTS, TABLE_7, strict=True)
        ]
        return Agreement("table-7", title, "228", tuple(cells), notes=("missing: letter",))
    null, printed = runs[:, OMEGAS.index(OMEGA)], runs[:, OMEGAS.index(PRINTED_OMEGA)]
    cells = _cells("letters", TABLE_7, null, (LETTER_TREE,) * len(TESTS))
    rates = rejected(printed).mean(axis=0)
    for test, published, rate in zip(TESTS, TABLE_7, rates.tolist(), strict=True):
        se, noise = rate_se(rate, len(printed)), rate_se(published, TRIALS)
        cells.append(incomparable(f"omega = 25 / {test}", published, rate, NO_NULL, se, published_se=noise))
    cells.append(_elevated(null, "K-fold tests"))
    gaps = [f"{gap:+.4f} (se {se:.4f}) at omega = {omega:g}" for omega, gap, se in _gaps(runs)]
    notes = (f"{len(runs)} datasets; tree less nearest neighbour: {', '.join(gaps)}",)
    return Agreement("table-7", title, "228", tuple(cells), notes=notes)


def _cells(about: str, printed: tuple[float, ...], x: Floats, reasons: tuple[str, ...]) -> list[Cell]:
    rates = rejected(x).mean(axis=0)
    return [
        _rate_cell(f"{about} / {test}", published, float(rate), len(x), reason)
        for test, published, rate, reason in zip(TESTS, printed, rates, reasons, strict=True)
    ]


def _rate_cell(key: str, published: float, rate: float, datasets: int, reason: str) -> Cell:
    se, noise = rate_errors(rate, datasets, published)
    return number(key, published, rate, se=se, published_se=noise, unit=0.01, reason=reason)


def _elevated(x: Floats, about: str) -> Cell:
    """Check that the K-fold tests reject more than the other three."""
    shares = rejected(x).astype(np.float64)
    gaps = shares[:, :2].mean(axis=1) - shares[:, 2:].mean(axis=1)
    found, se = float(gaps.mean()), float(gaps.std(ddof=1) / len(gaps) ** 0.5)
    rule = "mean Type I error of t_CV and t_CCV less that of the other three tests, must be above 0"
    return claim(
        about, "somewhat elevated Type I error; that of the others is acceptable", found, rule, holds=found > 0, se=se
    )


def _plain_cell(about: str, published: float, x: Floats) -> Cell:
    """Compare the blocked test with lambda = 0 and 5 degrees of freedom with the printed number."""
    key = f"{about} / {TESTS[-1]} with lambda = 0, 5 df"
    return _rate_cell(key, published, float(rejected_plainly(x).mean()), len(x), PLAIN)


def _gaps(runs: Floats) -> list[tuple[float, float, float]]:
    return [(omega, *mean_se(runs[:, place])) for place, omega in enumerate(OMEGAS[:2])]


EXHIBITS: Mapping[str, Obtain] = {
    "table-6": table_6,
    "table-7": table_7,
    **{f"figure-{figure}": partial(power_by_null, figure) for figure in (6, 7, 8)},
    **{f"figure-{figure}": partial(power_by_parameter, figure) for figure in (9, 10, 11)},
    "table-8": table_8,
    "table-9": table_9,
    "table-10-recomputed": recomputed,
    "table-10": table_10,
}
