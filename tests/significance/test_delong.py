"""DeLong's test: MLstatkit's numbers, brute force over all pairs, ties, few rows, degenerate orders."""

import pickle
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from tests.refusals import refused

from outperform.core import Decision, Items, MisfitError, NoteKind, Parameter, Scores, stream
from outperform.metrics import Accuracy
from outperform.metrics.given import NegBrierScore, RocAuc
from outperform.significance import Delong, DelongT
from outperform.significance.delong import Placements

quick = settings(max_examples=30, deadline=None)
TESTS = [DelongT(), Delong()]
ROWS = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 5), st.integers(0, 5)), max_size=20).map(
    lambda rows: np.array([(0, 1, 2), (0, 3, 1), (1, 2, 2), (1, 4, 0), *rows]).T
)


def scores_of(truth, first, second, metric=None):
    items = Items(np.asarray(truth), np.array([[first], [second]]), metric=metric or RocAuc())
    return Scores(("a", "b"), str(items.metric), np.zeros((2, 1, 1)), items=items)


def brute(truth, first, second):
    """Estimate, variance and degrees of freedom from all pairs of a positive and a negative row."""
    shares = [
        (said[truth == 1][:, np.newaxis] > said[truth == 0]) + (said[truth == 1][:, np.newaxis] == said[truth == 0]) / 2
        for said in (first, second)
    ]
    apart = shares[0] - shares[1]
    m, n = apart.shape
    v1, v0 = apart.mean(axis=1).var(ddof=1) / m, apart.mean(axis=0).var(ddof=1) / n
    return apart.mean(), v1, v0, m, n


@quick
@given(rows=ROWS)
def test_all_pairs_give_the_same(rows):
    d, v1, v0, m, n = brute(*rows)
    judged, normal = DelongT().judge(scores_of(*rows)), Delong().judge(scores_of(*rows))
    assert judged.estimate == pytest.approx(d, abs=1e-14)
    assert judged.se**2 == pytest.approx(v1 + v0, abs=1e-15)
    if v1 + v0 > 1e-12:
        df = (v1 + v0) ** 2 / (v1**2 / (m - 1) + v0**2 / (n - 1))
        t = d / np.sqrt(v1 + v0)
        assert judged.df == pytest.approx(df)
        assert judged.pvalue == pytest.approx(2 * stats.t.sf(abs(t), df))
        assert normal.pvalue == pytest.approx(2 * stats.norm.sf(abs(t)))
        assert (normal.df, normal.statistic) == (None, judged.statistic)


# MLstatkit 0.1.91, Delong_test(y, a, b): z of b - a, p, the areas, the variance of their difference, for the rows of
# ``drawn`` below, one line per setting of a single generator numpy.random.default_rng(20)
PEER = [
    ((20, 30, False), -0.380664152840325, 0.7034524715882591, 0.715, 0.6749999999999999, 0.011041701956039526),
    (
        (5, 45, False),
        -0.4206820098886352,
        0.6739872995758387,
        0.6577777777777778,
        0.5333333333333333,
        0.0875070707070707,
    ),
    (
        (40, 60, True),
        -2.1801515574657615,
        0.02924622908619869,
        0.7089583333333332,
        0.5445833333333333,
        0.0056845770935945745,
    ),
]


def drawn():
    rng = np.random.default_rng(20)
    for (m, n, rounded), *_ in PEER:
        truth = np.r_[np.ones(m), np.zeros(n)].astype(int)
        first = truth + rng.normal(size=m + n) * 1.5
        second = 0.5 * truth + rng.normal(size=m + n)
        yield truth, *(np.round(said) if rounded else said for said in (first, second))


@pytest.mark.parametrize(("peer", "rows"), list(zip(PEER, drawn(), strict=True)), ids=[str(line[0]) for line in PEER])
def test_mlstatkits_numbers(peer, rows):
    _, z, p, first, second, variance = peer
    judged = Delong().judge(scores_of(*rows))
    assert judged.estimate == pytest.approx(first - second)
    assert (judged.statistic, judged.pvalue) == (pytest.approx(-z), pytest.approx(p))
    assert judged.se**2 == pytest.approx(variance)


@pytest.mark.parametrize("test", TESTS, ids=str)
@quick
@given(rows=ROWS, order=st.randoms(use_true_random=False))
def test_swapping_mirrors_and_order_does_not_matter(test, rows, order):
    truth, first, second = rows
    shuffled = list(rows.T)
    order.shuffle(shuffled)
    one, other = test.judge(scores_of(truth, first, second)), test.judge(scores_of(truth, second, first))
    assert one == test.judge(scores_of(*np.array(shuffled).T))
    assert (one.estimate, one.pvalue, one.df, one.se) == (-other.estimate, other.pvalue, other.df, other.se)
    for level in (0.05, 0.5):
        low, high = other.interval(level)
        assert one.interval(level) == (-high, -low)
        outside = not one.interval(level)[0] <= 0 <= one.interval(level)[1]
        assert not outside or one.pvalue <= level


@pytest.mark.parametrize("test", TESTS, ids=str)
def test_only_the_order_of_scores_counts(test):
    rng = stream(0, "order")
    truth, said = np.arange(40) % 2, rng.normal(size=(2, 40))
    assert test.judge(scores_of(truth, *np.exp(5 * said))) == test.judge(scores_of(truth, *said))
    huge = test.judge(scores_of(truth, *(1e300 * said)))
    assert huge == test.judge(scores_of(truth, *said))


def test_leading_axes_give_what_single_tables_give():
    rng = stream(0, "leading")
    high, low = rng.integers(-5, 6, (2, 3, 7)) / 2, rng.integers(-5, 6, (2, 3, 9)) / 2
    for test in TESTS:
        together = test.arithmetic(Placements(high, low), 10)
        for place in np.ndindex(2, 3):
            alone = test.arithmetic(Placements(high[place], low[place]), 10)
            assert together.pvalue[place] == alone.pvalue
            assert together.df[place] == alone.df


