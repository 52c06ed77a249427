"""Power and replicability along the steps of Task I, for the figures of Bouckaert (2005)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from outperform.core import Floats, Ints
from outperform.lab import Study, run_study
from outperform.lab.measures.base import Z, average
from outperform.lab.measures.replicability import agreement
from outperform.papers.agreement import Measured
from outperform.papers.workbench import Workbench, once

SIZES = (1_000, 2_000, 10_000)
SHARES = (0.1, 0.33, 0.5)
REPETITIONS = 10
LEVEL = 0.05
BAND = (0.2, 0.8)  # power is compared where it is neither near the level nor near 1

MCNEMAR = tuple(f"mcnemar-holdout(share={share})" for share in SHARES)
RESAMPLED = tuple(f"corrected-resampled(repeats={repeats}, share=0.1)" for repeats in (10, 100, 500))
REPEATED = tuple(f"corrected-cv(repeats={repeats})" for repeats in (1, 10, 50))
SORTED = tuple(f"sorted-cv(repeats={repeats})" for repeats in (1, 10, 50))
MEAN_OVER_FOLDS = tuple(f"kfold(repeats={repeats}) + averaged-folds-t" for repeats in (10, 50))
MEAN_OVER_RUNS = tuple(f"kfold(repeats={repeats}) + averaged-runs-t" for repeats in (10, 50))
FOLDS = REPEATED + SORTED + MEAN_OVER_FOLDS + MEAN_OVER_RUNS  # all read the same partitions


@dataclass(frozen=True, eq=False)
class CurvePoint:
    """How often one procedure rejects on each data set of one step, of so many repetitions."""

    rejections: Ints
    repetitions: int

    @property
    def datasets(self) -> int:
        """The number of data sets."""
        return len(self.rejections)

    @cached_property
    def power(self) -> Measured:
        """The share of rejections."""
        return Measured.over(self._shares)

    @cached_property
    def replicability(self) -> Measured:
        """R: the share of pairs of repetitions that agree."""
        found = average(self._agreed, most=1.0)
        return Measured(found.value, (found.value - found.low) / Z)

    @property
    def chance_corrected(self) -> Measured:
        """2R - 1: what the paper prints."""
        value, se = self.replicability
        return Measured(2 * value - 1, 2 * se)

    def gain(self, other: "CurvePoint") -> Measured:
        """Return how much more power this has than another procedure on the same data sets."""
        return Measured.over(self._shares - other._shares)

    @property
    def _shares(self) -> Floats:
        return self.rejections / self.repetitions

    @property
    def _agreed(self) -> Floats:
        return agreement(self.rejections.astype(np.int64), self.repetitions)


Curve = dict[float, CurvePoint]  # by step
Curves = dict[tuple[str, int], Curve]  # by procedure and size


def points(
    bench: Workbench, places: Sequence[tuple[int, float]], procedures: tuple[str, ...], datasets: int
) -> list[dict[str, CurvePoint]]:
    """Run Task I at each (size, step) and count the rejections of each procedure."""
    repetitions = bench.pick(4, REPETITIONS, REPETITIONS)
    units = [(n, step, procedures, datasets, repetitions, bench.seed) for n, step in places]
    return [
        {spec: CurvePoint(row.astype(np.uint8), repetitions) for spec, row in zip(procedures, found, strict=True)}
        for found in bench.map(tallied, units, "steps")
    ]


def tallied(n: int, step: float, procedures: tuple[str, ...], datasets: int, repetitions: int, seed: int) -> Floats:
    """Return how often each procedure rejects on each data set [procedure, data set]; nothing else is kept."""
    study = Study(f"task-one(step={step}, n={n})", procedures, None, datasets, repetitions, (LEVEL,), seed)
    found = run_study(study, jobs=1)
    return np.stack([found[spec].rejected(LEVEL).sum(axis=1).astype(np.float64) for spec in procedures])


@once
def curves(bench: Workbench, procedures: tuple[str, ...]) -> Curves:
    """Return the curve of each procedure at each size."""
    places = [(n, step) for n in SIZES for step in _steps(bench, procedures, n)]
    single = procedures == MCNEMAR
    found = points(bench, places, procedures, bench.pick(2000, 20_000 if single else 6000, 1000))
    made: Curves = {(spec, n): {} for spec in procedures for n in SIZES}
    for (n, step), row in zip(places, found, strict=True):
        for spec, point in row.items():
            made[spec, n][step] = point
    return made


def _steps(bench: Workbench, procedures: tuple[str, ...], n: int) -> list[float]:
    """Return the paper's 101 steps, or parts of steps that fit the size.

    These are 0, some where power rises, and one where it is 1, in standard deviations sqrt(1/(2n)) of the difference in
    accuracy over all rows.
    """
    if bench.budget == "published":
        return [float(step) for step in range(101)]
    if procedures == MCNEMAR:
        deviations = [0.0, *np.linspace(1.2, 11.2, bench.pick(17, 26, 26, least=4)), 20.0]
    else:
        deviations = [0.0, *np.linspace(1.0, 4.6, bench.pick(7, 13, 13, least=4)), 7.0]
    return [round(float(200 * each / (2 * n) ** 0.5), 3) for each in deviations]


def power_at(curve: Curve, steps: Iterable[float]) -> list[Measured]:
    """Interpolate the power of a curve; its error is interpolated too, which rather overstates it."""
    known, wanted = sorted(curve), list(steps)
    values, errors = (np.interp(wanted, known, [curve[step].power[part] for step in known]) for part in (0, 1))
    return [Measured(float(value), float(se)) for value, se in zip(values, errors, strict=True)]


def in_band(curve: Curve, least: int = 1) -> list[float]:
    """Return the steps where power is in the band; if there are fewer than ``least``, those nearest to a half."""
    inside = [step for step in curve if BAND[0] <= curve[step].power.value <= BAND[1]]
    if len(inside) >= least:
        return inside
    return sorted(sorted(curve, key=lambda step: abs(curve[step].power.value - 0.5))[:least])


def expected_worst(share: float) -> float:
    """2R - 1 at half power: two normal statistics with correlation t (Sheppard's formula)."""
    return float(2 / np.pi * np.arcsin(share))


def at_half_power(bench: Workbench, share: float) -> dict[int, Measured]:
    """Return 2R - 1 of McNemar's test at half power, at each size."""
    spec = f"mcnemar-holdout(share={share})"
    return {n: worst(curves(bench, MCNEMAR)[spec, n]) for n in SIZES}


def worst(curve: Curve) -> Measured:
    """Return 2R - 1 at half power, from the parabola in the power through the points of the band."""
    beta, cov = _parabola(curve)
    return Measured(float(beta[0]), float(cov[0, 0] ** 0.5))


def power_at_worst(curve: Curve) -> Measured:
    """Return the power where that parabola is lowest."""
    beta, cov = _parabola(curve)
    _, slope, bend = beta
    if bend <= 0:
        return Measured(0.5, 1.0)  # it has no lowest point: nothing is known
    gradient = np.array([0, -1 / (2 * bend), slope / (2 * bend**2)])
    return Measured(float(0.5 - slope / (2 * bend)), float((gradient @ cov @ gradient) ** 0.5))


def _parabola(curve: Curve) -> tuple[Floats, Floats]:
    """Fit 2R - 1 = a + b (power - 1/2) + c (power - 1/2)^2 by least squares; with its covariance.

    Outcomes that were independent given the step would lie on (2 power - 1)^2.
    """
    chosen = [curve[step] for step in in_band(curve, least=4)]
    x = np.array([point.power.value - 0.5 for point in chosen])
    y, se = np.array([point.chance_corrected for point in chosen]).T
    inverse = np.linalg.pinv(np.stack([np.ones_like(x), x, x**2], axis=1))
    return inverse @ y, (inverse * se**2) @ inverse.T
