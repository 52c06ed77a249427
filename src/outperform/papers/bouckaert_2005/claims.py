"""What the text of Bouckaert (2005) says of the curves in its figures, as rules that curves may keep or not."""

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

import numpy as np

from outperform.papers.agreement import Cell, Measured
from outperform.papers.bouckaert_2005.curves import SIZES, Curve, power_at, worst
from outperform.papers.rules import Bounds, claim

Curves = dict[tuple[str, int], Curve]
BAND = (0.2, 0.8)  # power is compared where it is neither near the level nor near 1
SAME = 0.04  # differences in 2R - 1 below this are not seen in a figure
AT = f"where it is between {BAND[0]:g} and {BAND[1]:g}"


def common(found: Curves, specs: tuple[str, ...], where: str) -> Iterable[Cell]:
    """Check what the text says of all figures."""
    for spec in specs:
        yield claim(
            f"worst near half power / {spec}",
            "worst case replicability occurs where power is circa 50%",
            {f"n = {n}": _power_at_worst(found[spec, n]) for n in SIZES},
            "power at the step of least R; half a step of the grid counts as an error",
            Bounds(at_least=0.3, at_most=0.7),
        )
        values = {n: worst(found[spec, n]) for n in SIZES}
        yield claim(
            f"worst does not change with n / {spec}",
            "worst case replicability does not change with data set size",
            {f"n = {one} less n = {other}": values[one].less(values[other]) for one, other in combinations(SIZES, 2)},
            "difference of 2R - 1 at half power between two sizes",
            Bounds(at_least=-SAME, at_most=SAME),
        )
    yield claim(
        f"power grows with n / {where}",
        "power increases with increasing data set sizes",
        {
            f"{spec}, n = {more} over {fewer}": mean_gain([(found[spec, more], found[spec, fewer])])
            for spec in specs
            for fewer, more in pairwise(SIZES)
        },
        f"mean gain in power from one size to the next, {AT}",
        Bounds(above=0),
    )
    full = {
        f"{spec}, n = {n}, step {step:g}": point.replicability
        for spec in specs
        for n in SIZES
        for step, point in found[spec, n].items()
        if _full(point.power.value)
    }
    yield claim(
        f"R goes to 1 with power / {where}",
        "replicability goes to 100% where the power goes to 100%",
        full or Measured(1.0),
        "R where power is at least .999",
        Bounds(at_least=0.995),
        reason="By definition R is at least 2 x power - 1",
    )


def _power_at_worst(curve: Curve) -> Measured:
    steps = sorted(curve)
    place = min(range(len(steps)), key=lambda k: curve[steps[k]].replicability.value)
    near = [curve[steps[k]].power.value for k in (max(0, place - 1), min(len(steps) - 1, place + 1))]
    grid = (near[1] - near[0]) / 2 / 12**0.5
    power = curve[steps[place]].power
    return Measured(power.value, float(np.hypot(power.se, grid)))


def _full(power: float) -> bool:
    return power >= 0.999


def more_samples(found: Curves, specs: tuple[str, ...]) -> Iterable[Cell]:
    """Check what the text says of taking more samples."""
    few, hundred, most = specs
    yield claim(
        f"no more power after 100 samples / {most}",
        "no further increase in power after 100 samples",
        gains(found, most, hundred),
        f"mean gain in power from 100 to 500 samples, {AT}",
        Bounds(at_most=0.02),
    )
    for name, fewer, more in (("10 to 100", few, hundred), ("100 to 500", hundred, most)):
        yield claim(
            f"worst case improves, {name} samples / {more}",
            "replicability increases by taking more samples",
            {f"n = {n}": worst(found[more, n]).less(worst(found[fewer, n])) for n in SIZES},
            "gain in 2R - 1 at half power",
            Bounds(above=0),
        )


def gains(found: Curves, one: str, other: str) -> dict[str, Measured]:
    """Return the mean gain in power of one procedure over another, by size."""
    return {f"n = {n}": mean_gain([(found[one, n], found[other, n])]) for n in SIZES}


def mean_gain(pairs: Sequence[tuple[Curve, Curve]]) -> Measured:
    """Return the mean gain in power of first curves over second ones.

    It is taken over the steps of the second where its power is neither near the level nor near 1; if there are none,
    at the one nearest to a half.
    """
    parts = []
    for one, other in pairs:
        inside = [step for step in other if BAND[0] <= other[step].power.value <= BAND[1]]
        steps = inside or [min(other, key=lambda step: abs(other[step].power.value - 0.5))]
        parts += [power.less(other[step].power) for step, power in zip(steps, power_at(one, steps), strict=True)]
    return mean_of(parts)


def mean_of(parts: Sequence[Measured]) -> Measured:
    """Return the mean of independent estimates."""
    value = float(np.mean([part.value for part in parts]))
    return Measured(value, float(np.linalg.norm([part.se for part in parts]) / len(parts)))


def type_one(curve: Curve) -> Measured:
    """Return 2R - 1 under the null."""
    return curve[0].chance_corrected
