"""The bootstrap-t test: its law by enumeration, its interval and decision, what it answers where nothing varies."""

import pickle
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.special import bdtr, bdtrc
from tests.refusals import refused

from outperform.core import Decision, Items, MisfitError, NoteKind, Parameter, Scores, SpecError, stream
from outperform.metrics import (
    F1,
    R2,
    Accuracy,
    BalancedAccuracy,
    F1Macro,
    MatthewsCorrcoef,
    NegMeanAbsoluteError,
)
from outperform.metrics.cells import Cells
from outperform.metrics.given import AveragePrecision, NegBrierScore, RocAuc
from outperform.significance import BootstrapT, _resample
from outperform.significance._studentized import of_cells

quick = settings(max_examples=15, deadline=None)
KINDS = [F1(), Accuracy(), F1Macro(), MatthewsCorrcoef(), NegMeanAbsoluteError(), RocAuc(), NegBrierScore()]
LEVELS = (0.01, 0.05, 0.1, 0.29, 0.5, 0.9)


def scores_of(truth, first, second, metric, seed=0):
    items = Items(np.asarray(truth), np.array([[first], [second]]), metric=metric)
    return Scores(("a", "b"), str(metric), np.zeros((2, 1, 1)), items=items, seed=seed)


def judge(truth, first, second, metric, size=199, seed=0):
    return BootstrapT(size).judge(scores_of(truth, first, second, metric, seed))


def rows(labels=(0, 1), largest=14):
    """Truth of both classes, and two predictions."""
    row = st.tuples(*[st.sampled_from(labels)] * 3)
    return st.lists(row, min_size=1, max_size=largest).map(lambda table: np.array([(0, 0, 1), (1, 1, 0), *table]).T)


def studentized(metric, truth, first, second):
    """The difference and its standard error by the influence of rows, in the words of the formula."""
    gaps = metric.influence(truth, first) - metric.influence(truth, second)
    size = len(truth)
    d = metric.score(truth, first) - metric.score(truth, second)
    return d, np.sqrt((gaps**2).sum() / (size * (size - 1)))


def distance(metric, sample, d):
    replicate, se = studentized(metric, *sample)
    if abs(replicate - d) < 1e-12:
        return 0.0
    return abs(replicate - d) / se if se > 1e-12 else np.inf


def enumerated(metric, table):
    """The exact p over all N^N samples, equal ones counted together; for roc_auc over those with both classes."""
    d, se = studentized(metric, *table)
    size = table.shape[1]
    further = total = 0
    for picked in combinations_with_replacement(range(size), size):
        sample = table[:, picked]
        if isinstance(metric, RocAuc) and len(set(sample[0])) < 2:
            continue
        ways = factorial(size) // prod(factorial(picked.count(row)) for row in range(size))
        total += ways
        further += ways * (distance(metric, sample, d) >= abs(d) / se - 1e-9)
    return further / total


SMALL = [
    np.array([[1, 1, 0, 1, 0], [1, 1, 0, 0, 0], [1, 0, 1, 1, 0]]),
    np.array([[1, 0, 0, 1, 1], [1, 0, 0, 1, 0], [0, 0, 1, 1, 0]]),
    np.array([[0, 0, 1, 1, 0], [0, 1, 1, 1, 0], [0, 1, 1, 0, 1]]),
]


