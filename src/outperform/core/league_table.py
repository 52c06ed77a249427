"""Tables of leagues: the scores of several learners on several data sets, as they were read or run."""

from dataclasses import dataclass

from outperform.core.arrays import Floats
from outperform.core.brief import Brief
from outperform.core.direction import Direction, DirectionOrigin
from outperform.core.notes import Note
from outperform.core.scores import Scores
from outperform.core.units import Unit


@dataclass(frozen=True)
class MissingCell:
    """A learner without a score on a data set, and why."""

    dataset: str
    learner: str
    reason: str  # in the words of the table where it has any, else such as "empty cell"


@dataclass(frozen=True, eq=False, repr=False)
class LeagueTable(Brief):
    """The scores of every learner on every data set.

    ``scores`` has one table per data set, all with the same learners in the same order. Higher is better there: where a
    lower score of the metric is better, its scores were multiplied by -1, and ``higher_is_better`` is False. A plain
    results table has one repeat of one fold. A learner without a score on a data set has NaN in all its splits.
    """

    datasets: tuple[str, ...]
    learners: tuple[str, ...]
    scores: tuple[Scores, ...]  # [dataset]: values [learner, repeat, fold]
    higher_is_better: bool
    metric: str | None = None
    unit: Unit = Unit.NONE
    missing: tuple[MissingCell, ...] = ()
    notes: tuple[Note, ...] = ()
    errors: Floats | None = None  # [dataset, learner]: standard errors that stood beside the scores; NaN where unknown
    independent: bool = False  # the errors of two learners on a data set are; else their differences may be surer

    @property
    def direction(self) -> Direction:
        """The direction of the metric, and who says so."""
        own = self.scores[0].direction if self.scores else None
        return own or Direction(higher=self.higher_is_better, origin=DirectionOrigin.SAID)