class TestDegenerate:
    @pytest.mark.parametrize("test", TESTS, ids=str)
    def test_equal_orders_are_no_evidence(self, test):
        truth, said = [0, 1, 0, 1, 1], np.array([0.1, 0.4, 0.3, 0.2, 0.9])
        judged = test.judge(scores_of(truth, said, 10 * said))
        assert (judged.pvalue, judged.estimate) == (1.0, 0.0)
        share = 1 - 0.025 ** (1 / 2)  # of the two negative items
        assert judged.interval(0.05) == pytest.approx((-share, share))
        assert not judged.above(-0.1, 0.05)
        assert not judged.below(0.1, 0.05)
        flat = test.judge(scores_of(truth, np.ones(5), np.zeros(5)))
        assert (flat.pvalue, flat.estimate) == (1.0, 0.0)

    @pytest.mark.parametrize("test", TESTS, ids=str)
    def test_all_pairs_right_against_all_wrong(self, test):
        """MLstatkit falls back to a bootstrap with p = 0."""
        truth = np.array([0, 0, 1, 1])
        judged = test.judge(scores_of(truth, truth, -truth))
        assert (judged.estimate, judged.se, judged.statistic) == (1.0, 0.0, None)
        assert judged.pvalue == 2 / 2**2  # two rows have other scores; 2 / C(4, 2) is less
        assert judged.decide(0.05) is Decision.OPEN
        assert judged.interval(0.05) == pytest.approx((1 - 2 * (1 - 0.025**0.5), 1.0))
        assert NoteKind.NO_SPREAD_ITEMS in {note.kind for note in judged.notes}
        many = np.arange(60) % 2
        certain = test.judge(scores_of(many, many, -many))
        assert certain.pvalue == 2 / 2**30
        assert certain.decide(0.05) is Decision.FIRST

    @pytest.mark.parametrize("test", TESTS, ids=str)
    @pytest.mark.parametrize(("high", "low"), [(2, 2), (2, 4), (3, 3)])
    def test_perfect_separation_against_ties_has_the_p_value_of_all_labels(self, test, high, low):
        """All ways to label the rows are tried: the share with a difference at least as large."""
        rows = high + low
        said, labels = np.arange(rows), np.arange(rows) >= low
        areas = [
            Placements.of(np.isin(np.arange(rows), list(chosen)), said, np.zeros(rows)).estimate
            for chosen in combinations(range(rows), high)
        ]
        judged = test.judge(scores_of(labels.astype(int), said, np.zeros(rows)))
        assert judged.se == 0
        assert judged.pvalue == pytest.approx(np.mean(np.abs(areas) >= judged.estimate))
        assert judged.interval(0.05)[0] < judged.estimate < judged.interval(0.05)[1]
        assert [note.kind for note in judged.caveats(0.05)] == [NoteKind.NEVER_REJECTS]

    def test_few_items_of_a_class_are_a_caution(self):
        rng = np.random.default_rng(1)
        for high, expected in ((2, [2]), (4, [4]), (5, []), (57, [3])):
            truth = (np.arange(60) < high).astype(int)
            notes = DelongT().judge(scores_of(truth, *rng.random((2, 60)))).notes
            found = [note for note in notes if note.kind is NoteKind.FEW_OF_CLASS]
            assert [note["items"] for note in found] == expected
            assert all(note["positive"] == (high < 30) for note in found)

    def test_the_interval_stays_within_1(self):
        low, high = DelongT().judge(scores_of([0, 0, 1, 1], [1, 2, 3, 4], [3, 1, 2, 4])).interval(0.01)
        assert -1 <= low < high <= 1

    @pytest.mark.parametrize("test", TESTS, ids=str)
    def test_one_row_of_a_class_is_refused(self, test):
        for truth, kind in (([1, 0, 0], "positive"), ([0, 1, 1], "negative")):
            with refused(None, test.slug, "only 1", kind, error=MisfitError):
                test.judge(scores_of(truth, [1, 2, 3], [3, 2, 1]))
        with refused("truth", "roc_auc"):
            test.judge(scores_of([1, 1, 1], [1, 2, 3], [3, 2, 1]))

    @pytest.mark.parametrize("bad", [np.nan, np.inf, None])
    def test_missing_scores_are_refused(self, bad):
        with refused("predictions", "row 2"):
            DelongT().judge(scores_of([0, 1, 0, 1], [1, bad, 2, 3], [1, 2, 3, 4]))

    def test_other_metrics_are_refused(self):
        for metric in (Accuracy(), NegBrierScore()):
            with refused(None, "delong-t", "roc_auc", str(metric), error=MisfitError):
                DelongT().judge(scores_of([0, 1, 0, 1], [0, 1, 1, 1], [0, 1, 0, 0], metric))

    def test_few_rows_get_a_caution(self):
        truth, said = np.arange(50) % 2, stream(0, "few").normal(size=(2, 50))
        assert not DelongT().judge(scores_of(truth, *said)).notes
        fewer = DelongT().judge(scores_of(truth[:49], *said[:, :49]))
        assert [note.kind for note in fewer.notes] == [NoteKind.FEW_ROWS]


def test_it_says_what_it_speaks_about():
    truth, said = np.array(["no", "yes"] * 10), stream(0, "words").normal(size=(2, 20))
    judged = DelongT().judge(scores_of(truth, *said, RocAuc(positive="yes")))
    assert judged.parameter is Parameter.DIFFERENCE_OF_METRIC
    assert not judged.is_drawn
    assert pickle.loads(pickle.dumps(judged)) == judged
