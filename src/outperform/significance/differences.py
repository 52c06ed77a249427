"""What all tests on score differences share: the differences, the treatment of rounding, and ``judge``."""

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from outperform.core import (
    Bools,
    Floats,
    InputError,
    Note,
    NoteKind,
    Posterior,
    PValue,
    Reason,
    Refusal,
    Scores,
    SignificanceTest,
    Stability,
    check_size,
    known_weaknesses,
)
from outperform.core.brief import Brief

EPS = float(np.finfo(np.float64).eps)


@dataclass(frozen=True, eq=False, repr=False)
class Differences(Brief):
    """Differences first - second, with any leading axes before (repeat, fold).

    ``scale`` is the largest score of each table: differences below a few rounding errors of it are 0. Otherwise folds
    that differ by 1e-17 could lead to a false rejection.
    """

    x: Floats  # [..., repeat, fold]
    scale: Floats  # [...]
    ratio: float | None = None  # n2/n1, test rows over training rows

    @classmethod
    def between(cls, first: Floats, second: Floats, ratio: float | None = None) -> "Differences":
        """Subtract scores [..., repeat, fold]; a difference within 4 rounding errors of its two scores is 0."""
        first, second = (np.ascontiguousarray(side) for side in np.broadcast_arrays(first, second))
        x = first - second
        scale = np.maximum(_largest(first), _largest(second))
        near = np.flatnonzero(np.abs(x) <= 4 * EPS * scale[..., np.newaxis, np.newaxis])
        largest = np.maximum(np.abs(first.reshape(-1)[near]), np.abs(second.reshape(-1)[near]))
        flat = x.reshape(-1)
        flat[near] *= np.abs(flat[near]) > 4 * EPS * largest
        return cls(x, scale, ratio)

    @property
    def pooled(self) -> Floats:
        """All J differences of a table along one axis."""
        flat: Floats = self.x.reshape(*self.x.shape[:-2], -1)
        return flat


def _largest(scores: Floats) -> Floats:
    """Largest absolute score of each table."""
    flat = scores.reshape(*scores.shape[:-2], -1)
    largest: Floats = np.maximum(flat.max(axis=-1), -flat.min(axis=-1))
    return largest


def mean(values: Floats, scale: Floats) -> Floats:
    """Return the mean over the last axis; 0 where it differs from 0 only by rounding."""
    centre: Floats = values.mean(axis=-1)
    return np.where(np.abs(centre) <= 4 * EPS * scale, 0.0, centre)


def squares(values: Floats, scale: Floats) -> Floats:
    """Return the sum of squared deviations from the mean over the last axis; 0 where values differ only by rounding."""
    deviations = values - values.mean(axis=-1, keepdims=True)
    flat: Bools = np.ptp(values, axis=-1) <= 8 * EPS * scale
    return np.where(flat, 0.0, np.einsum("...i,...i->...", deviations, deviations))


def ratio_of(numerator: Floats, denominator: Floats) -> Floats:
    """Divide by the convention of all tests: 0 over anything is 0, all else over 0 is infinite."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(numerator == 0, 0.0, np.divide(numerator, denominator))


class Result(Protocol):
    """The result of a test's arithmetic for any number of tables at once."""

    @property
    def pvalue(self) -> Floats:
        """One p-value per table."""

    def verdict(self, notes: tuple[Note, ...]) -> PValue | Posterior:
        """Make the verdict of a single table."""


class DifferenceTest(SignificanceTest):
    """A test on the score differences of two learners.

    ``arithmetic`` is the whole test, over any leading axes; ``judge`` only prepares one table for it.

    Notes
    -----
    Asks: which of two learners has the higher expected score on training sets of this size?

    Assumes: both learners were scored on the same splits.

    Degenerate: if the estimate is 0, the statistic is 0 and p = 1. If it is not 0 but the n differences do not vary,
    their variance cannot be estimated: the statistic is infinite, and p is 2/2^n, the smallest p-value by swapping the
    learners at random in each split. So fewer than 6 splits decide nothing at level .05 (2/2^5 = .0625, 2/2^6 = .031).
    The interval has no far end, and a note says so. Differences within 4 rounding errors of the scores count as 0. NaN
    and infinite scores raise an error.
    """

    @abstractmethod
    def arithmetic(self, differences: Differences) -> Any:
        """Compute the test for every table along the leading axes."""

    def judge(self, scores: Scores) -> PValue | Posterior:
        """Judge the first of two learners against the second."""
        differences = self.differences(scores)
        result: Result = self.arithmetic(differences)
        return replace(result.verdict(self._notes(scores)), stability=self.stability(scores, differences))

    def differences(self, scores: Scores) -> Differences:
        """Subtract the scores of two learners; raise MisfitError for scores that this test is not made for."""
        self.check(scores)
        if len(scores.learners) != 2:
            raise InputError("scores", f"{self} compares two learners at a time, got {len(scores.learners)}")
        first, second = _complete(scores)
        check_size(scores.values)
        return Differences.between(first, second, scores.traits.ratio)

    def stability(self, scores: Scores, differences: Differences) -> Stability | Refusal:  # noqa: ARG002 - most tests have no estimate
        """Return how the verdict varies across random splits."""
        return Refusal(Reason.NO_ESTIMATE)

    def _notes(self, scores: Scores) -> tuple[Note, ...]:
        notes = []
        if self.needs.balanced and scores.traits.balanced is None:
            notes.append(Note.of(NoteKind.ASSUMED_BALANCED, test=self.slug))
        known = known_weaknesses(self)
        if known:
            notes.append(Note.of(NoteKind.KNOWN_WEAKNESS, slug=self.slug, weaknesses=known))
        return tuple(notes)


def _complete(scores: Scores) -> Floats:
    """Return scores [learner, repeat, fold]; where splits are missing, the others, one per repeat."""
    values = scores.values
    missing = np.isnan(values).any(axis=0)
    if not missing.any():
        return values
    return values[:, ~missing][:, :, np.newaxis]
