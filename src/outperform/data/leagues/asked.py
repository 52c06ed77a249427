"""What a user asks of a league's table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from outperform.core import InputError, check_choice
from outperform.core.checks import whole_number
from outperform.data.directions import NOTHING, DirectionWords

REFUSE, DROP = "refuse", "drop"
SPREADS = ("std", "se", "none")


@dataclass(frozen=True)
class LeagueAsked:
    """The metric, what is said of directions, what to do about missing cells, and the learners to read; () is all."""

    metric: str | None = None
    words: DirectionWords = NOTHING
    missing: str = REFUSE
    learners: tuple[str, ...] = ()
    runs: int | None = None  # over which spreads beside scores are deviations
    spread: str | None = None  # what spreads are: "std", "se", or "none" for what is not to be used

    @classmethod
    def of(
        cls,
        *,
        metric: Any = None,
        higher_is_better: Any = None,
        missing: Any = REFUSE,
        lower: Any = None,
        higher: Any = None,
        learners: Any = None,
        runs: Any = None,
        spread: Any = None,
    ) -> "LeagueAsked":
        """Check what a user asks; raise an InputError for what cannot be meant."""
        words = DirectionWords.of(lower, higher, higher_is_better)
        if metric is not None and (not isinstance(metric, str) or not metric.strip()):
            raise InputError("metric", f"must be the name of a metric, got {metric!r}")
        check_choice("missing", missing, (REFUSE, DROP))
        names = (learners,) if isinstance(learners, str) else () if learners is None else learners
        if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
            raise InputError("learners", f"must be a list of names, got {learners!r}")
        if learners is not None and not names:
            raise InputError("learners", "names no learner; leave it out to compare all")
        twice = next((name for name in names if list(names).count(name) > 1), None)
        if twice is not None:
            raise InputError("learners", f"{twice!r} is named twice")
        if runs is not None:
            runs = whole_number("runs", runs, least=2)
        if spread is not None:
            check_choice("spread", spread, SPREADS)
        if runs is not None and spread == "se":
            raise InputError("runs", "is for deviations; a standard error needs no number of runs: leave it out")
        return cls(metric, words, missing, tuple(names), runs, spread)
