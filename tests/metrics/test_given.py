"""Metrics of given probabilities and scores: scikit-learn's values, and refusals that name the row."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics as sk
from tests.refusals import refused

from outperform.core import SpecError, Unit, stream
from outperform.metrics import CATALOGUE, RowMetric, class_values, scorers
from outperform.metrics.given import (
    CLIP,
    GIVEN,
    AveragePrecision,
    NegBrierScore,
    NegLogLoss,
    RocAuc,
    given_metric,
)
from outperform.metrics.ranks import placements

quick = settings(max_examples=40, deadline=None)
CHANCES = st.floats(0, 1) | st.integers(0, 4).map(lambda n: n / 4)
TABLES = st.lists(st.tuples(st.integers(0, 1), CHANCES), min_size=1, max_size=30).map(
    lambda rows: tuple(map(np.array, zip((0, 0.5), (1, 0.25), *rows, strict=True)))
)
KINDS = list(GIVEN.values())


def by_sklearn(metric, truth, said):
    if isinstance(metric, NegLogLoss):
        return -sk.log_loss(truth, said, labels=[0, 1])
    if isinstance(metric, NegBrierScore):
        return -sk.brier_score_loss(truth, said)
    return {"roc_auc": sk.roc_auc_score, "average_precision": sk.average_precision_score}[metric.slug](truth, said)


@pytest.mark.parametrize("kind", KINDS)
@quick
@given(table=TABLES)
def test_values_are_scikit_learns(kind, table):
    assert kind().score(*table) == pytest.approx(by_sklearn(kind(), *table), rel=1e-12, abs=1e-13)


@pytest.mark.parametrize("kind", KINDS)
@quick
@given(table=TABLES)
def test_the_names_of_the_classes_do_not_matter(kind, table):
    truth, said = table
    plain = kind().score(truth, said)
    for names in (np.array(["ham", "spam"]), np.array([False, True]), np.array([7, 3]), np.array([0.0, 1.0])):
        assert kind(positive=names[1].item()).score(names[truth], said) == plain
    assert kind().score((truth == 1).tolist(), said.tolist()) == plain


def test_a_command_line_can_name_a_number():
    assert RocAuc(positive="2").score([1, 2, 2], [0.1, 0.9, 0.4]) == 1.0


@pytest.mark.parametrize("kind", KINDS)
def test_the_truth_as_0_and_1_needs_no_label(kind):
    truth, said = np.array(["a", "b", "b", "a"]), [0.2, 0.4, 0.9, 0.3]
    coded, metric = kind(positive="b").with_plain(truth)
    assert coded.tolist() == [0, 1, 1, 0]
    assert metric.score(coded, said) == kind(positive="b").score(truth, said)


def test_scores_need_not_be_probabilities():
    assert RocAuc().score([0, 1, 0, 1], [-3, 10, 1e300, 7]) == 0.5
    assert AveragePrecision().score([0, 1, 0, 1], [-3, 10, 1e300, 7]) == pytest.approx((1 / 2 + 2 / 3) / 2)


def test_equal_scores_tell_nothing():
    assert RocAuc().score([0, 1, 1], [0.5, 0.5, 0.5]) == 0.5
    assert AveragePrecision().score([0, 1, 1], [0.5, 0.5, 0.5]) == pytest.approx(2 / 3)


def test_a_certain_error_is_finite():
    """Probabilities are cut as scikit-learn cuts them."""
    assert CLIP == class_values.CLIP
    assert NegLogLoss().row_scores([1, 0], [0.0, 0.0]).tolist() == pytest.approx([np.log(CLIP), 0.0])
    assert NegLogLoss().score([1, 0], [0.0, 1.0]) == pytest.approx(-sk.log_loss([1, 0], [0.0, 1.0]))


@pytest.mark.parametrize("kind", [NegLogLoss, NegBrierScore])
def test_means_over_rows_have_scores_of_rows(kind):
    truth, said = np.array([0, 1, 1]), stream(0, "said").random((2, 1, 3))
    rows = kind().row_scores(truth, said)
    assert isinstance(kind(), RowMetric)
    assert rows.shape == (2, 1, 3)
    assert rows[1, 0].mean() == pytest.approx(kind().score(truth, said[1, 0]))


def test_units_and_bounds():
    assert [kind().unit for kind in KINDS] == [Unit.POINTS, Unit.POINTS, Unit.NONE, Unit.NONE]
    assert [kind().bounds for kind in KINDS] == [(0, 1), (0, 1), (-np.inf, 0), (-1, 0)]


def test_placements_are_shares_of_the_other_class():
    """By brute force over all pairs."""
    rng = stream(0, "placements")
    positive, said = rng.random(80) < 0.3, rng.integers(0, 9, 80)
    wins = (said[:, np.newaxis] > said) + (said[:, np.newaxis] == said) / 2
    expected = [wins[row, ~positive].mean() if positive[row] else wins[positive, row].mean() for row in range(80)]
    assert placements(positive, said.astype(float)) == pytest.approx(expected, abs=1e-14)


class TestRefusals:
    @pytest.mark.parametrize("kind", KINDS)
    @pytest.mark.parametrize("bad", [np.nan, np.inf, None])
    def test_a_row_without_a_number(self, kind, bad):
        with refused("predictions", "row 2", bad):
            kind().score([0, 1, 1], [0.1, bad, 0.4])
        with refused("truth", "row 3"):
            kind().score([0, 1, None], [0.1, 0.2, 0.4])

    @pytest.mark.parametrize("kind", KINDS)
    def test_text_is_no_probability(self, kind):
        with refused("predictions", "'spam'", kind.slug):
            kind(positive="spam").score(["ham", "spam"], ["spam", "ham"])

    @pytest.mark.parametrize("kind", [NegLogLoss, NegBrierScore])
    @pytest.mark.parametrize("bad", [-0.1, 1.5])
    def test_a_score_is_no_probability(self, kind, bad):
        with refused("predictions", "row 3", f"{bad:g}", "roc_auc"):
            kind().row_scores([0, 1, 1], [[0.1, 0.2, 0.4], [0.1, 0.2, bad]])

    @pytest.mark.parametrize("kind", KINDS)
    def test_three_classes(self, kind):
        with refused("metric", kind.slug, "0, 1, 2"):
            kind().score([0, 1, 2], [0.1, 0.2, 0.4])
        with refused("metric", "a, b, c"):
            given_metric(kind.slug, "a", labels=["a", "b", "c"])

    @pytest.mark.parametrize("kind", KINDS)
    def test_labels_without_a_natural_positive(self, kind):
        with refused("positive", "ham, spam", f"{kind.slug}(positive='spam')"):
            kind().score(["ham", "spam"], [0.1, 0.2])
        with refused("positive", "'spm'", "ham, spam"):
            kind(positive="spm").score(["ham", "spam"], [0.1, 0.2])
        with refused("positive", "ham, spam"):
            given_metric(kind.slug, labels=["ham", "spam", "ham"])

    def test_one_class(self):
        for truth, word in (([1, 1], "positive"), ([0, 0], "negative")):
            with refused("truth", "roc_auc", word, "2 rows"):
                RocAuc().score(truth, [0.1, 0.2])
        with refused("truth", "average_precision", "2 rows"):
            AveragePrecision().score([0, 0], [0.1, 0.2])
        assert NegBrierScore().score([1, 1], [0.5, 0.5]) == -0.25

    @pytest.mark.parametrize("kind", KINDS)
    def test_rows_that_do_not_belong_together(self, kind):
        with refused("predictions", "3 values", "2 rows"):
            kind().score([0, 1], [0.1, 0.2, 0.3])
        with refused("truth", "0 rows"):
            kind().score([], [])
        with refused("labels", "0.5"):
            kind().score([0.5, 1.0], [0.1, 0.2])


class TestNames:
    def test_scikit_learns_names_and_the_usual_ones(self):
        for slug, kind in GIVEN.items():
            assert slug in sk.get_scorer_names()
            assert given_metric(slug) == kind()
            assert given_metric(slug.upper()) == kind()
        usual = {name: slug for name, slug in scorers._USUAL.items() if slug in GIVEN}
        assert usual
        assert all(given_metric(name) == GIVEN[slug]() for name, slug in usual.items())

    def test_they_are_not_in_the_catalogue(self):
        assert not set(GIVEN) & set(CATALOGUE)

    @pytest.mark.parametrize("name", ["accuracy", "f1", "roc_auc_ovr", None, 3, sk.roc_auc_score, "roc_auc,f1"])
    def test_others_are_not_found(self, name):
        assert given_metric(name) is None

    def test_the_positive_label(self):
        assert given_metric("auc", "spam") == RocAuc(positive="spam")
        assert given_metric("auc(positive='ham')", "spam") == RocAuc(positive="ham")
        assert given_metric(RocAuc(), np.str_("spam"), labels=["ham", "spam"]) == RocAuc(positive="spam")
        with refused(None, "colour", error=SpecError):
            given_metric("roc_auc(colour=3)")


def test_scikit_learn_is_not_loaded():
    code = "import sys, outperform.metrics.given; assert not {'sklearn', 'pandas'} & sys.modules.keys()"
    subprocess.run([sys.executable, "-c", code], check=True)
