"""Every rule under study, on the repeats of one group: what it decides, after how many fits, how sure it says it is."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from outperform.core import Design
from outperform.designs import BalancedHalves, Subsampling
from outperform.lab.replay import Replay, RowTable
from outperform.procedures.adaptive import FRESH
from outperform.significance import Blocked3x2T, CorrectedT
from outperform.significance.adaptive_t import FixedRule
from outperform.significance.differences import Differences, DifferenceTest
from outperform.significance.flip import (
    Wander,
    chance_of_rejection,
    wander_of_corrected,
    wander_of_rows,
    wander_of_sorted,
    wander_under,
)
from outperform.significance.rows import row_noise

LEVEL = 0.05
MOST = 50


def _student(folds: int = 10) -> float:
    """How much higher the threshold by rows would be with Student's quantile of ten repeats for the normal one."""
    by_folds, by_rows = (FixedRule(folds, 1.0, basis).threshold(np.array(1.0), LEVEL) for basis in ("folds", "rows"))
    return float(by_folds / by_rows)


@dataclass(frozen=True)
class Factors:
    """What the cautious threshold divides by, for one pair."""

    rows: float = 1.0
    folds: float = 1.0


@dataclass(eq=False)
class Group:
    """One repetition of the analysis of a data set."""

    replay: Replay
    number: int

    def __post_init__(self) -> None:
        """Nothing has been looked at yet."""
        self._seen: dict[tuple[str, int], Wander] = {}

    @property
    def folds(self) -> int:
        """Folds of a repeat."""
        folds: int = self.replay.folds
        return folds

    def differences(self, repeats: int) -> Differences:
        """Return the differences of the first repeats [repeat, fold]."""
        x = self.replay.group(self.number, repeats).by_fold
        return Differences(x, np.array(1.0), 1 / (self.folds - 1))

    def wander(self, basis: str, repeats: int) -> Wander:
        """Return theta after so many repeats and its noise; computed once."""
        key = (basis, repeats)
        if key not in self._seen:
            self._seen[key] = self._look(basis, repeats)
        return self._seen[key]

    def _look(self, basis: str, repeats: int) -> Wander:
        rule = FixedRule(self.folds, 1.0, "rows" if basis == "rows" else "folds")
        if basis == "sorted":
            return wander_of_sorted(self.differences(repeats))
        if basis == "folds":
            return wander_under(rule, self.differences(repeats))
        if basis == "corrected":
            return wander_of_corrected(self.differences(repeats))
        table = self.replay.group(self.number, repeats)
        noise = row_noise(table.d, table.labels, self.folds)
        if basis == "corrected by rows":
            return wander_of_rows(self.differences(repeats), noise)
        return Wander(rule, noise.theta, noise.tau, noise.df, repeats, basis="rows")


@dataclass(frozen=True)
class Said:
    """What a rule said of one group."""

    decision: int  # 1 the first, -1 the second, 0 neither
    fits: int  # of each learner
    flip: float = np.nan  # its own p_flip


Rule = Callable[[Group], Said]


def fixed(basis: str, repeats: int) -> Rule:
    """Make a rule with a fixed number of repeats; its p_flip is its own basis's."""

    def run(group: Group) -> Said:
        wander = group.wander(basis, repeats)
        flip = wander.flips(LEVEL) if repeats > 1 else np.nan
        return Said(_decision(wander, 1.0), repeats * group.folds, flip)

    return run


def adaptive(basis: str, kappa: float, most: int = MOST, factor: float = 1.0) -> Rule:
    """Make the adaptive rule: stop when endless repeats are unlikely to decide otherwise."""

    def run(group: Group) -> Said:
        for repeats in range(2, most + 1):
            wander = group.wander(basis, repeats)
            if repeats == most or _limit(wander, factor) < min(0.5, kappa * repeats):
                break
        return Said(_decision(wander, factor), repeats * group.folds, _same_again(wander, factor, min(FRESH, most)))

    return run


