"""The contract of the lab's measures: a value within its interval, or None if the records are not enough."""

from functools import cache
from typing import ClassVar

import numpy as np

from outperform.core import Truth
from outperform.lab import Study, run_study
from outperform.lab.measures import Measure
from outperform.lab.records import Records
from outperform.testing.contract import EntryContract

LEVEL = 0.05
ROUNDING = 1e-12


class MeasureContract(EntryContract):
    """What every measure of the lab must do, checked on fast counted studies whose truth is known."""

    role: ClassVar[type] = Measure
    bounds: ClassVar[tuple[float, float]] = (-np.inf, np.inf)  # replace them if the measure has bounds

    def records(self, datasets: int = 60, repetitions: int = 3, procedure: str = "5x2-f") -> Records:
        """Run a study on Bouckaert's Task I with a known difference."""
        return _records(datasets, repetitions, procedure)

    def test_a_reading_lies_within_its_interval_and_its_bounds(self, entry: Measure) -> None:
        """Values are within their interval, for several procedures and levels."""
        for procedure in ("5x2-f", "kfold-t", "mcnemar-holdout"):
            for level in (0.01, LEVEL, 0.3):
                reading = entry.read(self.records(procedure=procedure), level, Truth(-0.1))
                if reading is not None:
                    low, value, high = reading.low, reading.value, reading.high
                    assert self.bounds[0] <= low <= value + ROUNDING
                    assert value <= high + ROUNDING
                    assert high <= self.bounds[1]

    def test_the_same_records_give_the_same_reading(self, entry: Measure) -> None:
        """The result is not random."""
        records = self.records()
        one, two = (entry.read(records, LEVEL, Truth(-0.1)) for _ in range(2))
        assert one == two

    def test_the_order_of_datasets_does_not_matter(self, entry: Measure) -> None:
        """The order of data sets does not matter; only the interval may depend on the grouping of a jackknife."""
        records = self.records()
        turned = Records.join([_one(records, number) for number in reversed(range(records.shape[0]))], axis=0)
        one, two = (entry.read(each, LEVEL, Truth(-0.1)) for each in (records, turned))
        assert (one is None) == (two is None)
        if one is not None and two is not None:
            np.testing.assert_allclose(one.value, two.value, rtol=1e-9)

    def test_one_dataset_and_no_truth_are_no_error(self, entry: Measure) -> None:
        """If the records are not enough there is no reading, rather than NaN."""
        for records in (self.records(datasets=1, repetitions=1), self.records(datasets=2, repetitions=1)):
            reading = entry.read(records, LEVEL, None)
            assert reading is None or np.isfinite([reading.value, reading.low, reading.high]).all()


@cache  # a few records of 60 datasets, the same for every measure
def _records(datasets: int, repetitions: int, procedure: str) -> Records:
    study = Study("task-one(step=20, n=100)", (procedure,), datasets=datasets, repetitions=repetitions)
    return run_study(study)[procedure]


def _one(records: Records, number: int) -> Records:
    kept = {name: values[number : number + 1] for name, values in vars(records).items() if values is not None}
    return Records(**kept)
