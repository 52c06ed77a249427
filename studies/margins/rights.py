"""Right and wrong answers at a margin: errors and power of Tango's test, exactly, by its thresholds."""

from dataclasses import dataclass

import numpy as np

from outperform.core import Floats
from outperform.significance import special
from outperform.significance.item_power import Aim, CountPower
from outperform.significance.tango import chances, exact_pvalue, tango
from studies.margins.bounds import LEVEL

SHARES = 200  # of discordant items, for the worst


@dataclass(frozen=True)
class RightsLaw:
    """So many items and a margin; the power is that of equal systems that differ on a share of the items."""

    items: int
    margin: float
    discordant: float
    planned: bool = False  # as many items as a budget plans for a difference of the margin, power .8

    @property
    def name(self) -> str:
        """The law in a line."""
        return f"right or wrong, margin {self.margin:g}, N = {self.items}"


RIGHTS = (
    RightsLaw(36, 0.07, 0.05),
    RightsLaw(30, 0.1, 0.1),
    RightsLaw(50, 0.05, 0.05),
    RightsLaw(60, 0.15, 0.2),
    RightsLaw(100, 0.05, 0.05),
    RightsLaw(100, 0.1, 0.2),
    RightsLaw(200, 0.02, 0.02),
    RightsLaw(300, 0.05, 0.2),
    *(
        RightsLaw(int(CountPower(100, share).items_for(margin, 1.0, Aim(LEVEL, 0.8))), margin, share, planned=True)
        for margin, share in ((0.1, 0.1), (0.1, 0.2), (0.05, 0.1))
    ),
)


ITEMS = (10, 30, 100, 300, 1000, 3000, 10_000, 100_000)
MARGINS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2)


def normal_errors() -> dict[str, list[float | None]]:
    """Return the largest error of the normal threshold over all shares, by items and margin; None below one item."""
    z = -float(special.ndtri(LEVEL))
    steps = np.linspace(0, 1, SHARES) ** 3
    return {
        str(items): [
            None if items * margin < 1 else float(chances(z, items, -margin, margin + (1 - margin) * steps).max())
            for margin in MARGINS
        ]
        for items in ITEMS
    }


def errors(law: RightsLaw) -> dict[str, float]:
    """Return the largest error over all shares of discordant items, and the power, of both thresholds."""
    found: dict[str, float] = {}
    shares = law.margin + (1 - law.margin) * np.linspace(0, 1, SHARES) ** 2
    for name, needed in (("normal", _by_normal(law)), ("exact", _by_exact(law))):
        worst = [_shown(needed, law.items, (share - law.margin) / 2, (share + law.margin) / 2) for share in shares]
        found |= {f"error_{name}": max(worst), f"share_{name}": float(shares[int(np.argmax(worst))])}
        found[f"power_{name}"] = _shown(needed, law.items, law.discordant / 2, law.discordant / 2)
    return found


def _by_normal(law: RightsLaw) -> Floats:
    """Return the least number of wins that shows the margin by the normal threshold, for each number of losses."""
    n, z = float(law.items), -float(special.ndtri(LEVEL))
    return np.array(
        [
            next(
                (wins for wins in range(law.items - losses + 1) if _z(wins, losses, n, law.margin) >= z),
                law.items - losses + 1,
            )
            for losses in range(law.items + 1)
        ]
    )


def _z(wins: int, losses: int, items: float, margin: float) -> float:
    return float(tango(np.array(float(wins)), np.array(float(losses)), np.array(items), -margin))


def _by_exact(law: RightsLaw) -> Floats:
    """Return the least number of wins that shows the margin by the exact p-value, for each number of losses."""
    needed = np.zeros(law.items + 1)
    for losses in range(law.items + 1):
        low, high = -1, law.items - losses + 1
        while high - low > 1:
            middle = (low + high) // 2
            shown = exact_pvalue(middle, losses, law.items, -law.margin, LEVEL) <= LEVEL
            low, high = (low, middle) if shown else (middle, high)
        needed[losses] = high
    return needed


def _shown(needed: Floats, items: int, won: float, lost: float) -> float:
    """Return the chance that so many items show the margin, where shares of them are won and lost."""
    losses = np.arange(items + 1.0)
    others = items - losses
    ways = special.gammaln(items + 1) - special.gammaln(losses + 1) - special.gammaln(others + 1)
    weight = np.exp(ways + special.xlogy(losses, lost) + special.xlog1py(others, -lost))
    some = (needed > 0) & (needed <= others)
    wins = np.where(some, needed, 1.0)
    tail = special.betainc(wins, np.where(some, others - wins + 1, 1.0), min(1.0, won / (1 - lost)))
    return float(weight @ np.where(some, tail, needed <= 0))
