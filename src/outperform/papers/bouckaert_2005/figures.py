"""The figures of Bouckaert (2005): what they show, and whether it has the properties that the text names."""

from outperform.core.panels import Panel, Panels, Series
from outperform.papers.agreement import Agreement, Cell, claim
from outperform.papers.bouckaert_2005.claims import (
    TINY,
    Curves,
    all_gains,
    at_least,
    common,
    gains_over,
    more_samples,
    type_one,
)
from outperform.papers.bouckaert_2005.curves import (
    MCNEMAR,
    REPEATED,
    RESAMPLED,
    SHARES,
    SIZES,
    SORTED,
    at_half_power,
    curves,
    expected_worst,
    worst,
)
from outperform.papers.workbench import Workbench


def figure_1(bench: Workbench) -> Agreement:
    """McNemar's test with three test shares."""
    found = curves(bench, MCNEMAR)
    small, _, large = MCNEMAR
    cells = [*common(found, MCNEMAR, "figure-1")]
    cells.append(
        at_least(
            "larger test sets: more power",
            "increasing the test set size increases power",
            "least gain in power of a share of .5 over .1, over all sizes and steps, at least -.015",
            min(all_gains(found, large, small)),
        )
    )
    cells.append(
        at_least(
            "larger test sets: better worst case",
            "increasing the test set size increases worst case replicability",
            "least gain in 2R - 1 at half power of a share of .5 over .1, over all sizes, above 0",
            min(worst(found[large, n])[0] - worst(found[small, n])[0] for n in SIZES),
            least=0.0,
        )
    )
    gain = sum(type_one(found[large, n]) - type_one(found[small, n]) for n in SIZES) / len(SIZES)
    cells.append(
        claim(
            "larger test sets: Type I replicability",
            "increasing the test set size does not increase Type I replicability",
            gain,
            "mean gain over the sizes in 2R - 1 under the null of a share of .5 over .1 at most .03",
            holds=gain <= 0.03,
        )
    )
    drop = type_one(found[small, SIZES[0]]) - type_one(found[small, SIZES[-1]])
    cells.append(
        at_least(
            "Type I replicability falls with n",
            "Type I replicability slightly decreases with increasing data set size",
            "2R - 1 under the null at 1,000 rows less that at 10,000, test share .1: above 0",
            drop,
            least=0.0,
        )
    )
    return _agreement("figure-1", "McNemar's test", "5", found, MCNEMAR, cells)


def figure_2(bench: Workbench) -> Agreement:
    """Random splits: 10, 100, 500 of them."""
    found = curves(bench, RESAMPLED)
    mcnemar = curves(bench, MCNEMAR)
    ten, hundred, most = RESAMPLED
    cells = [*common(found, RESAMPLED, "figure-2")]

    def over_mcnemar(spec: str) -> list[float]:
        return [gain for n in SIZES for gain in gains_over(found[ten, n], mcnemar[spec, n])]

    cells.append(
        at_least(
            "10x against McNemar 90/10: power",
            "power and worst case replicability increase",
            "least gain in power, over all sizes and steps, at least -.015",
            min(over_mcnemar(MCNEMAR[0])),
        )
    )
    cells.append(
        at_least(
            "10x against McNemar 90/10: worst case",
            "power and worst case replicability increase",
            "least gain in 2R - 1 at half power, over all sizes, above 0",
            min(worst(found[ten, n])[0] - worst(mcnemar[MCNEMAR[0], n])[0] for n in SIZES),
            least=0.0,
        )
    )
    lost = sum(type_one(found[ten, n]) - type_one(mcnemar[MCNEMAR[0], n]) for n in SIZES) / len(SIZES)
    cells.append(
        claim(
            "10x against McNemar 90/10: Type I replicability",
            "Type I replicability decreases",
            lost,
            "mean gain in 2R - 1 under the null over the sizes below 0",
            holds=lost < 0,
        )
    )
    best = max(over_mcnemar(MCNEMAR[2]))
    cells.append(
        claim(
            "10x against McNemar 50/50: power",
            "both power and replicability are worse over all",
            best,
            "largest gain in power, over all sizes and steps, at most .015",
            holds=best <= TINY,
        )
    )
    best = max(worst(found[ten, n])[0] - worst(mcnemar[MCNEMAR[2], n])[0] for n in SIZES)
    cells.append(
        claim(
            "10x against McNemar 50/50: worst case",
            "both power and replicability are worse over all",
            best,
            "largest gain in 2R - 1 at half power, over all sizes, at most 0",
            holds=best <= 0,
        )
    )
    cells += more_samples(found, (ten, hundred, most))
    ratio = max(
        (
            found[hundred, n][step].power[0] / point.power[0]
            for n in SIZES
            for step, point in found[ten, n].items()
            if point.power[0] >= 0.1
        ),
        default=1.0,
    )
    cells.append(
        claim(
            "100x against 10x: power about twice as good",
            "power increases by taking more samples (about twice as good)",
            ratio,
            "largest ratio of powers over all sizes and the steps where it is at least .1 for 10x: from 1.5 to 2.5",
            holds=1.5 <= ratio <= 2.5,
        )
    )
    return _agreement("figure-2", "Corrected resampled t", "6", found, RESAMPLED, cells)


