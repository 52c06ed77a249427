"""What was run, as it was asked for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from outperform.core import Dataset, Entry, Learner, Origin, Seed
from outperform.designs.splitter import Splitter
from outperform.learners import Estimator


@dataclass(frozen=True, eq=False)
class Contest:
    """Data, learners, procedure and metrics; a spec has all its defaults, and is None for what no text can say."""

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
    origins: tuple[Origin, ...] = ()  # files that something was taken from which decides


def spec_of(entry: Entry | None) -> str | None:
    """Spell an entry with all its defaults; None for an object that no text can say."""
    return None if entry is None or isinstance(entry, Splitter | Estimator) else entry.full


def learner_spec(given: Any, made: Learner) -> str | None:
    """Spell a learner: with all its defaults, or the name of a class or recipe as it was given."""
    return given if isinstance(given, str) and isinstance(made, Estimator) else spec_of(made)
