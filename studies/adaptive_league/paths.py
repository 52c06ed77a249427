"""One run of a league: where each rule stops, what it decides there, and what it predicts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from outperform.core import Floats, Ints, LeagueTable, LeagueTerms
from outperform.core.adjust import adjustment_from
from outperform.procedures.leagues import AdaptiveLeague, table_of_values
from outperform.ranking import Wilcoxon
from outperform.ranking.cells_of import cells_of
from studies.leagues.laws import league_of
from studies.leagues.rules import LEVEL, by

LONGEST = 30  # repeats of a data set
KAPPAS = (0.01, 0.02, 0.03, 0.05, 0.08)
FIXED = {"2x10": 2, "10x10": 10}
RULES = (*FIXED, *(f"adaptive, kappa {kappa:g}" for kappa in KAPPAS))
TERMS = LeagueTerms(Wilcoxon(), adjustment_from("shaffer"), LEVEL)


@dataclass(frozen=True, eq=False)
class Stop:
    """What a rule says when it stops."""

    repeats: int
    decisions: Floats  # [pair]: 1, -1 or 0
    p_flip: Floats  # [pair]: over other splits
    unsettled: bool = False


@dataclass(frozen=True, eq=False)
class Run:
    """The scores of a run, and the chance of another decision after each number of repeats that was looked at."""

    values: Floats  # [dataset, learner, repeat, fold]
    pairs: Ints
    flips: dict[int, Floats]  # repeats -> [pair]

    @classmethod
    def of(cls, values: Floats, pairs: Ints) -> Self:
        """Repeat as the most careful rule does, and look where the fixed rules stop."""
        flips: dict[int, Floats] = {}
        careful = AdaptiveLeague(kappa=min(KAPPAS), max_repeats=LONGEST)
        repeats, goes_on = careful.min_repeats, True
        while goes_on:
            step = careful.step(_table(values, repeats), TERMS, pairs)
            assert step.p_flip is not None, "there are repeats"
            flips[repeats] = step.p_flip
            goes_on, repeats = max(step.repeats) > repeats, max(step.repeats)
        for fixed in set(FIXED.values()) - set(flips):
            found = careful.step(_table(values, fixed), TERMS, pairs).p_flip
            assert found is not None, "there are repeats"
            flips[fixed] = found
        return cls(values, pairs, flips)

    def stops(self) -> dict[str, Stop]:
        """Return where each rule stops."""
        adaptive = {f"adaptive, kappa {kappa:g}": _first(self.flips, kappa) for kappa in KAPPAS}
        where = {name: (repeats, False) for name, repeats in FIXED.items()} | adaptive
        looks = {at: self._look(at) for at in {at for at, _ in where.values()}}
        return {name: replace(looks[repeats], unsettled=late) for name, (repeats, late) in where.items()}

    def _look(self, repeats: int) -> Stop:
        cells = cells_of(_table(self.values, repeats))
        decisions = by("wilcoxon")(league_of(cells.values), self.pairs)
        return Stop(repeats, decisions, self.flips[repeats])


def _first(flips: dict[int, Floats], kappa: float) -> tuple[int, bool]:
    """Return the repeats after which a rule stops, and whether its decisions are still unstable then."""
    for repeats in sorted(flips):
        if float(flips[repeats].max()) < min(0.5, kappa * repeats):
            return repeats, False
    return LONGEST, True


def _table(values: Floats, repeats: int) -> LeagueTable:
    return table_of_values([each[:, :repeats] for each in values])


def same(one: Stop, other: Stop) -> Floats:
    """Return for every pair whether two runs decide the same."""
    return np.asarray(one.decisions == other.decisions, dtype=np.float64)


def mean_same(runs: Sequence[Stop], others: Sequence[Stop] | None = None) -> float:
    """Return the share of pairs that two runs decide alike, over all two runs, or one of each."""
    if others is None:
        couples = [(a, b) for at, a in enumerate(runs) for b in runs[at + 1 :]]
    else:
        couples = [(a, b) for a in runs for b in others]
    return float(np.mean([same(a, b).mean() for a, b in couples]))
