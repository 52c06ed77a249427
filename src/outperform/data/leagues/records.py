"""Records of a league: one score per data set, learner and split, as they stand in a table."""

from dataclasses import dataclass, replace

import numpy as np

from outperform.core import Bools, Floats, Ints, Note, Values
from outperform.data.codes import Codes


@dataclass(frozen=True, eq=False)
class LeagueRecords:
    """Scores with the data set, learner and split that each belongs to."""

    origin: str
    datasets: Codes
    learners: Codes
    scores: Floats  # [record]; NaN where missing
    reasons: Values  # [record]: why a score is missing; "" where it is there
    numbers: Ints  # [record]: the row of the table
    metric: str | None = None
    repeats: Values | None = None  # [record]
    folds: Values | None = None
    n_train: Floats | None = None  # [record]; NaN where unknown
    n_test: Floats | None = None
    plain: bool = False  # splits that are merely numbered: it is unknown which of them form a repeat
    higher: bool | None = None  # where the format says so
    errors: Floats | None = None  # [record]: standard errors that stand beside the scores; NaN where unknown
    independent: bool = False  # the errors of two learners are
    notes: tuple[Note, ...] = ()

    def __len__(self) -> int:
        return len(self.scores)

    def place(self, record: int) -> str:
        """Return where a record stands."""
        return f"{self.origin}, row {self.numbers[record]}"

    def at(self, rows: Ints | Bools) -> "LeagueRecords":
        """Keep some records, and only the names that they have."""

        def kept(values: Values | None) -> Values | None:
            return None if values is None else values[rows]

        return replace(
            self,
            datasets=_used(self.datasets.at(rows)),
            learners=_used(self.learners.at(rows)),
            scores=self.scores[rows],
            reasons=self.reasons[rows],
            numbers=self.numbers[rows],
            repeats=kept(self.repeats),
            folds=kept(self.folds),
            n_train=kept(self.n_train),
            n_test=kept(self.n_test),
            errors=kept(self.errors),
        )


def _used(codes: Codes) -> Codes:
    """Keep the names that some record has."""
    used, places = np.unique(codes.codes, return_inverse=True)
    return Codes(places.reshape(-1).astype(np.int64), codes.names[used])
