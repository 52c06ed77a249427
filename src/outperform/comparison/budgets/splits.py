"""What limits the comparisons in a table of scores of splits, and what more would cost."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import inf
from typing import Any

import numpy as np

from outperform.comparison.budgets.noise import (
    data_amount,
    item_amount,
    partition_amount,
    ratio_of,
    run_amount,
    seed_amount,
    whole_repeats,
)
from outperform.comparison.budgets.result import Budget
from outperform.comparison.budgets.wish import Wish
from outperform.comparison.decide import judgements_of
from outperform.comparison.judge_splits import judge_scores
from outperform.core import Floats, Judgement, MisfitError, Note, NoteKind, Scores, Trial, as_notes, split_spec
from outperform.core.budget import Amount, Limit, SplitBudget, Step
from outperform.core.names import name_notes
from outperform.data import ScoreTables, only_one, tables_of
from outperform.data.directions import DirectionWords, Named
from outperform.procedures.caution import PairCaution
from outperform.procedures.threshold import least_fits
from outperform.significance import CorrectedT
from outperform.significance.noise import Noise
from outperform.words.budget import says

STEPS = (1, 3, 10, 30, 100)
SPLIT_STEPS = (5, 10, 30, 100, 300)  # of random splits
USUAL = {True: 10, False: 100}  # repeats of folds, random splits


def budget_of_scores(
    scores: Any,
    *,
    n_train: Any = None,
    n_test: Any = None,
    difference: float | None = None,
    level: float = 0.05,
    power: float = 0.8,
    lower: Named = None,
    higher: Named = None,
) -> Budget:
    """Return what limits the comparisons in a table of scores that comes from anywhere.

    Parameters
    ----------
    scores, n_train, n_test, lower, higher
        As in ``judge``: repeats x folds, or random splits, which need their sizes.
    difference, level, power
        As in ``budget``.

    Examples
    --------
    >>> a = [[0.91, 0.88, 0.90], [0.90, 0.93, 0.86], [0.89, 0.92, 0.88]]
    >>> b = [[0.90, 0.86, 0.91], [0.91, 0.88, 0.87], [0.88, 0.92, 0.86]]
    >>> budget_of_scores({"tree": a, "bayes": b}, difference=0.01).pairs[0].limit
    'data'
    """
    wish, words = Wish.of(difference, level, power), DirectionWords.of(lower, higher)
    read = scores if isinstance(scores, ScoreTables) else tables_of(scores, n_train, n_test, words=words)
    table = only_one(read).scores[0]
    both = [table.pair(*places) for places in combinations(range(len(table.learners)), 2)]
    pairs = decided([pair_budget(pair, wish.among(len(both))) for pair in both], [table], wish)
    notes = [*name_notes(learner=table.learners), *wish.shared(len(both)), *read.notes]
    return Budget(pairs, (table,), tuple(as_notes(notes)), level=wish.level, adjustment="holm")


def pair_budget(
    scores: Scores,
    wish: Wish,
    seeded: Floats | None = None,
    halves: Sequence[tuple[Scores, Scores]] = (),
    caution: PairCaution | None = None,
    checks: int = 0,
) -> SplitBudget:
    """Make the budget of a pair.

    ``seeded`` are its scores [seed, learner, repeat, fold] on the same folds. Without ``caution`` the threshold is the
    nominal one, which at most ``checks`` fits correct from the data.
    """
    scores, notes = whole_repeats(scores)
    ratio, why = ratio_of(scores)
    factor = 1.0 if caution is None else caution.factor
    noise = Noise.of(scores, ratio).cautious(factor)
    difference, assumed = wish.wished(scores)
    notes += [*why, *assumed]
    if caution is not None:
        notes.append(Note.of(NoteKind.CAUTIOUS_THRESHOLD, factor=factor, origin=caution.words))
    elif checks:
        notes.append(Note.of(NoteKind.MAY_BE_CORRECTED, least=least_fits(), most=checks))
    data = data_amount(noise, halves)
    noise = replace(noise, data=data.value or 0.0)
    run = run_amount(noise)
    seed = seed_amount(noise, seeded, scores.learners)
    sizes = None if scores.n_train is None or scores.n_test is None else scores.n_train + scores.n_test
    rows = None if sizes is None else int(sizes.max())
    cost = None if scores.seconds is None else float(scores.seconds.mean(axis=(1, 2)).sum())  # of a split, both

    def smallest(variance: float | None) -> float:
        changed = replace(noise, data=noise.data if variance is None else variance)
        return float(changed.smallest(np.array(np.inf), wish.level, wish.power))

    def times_for(difference: float) -> tuple[int | None, float]:
        """Return the repeats that find a difference, or how many times the rows with the usual repeats."""
        needed = noise.repeats_for(difference, wish.level, wish.power)
        if needed is not None:
            return needed, 1.0
        return None, noise.rows_for(difference, USUAL[noise.folds > 1], wish.level, wish.power)

    needed, times = times_for(difference)
    apart = inf if noise.still or not noise.mean else times_for(abs(noise.mean))[1]
    repeats = USUAL[noise.folds > 1] if needed is None else needed
    limit: Limit = "nothing" if needed is not None and needed <= noise.repeats else "repeats"
    made = SplitBudget(
        first=scores.learners[0],
        second=scores.learners[1],
        metric=scores.metric,
        unit=scores.unit,
        level=wish.level,
        power=wish.power,
        factor=factor,
        difference=difference,
        estimate=noise.mean,
        decision=None,
        pvalue=None,
        decided_by="",
        test="corrected-t",
        repeats=noise.repeats,
        folds=noise.folds,
        rows=rows,
        limit="no noise" if noise.still else "data" if needed is None else limit,
        partition=partition_amount(noise, run, seed),
        seed=seed,
        run=run,
        item=item_amount(noise),
        data=data,
        smallest=Amount(smallest(data.value), "model", "with endless repeats", smallest(data.low), smallest(data.high)),
        steps=_steps(noise, wish, cost),
        repeats_for=needed,
        rows_for=Amount(
            times if rows is None else float(np.ceil(rows * times)),
            "model",
            "if the true difference stays the same and every variance falls as one over the rows",
        ),
        rows_to_separate=apart if rows is None else float(np.ceil(rows * apart)),
        fits_for=repeats * noise.folds,
        seconds_for=None if cost is None else cost * repeats * noise.folds * times,
        repeats_needed=None if noise.run_df == np.inf else noise.wander.replicability(wish.level).needed,
        notes=tuple(note.concerning(*scores.learners) for note in notes),
    )
    return replace(made, says=says([made]))


def _steps(noise: Noise, wish: Wish, cost: float | None) -> tuple[Step, ...]:
    numbers = [*(STEPS if noise.folds > 1 else SPLIT_STEPS), np.inf]
    repeats = np.array(numbers, dtype=np.float64)
    total, smallest = np.sqrt(noise.total(repeats)), noise.smallest(repeats, wish.level, wish.power)
    agreed = noise.agreement(repeats, wish.level)
    fits = [None if np.isinf(r) else int(r) * noise.folds for r in numbers]
    return tuple(
        Step(
            repeats=None if np.isinf(r) else int(r),
            sd=float(total[at]),
            smallest=float(smallest[at]),
            agreement=float(agreed[at]),
            fits=fits[at],
            seconds=None if cost is None or fits[at] is None else cost * float(fits[at] or 0),
        )
        for at, r in enumerate(numbers)
    )


def decided(
    pairs: Sequence[SplitBudget], tables: Sequence[Scores], wish: Wish, *, ran: bool = False
) -> tuple[SplitBudget, ...]:
    """Return the pairs of all tables with what these scores decide, adjusted for several pairs.

    Learners that were run are judged by the test that is planned, with the factor of the pair.
    """
    both = [table.pair(*places) for table in tables for places in combinations(range(len(table.learners)), 2)]
    try:
        if ran:
            tests = [CorrectedT(factor=pair.factor) for pair in pairs]
            both = [replace(scores, items=None) for scores in both]  # the budget has read their rows, p needs none
            trials = [Trial(scores, test, test.judge(scores)) for scores, test in zip(both, tests, strict=True)]
            judgements = judgements_of(trials, level=wish.level)
        else:
            judgements = judge_scores(tables, None, level=wish.level).judgements
    except MisfitError:  # no test fits these splits
        return tuple(pairs)
    known = {(each.first, each.second, each.metric): each for each in judgements}
    return tuple(_decided(pair, known[pair.first, pair.second, pair.metric]) for pair in pairs)


def _decided(pair: SplitBudget, judgement: Judgement) -> SplitBudget:
    adjusted = judgement.pvalue_adjusted
    pvalue = judgement.verdict.pvalue if adjusted is None else adjusted
    test = split_spec(judgement.full_test)[0]
    return replace(pair, decision=judgement.decision, pvalue=pvalue, decided_by=test)
