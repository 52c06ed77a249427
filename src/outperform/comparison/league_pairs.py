"""From the cells of a league to the judgements on its pairs: test, adjust, decide, and what else is known of a pair."""

from collections.abc import Iterator
from functools import partial

import numpy as np

from outperform.comparison.decide import decided
from outperform.core import (
    DatasetFragility,
    Decision,
    Direction,
    Floats,
    Ints,
    Judgement,
    Later,
    LeagueCells,
    LeagueEffect,
    LeagueFacts,
    LeagueTerms,
    Note,
    NoteKind,
    Posterior,
    PValue,
    Reason,
    Redraws,
    Refusal,
    as_notes,
    later,
)
from outperform.core.adjust import Pair
from outperform.ranking import BayesSignedRank, differences_of, effects_of
from outperform.ranking.decisions import decisions_of
from outperform.ranking.fresh_splits import SplitFlips, split_flips
from outperform.ranking.own_levels import own_levels
from outperform.ranking.pools import pool_flips
from outperform.ranking.removals import Judge, removals


def judge_pairs(
    cells: LeagueCells, pairs: Ints, terms: LeagueTerms, given: str, metric: str | None, direction: Direction
) -> tuple[tuple[Judgement, ...], Later[SplitFlips | None] | None]:
    """Judge pairs [pair, 2] of a league's learners; what takes time is computed when it is first asked for.

    Returns the judgements, and what other random splits would say; None where they cannot be known.
    """
    test, rule, level = terms.test, terms.adjustment, terms.level
    names = [(cells.learners[first], cells.learners[second]) for first, second in pairs.tolist()]
    verdicts = [test.judge(cells, first, second) for first, second in pairs.tolist()]
    decisions = decided(names, verdicts, rule, level)
    levels = np.full(len(pairs), level)  # that each pair's own p-value is compared with
    if not test.for_all_pairs:
        levels = own_levels(rule, test.outcomes(cells, pairs).pvalue, names, level)
    apart, effects = differences_of(cells, pairs), effects_of(cells, pairs, level)
    wins = np.stack(apart.wins, axis=-1).tolist()
    known = cells.wander is not None and cells.repeats is not None
    splits = Later(partial(split_flips, cells, test, rule, pairs, level, terms.seed))
    ways = cells, test, pairs, levels, [decision for _, decision in decisions], _whole(pairs, terms, names)
    fragile = Later(partial(removals, *ways))
    pools = Later(partial(pool_flips, cells, test, pairs, level, terms.seed))
    rope = None if terms.rope is None else BayesSignedRank(rope=terms.rope)
    judgements = []
    for at, (first, second) in enumerate(pairs.tolist()):
        both = ~np.isnan(apart.values[at])
        pvalue, decision = decisions[at]
        judgements.append(
            Judgement(
                first=names[at][0],
                second=names[at][1],
                test=given,
                full_test=test.full,
                metric=metric,
                unit=cells.unit,
                direction=direction,
                level=level,
                verdict=verdicts[at],
                pvalue_adjusted=pvalue,
                adjustment=rule.name,
                decision=decision,
                redraws=later(partial(_redraws, splits, at)) if known else Refusal(Reason.ONE_SPLIT),
                notes=tuple(_notes(names[at], wins[at], effects[at], verdicts[at], decision, float(levels[at]))),
                league=LeagueFacts(
                    datasets=int(both.sum()),
                    names=tuple(name for name, there in zip(cells.datasets, both, strict=True) if there),
                    wins=tuple(wins[at]),
                    effect=effects[at],
                    probabilities=later(partial(_probabilities, rope, cells, first, second)),
                    p_flip_pool=later(partial(_flip_in_pools, pools, at)),
                    fragility=later(partial(_fragility, fragile, at)),
                    differences=apart.values[at, both],
                    errors=_errors(cells, first, second, both),
                ),
            )
        )
    return tuple(judgements), splits if known else None


def _redraws(splits: Later[SplitFlips | None], at: int) -> Redraws | Refusal:
    return Refusal(Reason.ONE_SPLIT) if splits.value is None else Redraws(float(splits.value.pairs[at]))


def _flip_in_pools(pools: Later[Floats | None], at: int) -> float | None:
    return None if pools.value is None else float(pools.value[at])


def _fragility(fragile: Later[tuple[DatasetFragility | None, ...]], at: int) -> DatasetFragility | None:
    return fragile.value[at]


def _probabilities(
    rope: BayesSignedRank | None, cells: LeagueCells, first: int, second: int
) -> tuple[float, float, float] | None:
    return None if rope is None else rope.judge(cells, first, second).probabilities


def _whole(pairs: Ints, terms: LeagueTerms, names: list[Pair]) -> Judge | None:
    """Return what decides all pairs of leagues; None where no pair's level depends on the p-values of others."""
    if len(pairs) < 2 or terms.test.for_all_pairs or terms.adjustment.name in ("none", "bonferroni"):
        return None
    return lambda leagues: decisions_of(
        terms.test.outcomes(leagues, pairs), terms.test, terms.adjustment, names, terms.level
    )


def _errors(cells: LeagueCells, first: int, second: int, both: "np.typing.NDArray[np.bool_]") -> Floats | None:
    """Return the standard errors of the differences; None where one of them is unknown."""
    if cells.error is None:
        return None
    of = cells.error[both]
    variance = of[:, first, first] + of[:, second, second] - 2 * of[:, first, second]
    return None if np.isnan(variance).any() else np.sqrt(np.maximum(variance, 0.0))


def _notes(
    names: Pair,
    wins: list[int],
    effect: LeagueEffect,
    verdict: PValue | Posterior,
    decision: Decision,
    level: float,
) -> Iterator[Note]:
    """Gather what there is to note of a pair: also a mean that points the other way than the decision, or may be 0."""
    if wins[1] == sum(wins):
        yield Note.of(NoteKind.DATASETS_ALIKE, *names, datasets=sum(wins))
        return
    for note in as_notes([*verdict.notes, *verdict.caveats(level)]):
        yield note.concerning(*names)
    if effect.estimate is None or decision is Decision.OPEN:
        return
    if effect.estimate * (1 if decision is Decision.FIRST else -1) < 0:
        yield Note.of(NoteKind.MEAN_OPPOSES, *(names if decision is Decision.FIRST else names[::-1]))
    elif effect.interval is not None and effect.interval[0] <= 0 <= effect.interval[1]:
        yield Note.of(NoteKind.MEAN_UNSURE, *names, noise=effect.tau is not None)
