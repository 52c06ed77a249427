"""More items, or more samples of each? What an evaluation of fixed systems can show, and what more would take."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import ceil, inf, isinf
from typing import Any

import numpy as np

from outperform.comparison.budgets.noise import SHARE, spread
from outperform.comparison.budgets.result import Budget
from outperform.comparison.budgets.wish import Wish
from outperform.comparison.familiar import answers_familiar
from outperform.comparison.judge_splits import judge_scores
from outperform.core import (
    InputError,
    Items,
    Judgement,
    Note,
    NoteKind,
    Scores,
    Unit,
    as_notes,
    check_below_one,
    check_flag,
    is_number,
)
from outperform.core.budget import Amount, EvalPlan, ItemBudget, ItemStep, Limit, SampleStep
from outperform.data import Evals, scores_of_evals
from outperform.data.directions import Named
from outperform.data.material import read
from outperform.data.named_columns import check_keywords
from outperform.significance import CATALOGUE, McNemarMidP, SignFlip
from outperform.significance.item_means import mean_of_items
from outperform.significance.item_power import Aim, CountPower, ItemPower, MeanPower, discordant_range
from outperform.significance.item_tests import notes_of, reach_of
from outperform.significance.item_values import ItemValues, item_values
from outperform.significance.samples import SampleNoise, sample_noise
from outperform.visible import short
from outperform.words.budget import says

SAMPLES = (1, 2, 5, 10, 30, 100)
TIMES = (1, 2, 5, 10, 30)
UNKNOWN = "part of the noise of items; two or more samples per item would show it"


@answers_familiar
def budget_of_items(
    table: Any,
    *,
    difference: float | None = None,
    level: float = 0.05,
    power: float = 0.8,
    cost_per_item: float | None = None,
    cost_per_sample: float | None = None,
    metric: str | None = None,
    cluster: str | None = None,
    weights: str | None = None,
    task: str | Sequence[str] | None = None,
    baseline: str | None = None,
    runs: bool = False,
    missing: str = "refuse",
    common: bool = False,
    systems: str | Sequence[str] | None = None,
    lower: Named = None,
    higher: Named = None,
    **columns: str | None,
) -> Budget:
    """Return whether an evaluation of fixed systems is large enough: the items and samples that a difference needs.

    Parameters
    ----------
    table, metric, cluster, weights, task, baseline, runs, missing, common, systems, lower, higher, columns
        As in ``judge_items``.
    difference
        The true difference that you want to find, in units of the score (0.01 is one point of accuracy); by default
        one point of a share, and 1% of the lower mean score of any other score.
    level, power
        Level and power of the test that is planned. Several pairs share the level.
    cost_per_item
        What a new item costs once, such as to write and to check it, in any unit.
    cost_per_sample
        What one answer of one system to one item costs, in the same unit. With either cost, the cheapest number of
        items and samples is searched.

    Examples
    --------
    >>> old, new = [1, 0, 0, 1, 0, 1, 0, 0, 1, 0] * 4, [1, 1, 0, 1, 1, 0, 0, 1, 1, 0] * 4
    >>> pair = budget_of_items({"new": new, "old": old}, difference=0.1).pairs[0]
    >>> pair.limit, pair.items_for.value, round(pair.smallest.value, 3)
    ('items', 312.0, 0.272)
    """
    check_keywords("budget_of_items", columns)
    wish = Wish.of(difference, level, power)
    check_flag("runs", runs)
    costs = Costs(_checked_cost("cost_per_item", cost_per_item), _checked_cost("cost_per_sample", cost_per_sample))
    reading: dict[str, Any] = {"metric": metric, "task": task, "cluster": cluster, "weights": weights}
    reading |= {"missing": missing, "common": common, "systems": systems, "lower": lower, "higher": higher, **columns}
    material = read(table, kind="items", **reading)
    evals: Evals = material.content  # type: ignore[assignment] # of this kind
    scores, source = scores_of_evals(evals, runs=runs), material.source or "table"
    if len(scores.learners) < 2:
        raise InputError(source, f"needs two systems, but there is one: {scores.learners[0]}")
    if scores.items is None:
        raise InputError(source, "needs a score per item, but there are only scores of whole runs")
    if scores.items.size < 2:
        raise InputError(source, "needs two or more items, but there is 1: one item does not show how items vary")
    if runs and evals.samples < 2:
        raise InputError("runs", "needs two or more runs (samples) of the items, but there is one; leave it out")
    if wish.difference is not None and scores.unit is Unit.POINTS:
        check_below_one("difference", wish.difference)
    adjust = "shaffer" if baseline is None else None
    judgements = judge_scores([scores], None, level=level, adjust=adjust, baseline=baseline).judgements
    pairs = tuple(item_budget(each, wish.among(len(judgements)), costs) for each in judgements)
    notes = tuple(as_notes([*evals.notes, *wish.shared(len(pairs))]))
    return Budget(pairs, (scores,), notes, level=level, adjustment=judgements[0].adjustment, source=material.source)


def _checked_cost(name: str, cost: Any) -> float | None:
    """Return a cost as a number of at least 0; None where it was not given."""
    if cost is not None and (not is_number(cost) or cost < 0):
        raise InputError(name, f"must be a number of at least 0, got {short(cost)}")
    return None if cost is None else float(cost)


@dataclass(frozen=True)
class Costs:
    """What an item costs once, and one answer of one system to it; None where it was not given."""

    item: float | None = None
    sample: float | None = None

    @property
    def given(self) -> bool:
        """Whether there is a cost."""
        return self.item is not None or self.sample is not None

    def of(self, items: float, samples: float) -> float | None:
        """Return the cost of a set for both systems; samples without end that cost nothing cost nothing."""
        if not self.given:
            return None
        drawn = 2 * self.sample * samples if self.sample else 0.0
        return items * ((self.item or 0.0) + drawn)


@dataclass(frozen=True, eq=False)
class _Pair:
    """What is measured of a pair: the items as the test uses them, the noise of samples, what a test can find."""

    scores: Scores
    values: ItemValues
    noise: SampleNoise | None
    power: ItemPower

    @classmethod
    def of(cls, scores: Scores, test: object) -> "_Pair":
        values = item_values(scores).canonical()[0]
        if isinstance(test, McNemarMidP):
            return cls(scores, values, None, CountPower(values.count, float(values.differ.mean())))
        noise = sample_noise(scores)
        return cls(scores, values, noise, MeanPower.of(values, noise, reach_of(scores)))

    @property
    def items(self) -> Items:
        assert self.scores.items is not None, "fixed systems have items"
        return self.scores.items

    @property
    def span(self) -> str:
        """How many samples or runs there are."""
        traits = self.items.traits
        word = "runs" if self.items.runs else "samples"
        low, high = traits.samples, traits.most
        return f"{low} {word}" if low == high else f"{low} to {high} {word}"

    def at(self, variance: float) -> ItemPower:
        """Return the same with another variance of items: that of their differences, or the discordant share."""
        if isinstance(self.power, CountPower):
            return replace(self.power, share=variance)
        assert isinstance(self.power, MeanPower), "the only other kind"
        rest = 0.0 if self.power.sigma is None else self.power.sigma / self.power.samples
        kept = min(rest, variance)
        sigma = None if self.power.sigma is None else kept * self.power.samples
        return replace(self.power, omega=variance - kept, sigma=sigma)

    def planned(self, variance: Amount, why: str, of: Callable[[ItemPower], float]) -> Amount:
        """Return a number that follows from the noise, and its range from the ends of that of the variance."""
        if self.power.still:
            return Amount(None, "unknown", "nothing varies")
        low, high = (None if end is None else of(self.at(end)) for end in (variance.low, variance.high))
        return Amount(of(self.power), "model", why, low, high)


def item_budget(judgement: Judgement, wish: Wish, costs: Costs) -> ItemBudget:
    """Make the budget of a pair from what was judged."""
    scores, test = judgement.scores, CATALOGUE.get_entry(judgement.full_test)
    assert scores is not None, "pairs were judged from their scores"
    pair = _Pair.of(scores, test)
    power, aim, traits = pair.power, Aim(wish.level, wish.power), pair.items.traits
    difference, assumed = wish.wished(scores)
    mean, clusters = mean_of_items(pair.values), pair.values.clusters
    total = _total(pair)
    share = _share(pair)
    omega = _omega(pair, total)
    needed = power.items_for(difference, power.samples, aim)
    samples_for = None if power.sigma is None else power.samples_for(difference, aim)
    effect = None
    if clusters is not None:
        alone = float(mean_of_items(pair.values.without_clusters()).se) ** 2
        effect = float(mean.se) ** 2 / alone if alone > 0 else None
    clusters_for = None
    if clusters is not None and not power.still:
        clusters_for = inf if isinf(needed) else float(ceil(needed * mean.units / pair.values.count))
    estimate = abs(judgement.estimate)
    apart = inf if power.still or not estimate else power.items_for(estimate, power.samples, aim)
    cheapest = None
    if costs.given and not power.still:
        cheapest = power.cheapest(difference, aim, costs.item or 0.0, costs.sample or 0.0)
    made = ItemBudget(
        first=judgement.first,
        second=judgement.second,
        metric=scores.metric,
        unit=scores.unit,
        test="item-t" if isinstance(test, SignFlip) else judgement.test,
        level=aim.level,
        power=aim.power,
        difference=difference,
        estimate=judgement.estimate,
        decision=judgement.decision,
        pvalue=judgement.pvalue if judgement.pvalue_adjusted is None else judgement.pvalue_adjusted,
        decided_by=judgement.test,
        items=traits.count,
        samples=(traits.samples, traits.most),
        over="runs" if pair.items.runs else "samples",
        clusters=None if clusters is None else traits.clusters,
        design_effect=effect,
        limit=_limit(power, needed, samples_for),
        discordant=share,
        total=total,
        omega=omega,
        sigma=_sigma(pair),
        tau=_tau(pair),
        smallest=pair.planned(
            share or total,
            "on these items, with these samples",
            lambda each: each.smallest(each.items, each.samples, aim),
        ),
        items_for=pair.planned(
            share or total,
            "with these samples, if new items vary like these",
            lambda each: each.items_for(difference, each.samples, aim),
        ),
        items_to_separate=apart,
        clusters_for=clusters_for,
        samples_for=None if power.still else samples_for,
        more_samples=_more_samples(power, difference, aim, costs),
        more_items=tuple(
            ItemStep(times * power.items, power.smallest(times * power.items, power.samples, aim))
            for times in (() if power.still else TIMES)
        ),
        cheapest=None if cheapest is None else EvalPlan(int(cheapest[0]), int(cheapest[1]), cheapest[2]),
        notes=tuple(note.concerning(*scores.learners) for note in (*assumed, *_notes(pair, omega))),
    )
    return replace(made, says=says([made]))


def _total(pair: _Pair) -> Amount:
    found = mean_of_items(pair.values)
    value = float(found.se) ** 2 * pair.values.count
    units = "items" if pair.values.clusters is None else "clusters"
    why = f"from the differences on {found.units} {units}"
    return Amount(value, "measured", why, *(spread(value, found.df) if value else (0.0, 0.0)))


def _share(pair: _Pair) -> Amount | None:
    if not isinstance(pair.power, CountPower):
        return None
    discordant = int(pair.values.differ.sum())
    why = f"only one of the two is right on {discordant} of {pair.values.count} items"
    return Amount(pair.power.share, "measured", why, *discordant_range(discordant, pair.values.count, SHARE))


def _omega(pair: _Pair, total: Amount) -> Amount:
    power = pair.power
    if not isinstance(power, MeanPower) or power.sigma is None:
        return Amount(None, "unknown", UNKNOWN)
    rest = power.sigma / power.samples
    low, high = (None if end is None else max(0.0, end - rest) for end in (total.low, total.high))
    return Amount(power.omega, "measured", "true differences between items", low, high)


def _sigma(pair: _Pair) -> Amount:
    if pair.noise is None or pair.power.sigma is None:
        return Amount(None, "unknown", UNKNOWN)
    if pair.noise.bounded:
        return Amount(pair.power.sigma, "assumed", "all samples of an item agree: as if one of them did not")
    why = f"one sample of each system, from {pair.span} per item"
    return Amount(pair.power.sigma, "measured", why, *spread(pair.power.sigma, pair.noise.own.df))


def _tau(pair: _Pair) -> Amount:
    """Return what the items of a run share: the variance between runs beyond that of independent samples."""
    if pair.noise is None or pair.noise.runs is None:
        return Amount(None, "unknown", "samples are treated as independent from item to item")
    runs = pair.noise.runs
    value = float(np.maximum(0.0, runs.between - runs.within).sum())
    return Amount(value, "measured", f"one run of each system, shared by all items, from {pair.span}")


def _limit(power: ItemPower, needed: float, samples_for: float | None) -> Limit:
    if power.still:
        return "no noise"
    if needed <= power.items:
        return "nothing"
    if samples_for is not None and not isinf(samples_for):
        return "samples"
    return "runs" if isinf(needed) else "items"


def _more_samples(power: ItemPower, difference: float, aim: Aim, costs: Costs) -> tuple[SampleStep, ...]:
    """Return what numbers of samples achieve; nothing where the noise of samples is unknown."""
    if power.sigma is None or power.still:
        return ()
    own = {power.samples} if power.samples == round(power.samples) else set()
    least = 2 if isinstance(power, MeanPower) and power.runs is not None else 1
    numbers = [each for each in sorted({*map(float, SAMPLES), *own}) if each >= least]
    if not isinstance(power, MeanPower) or power.omega > 0:  # else nothing is left of the noise
        numbers.append(inf)
    needed = [power.items_for(difference, each, aim) for each in numbers]
    return tuple(
        SampleStep(each, power.smallest(power.items, each, aim), items, costs.of(items, each))
        for each, items in zip(numbers, needed, strict=True)
    )


def _notes(pair: _Pair, omega: Amount) -> tuple[Note, ...]:
    """Note what makes the noise uncertain, and samples that seem to share something."""
    notes = [*notes_of(pair.values)]
    if omega.low == 0 and omega.high and pair.noise is not None and not pair.noise.bounded:
        notes.append(Note.of(NoteKind.ITEM_SPREAD_UNSURE, high=omega.high**0.5, unit=pair.scores.unit))
    return (*notes, *(() if pair.noise is None else pair.noise.notes))
