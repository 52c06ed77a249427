"""The bootstrap percentile test: its law by enumeration, its order statistics, what it promises."""

import pickle
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import factorial, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.special import bdtr, bdtrc
from sklearn.datasets import load_iris
from sklearn.metrics import average_precision_score, roc_auc_score
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from tests.refusals import refused

from outperform import compare
from outperform.core import (
    Decision,
    Items,
    MisfitError,
    Note,
    NoteKind,
    Parameter,
    Scores,
    SpecError,
    stream,
)
from outperform.metrics import CATALOGUE as METRICS
from outperform.metrics import (
    F1,
    R2,
    Accuracy,
    F1Macro,
    MatthewsCorrcoef,
    NegMeanAbsoluteError,
    NegMeanSquaredError,
    NegRootMeanSquaredError,
    SampleMetric,
)
from outperform.metrics.cells import Cells
from outperform.metrics.given import AveragePrecision, NegLogLoss, RocAuc
from outperform.metrics.scorers import metric_of
from outperform.significance import _resample
from outperform.significance.bootstrap import BootstrapPercentile, replicates
from outperform.significance.percentile import Centred, EqualTailed, centred_p, equal_tailed_p
from outperform.words import progress

quick = settings(max_examples=15, deadline=None)
LEVELS = st.floats(0.02, 0.999) | st.sampled_from([0.05, 0.1, 0.29, 0.06, 0.5])


def f1_by_hand(truth, predictions):
    tp = sum((truth == 1) & (predictions == 1))
    return 2 * tp / max(1, sum(truth == 1) + sum(predictions == 1))


# one metric for each way of drawing: cells, means over rows, samples at once, one replicate after another
KINDS = [F1(), Accuracy(), F1Macro(), NegMeanAbsoluteError(), NegRootMeanSquaredError(), metric_of(f1_by_hand)]


def scores_of(truth, first, second, metric, seed=0):
    items = Items(np.asarray(truth), np.array([[first], [second]]), metric=metric)
    return Scores(("a", "b"), str(metric), np.zeros((2, 1, 1)), items=items, seed=seed)


def judge(truth, first, second, metric, size=199, seed=0, **options):
    return BootstrapPercentile(size, **options).judge(scores_of(truth, first, second, metric, seed))


def rows(labels, largest=12):
    row = st.tuples(*[st.sampled_from(labels)] * 3)
    return st.lists(row, min_size=1, max_size=largest).map(lambda table: np.array(table).T)


def alike(count, successes, share):
    """Whether successes out of count fit a share, at a bound of 1e-6 on either side."""
    return bdtr(successes, count, share) > 1e-6 and bdtrc(successes - 1, count, share) > 1e-6


def enumerated(truth, first, second, metric):
    """The law of the resampled difference over all N^N samples of rows."""
    table, size = np.array([truth, first, second]), len(truth)
    law = Counter()
    for picked in product(range(size), repeat=size):
        t, a, b = table[:, picked]
        law[round(metric.score(t, a) - metric.score(t, b), 12) + 0.0] += Fraction(1, size**size)
    return law


def by_cells(truth, first, second, metric):
    """The same law over all tables of N rows, each with its multinomial probability."""
    cells, size = Cells.of(truth, [first, second]), len(truth)
    law = Counter()
    for table in product(range(size + 1), repeat=cells.counts.size):
        if sum(table) == size:
            ways = factorial(size) // prod(map(factorial, table))
            chance = prod(Fraction(int(n), size) ** k for n, k in zip(cells.counts, table, strict=True))
            a, b = cells.scores(metric, np.array(table))
            law[round(float(a - b), 12) + 0.0] += ways * chance
    return law


SMALL = [
    ([1, 1, 0, 1], [1, 1, 0, 0], [1, 0, 1, 1]),
    ([1, 0, 0, 1, 1], [1, 0, 0, 1, 0], [0, 0, 1, 1, 0]),
    ([0, 0, 1, 1, 0], [0, 1, 1, 1, 0], [0, 1, 1, 1, 1]),
]


