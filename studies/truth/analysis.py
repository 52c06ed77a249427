"""What the rules decide about one dataset: the classic test, and adaptive cross-validation with each threshold."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from outperform.core import Bools, Floats, Ints
from outperform.procedures.adaptive import FRESH
from outperform.procedures.correction import APART, STAGES
from outperform.significance.adaptive_t import Basis, FixedRule
from outperform.significance.differences import Differences
from outperform.significance.flip import CorrectedRule, Wander, wander_under
from outperform.significance.influence import FOLDS, Influence, influence_of, is_same_learner, least_factor
from outperform.significance.rows import row_noise
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

    def deal(self, folds: int, rng: np.random.Generator) -> Ints:
        """Deal the rows into folds, class by class."""
        labels, start = np.empty(len(self.y), dtype=np.int64), 0
        for each in np.unique(self.y) if self.strata else [None]:
            members = rng.permutation(np.arange(len(self.y)) if each is None else np.flatnonzero(self.y == each))
            labels[members] = (np.arange(len(members)) + start) % folds
            start += len(members)
        return labels

    def run(self, labels: Ints, folds: int, *, rows: bool = True) -> "Table":
        """Fit both learners on all splits of some repeats."""
        masks = np.concatenate([each != np.arange(folds)[:, None] for each in labels])
        said = [fit(block, self.y, masks) for fit, block in zip(self.learners, self.blocks, strict=True)]
        if self.basis == "rows":
            by_row = row_scores(self.metric, self.y, said[0]) - row_scores(self.metric, self.y, said[1])
            d = _tested(by_row, labels, folds)
            return Table(d, labels, _fold_means(d, labels, folds))
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
        if self.bench.basis == "rows":
            noise = row_noise(table.d, table.labels, K)
            wander = Wander(rule, noise.theta, noise.tau, noise.df, noise.repeats, basis="rows", fresh=FRESH)
            return noise.mean, rule.unit * float(np.sqrt(noise.variance)), wander
        found = wander_under(rule, Differences(table.x, np.array(1.0), 1 / (K - 1)))
        return float(table.x.mean()), rule.unit * float(table.x.std(ddof=1)), _fresh(found)

    def least(self, count: int) -> float:
        """Return the least factor after so many repeats."""
        table = self.repeats(count)
        return 1.0 if self.bench.basis == "folds" else least_factor(row_noise(table.d, table.labels, K), table.x)

    def nominal(self) -> Said:
        """Run adaptive cross-validation with the nominal threshold."""
        count = next(count for count in range(LEAST, MOST + 1) if _stops(self.look(count)[2], 1.0, count))
        return _said(self.look(count)[2], 1.0, count * K)

    def classic(self) -> float:
        """Return the corrected t statistic of ten repeats over its threshold, with its sign."""
        x = self.repeats(10).x
        spread = float(x.std(ddof=1))
        theta = float(x.mean()) / spread if spread > 0 else 0.0
        return theta / float(CorrectedRule(K, 1 / (K - 1)).threshold(np.array(10.0), LEVEL))


@dataclass(eq=False)
class Case:
    """A dataset with its correction, which all groups share."""

    bench: Bench
    rng: np.random.Generator

    @cached_property
    def _left_out(self) -> Table:
        labels = np.stack([self.bench.deal(FOLDS, self.rng) for _ in range(STAGES[-1])])
        return self.bench.run(labels, FOLDS)

    def influence(self, repeats: int) -> Influence:
        """Return the factor from so many 5-fold repeats."""
        table = self._left_out.first(repeats)
        return influence_of(table.d, table.labels, K, None if self.bench.basis == "rows" else table.x)

    def corrected(self, group: Group, factor: float | None) -> tuple[Said, int]:
        """Run adaptive cross-validation with a known factor, or with one from the data; return its repeats too."""
        known, extra = factor, 0
        for count in range(LEAST, MOST + 1):
            wander = group.look(count)[2]
            if known is None:
                if not _stops(wander, 1.0, count):
                    continue
                if not _decision(wander, 1.0):
                    return _said(wander, 1.0, count * K), count
                known, extra = self._staged(wander, group.least(count))
                if not self.is_same(group):
                    return Said(0, count * K + extra, 0.0), count
            if _stops(wander, known, count):
                break
        assert known is not None, "at the last look it stops"
        return _said(wander, known, count * K + extra), count

    def is_same(self, group: Group) -> bool:
        """Return whether the learners at 80% of the rows differ about as much as they do where they are judged."""
        if self.bench.basis == "folds":
            return True
        return is_same_learner(self._left_out.d, group.repeats(LEAST).d)

    def _staged(self, wander: Wander, least: float) -> tuple[float, int]:
        """Look after ten repeats, and after twenty where the factor may be off by enough to decide otherwise."""
        early = self.influence(STAGES[0])
        sides = {bool(_decision(wander, max(least, early.factor + side * APART * early.se))) for side in (-1, 1)}
        last = STAGES[0] if len(sides) == 1 else STAGES[1]
        return max(least, self.influence(last).factor), FOLDS * last


def _fresh(wander: Wander) -> Wander:
    return Wander(wander.rule, wander.theta, wander.tau, wander.df, wander.repeats, wander.centre, wander.basis, FRESH)


def _with(wander: Wander, factor: float) -> Wander:
    rule = wander.rule
    assert isinstance(rule, FixedRule)
    raised = FixedRule(rule.folds, factor, rule.basis)
    return Wander(raised, wander.theta, wander.tau, wander.df, wander.repeats, wander.centre, wander.basis, FRESH)


def _stops(wander: Wander, factor: float, count: int) -> bool:
    return count >= MOST or _with(wander, factor).flips_in_the_limit(LEVEL) < min(0.5, KAPPA * count)


def _decision(wander: Wander, factor: float) -> int:
    reach = float(_with(wander, factor).rule.threshold(np.array(1.0), LEVEL))
    return int(np.sign(wander.theta)) if abs(wander.theta) >= reach else 0


def _said(wander: Wander, factor: float, fits: int) -> Said:
    return Said(_decision(wander, factor), fits, _with(wander, factor).flips(LEVEL))


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