class TestLaw:
    @pytest.mark.parametrize("table", SMALL, ids=range(3))
    @pytest.mark.parametrize("metric", KINDS, ids=str)
    def test_p_is_that_of_all_samples_of_rows(self, metric, table):
        """By enumeration of all 5^5 samples; 20,000 replicates, at a bound of 1e-6 on either side."""
        share, size = enumerated(metric, table), 20_000
        further = round(judge(*table, metric, size=size).pvalue * (size + 1)) - 1
        assert bdtr(further, size, share) > 1e-6
        assert bdtrc(further - 1, size, share) > 1e-6

    def test_standard_error_and_statistic_are_those_of_the_formula(self):
        rng = stream(0, "formula")
        truth = rng.integers(0, 2, 200)
        first, second = truth ^ (rng.random(200) < 0.1), truth ^ (rng.random(200) < 0.3)
        for metric in (F1(), F1Macro(), MatthewsCorrcoef(), BalancedAccuracy(), RocAuc(), Accuracy()):
            d, se = studentized(metric, truth, first, second)
            judged = judge(truth, first, second, metric)
            assert (judged.estimate, judged.se) == (pytest.approx(d), pytest.approx(se))
            assert judged.statistic == pytest.approx(d / se)

    def test_a_mean_has_the_standard_error_of_the_paired_t_test(self):
        rng = stream(0, "mean")
        truth, (first, second) = rng.normal(size=40), rng.normal(size=(2, 40))
        judged = judge(truth, first, second, NegMeanAbsoluteError())
        paired = stats.ttest_rel(-np.abs(truth - first), -np.abs(truth - second))
        assert judged.statistic == pytest.approx(paired.statistic)

    def test_scipys_interval_is_near_on_many_rows(self):
        """scipy.stats.bootstrap, percentile: both cover the same on 3000 rows, up to a few percent of the width."""
        rng = np.random.default_rng(5)
        truth = rng.random(3000) < 0.3
        first, second = truth ^ (rng.random(3000) < 0.1), truth ^ (rng.random(3000) < 0.13)

        def difference(t, a, b, axis=-1):
            return sum(s * 2 * (t & x).sum(axis) / (t.sum(axis) + x.sum(axis)) for s, x in ((1, a), (-1, b)))

        found = stats.bootstrap(
            (truth, first, second), difference, paired=True, vectorized=True, n_resamples=2000, method="percentile"
        ).confidence_interval
        ours = judge(*(side.astype(int) for side in (truth, first, second)), F1(), size=4999).interval(0.05)
        width = ours[1] - ours[0]
        assert ours == pytest.approx(tuple(found), abs=0.1 * width)

    def test_many_tables_at_once_have_the_law_of_each(self):
        cells = Cells.of(SMALL[0][0], SMALL[0][1:])
        tables = np.array([[cells.counts, 3 * cells.counts], [5 * cells.counts, 9 * cells.counts]])
        together = of_cells(cells, tables, F1(), 4000, stream(0, "together"))
        assert together.pvalue.shape == (2, 2)
        for place in np.ndindex(2, 2):
            alone = of_cells(cells, tables[place], F1(), 4000, stream(1, "alone"))
            assert together.estimate[place] == alone.estimate
            assert together.se[place] == pytest.approx(float(alone.se))
            assert abs(together.pvalue[place] - alone.pvalue) < 5 * np.sqrt(0.5 / 4000)

    @pytest.mark.parametrize("metric", KINDS, ids=str)
    def test_batches_change_nothing(self, metric, monkeypatch):
        whole = judge(*SMALL[0], metric, size=50)
        monkeypatch.setattr(_resample, "BATCH", 40)
        assert judge(*SMALL[0], metric, size=50).replicates.tolist() == whole.replicates.tolist()


class TestInterval:
    @pytest.mark.parametrize("metric", KINDS, ids=str)
    @quick
    @given(table=rows())
    def test_interval_and_decision_agree_exactly(self, metric, table):
        judged = judge(*table, metric)
        for level in (*LEVELS, judged.pvalue):
            if not level < 1:
                continue
            low, high = judged.interval(level)
            outside = not low <= 0 <= high
            if judged.se == 0 and judged.pvalue <= level:  # an end at 0 does not exclude 0
                assert low >= 0 or high <= 0
                continue
            assert outside == (judged.pvalue <= level)
            side = Decision.FIRST if low > 0 else Decision.SECOND
            assert judged.decide(level) is (side if outside else Decision.OPEN)

    def test_the_numbers_of_the_protocol(self):
        """B = 199, level .05: k = ceil(200 * .95) = 190, so the 10th largest of the studentized replicates."""
        rng = stream(0, "numbers")
        truth = rng.integers(0, 2, 100)
        first, second = truth ^ (rng.random(100) < 0.2), truth ^ (rng.random(100) < 0.3)
        judged = judge(truth, first, second, F1())
        reach = judged.replicates[190 - 1] * judged.se
        low, high = judged.interval(0.05)
        assert (low, high) == (pytest.approx(judged.estimate - reach), pytest.approx(judged.estimate + reach))
        further = np.count_nonzero(judged.replicates >= abs(judged.statistic))
        assert judged.pvalue == (1 + further) / 200

    def test_it_stays_within_what_the_metric_allows(self):
        judged = judge([1, 1, 0, 0], [1, 0, 0, 1], [0, 1, 0, 0], F1(), size=999)
        assert judged.replicates[-1] == np.inf
        low, high = judged.interval(0.05)
        assert -1 <= low < 0 < high <= 1

    def test_too_few_replicates_for_a_level_are_refused(self):
        for question in (judge(*SMALL[0], F1(), size=18).interval, judge(*SMALL[0], F1(), size=18).decide):
            with refused("replicates", 18, "level 0.05", "replicates=19"):
                question(0.05)
        assert judge(*SMALL[0], F1(), size=19).interval(0.05)


