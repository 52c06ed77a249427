"""The figures of Bouckaert (2005): what they show, and whether it has the properties that the text names."""

from outperform.core.panels import Panel, Panels, Series
from outperform.papers.agreement import Agreement, Cell, Measured
from outperform.papers.bouckaert_2005.claims import (
    AT,
    CIRCA_HALF,
    NO_INCREASE,
    SLIGHT,
    SLIGHTLY,
    by_size,
    common,
    gains,
    more_samples,
    type_one,
)
from outperform.papers.bouckaert_2005.comparisons import (
    against_mcnemar,
    against_resampling,
    like_repeated,
    other_schemes,
    single_run,
    ten_and_hundred,
)
from outperform.papers.bouckaert_2005.curves import (
    FOLDS,
    MCNEMAR,
    REPEATED,
    RESAMPLED,
    SHARES,
    SIZES,
    SORTED,
    Curves,
    at_half_power,
    curves,
    expected_worst,
    worst,
)
from outperform.papers.rules import Bounds, claim
from outperform.papers.workbench import Workbench


def figure_1(bench: Workbench) -> Agreement:
    """McNemar's test with three test shares."""
    found = curves(bench, MCNEMAR)
    small, _, large = MCNEMAR
    over = "of a share of .5 over .1"
    cells = [
        *common(found, MCNEMAR, "figure-1"),
        claim(
            "larger test sets: more power",
            "Increasing the test set size increases power.",
            gains(found, large, small),
            f"mean gain in power {over}, {AT}",
            Bounds(above=0),
        ),
        claim(
            "larger test sets: better worst case",
            "As expected from our analysis, increasing the test set size increases worst case replicability.",
            by_size(lambda n: worst(found[large, n]).less(worst(found[small, n]))),
            f"gain in 2R - 1 at half power {over}",
            Bounds(above=0),
        ),
        claim(
            "larger test sets: Type I replicability",
            "However, increasing test set size does not increase Type 1 replicability.",
            Measured.mean([type_one(found[large, n]).less(type_one(found[small, n])) for n in SIZES]),
            f"mean gain over the sizes in 2R - 1 under the null {over}",
            Bounds(at_most=SLIGHT),
        ),
        claim(
            "worst case very low",
            "Worst case replicability is very low for each of the train/test split values.",
            {f"{spec}, n = {n}": worst(found[spec, n]) for spec in MCNEMAR for n in SIZES},
            "2R - 1 at half power",
            Bounds(below=0.45),
            reason="Below .9 the text calls it unacceptable; very low is half of that",
        ),
        claim(
            "Type I replicability falls with n",
            "Type I replicability slightly decreases with increasing data set size.",
            type_one(found[small, SIZES[0]]).less(type_one(found[small, SIZES[-1]])),
            "2R - 1 under the null at 1,000 rows less that at 10,000, test share .1",
            Bounds(above=0),
        ),
    ]
    return _agreement("figure-1", "McNemar's test", "5", found, MCNEMAR, cells)


def figure_2(bench: Workbench) -> Agreement:
    """Random splits: 10, 100, 500 of them."""
    found = curves(bench, RESAMPLED)
    cells = [
        *common(found, RESAMPLED, "figure-2"),
        *against_mcnemar({**curves(bench, MCNEMAR), **found}),
        *more_samples(
            found,
            RESAMPLED,
            "From previous experience [1], we observed no further increase in power after 100 samples.",
            "Power does not increase considerably more than for 100x resampling.",
        ),
        *ten_and_hundred(found),
    ]
    return _agreement("figure-2", "Corrected resampled t", "6", found, RESAMPLED, cells)


def figure_3(bench: Workbench) -> Agreement:
    """Repeated cross-validation: 1, 10, 50 times ten folds."""
    found = curves(bench, FOLDS)
    says = "Like for resampling, increasing the number of repeats does not increase power after 100 samples."
    cells = [
        *common(found, REPEATED, "figure-3"),
        *more_samples(found, REPEATED, says),
        *against_resampling({**curves(bench, RESAMPLED), **found}),
    ]
    return _agreement("figure-3", "Corrected repeated cross-validation", "6", found, REPEATED, cells)


def figure_4(bench: Workbench) -> Agreement:
    """Sorted runs: 1, 10, 50 times ten folds."""
    found = curves(bench, FOLDS)
    cells = [
        *common(found, SORTED, "figure-4"),
        *like_repeated(found),
        *single_run(found),
        *other_schemes(found),
    ]
    return _agreement("figure-4", "Sorted runs of cross-validation", "7", found, SORTED, cells)


def _agreement(name: str, title: str, page: str, found: Curves, specs: tuple[str, ...], cells: list[Cell]) -> Agreement:
    count = next(iter(found[specs[0], SIZES[0]].values())).datasets
    notes = (
        f"{count} datasets per point; the largest standard error of a power is {_largest(found, 'power'):.4f}, of an R "
        f"{_largest(found, 'replicability'):.4f}.",
        "The figure shows 2R - 1, as the paper does.",
        "2R - 1 at half power, and the power where it is lowest, are those of a parabola in the power through the "
        "points where power is between .2 and .8.",
        SLIGHTLY,
        CIRCA_HALF,
        NO_INCREASE,
    )
    caption = f"{title}: power (rising) and 2R - 1 (with a low point) along the difference in accuracy, at three sizes."
    panels = Panels(f"bouckaert-2005-{name}", caption, tuple(_panel(found, spec) for spec in specs))
    return Agreement(name, title, page, tuple(cells), panels, notes)


def _largest(found: Curves, name: str) -> float:
    return max(float(getattr(point, name)[1]) for curve in found.values() for point in curve.values())


def _panel(found: Curves, spec: str) -> Panel:
    series = []
    for n in SIZES:
        curve = found[spec, n]
        x = tuple(step / 200 for step in curve)
        for word, values in (
            ("power", [point.power for point in curve.values()]),
            ("2R - 1", [point.chance_corrected for point in curve.values()]),
        ):
            series.append(Series(f"{word}, n = {n:,}", x, tuple(value for value, _ in values)))
    return Panel(spec, "difference in accuracy", "share", tuple(series), y_range=(0.0, 1.0))


def theory(bench: Workbench) -> Panels:
    """Draw worst replicability by test share: the formula, and what the simulation gives."""
    grid = tuple(number / 100 for number in range(101))
    line = Series("(2/pi) asin(t)", grid, tuple(expected_worst(share) for share in grid))
    found = [_farthest(bench, share) for share in SHARES]
    dots = Series(
        "simulation, the size farthest from the formula",
        SHARES,
        tuple(value for value, _ in found),
        tuple(value - 2 * se for value, se in found),
        tuple(value + 2 * se for value, se in found),
    )
    panel = Panel("McNemar's test at half power", "test share t", "2R - 1", (line, dots), y_range=(0.0, 1.0))
    caption = "Worst replicability of McNemar's test by the share of rows that are tested on."
    return Panels("bouckaert-2005-section-3", caption, (panel,))


def _farthest(bench: Workbench, share: float) -> Measured:
    """Return what the simulation gives at the size that is farthest from the formula."""
    return max(at_half_power(bench, share).values(), key=lambda one: abs(one.value - expected_worst(share)))
