"""Count metrics: scikit-learn's values on every input, one arithmetic for one table and for a million."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics as sk
from tests.refusals import refused

from outperform.metrics import (
    CATALOGUE,
    F1,
    Accuracy,
    BalancedAccuracy,
    CountMetric,
    F1Macro,
    F1Micro,
    MatthewsCorrcoef,
    Precision,
    Recall,
    RowMetric,
)
from outperform.metrics.ratios import Binary

quick = settings(max_examples=20, deadline=None)
NAMES = {*sk.get_scorer_names(), "neg_max_error"}  # before 1.6 it was called max_error
COUNTS = [slug for slug, kind in CATALOGUE.items() if issubclass(kind, CountMetric)]
CLAIMED = [slug for slug in COUNTS if slug in NAMES]  # a name of scikit-learn's promises its values
BINARY = [slug for slug in COUNTS if issubclass(CATALOGUE[slug], Binary)]

# scikit-learn says where it divides by zero or meets a single label; the values are what is compared
pytestmark = pytest.mark.filterwarnings("ignore:::sklearn")


def by_sklearn(slug, truth, predictions, **options):
    scorer = sk.get_scorer(slug)
    return scorer._sign * scorer._score_func(truth, predictions, **scorer._kwargs | options)


def pairs(labels):
    """Truth and predictions; what the truth may be is a part of what predictions may be."""
    row = st.tuples(st.sampled_from(labels[: 1 + len(labels) // 2] or labels), st.sampled_from(labels))
    return st.lists(row, min_size=1, max_size=30).map(
        lambda rows: tuple(np.array(side) for side in zip(*rows, strict=True))
    )


INTEGERS, TEXT, MANY = pairs([0, 1, 2, 3, 7]), pairs(["ant", "bee", "cat", "dog"]), pairs(list(range(40)))


def test_scikit_learns_fifteen_are_here():
    averages = ("", "_macro", "_micro", "_weighted")
    ratios = [f"{name}{average}" for name in ("f1", "precision", "recall") for average in averages]
    assert {"accuracy", "balanced_accuracy", "matthews_corrcoef", *ratios} <= set(CLAIMED)


@pytest.mark.parametrize("slug", [slug for slug in CLAIMED if slug not in BINARY])
@quick
@given(pair=INTEGERS | TEXT | MANY)
def test_multiclass_values_are_scikit_learns(slug, pair):
    assert CATALOGUE[slug]().score(*pair) == pytest.approx(by_sklearn(slug, *pair), rel=1e-14, abs=1e-16)


@pytest.mark.parametrize("slug", [slug for slug in CLAIMED if slug in BINARY])
@quick
@given(pair=pairs([0, 1]) | pairs([1, 0]) | pairs([False, True]) | pairs([0.0, 1.0]))
def test_binary_values_are_scikit_learns(slug, pair):
    assert CATALOGUE[slug]().score(*pair) == by_sklearn(slug, *pair)


@pytest.mark.parametrize("slug", [slug for slug in CLAIMED if slug in BINARY])
@quick
@given(pair=pairs(["ham", "spam"]) | pairs(["spam", "ham"]))
def test_binary_values_of_a_named_label_are_scikit_learns(slug, pair):
    assert CATALOGUE[slug](positive="spam").score(*pair) == by_sklearn(slug, *pair, pos_label="spam")


@pytest.mark.parametrize("slug", COUNTS)
@quick
@given(data=st.data())
def test_leading_axes_give_the_values_of_single_tables(slug, data):
    metric = CATALOGUE[slug]()
    classes = 1 if slug in BINARY else 3
    tables = np.array(data.draw(st.lists(st.lists(st.integers(0, 5), min_size=9, max_size=9), min_size=6, max_size=6)))
    confusion = tables.reshape(2, 3, 3, 3)
    tp = np.einsum("abcc->abc", confusion)[..., :classes]
    predicted, actual = confusion.sum(axis=2)[..., :classes], confusion.sum(axis=3)[..., :classes]
    at_once = metric.of_counts(tp, predicted, actual)
    assert at_once.shape == (2, 3)
    for place in np.ndindex(2, 3):
        assert at_once[place] == metric.of_counts(tp[place], predicted[place], actual[place])


def test_a_class_that_only_the_predictions_know_counts_in_the_macro_average():
    # class 2: precision 0 / 1, no recall, F1 = 0; class 0: F1 = 2 * 2 / (2 + 3); class 1: F1 = 1
    assert F1Macro().score([0, 0, 0, 1], [0, 0, 2, 1]) == pytest.approx((4 / 5 + 1 + 0) / 3)
    assert BalancedAccuracy().score([0, 0, 0, 1], [0, 0, 2, 1]) == pytest.approx((2 / 3 + 1) / 2)


def test_micro_averages_are_accuracy():
    truth, predictions = [0, 1, 2, 2, 1, 0], [0, 2, 2, 1, 1, 0]
    assert F1Micro().score(truth, predictions) == Accuracy().score(truth, predictions) == 4 / 6


def test_f1_without_anything_to_find_is_0():
    assert F1().score([0, 0, 0], [0, 0, 0]) == 0.0


def test_a_constant_prediction_has_no_correlation():
    assert MatthewsCorrcoef().score([0, 1, 1], [1, 1, 1]) == 0.0


def test_matthews_does_not_overflow():
    # 3e6 rows: the product of the variances is near 1e26, beyond 64-bit integers
    tp, predicted, actual = np.array([10**6, 10**6]), np.array([1_500_000] * 2), np.array([1_500_000] * 2)
    # two balanced classes: the correlation is 2 * accuracy - 1
    assert MatthewsCorrcoef().of_counts(tp, predicted, actual) == pytest.approx(2 * (2 / 3) - 1)


@quick
@given(pair=INTEGERS | TEXT)
def test_accuracy_is_the_mean_of_its_rows(pair):
    assert isinstance(Accuracy(), RowMetric)
    assert Accuracy().row_scores(*pair).mean() == Accuracy().score(*pair)


@pytest.mark.parametrize("metric", [F1(), Precision(), Recall()])
def test_labels_without_a_natural_positive_need_one_by_name(metric):
    with refused("positive", "ham, spam", f"{metric.slug}(positive='spam')"):
        metric.score(["ham", "spam"], ["ham", "ham"])
    with refused("positive", "-1, 1", f"{metric.slug}(positive=1)"):
        metric.score([-1, 1], [1, 1])


def test_a_positive_label_that_does_not_occur_is_refused():
    with refused("positive", "'spm'", "ham, spam"):
        F1(positive="spm").score(["ham", "spam"], ["ham", "ham"])
    # but a split without any positive row is no mistake: scikit-learn's value
    assert F1(positive="spam").score(["ham", "ham"], ["ham", "ham"]) == 0.0


def test_a_command_line_can_name_a_number():
    assert F1(positive="2").score([1, 2, 2], [1, 2, 1]) == F1(positive=2).score([1, 2, 2], [1, 2, 1]) == 2 / 3


def test_d13_three_classes_are_never_made_two():
    """MLstatkit's binary F1 of perfect predictions of three classes is .556."""
    truth = [0, 1, 2] * 30
    with refused("metric", "0, 1, 2", "f1_macro, f1_micro, f1_weighted"):
        F1().score(truth, truth)
    assert F1Macro().score(truth, truth) == 1.0


