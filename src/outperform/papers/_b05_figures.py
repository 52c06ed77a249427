"""The figures of Bouckaert (2005): what they show, and whether it has the properties that the text names."""

from collections.abc import Iterable
from itertools import pairwise

from outperform.core.panels import Panel, Panels, Series
from outperform.papers._agreement import Agreement, Cell, claim
from outperform.papers._b05_curves import (
    MCNEMAR,
    REPEATED,
    RESAMPLED,
    SHARES,
    SIZES,
    SORTED,
    Curve,
    at_half_power,
    curves,
    expected_worst,
    power_at,
    worst,
)
from outperform.papers._workbench import Workbench

Curves = dict[tuple[str, int], Curve]
TINY = 0.015  # differences in power and R below this are not seen in a figure


def figure_1(bench: Workbench) -> Agreement:
    """McNemar's test with three test shares."""
    found = curves(bench, MCNEMAR)
    small, _, large = MCNEMAR
    cells = [*_common(found, MCNEMAR, "figure-1")]
    cells.append(
        _compare(
            "larger test sets: more power",
            "increasing the test set size increases power",
            "least gain in power of a share of .5 over .1, over all sizes and steps, at least -.015",
            min(_all_gains(found, large, small)),
        )
    )
    cells.append(
        _compare(
            "larger test sets: better worst case",
            "increasing the test set size increases worst case replicability",
            "least gain in 2R - 1 at half power of a share of .5 over .1, over all sizes, above 0",
            min(worst(found[large, n])[0] - worst(found[small, n])[0] for n in SIZES),
            least=0.0,
        )
    )
    gain = sum(_type_one(found[large, n]) - _type_one(found[small, n]) for n in SIZES) / len(SIZES)
    cells.append(
        claim(
            "larger test sets: Type I replicability",
            "increasing the test set size does not increase Type I replicability",
            gain,
            "mean gain over the sizes in 2R - 1 under the null of a share of .5 over .1 at most .03",
            holds=gain <= 0.03,
        )
    )
    drop = _type_one(found[small, SIZES[0]]) - _type_one(found[small, SIZES[-1]])
    cells.append(
        _compare(
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
    cells = [*_common(found, RESAMPLED, "figure-2")]

    def gains(spec: str) -> list[float]:
        return [gain for n in SIZES for gain in _gains(found[ten, n], mcnemar[spec, n])]

    cells.append(
        _compare(
            "10x against McNemar 90/10: power",
            "power and worst case replicability increase",
            "least gain in power, over all sizes and steps, at least -.015",
            min(gains(MCNEMAR[0])),
        )
    )
    cells.append(
        _compare(
            "10x against McNemar 90/10: worst case",
            "power and worst case replicability increase",
            "least gain in 2R - 1 at half power, over all sizes, above 0",
            min(worst(found[ten, n])[0] - worst(mcnemar[MCNEMAR[0], n])[0] for n in SIZES),
            least=0.0,
        )
    )
    lost = sum(_type_one(found[ten, n]) - _type_one(mcnemar[MCNEMAR[0], n]) for n in SIZES) / len(SIZES)
    cells.append(
        claim(
            "10x against McNemar 90/10: Type I replicability",
            "Type I replicability decreases",
            lost,
            "mean gain in 2R - 1 under the null over the sizes below 0",
            holds=lost < 0,
        )
    )
    best = max(gains(MCNEMAR[2]))
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
    cells += _more_samples(found, (ten, hundred, most))
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
    cells = [*_common(found, REPEATED, "figure-3"), *_more_samples(found, REPEATED)]
    pairs = list(zip(REPEATED, RESAMPLED, strict=True))
    for cv, splits in pairs:
        power = [gain for n in SIZES for gain in _gains(found[cv, n], resampled[splits, n])]
        cells.append(
            _compare(
                f"against resampling: power / {cv}",
                "slightly better power for the same computational effort",
                "mean gain in power over all sizes and steps above 0",
                sum(power) / len(power),
                least=0.0,
            )
        )
    for name, value in (("Type I", _type_one), ("worst case", lambda curve: worst(curve)[0])):
        gains = [value(found[cv, n]) - value(resampled[splits, n]) for cv, splits in pairs for n in SIZES]
        cells.append(
            _compare(
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
    cells = [*_common(found, SORTED, "figure-4")]
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
        _compare(
            "1x10 corrected: Type I replicability higher",
            "hence the Type I replicability is higher",
            "least gain in 2R - 1 under the null of corrected over sorted, one run of ten folds, above 0",
            min(_type_one(found[plain, n]) - _type_one(found[once, n]) for n in SIZES),
            least=0.0,
        )
    )
    cells.append(
        _compare(
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


def _common(found: Curves, specs: tuple[str, ...], where: str) -> Iterable[Cell]:
    """Check what the text says of all figures."""
    for spec in specs:
        lows = [min(found[spec, n].values(), key=lambda point: point.replicability[0]) for n in SIZES]
        far = max((low.power[0] for low in lows), key=lambda power: abs(power - 0.5))
        yield claim(
            f"worst near half power / {spec}",
            "worst case replicability occurs where power is circa 50%",
            far,
            "power at the step of least R, farthest from one half over the sizes: from .3 to .7",
            holds=0.3 <= far <= 0.7,
        )
        values = [worst(found[spec, n]) for n in SIZES]
        spread = max(value for value, _ in values) - min(value for value, _ in values)
        noise = max(se for _, se in values)
        yield claim(
            f"worst does not change with n / {spec}",
            "worst case replicability does not change with data set size",
            spread,
            "range over the sizes of 2R - 1 at half power: at most .04 and three standard errors",
            holds=spread <= 0.04 + 3 * noise,
            se=noise,
        )
    gaps = [
        power - point.power[0]
        for spec in specs
        for fewer, more in pairwise(SIZES)
        for point, power in zip(
            found[spec, fewer].values(), power_at(found[spec, more], found[spec, fewer]), strict=True
        )
    ]
    yield _compare(
        f"power grows with n / {where}",
        "power increases with increasing data set sizes",
        "least gain in power from one size to the next, over all steps, at least -.02",
        min(gaps),
        least=-0.02,
    )
    full = [
        point.replicability[0]
        for spec in specs
        for n in SIZES
        for point in found[spec, n].values()
        if _full(point.power[0])
    ]
    yield claim(
        f"R goes to 1 with power / {where}",
        "replicability goes to 100% where the power goes to 100%",
        min(full, default=1.0),
        "least R where power is at least .999: at least .995; by definition R is at least 2 x power - 1",
        holds=min(full, default=1.0) >= 0.995,
    )


def _full(power: float) -> bool:
    return power >= 0.999


def _more_samples(found: Curves, specs: tuple[str, ...]) -> Iterable[Cell]:
    """Check what the text says of taking more samples."""
    few, hundred, most = specs
    far = max(_all_gains(found, most, hundred))
    yield claim(
        f"no more power after 100 samples / {most}",
        "no further increase in power after 100 samples",
        far,
        "largest gain in power from 100 to 500 samples, over all sizes and steps, at most .08",
        holds=far <= 0.08,
    )
    for name, fewer, more in (("10 to 100", few, hundred), ("100 to 500", hundred, most)):
        yield _compare(
            f"worst case improves, {name} samples / {more}",
            "replicability increases by taking more samples",
            "least gain in 2R - 1 at half power, over all sizes, above 0",
            min(worst(found[more, n])[0] - worst(found[fewer, n])[0] for n in SIZES),
            least=0.0,
        )


def _compare(key: str, says: str, rule: str, obtained: float, least: float = -TINY) -> Cell:
    return claim(key, says, obtained, rule, holds=obtained > least if least == 0 else obtained >= least)


def _gains(one: Curve, other: Curve) -> list[float]:
    """Gain in power of a curve over another, at the steps of the first."""
    return [point.power[0] - power for point, power in zip(one.values(), power_at(other, one), strict=True)]


def _all_gains(found: Curves, one: str, other: str) -> list[float]:
    return [gain for n in SIZES for gain in _gains(found[one, n], found[other, n])]


def _type_one(curve: Curve) -> float:
    return curve[0].chance_corrected[0]


def _agreement(name: str, title: str, page: str, found: Curves, specs: tuple[str, ...], cells: list[Cell]) -> Agreement:
    count = next(iter(found[specs[0], SIZES[0]].values())).datasets
    notes = (
        f"{count} datasets a point; the largest standard error of a power is {_largest(found, 'power'):.4f}, of an R "
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