def peeking(most: int = 10) -> Rule:
    """Make the negative control: test after every repeat, stop when significant."""

    def run(group: Group) -> Said:
        for repeats in range(2, most + 1):
            decision = _decision(group.wander("corrected", repeats), 1.0)
            if decision:
                break
        return Said(decision, repeats * group.folds)

    return run


def designed(design: Design, test: DifferenceTest, fits: int) -> Rule:
    """Make a rule with a design of its own."""

    def run(group: Group) -> Said:
        table: RowTable = group.replay.under(design, group.number)
        size = table.d.shape[1]
        tested = int((table.labels[0] == 0).sum())
        result = test.arithmetic(Differences(table.by_fold, np.array(1.0), tested / (size - tested)))
        rejected = float(result.pvalue) <= LEVEL
        return Said(int(rejected) * int(np.sign(result.estimate)), fits)

    return run


def _threshold(wander: Wander, factor: float) -> float:
    return factor * float(wander.rule.threshold(np.array(float(wander.repeats)), LEVEL))


def _decision(wander: Wander, factor: float) -> int:
    return int(abs(wander.theta) >= _threshold(wander, factor)) * int(np.sign(wander.theta))


def _limit(wander: Wander, factor: float) -> float:
    return _flip(wander, factor, wander.tau / np.sqrt(wander.repeats))


def _same_again(wander: Wander, factor: float, fresh: int) -> float:
    return _flip(wander, factor, wander.tau * np.sqrt(1 / wander.repeats + 1 / max(wander.repeats, fresh)))


def _flip(wander: Wander, factor: float, sd: float) -> float:
    threshold = _threshold(wander, factor)
    other = chance_of_rejection(abs(wander.theta), sd, threshold, wander.df)
    return 1 - other if abs(wander.theta) >= threshold else other


@dataclass(frozen=True)
class Rules:
    """All rules for one pair of learners, by name."""

    factors: Factors
    slow: bool = False

    @cached_property
    def by_name(self) -> dict[str, Rule]:
        """Ten folds: what the proof is about."""
        found = {
            "corrected-1x10": fixed("corrected", 1),
            "corrected-2x10": fixed("corrected", 2),
            "corrected-2x10, by rows": fixed("corrected by rows", 2),
            "corrected-10x10": fixed("corrected", 10),
            "corrected-10x10, by rows": fixed("corrected by rows", 10),
            "sorted-10x10": fixed("sorted", 10),
            "peeking": peeking(),
            "cautious-10x10": self._cautious_fixed,
            **{f"adaptive rows, kappa {k}": adaptive("rows", k) for k in (0.005, 0.01, 0.02)},
            **{f"adaptive folds, kappa {k}": adaptive("folds", k) for k in (0.005, 0.01, 0.02)},
            "adaptive rows, Student's quantile": adaptive("rows", 0.01, factor=_student()),
            "adaptive rows, at most 10": adaptive("rows", 0.01, 10),
            "adaptive rows, cautious": adaptive("rows", 0.01, factor=self.factors.rows),
            "adaptive folds, cautious": adaptive("folds", 0.01, factor=self.factors.folds),
            "blocked-3x2": designed(BalancedHalves(repeats=3), Blocked3x2T(), 6),
        }
        if not self.slow:
            found["corrected-30x10"] = fixed("corrected", 30)
            found["corrected-resampled"] = designed(Subsampling(repeats=100), CorrectedT(), 100)
        return found

    def _cautious_fixed(self, group: Group) -> Said:
        """Ten repeats against the cautious threshold: what the cautious adaptive rule is compared with."""
        wander = group.wander("folds", 10)
        return Said(_decision(wander, self.factors.folds), 100)

    @cached_property
    def of_five_folds(self) -> dict[str, Rule]:
        """Five folds: explored beside it."""
        return {
            "corrected-10x5": fixed("corrected", 10),
            "adaptive rows, 5 folds": adaptive("rows", 0.01),
            "adaptive folds, 5 folds": adaptive("folds", 0.01),
            "adaptive rows, 5 folds, cautious": adaptive("rows", 0.01, factor=self.factors.rows),
        }
