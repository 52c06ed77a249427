"""What Bouckaert (2005) says of procedures next to each other, as rules that their curves may keep or not."""

from collections.abc import Iterable

import numpy as np

from outperform.papers.agreement import Cell, Measured
from outperform.papers.bouckaert_2005.claims import (
    AT,
    SAME,
    SLIGHT,
    by_size,
    gains,
    in_words,
    mean_gain,
    type_one,
)
from outperform.papers.bouckaert_2005.curves import (
    MCNEMAR,
    MEAN_OVER_FOLDS,
    MEAN_OVER_RUNS,
    REPEATED,
    RESAMPLED,
    SIZES,
    SORTED,
    Curves,
    worst,
)
from outperform.papers.rules import Bounds, claim, derived


def against_mcnemar(both: Curves) -> Iterable[Cell]:
    """Compare ten random splits with McNemar's test (sec. 4.2)."""
    ten = RESAMPLED[0]
    tenth, _, half = MCNEMAR
    better = "Comparing with 90%/10% McNemar test (Figure 1) we see that power and worst case replicability increases."
    worse = "Comparing with 50%/50% McNemar test, we see that both power and replicability are worse over all."
    power = f"mean gain in power, {AT}"
    yield claim("10x against McNemar 90/10: power", better, gains(both, ten, tenth), power, Bounds(above=0))
    yield claim(
        "10x against McNemar 90/10: worst case",
        better,
        by_size(lambda n: worst(both[ten, n]).less(worst(both[tenth, n]))),
        "gain in 2R - 1 at half power",
        Bounds(above=0),
    )
    yield claim(
        "10x against McNemar 90/10: Type I replicability",
        "However, Type I replicability decreases.",
        Measured.mean([type_one(both[ten, n]).less(type_one(both[tenth, n])) for n in SIZES]),
        "mean gain in 2R - 1 under the null over the sizes",
        Bounds(below=0),
    )
    yield claim("10x against McNemar 50/50: power", worse, gains(both, ten, half), power, Bounds(below=0))
    yield claim(
        "10x against McNemar 50/50: worst case",
        worse,
        by_size(lambda n: worst(both[ten, n]).less(worst(both[half, n]))),
        "gain in 2R - 1 at half power",
        Bounds(below=0),
    )
    cost = "This comes at about a two times larger cost (processing 50% of data once for McNemar vs. processing 10% of "
    cost += "data 10 times for 10x resampling)."
    tested = Measured(10 * 0.1 / 0.5)
    yield derived(claim("10x against McNemar 50/50: cost", cost, tested, "ratio of rows tested on", Bounds(at_least=2)))


def ten_and_hundred(found: Curves) -> Iterable[Cell]:
    """Check the observations of sec. 4.2 on 100 against 10 splits."""
    ten, hundred, most = RESAMPLED
    power = "The Type I error remains about the same and power increases by taking more samples (about twice as good)."
    yield claim(
        "100x against 10x: Type I error about the same",
        power,
        by_size(lambda n: found[hundred, n][0].gain(found[ten, n][0])),
        "difference of Type I errors",
        Bounds(at_least=-0.01, at_most=0.01),
        reason="A fifth of the level",
    )
    yield claim(
        "100x against 10x: power about twice as good",
        power,
        _largest_ratio(found, ten, hundred),
        "largest ratio of powers over all sizes and the steps where it is at least .1 for 10x",
        Bounds(at_least=1.5, at_most=2.5),
    )
    worst_gain = by_size(lambda n: worst(found[hundred, n]).less(worst(found[ten, n])))
    gain = "gain in 2R - 1 at half power"
    yield claim(
        "100x against 10x: worst case considerably better",
        "The worst case replicability is considerably better when taking more samples.",
        worst_gain,
        gain,
        Bounds(above=SLIGHT),
    )
    yield claim(
        "100x against 10x: Type I replicability about the same",
        "Unlike McNemar's test, the type I replicability remains about the same when taking more samples.",
        by_size(lambda n: type_one(found[hundred, n]).less(type_one(found[ten, n]))),
        "gain in 2R - 1 under the null",
        SAME,
        reason=_values("2R - 1 under the null", found, (ten, hundred)),
    )
    yield claim(
        "100x against 10x: worst case the same",
        "Worst case replicability also remains the same.",
        worst_gain,
        gain,
        SAME,
        reason="The text says the opposite three sentences before",
    )
    yield claim(
        "more samples than linearly",
        "Though replicability increases, the number of samples required increases more than linearly.",
        by_size(
            lambda n: _per_hundred(found, (ten, hundred), 90, n).less(_per_hundred(found, (hundred, most), 400, n))
        ),
        "gain in 2R - 1 at half power per 100 more samples: from 10 to 100 less from 100 to 500",
        Bounds(above=0),
    )


def _values(what: str, found: Curves, specs: tuple[str, ...]) -> str:
    parts = [f"{type_one(found[spec, n]).value:.3f} ({spec}, n = {n})" for n in SIZES for spec in specs]
    return f"{what}: {', '.join(parts)}"


def _per_hundred(found: Curves, specs: tuple[str, str], samples: int, n: int) -> Measured:
    """Return the gain in 2R - 1 at half power per 100 more samples."""
    fewer, more = specs
    value, se = worst(found[more, n]).less(worst(found[fewer, n]))
    return Measured(100 * value / samples, 100 * se / samples)


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


