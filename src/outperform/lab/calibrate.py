"""Make two learners equally good at one training size, by turning a dial of one of them (Dietterich 1998, sec. 6)."""

from collections.abc import Callable
from dataclasses import dataclass

from outperform.core import Dataset, InputError, Source
from outperform.lab.truth import Named, fresh_scores
from outperform.sources import Table

STEPS = 40


@dataclass(frozen=True)
class Calibration:
    """The result of a search for the damage that makes two learners equally good."""

    damage: float
    learner: Named  # the learner with this damage
    score: float  # its score, averaged over the data sets
    target: float  # the score it should have


@dataclass(frozen=True)
class Bench:
    """Where learners are scored: all of them on the same data sets of one size, tested on the same rows.

    ``test`` is how many new rows each is tested on, or one data set for all, such as the grid of ``exp6``. A source
    that is a real data set tests on the rows that it keeps instead (Dietterich 1998, sec. 6).
    """

    source: Source
    train_size: int
    datasets: int = 100
    test: int | Dataset = 2000
    seed: int = 0

    def score(self, learner: Named) -> float:
        """Return the average score of a learner, trained on each of the data sets."""
        kept = isinstance(self.source, Table) and not isinstance(self.test, Dataset)
        test = None if kept else self.test
        found = fresh_scores(self.source, learner, self.train_size, self.seed, self.datasets, test)
        return float(found.mean())


def calibrate(
    bench: Bench,
    reference: Named,
    damaged: Callable[[float], Named],
    damages: tuple[float, float] = (0.0, 1.0),
    gain: float = 0.0,
    tolerance: float = 0.001,
) -> Calibration:
    """Find the damage at which a learner scores like the reference, or a given fraction better.

    The random numbers are the same at every damage, so the score moves in one direction, in small steps, and a
    bisection finds the place.

    Parameters
    ----------
    bench
        The data sets to average over.
    reference
        The learner to be matched.
    damaged
        Returns the other learner at a given damage; its score must fall as the damage grows.
    damages
        The smallest and the largest damage.
    gain
        Dietterich's lambda: the target is the score of the reference plus this fraction of the distance to the
        undamaged learner. 0 makes the two equally good.
    tolerance
        How close the score must come to the target.

    Raises
    ------
    InputError
        If the target is outside what the damages reach, or the tolerance is not reached.

    Examples
    --------
    >>> from outperform.sources import Symmetric
    >>> bench = Bench(Symmetric(signal=2, features=1), train_size=50, datasets=20)
    >>> found = calibrate(bench, "dummy", lambda rate: f'flipped(learner="lda", rate={rate})')
    >>> found.damage  # an accuracy of about one half
    0.5
    """
    low, high = damages
    best, worst = bench.score(damaged(low)), bench.score(damaged(high))
    start = bench.score(reference)
    target = start + gain * (best - start)
    for damage, score in ((low, best), (high, worst)):
        if abs(score - target) <= tolerance:
            return Calibration(damage, damaged(damage), score, target)
    if not worst < target < best:
        raise InputError("damages", f"reach scores from {worst:.4f} to {best:.4f}; the target {target:.4f} is outside")
    return _bisect(bench, damaged, (low, high), target, tolerance)


def _bisect(
    bench: Bench, damaged: Callable[[float], Named], damages: tuple[float, float], target: float, tolerance: float
) -> Calibration:
    low, high = damages
    for _ in range(STEPS):
        middle = (low + high) / 2
        score = bench.score(damaged(middle))
        if abs(score - target) <= tolerance:
            return Calibration(middle, damaged(middle), score, target)
        low, high = (middle, high) if score > target else (low, middle)
    problem = f"{tolerance} was not reached in {STEPS} steps; use more data sets, or a larger tolerance"
    raise InputError("tolerance", problem)
