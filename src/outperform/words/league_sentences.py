"""The answer of a league in a sentence or two, and what other splits and new data sets would say."""

from collections.abc import Iterator, Sequence

from outperform.core import Decision, Judgement, LeagueStanding, Omnibus, Winner
from outperform.words.data_notes import some_words
from outperform.words.league_pairs import LIKE_THESE, SPLITS, expected_words, flip_share, next_datasets
from outperform.words.numbers import many, p_words
from outperform.words.pairs import oriented
from outperform.words.replicability import UNSTEADY, is_unsteady
from outperform.words.verdicts import unsteady_words

INFINITE = "infinite"
FEW = 0.1  # share of the data sets up to which a sentence says that a decision hangs on them; always on a single one
NAMED = 3  # data sets that are named one by one


def pair_claim(judgement: Judgement) -> str:
    """Return the answer on a single pair."""
    seen = oriented(judgement)
    claim = f"No clear difference between {seen.better} and {seen.worse}"
    if judgement.decision is not Decision.OPEN:
        claim = f"{seen.better} is better than {seen.worse}"
    over = f"over {many(judgement.datasets, 'data set')} ({p_words(judgement.pvalue_adjusted)})"
    return f"{claim} {over}."


def otherwise(judgement: Judgement) -> Iterator[str]:
    """Return how many other splits would decide otherwise, unless few, and what new data sets would show."""
    if judgement.p_flip is not None and is_unsteady(judgement):
        yield f"{_begun(_share(judgement.p_flip))} of {SPLITS} would decide otherwise."
    yield from _new_datasets([judgement])


