"""The simulation of Dietterich (1998, sec. 4 and 5): two kinds of points, learners that ignore what they learn from."""

from collections.abc import Callable, Sequence

import numpy as np

from outperform.core import Floats
from outperform.core.panels import Panel, Panels
from outperform.lab import Study
from outperform.lab.records import Records
from outperform.papers.agreement import Agreement, Cell, Measured
from outperform.papers.dietterich_1998.rates import LEVEL, acceptable, bars, exceeding, rate_of
from outperform.papers.rules import Bounds, claim, incomparable
from outperform.papers.workbench import Workbench, once

RATES = (0.1, 0.2, 0.3, 0.4)
HELD = {"McNemar": "mcnemar-holdout", "proportions": "proportions-holdout"}
TESTS = {**HELD, "resampled t": "resampled", "10-fold t": "kfold-t", "5x2cv t": "5x2-t"}
CORRECTED = 'holdout(share="1/3") + proportions-corrected'
SPLITS = (5, 10, 20, 30, 40, 50, 60, 80, 100)
FOLDS = (2, 5, 10, 15, 20, 30, 50, 60, 100)  # divisors of 300
TIES = (  # measured: .048 of .060 at two folds
    "With two folds most rejections are two equal differences: here, as in the paper, their variance of 0 rejects;"
    " kfold-t itself decides nothing by fewer than 6 equal differences"
)
HALVES = 20  # repeats of two folds
TWO_EXCEED = (
    "Two of the five tests have a probability of Type I error that exceeds the target value of 0.05: the "
    "difference-of-proportions test and the resampled t test."
)
REMAINING = "The remaining tests have acceptable probability of making a Type I error according to this simulation."
IF_CORRECTED = (
    "Note that if we had used the corrected version of the difference-of-proportions test, it would not have suffered "
    "from this problem."
)
STAYS = "Notice that the cross-validated t test does not exhibit this problem."


def _trials(bench: Workbench) -> int:
    return bench.pick(20_000, 100_000, 1000)


@once
def simulated_rates(bench: Workbench) -> dict[str, list[Measured]]:
    """Return the Type I error of each test at each overall error."""
    trials = _trials(bench)
    plain = (*(spec for spec in TESTS.values() if spec != "kfold-t"), CORRECTED)
    studies = [Study(f"epsilon(rate={rate})", plain, datasets=trials, seed=bench.seed) for rate in RATES]
    studies += [
        Study(f"epsilon(rate={rate}, beta=0.02)", ("kfold-t",), datasets=trials, seed=bench.seed) for rate in RATES
    ]
    found = bench.run(studies)
    merged = [{**found[place], **found[place + len(RATES)]} for place in range(len(RATES))]
    return {
        name: [rate_of(one[spec].pvalue <= LEVEL) for one in merged]
        for name, spec in {**TESTS, CORRECTED: CORRECTED}.items()
    }


def type_one_error(bench: Workbench) -> Agreement:
    """Fig. 5: Type I error of five tests."""
    trials = _trials(bench)
    found = simulated_rates(bench)
    rates = {name: found[name] for name in TESTS}
    corrected = found[CORRECTED]
    cells = [
        _judged(name)(f"{name}, error {rate}", found_rate)
        for name in TESTS
        for rate, found_rate in zip(RATES, rates[name], strict=True)
    ]
    cells += _comparisons(rates)
    cells += [
        acceptable(f"proportions with the corrected standard error, error {rate}", one, IF_CORRECTED)
        for rate, one in zip(RATES, corrected, strict=True)
    ]
    panel = Panel(
        "300 rows",
        "overall error",
        "Type I error",
        tuple(bars(name, of_test) for name, of_test in rates.items()),
        kind="bars",
        marks=(("level", LEVEL),),
        categories=tuple(f"{rate:g}" for rate in RATES),
    )
    caption = "Type I error of five tests on two kinds of points (Dietterich 1998, Fig. 5), with 95% intervals."
    notes = (f"{trials} trials per bar, the paper 1000; the figure prints no numbers, so its sentences are checked.",)
    return Agreement(
        "figure-5",
        "Type I error in the simulation",
        "1895-1923, sec. 5",
        tuple(cells),
        Panels("figure-5", caption, (panel,)),
        notes,
    )


def _judged(test: str) -> Callable[[str, Measured], Cell]:
    if test in ("proportions", "resampled t"):
        return lambda key, rate: exceeding(key, rate, TWO_EXCEED)
    return lambda key, rate: acceptable(key, rate, REMAINING)


