"""Columns of numbers that are no scores of systems: other measurements, identifiers, and summaries of the others."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from outperform.core import Floats
from outperform.data.column_kinds import is_identifier
from outperform.data.evals.cells import number_of
from outperform.data.score_traps import are_means, is_summary

METRICS = {  # columns that hold scores by their name alone
    *("score", "passed", "correct", "is_correct", "acc", "acc_norm", "accuracy", "exact_match", "em", "f1"),
}
_MEASURES = {
    *("latency", "cost", "costs", "price", "time", "times", "runtime", "walltime", "duration", "elapsed", "timestamp"),
    *("seconds", "milliseconds", "minutes", "tokens", "length", "len", "words", "chars", "characters", "bytes", "size"),
    *("difficulty", "temperature", "turn", "turns", "year", "index", "position", "step", "steps", "count", "budget"),
}
_BESIDE = {  # words that say more of a measurement
    *("n", "num", "number", "of", "nr", "in", "per", "the", "max", "min", "mean", "avg", "total", "sum", "median"),
    *("ms", "s", "sec", "secs", "usd", "eur", "dollars", "p50", "p90", "p95", "p99", "k"),
    *("prompt", "completion", "input", "output", "response", "request", "question", "answer", "context", "reasoning"),
    *("token", "word", "char", "wall", "clock", "cpu", "gpu", "first", "generation", "inference", "api", "item"),
}
_WORDS = re.compile(r"[_\s./:()-]+")
_OVERALL = ("overall", "aggregate", "all")
NO_SCORES, NOT_CHOSEN = "not scores", "not chosen"
_IDENTIFIERS, _SUMMARIES = "identifiers", "summaries of the others"


def summarizes(name: object) -> bool:
    """Return whether a row or column is called like a summary of the others."""
    return is_summary(name) or (isinstance(name, str) and name.strip(" .:").lower() in _OVERALL)


def is_measure(name: str, others: Sequence[str] = ()) -> bool:
    """Return whether a column is called like a measurement of another kind; ``others`` are the columns beside it.

    Examples
    --------
    >>> is_measure("prompt_tokens"), is_measure("latency (ms)"), is_measure("a_cost", ["a", "b"])
    (True, True, True)
    >>> is_measure("cost_effectiveness"), is_measure("low-cost", ["a", "b"]), is_measure("timeliness")
    (False, False, False)
    """
    words = [word for word in _WORDS.split(name.strip().lower()) if word]
    systems = [[word for word in _WORDS.split(other.strip().lower()) if word] for other in others if other != name]
    for system in filter(None, systems):  # a_latency beside a
        if len(words) > len(system) and words[: len(system)] == system:
            words = words[len(system) :]
            break
    rest = [word for word in words if word not in _BESIDE]
    return bool(rest) and all(word in _MEASURES for word in rest)


def no_scores(columns: Mapping[str, Any], names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the columns of numbers that hold no scores of systems, by what they are."""
    found = {
        _IDENTIFIERS: tuple(name for name in names if is_identifier(name, np.asarray(columns[name]))),
        NO_SCORES: tuple(name for name in names if is_measure(name, names)),
    }
    left = [name for name in names if not any(name in each for each in found.values())]
    found[_SUMMARIES] = _summaries(columns, left)
    return {kind: each for kind, each in found.items() if each}


def _summaries(columns: Mapping[str, Any], names: Sequence[str]) -> tuple[str, ...]:
    """Return columns that are called mean or total and are those of the others, and others that summarize."""
    summaries = [name for name in names if summarizes(name)]
    others = [name for name in names if name not in summaries]
    if not summaries or len(others) < 2:
        return ()
    values = np.array([_floats(columns[name]) for name in others])
    are = [are_means(_floats(columns[name]), values) for name in summaries]
    return tuple(summaries) if any(are) else ()


def _floats(column: Any) -> Floats:
    values = np.asarray(column)
    if values.dtype.kind in "biuf":
        return values.astype(np.float64)
    found = [number_of(cell) for cell in values.tolist()]
    return np.array([np.nan if number is None else number for number in found])
