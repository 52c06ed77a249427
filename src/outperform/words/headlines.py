"""The verdict of a whole comparison in one sentence, and what it does and does not mean."""

from collections.abc import Sequence

import numpy as np

from outperform.core import Decision, Judgement, NoteKind, Scores
from outperform.words.notes import note_words
from outperform.words.numbers import digits, p_words
from outperform.words.verdicts import claim, is_not_shown, is_uncorrected, scale_of

DECIDING = (NoteKind.CHANGED_BY_FACTOR, NoteKind.NOT_SHOWN)
"""Notes without which the decision is not understood."""


def headline(judgements: Sequence[Judgement], scores: Scores) -> str:
    """Return the verdict: of the pair, of all others against a baseline, or of the learner that scores highest."""
    first = judgements[0]
    found = [judgement for judgement in judgements if judgement.metric == first.metric]
    if len(found) == 1:
        return _opening(first)
    metric = f" in {first.metric}" if first.metric else ""
    if len({judgement.second for judgement in found}) == 1 and len(found) == len(scores.learners) - 1 > 1:
        return _against(found, metric)
    return _highest(scores, found, metric)


def _against(found: list[Judgement], metric: str) -> str:
    """Return how many learners beat the baseline, and how many it beats."""
    better, worse = (sum(j.decision is side for j in found) for side in (Decision.FIRST, Decision.SECOND))
    if worse == len(found):
        return f"{worse} of {worse} learners are worse than {found[0].second}{metric}"
    if not better:
        how = "is better than" if worse else "differs from"
        words = f"No evidence that any of {len(found)} learners {how} {found[0].second}{metric}"
    else:
        words = f"{better} of {len(found)} learners {_be(better)} better than {found[0].second}{metric}"
    return f"{words}, {worse} {_be(worse)} worse" if worse else words


def _highest(scores: Scores, found: list[Judgement], metric: str) -> str:
    best = best_learner(scores)
    mine = [judgement for judgement in found if best in (judgement.first, judgement.second)]
    won = sum(_winner(judgement) == best for judgement in mine)
    if won == len(mine):
        return f"{best} is better than {'both' if won == 2 else f'all {won}'} others{metric}"
    if won:
        return f"{best} scores highest{metric} and is better than {won} of {len(mine)} others"
    return f"{best} scores highest{metric}, but there is no evidence that it is better than any other"


def best_learner(scores: Scores) -> str:
    """Name the learner with the highest mean score."""
    return scores.learners[int(np.argmax(np.nanmean(scores.values, axis=(1, 2))))]


def meaning(judgement: Judgement) -> list[str]:
    """Return in plain words what the evidence means, and what it does not."""
    verdict = judgement.verdict
    words = []
    if verdict.pvalue is not None and not is_not_shown(judgement):
        chance = f"{100 * verdict.pvalue:.2g}%" if verdict.pvalue >= 0.001 else "less than 0.1%"
        words.append(
            f"{p_words(verdict.pvalue)}: were the two equally good, scores at least this far apart would "
            f"come up in {chance} of such experiments, as far as the test's model holds."
        )
    interval = verdict.interval(judgement.level)
    if judgement.decision is Decision.OPEN and interval is not None:
        scale = scale_of(judgement)
        style = ".1f" if scale.factor == 100 else digits(*interval)
        low, high = (format(scale.factor * end, style) for end in interval)
        held = ", in an interval that is not corrected for these learners," if is_uncorrected(judgement) else ""
        hidden = "A difference that is not shown may still exist"
        begins = hidden if is_not_shown(judgement) else "No evidence of a difference is not evidence of none"
        words.append(f"{begins}: {low} to {high} ({scale.words}){held} remain compatible with these scores.")
    return [*(as_sentence(note_words(note)) for note in judgement.notes if note.kind in DECIDING), *words]


def as_sentence(note: str) -> str:
    """Write a note as a sentence of a text."""
    return f"{note[:1].upper()}{note[1:]}."


def _winner(judgement: Judgement) -> str | None:
    return {Decision.FIRST: judgement.first, Decision.SECOND: judgement.second}.get(judgement.decision)


def _be(count: int) -> str:
    return "is" if count == 1 else "are"


def _opening(judgement: Judgement) -> str:
    """Begin the claim with a capital, unless the name of a learner stands there."""
    words = claim(judgement)
    return f"{words[:1].upper()}{words[1:]}" if judgement.decision is Decision.OPEN else words
