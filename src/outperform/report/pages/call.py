"""The Python call that repeats a comparison, as far as the comparison knows it."""

from typing import Any

from outperform.comparison import Comparison
from outperform.core import Judgement, LookOrder, Scores


def python_call(comparison: Comparison) -> str:
    """Write the call with everything that is not a default.

    Examples
    --------
    >>> from outperform import judge
    >>> a, b = [[0.9, 0.8], [0.9, 0.7]], [[0.8, 0.8], [0.8, 0.9]]
    >>> python_call(judge({"a": a, "b": b}, "corrected-t", n_train=80, n_test=20, level=0.01))
    "judge(scores, test='corrected-t', level=0.01)"
    """
    first, scores = comparison.judgements[0], comparison.scores[0]
    ways: dict[str, Any] = {"level": first.level} if first.level != 0.05 else {}
    ways |= {"seed": scores.seed} if scores.seed else {}
    metrics = [table.metric for table in comparison.scores if table.metric is not None]
    metric: dict[str, Any] = (
        {} if metrics in ([], ["accuracy"]) else {"metric": metrics if len(metrics) > 1 else metrics[0]}
    )
    rule = "shaffer" if comparison.command == "evals" and comparison.baseline is None else "holm"
    usual = comparison.terms is None and (first.adjustment == rule or len(comparison) == 1)
    asked = first.adjustment if comparison.terms is None else comparison.terms.asked
    ways |= {} if asked is None or usual else {"adjust": asked}
    ways |= {} if comparison.baseline is None else {"baseline": comparison.baseline}
    if first.procedure is not None:
        named = {"procedure": first.procedure} | metric | ways
        return _write(f"compare({list(scores.learners)!r}, X, y", named)
    if comparison.command == "evals":
        return _write("judge_items(table", metric | {"test": first.test} | ways | _of_items(first, scores))
    if scores.items is not None:
        return _write("judge_predictions(truth, predictions", metric | {"test": first.test} | ways | _margin_of(first))
    return _write("judge(scores", {"test": first.test} | ways)


def _margin_of(judgement: Judgement) -> dict[str, Any]:
    """Return what was asked of a margin."""
    facts = judgement.items
    if facts is None or facts.margin is None:
        return {}
    return {"margin": facts.margin} | ({"guarantee": True} if facts.guarantee else {})


def _of_items(judgement: Judgement, scores: Scores) -> dict[str, Any]:
    """Return what was asked of fixed systems beside the test."""
    facts = judgement.items
    looks = None if facts is None else facts.sequential
    asked = _margin_of(judgement)
    asked |= {"runs": True} if scores.items is not None and scores.items.runs else {}
    asked |= {} if looks is None else {"sequential": True}
    return asked | ({"as_they_come": True} if looks is not None and looks.order is LookOrder.AS_THEY_COME else {})


def _write(start: str, ways: dict[str, Any]) -> str:
    return ", ".join([start, *(f"{name}={value!r}" for name, value in ways.items())]) + ")"
