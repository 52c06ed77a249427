"""What was run, as it was asked for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from outperform.core import Dataset, Entry, Learner, Seed
from outperform.designs.splitter import Splitter
from outperform.learners import Estimator


@dataclass(frozen=True, eq=False)
class Contest:
    """Data, learners, procedure and metrics; a spec is None where what was given cannot be spelled."""

    dataset: Dataset
    learners: Mapping[str, Learner]
    specs: tuple[str | None, ...]  # of the learners
    procedure: str | None  # None where design and test are given
    design: str | None
    test: str | None
    metrics: tuple[str | None, ...]
    level: float
    seed: Seed
    baseline: str | None
    adjust: str | None  # of the p-values, as asked for; None is the procedure's own
    on_error: str
    fit_timeout: float | None
    fast: bool


def spec_of(given: Any) -> str | None:
    """Spell what the user gave so that the command line could read it; None for an object that no text can say."""
    if isinstance(given, Entry) and not isinstance(given, Splitter | Estimator):
        return str(given)
    return given if isinstance(given, str) else None
