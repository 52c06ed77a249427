"""When the decision on each pair fell, where a test looked at the items one by one."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from outperform.choose import sequential_test
from outperform.core import (
    Decision,
    InputError,
    Judgement,
    LookOrder,
    Note,
    Scores,
    SequentialFacts,
    SignificanceTest,
)
from outperform.core.adjust import adjustment_from
from outperform.significance.sequential_tests import SequentialTest
from outperform.significance.sequential_verdict import SequentialVerdict
from outperform.surface import switch
from outperform.words.verdicts import parameter_words

if TYPE_CHECKING:
    from outperform.core.item_facts import Range


def looking_test(
    scores: Scores, test: SignificanceTest | None, *, sequential: bool, as_they_come: bool, margin: float | None
) -> tuple[SignificanceTest | None, tuple[Note, ...]]:
    """Return the test that looks at the items one by one where that is asked for, and why it was chosen."""
    if not sequential and not as_they_come:
        return test, ()
    if as_they_come and not sequential and not isinstance(test, SequentialTest):
        raise InputError("as_they_come", f"needs {switch('sequential')}: without it all items are looked at once")
    if scores.items is None:
        raise InputError("sequential", "needs scores of items, but these are scores of whole runs")
    if len(scores.learners) < 2:
        raise InputError("sequential", f"needs two systems, but there is one: {scores.learners[0]}")
    if test is None:
        found, note = sequential_test(scores, as_they_come=as_they_come, margin=margin is not None)
        return found, (note,)
    if not isinstance(test, SequentialTest):
        raise InputError(
            "test", f"{test} looks at all items at once; with {switch('sequential')} use discordant-e or betting"
        )
    return (replace(test, as_they_come=True) if as_they_come else test), ()


def sequential_facts(judgement: Judgement, family: Sequence[Judgement]) -> SequentialFacts | None:
    """Return when the decision fell, by p-values adjusted over all pairs of the metric at every look."""
    verdict = judgement.verdict
    if not isinstance(verdict, SequentialVerdict):
        return None
    interval: Range | None = verdict.interval(judgement.level)
    return SequentialFacts(
        decided_at=_decided_at(judgement, family),
        looked_at=verdict.looked_at,
        order=LookOrder.AS_THEY_COME if verdict.as_they_come else LookOrder.RANDOM,
        evalue=verdict.evalue,
        interval=interval,
        covers=parameter_words(judgement),
    )


def _decided_at(judgement: Judgement, family: Sequence[Judgement]) -> int | None:
    """Return the first look at which the adjusted p-value is at or below the level.

    All pairs look at the same items in the same order. P-values only fall, and so do adjusted ones.
    """
    if judgement.decision is Decision.OPEN:
        return None
    rule = adjustment_from(judgement.adjustment)
    place = next(at for at, each in enumerate(family) if each is judgement)
    paths = [each.verdict.looks.pvalues for each in family if isinstance(each.verdict, SequentialVerdict)]
    pairs = [(each.first, each.second) for each in family]

    def decided(look: int) -> bool:
        adjusted = rule.adjust([float(path[look]) for path in paths], pairs)[place]
        return adjusted is not None and adjusted <= judgement.level

    return bisect_left(range(len(paths[0])), True, key=decided) + 1  # noqa: FBT003
