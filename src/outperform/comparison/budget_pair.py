"""From the scores of one pair to its budget."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from outperform.comparison.budget_noise import (
    data_amount,
    item_amount,
    partition_amount,
    ratio_of,
    run_amount,
    seed_amount,
    whole_repeats,
)
from outperform.core import Floats, Note, NoteKind, Scores, Unit
from outperform.core.budget import Amount, PairBudget, Step
from outperform.procedures.caution import PairCaution
from outperform.procedures.threshold import least_fits
from outperform.significance.noise import Noise
from outperform.words.budget import says

STEPS = (1, 3, 10, 30, 100)
SPLIT_STEPS = (5, 10, 30, 100, 300)  # of random splits
USUAL = {True: 10, False: 100}  # repeats of folds, random splits

Limit = Literal["data", "repeats", "nothing", "no noise"]


@dataclass(frozen=True)
class Wish:
    """What the user plans for."""

    difference: float | None
    level: float
    power: float
    caution: PairCaution | None = None  # None: the nominal threshold
    checks: int = 0  # most fits that check the nominal threshold; 0 where it is not corrected from the data

    @property
    def factor(self) -> float:
        """The threshold over the nominal one."""
        return 1.0 if self.caution is None else self.caution.factor


def pair_budget(
    scores: Scores,
    wish: Wish,
    seeded: Floats | None = None,
    halves: Sequence[tuple[Scores, Scores]] = (),
) -> PairBudget:
    """Make the budget of a pair; ``seeded`` are its scores [seed, learner, repeat, fold] on the same folds."""
    scores, notes = whole_repeats(scores)
    ratio, why = ratio_of(scores)
    notes += why
    noise = Noise.of(scores, ratio).cautious(wish.factor)
    difference = _difference(scores) if wish.difference is None else wish.difference
    if wish.difference is None:
        notes.append(Note.of(NoteKind.ASSUMED_DIFFERENCE, difference=difference, unit=scores.unit))
    if wish.caution is not None:
        notes.append(Note.of(NoteKind.CAUTIOUS_THRESHOLD, factor=wish.factor, origin=wish.caution.words))
    elif wish.checks:
        notes.append(Note.of(NoteKind.MAY_BE_CORRECTED, least=least_fits(), most=wish.checks))
    data = data_amount(noise, halves)
    noise = replace(noise, data=data.value or 0.0)
    run = run_amount(noise)
    seed = seed_amount(noise, seeded, scores.learners)
    needed = noise.repeats_for(difference, wish.level, wish.power)
    repeats = USUAL[noise.folds > 1] if needed is None else needed
    rows = _rows(scores)
    times = 1.0 if needed is not None else noise.rows_for(difference, repeats, wish.level, wish.power)
    cost = _cost(scores)
    made = PairBudget(
        first=scores.learners[0],
        second=scores.learners[1],
        metric=scores.metric,
        unit=scores.unit,
        level=wish.level,
        power=wish.power,
        factor=wish.factor,
        difference=difference,
        estimate=noise.mean,
        repeats=noise.repeats,
        folds=noise.folds,
        rows=rows,
        limit=_limit(noise, needed),
        says="",
        partition=partition_amount(noise, run, seed),
        seed=seed,
        run=run,
        item=item_amount(noise),
        data=data,
        smallest=_smallest(noise, data, wish),
        steps=_steps(noise, wish, cost),
        repeats_for=needed,
        rows_for=Amount(
            times if rows is None else float(np.ceil(rows * times)),
            "model",
            "if the true difference stays the same and every variance falls as one over the rows",
        ),
        fits_for=repeats * noise.folds,
        seconds_for=None if cost is None else cost * repeats * noise.folds * times,
        repeats_needed=_replicability(noise, wish.level),
        notes=tuple(note.concerning(*scores.learners) for note in notes),
    )
    return replace(made, says=says(made, times))


def _difference(scores: Scores) -> float:
    """Return one point for a share, else 1% of the mean score that is nearer to 0."""
    if scores.unit is Unit.POINTS or (scores.metric is None and 0 <= scores.values.min() <= scores.values.max() <= 1):
        return 0.01
    return 0.01 * max(float(np.abs(scores.values.mean(axis=(1, 2))).min()), 1e-12)


def _rows(scores: Scores) -> int | None:
    if scores.n_train is None or scores.n_test is None:
        return None
    return int((scores.n_train + scores.n_test).max())


def _cost(scores: Scores) -> float | None:
    """Return the seconds of one split, both learners."""
    return None if scores.seconds is None else float(scores.seconds.mean(axis=(1, 2)).sum())


def _smallest(noise: Noise, data: Amount, wish: Wish) -> Amount:
    def at(variance: float | None) -> float:
        changed = replace(noise, data=noise.data if variance is None else variance)
        return float(changed.smallest(np.array(np.inf), wish.level, wish.power))

    return Amount(at(data.value), "model", "with endless repeats", at(data.low), at(data.high))


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


def _replicability(noise: Noise, level: float) -> dict[str, list[int | None]] | None:
    return None if noise.run_df == np.inf else noise.wander.replicability(level).needed


def _limit(noise: Noise, needed: int | None) -> Limit:
    if noise.still:
        return "no noise"
    if needed is None:
        return "data"
    return "nothing" if needed <= noise.repeats else "repeats"
