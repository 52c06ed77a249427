"""Tables 8 and 9 of Wang et al. (2014): perceptrons on six UCI datasets. The fits of one serve the other."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from outperform.core import Bools, Floats, stream
from outperform.core.panels import Panel, Panels, Series
from outperform.papers.agreement import Agreement, Cell, Measured, Row, rate_se
from outperform.papers.real import dataset_at_hand
from outperform.papers.rules import Bounds, absent, claim, derived, incomparable, number
from outperform.papers.wang_2014.five_tests import TESTS, rejected
from outperform.papers.wang_2014.halves import STEPS, perceptron_scores
from outperform.papers.wang_2014.printed import printed_tables
from outperform.papers.wang_2014.rates import NOTE, TRIALS, rate_errors, rate_matters
from outperform.papers.wang_2014.runs import MISSING
from outperform.papers.wang_2014.units import Batch, run_batches
from outperform.papers.workbench import Workbench, once

BLOCKED = len(TESTS) - 1
MOST = "in most cases that of blocked 3x2"
TRAINING = "how the networks are trained is not said"


@dataclass(frozen=True)
class Uci:
    """A dataset of the tables: its printed name, the names it may be loaded by, and the sizes of its MLPs."""

    name: str
    files: tuple[str, ...]
    hidden: tuple[int, ...]
    slow: bool = False  # takes many times as long as the others

    @property
    def file(self) -> str | None:
        """The first name under which it is found."""
        return next((file for file in self.files if dataset_at_hand(file) is not None), None)


DATASETS = (
    Uci("Iris", ("iris.arff", "iris"), (3, 10, 20)),
    Uci("Vowel", ("vowel.arff",), (5, 10, 20), slow=True),
    Uci("Thyroid", ("new-thyroid.arff",), (10,)),
    Uci("Seed", ("seeds.arff",), (10, 20)),
    Uci("Heart-statlog", ("heart-statlog.arff",), (5, 10, 20)),
    Uci("Balance", ("balance-scale.arff",), (5, 10, 20)),
)
ROWS = tuple((uci.name, size) for uci in DATASETS for size in uci.hidden)
Rejections = dict[tuple[str, int], Bools]  # by row: [repetition, test]
Printed = tuple[tuple[float, ...], ...]
REDRAWS = 400  # of the repetitions of every row, for the error of how often a test is the best


@once
def _scores(bench: Workbench, file: str, hidden: tuple[int, ...], repetitions: int) -> Floats:
    return run_batches(
        bench, perceptron_scores, {file: Batch((file, hidden), repetitions, 5)}, f"perceptrons on {file}"
    )[file]


def _rejections(bench: Workbench, *, null: bool) -> Rejections:
    """Rejections of each row at hand: of two MLPs of one size, or of the LP and an MLP."""
    found: Rejections = {}
    for uci in DATASETS:
        if uci.file is None:
            continue
        repetitions = bench.pick(5, 700, TRIALS) if uci.slow else bench.pick(30, 1000, TRIALS)
        scores = _scores(bench, uci.file, uci.hidden, repetitions)
        for place, size in enumerate(uci.hidden):
            first, second = scores[:, 1 + 2 * place], scores[:, 2 + 2 * place] if null else scores[:, 0]
            found[uci.name, size] = rejected(first - second)
    return found


def table_8(bench: Workbench) -> Agreement:
    """Reproduce the Type I error on two MLPs of one size, whose weights alone differ."""
    rates, printed = _rejections(bench, null=True), printed_tables().table_8
    cells = [*_cells(printed, rates, _null_cell), _share("lowest Type I error", rates, np.less_equal, "the lowest")]
    title = "Type I error on UCI datasets: two MLPs with as many hidden units"
    return Agreement("table-8", title, "232", tuple(cells), _panels(8, printed, rates), _notes(rates))


def table_9(bench: Workbench) -> Agreement:
    """Reproduce the power on an LP and an MLP; the caption's Type II error is an erratum."""
    rates, printed = _rejections(bench, null=False), printed_tables().table_9
    best = _share("lowest Type II error", rates, np.greater_equal, "the most powerful")
    cells = (*_cells(printed, rates, _power_cell), best, _printed_share(), _caption())
    title = "Power on UCI datasets: LP against MLP (the caption says Type II error)"
    return Agreement("table-9", title, "232", cells, _panels(9, printed, rates), _notes(rates))


