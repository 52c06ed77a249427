"""Power and replicability along the steps of Task I, for the figures of Bouckaert (2005)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from outperform.lab import Records, Study
from outperform.lab.measures import MeasuredReplicability, Rejection
from outperform.lab.measures.base import Z
from outperform.papers.agreement import Measured
from outperform.papers.workbench import Workbench, once

SIZES = (1_000, 2_000, 10_000)
SHARES = (0.1, 0.33, 0.5)
REPETITIONS = 10
LEVEL = 0.05

MCNEMAR = tuple(f"mcnemar-holdout(share={share})" for share in SHARES)
RESAMPLED = tuple(f"corrected-resampled(repeats={repeats}, share=0.1)" for repeats in (10, 100, 500))
REPEATED = tuple(f"corrected-cv(repeats={repeats})" for repeats in (1, 10, 50))
SORTED = tuple(f"sorted-cv(repeats={repeats})" for repeats in (1, 10, 50))

# Beside the paper's 101 steps, a grid that fits the size: up to so many standard deviations of the difference in
# accuracy between two halves-right learners, sqrt(1/(2n)), where power is 1.
REACH = {"mcnemar": 12.4, "others": 4.2}


@dataclass(frozen=True)
class CurvePoint:
    """Power and replicability of one procedure at one step, each with its standard error."""

    power: Measured
    replicability: Measured
    datasets: int

    @property
    def chance_corrected(self) -> Measured:
        """2R - 1: what the paper prints."""
        value, se = self.replicability
        return Measured(2 * value - 1, 2 * se)


Curve = dict[float, CurvePoint]  # by step


def points(
    bench: Workbench, places: Sequence[tuple[int, float]], procedures: tuple[str, ...], datasets: int
) -> list[dict[str, CurvePoint]]:
    """Run Task I at each (size, step) and read power and replicability of each procedure."""
    repetitions = bench.pick(4, REPETITIONS, REPETITIONS)
    studies = [
        Study(f"task-one(step={step}, n={n})", procedures, None, datasets, repetitions, (LEVEL,), bench.seed)
        for n, step in places
    ]
    return [{spec: _point(records) for spec, records in found.items()} for found in bench.run(studies)]


def _point(records: Records) -> CurvePoint:
    power = Rejection().read(records, LEVEL, None)
    agreed = MeasuredReplicability().read(records, LEVEL, None)
    assert agreed is not None  # there are at least two repetitions
    power_se = float(records.rejected(LEVEL).mean(axis=1).std(ddof=1) / np.sqrt(records.shape[0]))
    replicability = Measured(agreed.value, (agreed.value - agreed.low) / Z)
    return CurvePoint(Measured(power.value, power_se), replicability, records.shape[0])


@once
def curves(bench: Workbench, procedures: tuple[str, ...]) -> dict[tuple[str, int], Curve]:
    """Return the curve of each procedure at each size."""
    places = [(n, step) for n in SIZES for step in _steps(bench, procedures, n)]
    found = points(bench, places, procedures, bench.pick(1000, 2000, 1000))
    made: dict[tuple[str, int], Curve] = {(spec, n): {} for spec in procedures for n in SIZES}
    for (n, step), row in zip(places, found, strict=True):
        for spec, point in row.items():
            made[spec, n][step] = point
    return made


def _steps(bench: Workbench, procedures: tuple[str, ...], n: int) -> list[float]:
    if bench.budget == "published":
        return [float(step) for step in range(101)]
    fine = 2 if procedures == MCNEMAR else 1
    count = bench.pick(8, 14, 14, least=3) * fine
    end = 200 * REACH["mcnemar" if procedures == MCNEMAR else "others"] / (2 * n) ** 0.5
    return [round(end * place / (count - 1), 3) for place in range(count)]


def power_at(curve: Curve, steps: Iterable[float]) -> list[Measured]:
    """Interpolate the power of a curve; its error is interpolated too, which rather overstates it."""
    known, wanted = sorted(curve), list(steps)
    values, errors = (np.interp(wanted, known, [curve[step].power[part] for step in known]) for part in (0, 1))
    return [Measured(float(value), float(se)) for value, se in zip(values, errors, strict=True)]


def expected_worst(share: float) -> float:
    """2R - 1 at half power: two normal statistics with correlation t (Sheppard's formula)."""
    return float(2 / np.pi * np.arcsin(share))


def at_half_power(bench: Workbench, share: float) -> dict[int, Measured]:
    """Interpolate 2R - 1 of McNemar's test to half power, at each size."""
    spec = f"mcnemar-holdout(share={share})"
    return {n: worst(curves(bench, MCNEMAR)[spec, n]) for n in SIZES}


def worst(curve: Curve) -> Measured:
    """Interpolate 2R - 1 in the power, to one half; with the larger standard error of the two neighbours."""
    steps = sorted(curve)
    above = next((place for place, step in enumerate(steps) if curve[step].power[0] >= 0.5), len(steps) - 1)
    left, right = curve[steps[max(0, above - 1)]], curve[steps[above]]
    ends = (left.power[0], right.power[0])
    weight = 0.5 if ends[0] == ends[1] else min(1.0, max(0.0, (0.5 - ends[0]) / (ends[1] - ends[0])))
    value = (1 - weight) * left.chance_corrected[0] + weight * right.chance_corrected[0]
    return Measured(value, max(left.chance_corrected.se, right.chance_corrected.se))
