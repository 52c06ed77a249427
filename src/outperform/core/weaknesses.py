"""Known weaknesses of tests and procedures, and the learners they concern."""

from enum import StrEnum
from typing import Any


class LearnerKind(StrEnum):
    """Kinds of learners that a weakness may concern."""

    STUMPS = "decision stumps"
    NEIGHBOURS = "nearest neighbours"


class Weakness(StrEnum):
    """A known weakness of a test or a procedure."""

    ALL_SPLITS_INDEPENDENT = "all-splits-independent"
    ERRORS_INDEPENDENT = "errors-independent"
    HALF_SIZE = "half-size"
    LEVEL_AS_MEASURED = "level-as-measured"
    NOT_CORRECTED = "not-corrected"
    ONE_OF_TEN = "one-of-ten"
    ONE_TRAINING_SET = "one-training-set"
    OVERLAPPING_SPLITS = "overlapping-splits"
    OVERLAPPING_TRAINING = "overlapping-training"
    POOL_DEPENDENT = "pool-dependent"
    SHARED_DATA = "shared-data"
    SOMEWHAT_LIBERAL = "somewhat-liberal"
    THIRD_FALSE = "third-false"
    UNPAIRED = "unpaired"
    UNSTABLE_LEARNERS = "unstable-learners"

    @property
    def concerns(self) -> tuple[LearnerKind, ...]:
        """The kinds of learners that it concerns; () for all learners."""
        return (LearnerKind.STUMPS, LearnerKind.NEIGHBOURS) if self is Weakness.UNSTABLE_LEARNERS else ()


def known_weaknesses(entry: Any) -> tuple[Weakness | str, ...]:
    """Return the known weaknesses of a test or a procedure; a user's own may state one as a sentence, ``warning``."""
    said = getattr(entry, "warning", "")
    return (*getattr(entry, "weaknesses", ()), *([said] if said else []))