def _cells(printed: Printed, rates: Rejections, compare: Callable[[str, float, Bools], Cell]) -> list[Row]:
    """Compare every printed rate with the rejections of its row and test."""
    cells: list[Row] = []
    for (name, size), values in zip(ROWS, printed, strict=True):
        for place, (test, published) in enumerate(zip(TESTS, values, strict=True)):
            key, found = f"{name}, {size} hidden / {test}", rates.get((name, size))
            cells.append(absent(key, published, MISSING) if found is None else compare(key, published, found[:, place]))
    return cells


def _null_cell(key: str, published: float, found: Bools) -> Cell:
    rate = float(found.mean())
    se, noise = rate_errors(rate, len(found), published)
    return number(key, published, rate, se=se, published_se=noise, unit=0.001, matters=rate_matters(published))


def _power_cell(key: str, published: float, found: Bools) -> Cell:
    rate = Measured.rate(float(found.mean()), len(found))
    reason = f"other learners: {TRAINING}, and power is what they make it"
    return incomparable(key, published, rate.value, reason, rate.se, published_se=rate_se(published, TRIALS))


def _share(key: str, rates: Rejections, as_good: np.ufunc, word: str) -> Row:
    """Count the rows in which the blocked test is the best; the rows are given, their repetitions are redrawn."""
    if not rates:
        return absent(key, MOST, MISSING)
    rng = stream(0, "wang-2014", "redrawn", key)
    redrawn = [
        [_wins(found[rng.integers(len(found), size=len(found))], as_good) for found in rates.values()]
        for _ in range(REDRAWS)
    ]
    share = float(np.mean([_wins(found, as_good) for found in rates.values()]))
    what = f"share of rows in which {TESTS[BLOCKED]} is {word}, or as good"
    return claim(key, MOST, Measured(share, float(np.mean(redrawn, axis=1).std())), what, Bounds(above=0.5))


def _wins(rejections: Bools, as_good: np.ufunc) -> bool:
    rates = rejections.mean(axis=0)
    return bool(as_good(rates[BLOCKED], rates).all())


def _printed_share() -> Cell:
    """Read the printed entries as the power that they are: the prose takes the least of them for the best."""
    wins = [row[BLOCKED] >= max(row) for row in printed_tables().table_9]
    what = f"share of the printed rows in which {TESTS[BLOCKED]} has the largest entry, that is the most power"
    key = "lowest Type II error, from the printed entries"
    found = Measured(sum(wins) / len(wins))
    return derived(claim(key, MOST, found, what, Bounds(above=0.5), reason="An erratum of the text"))


def _caption() -> Cell:
    below = sum(corrected < single for single, corrected, *_ in printed_tables().table_9)
    what = (
        "printed rows in which t_CCV is below t_CV: none for Type II errors, since t_CCV rejects only where t_CV does"
    )
    why = "An erratum of the caption: the entries are rejection rates, that is power"
    says = "probabilities of Type II error"
    return derived(claim("caption", says, Measured(float(below)), what, Bounds(at_most=0), reason=why))


def _panels(table: int, printed: Printed, rates: Rejections) -> Panels:
    names = tuple(f"{name} {size}" for name, size in ROWS)
    panels = []
    for place, test in enumerate(TESTS):
        x = tuple(float(number) for number, row in enumerate(ROWS) if row in rates)
        ours = Series("reproduced", x, tuple(float(rates[row][:, place].mean()) for row in ROWS if row in rates))
        theirs = Series(
            "published", tuple(map(float, range(len(ROWS)))), tuple(row[place] for row in printed), published=True
        )
        panels.append(Panel(test, "", "rejection rate", (ours, theirs), kind="points", categories=names))
    return Panels(f"table-{table}", "Rejection rates on UCI data sets, reproduced and published", tuple(panels))


def _notes(rates: Rejections) -> tuple[str, ...]:
    missing = [uci.name for uci in DATASETS if uci.file is None]
    counts = sorted({(name, len(found)) for (name, _), found in rates.items()})
    said = ", ".join(f"{name} {repetitions}" for name, repetitions in counts)
    return (
        f"repetitions, each with fresh divisions and fresh weights: {said}; the paper has 1000",
        f"{TRAINING}: here columns are scaled, and each network takes {STEPS} full-batch steps of Rprop, after which "
        "the LP no longer improves, and on iris and heart the MLP gets worse with more",
        "Thyroid is taken for new-thyroid (215 rows); Vowel has its ten columns of numbers",
        "folds that differ by the same number of rows have no variance and count as rejections",
        NOTE,
        *((f"missing: {', '.join(missing)}",) if missing else ()),
    )
