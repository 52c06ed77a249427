"""The answer of a whole comparison in one sentence per claim, and what it does and does not mean."""

from collections.abc import Sequence

import numpy as np

from outperform.core import Decision, Judgement, NoteKind, Scores
from outperform.words.captions import listed
from outperform.words.notes import note_words
from outperform.words.numbers import many, p_words
from outperform.words.pairs import oriented
from outperform.words.replicability import rerun_words
from outperform.words.sequential import decided_words
from outperform.words.verdicts import (
    claim_words,
    in_metric,
    interval_name,
    is_not_shown,
    is_uncorrected,
    literal,
    nouns,
    numbers_of,
    scale_of,
)

NAMED = 3  # learners that a sentence names
PAIRS = 6  # pairs of which a sentence says what several tests decide
DECIDING = (NoteKind.CHANGED_BY_FACTOR, NoteKind.NOT_SHOWN)
"""Notes without which the decision is not understood."""


def headline(judgements: Sequence[Judgement], tables: Sequence[Scores], *, metrics: bool = True) -> str:
    """Return the answer for every metric; metrics that have the same answer share a sentence.

    It is about the pair, about all others against a baseline, or about the learner that scores highest.
    ``metrics=False`` leaves the names of the metrics out, where they stand beside it.
    """
    said: dict[str, list[str | None]] = {}
    for table in tables:
        of = [judgement for judgement in judgements if judgement.metric == table.metric]
        if of:
            said.setdefault(_claim(of, table), []).append(table.metric)
    return ". ".join(words.format(metric=in_metric(*of) if metrics else "") for words, of in said.items())


def _claim(found: Sequence[Judgement], scores: Scores) -> str:
    """Return the claim of one metric, with a place for its name."""
    if len(found) == 1:
        return claim_words(found[0])
    pairs = list(dict.fromkeys((judgement.first, judgement.second) for judgement in found))
    if len(pairs) == 1:
        return _by_tests(found)
    if len(pairs) < len(found):
        by_pair = [_pair_by_tests([each for each in found if (each.first, each.second) == pair]) for pair in pairs]
        more = [f"{len(by_pair) - PAIRS} more pairs"] if len(by_pair) > PAIRS + 1 else by_pair[PAIRS:]
        return f"Tests{{metric}}: {'; '.join([*by_pair[:PAIRS], *more])}"
    if len({judgement.second for judgement in found}) == 1 and len(found) == len(scores.learners) - 1 > 1:
        return _against(found)
    return _highest(scores, found)


def _by_tests(found: Sequence[Judgement]) -> str:
    """Return what several tests say of one pair."""
    first, second = literal(found[0].first), literal(found[0].second)
    said = (
        (Decision.FIRST, f"find {first} better than {second}"),
        (Decision.SECOND, f"find {second} better than {first}"),
    )
    parts = [f"{count} {words}" for side, words in said if (count := sum(j.decision is side for j in found))]
    clear = f", {' and '.join(parts)}" if parts else f", none finds a clear difference between {first} and {second}"
    return f"Of {len(found)} tests{{metric}}{clear}"


def _pair_by_tests(found: Sequence[Judgement]) -> str:
    """Return what several tests say of one of several pairs."""
    names, of = (found[0].first, found[0].second), len(found)
    wins = {name: sum(_winner(each) == name for each in found) for name in names}
    parts = [
        f"{wins[a]} of {of} find {literal(a)} better than {literal(b)}" for a, b in (names, names[::-1]) if wins[a]
    ]
    return " and ".join(parts) or f"none of {of} finds a clear difference between {' and '.join(map(literal, names))}"


def _against(found: Sequence[Judgement]) -> str:
    """Return how many learners beat the baseline, and how many it beats."""
    baseline = literal(found[0].second)
    better, worse = (sum(j.decision is side for j in found) for side in (Decision.FIRST, Decision.SECOND))
    if worse == len(found):
        return f"{baseline} is better than {'both' if worse == 2 else f'all {worse}'} others{{metric}}"
    if not better and not worse:
        return f"No clear difference between {baseline} and any of the {len(found)} others{{metric}}"
    good, bad = (
        _some([judgement.first for judgement in found if judgement.decision is side], found)
        for side in (Decision.FIRST, Decision.SECOND)
    )
    if not better:
        return f"{bad} worse than {baseline}{{metric}}, and none is better"
    return f"{good} better than {baseline}{{metric}}{f', {bad} worse' if worse else ''}"


