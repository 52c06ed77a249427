"""From the scores of one pair to its budget."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from scipy.special import chdtri

from outperform.comparison.budget_result import Amount, PairBudget, Step
from outperform.comparison.budget_words import duration, shown
from outperform.comparison.words import POINTS
from outperform.core import Floats, MisfitError, Scores
from outperform.significance.noise import Noise

STEPS = (1, 3, 10, 30, 100)
SPLIT_STEPS = (5, 10, 30, 100, 300)  # of random splits
USUAL = {True: 10, False: 100}  # repeats of folds, random splits
SHARE = 0.05  # of each tail of a range

Limit = Literal["data", "repeats", "nothing", "no noise"]


@dataclass(frozen=True)
class Wish:
    """What is asked for."""

    difference: float | None
    level: float
    power: float


def pair_budget(
    scores: Scores,
    wish: Wish,
    seeded: Floats | None = None,
    halves: Sequence[tuple[Scores, Scores]] = (),
) -> PairBudget:
    """Make the budget of a pair; ``seeded`` are its scores [seed, learner, repeat, fold] on the same folds."""
    scores, notes = _whole(scores)
    ratio, why = _ratio(scores)
    notes += why
    noise = Noise.of(scores, ratio)
    difference = _difference(scores) if wish.difference is None else wish.difference
    if wish.difference is None:
        notes.append(f"no difference was wished for: {shown(difference, scores.metric)} is assumed")
    data = _data(noise, halves)
    noise = replace(noise, data=data.value or 0.0)
    run = _run(noise)
    seed = _seed(noise, seeded, scores.learners)
    needed = noise.repeats_for(difference, wish.level, wish.power)
    repeats = USUAL[noise.folds > 1] if needed is None else needed
    rows = _rows(scores)
    times = 1.0 if needed is not None else noise.rows_for(difference, repeats, wish.level, wish.power)
    cost = _cost(scores)
    made = PairBudget(
        first=scores.learners[0],
        second=scores.learners[1],
        metric=scores.metric,
        level=wish.level,
        power=wish.power,
        difference=difference,
        estimate=noise.mean,
        repeats=noise.repeats,
        folds=noise.folds,
        rows=rows,
        limit=_limit(noise, needed),
        says="",
        partition=_partition(noise, run, seed),
        seed=seed,
        run=run,
        item=_item(noise),
        data=data,
        smallest=_smallest(noise, data, wish),
        steps=_steps(noise, wish, cost),
        repeats_for=needed,
        rows_for=Amount(
            times if rows is None else float(np.ceil(rows * times)),
            "model",
            "if the true difference stays and all noise falls as one over rows",
        ),
        fits_for=repeats * noise.folds,
        seconds_for=None if cost is None else cost * repeats * noise.folds * times,
        repeats_needed=_replicability(noise, wish.level),
        notes=tuple(notes),
    )
    return replace(made, says=_says(made, times))


def _whole(scores: Scores) -> tuple[Scores, list[str]]:
    """Keep the repeats in which no split is missing; splits of what is no partition stand alone."""
    kept = np.flatnonzero(~np.isnan(scores.values).any(axis=(0, 2)))
    count = scores.values.shape[1]
    notes = []
    if not kept.size:
        raise MisfitError("a learner failed in every repeat: no noise can be read from what is left")
    if kept.size < count:
        notes.append(f"{count - kept.size} of {count} repeats were left out, since a learner failed there")
        scores = _laid_out(scores, lambda grid: grid[..., kept, :])
    if scores.values.shape[2] > 1 and scores.traits.partition is False:
        notes.append("the test sets of a repeat do not share out all rows: taken for independent random splits")
        scores = _laid_out(scores, lambda grid: grid.reshape(*grid.shape[:-2], -1, 1))
    return scores, notes


def _laid_out(scores: Scores, change: Callable[[Any], Any]) -> Scores:
    """Change the grid [..., repeat, fold] of the scores and of all that goes with them."""
    return replace(
        scores,
        values=change(scores.values),
        n_train=None if scores.n_train is None else change(scores.n_train),
        n_test=None if scores.n_test is None else change(scores.n_test),
        seconds=None if scores.seconds is None else change(scores.seconds),
        plan=None,
        items=None,
    )


def _ratio(scores: Scores) -> tuple[float, list[str]]:
    """Give test rows over training rows; folds of a table without sizes are taken for a partition."""
    ratio, folds = scores.traits.ratio, scores.values.shape[2]
    if ratio is not None:
        return ratio, []
    if folds == 1:
        raise MisfitError("random splits need n_train and n_test: without them nothing tells how much they overlap")
    return 1 / (folds - 1), [f"the table has no sizes: its {folds} folds are assumed to share out all rows"]


def _difference(scores: Scores) -> float:
    """One point of a share; of all else 1% of the mean score that is nearer to 0."""
    if str(scores.metric).startswith(POINTS) or (
        scores.metric is None and 0 <= scores.values.min() <= scores.values.max() <= 1
    ):
        return 0.01
    return 0.01 * max(float(np.abs(scores.values.mean(axis=(1, 2))).min()), 1e-12)


def _rows(scores: Scores) -> int | None:
    if scores.n_train is None or scores.n_test is None:
        return None
    return int((scores.n_train + scores.n_test).max())


def _cost(scores: Scores) -> float | None:
    """Seconds of one split, both learners."""
    return None if scores.seconds is None else float(scores.seconds.mean(axis=(1, 2)).sum())


def _spread(value: float, df: float) -> tuple[float | None, float | None]:
    """Where a variance may lie that was measured with so many degrees of freedom."""
    if not 0 < df < np.inf:
        return (value, value) if df else (None, None)
    return value * df / float(chdtri(df, SHARE)), value * df / float(chdtri(df, 1 - SHARE))


def _run(noise: Noise) -> Amount:
    if noise.run_df == np.inf:
        return Amount(0.0, "measured", "there is no other partition: every row is tested alone", 0.0, 0.0)
    if noise.run_df == 0:
        return Amount(noise.run, "assumed", "one repeat cannot tell; 0.1 sqrt(10/k) standard deviations of a split")
    rows = noise.basis == "rows"
    why = f"rows of {noise.repeats} repeats" if rows else f"the means of {noise.repeats} repeats"
    if noise.folds == 1:
        why = f"{noise.repeats} random splits"
    return Amount(noise.run, "measured", f"from {why}", *_spread(noise.run, noise.run_df))


def _seed(noise: Noise, seeded: Floats | None, names: Sequence[str]) -> Amount:
    """Part of a repeat's variance that other learner seeds on the same folds make: mean variance of a split over k."""
    if seeded is None:
        return Amount(None, "assumed", "not told apart from partitions: needs two seeds on the same folds")
    x = seeded[:, 0] - seeded[:, 1]
    count, splits = len(x), int(np.isfinite(x[0]).sum())
    value = float(np.nanmean(x.var(axis=0, ddof=1))) / noise.folds
    if value == 0:
        return Amount(0.0, "measured", "no seed noise: refits with another seed gave the same scores", 0.0, 0.0)
    own = np.nanmean(seeded.var(axis=0, ddof=1), axis=(1, 2))
    loud = f"{100 * own.max() / own.sum():.0f}% of it from {names[int(own.argmax())]}"
    why = f"{count} seeds on the same {splits} splits, {loud}; more repeats average it out"
    return Amount(value, "measured", why, *_spread(value, splits * (count - 1)))


