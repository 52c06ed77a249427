"""What stands above and below a table of verdicts in a paper."""

from collections.abc import Mapping, Sequence

import numpy as np

from outperform.core import Decision, Ints, Judgement, Scores
from outperform.words.items import items_words
from outperform.words.numbers import many, span
from outperform.words.verdicts import adjustment_of, are_adjusted, nouns, units_of


def caption(judgements: Sequence[Judgement]) -> str:
    """Return what the columns of a table of verdicts are, and what its marks mean."""
    first = judgements[0]
    units = "; ".join(units_of(judgements))
    metrics = " and ".join(dict.fromkeys(judgement.metric or "score" for judgement in judgements))
    words = f"Mean {metrics} of both {nouns(judgements)} of each pair; {units}. "
    adjusted = f" (p-values adjusted by {adjustment_of(first)}'s method)" if are_adjusted(judgements) else ""
    sign = (
        f"p at or below {first.level:g}"
        if first.verdict.probabilities is None
        else f"a posterior probability above {1 - first.level:g}"
    )
    by = listed(list(dict.fromkeys(judgement.procedure or judgement.test for judgement in judgements)))
    words += f"* marks {sign} by {by}{adjusted}; the better mean is in bold where the difference is significant."
    if any(judgement.decision is Decision.EQUAL for judgement in judgements):
        words += f" = marks {nouns(judgements)} that are practically equal."
    return words


def methods_sentence(
    judgements: Sequence[Judgement], tables: Sequence[Scores], references: Mapping[str, str], version: str
) -> str:
    """Write the sentence that a methods section needs: who, on what splits, by which test, at which level."""
    first, scores = judgements[0], tables[0]
    metrics = " and ".join(dict.fromkeys(str(table.metric or "score") for table in tables))
    pairs = len({(judgement.first, judgement.second) for judgement in judgements})
    runs = scores.items is None and first.items is not None  # whole runs of fixed systems
    words = f"We compared {listed(scores.learners)} by {metrics} on {_runs_of(scores) if runs else _where(scores)}"
    words += f", by {_tests(judgements, references)}, at level {first.level:g}"
    if pairs > 1 and first.verdict.pvalue is not None:
        how = f"adjusted by {adjustment_of(first)}'s method" if adjustment_of(first) else "not adjusted"
        words += f", p-values {how} over {pairs} pairs"
    drawn = scores.plan is not None or any(judgement.verdict.is_drawn for judgement in judgements)  # by a seed of ours
    return f"{words}{f', seed {scores.seed}' if drawn else ''}, with outperform {version}."


def _tests(judgements: Sequence[Judgement], references: Mapping[str, str]) -> str:
    """Name procedure and tests with their references; which metric each judged, where that is not the same."""
    judged: dict[str, list[str]] = {}
    for judgement in judgements:
        judged.setdefault(judgement.test, []).append(judgement.metric or "score")
    named = [
        f"the test {test}{f' ({source})' if (source := references.get(test)) else ''}"
        + (f" for {listed(list(dict.fromkeys(metrics)))}" if len(judged) > 1 else "")
        for test, metrics in judged.items()
    ]
    procedure = judgements[0].procedure
    if procedure is None or list(judged) == [procedure]:
        return listed(named)
    return f"{procedure}, with {listed(named)}"


def _runs_of(scores: Scores) -> str:
    runs = (~np.isnan(scores.values)).sum(axis=(1, 2))
    return f"{many(sizes_span(runs), 'run')} per system"


def _where(scores: Scores) -> str:
    if scores.items is not None and scores.items.row_scores is not None:
        return f"one set of {items_words(scores)}"
    if scores.values[0].size == 1 and scores.n_test is not None:
        return f"one test set of {many(sizes_span(scores.n_test), 'row')}"
    trained = "" if scores.n_train is None else f" (training sets of {many(sizes_span(scores.n_train), 'row')})"
    return f"{scores.traits.shape}{trained}"


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
