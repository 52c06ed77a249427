"""What the text of Bouckaert (2005) says of the curves in its figures, as rules that curves may keep or not."""

from collections.abc import Iterable
from itertools import pairwise

from outperform.papers.agreement import Cell, claim
from outperform.papers.bouckaert_2005.curves import SIZES, Curve, power_at, worst

Curves = dict[tuple[str, int], Curve]
TINY = 0.015  # differences in power and R below this are not seen in a figure


def common(found: Curves, specs: tuple[str, ...], where: str) -> Iterable[Cell]:
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
    yield at_least(
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


def more_samples(found: Curves, specs: tuple[str, ...]) -> Iterable[Cell]:
    """Check what the text says of taking more samples."""
    few, hundred, most = specs
    far = max(all_gains(found, most, hundred))
    yield claim(
        f"no more power after 100 samples / {most}",
        "no further increase in power after 100 samples",
        far,
        "largest gain in power from 100 to 500 samples, over all sizes and steps, at most .08",
        holds=far <= 0.08,
    )
    for name, fewer, more in (("10 to 100", few, hundred), ("100 to 500", hundred, most)):
        yield at_least(
            f"worst case improves, {name} samples / {more}",
            "replicability increases by taking more samples",
            "least gain in 2R - 1 at half power, over all sizes, above 0",
            min(worst(found[more, n])[0] - worst(found[fewer, n])[0] for n in SIZES),
            least=0.0,
        )


def at_least(key: str, says: str, rule: str, obtained: float, least: float = -TINY) -> Cell:
    """Make a claim that a number is not below a bound, or above it where that is 0."""
    return claim(key, says, obtained, rule, holds=obtained > least if least == 0 else obtained >= least)


def gains_over(one: Curve, other: Curve) -> list[float]:
    """Gain in power of a curve over another, at the steps of the first."""
    return [point.power[0] - power for point, power in zip(one.values(), power_at(other, one), strict=True)]


def all_gains(found: Curves, one: str, other: str) -> list[float]:
    """Return the gains in power over all sizes and steps."""
    return [gain for n in SIZES for gain in gains_over(found[one, n], found[other, n])]


def type_one(curve: Curve) -> float:
    """Return 2R - 1 under the null."""
    return curve[0].chance_corrected[0]
