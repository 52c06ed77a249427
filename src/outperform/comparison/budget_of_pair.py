"""From the items of one pair of fixed systems to its budget."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil, inf, isinf

import numpy as np

from outperform.comparison.budget_noise import SHARE, spread
from outperform.core import Items, Judgement, Note, NoteKind, Scores, Unit
from outperform.core.budget import Amount
from outperform.core.item_budget import EvalPlan, ItemBudget, ItemLimit, ItemStep, SampleStep
from outperform.significance import CATALOGUE, McNemarMidP, SignFlip
from outperform.significance.item_means import mean_of_items
from outperform.significance.item_power import Aim, CountPower, ItemPower, MeanPower, discordant_range
from outperform.significance.item_tests import notes_of, reach_of
from outperform.significance.item_values import ItemValues, item_values
from outperform.significance.samples import SampleNoise, sample_noise
from outperform.words.item_budget import says

SAMPLES = (1, 2, 5, 10, 30, 100)
TIMES = (1, 2, 5, 10, 30)
UNKNOWN = "two or more samples per item would show it"


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


@dataclass(frozen=True)
class EvalWish:
    """What the user plans for."""

    difference: float | None
    aim: Aim
    costs: Costs


@dataclass(frozen=True, eq=False)
class _Pair:
    """What is measured of a pair: the items as the test uses them, the noise of samples, what a test can find."""

    scores: Scores
    values: ItemValues
    noise: SampleNoise | None
    power: ItemPower

    @property
    def items(self) -> Items:
        assert self.scores.items is not None, "fixed systems have items"
        return self.scores.items

    @property
    def discordant(self) -> int:
        return int(self.values.differ.sum())

    def at(self, variance: float) -> ItemPower:
        """Return the same with another variance of items: that of their differences, or the discordant share."""
        if isinstance(self.power, CountPower):
            return replace(self.power, share=variance)
        assert isinstance(self.power, MeanPower), "the only other kind"
        rest = 0.0 if self.power.sigma is None else self.power.sigma / self.power.samples
        kept = min(rest, variance)
        sigma = None if self.power.sigma is None else kept * self.power.samples
        return replace(self.power, omega=variance - kept, sigma=sigma)


def item_budget(judgement: Judgement, wish: EvalWish) -> ItemBudget:
    """Make the budget of a pair from what was judged."""
    scores = judgement.scores
    assert scores is not None, "pairs were judged from their scores"
    pair = _measured(scores, judgement)
    power, aim, traits = pair.power, wish.aim, pair.items.traits
    difference = _usual(scores) if wish.difference is None else wish.difference
    notes = (
        [] if wish.difference is not None else [Note.of(NoteKind.ASSUMED_DIFFERENCE, **_assumed(difference, scores))]
    )
    total, share = _total(pair), _share(pair)
    omega = _omega(pair, total)
    known = power.sigma is not None
    needed = power.items_for(difference, power.samples, aim)
    samples_for = power.samples_for(difference, aim) if known else None
    made = ItemBudget(
        first=judgement.first,
        second=judgement.second,
        metric=scores.metric,
        unit=scores.unit,
        test="item-t" if isinstance(_test(judgement), SignFlip) else judgement.test,
        level=aim.level,
        power=aim.power,
        difference=difference,
        estimate=judgement.estimate,
        decision=judgement.decision,
        pvalue=judgement.pvalue if judgement.pvalue_adjusted is None else judgement.pvalue_adjusted,
        items=traits.count,
        samples=(traits.samples, traits.most),
        over="runs" if pair.items.runs else "samples",
        clusters=None if pair.values.clusters is None else traits.clusters,
        design_effect=_design_effect(pair),
        limit=_limit(power, needed, samples_for),
        says="",
        discordant=share,
        total=total,
        omega=omega,
        sigma=_sigma(pair),
        tau=_tau(pair),
        smallest=_smallest(pair, share or total, aim),
        items_for=_items_for(pair, share or total, difference, aim),
        clusters_for=_clusters(pair, needed),
        samples_for=None if power.still else samples_for,
        more_samples=_more_samples(power, difference, wish) if known and not power.still else (),
        more_items=_more_items(power, aim),
        cheapest=_cheapest(power, difference, wish),
        notes=tuple(note.concerning(*scores.learners) for note in (*notes, *_notes(pair, omega))),
    )
    return replace(made, says=says(made))


def _test(judgement: Judgement) -> object:
    return CATALOGUE.get_entry(judgement.full_test)


def _measured(scores: Scores, judgement: Judgement) -> _Pair:
    values = item_values(scores).canonical()[0]
    if isinstance(_test(judgement), McNemarMidP):
        power: ItemPower = CountPower(values.count, float(values.differ.mean()))
        return _Pair(scores, values, None, power)
    noise = sample_noise(scores)
    return _Pair(scores, values, noise, MeanPower.of(values, noise, reach_of(scores)))


def _usual(scores: Scores) -> float:
    """Return one point for a share, else 1% of the mean score that is nearer to 0."""
    if scores.unit is Unit.POINTS:
        return 0.01
    return 0.01 * max(float(np.abs(scores.values).min()), 1e-12)


def _assumed(difference: float, scores: Scores) -> dict[str, object]:
    return {"difference": difference, "unit": scores.unit}


def _total(pair: _Pair) -> Amount:
    found = mean_of_items(pair.values)
    value = float(found.se) ** 2 * pair.values.count
    units = "items" if pair.values.clusters is None else "clusters"
    why = f"from the differences on {found.units} {units}"
    return Amount(value, "measured", why, *(spread(value, found.df) if value else (0.0, 0.0)))


def _share(pair: _Pair) -> Amount | None:
    if not isinstance(pair.power, CountPower):
        return None
    why = f"only one of the two is right on {pair.discordant} of {pair.values.count} items"
    ends = discordant_range(pair.discordant, pair.values.count, SHARE)
    return Amount(pair.power.share, "measured", why, *ends)


def _omega(pair: _Pair, total: Amount) -> Amount:
    power = pair.power
    if not isinstance(power, MeanPower) or power.sigma is None:
        return Amount(None, "unknown", f"part of the noise of items; {UNKNOWN}")
    rest = power.sigma / power.samples
    low, high = (None if end is None else max(0.0, end - rest) for end in (total.low, total.high))
    return Amount(power.omega, "measured", "true differences between items", low, high)


def _sigma(pair: _Pair) -> Amount:
    if pair.noise is None or pair.power.sigma is None:
        return Amount(None, "unknown", f"part of the noise of items; {UNKNOWN}")
    if pair.noise.bounded:
        return Amount(pair.power.sigma, "assumed", "all samples of an item agree: as if one of them did not")
    why = f"one sample of each system, from {_span(pair)} per item"
    return Amount(pair.power.sigma, "measured", why, *spread(pair.power.sigma, pair.noise.own.df))


def _span(pair: _Pair) -> str:
    traits = pair.items.traits
    word = "runs" if pair.items.runs else "samples"
    return f"{traits.samples} {word}" if traits.samples == traits.most else f"{traits.samples} to {traits.most} {word}"


def _tau(pair: _Pair) -> Amount:
    """Return what the items of a run share: the variance between runs beyond that of independent samples."""
    if pair.noise is None or pair.noise.runs is None:
        return Amount(None, "unknown", "samples are treated as independent from item to item")
    runs = pair.noise.runs
    value = float(np.maximum(0.0, runs.between - runs.within).sum())
    return Amount(value, "measured", f"one run of each system, shared by all items, from {_span(pair)}")


def _design_effect(pair: _Pair) -> float | None:
    if pair.values.clusters is None:
        return None
    alone = float(mean_of_items(pair.values.without_clusters()).se) ** 2
    return float(mean_of_items(pair.values).se) ** 2 / alone if alone > 0 else None


def _limit(power: ItemPower, needed: float, samples_for: float | None) -> ItemLimit:
    if power.still:
        return "no noise"
    if needed <= power.items:
        return "nothing"
    if samples_for is not None and not isinf(samples_for):
        return "samples"
    return "runs" if isinf(needed) else "items"


def _smallest(pair: _Pair, variance: Amount, aim: Aim) -> Amount:
    power = pair.power
    if power.still:
        return Amount(None, "unknown", "nothing varies")
    low, high = _ends(pair, variance, lambda each: each.smallest(each.items, each.samples, aim))
    value = power.smallest(power.items, power.samples, aim)
    return Amount(value, "model", "on these items, with these samples", low, high)


def _items_for(pair: _Pair, variance: Amount, difference: float, aim: Aim) -> Amount:
    power = pair.power
    if power.still:
        return Amount(None, "unknown", "nothing varies")
    low, high = _ends(pair, variance, lambda each: each.items_for(difference, each.samples, aim))
    value = power.items_for(difference, power.samples, aim)
    return Amount(value, "model", "with these samples, if new items vary like these", low, high)


def _ends(pair: _Pair, variance: Amount, of: Callable[[ItemPower], float]) -> tuple[float | None, float | None]:
    """Return what follows from the ends of the range of a variance."""
    low, high = (None if end is None else of(pair.at(end)) for end in (variance.low, variance.high))
    return low, high


def _clusters(pair: _Pair, needed: float) -> float | None:
    if pair.values.clusters is None or pair.power.still:
        return None
    units = mean_of_items(pair.values).units
    return inf if isinf(needed) else float(ceil(needed * units / pair.values.count))


def _more_samples(power: ItemPower, difference: float, wish: EvalWish) -> tuple[SampleStep, ...]:
    own = {power.samples} if power.samples == round(power.samples) else set()
    least = 2 if isinstance(power, MeanPower) and power.runs is not None else 1
    numbers = [each for each in sorted({*map(float, SAMPLES), *own}) if each >= least]
    endless = () if isinstance(power, MeanPower) and power.omega == 0 else (inf,)  # nothing would be left of the noise
    return tuple(_step(power, each, difference, wish) for each in (*numbers, *endless))


def _step(power: ItemPower, samples: float, difference: float, wish: EvalWish) -> SampleStep:
    items = power.items_for(difference, samples, wish.aim)
    smallest = power.smallest(power.items, samples, wish.aim)
    return SampleStep(samples, smallest, items, wish.costs.of(items, samples))


def _more_items(power: ItemPower, aim: Aim) -> tuple[ItemStep, ...]:
    if power.still:
        return ()
    numbers = [times * power.items for times in TIMES]
    return tuple(ItemStep(each, power.smallest(each, power.samples, aim)) for each in numbers)


def _cheapest(power: ItemPower, difference: float, wish: EvalWish) -> EvalPlan | None:
    if not wish.costs.given or power.still:
        return None
    found = power.cheapest(difference, wish.aim, wish.costs.item or 0.0, wish.costs.sample or 0.0)
    return None if found is None else EvalPlan(int(found[0]), int(found[1]), found[2])


def _notes(pair: _Pair, omega: Amount) -> tuple[Note, ...]:
    """Note what makes the noise uncertain, and samples that seem to share something."""
    unsure = omega.low == 0 and bool(omega.high) and pair.noise is not None and not pair.noise.bounded
    spread_unsure = Note.of(NoteKind.ITEM_SPREAD_UNSURE, high=(omega.high or 0.0) ** 0.5, unit=pair.scores.unit)
    found = (spread_unsure,) if unsure else ()
    return (*notes_of(pair.values), *found, *(() if pair.noise is None else pair.noise.notes))
