"""What the text of Bouckaert (2005) says of the curves in all its figures, as rules that curves may keep or not."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np

from outperform.core import Floats
from outperform.papers.agreement import Cell, Measured
from outperform.papers.bouckaert_2005.curves import BAND, Curve, Curves, estimate
from outperform.papers.bouckaert_2005.runs import SIZES
from outperform.papers.rules import Bounds, claim, derived

AT = f"where it is between {BAND[0]:g} and {BAND[1]:g}"
SLIGHT = 0.045
UNSEEN = 0.02
CIRCA = (0.45, 0.55)
NOTES = (
    "2R - 1 at half power, and the power where it is lowest, are those of a parabola in the power through the points "
    "where power is between .2 and .8.",
    "Standard errors leave out a hundredth of the data sets at a time, for all procedures together: those that had the "
    "same data sets are compared on them.",
    "The text calls the fall of 2R - 1 from .865 to .82 (sec. 4.1) slight: what is the same must change by less than "
    ".045, what is considerable by more.",
    '"Circa 50%" is .45 to .55: the paper\'s own worst cases are at powers of .462, .544 and .518 (sec. 4.1).',
    '"No increase" in power allows .02: a power of the paper\'s 1000 data sets has a standard error of about .015.',
)
ABOVE, BELOW = Bounds(above=0), Bounds(below=0)
SAME = Bounds(at_least=-SLIGHT, at_most=SLIGHT)

GROWS = "In general, power increases with increasing data set sizes, a well known property of hypothesis tests."
FALLS = "Replicability decreases where power increases up to 50% and increases after that point."
CIRCA_50 = "Worst case replicability occurs where power is circa 50%."
FULL = "Replicability goes to 100% where the power goes to 100%."
FIXED = "Also remarkable is that worst case replicability does not change with increasing data set size, which we "
FIXED += "expected from our theoretical analysis."

# What is compared of two curves [1 + block], and what it is called.
GAINS: dict[str, tuple[Callable[[Curve, Curve], Floats], str]] = {
    "power": (Curve.gain, f"gain in power, mean over the steps {AT}"),
    "error": (lambda one, other: one.power[:, 0] - other.power[:, 0], "difference of Type I errors"),
    "worst": (lambda one, other: one.worst - other.worst, "gain in 2R - 1 at half power"),
    "null": (lambda one, other: one.null - other.null, "gain in 2R - 1 under the null"),
}


@dataclass(frozen=True)
class Gain:
    """A sentence that compares procedures: what is measured of the first of each pair less the second."""

    key: str
    says: str
    of: str  # power, error, worst, null
    pairs: tuple[tuple[str, str], ...]
    bounds: Bounds
    mean: bool = False  # over sizes and pairs; else each must keep the bounds
    listed: bool = False  # the reason has the values at each size
    reason: str = ""

    def check(self, found: Curves) -> Cell:
        """Check it on the curves."""
        gain, what = GAINS[self.of]
        values = {
            (f"{one}, n = {n}" if len(self.pairs) > 1 else f"n = {n}"): gain(found[one, n], found[other, n])
            for one, other in self.pairs
            for n in SIZES
        }
        each = {name: estimate(value) for name, value in values.items()}
        listed = ", ".join(f"{name} {value:+.4f} ± {se:.4f}" for name, (value, se) in each.items())
        reason = f"By size: {listed}" if self.listed else self.reason
        if not self.mean:
            return claim(self.key, self.says, each, what, self.bounds, reason=reason)
        mean = estimate(np.mean(list(values.values()), axis=0))
        over = "sizes and pairs" if len(self.pairs) > 1 else "sizes"
        return claim(self.key, self.says, mean, f"{what}, mean over the {over}", self.bounds, reason=reason)


def common(found: Curves, specs: tuple[str, ...], where: str) -> Iterable[Cell]:
    """Check what the text says of all figures."""
    for spec in specs:
        yield claim(
            f"worst near half power / {spec}",
            CIRCA_50,
            by_size(lambda n, spec=spec: found[spec, n].power_at_worst),  # type: ignore[misc] # bound now
            "power where 2R - 1 is lowest",
            Bounds(at_least=CIRCA[0], at_most=CIRCA[1]),
        )
        yield claim(
            f"worst does not change with n / {spec}",
            FIXED,
            {
                f"n = {one} less n = {other}": estimate(found[spec, one].worst - found[spec, other].worst)
                for one, other in combinations(SIZES, 2)
            },
            "difference of 2R - 1 at half power between two sizes",
            SAME,
        )
    yield claim(
        f"R falls up to half power and rises after / {where}",
        FALLS,
        {
            f"{spec}, n = {n}, {name}": estimate(end - curve.worst)
            for spec in specs
            for n in SIZES
            for curve in (found[spec, n],)
            for name, end in (("null", curve.null), ("full power", curve.last))
        },
        "2R - 1 under the null and at the last step, each less that at half power",
        ABOVE,
    )
    yield claim(
        f"power grows with n / {where}",
        GROWS,
        {
            f"{spec}, n = {more} over {fewer}": estimate(found[spec, more].gain(found[spec, fewer]))
            for spec in specs
            for fewer, more in pairwise(SIZES)
        },
        f"gain in power from one size to the next, mean over the steps {AT}",
        ABOVE,
    )
    yield from _full(found, specs, where)


def _full(found: Curves, specs: tuple[str, ...], where: str) -> Iterable[Cell]:
    """Look at R where power is at least .999: by definition it is at least 2 x power - 1."""
    full = {
        f"{spec}, n = {n}, step {step:g}": estimate((1 + curve.corrected[:, place]) / 2)
        for spec in specs
        for n in SIZES
        for curve in (found[spec, n],)
        for place, step in enumerate(curve.steps)
        if curve.power[0, place] >= 0.999
    }
    if full:
        what, near_one = "R where power is at least .999", Bounds(at_least=0.99)
        yield derived(claim(f"R goes to 1 with power / {where}", FULL, full, what, near_one))


def by_size(measure: Callable[[int], Measured]) -> dict[str, Measured]:
    """Measure at each size."""
    return {f"n = {n}": measure(n) for n in SIZES}
