"""What Bouckaert (2005) says of procedures next to each other: sentences as data, and the few that need a measure."""

from collections.abc import Iterable

import numpy as np

from outperform.papers.agreement import Cell, Measured
from outperform.papers.bouckaert_2005.claims import ABOVE, BELOW, SAME, SLIGHT, UNSEEN, Gain, by_size
from outperform.papers.bouckaert_2005.curves import Curves, estimate
from outperform.papers.bouckaert_2005.runs import (
    MCNEMAR,
    MEAN_OVER_FOLDS,
    MEAN_OVER_RUNS,
    REPEATED,
    RESAMPLED,
    SIZES,
    SORTED,
)
from outperform.papers.rules import Bounds, claim, derived

BETTER = "Comparing with 90%/10% McNemar test (Figure 1) we see that power and worst case replicability increases."
WORSE = "Comparing with 50%/50% McNemar test, we see that both power and replicability are worse over all."
TWICE = "The Type I error remains about the same and power increases by taking more samples (about twice as good)."
INCREASES = "Likewise, replicability increases by taking more samples."
REMAINS = "However, replicability remains increasing with increasing number of samples."
CONSIDERABLY = "Repeated cross validation has considerably better Type I replicability and worst case replicability."
SLIGHTLY_BETTER = "Repeated cross validation performs well and sorted repeated cross validation slightly better."
LOW = "Consequently, the Type I error for 1x10 cross validation is (too) low, hence the Type I replicability higher."
MORE_POWER = (
    "Comparing the corresponding graphs between resampling (Figure 3) and repeated cross validation (Figure 2) we "
    "observe that repeated cross validation has slightly better power for the same computational effort."
)

_LARGE = ((MCNEMAR[2], MCNEMAR[0]),)
LARGER_TEST_SETS = (
    Gain("larger test sets: more power", "Increasing the test set size increases power.", "power", _LARGE, ABOVE),
    Gain(
        "larger test sets: better worst case",
        "As expected from our analysis, increasing the test set size increases worst case replicability.",
        "worst",
        _LARGE,
        ABOVE,
    ),
    Gain(
        "larger test sets: Type I replicability",
        "However, increasing test set size does not increase Type 1 replicability.",
        "null",
        _LARGE,
        Bounds(at_most=SLIGHT),
        mean=True,
    ),
)

_TENTH, _HALF = ((RESAMPLED[0], MCNEMAR[0]),), ((RESAMPLED[0], MCNEMAR[2]),)
AGAINST_MCNEMAR = (
    Gain("10x against McNemar 90/10: power", BETTER, "power", _TENTH, ABOVE),
    Gain("10x against McNemar 90/10: worst case", BETTER, "worst", _TENTH, ABOVE),
    Gain(
        "10x against McNemar 90/10: Type I replicability",
        "However, Type I replicability decreases.",
        "null",
        _TENTH,
        BELOW,
        mean=True,
    ),
    Gain("10x against McNemar 50/50: power", WORSE, "power", _HALF, BELOW),
    Gain("10x against McNemar 50/50: worst case", WORSE, "worst", _HALF, BELOW),
)


def more_samples(specs: tuple[str, ...], says: str, considerably: str = "") -> Iterable[Gain]:
    """Return what the text says of taking more samples; ``says`` of 100 to 500 for the power."""
    few, hundred, most = specs
    late = ((most, hundred),)
    yield Gain(f"no more power after 100 samples / {most}", says, "power", late, Bounds(at_most=UNSEEN))
    if considerably:
        key = f"not considerably more power after 100 samples / {most}"
        yield Gain(key, considerably, "power", late, Bounds(at_most=SLIGHT))
    yield Gain(f"worst case improves, 10 to 100 samples / {hundred}", INCREASES, "worst", ((hundred, few),), ABOVE)
    yield Gain(f"worst case improves, 100 to 500 samples / {most}", REMAINS, "worst", late, ABOVE)


_MORE = ((RESAMPLED[1], RESAMPLED[0]),)
TEN_AND_HUNDRED = (
    Gain(
        "100x against 10x: Type I error about the same",
        TWICE,
        "error",
        _MORE,
        Bounds(at_least=-0.01, at_most=0.01),
        reason="A fifth of the level",
    ),
    Gain(
        "100x against 10x: worst case considerably better",
        "The worst case replicability is considerably better when taking more samples.",
        "worst",
        _MORE,
        Bounds(above=SLIGHT),
    ),
    Gain(
        "100x against 10x: Type I replicability about the same",
        "Unlike McNemar's test, the type I replicability remains about the same when taking more samples.",
        "null",
        _MORE,
        SAME,
        listed=True,
    ),
    Gain(
        "100x against 10x: worst case the same",
        "Worst case replicability also remains the same.",
        "worst",
        _MORE,
        SAME,
        reason="The text says the opposite three sentences before",
    ),
)

