"""What the rules decide about one dataset: the classic test, and adaptive cross-validation with each threshold."""

from dataclasses import dataclass, field, replace

import numpy as np

from outperform.core import Bools, Floats, Ints
from outperform.procedures.adaptive import FRESH
from outperform.procedures.correction import COSTS, STAGES
from outperform.procedures.threshold import CLEAR, UNCHECKED
from outperform.procedures.tilted import tilted_folds
from outperform.significance.adaptive_t import Basis, FixedRule
from outperform.significance.differences import Differences
from outperform.significance.flip import APART, CorrectedRule, DataFactor, Wander, wander_under
from outperform.significance.influence import (
    FOLDS,
    Half,
    Influence,
    Repeats,
    influence_of,
    is_same_learner,
    least_factor,
    steepness,
)
from outperform.significance.rows import RowNoise, cautious_noise, row_noise
from studies.truth.linear import Fit
from studies.truth.scores import SET_METRICS, Metric, row_scores, set_score
from studies.truth.tasks import Blocks

LEVEL, KAPPA, LEAST, MOST, K = 0.05, 0.01, 2, 50, 10


@dataclass(eq=False)
class Bench:
    """One dataset with two learners."""

    blocks: Blocks
    y: Floats
    learners: tuple[Fit, Fit]
    metric: Metric
    strata: bool

    @property
    def basis(self) -> Basis:
        """What the nominal standard deviation comes from."""
        return "folds" if self.metric in SET_METRICS else "rows"

    def without(self, row: int) -> "Bench":
        """Return the same without a row."""
        first, second = (np.delete(block, row, axis=0) for block in self.blocks)
        return Bench((first, second), np.delete(self.y, row), self.learners, self.metric, self.strata)

    def deal(self, folds: int, rng: np.random.Generator) -> Ints:
        """Deal the rows into folds, class by class."""
        labels, start = np.empty(len(self.y), dtype=np.int64), 0
        for each in np.unique(self.y) if self.strata else [None]:
            members = rng.permutation(np.arange(len(self.y)) if each is None else np.flatnonzero(self.y == each))
            labels[members] = (np.arange(len(members)) + start) % folds
            start += len(members)
        return labels

    def run(self, labels: Ints, folds: int, *, rows: bool = True, pooled: bool = False) -> "Table":
        """Fit both learners on all splits of some repeats; row values are those of the whole repeat if ``pooled``."""
        masks = np.concatenate([each != np.arange(folds)[:, None] for each in labels])
        said = [fit(block, self.y, masks) for fit, block in zip(self.learners, self.blocks, strict=True)]
        if self.basis == "rows":
            by_row = row_scores(self.metric, self.y, said[0]) - row_scores(self.metric, self.y, said[1])
            d = _tested(by_row, labels, folds)
            return Table(d, labels, _fold_means(d, labels, folds))
        if pooled:
            return self._pooled(said, labels, folds)
        return self._of_sets(said, masks, labels, folds, rows=rows)

    def _of_sets(self, said: list[Floats], masks: Bools, labels: Ints, folds: int, *, rows: bool) -> "Table":
        x, d = np.empty(len(masks)), np.zeros(labels.shape)
        for split, mask in enumerate(masks):
            test = ~mask
            (a, first), (b, second) = (set_score(self.metric, self.y[test], each[split, test]) for each in said)
            x[split] = a - b
            if rows:
                d[split // folds, test] = first - second
        return Table(d, labels, x.reshape(len(labels), folds))

    def _pooled(self, said: list[Floats], labels: Ints, folds: int) -> "Table":
        both = [_tested(each, labels, folds) for each in said]
        values = [np.array([set_score(self.metric, self.y, row)[1] for row in each]) for each in both]
        return Table(values[0] - values[1], labels, np.zeros((len(labels), folds)))


@dataclass(frozen=True, eq=False)
class Table:
    """Differences of repeats: of rows, and of folds."""

    d: Floats
    labels: Ints
    x: Floats

    def first(self, repeats: int) -> "Table":
        """Return the first repeats."""
        return Table(self.d[:repeats], self.labels[:repeats], self.x[:repeats])

    def with_more(self, other: "Table") -> "Table":
        """Append repeats."""
        return Table(
            *(
                np.concatenate(pair)
                for pair in zip((self.d, self.labels, self.x), (other.d, other.labels, other.x), strict=True)
            )
        )


@dataclass(frozen=True)
class Said:
    """What a rule said."""

    decision: int  # 1 the first is better, -1 the second, 0 open
    fits: int  # per learner
    flip: float  # its own chance that a fresh run decides otherwise


@dataclass(eq=False)
class Group:
    """One repetition of the analysis, on partitions of its own."""

    bench: Bench
    rng: np.random.Generator
    table: Table | None = None
    looks: dict[int, tuple[float, float, Wander]] = field(default_factory=dict)

    def repeats(self, count: int) -> Table:
        """Return the first repeats; as many again are made ahead."""
        made = 0 if self.table is None else len(self.table.labels)
        if count > made:
            more = min(MOST, max(count, 2 * made)) - made
            new = self.bench.run(np.stack([self.bench.deal(K, self.rng) for _ in range(more)]), K, rows=False)
            self.table = new if self.table is None else self.table.with_more(new)
        assert self.table is not None
        return self.table.first(count)

    def look(self, count: int) -> tuple[float, float, Wander]:
        """Return mean, nominal standard error and how theta wanders after so many repeats."""
        if count not in self.looks:
            self.looks[count] = self._look(self.repeats(count))
        return self.looks[count]

    def _look(self, table: Table) -> tuple[float, float, Wander]:
        rule = FixedRule(K, 1.0, self.bench.basis)
        if self.bench.basis == "rows" or len(table.x) == 1:
            noise = row_noise(table.d, table.labels, K) if len(table.x) > 1 else self._cautious(table)
            wander = Wander(rule, noise.theta, noise.tau, noise.df, noise.repeats, basis="rows", fresh=FRESH)
            return noise.mean, rule.unit * float(np.sqrt(noise.variance)), wander
        found = wander_under(rule, Differences(table.x, np.array(1.0), 1 / (K - 1)))
        return float(table.x.mean()), rule.unit * float(table.x.std(ddof=1)), _fresh(found)

    def _cautious(self, table: Table) -> RowNoise:
        return cautious_noise(table.x[0], table.d[0] if self.bench.basis == "rows" else None)

    def start(self, factor: float) -> int:
        """Return after how many repeats a decision may fall: one, where the difference is clear whatever comes."""
        if np.ptp(self.repeats(1).x) == 0:
            return LEAST
        wander, times = self.look(1)[2], max(CLEAR, factor)
        return 1 if _decision(wander, times) and _stops(wander, times, 1) else LEAST

    def least(self, count: int) -> float:
        """Return the least factor after so many repeats."""
        table = self.repeats(count)
        return 1.0 if self.bench.basis == "folds" else least_factor(row_noise(table.d, table.labels, K), table.x)

    def nominal(self) -> Said:
        """Run adaptive cross-validation with the nominal threshold."""
        counts = range(self.start(1.0), MOST + 1)
        count = next(count for count in counts if _stops(self.look(count)[2], 1.0, count))
        return _said(self.look(count)[2], DataFactor(1.0, 0.0), 1.0, count * K)

    def classic(self) -> float:
        """Return the corrected t statistic of ten repeats over its threshold, with its sign."""
        x = self.repeats(10).x
        spread = float(x.std(ddof=1))
        theta = float(x.mean()) / spread if spread > 0 else 0.0
        return theta / float(CorrectedRule(K, 1 / (K - 1)).threshold(np.array(10.0), LEVEL))


@dataclass(eq=False)
class Case:
    """The correction of one run: its repeats with random folds, and those that are tilted by them."""

    bench: Bench
    rng: np.random.Generator
    _random: list[list[Repeats]] = field(default_factory=lambda: [[], []])  # by half
    _tilted: list[list[Repeats]] = field(default_factory=lambda: [[], []])
    _stages: list[Influence] = field(default_factory=list)

    def influence(self, stage: int) -> Influence:
        """Return what the repeats of a stage and those before it show."""
        while len(self._stages) <= stage:
            self._extend(*STAGES[len(self._stages)])
        return self._stages[stage]

    @property
    def differences(self) -> Floats:
        """The differences of rows [repeat, row] with random folds."""
        return np.concatenate([each.d for half in self._random for each in half])

    def _extend(self, random: int, tilted: int) -> None:
        for place in range(sum(map(len, self._random)), random):
            self._random[place % 2].append(self._run(self.bench.deal(FOLDS, self.rng)[None]))
        strata = self.bench.y.astype(np.int64) if self.bench.strata else np.zeros(len(self.bench.y), dtype=np.int64)
        halves = [np.concatenate([each.d for each in half]) for half in self._random]
        made = sum(len(each.d) for half in self._tilted for each in half)
        more = (tilted - made) // 2
        for d, kept in zip(halves, self._tilted, strict=True):
            steep = steepness(np.concatenate(halves), len(d))
            kept.append(self._run(tilted_folds(d.mean(axis=0), strata, steep, more, self.rng)))
        pairs = zip(self._random, self._tilted, strict=True)
        self._stages.append(influence_of([Half(*map(_joined, pair)) for pair in pairs]))

    def _run(self, labels: Ints) -> Repeats:
        return Repeats(self.bench.run(labels, FOLDS, pooled=self.bench.metric != "auc").d, labels)

    def factor(self, stage: int, group: Group, count: int) -> DataFactor:
        """Return the factor for a run of so many repeats."""
        influence = self.influence(stage)
        factor, se = influence.factor(K, of_means=self.bench.metric not in ("f1", "balanced accuracy"))
        if self.bench.basis == "rows":
            return DataFactor(factor, se, group.least(count))
        nominal = group.look(count)[1]
        if nominal == 0 or influence.variance == 0:
            return DataFactor(1.0, 0.0)
        times = influence.nominal_se(K) / nominal
        return DataFactor(factor * times, se * times)

    def corrected(self, group: Group, factor: float | None) -> tuple[Said, int]:
        """Run adaptive cross-validation with a known factor, or with one from the data; return its repeats too."""
        if factor is not None:
            known = DataFactor(factor, 0.0, factor)
            counts = range(group.start(factor), MOST + 1)
            count = next(count for count in counts if _stops(group.look(count)[2], factor, count))
            return _said(group.look(count)[2], known, factor, count * K), count
        spent = 0
        for count in range(group.start(1.0), MOST + 1):
            wander = group.look(count)[2]
            if not _stops(wander, 1.0, count):
                continue
            if not _decision(wander, 1.0):
                return _said(wander, UNCHECKED, 1.0, count * K + spent), count
            if abs(wander.theta) >= CLEAR * _reach(wander):
                return _said(wander, DataFactor(1.0, 0.0), 1.0, count * K), count
            found, spent = self._staged(group, count, spent)
            if not self.is_same(group) or (found.is_vague and not _decision(wander, found.off(APART))):
                return Said(0, count * K + spent, 0.0), count
            if _stops(wander, found.value, count):
                break
        return _said(wander, found, found.value, count * K + spent), count

    def _staged(self, group: Group, count: int, spent: int) -> tuple[DataFactor, int]:
        """Return the factor after a stage and its fits: the second where the first is not enough to decide."""
        wander = group.look(count)[2]
        early = self.factor(0, group, count)
        if spent <= COSTS[0] and len({_decision(wander, early.off(side * APART)) for side in (-1, 1)}) == 1:
            return early, COSTS[0]
        return self.factor(1, group, count), COSTS[1]

    def is_same(self, group: Group) -> bool:
        """Return whether the learners at 80% of the rows differ about as much as they do where they are judged."""
        if self.bench.basis == "folds":
            return True
        return is_same_learner(self.differences, group.repeats(LEAST).d)


def _joined(parts: list[Repeats]) -> Repeats:
    return Repeats(*(np.concatenate([getattr(each, name) for each in parts]) for name in ("d", "labels")))


def _fresh(wander: Wander) -> Wander:
    return Wander(wander.rule, wander.theta, wander.tau, wander.df, wander.repeats, wander.centre, wander.basis, FRESH)


def _with(wander: Wander, factor: float) -> Wander:
    rule = wander.rule
    assert isinstance(rule, FixedRule)
    raised = FixedRule(rule.folds, factor, rule.basis)
    return Wander(raised, wander.theta, wander.tau, wander.df, wander.repeats, wander.centre, wander.basis, FRESH)


def _stops(wander: Wander, factor: float, count: int) -> bool:
    return count >= MOST or _with(wander, factor).flips_in_the_limit(LEVEL) < min(0.5, KAPPA * count)


def _reach(wander: Wander) -> float:
    return float(_with(wander, 1.0).rule.threshold(np.array(1.0), LEVEL))


def _decision(wander: Wander, factor: float) -> int:
    reach = float(_with(wander, factor).rule.threshold(np.array(1.0), LEVEL))
    return int(np.sign(wander.theta)) if abs(wander.theta) >= reach else 0


def _said(wander: Wander, found: DataFactor, factor: float, fits: int) -> Said:
    return Said(_decision(wander, factor), fits, replace(_with(wander, factor), doubt=found).flips(LEVEL))


def _tested(values: Floats, labels: Ints, folds: int) -> Floats:
    """Take each row's value from the fit that it was left out of: [repeat, row]."""
    repeats, n = labels.shape
    fits = labels + folds * np.arange(repeats)[:, None]
    found: Floats = values[fits, np.arange(n)]
    return found


def _fold_means(d: Floats, labels: Ints, folds: int) -> Floats:
    place = (labels + folds * np.arange(len(labels))[:, None]).ravel()
    means: Floats = np.bincount(place, d.ravel(), folds * len(labels)) / np.bincount(
        place, minlength=folds * len(labels)
    )
    return means.reshape(len(labels), folds)
