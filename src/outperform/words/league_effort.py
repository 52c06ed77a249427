"""What a league took, and what more data sets or more repeats would bring."""

from collections.abc import Sequence

from outperform.core import LeagueBudget, LeagueJudgement, LeagueRun, LeagueTable
from outperform.words.numbers import many, span
from outperform.words.progress import duration
from outperform.words.replicability import UNSTEADY, rounded


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


def budget_words(budget: LeagueBudget, judgements: Sequence[LeagueJudgement]) -> str:
    """Return whether more data sets or more repeats are worth their time.

    Examples
    --------
    >>> budget_words(LeagueBudget(9e-4, 1e-4, 5e-5), [])
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