def _alike(metric):
    """The interval of 8 items without a difference: a share of the range of means, all that metrics of counts allow."""
    reach = metric.bounds[1] - metric.bounds[0]
    if isinstance(metric, RocAuc):
        reach *= 1 - 0.025 ** (1 / 4)  # four items of each class
    elif hasattr(metric, "row_scores"):
        reach *= 1 - 0.025 ** (1 / 8)
    return -reach, reach


class TestPromises:
    @pytest.mark.parametrize("metric", KINDS, ids=str)
    @quick
    @given(table=rows())
    def test_swapping_mirrors_exactly(self, metric, table):
        truth, first, second = table
        one, other = judge(truth, first, second, metric), judge(truth, second, first, metric)
        assert (one.estimate, one.pvalue, one.se) == (-other.estimate, other.pvalue, other.se)
        assert one.replicates.tolist() == other.replicates.tolist()
        for level in LEVELS:
            low, high = other.interval(level)
            assert one.interval(level) == (-high, -low)

    @pytest.mark.parametrize("metric", KINDS, ids=str)
    @quick
    @given(table=rows(), order=st.randoms(use_true_random=False))
    def test_the_order_of_rows_changes_nothing(self, metric, table, order):
        shuffled = list(table.T)
        order.shuffle(shuffled)
        one, other = judge(*table, metric), judge(*np.array(shuffled).T, metric)
        assert one == other
        assert one.replicates.tolist() == other.replicates.tolist()

    @pytest.mark.parametrize("metric", KINDS, ids=str)
    def test_identical_predictions_are_no_evidence(self, metric):
        said = [1, 0, 1, 1, 0, 1, 0, 0]
        judged = judge([1, 0, 1, 0, 0, 1, 1, 0], said, said, metric)
        assert (judged.pvalue, judged.estimate) == (1.0, 0.0)
        assert judged.decide(0.05) is Decision.OPEN
        assert judged.interval(0.05) == pytest.approx(_alike(metric))
        assert not judged.above(-0.01, 0.05)
        assert not judged.below(0.01, 0.05)

    def test_the_seed_draws_the_replicates(self):
        rng = np.random.default_rng(0)
        truth, first, second = rng.integers(0, 2, (3, 50))
        one, again, other = (judge(truth, first, second, F1(), seed=seed) for seed in (3, 3, 4))
        assert one.replicates.tolist() == again.replicates.tolist() != other.replicates.tolist()

    def test_scores_of_items_with_samples(self):
        """Only the scores of items are known; a sample fewer is NaN."""
        rng = stream(0, "samples")
        table = rng.random((2, 3, 60)) + np.array([0.2, 0])[:, np.newaxis, np.newaxis]
        table[0, 2, :5] = np.nan
        scores = Scores(
            ("a", "b"), None, np.nanmean(table, axis=(1, 2)).reshape(2, 1, 1), items=Items(row_scores=table)
        )
        judged = BootstrapT(999).judge(scores)
        d = np.nanmean(table[0], axis=0) - table[1].mean(axis=0)
        assert judged.estimate == pytest.approx(d.mean())
        assert judged.se == pytest.approx(d.std(ddof=1) / np.sqrt(60))
        assert judged.decide(0.05) is Decision.FIRST