def figure_3(bench: Workbench) -> Agreement:
    """Repeated cross-validation: 1, 10, 50 times ten folds."""
    found = _folds(bench)
    resampled = curves(bench, RESAMPLED)
    cells = [*common(found, REPEATED, "figure-3"), *more_samples(found, REPEATED)]
    pairs = list(zip(REPEATED, RESAMPLED, strict=True))
    for cv, splits in pairs:
        power = [gain for n in SIZES for gain in gains_over(found[cv, n], resampled[splits, n])]
        cells.append(
            at_least(
                f"against resampling: power / {cv}",
                "slightly better power for the same computational effort",
                "mean gain in power over all sizes and steps above 0",
                sum(power) / len(power),
                least=0.0,
            )
        )
    for name, value in (("Type I", type_one), ("worst case", lambda curve: worst(curve)[0])):
        gains = [value(found[cv, n]) - value(resampled[splits, n]) for cv, splits in pairs for n in SIZES]
        cells.append(
            at_least(
                f"against resampling: {name} replicability",
                "considerably better Type I replicability and worst case replicability",
                f"least gain in 2R - 1 ({name}), over all sizes and efforts, above 0",
                min(gains),
                least=0.0,
            )
        )
    return _agreement("figure-3", "Corrected repeated cross-validation", "6", found, REPEATED, cells)


def figure_4(bench: Workbench) -> Agreement:
    """Sorted runs: 1, 10, 50 times ten folds."""
    found = _folds(bench)
    cells = [*common(found, SORTED, "figure-4")]
    for plain, runs in zip(REPEATED[1:], SORTED[1:], strict=True):
        gap = max(
            abs(found[plain, n][step].power[0] - found[runs, n][step].power[0])
            for n in SIZES
            for step in found[plain, n]
        )
        cells.append(
            claim(
                f"like repeated cross-validation / {runs}",
                "the profiles look very similar to those of repeated cross-validation",
                gap,
                "largest difference in power over all sizes and steps at most .1",
                holds=gap <= 0.1,
            )
        )
    once, plain = SORTED[0], REPEATED[0]
    low = max(found[plain, n][0].power[0] for n in SIZES)
    cells.append(
        claim(
            "1x10 corrected: Type I error too low",
            "the Type I error of 1x10 cross-validation is (too) low",
            low,
            "largest Type I error of the corrected test over the sizes below .025",
            holds=low < 0.025,
        )
    )
    cells.append(
        at_least(
            "1x10 corrected: Type I replicability higher",
            "hence the Type I replicability is higher",
            "least gain in 2R - 1 under the null of corrected over sorted, one run of ten folds, above 0",
            min(type_one(found[plain, n]) - type_one(found[once, n]) for n in SIZES),
            least=0.0,
        )
    )
    cells.append(
        at_least(
            "1x10 sorted: worst case higher",
            "the worst case replicability is higher for the sorted scheme",
            "least gain in 2R - 1 at half power of sorted over corrected, one run of ten folds, above 0",
            min(worst(found[once, n])[0] - worst(found[plain, n])[0] for n in SIZES),
            least=0.0,
        )
    )
    return _agreement("figure-4", "Sorted runs of cross-validation", "7", found, SORTED, cells)


def _folds(bench: Workbench) -> Curves:
    """Both tests read the same partitions, so that they are dealt once."""
    return curves(bench, REPEATED + SORTED)


def _agreement(name: str, title: str, page: str, found: Curves, specs: tuple[str, ...], cells: list[Cell]) -> Agreement:
    count = next(iter(found[specs[0], SIZES[0]].values())).datasets
    notes = (
        f"{count} datasets per point; the largest standard error of a power is {_largest(found, 'power'):.4f}, of an R "
        f"{_largest(found, 'replicability'):.4f}.",
        "The figure shows 2R - 1, as the paper does.",
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
    found = [at_half_power(bench, share) for share in SHARES]
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
