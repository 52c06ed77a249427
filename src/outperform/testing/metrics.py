"""The contracts of metrics: higher is better; the order of rows and the names of classes do not matter."""

from typing import Any, ClassVar

import numpy as np

from outperform.core import EstimatorMetric, InputError, Metric, Unit, Values, stream
from outperform.metrics import CountMetric, RowMetric, SampleMetric
from outperform.metrics.ratios import Binary
from outperform.testing.contract import EntryContract, assert_near, refused

ROWS = 40


class MetricContract(EntryContract):
    """What every metric of truth and predictions must do.

    By default it is tried on two classes, 0 and 1; ``NumberMetricContract`` is for metrics of numbers.
    """

    role: ClassVar[type] = Metric

    @classmethod
    def applies(cls, entry: Any) -> bool:
        """Return whether the metric scores predictions."""
        return super().applies(entry) and not isinstance(entry, EstimatorMetric)

    def truth(self, rng: np.random.Generator) -> Values:
        """Draw the truth of rows."""
        return np.concatenate([[0, 1], rng.integers(0, 2, ROWS - 2)])

    def spoil(self, truth: Values, rng: np.random.Generator, share: float) -> Values:
        """Return predictions that are wrong on about this share of the rows."""
        return np.where(rng.random(truth.size) < share, 1 - truth, truth)

    def test_perfect_predictions_score_best(self, entry: Metric) -> None:
        """No predictions score higher than the truth itself, which reaches the upper bound where there is one."""
        for number in range(10):
            rng = stream(number, "best")
            truth = self.truth(rng)
            best = entry.score(truth, truth)
            for share in (0.1, 0.5, 1.0):
                assert entry.score(truth, self.spoil(truth, rng, share)) <= best
            assert entry.score(truth, self.spoil(truth, rng, 1.0)) < best
            if np.isfinite(entry.bounds[1]):
                assert_near(best, entry.bounds[1], atol=1e-12)

    def test_scores_are_finite_and_within_the_bounds(self, entry: Metric) -> None:
        """A score is a number within the metric's bounds."""
        low, high = entry.bounds
        for number in range(10):
            rng = stream(number, "bounds")
            truth = self.truth(rng)
            for share in (0.0, 0.2, 0.8, 1.0):
                score = entry.score(truth, self.spoil(truth, rng, share))
                assert isinstance(score, float)
                assert np.isfinite(score)
                assert low - 1e-12 <= score <= high + 1e-12

    def test_points_are_of_a_share(self, entry: Metric) -> None:
        """A metric in points is between 0 and 1."""
        assert entry.unit is not Unit.POINTS or entry.bounds == (0, 1)

    def test_the_order_of_rows_does_not_matter(self, entry: Metric) -> None:
        """The order of rows is arbitrary."""
        rng = stream(0, "order")
        truth = self.truth(rng)
        said, order = self.spoil(truth, rng, 0.3), rng.permutation(truth.size)
        assert_near(entry.score(truth[order], said[order]), entry.score(truth, said), rtol=1e-12, atol=1e-15)

    def test_truth_and_predictions_stay_as_they_are(self, entry: Metric) -> None:
        """Arguments are not changed: other metrics score the same arrays."""
        rng = stream(0, "kept")
        truth = self.truth(rng)
        said = self.spoil(truth, rng, 0.3)
        given = truth.copy(), said.copy()
        entry.score(*given)
        assert np.array_equal(given[0], truth)
        assert np.array_equal(given[1], said)

    def test_lists_are_as_good_as_arrays(self, entry: Metric) -> None:
        """Lists are accepted like arrays."""
        rng = stream(0, "lists")
        truth = self.truth(rng)
        said = self.spoil(truth, rng, 0.3)
        assert entry.score(truth.tolist(), said.tolist()) == entry.score(truth, said)

    def test_what_cannot_be_compared_row_by_row_is_refused(self, entry: Metric) -> None:
        """Missing values, lengths that differ and no rows at all raise ``InputError``."""
        truth = self.truth(stream(0, "refused"))
        for missing in (np.nan, None):
            spoilt = np.array([missing, *truth[1:]], dtype=object)
            assert refused(InputError, entry.score, truth, spoilt).startswith("predictions")
            assert refused(InputError, entry.score, spoilt, truth).startswith("truth")
        refused(InputError, entry.score, truth, truth[1:])
        refused(InputError, entry.score, truth[:0], truth[:0])