class TestNothingVaries:
    def test_all_right_against_nothing_found(self):
        """F1 of 1 and 0: no item has an influence. The smallest p by swapping 5 items is 2/2^5."""
        truth = np.array([1] * 5 + [0] * 95)
        judged = judge(truth, truth, np.zeros(100, dtype=int), F1(), size=1999)
        assert (judged.estimate, judged.se, judged.statistic) == (1.0, 0.0, None)
        assert judged.pvalue == 2 / 2**5
        assert judged.interval(0.05) == (-1.0, 1.0)
        assert judged.interval(0.1) == (0.0, 1.0)
        assert {note.kind for note in judged.notes} == {NoteKind.NO_SPREAD_ITEMS}
        assert [note.kind for note in judged.caveats(0.05)] == [NoteKind.NEVER_REJECTS]

    def test_e6_two_items_that_both_differ_are_no_evidence(self):
        """Evalconfidence: p = 0, significant."""
        judged = judge([0.0, 0.0], [0.0, 0.0], [0.25, 0.25], NegMeanAbsoluteError())
        assert judged.pvalue == 0.5
        assert judged.decide(0.05) is Decision.OPEN
        low, high = judged.interval(0.05)
        assert (low, high) == (-np.inf, np.inf)

    def test_one_item(self):
        judged = judge([1], [1], [0], Accuracy())
        assert (judged.pvalue, judged.decide(0.05)) == (1.0, Decision.OPEN)

    def test_many_items(self):
        truth = np.arange(60) % 2
        judged = judge(truth, truth, 1 - truth, Accuracy())
        assert judged.pvalue == 1 / 200
        assert judged.decide(0.05) is Decision.FIRST

    def test_few_items_get_a_caution(self):
        kinds = [[note.kind for note in judge(*np.tile(SMALL[0], k), F1()).notes] for k in (9, 10)]
        assert kinds == [[NoteKind.FEW_ROWS], []]


class TestJudge:
    def test_it_says_what_it_speaks_about(self):
        judged = judge(["s", "h", "s"], ["s", "h", "h"], ["h", "h", "h"], F1(positive="s"))
        assert judged.parameter is Parameter.DIFFERENCE_OF_METRIC
        assert judged.is_drawn
        assert judged.estimate == 2 / 3
        assert pickle.loads(pickle.dumps(judged)) == judged

    def test_names_of_classes_for_scores(self):
        truth, said = np.arange(30) % 2, stream(0, "names").random((2, 30))
        plain = judge(truth, *said, RocAuc())
        assert judge(np.array(["ham", "spam"])[truth], *said, RocAuc(positive="spam")) == plain

    @pytest.mark.parametrize("metric", [R2(), AveragePrecision()], ids=str)
    def test_other_metrics_are_refused(self, metric):
        with refused(None, "bootstrap-t", str(metric), "bootstrap-percentile", error=MisfitError):
            judge([0, 1, 1], [0.1, 0.2, 0.3], [0.1, 0.3, 0.2], metric)

    def test_weights_are_refused(self):
        items = Items(row_scores=np.ones((2, 1, 3)), weights=np.array([1.0, 2.0, 3.0]))
        with refused(None, "bootstrap-t", "weights", error=MisfitError):
            BootstrapT().judge(Scores(("a", "b"), None, np.ones((2, 1, 1)), items=items))

    def test_two_at_a_time(self):
        items = Items(np.array([0, 1]), np.zeros((3, 1, 2), dtype=int), metric=F1())
        with refused(None, "two learners", "got 3", error=MisfitError):
            BootstrapT().judge(Scores(("a", "b", "c"), "f1", np.zeros((3, 1, 1)), items=items))

    @pytest.mark.parametrize("replicates", [0, 1.5])
    def test_parameters_are_checked(self, replicates):
        with refused("bootstrap-t.replicates", f"got {replicates!r}", error=SpecError):
            BootstrapT(replicates)

    @pytest.mark.parametrize("bad", [np.nan, np.inf, None])
    def test_missing_predictions_are_refused(self, bad):
        for metric in (F1(), RocAuc()):
            with refused("predictions"):
                judge([0, 1, 1], [0, 1, bad], [0, 1, 1], metric)
