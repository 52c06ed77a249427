"""What is known of fixed systems beside the verdicts: margins, flips, fragile items, tasks, standings."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from outperform.comparison.flips import differences_of, item_means
from outperform.comparison.guarantee import guaranteed
from outperform.comparison.looks import sequential_facts
from outperform.comparison.result import Comparison
from outperform.core import (
    Decision,
    Flips,
    Fragility,
    InputError,
    ItemFacts,
    Items,
    Judgement,
    Later,
    MisfitError,
    Note,
    NoteKind,
    PValue,
    Refusal,
    Scores,
    SpecError,
    Standing,
    TaskFacts,
    Unit,
    changed,
    check_below_one,
    is_number,
    later,
)
from outperform.core.item_facts import Needed, Range
from outperform.significance import CATALOGUE
from outperform.significance.betting import BettingVerdict
from outperform.significance.fragile_tests import fragility_of
from outperform.significance.item_values import ItemValues, independent_units, item_values, scored_items
from outperform.significance.one_system import metric_interval, score_interval
from outperform.significance.places import open_places
from outperform.significance.prediction import prediction_interval
from outperform.significance.tasks import task_facts
from outperform.visible import short

POINTS = (-1.0, 1.0)  # the least and largest difference of two shares


def check_margin(margin: Any, level: float) -> float | None:
    """Return a margin as a number above 0, or None; a one-sided test at the level needs a level below one half."""
    if margin is None:
        return None
    if not is_number(margin) or margin <= 0:
        got = short(margin)
        raise InputError("margin", f"must be a number above 0, in units of the score (0.01 is one point), got {got}")
    if level >= 0.5:
        raise InputError("level", f"must be below 0.5 with a margin, got {level:g}")
    return float(margin)


def with_item_facts(
    judged: Comparison, level: float, margin: float | None, *, guarantee: bool = False, looks: bool = False
) -> Comparison:
    """Add to a comparison of fixed systems what is known of each pair and where each system stands.

    With ``guarantee``, margins are decided by bounds that hold for any distribution, after all items or, with
    ``looks``, after every item.
    """
    for table in judged.scores:
        if margin is not None and table.unit is Unit.POINTS:
            check_below_one("margin", margin)
    families = {
        table.metric: [each for each in judged.judgements if each.metric == table.metric] for table in judged.scores
    }
    judgements = []
    for each in judged.judgements:
        asked, notes = _within(each, margin, guarantee=guarantee, looks=looks)
        facts = _facts(each, asked, families[each.metric])
        judgements.append(changed(each, items=facts, notes=(*each.notes, *notes)))
    pairs = tuple(judgements)
    standings = standings_of(judged.scores[0], pairs, level) if len(judged.scores) == 1 else ()
    return replace(judged, judgements=pairs, standings=standings, level=level)


def _orders(judgement: Judgement, margin: float) -> tuple[Note, ...]:
    """Note in how many random orders of the items the first is shown to be not worse."""
    verdict = judgement.verdict
    if not isinstance(verdict, BettingVerdict) or verdict.orders is None:
        return ()
    share = verdict.orders_above(-margin, judgement.level)
    return (Note.of(NoteKind.DRAWN_MARGIN, judgement.first, judgement.second, orders=verdict.orders.size, share=share),)


def _facts(judgement: Judgement, asked: dict[str, Any], family: Sequence[Judgement]) -> ItemFacts | None:
    """Return what is known of a pair of systems; of whole runs without items, little more than the margins."""
    scores, verdict, level = judgement.scores, judgement.verdict, judgement.level
    if scores is None:
        return None
    if scores.items is None:
        return ItemFacts(items=None, samples=int((~np.isnan(scores.values)).sum(axis=1).min()), **asked)
    traits = scores.items.traits
    once: dict[str, Any] = {}
    if not verdict.anytime:  # these hold if one looks once
        values = Later(partial(_values, scores))
        once["fragility"] = later(partial(_fragility, judgement, scores))
        once["prediction"] = later(partial(_prediction, values, scores, level))
        once["tasks"] = later(partial(_tasks, values, scores, level))
    return ItemFacts(
        items=traits.count,
        samples=traits.samples,
        clusters=traits.clusters,
        noise_share=getattr(verdict, "noise_share", None),
        flips=later(partial(_flips, scores.items)),
        sequential=later(partial(sequential_facts, judgement, family)),
        samples_needed=later(partial(_samples_needed, judgement)),
        **asked,
        **once,
    )


def _samples_needed(judgement: Judgement) -> Needed | None:
    redraws = judgement.replicability
    return None if isinstance(redraws, Refusal) or redraws.over == "splits" else redraws.needed


def _within(
    judgement: Judgement, margin: float | None, *, guarantee: bool, looks: bool
) -> tuple[dict[str, Any], tuple[Note, ...]]:
    """Decide whether the first is not worse and both are equal, by the one-sided bounds of their difference."""
    verdict, level, scores = judgement.verdict, judgement.level, judgement.scores
    if margin is None or scores is None:
        return {}, ()
    if not verdict.parameter.is_difference:
        about = f"{judgement.test} is about the {verdict.parameter.value}"
        raise InputError("margin", f"needs a test of the difference of the scores, but {about}; use betting")
    if guarantee and not looks:
        lower, upper, notes = guaranteed(judgement, scores, margin)
    else:
        lower, upper = verdict.lower_bound(level, -margin), verdict.upper_bound(level, margin)
        notes = _orders(judgement, margin)
    not_worse = lower.value > -margin
    asked = {
        "margin": margin,
        "not_worse": not_worse,
        "equivalent": not_worse and upper.value < margin,
        "margin_bound": lower.value,
        "margin_bound_upper": upper.value,
        "margin_method": lower.method,
        "guarantee": guarantee,
        "losers_unseen": None if scores.items is None else 1 - level ** (1 / independent_units(scores.items)),
    }
    return asked, notes


def _values(scores: Scores) -> ItemValues | None:
    """Return the differences by item; None for a metric without a value per item."""
    try:
        return item_values(scores)
    except MisfitError:
        return None


def _prediction(values: Later[ItemValues | None], scores: Scores, level: float) -> Range | None:
    """Return where the difference on the next set of as many items is expected."""
    found, bounds = values.value, POINTS if scores.unit is Unit.POINTS else None
    if found is None:
        return None
    return prediction_interval(found.values, level, found.weights, found.clusters, bounds=bounds)


def _tasks(values: Later[ItemValues | None], scores: Scores, level: float) -> TaskFacts | None:
    """Return the difference by task, of a metric that is a mean over items."""
    names = None if scores.items is None else scores.items.strata
    found = None if names is None or len(np.unique(names)) < 2 else values.value
    if names is None or found is None or not found.means:
        return None
    return task_facts(found.values, names, level, found.weights, found.clusters)


def _flips(items: Items) -> Flips | None:
    scored = scored_items(items)
    if scored is None:
        return None
    differences = differences_of(item_means(scored))
    first, second = (int(np.count_nonzero(sign * differences > 0)) for sign in (1, -1))
    return Flips(first, second, differences.size - first - second)


def _fragility(judgement: Judgement, scores: Scores) -> Fragility | None:
    """Return the items that a found difference hangs on, at the level that its own p-value was compared with."""
    verdict = judgement.verdict
    if judgement.decision not in (Decision.FIRST, Decision.SECOND) or not isinstance(verdict, PValue):
        return None
    level, adjusted = judgement.level, judgement.pvalue_adjusted
    if adjusted is not None and adjusted > verdict.pvalue > 0:
        level *= verdict.pvalue / adjusted
    try:
        return fragility_of(CATALOGUE.get_entry(judgement.full_test), scores, level)
    except SpecError:  # a user's own test
        return None


def standings_of(scores: Scores, judgements: tuple[Judgement, ...], level: float) -> tuple[Standing, ...]:
    """Return every system with its score, the interval of the score and the places that decisions leave open."""
    found = open_places(scores.learners, [(each.first, each.second, each.decision) for each in judgements])
    made = [
        Standing(name, float(np.nanmean(scores.values[at])), later(partial(_interval, scores, at, level)), found[name])
        for at, name in enumerate(scores.learners)
    ]
    return tuple(sorted(made, key=lambda each: -each.score))


def _interval(scores: Scores, at: int, level: float) -> Range | None:
    items = scores.items
    bounds = (0.0, 1.0) if scores.unit is Unit.POINTS else None
    if items is not None and items.metric is not None:
        bounds = items.metric.bounds
    if items is None:  # whole runs
        runs = scores.values[at, :, 0]
        return score_interval(runs[np.newaxis, ~np.isnan(runs)], level, bounds=bounds)
    if items.scored is not None:
        return score_interval(items.scored[at], level, items.weights, items.clusters, bounds)
    influence = getattr(items.metric, "influence", None)
    if influence is None:
        return None
    truth, said = items.single()
    score = float(scores.values[at, 0, 0])
    return metric_interval(score, influence(truth, said[at]), level, items.clusters, bounds)
