"""The figures of Bouckaert (2005): what they show, and whether it has the properties that the text names."""

from collections.abc import Iterable

from outperform.core.panels import Panel, Panels, Series
from outperform.papers.agreement import Agreement, Cell, Measured
from outperform.papers.bouckaert_2005 import comparisons
from outperform.papers.bouckaert_2005.claims import ABOVE, NOTES, Gain, common
from outperform.papers.bouckaert_2005.curves import Curves, at_half_power, curves, estimate, expected_worst
from outperform.papers.bouckaert_2005.runs import FOLDS, MCNEMAR, REPEATED, RESAMPLED, SHARES, SIZES, SORTED
from outperform.papers.rules import Bounds, claim
from outperform.papers.workbench import Workbench


def figure_1(bench: Workbench) -> Agreement:
    """McNemar's test with three test shares."""
    found = curves(bench, MCNEMAR)
    small, large = (found[MCNEMAR[0], n].null for n in (SIZES[0], SIZES[-1]))
    cells = [
        *common(found, MCNEMAR, "figure-1"),
        *_checked(comparisons.LARGER_TEST_SETS, found),
        claim(
            "worst case very low",
            "Worst case replicability is very low for each of the train/test split values.",
            {f"{spec}, n = {n}": estimate(found[spec, n].worst) for spec in MCNEMAR for n in SIZES},
            "2R - 1 at half power",
            Bounds(below=0.45),
            reason="Below .9 the text calls it unacceptable; very low is half of that",
        ),
        claim(
            "Type I replicability falls with n",
            "Type I replicability slightly decreases with increasing data set size.",
            estimate(small - large),
            "2R - 1 under the null at 1,000 rows less that at 10,000, test share .1",
            ABOVE,
        ),
    ]
    return _agreement("figure-1", "McNemar's test", "5", found, MCNEMAR, cells)


def figure_2(bench: Workbench) -> Agreement:
    """Random splits: 10, 100, 500 of them."""
    found = {**curves(bench, MCNEMAR), **curves(bench, RESAMPLED)}
    more = comparisons.more_samples(
        RESAMPLED,
        "From previous experience [1], we observed no further increase in power after 100 samples.",
        "Power does not increase considerably more than for 100x resampling.",
    )
    cells = [
        *common(found, RESAMPLED, "figure-2"),
        *_checked((*comparisons.AGAINST_MCNEMAR, *more, *comparisons.TEN_AND_HUNDRED), found),
        *comparisons.resampled_more(found),
    ]
    return _agreement("figure-2", "Corrected resampled t", "6", found, RESAMPLED, cells)


def figure_3(bench: Workbench) -> Agreement:
    """Repeated cross-validation: 1, 10, 50 times ten folds."""
    found = {**curves(bench, RESAMPLED), **curves(bench, FOLDS)}
    more = comparisons.more_samples(
        REPEATED, "Like for resampling, increasing the number of repeats does not increase power after 100 samples."
    )
    cells = [
        *common(found, REPEATED, "figure-3"),
        *_checked((*more, *comparisons.AGAINST_RESAMPLING), found),
    ]
    return _agreement("figure-3", "Corrected repeated cross-validation", "6", found, REPEATED, cells)


def figure_4(bench: Workbench) -> Agreement:
    """Sorted runs: 1, 10, 50 times ten folds."""
    found = curves(bench, FOLDS)
    cells = [
        *common(found, SORTED, "figure-4"),
        *_checked(comparisons.SORTED_RUNS, found),
        *comparisons.single_run(found),
        *comparisons.other_schemes(found),
    ]
    return _agreement("figure-4", "Sorted runs of cross-validation", "7", found, SORTED, cells)


def _checked(gains: Iterable[Gain], found: Curves) -> list[Cell]:
    return [gain.check(found) for gain in gains]


def _agreement(name: str, title: str, page: str, found: Curves, specs: tuple[str, ...], cells: list[Cell]) -> Agreement:
    shown = [found[spec, n] for spec in specs for n in SIZES]
    points = [(curve, place) for curve in shown for place in range(len(curve.steps))]
    power = max(estimate(curve.power[:, place]).se for curve, place in points)
    corrected = max(estimate(curve.corrected[:, place]).se for curve, place in points)
    notes = (
        f"{shown[0].datasets} datasets per point; the largest standard error of a power is {power:.4f}, of 2R - 1 "
        f"{corrected:.4f}.",
        "The figure shows 2R - 1, as the paper does.",
        *NOTES,
    )
    caption = f"{title}: power (rising) and 2R - 1 (with a low point) along the difference in accuracy, at three sizes."
    panels = Panels(f"bouckaert-2005-{name}", caption, tuple(_panel(found, spec) for spec in specs))
    return Agreement(name, title, page, tuple(cells), panels, notes)


def _panel(found: Curves, spec: str) -> Panel:
    series = []
    for n in SIZES:
        curve = found[spec, n]
        x = tuple(step / 200 for step in curve.steps)
        for word, values in (("power", curve.power[0]), ("2R - 1", curve.corrected[0])):
            series.append(Series(f"{word}, n = {n:,}", x, tuple(values.tolist())))
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