def test_many_classes_are_not_all_listed():
    with refused("metric", "8, 9 and 20 more"):
        F1().score(range(30), range(30))


@pytest.mark.parametrize("missing", [np.nan, None])
@pytest.mark.parametrize("slug", COUNTS)
def test_d13_d14_missing_labels_are_refused(slug, missing):
    """MLstatkit takes NaN for class 0, confidenceinterval for an error."""
    with refused("predictions", f"row 3 is {missing}"):
        CATALOGUE[slug]().score([0, 1, 1], [0, 1, missing])
    with refused("truth", f"row 2 is {missing}"):
        CATALOGUE[slug]().score([0, missing, 1], [0, 1, 1])


def test_d14_f1_is_binary_unless_it_says_otherwise():
    """confidenceinterval's f1_score is micro-averaged, that is accuracy."""
    truth, predictions = [1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 1, 0, 0, 0, 0]
    assert F1().score(truth, predictions) == sk.f1_score(truth, predictions) == 2 / 3
    assert F1Micro().score(truth, predictions) == 6 / 8


@pytest.mark.parametrize("slug", COUNTS)
def test_d15_lengths_that_differ_are_refused(slug):
    """Pingouin turns mismatched pairs into independent groups, with a warning."""
    with refused("predictions", "3 values", "4 rows"):
        CATALOGUE[slug]().score([0, 1, 0, 1], [0, 1, 0])


def test_probabilities_are_not_classes():
    instead = ("0.9", "metric=", "roc_auc", "neg_log_loss", "r2")
    with refused("labels", *instead):
        Accuracy().score([0, 1], [0.0, 0.9])
    with refused("labels", *instead):
        Accuracy().row_scores([0, 1], [0.0, 0.9])
    with refused("labels", *instead):
        F1Macro().score([0, 1], [0.0, 0.9])


@pytest.mark.parametrize("slug", COUNTS)
def test_specs_round_trip(slug):
    metric = CATALOGUE[slug]()
    assert CATALOGUE.parse(str(metric)) == metric
    assert str(metric) == slug


@pytest.mark.parametrize("positive", ["spam", "it's", 1, True, 2.5])
def test_specs_with_a_positive_label_round_trip(positive):
    again = CATALOGUE.parse(str(F1(positive=positive)))
    assert again == F1(positive=positive)
    assert type(again.positive) is type(positive)
