"""Figures of Dietterich (1998) about four tests on realistic tasks: QQ plot, correlated folds, Type I error."""

from collections.abc import Callable

import numpy as np
from scipy.special import stdtrit

from outperform.core import Floats, stream
from outperform.core.panels import Panel, Panels, Series
from outperform.papers.agreement import Agreement, Measured, Row
from outperform.papers.dietterich_1998.rates import LEVEL, absent, acceptable, bars, exceeding, jackknifed, rate_of
from outperform.papers.dietterich_1998.replications import independent
from outperform.papers.dietterich_1998.runs import POWERFUL, TESTS, Tried, missing_note, tasks_at_hand, tried
from outperform.papers.dietterich_1998.tasks import TASKS
from outperform.papers.rules import Bounds, claim, number, threshold
from outperform.papers.workbench import Workbench

CORRELATION_MATTERS = 0.0379
ONLY = "The 10-fold cross-validated t test is the only test whose Type I error exceeds 0.05."
OTHERS = (
    "All of the other tests, even the difference-of-proportions test (“Prop Test”), show acceptable Type I error rates."
)
SEVERE = (
    "This test has a elevated probability of Type I error (as much as twice the target level), although it is not "
    "nearly as severe as the problem with the resampled t test."
)
REDRAWN = 200  # samples behind a standard error
TWO_HALVES = (  # over 300 datasets of 150 rows the expected difference of a row has a standard deviation of .14
    "Letters: equal on the 10,000 rows kept is not equal on the 10,000 drawn from. The difference of the two learners "
    "varies between such sets by .14 x sqrt(2 / 10000), 0.2 points: more than the 0.1% of the calibration."
)


def quantiles(bench: Workbench) -> Agreement:
    """Fig. 2: quantiles of the 5x2cv statistic against those of t with 5 degrees of freedom, on EXP6."""
    found = tried(bench, "EXP6")
    y = np.sort(_statistic(found.halves[:, :5]))
    count = len(y)
    x = stdtrit(5, (np.arange(1, count + 1) - 0.5) / count)
    middle = np.abs(x) <= 2
    tails = [rate_of(np.abs(y) >= stdtrit(5, 1 - level / 2)) for level in (0.05, 0.02)]
    says = "The figure shows a fairly good fit to the line."

    def slope(values: Floats) -> float:
        return float(np.polyfit(x[middle], values[middle], 1)[0])

    def distance(values: Floats) -> float:
        return float(np.abs(values - x)[middle].max())

    cells = [
        claim(
            "slope of the middle",
            says,
            _redrawn(slope, y, bench.seed),
            "slope for |x| <= 2",
            Bounds(at_least=0.8, at_most=1.2),
        ),
        claim(
            "largest distance in the middle",
            says,
            _redrawn(distance, y, bench.seed),
            "largest distance for |x| <= 2",
            Bounds(at_most=0.4),
        ),
    ]
    cells += [
        claim(
            f"share beyond the two-sided {level:.0%} point",
            "However, at the tails of the distribution, t~ is somewhat more conservative than it should be.",
            rate,
            "share of the statistics",
            Bounds(below=level),
        )
        for level, rate in zip((0.05, 0.02), tails, strict=True)
    ]
    finite = np.isfinite(y)
    series = Series("5x2cv t, EXP6", tuple(x[finite].tolist()), tuple(y[finite].tolist()))
    panel = Panel("EXP6, learners equal", "t, 5 df", "5x2cv t", (series,), kind="points", diagonal=True)
    caption = f"Quantiles of {count} values of the 5x2cv statistic (Dietterich 1998, Fig. 2)."
    notes = (
        f"{count} datasets, the paper 1000.",
        "A quantile is (rank - 1/2)/n rather than rank/n, whose last point lies at infinity.",
    )
    title = "Distribution of the 5x2cv statistic"
    return Agreement(
        "figure-2", title, "1895-1923, sec. 3.5", tuple(cells), Panels("figure-2", caption, (panel,)), notes
    )


def _redrawn(measure: Callable[[Floats], float], y: Floats, seed: int) -> Measured:
    """Measure sorted values, with the standard error over samples drawn from them."""
    rng = stream(seed, "dietterich-1998", "quantiles")
    again = [measure(np.sort(rng.choice(y, size=len(y)))) for _ in range(REDRAWN)]
    return Measured(measure(y), float(np.std(again, ddof=1)))


