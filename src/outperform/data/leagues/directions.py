"""Which direction of a metric is better: known by its name, or said by the user, never guessed."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from outperform.core import InputError
from outperform.data.leagues.metric_names import AFTER, BEFORE, COSTS, GAINS, LOSSES, SHARES, SYNONYMS

FLAGS = {True: "--higher-is-better (higher_is_better=True)", False: "--lower-is-better (higher_is_better=False)"}
ASK = f"add {FLAGS[True]} or {FLAGS[False]}"
_UP, _DOWN = re.compile("[↑⇑▲⬆]"), re.compile("[↓⇓▼⬇]")
_MINUS = ("neg", "negative", "minus", "negated")
_WORDS = re.compile(r"[^\w²]+|_+")
_NEAR = 0.8  # how alike a name that was mistyped is, at least


@dataclass(frozen=True)
class MetricMeaning:
    """What the name of a metric says of its scores."""

    higher: bool
    share: bool = False  # from 0 to 1, or from 0 to 100
    sign: int = 0  # 1 where no score is below 0, -1 where none is above 0


_KNOWN = (
    (SHARES, MetricMeaning(higher=True, share=True, sign=1)),
    (GAINS, MetricMeaning(higher=True)),
    (LOSSES, MetricMeaning(higher=False, sign=1)),
    (COSTS, MetricMeaning(higher=False)),
)


def metric_meaning(name: str) -> MetricMeaning | None:
    """Return what the name of a metric says, in any spelling; None where it says nothing.

    Examples
    --------
    >>> metric_meaning("ROC-AUC"), metric_meaning("neg_log_loss").higher, metric_meaning("RMSE (test)").higher
    (MetricMeaning(higher=True, share=True, sign=1), True, False)
    >>> metric_meaning("score"), metric_meaning("my metric"), metric_meaning("my metric ↓").higher
    (None, None, False)
    """
    up, down = bool(_UP.search(name)), bool(_DOWN.search(name))
    known = _by_words([word for word in _WORDS.split(name.casefold().replace("²", "2")) if word])
    if up == down:
        return None if up else known
    if known is not None and known.higher != up:
        raise InputError(
            "metric", f"{name!r}: its arrow says that {_better(up)}, its name that {_better(known.higher)}; {ASK}"
        )
    return known or MetricMeaning(higher=up)


def _by_words(words: Sequence[str]) -> MetricMeaning | None:
    for kept in _shortened(words):
        found = next((meaning for names, meaning in _KNOWN if "".join(kept) in names), None)
        if found is not None:
            return found
        turned = _by_words(kept[1:]) if kept[0] in _MINUS and len(kept) > 1 else None
        if turned is not None:
            return replace(turned, higher=not turned.higher, share=False, sign=-turned.sign)
    return None


def _shortened(words: Sequence[str]) -> Iterator[Sequence[str]]:
    """Return the words of a name: all, then without those before and after it that change nothing."""
    starts = [0]
    while starts[-1] < len(words) - 1 and words[starts[-1]] in BEFORE:
        starts.append(starts[-1] + 1)
    ends = [len(words)]
    while ends[-1] > 1 and words[ends[-1] - 1] in AFTER:
        ends.append(ends[-1] - 1)
    for end in ends:
        yield from (words[start:end] for start in starts if start < end)


def same_metric(one: str, other: str) -> bool:
    """Return whether two names are usual names of one metric.

    Examples
    --------
    >>> same_metric("accuracy", "Percent_correct"), same_metric("neg_rmse", "rmse"), same_metric("auc", "f1")
    (True, False, False)
    """
    names = {"".join(_WORDS.split(name.casefold())) for name in (one, other)}
    return any(names <= known for known in SYNONYMS)


def check_direction(higher_is_better: Any) -> None:
    """Raise an InputError unless a direction is None, True or False."""
    if higher_is_better is not None and not isinstance(higher_is_better, bool):
        raise InputError("higher_is_better", f"must be True or False, got {higher_is_better!r}")


def direction_of(metric: str | None, *, higher_is_better: bool | None) -> MetricMeaning:
    """Return what is better, as the metric's name or the user says; raise an InputError where neither does."""
    known = None if metric is None else metric_meaning(metric)
    if known is None:
        if higher_is_better is None:
            raise _unknown(metric)
        return MetricMeaning(higher=higher_is_better)
    if higher_is_better is not None and known.higher != higher_is_better:
        flag = FLAGS[higher_is_better]
        raise InputError(
            "higher_is_better",
            f"the metric {metric!r} says that {_better(known.higher)}, but {flag} was given; leave out the flag, or"
            " name the metric that these scores are of (--metric, metric=)",
        )
    return known


def _unknown(metric: str | None) -> InputError:
    if metric is None:
        how = f"{ASK}, or name the metric, as in --metric accuracy (metric='accuracy')"
        return InputError("metric", f"is not known, so it is unknown whether higher or lower scores are better; {how}")
    squeezed = "".join(_WORDS.split(metric.casefold()))
    near = get_close_matches(squeezed, sorted(name for names, _ in _KNOWN for name in names), n=1, cutoff=_NEAR)
    meant = f"did you mean {near[0]}? Else " if near else ""
    return InputError("metric", f"it is unknown whether higher or lower scores of {metric!r} are better; {meant}{ASK}")


def _better(higher: bool) -> str:  # noqa: FBT001 - the only thing that it says
    return "higher is better" if higher else "lower is better"