class TestLaw:
    @pytest.mark.parametrize("table", SMALL)
    @pytest.mark.parametrize("metric", [F1(), F1Macro(), MatthewsCorrcoef(), Accuracy()], ids=str)
    def test_tables_have_the_law_of_all_samples_of_rows(self, table, metric):
        assert by_cells(*table, metric) == enumerated(*table, metric)

    @pytest.mark.parametrize("metric", KINDS, ids=str)
    def test_replicates_follow_it_however_they_are_drawn(self, metric):
        law, size = enumerated(*SMALL[0], metric), 4000
        drawn = np.round(judge(*SMALL[0], metric, size=size).replicates, 12) + 0.0
        assert set(drawn) <= set(law)
        for value, share in law.items():
            assert alike(size, np.count_nonzero(drawn == value), float(share)), value

    def test_a_difference_of_accuracies_has_its_trinomial_tail(self):
        """P(d* <= 0) by convolution: n10* - n01* of 60 rows with shares 12/60 and 4/60."""
        shares = np.array([4, 44, 12]) / 60
        law = np.array([1.0])
        for _ in range(60):
            law = np.convolve(law, shares)
        truth, first = [1] * 60, [1] * 56 + [0] * 4
        second = [1] * 44 + [0] * 12 + [1] * 4
        drawn = judge(truth, first, second, Accuracy(), size=20_000).replicates
        assert alike(20_000, np.count_nonzero(drawn <= 0), law[:61].sum())

    def test_scipys_percentile_interval(self):
        rng = np.random.default_rng(5)
        truth, first, second = rng.random(400) < 0.3, rng.random(400) < 0.1, rng.random(400) < 0.2
        first, second = truth ^ first, truth ^ second

        def difference(truth, first, second, axis=-1):
            positive = truth.sum(axis)
            both = (2 * (truth & said).sum(axis) / (positive + said.sum(axis)) for said in (first, second))
            return next(both) - next(both)

        theirs = stats.bootstrap(
            (truth, first, second), difference, paired=True, n_resamples=9999, method="percentile", random_state=1
        )
        ours = judge(truth, first, second, F1(), size=9999).interval(0.05)
        # the ends of 9999 replicates vary by about sd * sqrt(.025 * .975 / 9999) / density = .0011
        assert ours == pytest.approx(tuple(theirs.confidence_interval), abs=0.006)

    def test_many_tables_at_once(self):
        cells = Cells.of(SMALL[1][0], SMALL[1][1:])
        tables = np.array([[cells.counts, 3 * cells.counts], [cells.counts[::-1], 7 * cells.counts]])
        drawn = replicates(cells, tables, F1(), 4000, stream(0, "many"))
        assert drawn.shape == (2, 2, 4000)
        for place in np.ndindex(2, 2):
            alone = replicates(cells, tables[place], F1(), 4000, stream(1, "alone"))
            assert stats.ks_2samp(drawn[place], alone).pvalue > 1e-6

    @pytest.mark.parametrize("metric", KINDS, ids=str)
    def test_batches_change_nothing(self, metric, monkeypatch):
        whole = judge(*SMALL[1], metric, size=50)
        monkeypatch.setattr(_resample, "BATCH", 40)
        assert judge(*SMALL[1], metric, size=50).replicates.tolist() == whole.replicates.tolist()


VALUES = st.lists(st.integers(-4, 4).map(lambda n: n / 8) | st.floats(-1, 1), min_size=40, max_size=120).map(
    lambda values: np.sort(np.array(values))
)


def made(kind, drawn):
    p = {EqualTailed: equal_tailed_p, Centred: centred_p}[kind](drawn)
    return kind(
        parameter=Parameter.DIFFERENCE_OF_METRIC, estimate=0.0, statistic=None, pvalue=float(p), replicates=drawn
    )


