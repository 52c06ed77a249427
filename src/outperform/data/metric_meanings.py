"""What the name of a metric says of its scores: taken apart into words, never guessed where it is unclear."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from outperform.core import InputError
from outperform.data.metric_names import (
    AFTER,
    AWAY,
    BAD,
    BEFORE,
    CHANGING,
    COSTS,
    COUNTS,
    DIMENSIONS,
    ENDINGS,
    GAINS,
    GLUED,
    GOOD,
    HARM,
    LOSING,
    LOSSES,
    NEGATING,
    NO,
    NO_LOSS,
    OF_A_CLASS,
    ROW_SHARES,
    SHARES,
    SPENDING,
    SPENT,
    SYNONYMS,
    TASKS,
    TECHNICAL,
    THINGS,
    UNCLEAR,
    UNITS,
    VAGUE,
)

_UP, _DOWN = re.compile("[↑⇑▲⬆]"), re.compile("[↓⇓▼⬇]")
_MINUS = ("neg", "negative", "minus", "negated")
_SIGNED = re.compile(r"\s*[-\u2212\u2013](?=[^\W\d_])")  # a minus sign before the first letter
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")  # numErrors
_SAID = re.compile(r"(?:^| )(?:(higher|larger|bigger)|(lower|smaller))(?: is| =)? better$")
_WHERE = ("at", "in", "on", "by", "for", "over", "after", "within", "with", "across", "among", "under")
_OTHERWISE = ("to", "between", "since", "until", "from", "against", "than", "above", "below", "before")
_WITHOUT, _OTHER_WORDS = ("non", "anti", "no", "in", "zero", "neg"), ("gloss", "floss", "terror")
_OPPOSITE = re.compile("(?:un|in|im|non|dis|mis)(.{4,})")  # unmatched, incorrect
_RATES = re.compile(
    r"(tok|tokens|samples|items|rows|requests|queries|images|frames|words|steps)( per)? (s|sec|second|minute)"
)
_SPENT_PER = re.compile(
    r"(ms|s|sec|secs|seconds|minutes|usd|eur|dollars|cents|bits|nats)( per)? (token|iter|iteration|item|query|step|run"
    r"|sample|image|byte|char|character|word|request|call|task|question|answer|epoch|dim)"
)


@dataclass(frozen=True)
class MetricMeaning:
    """What the name of a metric says of its scores."""

    higher: bool
    share: bool = False  # from 0 to 1, or from 0 to 100
    sign: int = 0  # 1 where no score is below 0, -1 where none is above 0
    vague: bool = False  # a score below 0 may be right, or minus the score
    negated: bool = False  # the name says that its scores were multiplied by -1, as in neg_rmse


_KNOWN = (
    (SHARES, MetricMeaning(higher=True, share=True, sign=1)),
    (GAINS, MetricMeaning(higher=True)),
    (LOSSES, MetricMeaning(higher=False, sign=1)),
    (VAGUE, MetricMeaning(higher=False, vague=True)),
    (COSTS, MetricMeaning(higher=False)),
)
NAMES = frozenset().union(*(names for names, _ in _KNOWN))
"""All names that are known as they are."""
_LOSS_WORDS = (LOSSES | VAGUE | COSTS | SPENT | BAD | LOSING) - NO_LOSS
_GAIN_WORDS = (SHARES | GAINS | GOOD) - UNCLEAR


def metric_meaning(name: str) -> MetricMeaning | None:
    """Return what the name of a metric says, in any spelling; None where it says nothing, or is unclear.

    Examples
    --------
    >>> metric_meaning("ROC-AUC"), metric_meaning("neg_log_loss").higher, metric_meaning("RMSE (test)").higher
    (MetricMeaning(higher=True, share=True, sign=1, vague=False, negated=False), True, False)
    >>> [metric_meaning(name).higher for name in ("num_errors", "WER%", "valLoss", "latency_ms", "span f1", "pass@1")]
    [False, False, False, False, True, True]
    >>> [metric_meaning(name) for name in ("score", "error_free", "no_errors", "cost_effectiveness", "refusal rate")]
    [None, None, None, None, None]
    >>> [metric_meaning(name) for name in ("error_auc", "rank_accuracy", "accuracy_seconds")]  # a loss, and a gain
    [None, None, None]
    >>> metric_meaning("my metric ↓").higher, metric_meaning("my metric (higher is better)").higher
    (False, True)
    """
    plain, up = _without_mark(name)
    known = _by_words(_words(plain), signed=_SIGNED.match(plain) is not None)
    if (
        known is not None
        and known.higher
        and not known.negated
        and squeezed(plain) not in NAMES
        and (not HARM.isdisjoint(_words(plain)))
    ):
        known = None
    if up is None:
        return known
    if known is not None and known.higher != up:
        better = ["lower is better", "higher is better"]
        raise InputError("metric", f"{name!r} says that {better[up]}, but {better[known.higher]} for this metric")
    return known or MetricMeaning(higher=up)


def called_like_metric(name: str) -> bool:
    """Return whether a name is that of a known metric as it is, not only a name that ends like one.

    Examples
    --------
    >>> called_like_metric("Test RMSE"), called_like_metric("hinge loss svm"), called_like_metric("my_loss")
    (True, False, False)
    """
    plain, up = _without_mark(name)
    return up is not None or _known(_words(plain)) is not None


def carries_sign(name: str) -> bool:
    """Return whether a name says that its scores were multiplied by -1, so that they are not turned once more.

    Examples
    --------
    >>> carries_sign("neg_rmse"), carries_sign("neg_utility"), carries_sign("negative_log_likelihood")
    (True, True, False)
    """
    words = _words(name)
    first = next((word for word in words if word not in BEFORE), "")
    return _SIGNED.match(name) is not None or (first in _MINUS and "".join(words) not in NAMES)


def is_row_share(name: str) -> bool:
    """Return whether a metric is known to be a count of rows over all rows.

    Examples
    --------
    >>> [is_row_share(name) for name in ("accuracy", "Error rate", "balanced_accuracy", "f1", "r2", "weighted_acc")]
    [True, True, False, False, False, False]
    """
    return squeezed(name) in ROW_SHARES


def same_metric(one: str, other: str) -> bool:
    """Return whether two names are usual names of one metric.

    Examples
    --------
    >>> same_metric("accuracy", "Percent_correct"), same_metric("neg_rmse", "rmse"), same_metric("auc", "f1")
    (True, False, False)
    """
    return any({squeezed(one), squeezed(other)} <= known for known in SYNONYMS)


def squeezed(name: str) -> str:
    """Return a name in lower case, without blanks and signs."""
    return "".join(_words(name))


def shared_words(names: Sequence[str]) -> str | None:
    """Return the name of a metric that all columns begin or end with, as A_rmse and B_rmse do; else None.

    Examples
    --------
    >>> shared_words(["A_rmse", "B_rmse"]), shared_words(["log_loss_A", "log_loss_B"]), shared_words(["svm", "nb"])
    ('rmse', 'log_loss', None)
    """
    rows = [_words(name) for name in names]
    for reach in range(min(map(len, rows), default=0), 0, -1):
        for part in (slice(-reach, None), slice(reach)):
            shared = {tuple(row[part]) for row in rows}
            own = next(iter(shared))
            if len(shared) == 1 and _by_words(own, signed=False) is not None:
                return "_".join(own)
    return None


def _without_mark(name: str) -> tuple[str, bool | None]:
    """Return a name without an arrow or "lower is better", and the direction that this says."""
    up, down = bool(_UP.search(name)), bool(_DOWN.search(name))
    words = _SAID.search(" ".join(_words(name)))
    if words is not None:
        up, down = up or words[1] is not None, down or words[2] is not None
        name = " ".join(_words(name))[: words.start()]
    return name, None if up == down else up


def _words(name: str) -> list[str]:
    """Return the words of a name in lower case; WordErrorRate has three."""
    apart = _HUMP.sub(" ", name.replace("²", "2")).casefold()
    return [word for word in re.split(r"[^\w²]+|_+", apart) if word]


def _by_words(words: Sequence[str], *, signed: bool) -> MetricMeaning | None:
    if not words:
        return None
    if signed:
        return _turned(_by_words(words, signed=False))
    if words[0] in ("1", "100") and _known(words[1:]) is not None:
        return None  # 1 - accuracy
    at = words.index("of") if "of" in words else 0
    parts = [_by_words(part, signed=False) for part in (words[:at], words[at + 1 :])] if at else []
    if [part is not None and part.higher for part in parts] == [True, False] and parts[1] is not None:
        return None  # auc of errors
    return (
        _known(words)
        or _negated(words)
        or _of_things(words)
        or _of_phrase(words)
        or _by_ending(words)
        or _by_beginning(words)
    )


def _known(words: Sequence[str]) -> MetricMeaning | None:
    """Return the meaning of a name of the lists; words before and after it that change nothing do not count."""
    for kept in (words[part] for part in _shortened(words, BEFORE, AFTER)):
        found = next((meaning for names, meaning in _KNOWN if "".join(kept) in names), None)
        if found is None and kept[0] in _MINUS and len(kept) > 1:
            found = _turned(_known(kept[1:]))
        if found is not None:
            return found
    return None


def _shortened(words: Sequence[str], before: frozenset[str], after: frozenset[str]) -> Iterator[slice]:
    """Return parts of a name: all its words, then without those before and after it that change nothing."""
    starts = [0]
    while starts[-1] < len(words) - 1 and words[starts[-1]] in before:
        starts.append(starts[-1] + 1)
    ends = [len(words)]
    while ends[-1] > 1 and (words[ends[-1] - 1] in after or (ends[-1] > 1 and words[ends[-1] - 1].isdigit())):
        ends.append(ends[-1] - 1)
    for end in ends:
        yield from (slice(start, end) for start in starts if start < end)


def _turned(known: MetricMeaning | None) -> MetricMeaning | None:
    """Return the meaning of minus a loss; minus a gain is unclear: neg_recall is that of the negative class."""
    if known is None or known.higher:
        return None
    return replace(known, higher=True, share=False, sign=-known.sign, vague=False, negated=True)


def _negated(words: Sequence[str]) -> MetricMeaning | None:
    """Return the meaning of minus something: neg_val_loss."""
    at = next((at for at, word in enumerate(words) if word in _MINUS), None)
    if at is None or at + 1 >= len(words) or words[at + 1] in OF_A_CLASS:
        return None
    return _turned(_known(words[at + 1 :]) or _by_ending(words[at + 1 :]))


def _of_things(words: Sequence[str]) -> MetricMeaning | None:
    """Return the meaning of a count of good or bad things: unsafe_responses, num_tests_failed."""
    for kept in (words[part] for part in _shortened(words, COUNTS, UNITS | AFTER)):
        for thing, kind in (kept, kept[::-1]) if len(kept) == 2 else ():
            if thing in THINGS and kind in BAD | GOOD:
                return MetricMeaning(higher=kind in GOOD)
    return None


def _of_phrase(words: Sequence[str]) -> MetricMeaning | None:
    """Return the meaning of what stands before per, of, at and the like: cost per item, number of errors."""
    whole = " ".join(words)
    if _RATES.fullmatch(whole) or _SPENT_PER.fullmatch(whole):
        return MetricMeaning(higher=_RATES.fullmatch(whole) is not None)
    places = [at for at, word in enumerate(words) if word in ("per", "of", *_WHERE, *_OTHERWISE) and at]
    if not places or words[places[0]] in _OTHERWISE:
        return None
    head, rest = words[: places[0]], words[places[0] + 1 :]
    if words[places[0]] == "of" and all(word in COUNTS or word == "no" for word in head):
        return _vaguely(_by_words(rest, signed=False))
    if words[places[0]] != "per" and head[-1] in SPENT:
        return None  # time in range
    return _vaguely(_by_words(head, signed=False))


def _by_ending(words: Sequence[str]) -> MetricMeaning | None:
    """Return the meaning of the last words, after those that say more of them."""
    if any(word in _OTHERWISE or word in _MINUS for word in words):
        return None
    for part in _shortened(words, COUNTS | BEFORE, AFTER | UNITS):
        for start in range(part.start, part.stop):
            name, before = words[start : part.stop], words[part.start : start]
            found = _ending(name, before)
            if found is not None:
                against = found.higher and _is_contradicted("".join(name), before, words[part.stop :])
                return None if against or not NO.isdisjoint(before[-1:]) else _vaguely(found)
    return None


def _is_contradicted(gain: str, before: Sequence[str], after: Sequence[str]) -> bool:
    """Return whether words beside a gain speak of a loss, of what is spent, or of a rank: error_auc, accuracy_seconds.

    A task between them says what the loss is: error_detection_f1 is a gain.
    """
    if gain.startswith("skill"):
        return False  # brier_skill_score
    if gain not in GAINS and not DIMENSIONS.isdisjoint(after):
        return True
    if "per" in before and not all(word in COUNTS | BEFORE for word in before[: before.index("per")]):
        return True  # bits per accuracy
    last = max((at for at, word in enumerate(before) if word in TASKS), default=-1)
    if last > 0 and before[last - 1] in NO:
        return True
    rest = before[last + 1 :]
    runs = ("".join(rest[start:end]) for end in range(len(rest) + 1) for start in range(end))
    return any(run in _LOSS_WORDS or _is_opposite(run) for run in runs)


def _is_opposite(word: str) -> bool:
    """Return whether a word is that of a gain with a syllable that turns it round: unmatched."""
    found = _OPPOSITE.fullmatch(word)
    return found is not None and not {found[1], found[1].removesuffix("ed")}.isdisjoint(SHARES | GAINS | GOOD)


def _ending(words: Sequence[str], before: Sequence[str]) -> MetricMeaning | None:
    """Return the meaning of the last words, with others before them."""
    name = "".join(words)
    if name in SPENT:
        return MetricMeaning(higher=False) if all(word in SPENDING for word in before) else None
    turning = CHANGING if name in TECHNICAL else CHANGING | NEGATING
    if any(word in turning for word in before):
        return None
    known = _known(words) if name in ENDINGS or not before else None
    if known is None and name[-1:].isdigit():  # fpr95, recall5
        plain = name.rstrip("0123456789")
        known = _known([plain]) if plain in TECHNICAL else None
    glued = next((end for end in GLUED if name.endswith(end) and name != end and len(words) == 1), "")
    if known is None and glued and name not in _OTHER_WORDS:
        against = name.startswith(_WITHOUT) or (glued == "accuracy" and name.removesuffix(glued) in _LOSS_WORDS)
        return None if against else _known([glued])
    return known


def _by_beginning(words: Sequence[str]) -> MetricMeaning | None:
    """Return the meaning of a loss that means no other thing, whatever follows it: wer_clean."""
    for end in range(len(words) - 1, 0, -1):
        found = _known(words[:end]) if "".join(words[:end]) in TECHNICAL else None
        if found is not None and not found.higher:
            against = NEGATING | CHANGING | AWAY | _GAIN_WORDS
            return None if any(word in against for word in words[end:]) else _vaguely(found)
    return None


def _vaguely(known: MetricMeaning | None) -> MetricMeaning | None:
    """Return what is left of a meaning where other words stand beside the name."""
    if known is None:
        return None
    return replace(known, share=False, sign=0, vague=not known.higher)
