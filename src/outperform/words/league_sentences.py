"""The answer of a league in a sentence or two, and whether another league would decide otherwise."""

from collections.abc import Iterator, Sequence

from outperform.core import Decision, LeagueJudgement, LeagueStanding, Omnibus, Winner
from outperform.words.league_pairs import DATASETS, SPLITS, flip_share, seen_pair
from outperform.words.numbers import many, p_words
from outperform.words.replicability import UNSTEADY, rounded

INFINITE = "infinite"
LEAST = 0.005  # share below which none is named


def pair_sentence(judgement: LeagueJudgement) -> str:
    """Return the answer on a single pair, and whether other splits or other data sets would decide otherwise."""
    return " ".join([pair_claim(judgement), *otherwise(judgement)])


def pair_claim(judgement: LeagueJudgement) -> str:
    """Return the answer on a single pair."""
    seen = seen_pair(judgement)
    claim = f"No clear difference between {seen.better} and {seen.worse}"
    if judgement.decision is not Decision.OPEN:
        claim = f"{seen.better} is better than {seen.worse}"
    over = f"over {many(judgement.datasets, 'data set')} ({p_words(judgement.pvalue_adjusted)})"
    return f"{claim} {over}."


def otherwise(judgement: LeagueJudgement) -> Iterator[str]:
    """Return how many other splits, and other data sets, would decide otherwise; nothing where few would."""
    chances = ((judgement.p_flip, SPLITS), (judgement.p_flip_datasets, DATASETS))
    known = [f"{_share(chance)} of {what}" for chance, what in chances if chance is not None]
    if max((chance for chance, _ in chances if chance is not None), default=0.0) >= UNSTEADY:
        said = f"{', and '.join(known)}{',' if len(known) > 1 else ''} would decide otherwise."
        yield f"{said[:1].upper()}{said[1:]}"


def _share(chance: float) -> str:
    """Write a share inside a sentence."""
    words = flip_share(chance).replace(" %", "%")
    return words if words.startswith(("under", "over")) else f"about {words}"


def league_sentence(
    judgements: Sequence[LeagueJudgement],
    standings: Sequence[LeagueStanding],
    winner: Winner | None,
    baseline: str | None,
) -> str:
    """Return the answer on several learners, and what other splits and other data sets would say."""
    outlook = league_outlook(judgements, standings, winner, baseline)
    return " ".join([league_claim(judgements, standings, baseline), *outlook])


def league_claim(
    judgements: Sequence[LeagueJudgement], standings: Sequence[LeagueStanding], baseline: str | None
) -> str:
    """Return the answer on several learners: who is better than how many others."""
    return f"{_leader(judgements, standings)[1] if baseline is None else _against(judgements, baseline)}."


def league_outlook(
    judgements: Sequence[LeagueJudgement],
    standings: Sequence[LeagueStanding],
    winner: Winner | None,
    baseline: str | None,
) -> Iterator[str]:
    """Return what other splits would say of the first place, and other data sets of the leader's decisions."""
    if baseline is None:
        best, _ = _leader(judgements, standings)
        own = [each.p_flip_datasets for each in judgements if best is not None and _won(each) == best]
        yield from _first_place(winner)
        yield from _elsewhere([each for each in own if each is not None])


def _against(judgements: Sequence[LeagueJudgement], baseline: str) -> str:
    """Return how many learners beat the baseline, and how many it beats."""
    count = len(judgements)
    better, worse = (sum(each.decision is side for each in judgements) for side in (Decision.FIRST, Decision.SECOND))
    if not better and not worse:
        return f"No learner is shown to be better or worse than {baseline}"
    if worse == count:
        return f"{baseline} is better than {'both' if count == 2 else f'all {count}'} others"
    if better == count:
        return f"{'Both' if count == 2 else f'All {count}'} others are better than {baseline}"
    of = f"of {count} learners"
    if not better:
        return f"{worse} {of} {_be(worse)} worse than {baseline}, and none is better"
    return f"{better} {of} {_be(better)} better than {baseline}{f', {worse} {_be(worse)} worse' if worse else ''}"


