"""Power and replicability along the steps of Task I, for the figures of Bouckaert (2005).

All estimates of a figure are made together: once of all data sets, then without each of up to a hundred blocks of them
(jackknife). Procedures that had the same data sets are so compared data set by data set, whatever is measured of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from outperform.core import Bools, Floats
from outperform.lab.measures.replicability import agreement
from outperform.papers.agreement import Measured
from outperform.papers.bouckaert_2005.runs import MCNEMAR, REPETITIONS, SIZES, tallied
from outperform.papers.workbench import Workbench, once

BAND = (0.2, 0.8)  # power is compared where it is neither near the level nor near 1
BLOCKS = 100  # of data sets; each is left out once


@dataclass(frozen=True, eq=False)
class Curve:
    """One procedure at one size, at each step: of all data sets first, then without each block of them."""

    steps: tuple[float, ...]
    datasets: int
    power: Floats  # [1 + block, step]
    corrected: Floats  # [1 + block, step]: 2R - 1, what the paper prints

    @classmethod
    def of(cls, steps: Sequence[float], rejections: Floats, repetitions: int) -> "Curve":
        """Count from the rejections [step, data set], of so many repetitions each."""
        agreed = agreement(rejections.astype(np.int64), repetitions)
        return cls(tuple(steps), rejections.shape[1], _left_out(rejections / repetitions), _left_out(2 * agreed - 1))

    @property
    def null(self) -> Floats:
        """2R - 1 under the null [1 + block]."""
        found: Floats = self.corrected[:, 0]
        return found

    @property
    def last(self) -> Floats:
        """2R - 1 at the last step [1 + block]."""
        found: Floats = self.corrected[:, -1]
        return found

    @property
    def worst(self) -> Floats:
        """2R - 1 at half power [1 + block], from the parabola in the power through the points of the band."""
        found: Floats = self._parabola[:, 0]
        return found

    @property
    def power_at_worst(self) -> Measured:
        """The power where that parabola is lowest; nothing is known where it has no lowest point."""
        _, slope, bend = self._parabola.T
        return estimate(0.5 - slope / (2 * bend)) if (bend > 0).all() else Measured(0.5, 1.0)

    @property
    def _parabola(self) -> Floats:
        """Fit 2R - 1 = a + b (power - 1/2) + c (power - 1/2)^2 by least squares [1 + block, (a, b, c)].

        Outcomes that were independent given the step would lie on (2 power - 1)^2.
        """
        chosen = self.in_band(least=4)
        x = self.power[:, chosen] - 0.5
        inverse = np.linalg.pinv(np.stack([np.ones_like(x), x, x**2], axis=-1))
        found: Floats = np.einsum("bcs,bs->bc", inverse, self.corrected[:, chosen])
        return found

    def in_band(self, least: int = 1) -> Bools:
        """Return which steps have a power in the band; if fewer than ``least``, those nearest to a half."""
        power = self.power[0]
        inside: Bools = (power >= BAND[0]) & (power <= BAND[1])
        far = np.abs(power - 0.5)
        return inside if inside.sum() >= least else far <= np.sort(far)[min(least, len(far)) - 1]

    def gain(self, other: "Curve") -> Floats:
        """Return the mean gain in power over another curve, over the steps of the other's band [1 + block]."""
        chosen = other.in_band()
        steps = np.array(other.steps)[chosen]
        power = np.stack([np.interp(steps, self.steps, row) for row in self.power])
        found: Floats = (power - other.power[:, chosen]).mean(axis=1)
        return found


Curves = dict[tuple[str, int], Curve]  # by procedure and size


def estimate(values: Floats) -> Measured:
    """Return an estimate of all data sets with its jackknife error, from those without each block."""
    return Measured.jackknife(values[0], values[1:])


def _left_out(values: Floats) -> Floats:
    """Return means of [step, data set] over all data sets, then without each block [1 + block, step]."""
    count = values.shape[1]
    blocks = min(BLOCKS, count)
    member = (np.arange(count)[:, np.newaxis] % blocks == np.arange(blocks)).astype(np.float64)
    left = (values.sum(axis=1, keepdims=True) - values @ member) / (count - member.sum(axis=0))
    return np.vstack([values.mean(axis=1), left.T])


def at_places(
    bench: Workbench, places: Sequence[tuple[int, float]], procedures: tuple[str, ...], datasets: int
) -> tuple[list[Floats], int]:
    """Run Task I at each (size, step): rejections [procedure, data set] of each, and the repetitions."""
    repetitions = bench.pick(4, REPETITIONS, REPETITIONS)
    units = [(n, step, procedures, datasets, repetitions, bench.seed) for n, step in places]
    return bench.map(tallied, units, "steps"), repetitions


@once
def curves(bench: Workbench, procedures: tuple[str, ...]) -> Curves:
    """Return the curve of each procedure at each size."""
    steps = _steps(bench, procedures)
    places = [(n, step) for n in SIZES for step in steps[n]]
    count = bench.pick(2000, 20_000 if procedures == MCNEMAR else 8000, 1000)
    found, repetitions = at_places(bench, places, procedures, count)
    made: Curves = {}
    for n in SIZES:
        rows = np.stack([row for place, row in zip(places, found, strict=True) if place[0] == n], axis=1)
        made |= {(spec, n): Curve.of(steps[n], rows[k], repetitions) for k, spec in enumerate(procedures)}
    return made


def _steps(bench: Workbench, procedures: tuple[str, ...]) -> dict[int, list[float]]:
    """Return the paper's 101 steps for each size, or parts of steps that fit the size.

    These are 0, some where power rises, dense where most procedures are near half power, and one where it is 1, in
    standard deviations sqrt(1/(2n)) of the difference in accuracy over all rows.
    """
    if bench.budget == "published":
        return {n: [float(step) for step in range(101)] for n in SIZES}
    if procedures == MCNEMAR:
        deviations = [0.0, *np.linspace(1.2, 11.2, bench.pick(17, 26, 26, least=4)), 20.0]
    else:
        dense = np.linspace(1.1, 2.9, bench.pick(5, 10, 10, least=3))
        deviations = [0.0, *dense, *np.linspace(3.3, 4.1, bench.pick(2, 3, 3)), 7.0]
    return {n: [round(float(200 * each / (2 * n) ** 0.5), 3) for each in deviations] for n in SIZES}


def expected_worst(share: float) -> float:
    """2R - 1 at half power: two normal statistics with correlation t (Sheppard's formula)."""
    return float(2 / np.pi * np.arcsin(share))


def at_half_power(bench: Workbench, share: float) -> dict[int, Measured]:
    """Return 2R - 1 of McNemar's test at half power, at each size."""
    spec = f"mcnemar-holdout(share={share})"
    return {n: estimate(curves(bench, MCNEMAR)[spec, n].worst) for n in SIZES}
