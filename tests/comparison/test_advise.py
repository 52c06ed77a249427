"""Which test to use, and which not."""

import pytest

from outperform.comparison.advise import QUESTIONS, advise
from outperform.comparison.references import BIBTEX, ORIGINS, bibtex_of
from outperform.core import InputError, OutperformError
from outperform.procedures import CATALOGUE as PROCEDURES
from outperform.significance import CATALOGUE as TESTS


@pytest.mark.parametrize(
    ("budget", "procedure", "fits"),
    [
        (5000, "adaptive-cv", 600),
        (100, "adaptive-cv(max_fits=100)", 100),
        (57, "adaptive-cv(max_fits=57)", 57),
        (20, "adaptive-cv(max_fits=20)", 20),
        (19, "blocked-3x2", 6),
        (6, "blocked-3x2", 6),
        (5, "mcnemar-holdout", 1),
    ],
)
def test_the_budget_chooses_a_procedure_that_it_pays_for(budget, procedure, fits):
    advice = advise("estimators", budget=budget)
    assert (advice.procedure, advice.fits) == (procedure, fits)
    assert advice.fits <= budget
    assert PROCEDURES.parse(procedure).card().fits[1] == fits


def test_one_fit_and_another_metric_is_the_bootstrap():
    assert advise("estimators", metric="f1", budget=1).procedure == "bootstrap-holdout"


def test_predictions_are_judged_without_fits():
    assert (advise("predictions").test, advise("predictions").fits) == ("mcnemar-midp", 0)


@pytest.mark.parametrize(
    ("have", "test", "why"),
    [
        ("estimators", "pooled-t", "share their rows"),
        ("scores", "resampled-t", "share their rows"),
        ("predictions", "proportions", "for independent"),
        ("predictions", "corrected-t", "several splits"),
        ("scores", "mcnemar", "only scores"),
        ("scores", "corected-t", "did you mean"),
    ],
)
def test_what_is_not_valid_is_refused_with_the_reason(have, test, why):
    with pytest.raises(InputError, match=why):
        advise(have, test=test)


@pytest.mark.parametrize("test", ["mcnemar", "mcnemar-midp", "proportions-corrected"])
def test_tests_that_count_right_items_are_refused_for_other_metrics(test):
    assert test in advise("estimators", test=test).asked
    with pytest.raises(InputError, match="judges accuracy, not f1"):
        advise("predictions", metric="f1", test=test)


@pytest.mark.parametrize(
    ("have", "metric", "why"),
    [
        ("estimators", "acuracy", "did you mean accuracy"),
        ("predictions", "acuracy", "did you mean accuracy"),
        ("predictions", "roc_auc", "only predictions"),
    ],
)
def test_a_metric_that_the_command_could_not_compute_is_refused(have, metric, why):
    with pytest.raises(OutperformError, match=why):
        advise(have, metric)


@pytest.mark.parametrize(("have", "metric"), [("estimators", "roc_auc"), ("scores", "bleu"), ("predictions", "r2")])
def test_other_metrics_are_taken(have, metric):
    assert metric in advise(have, metric).tells


@pytest.mark.parametrize(
    ("have", "test", "says"),
    [
        ("scores", "corrected-t", "is that test"),
        ("scores", "sorted-runs-t", "on splits that it fits"),
        ("scores", "kfold-t", "somewhat liberal"),
        ("estimators", "mcnemar", "on one held-out part"),
        ("predictions", "bootstrap-percentile", "on these items"),
    ],
)
def test_a_test_that_is_asked_for_and_valid_is_answered(have, test, says):
    assert says in str(advise(have, test=test)).splitlines()[-1]


@pytest.mark.parametrize(("have", "budget"), [("nothing", 10), ("estimators", 0), ("estimators", True)])
def test_nonsense_is_refused(have, budget):
    with pytest.raises(InputError):
        advise(have, budget=budget)


def test_there_are_nine_questions():
    assert [number for number, _, _ in QUESTIONS] == list(range(1, 10))


@pytest.mark.parametrize("slug", sorted({*TESTS, *PROCEDURES}))
def test_every_test_and_procedure_can_be_cited(slug):
    assert bibtex_of(slug).startswith("@")


def test_every_reference_is_used_and_known():
    assert {key for keys in ORIGINS.values() for key in keys} == set(BIBTEX)
    assert all(entry.startswith("@") and f"{{{key}," in entry for key, entry in BIBTEX.items())


def test_an_unknown_test_cannot_be_cited():
    with pytest.raises(InputError, match="did you mean"):
        bibtex_of("mcnemer")
