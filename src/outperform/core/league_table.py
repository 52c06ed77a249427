"""Tables of leagues: the scores of several learners on several data sets, as they were read or run."""

from dataclasses import dataclass

from outperform.core.notes import Note
from outperform.core.scores import Scores
from outperform.core.units import Unit


@dataclass(frozen=True)
class MissingCell:
    """A learner without a score on a data set, and why."""

    dataset: str
    learner: str
    reason: str  # in the words of the table where it has any, else such as "empty cell"


@dataclass(frozen=True, eq=False)
class LeagueTable:
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
