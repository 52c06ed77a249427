"""Whether higher or lower scores of a metric are better: by its name, by a word of the user, by a log, or assumed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

import numpy as np

from outperform.core import Direction, DirectionOrigin, Floats, InputError, check_flag, did_you_mean
from outperform.data.metric_meanings import NAMES, MetricMeaning, carries_sign, metric_meaning, squeezed
from outperform.surface import either, option

UNNAMED = "score"  # what the scores of a metric without a name may be called
Named = str | Sequence[str] | bool | None
"""What ``lower`` and ``higher`` may be: names of metrics, or True for all that are judged."""
_NEAR = 0.8  # how alike a name that was mistyped is, at least


@dataclass(frozen=True)
class DirectionWords:
    """What a user says of directions: of metrics by name, or of all that are judged."""

    lower: tuple[str, ...] = ()
    higher: tuple[str, ...] = ()
    whole: bool | None = None  # of all metrics: whether higher is better
    argument: str = "higher_is_better"  # by which this was said

    @classmethod
    def of(
        cls, lower: Any = None, higher: Any = None, higher_is_better: Any = None, lower_is_better: Any = None
    ) -> "DirectionWords":
        """Check what a user says; raise an InputError for what contradicts itself.

        Examples
        --------
        >>> DirectionWords.of(lower="latency", higher=["gain", "lift"])
        DirectionWords(lower=('latency',), higher=('gain', 'lift'), whole=None, argument='higher_is_better')
        >>> DirectionWords.of(lower=True).whole, DirectionWords.of(lower_is_better=True).whole
        (False, False)
        """
        flags = {"higher_is_better": higher_is_better, "lower_is_better": lower_is_better}
        flags |= {name: value for name, value in (("lower", lower), ("higher", higher)) if isinstance(value, bool)}
        whole: dict[bool, str] = {}
        for name, value in flags.items():
            if value is not None:
                check_flag(name, value)
                whole.setdefault(value == name.startswith("higher"), name)
        if len(whole) > 1:
            raise InputError(
                whole[False],
                f"contradicts {whole[True]}: pass {whole_words(higher=False)} or {whole_words(higher=True)}, not both",
            )
        names = {"lower": _names("lower", lower), "higher": _names("higher", higher)}
        both = next((name for name in names["lower"] if name in names["higher"]), None)
        if both is not None:
            raise InputError("lower", f"{both!r} is in higher, too: keep it in one of the two")
        better, argument = next(iter(whole.items()), (None, "higher_is_better"))
        against = names["lower" if better else "higher"] if better is not None else ()
        if against:
            raise InputError(
                "lower" if better else "higher", f"{against[0]!r} contradicts {argument}, which is for all metrics"
            )
        return cls(names["lower"], names["higher"], better, argument)

    def __bool__(self) -> bool:
        """Whether anything is said."""
        return bool(self.lower or self.higher) or self.whole is not None

    def word(self, metric: str | None) -> bool | None:
        """Return whether higher scores of a metric are said to be better; None where nothing is said of it."""
        name = UNNAMED if metric is None else metric
        if name in self.lower or name in self.higher:
            return name in self.higher
        return self.whole

    def argument_of(self, metric: str | None) -> str:
        """Return the argument that says it."""
        name = UNNAMED if metric is None else metric
        return "lower" if name in self.lower else "higher" if name in self.higher else self.argument

    def check(self, metrics: Iterable[str | None]) -> None:
        """Raise an InputError for a name that no metric of the scores has."""
        known = list(dict.fromkeys(metrics))
        named = [name for name in known if name is not None]
        for argument in ("lower", "higher"):
            for name in getattr(self, argument):
                if name in named or (name == UNNAMED and None in known):
                    continue
                whole = either(f"--{argument} alone", f"{argument}=True")
                how = did_you_mean(name, named) if named else f"these scores do not name their metric: pass {whole}"
                raise InputError(argument, f"there is no metric {name!r}; {how}")


def _names(argument: str, given: Any) -> tuple[str, ...]:
    """Return the names of metrics that a user lists; yes and no name none."""
    names = (given,) if isinstance(given, str) else () if given is None or isinstance(given, bool) else given
    if not isinstance(names, Sequence) or not all(isinstance(name, str) and name.strip() for name in names):
        raise InputError(argument, f"must be the name of a metric or a list of names, got {given!r}")
    return tuple(dict.fromkeys(names))


@dataclass(frozen=True)
class MetricScores:
    """The scores of a metric as they were given: its name, their range, and what the log that holds them says."""

    metric: str | None
    low: float
    high: float
    log: bool | None = None  # whether higher is better

    @classmethod
    def of(cls, metric: str | None, values: Floats, *, log: bool | None = None) -> "MetricScores":
        """Measure the range of the scores that are there."""
        known = values[np.isfinite(values)]
        low, high = (float(known.min()), float(known.max())) if known.size else (0.0, 0.0)
        return cls(metric, low, high, log)

    def direction(self, words: DirectionWords) -> Direction:
        """Return the direction of the metric, and who says so; raise an InputError for a contradiction.

        Where only its name says that lower is better, it is KNOWN: whether the scores may be turned is up to the
        caller. If all scores of such a loss are below 0, they are minus the loss, and higher is better.
        """
        word = words.word(self.metric)
        if word is False and self.metric is not None and carries_sign(self.metric):
            problem = f"the name {self.metric!r} says that its scores have been multiplied by -1: they are never turned"
            raise InputError(words.argument_of(self.metric), f"{problem}; leave it out, or name the metric itself")
        meaning = None if self.metric is None else metric_meaning(self.metric)
        if meaning is None:
            return self._unnamed(words)
        if word is None:
            return self._unsaid(meaning)
        fits = word in (meaning.higher, self.log) or (word and self._are_minus)
        if not fits:
            raise InputError(
                words.argument_of(self.metric),
                f"the metric {self.metric!r} says that {better(higher=meaning.higher)}, but {self._flag(words)} was"
                f" given; leave it out, or name the metric that these scores are of ({option('metric')})",
            )
        if not word and meaning.sign > 0 and self.low < 0:
            raise InputError(
                words.argument_of(self.metric), f"{self._below}, so they may be turned already; leave it out"
            )
        return Direction(word, DirectionOrigin.SAID)

    @property
    def _are_minus(self) -> bool:
        """Whether no score is above 0, and some are below: of a loss, these are minus the loss."""
        return self.low < 0 and self.high <= 0

    @property
    def _below(self) -> str:
        return f"{self.metric!r} is never below 0, but one of its scores is {self.low:g}"

    def _flag(self, words: DirectionWords) -> str:
        word = bool(words.word(self.metric))
        named = self.metric in (*words.lower, *words.higher)
        return said_by_name(str(self.metric), higher=word) if named else whole_words(higher=word)

    def _unnamed(self, words: DirectionWords) -> Direction:
        """Return the direction of a metric whose name says nothing."""
        word = words.word(self.metric)
        if word is not None and self.log is not None and word != self.log:
            problem = (
                f"the log says that {better(higher=self.log)} for {self.metric!r}, but {self._flag(words)} was given"
            )
            raise InputError(words.argument_of(self.metric), f"{problem}; leave it out, or correct the log")
        if word is not None:
            return Direction(word, DirectionOrigin.SAID)
        return Direction() if self.log is None else Direction(self.log, DirectionOrigin.LOG)

    def _unsaid(self, meaning: MetricMeaning) -> Direction:
        """Return the direction of a known metric of which the user says nothing."""
        may_be_minus = meaning.sign > 0 or (meaning.vague and self.log is not False)
        higher = meaning.higher or (may_be_minus and self._are_minus)
        if self.log is not None and self.log != higher:
            one = (
                f"the log says that {better(higher=self.log)} for {self.metric!r}, its name or its scores the opposite"
            )
            raise InputError("metric", f"{one}; {ask(self.metric)}")
        if meaning.vague and self.low < 0 < self.high:
            raise InputError(
                "metric",
                f"scores of {self.metric!r} lie on both sides of 0, so it is unknown whether they"
                f" are minus a loss; {ask(self.metric)}",
            )
        if self.log is not None:
            return Direction(higher, DirectionOrigin.LOG)
        assumed = meaning.vague and higher
        return Direction(higher, DirectionOrigin.ASSUMED if assumed else DirectionOrigin.KNOWN)


NOTHING = DirectionWords()
"""Nothing said."""


def better(*, higher: bool) -> str:
    """Return a direction in words."""
    return "higher is better" if higher else "lower is better"


def said_by_name(metric: str, *, higher: bool) -> str:
    """Return how to say the direction of a metric by its name."""
    argument = "higher" if higher else "lower"
    return option(argument, metric)


def whole_words(*, higher: bool) -> str:
    """Return how to say the direction of all metrics that are judged."""
    name = "higher" if higher else "lower"
    return either(f"--{name}-is-better", f"{name}=True")


def ask(metric: str | None) -> str:
    """Return what to type so that a direction is known."""
    if metric is None:
        return f"add {whole_words(higher=True)} or {whole_words(higher=False)}"
    named = f"add {said_by_name(metric, higher=True)} or {said_by_name(metric, higher=False)}"
    return f"{named}; of a single metric {whole_words(higher=True)} or {whole_words(higher=False)} will do"


def unknown(metric: str | None) -> InputError:
    """Return the error about a metric whose direction nobody says."""
    if metric is None:
        how = f"{ask(None)}, or name the metric, as in {option('metric', 'accuracy')}"
        return InputError("metric", f"is not known, so it is unknown whether higher or lower scores are better; {how}")
    near = get_close_matches(squeezed(metric), sorted(NAMES), n=1, cutoff=_NEAR)
    meant = f"did you mean {near[0]}? Else " if near else ""
    return InputError(
        "metric", f"it is unknown whether higher or lower scores of {metric!r} are better; {meant}{ask(metric)}"
    )