def _some(names: Sequence[str], found: Sequence[Judgement]) -> str:
    """Say how many of all learners these are, and name them where they are few, with the verb."""
    who = f" ({listed([literal(name) for name in names])})" if 0 < len(names) <= NAMED else ""
    return f"{len(names)} of {len(found)} {nouns(found)}{who} {_be(len(names))}"


def _highest(scores: Scores, found: Sequence[Judgement]) -> str:
    """Return what is known of the learner that scores highest."""
    best = best_learner(scores)
    mine = [judgement for judgement in found if best in (judgement.first, judgement.second)]
    seen = [oriented(judgement) for judgement in mine]
    won = sum(_winner(judgement) == best for judgement in mine)
    ahead = [each.better for each in seen if each.better != best and each.estimate > 0]
    if ahead:  # the repeats that all share say another thing than all repeats of the pair
        return _close(best, ahead, found)
    others, best = len(mine), literal(best)
    if won == others:
        return f"{best} is better than {'both' if won == 2 else f'all {won}'} others{{metric}}"
    if won:
        return f"{best} scores highest{{metric}} and is better than {won} of {others} others"
    return f"{best} scores highest{{metric}}, but there is no clear difference from any other"


def _close(best: str, ahead: Sequence[str], found: Sequence[Judgement]) -> str:
    """Return what is known of the learner with the highest mean score, and of those ahead of it in their pair."""
    names = [best, *ahead]
    won = {name: sum(_winner(judgement) == name for judgement in found) for name in names}
    told = f"{listed([literal(name) for name in names])} score highest{{metric}}"
    wins = [f"{literal(name)} is better than {many(count, 'other')}" for name, count in won.items() if count]
    return f"{told}; {', '.join(wins)}" if wins else f"{told}, but there is no clear difference from any other"


def best_learner(scores: Scores) -> str:
    """Return the name of the learner with the highest mean score."""
    return scores.learners[int(np.argmax(scores.means))]


def meaning(judgement: Judgement) -> list[str]:
    """Return in plain words what the evidence means, and what it does not."""
    verdict = judgement.verdict
    words = []
    if verdict.pvalue is not None and not is_not_shown(judgement):
        small = verdict.pvalue < 0.001
        chance = "less than 0.1 %" if small else f"{100 * verdict.pvalue:.{2 if verdict.pvalue < 0.995 else 3}g} %"
        often = f"a difference at least this large would appear in {chance}"
        if verdict.anytime:
            most = "" if small else "at most "
            often = f"evidence at least this strong would appear at some look in {most}{chance}"
        words.append(
            f"{p_words(verdict.pvalue)}: if the two were equally good, {often} of such experiments, provided that the"
            " assumptions of the test hold."
        )
    interval = verdict.interval(judgement.level)
    if judgement.decision is Decision.OPEN and interval is not None:
        held = " (not corrected for these learners)" if is_uncorrected(judgement) else ""
        seen = oriented(judgement)
        ends = numbers_of(judgement, seen)[1]
        name = f"The {interval_name(judgement)}{held}"
        compatible = (
            f"{name} has no ends: every difference is compatible with these scores."
            if seen.unbounded
            else f"{name} contains values from {ends} ({scale_of(judgement).words}): differences in this range are"
            " compatible with these scores."
        )
        words.append(f"No clear difference does not mean that the two are equal. {compatible}")
    words += [f"{more}." for more in (decided_words(judgement), rerun_words(judgement)) if more]
    return [*(as_sentence(note_words(note)) for note in judgement.notes if note.kind in DECIDING), *words]


def as_sentence(note: str) -> str:
    """Write a note as a sentence of a text."""
    return f"{note[:1].upper()}{note[1:]}{'' if note.endswith('.') else '.'}"


def _winner(judgement: Judgement) -> str | None:
    return {Decision.FIRST: judgement.first, Decision.SECOND: judgement.second}.get(judgement.decision)


def _be(count: int) -> str:
    return "is" if count == 1 else "are"