def _won(judgement: LeagueJudgement) -> str | None:
    return {Decision.FIRST: judgement.first, Decision.SECOND: judgement.second}.get(judgement.decision)


def _elsewhere(chances: Sequence[float]) -> Iterator[str]:
    """Return how many leagues on other data sets would decide pairs otherwise; nothing where few would."""
    if max(chances, default=0.0) >= UNSTEADY:
        low, high = (rounded(end).replace(" %", "%") for end in (min(chances), max(chances)))
        which = "this pair" if len(chances) == 1 else "each of these pairs"
        share = f"about {high}" if low == high else f"about {low.removesuffix('%')} to {high}"
        share = f"up to {high}" if min(chances) < LEAST else share
        yield f"{share[:1].upper()}{share[1:]} of {DATASETS} would decide {which} otherwise."


def _leader(judgements: Sequence[LeagueJudgement], standings: Sequence[LeagueStanding]) -> tuple[str | None, str]:
    """Name the learner that beats the most others, among those that none is shown to beat if there are any."""
    won, lost = ({each.learner: 0 for each in standings} for _ in range(2))
    for each in judgements:
        ahead = _won(each)
        if ahead is not None:
            won[ahead] += 1
            lost[each.second if ahead == each.first else each.first] += 1
    if not any(won.values()):
        return None, "No learner is shown to be better than another"
    ahead_of_some = [name for name, count in won.items() if count]
    best = min(ahead_of_some, key=lambda name: (lost[name] > 0, -won[name]))  # of equals the best mean rank
    others = len(standings) - 1
    if won[best] == others:
        return best, f"{best} is better than {'both' if others == 2 else f'all {others}'} others"
    beaten = f"{lost[best]} {_be(lost[best])} better than it" if lost[best] else "none is shown to be better than it"
    return best, f"{best} is better than {won[best]} of {others} others, and {beaten}"


def _first_place(winner: Winner | None) -> Iterator[str]:
    """Return how many other splits would give the first place otherwise; nothing where it is shared and stays so."""
    if winner is not None and winner.p_flip is not None and (winner.learner or winner.p_flip >= UNSTEADY):
        share = _share(winner.p_flip)
        what = "give another winner, or none" if winner.learner is not None else "give a single winner"
        yield f"{share[:1].upper()}{share[1:]} of {SPLITS} would {what}."


def _be(count: int) -> str:
    return "is" if count == 1 else "are"


def omnibus_words(found: Omnibus) -> str:
    """Return what a test of all learners at once says; the pairs do not depend on it.

    Examples
    --------
    >>> omnibus_words(Omnibus("iman-davenport", 14.4526, (4.0, 116.0), 1e-9))
    'any difference at all: iman-davenport, F(4, 116) = 14.45, p < .001 (the pairs do not depend on it)'
    """
    degrees = found.df if isinstance(found.df, tuple) else (found.df,)
    letter = "F" if len(degrees) > 1 else "chi²"
    value = INFINITE if found.statistic == float("inf") else f"{found.statistic:.4g}"
    law = f"{letter}({', '.join(f'{each:g}' for each in degrees)}) = {value}"
    same = ": all data sets have the same order" if value == INFINITE else ""
    return f"any difference at all: {found.test}, {law}{same}, {p_words(found.pvalue)} (the pairs do not depend on it)"


def league_unmet(judgements: Sequence[LeagueJudgement], required: str) -> list[str]:
    """List the pairs that do not decide as a gate requires: what was asked, and what was found."""
    wanted = Decision(required)
    return [_unmet(each, wanted) for each in judgements if each.decision is not wanted]


def _unmet(judgement: LeagueJudgement, wanted: Decision) -> str:
    asked, other = judgement.first, judgement.second
    if wanted is Decision.SECOND:
        asked, other = other, asked
    seen = seen_pair(judgement)
    found = f"no clear difference between {seen.better} and {seen.worse}"
    if judgement.decision is not Decision.OPEN:
        found = f"{seen.better} is better than {seen.worse}"
    return f"{asked} (the {wanted.value}) must be better than {other}, but the answer is: {found}"