class TestOrderStatistics:
    def test_the_numbers_of_the_protocol(self):
        """B = 99, level .1: l = floor(100 * .1 / 2) = 5, so the 5th and the 95th; p counts the data as one more."""
        drawn = np.arange(1, 100) / 100 - 0.03
        judged = made(EqualTailed, drawn)
        assert judged.interval(0.1) == (drawn[4], drawn[94])
        assert judged.pvalue == 2 * (1 + 3) / 100  # -.02, -.01 and 0 are <= 0
        assert judged.decide(0.1) is Decision.FIRST
        assert judged.decide(0.07) is Decision.OPEN
        assert judged.decide(0.1, pvalue=0.2) is Decision.OPEN  # adjusted for several pairs

    def test_the_centred_reading(self):
        """B = 9, level .2: l = 2, so the 8th of the distances from the mean."""
        drawn = np.array([-1.0, 0, 1, 1, 2, 2, 3, 4, 6])  # mean 2; distances 0 0 1 1 1 2 2 3 4
        judged = made(Centred, drawn)
        assert judged.interval(0.2) == (2 - 3, 2 + 3)
        assert judged.pvalue == (1 + 4) / 10  # -1, 0, 4, 6 are as far from 2 as 0 is

    @pytest.mark.parametrize("kind", [EqualTailed, Centred])
    @settings(max_examples=50, deadline=None)
    @given(drawn=VALUES, level=LEVELS)
    def test_interval_p_and_decision_agree(self, kind, drawn, level):
        judged = made(kind, drawn)
        for at in {level, judged.pvalue}:
            if not 2 / 41 <= at < 1:
                continue
            low, high = judged.interval(at)
            outside = not low <= 0 <= high
            assert outside == (judged.pvalue <= at)
            side = Decision.FIRST if low > 0 else Decision.SECOND
            assert judged.decide(at) is (side if outside else Decision.OPEN)

    def test_rounding_does_not_part_interval_and_p(self):
        """200 * .29 / 2 is 28.999999999999996 in floats, but p = 2 * 29 / 200 is .29."""
        drawn = np.sort(np.r_[np.full(28, -1.0), np.full(171, 1.0)])
        judged = made(EqualTailed, drawn)
        assert judged.pvalue == 0.29
        assert judged.order(0.29) == 29
        assert judged.interval(0.29) == (1.0, 1.0)
        assert judged.decide(0.29) is Decision.FIRST

    @pytest.mark.parametrize(("kind", "needed"), [(EqualTailed, 39), (Centred, 19)])
    def test_too_few_replicates_for_a_level_are_refused(self, kind, needed):
        enough, few = made(kind, np.ones(needed)), made(kind, np.ones(needed - 1))
        assert enough.interval(0.05) == (1.0, 1.0)
        for question in (few.interval, few.decide):
            with refused("replicates", needed - 1, "level 0.05", f"replicates={needed}"):
                question(0.05)

    def test_few_replicates_are_noted(self):
        assert made(EqualTailed, np.ones(999)).caveats(0.05) == (
            Note.of(NoteKind.FEW_REPLICATES, replicates=999, level=0.05, advised=1000),
        )
        assert made(EqualTailed, np.ones(1000)).caveats(0.05) == ()

    @pytest.mark.parametrize("kind", [EqualTailed, Centred])
    def test_replicates_around_0_decide_nothing(self, kind):
        judged = made(kind, np.sort(np.r_[-np.ones(20), np.ones(20)]))
        assert judged.direction() is Decision.OPEN

    def test_leading_axes_give_the_values_of_single_rows(self):
        drawn = np.random.default_rng(0).normal(0.5, 1, (2, 3, 99))
        for function in (equal_tailed_p, centred_p):
            assert function(drawn).tolist() == [[float(function(row)) for row in part] for part in drawn]


def assert_mirrored(one, other):
    assert one.estimate == -other.estimate
    assert one.pvalue == other.pvalue
    assert one.replicates.tolist() == (-other.replicates[::-1] + 0.0).tolist()