def against_resampling(both: Curves) -> Iterable[Cell]:
    """Compare repeated cross-validation with random splits at the same effort (sec. 4.3)."""
    pairs = list(zip(REPEATED, RESAMPLED, strict=True))
    power = "Comparing the corresponding graphs between resampling (Figure 3) and repeated cross validation (Figure 2) "
    power += "we observe that repeated cross validation has slightly better power for the same computational effort."
    for cv, splits in pairs:
        yield claim(
            f"against resampling: power / {cv}",
            power,
            mean_gain([(both[cv, n], both[splits, n]) for n in SIZES]),
            f"mean gain in power over all sizes, {AT}",
            Bounds(above=0),
            reason=f"By size: {in_words(gains(both, cv, splits))}",
        )
    says = "Repeated cross validation has considerably better Type I replicability and worst case replicability."
    for name, value in (("Type I", type_one), ("worst case", worst)):
        gained = {
            f"{cv}, n = {n}": value(both[cv, n]).less(value(both[splits, n])) for cv, splits in pairs for n in SIZES
        }
        what = f"gain in 2R - 1 ({name})"
        yield claim(f"against resampling: {name} replicability better", says, gained, what, Bounds(above=0))
        yield claim(
            f"against resampling: {name} replicability considerably better",
            says,
            Measured.mean(list(gained.values())),
            f"mean over sizes and efforts of the {what}",
            Bounds(above=SLIGHT),
        )


def like_repeated(found: Curves) -> Iterable[Cell]:
    """Compare sorted with repeated cross-validation."""
    pairs = list(zip(REPEATED, SORTED, strict=True))
    apart = {runs: [mean_gain([(found[runs, n], found[cv, n])]) for n in SIZES] for cv, runs in pairs}
    for runs in SORTED[1:]:
        yield claim(
            f"like repeated cross-validation / {runs}",
            "Note that the profiles look very similar to those of the repeated cross validation scheme.",
            dict(zip([f"n = {n}" for n in SIZES], apart[runs], strict=True)),
            f"mean gain in power over repeated cross-validation, {AT}",
            SAME,
        )
    single = [Measured.mean(apart[runs]) for runs in SORTED]
    main = "The main difference is in the 1 time 10 cross validation scheme due to the cross validation scheme using "
    main += "the variance correction factor, while the sorted scheme is not."
    yield claim(
        "main difference at 1x10",
        main,
        {
            runs: Measured(abs(single[0].value) - abs(other.value), float(np.hypot(single[0].se, other.se)))
            for runs, other in zip(SORTED[1:], single[1:], strict=True)
        },
        f"size of the mean difference in power, {AT}, at 1x10 less that with more runs",
        Bounds(above=0),
    )
    says = "Repeated cross validation performs well and sorted repeated cross validation slightly better."
    for cv, runs in pairs[1:]:
        yield claim(
            f"sorted slightly better / {runs}",
            says,
            Measured.mean([worst(found[runs, n]).less(worst(found[cv, n])) for n in SIZES]),
            "mean gain over the sizes in 2R - 1 at half power over repeated cross-validation",
            Bounds(above=0, at_most=SLIGHT),
        )


def single_run(found: Curves) -> Iterable[Cell]:
    """Compare both schemes at one run of ten folds."""
    sorted_run, plain = SORTED[0], REPEATED[0]
    low = (
        "Consequently, the Type I error for 1x10 cross validation is (too) low, hence the Type I replicability higher."
    )
    yield claim(
        "1x10 corrected: Type I error too low",
        low,
        by_size(lambda n: found[plain, n][0].power),
        "Type I error of the corrected test",
        Bounds(below=0.025),
    )
    yield claim(
        "1x10 corrected: Type I replicability higher",
        low,
        by_size(lambda n: type_one(found[plain, n]).less(type_one(found[sorted_run, n]))),
        "gain in 2R - 1 under the null of corrected over sorted, one run of ten folds",
        Bounds(above=0),
    )
    yield claim(
        "1x10 sorted: worst case higher",
        "Note that the worst case replicability is higher for the sorted than 1x10 cross validation, which indicates "
        "that the correction factor really is not appropriate for 1x10 cross validation.",
        by_size(lambda n: worst(found[sorted_run, n]).less(worst(found[plain, n]))),
        "gain in 2R - 1 at half power of sorted over corrected, one run of ten folds",
        Bounds(above=0),
    )


def other_schemes(found: Curves) -> Iterable[Cell]:
    """Check the schemes that have no figure."""
    says = "We generated profiles for other sampling schemes in comparison, namely mean over folds, mean over runs and "
    says += "sorted folds (see [2] for details). All of these show the same trends as shown the figures here."
    why = {
        "mean over folds": "On this task every run has the same mean, so that the test rejects unless it is 0",
        "mean over runs": "The mean of ten folds over runs varies less than the mean of all, so that the test rejects "
        "too often under the null already",
    }
    for (name, reason), specs in zip(why.items(), (MEAN_OVER_FOLDS, MEAN_OVER_RUNS), strict=True):
        yield claim(
            f"same trends / {name}",
            says,
            {f"{spec}, n = {n}": found[spec, n][0].power for spec in specs for n in SIZES},
            "Type I error, from which power should rise to 50% while replicability falls",
            Bounds(below=0.5),
            reason=reason,
        )