def _comparisons(rates: dict[str, list[Measured]]) -> list[Cell]:
    ratios = {}
    for k, error in enumerate(RATES):
        other = max(rates[name][k] for name in TESTS if name != "resampled t")
        ours = rates["resampled t"][k]
        least = max(other.value, 1e-9)
        ratio = ours.value / least
        ratios[f"error {error}"] = Measured(ratio, float(np.hypot(ours.se, ratio * other.se)) / least)
    first, last = (rates["proportions"][k] for k in (0, -1))
    return [
        claim(
            "resampled t against the others",
            "The resampled t test has a much higher probability of Type I error than the other tests.",
            ratios,
            "ratio to the largest of the other four",
            Bounds(at_least=1.5),
        ),
        claim(
            "proportions: from error .1 to .4",
            "When the sample S is unrepresentative, the measured difference in the two proportions will be large, "
            "especially when epsilon is near 0.5.",
            last.less(first),
            "the rate at .4 less that at .1",
            Bounds(above=0),
        ),
    ]


def by_replications(bench: Workbench) -> Agreement:
    """Fig. 6: Type I error by the number of splits or folds, at an error of .10."""
    trials = bench.pick(10_000, 100_000, 1000)
    splits = tuple(f"resampled(repeats={count})" for count in SPLITS)
    folds = tuple(f"kfold-t(folds={count})" for count in FOLDS)
    found = bench.run(
        [
            Study("epsilon(rate=0.1)", splits, datasets=trials, seed=bench.seed),
            Study("epsilon(rate=0.1, beta=0.02)", folds, datasets=trials, seed=bench.seed),
        ]
    )
    resampled = [_rejections(found[0][spec]) for spec in splits]
    crossed = [_rejections(found[1][spec]) for spec in folds]
    cells = (
        _grows("resampled t", SPLITS, resampled),
        _stays("cross-validated t", FOLDS[1:], crossed[1:]),
        *(
            incomparable(f"resampled t, {count} splits", None, rate.value, "the figure prints no number", se=rate.se)
            for count, rate in zip(SPLITS, resampled, strict=True)
        ),
        *(
            acceptable(f"cross-validated t, {count} folds", rate, STAYS, TIES if count == 2 else "")
            for count, rate in zip(FOLDS, crossed, strict=True)
        ),
    )
    panel = Panel(
        "error .10, 300 rows",
        "splits or folds",
        "Type I error",
        (bars("resampled t", resampled, SPLITS), bars("cross-validated t", crossed, FOLDS)),
        marks=(("level", LEVEL),),
    )
    caption = "Type I error by the number of splits or folds (Dietterich 1998, Fig. 6)."
    notes = (
        f"{trials} trials per point.",
        "For cross-validation x is the number of folds. The numbers on the x axis are not in the text: ours.",
    )
    return Agreement(
        "figure-6",
        "More splits, more false findings",
        "1895-1923, sec. 5",
        cells,
        Panels("figure-6", caption, (panel,)),
        notes,
    )


def _rejections(records: Records) -> Measured:
    """Return how often a t test rejects as in the paper, where any difference over a variance of 0 does."""
    return rate_of((records.pvalue <= LEVEL) | ((records.se == 0) & (records.sign != 0)))


def _gain(rates: Sequence[Measured]) -> Measured:
    return rates[-1].less(rates[0])


def _grows(name: str, counts: Sequence[int], rates: Sequence[Measured]) -> Cell:
    key = f"{name}: from {counts[0]} to {counts[-1]} splits"
    says = (
        "Indeed, the probability of making a Type I error with this test can be increased by increasing the number of "
    )
    says += "resampled training/test splits."
    return claim(key, says, _gain(rates), "gain in the rate of rejections", Bounds(above=0))


def _stays(name: str, counts: Sequence[int], rates: Sequence[Measured]) -> Cell:
    key = f"{name}: from {counts[0]} to {counts[-1]} folds"
    says = STAYS
    return claim(key, says, _gain(rates), "gain in the rate of rejections", Bounds(at_most=0.01))


def simulated_halves(bench: Workbench) -> Floats:
    """Differences [dataset, repeat, 2] of twenty repeats of halves at an error of .10."""
    trials = bench.pick(20_000, 100_000, 100_000)
    spec = f"corrected-cv(repeats={HALVES}, folds=2)"
    (found,) = bench.run([Study("epsilon(rate=0.1)", (spec,), datasets=trials, seed=bench.seed)])
    halves = found[spec].halves
    assert halves is not None
    return halves