class TestPromises:
    @pytest.mark.parametrize("metric", KINDS, ids=str)
    @quick
    @given(table=rows([0, 1]))
    def test_swapping_mirrors_exactly(self, metric, table):
        truth, first, second = table
        assert_mirrored(judge(truth, first, second, metric), judge(truth, second, first, metric))

    @pytest.mark.parametrize("metric", KINDS, ids=str)
    @pytest.mark.parametrize("size", [200, 201])
    def test_a_table_that_is_its_own_mirror_image(self, metric, size):
        """Each learner alone right on one row: exchanging them gives the same rows in another order."""
        judged = judge([1, 1, 0], [1, 0, 0], [0, 1, 0], metric, size=size)
        assert_mirrored(judged, judge([1, 1, 0], [0, 1, 0], [1, 0, 0], metric, size=size))
        assert judged.pvalue == 1.0
        low, high = judged.interval(0.1)
        assert low == -high < 0

    @pytest.mark.parametrize("metric", KINDS, ids=str)
    @quick
    @given(table=rows([0, 1]), order=st.randoms(use_true_random=False))
    def test_the_order_of_rows_changes_nothing(self, metric, table, order):
        shuffled = list(table.T)
        order.shuffle(shuffled)
        one, other = judge(*table, metric), judge(*np.array(shuffled).T, metric)
        assert one == other
        assert one.replicates.tolist() == other.replicates.tolist()

    @pytest.mark.parametrize("slug", ["f1", "f1_macro", "precision_weighted", "matthews_corrcoef", "balanced_accuracy"])
    @quick
    @given(table=rows([0, 1]))
    def test_relabelling_in_order_changes_nothing(self, slug, table):
        metric = METRICS[slug]()
        renamed = METRICS["f1"](positive="spam") if slug == "f1" else metric
        names = np.array(["ham", "spam"])
        assert judge(*table, metric).replicates.tolist() == judge(*names[table], renamed).replicates.tolist()

    @pytest.mark.parametrize("metric", KINDS, ids=str)
    def test_d5_identical_predictions_are_no_evidence(self, metric):
        """Sacrebleu stars a system and its copy, p = .002."""
        said = [1, 0, 1, 1, 0, 1, 0, 0]
        judged = judge([1, 0, 1, 0, 0, 1, 1, 0], said, said, metric)
        assert (judged.pvalue, judged.estimate, judged.interval(0.05)) == (1.0, 0.0, (0.0, 0.0))
        assert judged.decide(0.05) is Decision.OPEN

    @pytest.mark.parametrize("metric", KINDS, ids=str)
    def test_d13_replicates_that_all_agree_are_never_p_0(self, metric):
        """MLstatkit's permutation p can be exactly 0."""
        truth = np.ones(10, dtype=int)
        judged = judge(truth, truth, 1 - truth, metric)
        assert judged.pvalue == 2 / 200
        assert judged.estimate > 0
        assert judged.interval(0.05) == (judged.estimate, judged.estimate)
        assert judged.decide(0.05) is Decision.FIRST

    def test_d12_pairs_are_drawn_together(self):
        """Deepsig's bootstrap resamples both sides apart: p = .13 for a difference of .02 with deviation .002."""
        rng = np.random.default_rng(0)
        hard, noise = rng.normal(0.5, 0.1, 20), rng.normal(0.02, 0.002, 20)
        judged = judge(np.zeros(20), hard, hard + noise, NegMeanAbsoluteError(), size=999)
        assert judged.pvalue == 2 / 1000
        assert judged.decide(0.05) is Decision.FIRST

    @pytest.mark.parametrize("missing", [np.nan, None])
    @pytest.mark.parametrize("metric", KINDS, ids=str)
    def test_d13_missing_predictions_are_refused(self, metric, missing):
        """MLstatkit takes NaN for class 0; deepsig gives p = 0."""
        with refused("predictions"):
            judge([0, 1, 1], [0, 1, missing], [0, 1, 1], metric)

    def test_d13_three_classes_have_no_binary_f1(self):
        with refused(None, "f1", "0, 1, 2"):
            judge([0, 1, 2] * 3, [0, 1, 2] * 3, [0, 1, 1] * 3, F1())

    def test_differences_within_rounding_are_0(self):
        """Mean absolute errors of .1 and .3 - .2: not the same number in floats."""
        judged = judge([0.0] * 5, [0.1] * 5, [0.3 - 0.2] * 5, NegMeanAbsoluteError())
        assert (judged.estimate, judged.pvalue) == (0.0, 1.0)

    def test_the_same_seed_gives_the_same_verdict(self):
        rng = np.random.default_rng(0)
        truth, first, second = rng.integers(0, 2, (3, 50))
        one, again, other = (judge(truth, first, second, F1(), seed=seed) for seed in (3, 3, 4))
        assert one.replicates.tolist() == again.replicates.tolist() != other.replicates.tolist()


