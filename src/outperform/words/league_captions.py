"""What stands above and below the tables of a league in a paper."""

from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

from outperform.core import Judgement, LeagueTable, Unit
from outperform.core.adjust import adjustment_from
from outperform.words.captions import listed
from outperform.words.league import rule_words
from outperform.words.league_pairs import LIKE_THESE
from outperform.words.numbers import many

FEWEST = "how many data sets, found one after the other, without which the pair is decided otherwise"
if TYPE_CHECKING:
    from outperform.comparison.league_result import League

NAMED = 8  # learners that a sentence names; of more it gives the number
REASONS = 3  # reasons of missing cells that a caption names


def results_caption(league: "League", against: str | None, *, marked: bool) -> str:
    """Return what a table of scores shows, and what = marks; ``against`` is None where nothing is decided."""
    table = league.table
    better = "" if table.higher_is_better else " (lower is better)"
    sets, who = many(len(table.datasets), "data set"), many(len(table.learners), "learner")
    metric = table.metric or "score"
    words = [f"{metric[:1].upper()}{metric[1:]}{better} of {who} on {sets}; the best of each data set is in bold."]
    if marked and against is not None:
        role = "the baseline" if against == league.baseline else "which has the best mean rank"
        words.append(f"= marks learners with no clear difference from {against}, {role} ({rule_words(league)}).")
    elif against is not None:
        words.append(f"All other learners clearly differ from {against} ({rule_words(league)}).")
    return " ".join([*words, *_missing(table)])


def _missing(table: LeagueTable) -> list[str]:
    """Say what a dash is, and why cells are missing."""
    if not table.missing:
        return []
    reasons = list(dict.fromkeys(cell.reason for cell in table.missing))
    why = f": {'; '.join(reasons)}" if len(reasons) <= REASONS else ""
    return [f"– marks missing scores{why}; means and mean ranks are over the data sets that all learners have."]


def pairs_caption(league: "League") -> str:
    """Return what a table of pairs shows, and what * marks."""
    table, first = league.table, league.judgements[0]
    points = " in points" if first.unit is Unit.POINTS else ""
    by = "by random effects" if any(each.effect.tau is not None for each in league.judgements) else "over data sets"
    what = f"Mean difference in {table.metric or 'score'}{points} {by}"
    words = [f"{what}, first minus second: positive where the first is better."]
    if first.verdict.pvalue is not None:
        words.append(f"* marks clear differences ({rule_words(league)}); the better learner is in bold.")
    known = (
        ("Flip, splits: share of other random splits of these data sets that would decide otherwise.", "p_flip"),
        (
            f"Mean of next: where the difference would lie on as many {LIKE_THESE} (of the same source).",
            "effect.prediction_mean",
        ),
        (f"Turns without: {FEWEST}.", "fragility"),
        ("Flip, pools: share of leagues without some of the other learners that decide otherwise.", "p_flip_pool"),
    )
    words += [said for said, name in known if any(attrgetter(name)(each) is not None for each in league.judgements)]
    return " ".join(words)


def other_leagues_words(judgements: Sequence[Judgement]) -> list[str]:
    """Return what is said of other leagues, and what it is about, in sentences."""
    said = []
    if any(each.p_flip is not None for each in judgements):
        words = (
            "share of the same data sets divided anew that would decide otherwise. This is not about other data sets"
        )
        said.append(f"Other random splits: {words}.")
    if any(each.effect.prediction_mean is not None for each in judgements):
        what = "where the mean difference would lie on as many that could as well have been in this table"
        said.append(f"New data sets: {what} (exchangeable with these).")
    if any(each.p_flip_pool is not None for each in judgements):
        said.append(
            "Pools: share of leagues with the same scores, without some of the other learners, that decide otherwise,"
            " as this test looks at all learners."
        )
    return said


def league_methods_sentence(league: "League", reference: str, version: str, *, for_all: bool) -> str:
    """Write the sentence that a methods section needs: who, on how many data sets, by which test, at which level.

    ``for_all`` says that the p-values of the test hold for all pairs as they are.
    """
    table, pairs = league.table, len(league.judgements)
    who = listed(table.learners) if len(table.learners) <= NAMED else f"{len(table.learners)} learners"
    against = f" against {league.baseline}" if league.baseline is not None and pairs > 1 else ""
    words = f"We compared {who}{against} by {table.metric or 'score'} on {many(len(table.datasets), 'data set')}"
    words += f" by the test {league.test}{f' ({reference})' if reference else ''}, at level {league.level:g}"
    if pairs > 1:
        words += f", {_adjusted(league, for_all=for_all)} {pairs} pairs"
    return f"{words}{_left_out(table.missing)}, with outperform {version}."


def _adjusted(league: "League", *, for_all: bool) -> str:
    if league.judgements[0].verdict.pvalue is None:
        return "posterior probabilities of"
    if for_all:
        return "p-values for all"
    method = adjustment_from(league.adjustment).method
    return f"p-values adjusted by {method}'s method over" if method else "p-values not adjusted over"


def _left_out(missing: Sequence[object]) -> str:
    return f", each pair on the data sets that both have ({many(len(missing), 'missing score')})" if missing else ""