def _statistic(halves: Floats) -> Floats:
    spread = np.sqrt(((halves[..., 0] - halves[..., 1]) ** 2 / 2).mean(axis=1))
    first = halves[:, 0, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        found: Floats = np.where(first == 0, 0.0, first / spread)
    return found


def correlated_folds(bench: Workbench) -> Agreement:
    """Sec. 3.4: differences on two folds of one cross-validation are correlated, on letters."""
    title, page = "Folds of one cross-validation are correlated", "1895-1923, sec. 3.4"
    says = "different from 0, p < 1e-10"
    keys = ("correlation within a cross-validation", "correlation between independent ones", "the first is not 0")
    if TASKS["Letter"] not in tasks_at_hand()[0]:
        values: tuple[float | str, ...] = (0.03778, -0.00014, says)
        rows = tuple(absent(key, value) for key, value in zip(keys, values, strict=True))
        return Agreement("section-3-4", title, page, rows, notes=missing_note())
    folds = tried(bench, "Letter").folds
    within, apart = correlation(folds), correlation(independent(folds, bench.seed))
    paper_se = float(np.sqrt(2 / (10 * 9 * 1000)))
    cells = (
        number(
            keys[0],
            0.03778,
            within.value,
            se=within.se,
            published_se=paper_se * (1 + 9 * 0.03778),
            unit=1e-5,
            matters=CORRELATION_MATTERS,
            reason="our tree and our distance weights, not C4.5's",
        ),
        number(
            keys[1], -0.00014, apart.value, se=apart.se, published_se=paper_se, unit=1e-5, matters=CORRELATION_MATTERS
        ),
        claim(keys[2], says, within, "correlation within a cross-validation", Bounds(above=0)),
    )
    notes = (
        f"All pairs of ten folds, {len(folds)} datasets. Ours is the intraclass correlation, its error takes datasets "
        "as units; the paper's p < 1e-10 treats all 45,000 pairs as independent (t = .03778 x sqrt(45000) = 8.0).",
        threshold(CORRELATION_MATTERS, "the distance of the two printed correlations"),
    )
    return Agreement("section-3-4", title, page, cells, notes=notes)


def correlation(x: Floats) -> Measured:
    """Correlation of two columns of one row, over all pairs of columns, with its error over rows."""
    columns = x.shape[1]
    away = x - x.mean()
    squares, pairs = (away**2).mean(axis=1), (away.sum(axis=1) ** 2 - (away**2).sum(axis=1)) / (columns * (columns - 1))
    return jackknifed(lambda a, b: a / b, pairs, squares) if squares.sum() else Measured(0.0)


def type_one_errors(bench: Workbench) -> Agreement:
    """Fig. 7: Type I error of four tests on three tasks."""
    there = tasks_at_hand()[0]
    rates = {
        task.name: {test: rate_of(shares[:, 0]) for test, shares in tried(bench, task.name).rejected.items()}
        for task in there
    }
    cells: list[Row] = [_level_kept(test, name, rates.get(name)) for test in TESTS for name in TASKS]
    cells += [
        claim(
            "10-fold t: largest",
            SEVERE,
            {name: of_task[POWERFUL] for name, of_task in rates.items()},
            "rate of rejections on a task",
            Bounds(at_most=2.5 * LEVEL),
            reason="As much as twice the level, with a quarter of that for noise",
        )
    ]
    series = tuple(bars(name, [of_task[test] for test in TESTS]) for name, of_task in rates.items())
    panel = Panel(
        "learners equal", "", "Type I error", series, kind="bars", marks=(("level", LEVEL),), categories=tuple(TESTS)
    )
    caption = (
        "Type I error of four tests with learners calibrated to be equal (Dietterich 1998, Fig. 7), with 95% intervals."
    )
    notes = [_null(task.name, tried(bench, task.name)) for task in there]
    if "Letter" in rates:
        notes.append(TWO_HALVES)
    return Agreement(
        "figure-7",
        "Type I error on three tasks",
        "1895-1923, sec. 6.2",
        tuple(cells),
        Panels("figure-7", caption, (panel,)),
        (*notes, *missing_note()),
    )


def _level_kept(test: str, name: str, rates: dict[str, Measured] | None) -> Row:
    key, says = f"{test}, {name}", ONLY if test == POWERFUL else OTHERS
    if rates is None:
        return absent(key, says)
    return (exceeding if test == POWERFUL else acceptable)(key, rates[test], says)


def _null(name: str, found: Tried) -> str:
    """Return how near to equal the learners were in the trials themselves."""
    parts = {"150": found.halves.mean(axis=(1, 2)), "200": found.held.mean(axis=1), "270": found.folds.mean(axis=1)}
    words = [
        f"{100 * x.mean():+.2f} ({100 * x.std(ddof=1) / np.sqrt(len(x)):.2f}) at {size}" for size, x in parts.items()
    ]
    return (
        f"{name}: {len(found.held)} datasets; mean difference in the trials, in points (se): {', '.join(words)} rows."
    )
