"""The figures of Bouckaert (2005): what they show, and whether it has the properties that the text names."""

from collections.abc import Callable

from outperform.core.panels import Panel, Panels, Series
from outperform.papers.agreement import Agreement, Cell, Measured
from outperform.papers.bouckaert_2005.claims import (
    AT,
    Curves,
    common,
    gains,
    mean_gain,
    mean_of,
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
            "increasing the test set size increases power",
            gains(found, large, small),
            f"mean gain in power {over}, {AT}",
            Bounds(above=0),
        ),
        claim(
            "larger test sets: better worst case",
            "increasing the test set size increases worst case replicability",
            _by_size(lambda n: worst(found[large, n]).less(worst(found[small, n]))),
            f"gain in 2R - 1 at half power {over}",
            Bounds(above=0),
        ),
        claim(
            "larger test sets: Type I replicability",
            "increasing the test set size does not increase Type I replicability",
            mean_of([type_one(found[large, n]).less(type_one(found[small, n])) for n in SIZES]),
            f"mean gain over the sizes in 2R - 1 under the null {over}",
            Bounds(at_most=0.03),
        ),
        claim(
            "Type I replicability falls with n",
            "Type I replicability slightly decreases with increasing data set size",
            type_one(found[small, SIZES[0]]).less(type_one(found[small, SIZES[-1]])),
            "2R - 1 under the null at 1,000 rows less that at 10,000, test share .1",
            Bounds(above=0),
        ),
    ]
    return _agreement("figure-1", "McNemar's test", "5", found, MCNEMAR, cells)


def _by_size(measure: Callable[[int], Measured]) -> dict[str, Measured]:
    return {f"n = {n}": measure(n) for n in SIZES}


def figure_2(bench: Workbench) -> Agreement:
    """Random splits: 10, 100, 500 of them."""
    found = curves(bench, RESAMPLED)
    both = {**curves(bench, MCNEMAR), **found}
    ten, hundred, most = RESAMPLED
    tenth, _, half = MCNEMAR
    better, worse = "power and worst case replicability increase", "both power and replicability are worse over all"
    cells = [
        *common(found, RESAMPLED, "figure-2"),
        claim(
            "10x against McNemar 90/10: power",
            better,
            gains(both, ten, tenth),
            f"mean gain in power, {AT}",
            Bounds(above=0),
        ),
        claim(
            "10x against McNemar 90/10: worst case",
            better,
            _by_size(lambda n: worst(both[ten, n]).less(worst(both[tenth, n]))),
            "gain in 2R - 1 at half power",
            Bounds(above=0),
        ),
        claim(
            "10x against McNemar 90/10: Type I replicability",
            "Type I replicability decreases",
            mean_of([type_one(both[ten, n]).less(type_one(both[tenth, n])) for n in SIZES]),
            "mean gain in 2R - 1 under the null over the sizes",
            Bounds(below=0),
        ),
        claim(
            "10x against McNemar 50/50: power",
            worse,
            gains(both, ten, half),
            f"mean gain in power, {AT}",
            Bounds(below=0),
        ),
        claim(
            "10x against McNemar 50/50: worst case",
            worse,
            _by_size(lambda n: worst(both[ten, n]).less(worst(both[half, n]))),
            "gain in 2R - 1 at half power",
            Bounds(below=0),
        ),
        *more_samples(found, (ten, hundred, most)),
        claim(
            "100x against 10x: power about twice as good",
            "power increases by taking more samples (about twice as good)",
            _largest_ratio(found, ten, hundred),
            "largest ratio of powers over all sizes and the steps where it is at least .1 for 10x",
            Bounds(at_least=1.5, at_most=2.5),
        ),
    ]
    return _agreement("figure-2", "Corrected resampled t", "6", found, RESAMPLED, cells)


def _largest_ratio(found: Curves, few: str, many: str) -> Measured:
    ratios = [Measured(1.0)]
    for n in SIZES:
        for step, point in found[few, n].items():
            if point.power.value >= 0.1:
                first, second = point.power, found[many, n][step].power
                ratio = second.value / first.value
                ratios.append(
                    Measured(ratio, ((second.se / first.value) ** 2 + (ratio * first.se / first.value) ** 2) ** 0.5)
                )
    return max(ratios)


def figure_3(bench: Workbench) -> Agreement:
    """Repeated cross-validation: 1, 10, 50 times ten folds."""
    found = _folds(bench)
    both = {**curves(bench, RESAMPLED), **found}
    pairs = list(zip(REPEATED, RESAMPLED, strict=True))
    says = "considerably better Type I replicability and worst case replicability"
    cells = [*common(found, REPEATED, "figure-3"), *more_samples(found, REPEATED)]
    cells += [
        claim(
            f"against resampling: power / {cv}",
            "slightly better power for the same computational effort",
            mean_gain([(both[cv, n], both[splits, n]) for n in SIZES]),
            f"mean gain in power over all sizes, {AT}",
            Bounds(above=0),
        )
        for cv, splits in pairs
    ]
    cells += [
        claim(
            f"against resampling: {name} replicability",
            says,
            {f"{cv}, n = {n}": value(both[cv, n]).less(value(both[splits, n])) for cv, splits in pairs for n in SIZES},
            f"gain in 2R - 1 ({name})",
            Bounds(above=0),
        )
        for name, value in (("Type I", type_one), ("worst case", worst))
    ]
    return _agreement("figure-3", "Corrected repeated cross-validation", "6", found, REPEATED, cells)


def figure_4(bench: Workbench) -> Agreement:
    """Sorted runs: 1, 10, 50 times ten folds."""
    found = _folds(bench)
    once, plain = SORTED[0], REPEATED[0]
    cells = [*common(found, SORTED, "figure-4")]
    cells += [
        claim(
            f"like repeated cross-validation / {runs}",
            "the profiles look very similar to those of repeated cross-validation",
            {
                f"n = {n}, step {step:g}": found[cv, n][step].power.less(found[runs, n][step].power)
                for n in SIZES
                for step in found[cv, n]
            },
            "difference in power",
            Bounds(at_least=-0.1, at_most=0.1),
        )
        for cv, runs in zip(REPEATED[1:], SORTED[1:], strict=True)
    ]
    cells += [
        claim(
            "1x10 corrected: Type I error too low",
            "the Type I error of 1x10 cross-validation is (too) low",
            _by_size(lambda n: found[plain, n][0].power),
            "Type I error of the corrected test",
            Bounds(below=0.025),
        ),
        claim(
            "1x10 corrected: Type I replicability higher",
            "hence the Type I replicability is higher",
            _by_size(lambda n: type_one(found[plain, n]).less(type_one(found[once, n]))),
            "gain in 2R - 1 under the null of corrected over sorted, one run of ten folds",
            Bounds(above=0),
        ),
        claim(
            "1x10 sorted: worst case higher",
            "the worst case replicability is higher for the sorted scheme",
            _by_size(lambda n: worst(found[once, n]).less(worst(found[plain, n]))),
            "gain in 2R - 1 at half power of sorted over corrected, one run of ten folds",
            Bounds(above=0),
        ),
    ]
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