class TestJudge:
    def test_it_says_what_it_speaks_about(self):
        judged = judge(["s", "h", "s"], ["s", "h", "h"], ["h", "h", "h"], F1(positive="s"))
        assert judged.parameter is Parameter.DIFFERENCE_OF_METRIC
        assert (judged.statistic, judged.df, judged.null) == (None, None, 0.0)
        assert judged.estimate == 2 / 3
        assert judged.replicates.size == 199
        again = pickle.loads(pickle.dumps(judged))
        assert again == judged
        assert again.interval(0.05) == judged.interval(0.05)

    def test_both_readings_of_the_interval(self):
        rng = np.random.default_rng(0)
        truth, first, second = rng.integers(0, 2, (3, 50))
        equal = judge(truth, first, second, F1())
        centred = judge(truth, first, second, F1(), interval="centred")
        assert equal.replicates.tolist() == centred.replicates.tolist()
        assert isinstance(equal, EqualTailed)
        assert isinstance(centred, Centred)

    @pytest.mark.parametrize(
        "metric", [NegMeanSquaredError(), metric_of("r2"), metric_of("neg_median_absolute_error")], ids=str
    )
    def test_regression(self, metric):
        rng = np.random.default_rng(0)
        truth = rng.normal(size=60)
        good, bad = truth + rng.normal(0, 0.1, 60), truth + rng.normal(0, 0.5, 60)
        judged = judge(truth, good, bad, metric)
        assert judged.decide(0.05) is Decision.FIRST
        low, high = judged.interval(0.05)
        assert low < judged.estimate < high
        assert judged.estimate == pytest.approx(metric.score(truth, good) - metric.score(truth, bad))

    def test_misfits_say_who_needs_what_and_got_what(self):
        test = BootstrapPercentile(99)
        with refused(None, "bootstrap-percentile(replicates=99)", "metric", error=MisfitError):
            test.judge(scores_of([0, 1], [0, 1], [1, 1], metric=None))
        with refused(None, "bootstrap-percentile(replicates=99)", "judge_predictions", error=MisfitError):
            test.judge(Scores(("a", "b"), "f1", np.zeros((2, 1, 1))))
        three = Items(np.array([0, 1]), np.zeros((3, 1, 2), dtype=int), metric=F1())
        with refused(None, "bootstrap-percentile(replicates=99)", "two learners", "got 3", error=MisfitError):
            test.judge(Scores(("a", "b", "c"), "f1", np.zeros((3, 1, 1)), items=three))

    @pytest.mark.parametrize("parameters", [{"replicates": 0}, {"replicates": 1.5}, {"interval": "bca"}])
    def test_parameters_are_checked(self, parameters):
        ((name, value),) = parameters.items()
        with refused(f"bootstrap-percentile.{name}", f"got {value!r}", error=SpecError):
            BootstrapPercentile(**parameters)


class TestOneByOne:
    @pytest.fixture
    def numbers(self):
        rng = np.random.default_rng(0)
        truth = rng.normal(size=40)
        return truth, truth + rng.normal(0, 0.1, 40), truth + rng.normal(0, 0.5, 40)

    @pytest.mark.parametrize("slug", [slug for slug, kind in METRICS.items() if issubclass(kind, SampleMetric)])
    def test_samples_at_once_give_the_replicates_of_a_loop(self, slug, numbers):
        metric = METRICS[slug]()
        looped = judge(*numbers, metric_of(metric.score))
        assert judge(*numbers, metric).replicates == pytest.approx(looped.replicates, rel=1e-12)

    def test_our_metrics_are_never_looped_over(self, numbers, monkeypatch):
        calls = []
        score = R2.score
        monkeypatch.setattr(R2, "score", lambda *given: calls.append(1) or score(*given))
        judge(*numbers, metric_of("r2"), size=999)
        assert len(calls) == 2

    def test_a_metric_that_fails_on_a_replicate_is_named(self):
        def picky(truth, predictions):
            if len(set(truth.tolist())) == 1:
                raise ZeroDivisionError("one class only")
            return float((truth == predictions).mean())

        with refused("metric", "picky", "ZeroDivisionError", "one class only"):
            judge([1, 0, 1], [1, 0, 0], [1, 1, 1], metric_of(picky))

    @pytest.fixture
    def slow(self, monkeypatch):
        """Make every look at the clock a second later than the one before."""
        seconds = iter(range(10_000))
        monkeypatch.setattr(progress.time, "monotonic", lambda: next(seconds))

    @pytest.mark.usefixtures("slow")
    def test_a_loop_shows_on_a_terminal_how_far_it_is_and_the_time_left(self, monkeypatch, capsys):
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
        judge([1, 0, 1], [1, 0, 0], [1, 1, 1], metric_of(f1_by_hand))
        out, err = capsys.readouterr()
        assert out == ""
        lines = [line.strip() for line in err.split("\r") if line.strip()]
        assert lines[0].startswith("3 of 199 replicates of f1_by_hand")
        assert "196 s" in lines[0] or "3 min" in lines[0]
        assert err.endswith("\r")  # erased at the end

    @pytest.mark.usefixtures("slow")
    def test_nothing_is_said_to_a_pipe_or_of_what_is_scored_at_once(self, monkeypatch, capsys):
        judge([1, 0, 1], [1, 0, 0], [1, 1, 1], metric_of(f1_by_hand))
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
        judge([1, 0, 1], [1, 0, 0], [1, 1, 1], R2())
        assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("design", ["kfold(folds=2)", "subsampling(repeats=2)"])
