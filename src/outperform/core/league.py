"""What is known of a league: where learners stand, and what every pair shows beside the verdict."""

from dataclasses import dataclass, field

from outperform.core.arrays import Floats
from outperform.core.brief import Brief
from outperform.core.later import fact
from outperform.core.rng import Seed
from outperform.core.verdict import Interval


@dataclass(frozen=True)
class LeagueEffect:
    """The difference of two learners over data sets, first minus second; positive where the first is better.

    With standard errors it comes from random effects; without them from Student's t over data sets, and ``tau`` and
    ``i2`` are unknown.
    """

    estimate: float | None  # None without a data set that both have
    interval: Interval | None  # None for a single data set, or where all data sets have the same difference
    prediction: Interval | None  # of the true difference on a new data set; without standard errors of the observed one
    prediction_mean: Interval | None  # of the estimate from as many new data sets, measured as these were
    tau: float | None  # standard deviation of the true differences
    i2: float | None  # share of the variance that is due to it


@dataclass(frozen=True, repr=False)
class DatasetFragility(Brief):
    """Few data sets whose removal turns a decision, found greedily."""

    datasets: int
    names: tuple[str, ...]


@dataclass(frozen=True)
class LeagueStanding:
    """Where a learner stands: mean rank, mean score, and the places that the decisions leave open; 1 is best."""

    learner: str
    mean_rank: float | None  # over data sets with all learners, ties by mid-ranks; None where there is none
    mean: float | None  # in the metric's own direction
    place: tuple[int, int]


@dataclass(frozen=True)
class Omnibus:
    """A test of whether any two learners differ."""

    test: str
    statistic: float  # infinite where all data sets have the same order
    df: float | tuple[float, float]
    pvalue: float


@dataclass(frozen=True)
class Winner:
    """The learner that is shown to be better than all others; None where the first place is shared."""

    learner: str | None
    p_flip: float | None = fact()  # chance that other random splits of the same data sets give another outcome


@dataclass(frozen=True)
class VarianceParts:
    """What the variance of a difference on one data set consists of, means over pairs; and what would lessen it.

    The variance of a mean difference over N data sets is about (between + data + splits) / N.
    """

    between: float  # tau^2: of the true difference, from data set to data set
    data: float  # V_D: of the data, because data sets have few rows
    splits: float  # V / r: of the random splits, after r repeats

    @property
    def narrower_datasets(self) -> float:
        """By which share twice as many data sets would narrow the interval of a mean difference."""
        return 1 - float(0.5**0.5)

    @property
    def narrower_repeats(self) -> float:
        """By which share unlimited repeats would narrow it."""
        total = self.between + self.data + self.splits
        return 1 - float(((self.between + self.data) / total) ** 0.5) if total > 0 else 0.0


@dataclass(frozen=True, repr=False)
class LeagueRun(Brief):
    """How a league was run: by which procedure, how often each data set was split, and what it took."""

    procedure: str  # the spec with all defaults
    seed: Seed
    repeats: tuple[int, ...]  # of every data set, in the order of the table
    folds: int
    fits: int  # that the answer rests on
    computed: int  # of these and of cells that failed, the ones that were not in the store
    seconds: float  # that the fits took, all workers together
    unsettled: bool = False  # stopped at the most repeats, before the decisions were stable


@dataclass(frozen=True, kw_only=True, repr=False)
class LeagueFacts(Brief):
    """What is known of a pair of learners over all data sets that both have, beside the verdict."""

    datasets: int  # that both have
    names: tuple[str, ...] = ()  # of these
    wins: tuple[int, int, int]  # data sets: first better, tied, second better
    effect: LeagueEffect
    probabilities: tuple[float, float, float] | None = fact(None)  # Bayesian signed rank: first, equal, second
    p_flip_pool: float | None = fact(None)  # of a test on ranks: share of smaller pools of learners that disagree
    fragility: DatasetFragility | None = fact(None)  # None where no removal turns the decision
    differences: Floats = field(compare=False, repr=False)  # [dataset that both have]
    errors: Floats | None = field(default=None, compare=False, repr=False)  # standard errors of these
