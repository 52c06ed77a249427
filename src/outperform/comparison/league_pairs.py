"""From the cells of a league to the judgements on its pairs: test, adjust, decide, and what else is known of a pair."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from outperform.core import (
    DatasetFragility,
    Decision,
    Floats,
    Ints,
    LeagueCells,
    LeagueEffect,
    LeagueJudgement,
    LeagueTerms,
    Note,
    NoteKind,
    Posterior,
    PValue,
    as_notes,
)
from outperform.ranking import BayesSignedRank, PairDifferences, differences_of, effects_of
from outperform.ranking.decisions import decisions_of
from outperform.ranking.fresh_splits import split_flips
from outperform.ranking.own_levels import own_levels
from outperform.ranking.pools import pool_flips
from outperform.ranking.removals import Judge, removals

_SIDES = {1.0: Decision.FIRST, -1.0: Decision.SECOND}


@dataclass(frozen=True, eq=False)
class _Decided:
    """The pairs of a league once they are decided."""

    pvalue: Floats  # adjusted [pair]
    levels: Floats  # that each pair's own p-value is compared with [pair]
    decisions: tuple[Decision, ...]

    @classmethod
    def of(cls, cells: LeagueCells, pairs: Ints, terms: LeagueTerms) -> "_Decided":
        outcomes = terms.test.outcomes(cells, pairs)
        names = [(cells.learners[first], cells.learners[second]) for first, second in pairs]
        pvalue, levels = outcomes.pvalue, np.full(len(pairs), terms.level)
        if not terms.test.for_all_pairs:
            levels = own_levels(terms.adjustment, outcomes.pvalue, names, terms.level)
            pvalue = terms.adjustment.adjust_many(outcomes.pvalue, names)
        sides = np.where(pvalue <= terms.level, outcomes.direction, 0.0)
        return cls(pvalue, levels, tuple(_SIDES.get(float(side), Decision.OPEN) for side in sides))


@dataclass(frozen=True, eq=False)
class _PairFacts:
    """What is known of the pairs beside the test [pair]."""

    apart: PairDifferences
    effects: tuple[LeagueEffect, ...]
    fragile: tuple[DatasetFragility | None, ...]
    splits: Floats | None
    pools: Floats | None
    winner: float | None

    @classmethod
    def of(cls, cells: LeagueCells, pairs: Ints, terms: LeagueTerms, decided: _Decided) -> "_PairFacts":
        splits = split_flips(cells, terms.test, terms.adjustment, pairs, terms.level, terms.seed)
        return cls(
            apart=differences_of(cells, pairs),
            effects=effects_of(cells, pairs, terms.level),
            fragile=removals(cells, terms.test, pairs, decided.levels, decided.decisions, _whole(cells, pairs, terms)),
            splits=None if splits is None else splits.pairs,
            pools=pool_flips(cells, terms.test, pairs, terms.level, terms.seed),
            winner=None if splits is None else splits.winner,
        )


def _whole(cells: LeagueCells, pairs: Ints, terms: LeagueTerms) -> Judge | None:
    """Return what decides all pairs of leagues; None where no pair's level depends on the p-values of others."""
    if len(pairs) < 2 or terms.test.for_all_pairs or terms.adjustment.name in ("none", "bonferroni"):
        return None
    names = [(cells.learners[first], cells.learners[second]) for first, second in pairs]
    return lambda leagues: decisions_of(
        terms.test.outcomes(leagues, pairs), terms.test, terms.adjustment, names, terms.level
    )


def judge_pairs(
    cells: LeagueCells, pairs: Ints, terms: LeagueTerms
) -> tuple[tuple[LeagueJudgement, ...], float | None]:
    """Judge pairs [pair, 2] of a league's learners.

    Returns the judgements, and the chance that other random splits give the first place otherwise.
    """
    decided = _Decided.of(cells, pairs, terms)
    known = _PairFacts.of(cells, pairs, terms, decided)
    return tuple(_judgements(cells, pairs, terms, decided, known)), known.winner


def _judgements(
    cells: LeagueCells, pairs: Ints, terms: LeagueTerms, decided: _Decided, known: _PairFacts
) -> Iterator[LeagueJudgement]:
    rope = None if terms.rope is None else BayesSignedRank(rope=terms.rope)
    wins = np.stack(known.apart.wins, axis=-1).tolist()
    for at, (first, second) in enumerate(pairs.tolist()):
        verdict = terms.test.judge(cells, first, second)
        both = ~np.isnan(known.apart.values[at])
        names = cells.learners[first], cells.learners[second]
        yield LeagueJudgement(
            first=names[0],
            second=names[1],
            test=terms.test.full,
            level=terms.level,
            datasets=int(both.sum()),
            wins=tuple(wins[at]),
            verdict=verdict,
            pvalue_adjusted=float(decided.pvalue[at]),
            adjustment=terms.adjustment.name,
            decision=decided.decisions[at],
            effect=known.effects[at],
            probabilities=None if rope is None else rope.judge(cells, first, second).probabilities,
            p_flip=_at(known.splits, at),
            p_flip_pool=_at(known.pools, at),
            fragility=known.fragile[at],
            notes=tuple(_notes(names, verdict, decided, known, at)),
            unit=cells.unit,
            names=tuple(name for name, there in zip(cells.datasets, both, strict=True) if there),
            differences=known.apart.values[at, both],
            errors=_errors(cells, first, second, both),
        )


def _at(values: Floats | None, place: int) -> float | None:
    return None if values is None else float(values[place])


def _errors(cells: LeagueCells, first: int, second: int, both: "np.typing.NDArray[np.bool_]") -> Floats | None:
    """Return the standard errors of the differences; None where one of them is unknown."""
    if cells.error is None:
        return None
    of = cells.error[both]
    variance = of[:, first, first] + of[:, second, second] - 2 * of[:, first, second]
    return None if np.isnan(variance).any() else np.sqrt(np.maximum(variance, 0.0))


def _notes(
    names: tuple[str, str], verdict: PValue | Posterior, decided: _Decided, known: _PairFacts, at: int
) -> list[Note]:
    """Gather what there is to note of a pair."""
    datasets, decision = int(known.apart.known[at]), decided.decisions[at]
    if int(known.apart.wins[1][at]) == datasets:
        return [Note.of(NoteKind.DATASETS_ALIKE, *names, datasets=datasets)]
    said = as_notes([*verdict.notes, *verdict.caveats(float(decided.levels[at]))])
    notes = [note.concerning(*names) for note in said]
    return [*notes, *_of_mean(names, known.effects[at], decision)]


def _of_mean(names: tuple[str, str], effect: LeagueEffect, decision: Decision) -> Iterator[Note]:
    """Note where the mean difference points the other way than the decision, or may be 0."""
    if effect.estimate is None or decision is Decision.OPEN:
        return
    if effect.estimate * (1 if decision is Decision.FIRST else -1) < 0:
        yield Note.of(NoteKind.MEAN_OPPOSES, *(names if decision is Decision.FIRST else names[::-1]))
    elif effect.interval is not None and effect.interval[0] <= 0 <= effect.interval[1]:
        yield Note.of(NoteKind.MEAN_UNSURE, *names, noise=effect.tau is not None)