def test_the_bootstrap_judges_one_test_set(design):
    rows, target = load_iris(return_X_y=True)
    with refused(None, "bootstrap-percentile", "1 repeat of 1 fold", "2 ", error=MisfitError):
        compare([GaussianNB(), DecisionTreeClassifier()], rows, target, design=design, test="bootstrap-percentile")


class TestRanks:
    """Metrics of given scores: one sort, then weights."""

    METRICS = (RocAuc(), AveragePrecision())

    @pytest.fixture
    def responses(self):
        rng = np.random.default_rng(0)
        truth = (rng.random(60) < 0.3).astype(int)
        return truth, *(truth + rng.normal(size=60).round(1) * scale for scale in (1, 2))

    @pytest.mark.parametrize("metric", METRICS, ids=str)
    def test_weights_give_the_replicates_of_a_loop(self, metric, responses):
        """The same draws, scored one after another by scikit-learn on the rows that were picked."""
        function = {"roc_auc": roc_auc_score, "average_precision": average_precision_score}[metric.slug]
        looped = judge(*responses, metric_of(function))
        assert judge(*responses, metric).replicates == pytest.approx(looped.replicates, rel=1e-9, abs=1e-12)

    @pytest.mark.parametrize("metric", METRICS, ids=str)
    @quick
    @given(table=rows([0, 1]))
    def test_swapping_and_order(self, metric, table):
        truth, first, second = np.c_[table, [[0, 1], [0, 1], [1, 0]]]
        assert_mirrored(judge(truth, first, second, metric, 99), judge(truth, second, first, metric, 99))
        one, other = judge(truth, first, second, metric, 99), judge(truth[::-1], first[::-1], second[::-1], metric, 99)
        assert one.replicates.tolist() == other.replicates.tolist()

    def test_a_sample_without_a_class_is_drawn_again(self):
        """One positive row of four: 32% of samples have none. The law is that of the others, by enumeration."""
        truth, first, second = np.array([[1, 0, 0, 0], [2, 1, 3, 0], [1, 2, 3, 0]])
        law = Counter()
        for picked in product(range(4), repeat=4):
            t, a, b = np.array([truth, first, second])[:, picked]
            if 0 < t.sum() < 4:
                law[round(RocAuc().score(t, a) - RocAuc().score(t, b), 9)] += 1
        drawn = np.round(judge(truth, first, second, RocAuc(), size=4000).replicates, 9)
        assert drawn.size == 4000
        for value, ways in law.items():
            assert alike(4000, np.count_nonzero(drawn == value), ways / law.total())

    @pytest.mark.parametrize("metric", [*METRICS, NegLogLoss()], ids=str)
    def test_classes_have_names(self, metric):
        truth, said = np.arange(30) % 2, np.random.default_rng(0).random((2, 30))
        named = judge(np.array(["ham", "spam"])[truth], *said, replace(metric, positive="spam"))
        assert named == judge(truth, *said, metric)

    @pytest.mark.parametrize("metric", METRICS, ids=str)
    def test_batches_change_nothing(self, metric, responses, monkeypatch):
        whole = judge(*responses, metric, size=50)
        monkeypatch.setattr(_resample, "BATCH", 500)
        assert judge(*responses, metric, size=50).replicates.tolist() == whole.replicates.tolist()
