"""A learner whose predictions are the values per row of a metric: what its rows contribute to the score."""

from dataclasses import dataclass, replace
from typing import Any

from outperform.core import EstimatorMetric, Learner
from outperform.metrics.responses import RowValues


@dataclass(frozen=True)
class Valuing(Learner):
    """A learner of a contest whose fits return values per row instead of predictions."""

    slug = "valuing"
    learner: Learner
    values: RowValues
    own: bool = False

    def make(self, seed: int) -> Any:
        """Make an unfitted predictor; the fit asks for the values."""
        return self.learner.make(seed)

    @property
    def coded(self) -> "Valuing | None":  # type: ignore[override] # an attribute of other learners
        """The same for coded rows, unless the metric looks at the rows."""
        inner, metric = self.learner.coded, self.values.metric
        reads = isinstance(metric, EstimatorMetric) and metric.reads_rows
        return None if inner is None or reads else replace(self, learner=inner)

    @property
    def by_number(self) -> bool:  # type: ignore[override] # an attribute of other learners
        """Whether the learner gets numbers of rows."""
        return self.learner.by_number

    @property
    def fingerprint(self) -> str | None:
        """Text of the learner and of the metric."""
        known = self.learner.fingerprint, self.values.fingerprint
        return None if None in known else f"{known[1]} by {known[0]}"

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules of the learner."""
        return self.learner.modules
