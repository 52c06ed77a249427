"""What the text of Bouckaert (2005) says of the curves in all its figures, as rules that curves may keep or not."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, pairwise

from outperform.papers.agreement import Cell, Measured
from outperform.papers.bouckaert_2005.curves import (
    BAND,
    SIZES,
    Curve,
    Curves,
    in_band,
    power_at,
    power_at_worst,
    worst,
)
from outperform.papers.rules import Bounds, claim, derived

AT = f"where it is between {BAND[0]:g} and {BAND[1]:g}"
SLIGHT = 0.045
SLIGHTLY = (
    "The text calls the fall of 2R - 1 from .865 to .82 (sec. 4.1) slight: what is the same must change by less than "
    ".045, what is considerable by more."
)
UNSEEN = 0.02
NO_INCREASE = (
    '"No increase" in power allows .02: a power of the paper\'s 1000 data sets has a standard error of about .015.'
)
CIRCA = (0.45, 0.55)
CIRCA_HALF = '"Circa 50%" is .45 to .55: the paper\'s own worst cases are at powers of .462, .544 and .518 (sec. 4.1).'
SAME = Bounds(at_least=-SLIGHT, at_most=SLIGHT)

GROWS = "In general, power increases with increasing data set sizes, a well known property of hypothesis tests."
FALLS = "Replicability decreases where power increases up to 50% and increases after that point."
CIRCA_50 = "Worst case replicability occurs where power is circa 50%."
FULL = "Replicability goes to 100% where the power goes to 100%."
FIXED = "Also remarkable is that worst case replicability does not change with increasing data set size, which we "
FIXED += "expected from our theoretical analysis."


def common(found: Curves, specs: tuple[str, ...], where: str) -> Iterable[Cell]:
    """Check what the text says of all figures."""
    for spec in specs:
        yield claim(
            f"worst near half power / {spec}",
            CIRCA_50,
            by_size(lambda n, spec=spec: power_at_worst(found[spec, n])),  # type: ignore[misc] # bound now
            "power where 2R - 1 is lowest",
            Bounds(at_least=CIRCA[0], at_most=CIRCA[1]),
        )
        values = {n: worst(found[spec, n]) for n in SIZES}
        yield claim(
            f"worst does not change with n / {spec}",
            FIXED,
            {f"n = {one} less n = {other}": values[one].less(values[other]) for one, other in combinations(SIZES, 2)},
            "difference of 2R - 1 at half power between two sizes",
            SAME,
        )
    yield claim(
        f"R falls up to half power and rises after / {where}",
        FALLS,
        {
            f"{spec}, n = {n}, {name}": end(found[spec, n]).less(worst(found[spec, n]))
            for spec in specs
            for n in SIZES
            for name, end in (("null", type_one), ("full power", last))
        },
        "2R - 1 under the null and at the last step, each less that at half power",
        Bounds(above=0),
    )
    yield claim(
        f"power grows with n / {where}",
        GROWS,
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
        if point.power.value >= 0.999
    }
    if full:
        cell = claim(f"R goes to 1 with power / {where}", FULL, full, "R where power is at least .999", NEAR_ONE)
        yield derived(cell)


NEAR_ONE = Bounds(at_least=0.99)  # by definition R is at least 2 x power - 1


def more_samples(found: Curves, specs: tuple[str, ...], says: str, considerably: str = "") -> Iterable[Cell]:
    """Check what the text says of taking more samples; ``says`` of 100 to 500 for the power."""
    few, hundred, most = specs
    gained = gains(found, most, hundred)
    what = f"mean gain in power from 100 to 500 samples, {AT}"
    yield claim(f"no more power after 100 samples / {most}", says, gained, what, Bounds(at_most=UNSEEN))
    if considerably:
        key = f"not considerably more power after 100 samples / {most}"
        yield claim(key, considerably, gained, what, Bounds(at_most=SLIGHT))
    increases = "Likewise, replicability increases by taking more samples."
    remains = "However, replicability remains increasing with increasing number of samples."
    for name, fewer, more, says_so in (
        ("10 to 100", few, hundred, increases),
        ("100 to 500", hundred, most, remains),
    ):
        yield claim(
            f"worst case improves, {name} samples / {more}",
            says_so,
            by_size(lambda n, more=more, fewer=fewer: worst(found[more, n]).less(worst(found[fewer, n]))),  # type: ignore[misc] # bound now
            "gain in 2R - 1 at half power",
            Bounds(above=0),
        )


def by_size(measure: Callable[[int], Measured]) -> dict[str, Measured]:
    """Measure at each size."""
    return {f"n = {n}": measure(n) for n in SIZES}


def in_words(found: Mapping[str, Measured]) -> str:
    """Write several measurements with their errors."""
    return ", ".join(f"{name} {value:+.4f} ± {se:.4f}" for name, (value, se) in found.items())


def gains(found: Curves, one: str, other: str) -> dict[str, Measured]:
    """Return the mean gain in power of one procedure over another, by size."""
    return by_size(lambda n: mean_gain([(found[one, n], found[other, n])]))


def mean_gain(pairs: Sequence[tuple[Curve, Curve]]) -> Measured:
    """Return the mean gain in power of first curves over second ones, over the steps of the band of the second.

    Procedures at the same step and size had the same data sets: they are compared data set by data set.
    """
    parts = []
    for one, other in pairs:
        for step in in_band(other):
            at = other[step]
            same = step in one and one[step].datasets == at.datasets
            parts.append(one[step].gain(at) if same else power_at(one, [step])[0].less(at.power))
    return Measured.mean(parts)


def type_one(curve: Curve) -> Measured:
    """Return 2R - 1 under the null."""
    return curve[0].chance_corrected


def last(curve: Curve) -> Measured:
    """Return 2R - 1 at the last step."""
    return curve[max(curve)].chance_corrected