def _partition(noise: Noise, run: Amount, seed: Amount) -> Amount:
    if seed.value is None:
        return replace(run, why=f"{run.why}; learner seeds included; more repeats average it out")
    value = max(0.0, noise.run - seed.value)
    low, high = (None if end is None else max(0.0, end - (seed.value or 0.0)) for end in (run.low, run.high))
    return Amount(value, run.basis, f"{run.why}; more repeats average it out", low, high)


def _item(noise: Noise) -> Amount:
    if noise.item is None:
        return Amount(None, "measured", "needs rows that stand alone and a metric that is a mean over rows")
    return Amount(noise.item, "measured", "the part of it that comes from which rows are tested")


def _data(noise: Noise, halves: Sequence[tuple[Scores, Scores]]) -> Amount:
    """Model, or its correction by what halves of the data showed."""
    model = "rows" if noise.item is not None else "folds"
    if not halves:
        low, high = (end / noise.data if noise.data else 1.0 for end in noise.data_range)
        why = f"only more rows help; from {model}, its variance may be {low:.1f} to {high:.1f} times this"
        return Amount(noise.data, "model", why, *noise.data_range)
    factor = _halving_factor(halves)
    value = max(noise.item or 0.0, factor * noise.data)
    why = (
        f"only more rows help; {len(halves)} halvings showed {factor:.2f} times the variance of the model from {model}"
    )
    return Amount(value, "measured", why, *_spread(value, len(halves)))


def _halving_factor(halves: Sequence[tuple[Scores, Scores]]) -> float:
    """Variance over halves of the mean difference, less that of partitions, over the model's variance at that size."""
    pairs = [[_half_noise(side) for side in both] for both in halves]
    apart = float(np.mean([(one.mean - other.mean) ** 2 / 2 for one, other in pairs]))
    sides = [side for both in pairs for side in both]
    noise = float(np.mean([side.run / side.repeats for side in sides]))
    modelled = float(np.mean([side.data for side in sides]))
    return max(0.0, apart - noise) / modelled if modelled else 1.0


def _half_noise(scores: Scores) -> Noise:
    whole, _ = _whole(scores)
    return Noise.of(whole, _ratio(whole)[0])


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


def _says(pair: PairBudget, times: float) -> str:
    """Say what limits the comparison, and what to do."""
    wished = f"a difference of {shown(pair.difference, pair.metric)} at power {pair.power:g}"
    many = "repeats" if pair.folds > 1 else "splits"
    cost = f"{pair.fits_for // pair.folds} {many}, {pair.fits_for} fits a learner"
    if pair.seconds_for is not None:
        cost += f", about {duration(pair.seconds_for)} on one worker"
    if pair.limit == "no noise":
        same = "score the same" if pair.estimate == 0 else "differ by the same amount"
        return f"nothing varies: the learners {same} in every split, so there is no noise to plan for"
    if pair.limit == "nothing":
        return f"nothing limits this comparison: the pilot's {pair.repeats} {many} can show {wished}"
    if pair.limit == "repeats":
        return f"more {many} help: {wished} can be shown ({cost})"
    rows = f"about {pair.rows_for.value:,.0f} rows" if pair.rows is not None else f"about {times:.1f} times the rows"
    here = f"these {pair.rows} rows" if pair.rows is not None else "these rows"
    least = shown(pair.smallest.value or 0.0, pair.metric)
    return (
        f"more {many} will not help: on {here} even endless {many} find nothing below {least} at power {pair.power:g};"
        f" {shown(pair.difference, pair.metric)} needs {rows} ({cost})"
    )
