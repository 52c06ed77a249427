"""How a league is judged."""

from dataclasses import dataclass

from outperform.core.adjust import Adjustment
from outperform.core.league_tests import PairsTest
from outperform.core.rng import Seed


@dataclass(frozen=True)
class LeagueTerms:
    """The test of pairs, the adjustment of their p-values, the level, and the seed of what is drawn."""

    test: PairsTest
    adjustment: Adjustment
    level: float
    rope: float | None = None
    seed: Seed = 0
