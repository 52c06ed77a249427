"""One of several metrics or filters that a table or a log holds: the one that is asked for, else the only one."""

from collections.abc import Iterable

from outperform.core import InputError, did_you_mean
from outperform.data.metric_meanings import same_metric
from outperform.data.roles import HYPERPARAMETERS, words_of
from outperform.data.values import listed
from outperform.surface import option


def chosen(argument: str, known: Iterable[str], wanted: str | None, origin: str) -> str:
    """Return the metric or filter to read: the one that is wanted, in any spelling, else the only one."""
    names = list(known)
    if wanted is not None:
        same = [name for name in names if name == wanted] or [name for name in names if same_words(name, wanted)]
        if argument == "metric":
            same = same or [name for name in names if same_metric(name, wanted)]
        if not same:
            raise InputError(argument, f"{origin} has no scores of {wanted!r}; {did_you_mean(wanted, names)}")
        return same[0]
    if not names:
        raise InputError("metric", f"{origin} has no column that is called by a metric; name one ({option('metric')})")
    if len(names) > 1:
        likely = [name for name in names if words_of(name) not in HYPERPARAMETERS] or names
        how = f"choose one, as in {option(argument, 'test' if 'test' in names else likely[0])}"
        raise InputError(argument, f"{origin} has several: {listed(names)}; {how}")
    return names[0]


def same_words(one: str, other: str) -> bool:
    """Return whether two names differ only in case, blanks and signs."""
    return words_of(one).replace(" ", "") == words_of(other).replace(" ", "")
