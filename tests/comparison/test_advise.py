"""Which test to use, and which not."""

import re

import pytest
from tests.refusals import refused

from outperform.comparison.advise import advise
from outperform.comparison.references import ORIGINS, bibliography, bibtex_of
from outperform.core import InputError, OutperformError, known_weaknesses
from outperform.procedures import CATALOGUE as PROCEDURES
from outperform.significance import CATALOGUE as TESTS
from outperform.words.advise import QUESTIONS, REFUSED
from outperform.words.weaknesses import weaknesses_words


@pytest.mark.parametrize(
    ("budget", "procedure", "fits"),
    [
        (5000, "adaptive-cv", 700),
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
    ("have", "test", "facts"),
    [
        ("estimators", "pooled-t", ["pooled-t", ".05", "corrected-t"]),
        ("scores", "resampled-t", ["resampled-t", "corrected-t"]),
        ("predictions", "proportions", ["proportions", "mcnemar-midp"]),
        ("predictions", "corrected-t", ["corrected-t", "one test set"]),
        ("scores", "mcnemar", ["mcnemar", "only scores"]),
        ("evals", "corrected-t", ["corrected-t", "one test set"]),
        ("evals", "delong", ["delong", "only scores", "item-t"]),
        ("evals", "welch-t", ["welch-t", "runs", "evals"]),
        ("scores", "welch-t", ["welch-t", "runs", "evals"]),
        ("scores", "corected-t", ["corected-t", "did you mean corrected-t"]),
    ],
)
def test_what_is_not_valid_is_refused_with_what_to_use(have, test, facts):
    with refused("test", *facts):
        advise(have, test=test)


def test_the_tests_that_are_refused_are_known_and_name_a_known_one():
    assert REFUSED.keys() <= set(TESTS)
    named = {word for reason in REFUSED.values() for word in re.findall(r"use ([\w-]+)", reason)}
    assert named == {"corrected-t", "mcnemar-midp", "5x2-f"}
    assert not named & REFUSED.keys()


@pytest.mark.parametrize("test", ["mcnemar", "mcnemar-midp", "proportions-corrected"])
def test_tests_that_count_right_items_are_refused_for_other_metrics(test):
    assert test in advise("estimators", test=test).asked
    with refused("test", test, "accuracy", "f1"):
        advise("predictions", metric="f1", test=test)


@pytest.mark.parametrize(
    ("have", "metric", "fact"),
    [
        ("estimators", "acuracy", "did you mean accuracy"),
        ("predictions", "acuracy", "did you mean accuracy"),
    ],
)
def test_a_metric_that_the_command_could_not_compute_is_refused(have, metric, fact):
    with refused(None, metric, fact, error=OutperformError):
        advise(have, metric)


COMPUTED = [
    ("estimators", "roc_auc"),
    ("scores", "bleu"),
    ("evals", "bleu"),
    ("predictions", "r2"),
    ("predictions", "roc_auc"),
]


@pytest.mark.parametrize(("have", "metric"), COMPUTED)
def test_other_metrics_are_taken(have, metric):
    assert metric in advise(have, metric).tells


@pytest.mark.parametrize(
    ("have", "test", "fact"),
    [
        ("scores", "corrected-t", "recommended"),
        ("scores", "sorted-runs-t", "splits"),
        ("scores", "kfold-t", weaknesses_words(known_weaknesses(TESTS["kfold-t"]), "kfold-t")),
        ("estimators", "mcnemar", "held-out"),
        ("predictions", "bootstrap-percentile", "items"),
        ("evals", "item-t", "recommended"),
        ("evals", "mcnemar", "items"),
    ],
)
def test_a_test_that_is_asked_for_and_valid_is_answered(have, test, fact):
    advice = advise(have, test=test)
    assert test in advice.asked
    assert fact in advice.asked
    assert advice.asked in " ".join(str(advice).split())


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
    assert {key for keys in ORIGINS.values() for key in keys} == set(bibliography())
    assert all(entry.startswith("@") and f"{{{key}," in entry for key, entry in bibliography().items())


def test_an_unknown_test_cannot_be_cited():
    with refused("test", "mcnemer", "mcnemar"):
        bibtex_of("mcnemer")
