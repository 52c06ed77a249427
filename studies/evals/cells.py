"""The cells of the study of levels: every law at every size, without a lead (Type I error) and with one (coverage)."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from studies.evals.laws import Law
from studies.evals.metric_laws import METRICS
from studies.evals.plain_laws import PLAIN
from studies.evals.sampled_laws import CLUSTERED, RUNS, SAMPLED

LAWS = (*PLAIN, *SAMPLED, *CLUSTERED, *METRICS, *RUNS)
NULLS, LEADS = 3000, 1000  # data sets: the standard error of a rate of .05 is .0040, of a coverage of .95 .0069
SLOW_NULLS, SLOW_LEADS = 2000, 400  # where the test resamples, or tries all patterns of 20 signs: .0049 and .011
FEW, FLIPPED = 20, ("scores", "samples", "log loss")  # up to so many items of these kinds, signs are flipped


@dataclass(frozen=True)
class Cell:
    """A law at a size, with or without a lead; known by name, so that it can be sent to a worker."""

    law_name: str
    size: int
    lead: bool

    @cached_property
    def law(self) -> Law:
        """The law."""
        return next(law for law in LAWS if law.name == self.law_name and self.size in law.sizes)

    @property
    def name(self) -> str:
        """The cell in a line."""
        return f"{self.law.kind} - {self.law_name} - {self.size} - {'lead' if self.lead else 'null'}"

    @property
    def datasets(self) -> int:
        """How many data sets are drawn."""
        resampled, few = self.law.kind == "f1", self.size <= FEW
        if self.lead:
            return SLOW_LEADS if resampled or (few and self.law.kind in FLIPPED) else LEADS
        return SLOW_NULLS if resampled or (few and self.law.real) else NULLS

    @property
    def compared(self) -> int:
        """On how many of them the other tests are run."""
        return 0 if self.lead else 500 if self.law.kind == "f1" else 2000

    @property
    def truth(self) -> float:
        """The true difference."""
        return self.law.truth(self.size) if self.lead else 0.0


def cells_of(laws: Iterable[Law] = LAWS) -> list[Cell]:
    """Return all cells of some laws; no lead where flipped signs would say the same as without one, by construction."""
    cells = [Cell(law.name, size, lead) for law in laws for size in law.sizes for lead in (False, True)]
    return [cell for cell in cells if not (cell.lead and cell.law.shifts and cell.size <= FEW)]