class ClassMetricContract(MetricContract):
    """What a metric of classes must do: the names of the classes do not matter."""

    @classmethod
    def applies(cls, entry: Any) -> bool:
        """Return whether the metric depends on the confusion counts."""
        return isinstance(entry, CountMetric)

    def test_the_names_of_the_classes_do_not_matter(self, entry: CountMetric) -> None:
        """Text, booleans and whole numbers in floats score alike; a positive class is named where one is needed."""
        rng = stream(0, "names")
        truth = self.truth(rng)
        said = self.spoil(truth, rng, 0.3)
        plain = entry.score(truth, said)
        for names in (np.array([False, True]), np.array([0.0, 1.0]), np.array(["ham", "spam"]), np.array([4, 9])):
            named: Metric = entry
            if isinstance(entry, Binary) and names.tolist() != [0, 1]:
                named = type(entry)(positive=names[1 if entry.positive is None else int(entry.positive)].item())
            assert_near(named.score(names[truth], names[said]), plain, rtol=1e-12, atol=1e-15)

    def test_fractions_are_no_classes(self, entry: CountMetric) -> None:
        """Probabilities are refused."""
        refused(InputError, entry.score, np.array([0, 1]), np.array([0.0, 0.9]))

    def test_leading_axes_give_the_values_of_single_tables(self, entry: CountMetric) -> None:
        """The arithmetic of many tables of counts at once is that of each."""
        classes = 1 if isinstance(entry, Binary) else 3
        confusion = stream(0, "tables").integers(0, 6, (4, 2, 3, 3, 3))
        confusion[0, 0] = 0
        for tables in confusion:
            tp = np.einsum("abcc->abc", tables)[..., :classes]
            predicted, actual = tables.sum(axis=2)[..., :classes], tables.sum(axis=3)[..., :classes]
            at_once = entry.of_counts(tp, predicted, actual)
            assert at_once.shape == (2, 3)
            for place in np.ndindex(2, 3):
                assert at_once[place] == entry.of_counts(tp[place], predicted[place], actual[place])


class NumberMetricContract(MetricContract):
    """What a metric of numbers must do, checked on a normally distributed target."""

    @classmethod
    def applies(cls, entry: Any) -> bool:
        """Return whether the metric is a mean over rows, or another function, of numbers."""
        return isinstance(entry, RowMetric | SampleMetric) and not isinstance(entry, CountMetric)

    def truth(self, rng: np.random.Generator) -> Values:
        """Draw normal numbers."""
        return rng.normal(3, 1, ROWS)

    def spoil(self, truth: Values, rng: np.random.Generator, share: float) -> Values:
        """Add errors to the truth, larger ones for a larger share."""
        return truth + share * rng.normal(size=truth.size)

    def test_text_is_refused(self, entry: Metric) -> None:
        """Text raises an error."""
        refused(InputError, entry.score, np.array(["a", "b"]), np.array(["a", "b"]))

    def test_it_is_the_mean_of_its_rows_or_scores_many_samples_at_once(self, entry: Metric) -> None:
        """The fast methods for the bootstrap give the same score."""
        rng = stream(0, "rows")
        truth = self.truth(rng)
        said = self.spoil(truth, rng, 0.3)
        if isinstance(entry, RowMetric):
            assert_near(entry.row_scores(truth, said).mean(), entry.score(truth, said), rtol=1e-14)
        if isinstance(entry, SampleMetric):
            samples = np.stack([truth, truth[::-1]]), np.stack([said, said[::-1]])
            assert_near(entry.scores(*samples), entry.score(truth, said), rtol=1e-12)
