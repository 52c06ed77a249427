"""Gates for a test suite: a test fails where a system is worse than another, or is not shown to be better.

Nothing here needs pytest: a gate that is closed raises an ``AssertionError``.
"""

import sys
from typing import Any

from outperform.comparison import Comparison
from outperform.comparison.flips import flip_rows
from outperform.comparison.gate import chosen_words
from outperform.core import InputError, Judgement, Require
from outperform.data.digests import Sources
from outperform.testing.given import gate_paths, judge_for_gate
from outperform.words.gate import closed_pairs, closed_words, gate_line, reasons_of

IDS = 20  # changed items that a message names, of each kind
PAIRS = 5  # pairs whose items it names


def assert_not_worse(
    first: Any,
    second: Any = None,
    *,
    margin: float,
    truth: Any = None,
    names: tuple[str, str] | None = None,
    **options: Any,
) -> Comparison:
    """Assert that a system is shown to be not worse than another by more than a margin.

    Parameters
    ----------
    first
        Without ``second``, what ``judge_items`` takes: a frame, or a dict from systems to scores; or a file, a log or
        a list of them (``["new=run2.eval", "old=run1.eval"]``), as ``read_evals`` takes. The first system of every pair
        is checked, in the order given; with ``baseline=NAME`` that one is the second. With ``second``, the scores of
        the system that is checked: one per item, ``[sample, item]``, or by item id; or its file.
    second
        The scores, or the file, of the system that it is compared with.
    margin
        The largest difference that does not matter, in units of the score: 0.01 is one point of accuracy.
    truth
        For predictions instead of scores: the true labels or values; ``first`` and ``second`` are then the predictions,
        or ``first`` is a dict from names to predictions, as ``judge_predictions`` takes. For a frame or a file of
        predictions: the column of the truth.
    names
        The names of the two systems, by default ``("new", "old")`` or what the files say.
    options
        What ``judge_items``, ``read_evals`` or ``judge_predictions`` take beside these: ``level``, ``baseline``,
        ``metric``, ``cluster``, ``test`` and others.

    Returns
    -------
    Comparison
        What was found, where it is as required; ``gate`` says what was judged by which rule.

    Raises
    ------
    AssertionError
        With the verdict in words, the numbers, and the ids of the items that changed.

    Examples
    --------
    >>> old, new = [1, 0, 0, 1, 0, 1, 0, 0, 1, 0] * 4, [1, 1, 0, 1, 1, 1, 0, 1, 1, 0] * 4
    >>> assert_not_worse(new, old, margin=0.02)[0].decision.value
    'first'
    """
    __tracebackhide__ = True
    if margin is None:
        example = "margin=0.01 is one point of a score from 0 to 1"
        raise InputError("margin", f"is needed: the largest difference that does not matter; {example}")
    return _required(Require.NOT_WORSE, first, second, truth, names, options | {"margin": margin})


def assert_outperforms(
    first: Any,
    second: Any = None,
    *,
    truth: Any = None,
    names: tuple[str, str] | None = None,
    **options: Any,
) -> Comparison:
    """Assert that a system is shown to be better than another: the difference is significant at the level.

    Parameters
    ----------
    first, second, truth, names, options
        As for ``assert_not_worse``. There is no margin: one asks here for a difference of any size.

    Returns
    -------
    Comparison
        What was found, where it is as required; ``gate`` says what was judged by which rule.

    Raises
    ------
    AssertionError
        With the verdict in words, the numbers, and the ids of the items that changed.

    Examples
    --------
    >>> old, new = [1, 0, 0, 1, 0, 1, 0, 0, 1, 0] * 4, [1, 1, 0, 1, 1, 1, 0, 1, 1, 0] * 4
    >>> assert_outperforms({"new": new, "old": old})[0].items.flips.first
    12
    """
    __tracebackhide__ = True
    if "margin" in options:
        raise InputError("margin", "belongs to assert_not_worse: this asks for a difference of any size; leave it out")
    return _required(Require.FIRST, first, second, truth, names, options)


def _required(required: Require, first: Any, second: Any, truth: Any, names: Any, options: Any) -> Comparison:
    """Return what was judged; raise AssertionError unless every pair decides as required.

    What was judged by which rule is printed on standard error, as the command line does.
    """
    __tracebackhide__ = True
    sources = Sources(gate_paths(truth, first, second))
    found = judge_for_gate(first, second, truth, names, options)
    sources.check()
    if not found.judgements:
        raise InputError("first", f"holds one system, {found.scores[0].learners[0]}: a gate needs two")
    found = found.gated(required, sources.files, chosen=chosen_words(options))
    outcome = found.gate
    assert outcome is not None, "it was just made"
    print(f"outperform: {gate_line(outcome)}", file=sys.stderr)  # noqa: T201
    if not outcome.met:
        closed = [each.judgement for each in closed_pairs(outcome) if isinstance(each.judgement, Judgement)][:PAIRS]
        flips = [(each.first, each.second, [*flip_rows(each)]) for each in closed]
        raise AssertionError(closed_words([*reasons_of(outcome), gate_line(outcome)], str(found), flips, IDS))
    return found
