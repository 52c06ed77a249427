"""What a user asks of a league's table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from outperform.core import InputError, check_choice
from outperform.data.leagues.directions import check_direction

REFUSE, DROP = "refuse", "drop"


@dataclass(frozen=True)
class LeagueAsked:
    """The metric, its direction, what to do about missing cells, and the learners to read; () is all."""

    metric: str | None = None
    higher_is_better: bool | None = None
    missing: str = REFUSE
    learners: tuple[str, ...] = ()

    @classmethod
    def of(cls, metric: Any, higher_is_better: Any, missing: Any, learners: Any) -> "LeagueAsked":
        """Check what a user asks; raise an InputError for what cannot be meant."""
        if metric is not None and (not isinstance(metric, str) or not metric.strip()):
            raise InputError("metric", f"must be the name of a metric, got {metric!r}")
        check_direction(higher_is_better)
        check_choice("missing", missing, (REFUSE, DROP))
        names = (learners,) if isinstance(learners, str) else () if learners is None else learners
        if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
            raise InputError("learners", f"must be a list of names, got {learners!r}")
        if learners is not None and not names:
            raise InputError("learners", "names no learner; leave it out to compare all")
        twice = next((name for name in names if list(names).count(name) > 1), None)
        if twice is not None:
            raise InputError("learners", f"{twice!r} is named twice")
        return cls(metric, higher_is_better, missing, tuple(names))