_EFFORTS = tuple(zip(REPEATED, RESAMPLED, strict=True))
AGAINST_RESAMPLING = (
    *(
        Gain(f"against resampling: power / {pair[0]}", MORE_POWER, "power", (pair,), ABOVE, mean=True, listed=True)
        for pair in _EFFORTS
    ),
    *(
        gain
        for of, name in (("null", "Type I"), ("worst", "worst case"))
        for key in (f"against resampling: {name} replicability",)
        for gain in (
            Gain(f"{key} better", CONSIDERABLY, of, _EFFORTS, ABOVE),
            Gain(f"{key} considerably better", CONSIDERABLY, of, _EFFORTS, Bounds(above=SLIGHT), mean=True),
        )
    ),
)

_RUNS = tuple(zip(SORTED, REPEATED, strict=True))
SORTED_RUNS = (
    *(
        Gain(
            f"like repeated cross-validation / {pair[0]}",
            "Note that the profiles look very similar to those of the repeated cross validation scheme.",
            "power",
            (pair,),
            SAME,
        )
        for pair in _RUNS[1:]
    ),
    *(
        Gain(
            f"sorted slightly better / {pair[0]}",
            SLIGHTLY_BETTER,
            "worst",
            (pair,),
            Bounds(above=0, at_most=SLIGHT),
            mean=True,
        )
        for pair in _RUNS[1:]
    ),
    Gain("1x10 corrected: Type I replicability higher", LOW, "null", ((REPEATED[0], SORTED[0]),), ABOVE),
    Gain(
        "1x10 sorted: worst case higher",
        "Note that the worst case replicability is higher for the sorted than 1x10 cross validation, which indicates "
        "that the correction factor really is not appropriate for 1x10 cross validation.",
        "worst",
        _RUNS[:1],
        ABOVE,
    ),
)


def resampled_more(found: Curves) -> Iterable[Cell]:
    """Check what sec. 4.2 says of the cost, of twice the power, and of how replicability grows with the samples."""
    cost = "This comes at about a two times larger cost (processing 50% of data once for McNemar vs. processing 10% of "
    cost += "data 10 times for 10x resampling)."
    tested = Measured(10 * 0.1 / 0.5)
    yield derived(claim("10x against McNemar 50/50: cost", cost, tested, "ratio of rows tested on", Bounds(at_least=2)))
    ten, hundred, most = RESAMPLED
    yield claim(
        "100x against 10x: power about twice as good",
        TWICE,
        _largest_ratio(found, ten, hundred),
        "largest ratio of powers over all sizes and the steps where it is at least .1 for 10x",
        Bounds(at_least=1.5, at_most=2.5),
    )

    def slowing(n: int) -> Measured:
        low, middle, high = (found[spec, n].worst for spec in (ten, hundred, most))
        return estimate(100 * ((middle - low) / 90 - (high - middle) / 400))

    yield claim(
        "more samples than linearly",
        "Though replicability increases, the number of samples required increases more than linearly.",
        by_size(slowing),
        "gain in 2R - 1 at half power per 100 more samples: from 10 to 100 less from 100 to 500",
        ABOVE,
    )


def _largest_ratio(found: Curves, few: str, many: str) -> Measured:
    ratios = [
        found[many, n].power[:, place] / found[few, n].power[:, place]
        for n in SIZES
        for place in np.flatnonzero(found[few, n].power[0] >= 0.1)
    ]
    return estimate(max(ratios, key=lambda ratio: float(ratio[0])))


def single_run(found: Curves) -> Iterable[Cell]:
    """Compare sorted with repeated cross-validation at one run of ten folds and at more."""
    apart = [np.mean([found[one, n].gain(found[other, n]) for n in SIZES], axis=0) for one, other in _RUNS]
    main = "The main difference is in the 1 time 10 cross validation scheme due to the cross validation scheme using "
    main += "the variance correction factor, while the sorted scheme is not."
    yield claim(
        "main difference at 1x10",
        main,
        {runs: estimate(np.abs(apart[0]) - np.abs(more)) for runs, more in zip(SORTED[1:], apart[1:], strict=True)},
        "size of the mean difference in power at 1x10 less that with more runs",
        ABOVE,
    )
    yield claim(
        "1x10 corrected: Type I error too low",
        LOW,
        by_size(lambda n: estimate(found[REPEATED[0], n].power[:, 0])),
        "Type I error of the corrected test",
        Bounds(below=0.025),
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
            {f"{spec}, n = {n}": estimate(found[spec, n].power[:, 0]) for spec in specs for n in SIZES},
            "Type I error, from which power should rise to 50% while replicability falls",
            Bounds(below=0.5),
            reason=reason,
        )
