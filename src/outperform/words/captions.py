"""What stands above and below a table of verdicts in a paper."""

from collections.abc import Sequence

from outperform.core import Decision, Ints, Judgement, Scores
from outperform.words.numbers import many, span
from outperform.words.verdicts import adjustment_of, are_adjusted, interval_name, nouns, units_of

UNLIKE = 1e-9  # of two numbers that differ by more than rounding


def caption(judgements: Sequence[Judgement], *, means: bool = True) -> str:
    """Return what the columns of a table of verdicts are, and what its marks mean; ``means`` are among them."""
    first = judgements[0]
    units = "; ".join(units_of(judgements))
    metrics = " and ".join(dict.fromkeys(judgement.metric or "score" for judgement in judgements))
    words = f"Mean {metrics} of both {nouns(judgements)} of each pair; {units}. "
    if not means:
        words = f"Every pair of {nouns(judgements)} by {metrics}; {units}. "
    adjusted = f" (p-values adjusted by {adjustment_of(first)}'s method)" if are_adjusted(judgements) else ""
    sign = (
        f"p at or below {first.level:g}"
        if first.verdict.probabilities is None
        else f"a posterior probability above {1 - first.level:g}"
    )
    by = listed(list(dict.fromkeys(judgement.procedure or judgement.test for judgement in judgements)))
    words += f"* marks {sign} by {by}{adjusted}; the better one is in bold where the difference is significant."
    if adjusted:
        words += f" Each {interval_name(first)} is that of its pair alone."
    if any(judgement.decision is Decision.EQUAL for judgement in judgements):
        words += f" = marks {nouns(judgements)} that are practically equal."
    return words


def shared_repeats(tables: Sequence[Scores]) -> list[str]:
    """Return which repeats mean scores are over, where some pairs of a metric have more than all of them share."""
    some = [table for table in tables if table.longest is not None]
    if not some:
        return []
    shared = [many(table.values.shape[1], "repeat") for table in some]
    where = f"are over the {shared[0]} that all pairs share"
    if len(tables) > 1:
        each = [f"{count} for {table.metric or 'score'}" for count, table in zip(shared, some, strict=True)]
        where = f"are over the repeats that all pairs share ({listed(each)})"
    return [f"Mean scores {where}, a difference over all repeats of its pair"]


def unlike_means(judgements: Sequence[Judgement]) -> list[str]:
    """Return of which tests the estimate is not the difference of the mean scores, and what it is instead."""
    metrics: dict[tuple[str, str], list[str]] = {}
    alike = set()
    for judgement in judgements:
        scores, estimate = judgement.scores, judgement.verdict.estimate
        if scores is None or not judgement.verdict.parameter.is_difference:
            continue
        test, metric = judgement.procedure or judgement.test, judgement.metric or "score"
        first, second = scores.means.tolist()
        if abs(first - second - estimate) <= UNLIKE * max(1.0, abs(first), abs(second)):
            alike.add((test, metric))
            continue
        why = "is not the difference of the means"
        if scores.traits.forward:
            why = "is the mean difference over all test rows; means are over test sets, whose sizes may differ"
        metrics.setdefault((test, why), []).append(metric)
    sentences = []
    for (test, why), named in metrics.items():
        others = {metric for by, metric in alike if by == test} - set(named)
        only = f" for {listed(list(dict.fromkeys(named)))}" if others else ""
        sentences.append(f"The estimate of {test}{only} {why}.")
    return sentences


def sizes_span(sizes: Ints) -> str:
    """Write sizes as one number, or as the least and the most.

    Examples
    --------
    >>> import numpy as np
    >>> sizes_span(np.array([90, 91])), sizes_span(np.array([90, 90]))
    ('90 to 91', '90')
    """
    low, high = int(sizes.min()), int(sizes.max())
    return span(low, high)


def listed(names: Sequence[str]) -> str:
    """Write names one after the other.

    Examples
    --------
    >>> listed(["nb", "tree", "svm"])
    'nb, tree and svm'
    """
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
