"""What a comparison or a league took, how far it reaches, and what would help."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from outperform.core import (
    Decision,
    Judgement,
    LeagueRun,
    LeagueTable,
    NoteKind,
    Refusal,
    VarianceParts,
)
from outperform.surface import command
from outperform.words.captions import listed, shared_repeats, sizes_span
from outperform.words.lines import KEPT
from outperform.words.numbers import duration, many, span
from outperform.words.replicability import UNSTEADY, rounded
from outperform.words.verdicts import is_identical, is_not_shown

if TYPE_CHECKING:
    from outperform.comparison.result import Comparison

STEADY = 0.05  # share of other splits that may decide otherwise where more repeats are not advised


def cost_words(comparison: "Comparison") -> Iterator[str]:
    """Return how many fits it took, and on how many rows learners were trained; nothing where none were run."""
    table, judgements = comparison.scores[0], comparison.judgements
    if comparison.contest is None or table.n_train is None:
        return
    dataset, elapsed = comparison.contest.dataset, comparison.elapsed
    fits, checks = fits_of(judgements), list(checks_of(judgements).values())
    took = "" if elapsed is None else f", about {duration(elapsed).replace(' ', KEPT)} in all"
    least, most = min(fits.values()), max(fits.values())
    upto = "" if min(checks) == max(checks) else "up to "
    more = f", {upto}{max(checks)} of them to check the threshold" if any(checks) else ""
    yield f"{span(least, most)} fit{'' if most == 1 else 's'} per learner{more}{took}."
    yield f"Trained on {sizes_span(table.n_train)} of {dataset.size} rows."
    yield from _stopped(judgements)
    if dataset.groups is None:
        yield from _by_folds(judgements)
    yield from (f"{words}." for words in shared_repeats(comparison.scores))


def next_words(comparison: "Comparison") -> Iterator[str]:
    """Return what would help where nothing is clear, and more repeats would not."""
    still = [each for each in comparison.judgements if each.decision is Decision.OPEN]
    steady = [
        not isinstance(each.replicability, Refusal)
        and each.replicability.p_flip < STEADY
        and not is_not_shown(each)
        and not is_identical(each)
        for each in still
    ]
    if comparison.contest is not None and still and all(steady):
        yield f"More rows may show a difference ({command('budget')} says how many)."


def fits_of(judgements: Sequence[Judgement]) -> dict[str, int]:
    """Count the fits of each learner, those of corrections among them."""
    fits = checks_of(judgements)
    done: dict[str, int] = {}
    for each in judgements:
        count = 0 if each.scores is None else int((~np.isnan(each.scores.values[0])).sum())
        for name in (each.first, each.second):
            done[name] = max(done.get(name, 0), count)
    return {name: count + fits[name] for name, count in done.items()}


def checks_of(judgements: Sequence[Judgement]) -> dict[str, int]:
    """Count the fits of each learner that check a threshold: some serve all of its pairs, the others one pair.

    Those that serve all pairs serve all metrics too, or one metric alone.
    """
    shared: dict[tuple[str, str | None], int] = {}
    count: dict[str, int] = {}
    for each in judgements:
        alone = each.threshold is not None and each.threshold.alone
        fits, common = (0, 0) if each.threshold is None else each.threshold.checks
        for name in (each.first, each.second):
            place = name, each.metric if alone else None
            new = max(0, common - shared.get(place, 0))
            shared[place] = shared.get(place, 0) + new
            count[name] = count.get(name, 0) + fits - common + new
    return count


def _stopped(judgements: Sequence[Judgement]) -> Iterator[str]:
    """Return after how many repeats the procedure stopped, and why."""
    notes = [note for each in judgements for note in each.notes]
    repeats = [note["repeats"] for note in notes if note.kind is NoteKind.STOPPED]
    if repeats:
        folds = next(note["folds"] for note in notes if note.kind is NoteKind.STOPPED)
        unsure = any(note.kind is NoteKind.BORDERLINE for note in notes)  # it has a note of its own
        why = f": more repeats are unlikely to change the decision{'s' * (len(judgements) > 1)}"
        if max(repeats) == 1:
            why = f": the difference{'s are' if len(judgements) > 1 else ' is'} clear"
        yield f"Stopped after {span(min(repeats), max(repeats))}{KEPT}×{KEPT}{folds}{KEPT}folds{'' if unsure else why}."


def _by_folds(judgements: Sequence[Judgement]) -> Iterator[str]:
    """Name the metrics whose noise is estimated from folds, since it does not follow from rows."""
    found = [
        each.metric or "score"
        for each in judgements
        for note in each.notes
        if note.kind is NoteKind.STOPPED and note["basis"] == "folds"
    ]
    if found:
        names = list(dict.fromkeys(found))
        yield f"The noise of {listed(names)} is estimated from folds, not from rows."


def run_words(run: LeagueRun, table: LeagueTable) -> str:
    """Return how many fits it took, and how long.

    Examples
    --------
    >>> run = LeagueRun("adaptive-league", 0, (2, 3), 10, 150, 30, 41.7)
    >>> run_words(run, LeagueTable(("a", "b"), ("x", "y", "z"), (), True))
    '150 fits in 6 cells, 20 to 30 per cell; they took 42 s.'
    """
    cells = len(table.datasets) * len(table.learners) - len(table.missing)
    each = span(run.folds * min(run.repeats), run.folds * max(run.repeats))
    took = "under a second" if run.seconds < 1 else duration(run.seconds)
    return f"{many(run.fits, 'fit')} in {many(cells, 'cell')}, {each} per cell; they took {took}."


def budget_words(budget: VarianceParts, judgements: Sequence[Judgement]) -> str:
    """Return whether more data sets or more repeats are worth their time.

    Examples
    --------
    >>> budget_words(VarianceParts(9e-4, 1e-4, 5e-5), [])
    'Next: more data sets, not more repeats: twice as many data sets would narrow the interval of a mean difference by \
about 29 %, unlimited repeats by 2 %.'
    """
    flips = max((each.p_flip for each in judgements if each.p_flip is not None), default=0.0)
    brings = (
        f"twice as many data sets would narrow the interval of a mean difference by about"
        f" {rounded(budget.narrower_datasets)}, unlimited repeats by {rounded(budget.narrower_repeats)}"
    )
    if flips >= UNSTEADY:
        return f"Next: more repeats, so that other splits decide the same, and more data sets: {brings}."
    return f"Next: more data sets, not more repeats: {brings}."