def _begun(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def _share(chance: float) -> str:
    """Write a share inside a sentence."""
    words = flip_share(chance).replace(" %", "%")
    return words if words.startswith(("under", "over")) else f"about {words}"


def league_claim(judgements: Sequence[Judgement], standings: Sequence[LeagueStanding], baseline: str | None) -> str:
    """Return the answer on several learners: who is better than how many others."""
    return f"{_leader(judgements, standings)[1] if baseline is None else _against(judgements, baseline)}."


def league_outlook(
    judgements: Sequence[Judgement],
    standings: Sequence[LeagueStanding],
    winner: Winner | None,
    baseline: str | None,
) -> Iterator[str]:
    """Return what other splits would say of the first place, and what the decisions of the sentence rest on."""
    best = None if baseline is not None else _leader(judgements, standings)[0]
    yield from unsteady_words(judgements)
    yield from _first_place(winner)
    yield from _new_datasets([each for each in judgements if _won(each) and best in (None, _won(each))], best)


def _against(judgements: Sequence[Judgement], baseline: str) -> str:
    """Return how many learners beat the baseline, and how many it beats."""
    count = len(judgements)
    better, worse = (sum(each.decision is side for each in judgements) for side in (Decision.FIRST, Decision.SECOND))
    if not better and not worse:
        return f"No clear difference between {baseline} and any of the {count} others"
    if worse == count:
        return f"{baseline} is better than {'both' if count == 2 else f'all {count}'} others"
    if better == count:
        return f"{'Both' if count == 2 else f'All {count}'} others are better than {baseline}"
    of = f"of {count} learners"
    if not better:
        return f"{worse} {of} {_be(worse)} worse than {baseline}, and none is better"
    return f"{better} {of} {_be(better)} better than {baseline}{f', {worse} {_be(worse)} worse' if worse else ''}"


def _won(judgement: Judgement) -> str | None:
    return {Decision.FIRST: judgement.first, Decision.SECOND: judgement.second}.get(judgement.decision)


def _new_datasets(found: Sequence[Judgement], best: str | None = None) -> Iterator[str]:
    """Return which mean difference to expect on as many new data sets, and whether decisions hang on a few of these.

    Of several pairs, perhaps all that the best learner wins: how many differences may turn round, and how many
    decisions hang on few data sets.
    """
    known = [(oriented(each), each.effect.prediction_mean) for each in found]
    ends = [(seen, interval) for seen, interval in known if interval is not None]
    fragile = [(each, each.fragility) for each in found if each.fragility is not None]
    hanging = [(each, few) for each, few in fragile if few.datasets <= max(1, FEW * each.datasets)]
    pairs = f"pairs that {best} wins" if best else "significant pairs"
    if ends:
        of_each = {each.datasets for each in found}
        where = f"On {next(iter(of_each)) if len(of_each) == 1 else 'as many'} {LIKE_THESE}"
        sure = f"{100 * (1 - found[0].level):g}% prediction interval"
        if len(found) == 1:
            seen, interval = ends[0]
            label = f"{seen.better} − {seen.worse}"
            yield f"{where}, expect a mean difference {label} {expected_words(seen, interval)} ({sure})."
        else:
            turning = sum((seen.ends(interval) or interval)[0] <= 0 for seen, interval in ends)
            says = "may be 0 or the other way round" if turning else "are expected to have the same sign as here"
            part = _part(turning or len(ends), len(ends), pairs)
            which = f"the mean difference{'' if turning == 1 else 's'} of {part}"
            yield f"{where}, {which} {says} ({sure} per pair)."
    if len(found) == 1:
        for judgement, few in hanging:
            open_, clear = "a difference would be found", "it would not be significant"
            without = f"{few.datasets} of {many(judgement.datasets, 'data set')} ({some_words(few.names, NAMED)})"
            yield f"Without {without} {open_ if judgement.decision is Decision.OPEN else clear}."
    elif hanging:
        counts, of = {few.datasets for _, few in hanging}, next_datasets([each for each, _ in hanging])
        fewest = f"{'at most ' if len(counts) > 1 else ''}{max(counts)} of the {of}"
        yield f"Without {fewest}, {_part(len(hanging), len(found), pairs)} would not be significant."


def _part(count: int, of: int, pairs: str) -> str:
    """Name some or all of several pairs."""
    return f"{count} of the {of} {pairs}" if count < of else f"{'both' if of == 2 else f'all {of}'} {pairs}"


def _leader(judgements: Sequence[Judgement], standings: Sequence[LeagueStanding]) -> tuple[str | None, str]:
    """Name the learner that beats the most others, among those that none is shown to beat if there are any."""
    won, lost = ({each.learner: 0 for each in standings} for _ in range(2))
    for each in judgements:
        ahead = _won(each)
        if ahead is not None:
            won[ahead] += 1
            lost[each.second if ahead == each.first else each.first] += 1
    if not any(won.values()):
        return None, f"No clear difference between any two of the {len(standings)} learners"
    ahead_of_some = [name for name, count in won.items() if count]
    best = min(ahead_of_some, key=lambda name: (lost[name] > 0, -won[name]))  # of equals the best mean rank
    others = len(standings) - 1
    if won[best] == others:
        return best, f"{best} is better than {'both' if others == 2 else f'all {others}'} others"
    unclear = others - won[best] - lost[best]
    parts = [f"{lost[best]} {_be(lost[best])} better than it"] if lost[best] else []
    parts += [f"there is no clear difference from the other{f' {unclear}' if unclear > 1 else ''}"] if unclear else []
    return best, f"{best} is better than {won[best]} of {others} others; {' and '.join(parts)}"


def _first_place(winner: Winner | None) -> Iterator[str]:
    """Return how many other splits would give the first place otherwise; nothing where it is shared and stays so."""
    if winner is not None and winner.p_flip is not None and (winner.learner or winner.p_flip >= UNSTEADY):
        what = "give another winner, or none" if winner.learner is not None else "give a single winner"
        yield f"{_begun(_share(winner.p_flip))} of {SPLITS} would {what}."


def _be(count: int) -> str:
    return "is" if count == 1 else "are"


def omnibus_words(found: Omnibus) -> str:
    """Return what a test of all learners at once says; the pairs do not depend on it.

    Examples
    --------
    >>> omnibus_words(Omnibus("iman-davenport", 14.4526, (4.0, 116.0), 1e-9))
    'test of all learners at once (iman-davenport): F(4, 116) = 14.45, p < .001; the pairs are decided without it'
    """
    degrees = found.df if isinstance(found.df, tuple) else (found.df,)
    letter = "F" if len(degrees) > 1 else "chi²"
    value = INFINITE if found.statistic == float("inf") else f"{found.statistic:.4g}"
    law = f"{letter}({', '.join(f'{each:g}' for each in degrees)}) = {value}"
    same = ": all data sets have the same order" if value == INFINITE else ""
    test = f"test of all learners at once ({found.test})"
    return f"{test}: {law}{same}, {p_words(found.pvalue)}; the pairs are decided without it"
