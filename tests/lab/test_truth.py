"""What is told as true of two learners, and what a reading makes of it."""

import warnings

import numpy as np
import pytest

from outperform.core import Truth
from outperform.lab import Study, readings_of, run_study, truth
from outperform.lab.readings import truth_in_words
from outperform.lab.truth import is_null, known_truth, measured_truth, truth_by_fits
from outperform.sources import CATALOGUE, Exp6, Gaussians, Symmetric, Table


@pytest.mark.parametrize(
    ("source", "pair", "difference"),
    [
        ("task-one(step=6)", ("always-one", "copy-x"), -0.03),
        ("task-one(step=6)", ("copy-x", "always-one"), 0.03),
        ("task-one(step=6)", ("copy-x", "copy-x"), 0),
        ("exp6", ("tree", "tree"), 0),
        ("symmetric", ('block(learner="stump")', 'block(learner="stump", which=2)'), 0),
        ("no-information", ("dummy", "mlp"), 0),
        ("bayes-net(delta=0)", ("forest", "lda"), 0),
        ("regression", ('block(learner="tree", which=2)', 'block(learner="tree")'), 0),
    ],
)
def test_what_sources_know_exactly(source, pair, difference):
    found = known_truth(CATALOGUE.parse(source), pair, 50)
    assert (found.difference, found.se) == (difference, 0)


@pytest.mark.parametrize(
    ("source", "pair"),
    [
        ("task-one", ("tree", "copy-x")),
        ("exp6", ("tree", "nb")),
        ("symmetric", ("nb", "tree")),
        ("symmetric", ('block(learner="stump")', 'block(learner="tree", which=2)')),
        ("no-information(share=0.8)", ("nb", "tree")),
        ("bayes-net", ("nb", "tree")),
        ("regression(tilt=0.5)", ('block(learner="tree")', 'block(learner="tree", which=2)')),
    ],
)
def test_what_sources_do_not_know(source, pair):
    assert known_truth(CATALOGUE.parse(source), pair, 50) is None


def test_brute_force_steps_in_and_can_be_switched_off(monkeypatch):
    calls = []

    def counted(*given, **more):
        calls.append(given)
        return measured_truth(*given, **more)

    monkeypatch.setattr(truth, "measured_truth", counted)
    pair = ("lda", "stump")
    assert truth_by_fits(Gaussians(), pair, 40, sets=0) is None
    assert calls == []
    found = truth_by_fits(Gaussians(), pair, 40, sets=20)
    assert found.se > 0
    assert truth_by_fits(Gaussians(), pair, 40, sets=20) == found
    assert truth_by_fits(Gaussians(), pair, 40, sets=20, seed=1) != found


def test_brute_force_is_asked_once_in_the_life_of_a_study(monkeypatch):
    calls = []

    def counted(*given, **more):
        calls.append(given)
        return measured_truth(*given, **more)

    monkeypatch.setattr(truth, "measured_truth", counted)
    studies = [Study("gaussians", ("holdout+mcnemar", "holdout+proportions"), ("lda", "stump"), datasets=5)] * 2
    records = run_study(studies[0])
    first, second = (readings_of(study, records, ["rejection"], sets=20) for study in studies)
    assert first == second
    assert len(calls) == 1
    again = Study("gaussians", studies[0].procedures, ("lda", "stump"), datasets=5)
    assert readings_of(again, records, ["rejection"], sets=20) == first
    assert len(calls) == 2


def test_a_learner_that_fails_leaves_the_truth_unknown():
    assert truth_by_fits(Table(name="iris"), ("lda", "nb"), 2, sets=20) is None  # often rows of one class


def test_brute_force_is_silent():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert truth_by_fits(Symmetric(), ("sklearn.neural_network.MLPClassifier(max_iter=1)", "dummy"), 20, sets=2)


def test_the_truth_of_a_table_is_that_of_what_else_it_could_give():
    drawn, others = Table(name="iris", n=30, pool=100).draw_and_others(np.random.default_rng(0), 500)
    assert (drawn.size, others.size) == (30, 70)
    drawn, others = Table(name="iris", n=30, pool=100, replace=True).draw_and_others(np.random.default_rng(0), 500)
    assert others.size == 100
    assert Table(name="iris", n=30).draw_and_others(np.random.default_rng(0), 50)[1].size == 50
    # With replacement a row that was learnt may be asked for again: a nearest neighbour knows 1 - 1/e of them.
    source = Table(name="digits", n=200, pool=200, replace=True)
    found = measured_truth(source, ("knn(k=1)", "dummy"), 200, datasets=10)
    assert found.difference > 0.6


@pytest.mark.parametrize(
    ("given", "null"),
    [
        (Truth(0.0), True),
        (Truth(1e-9), False),
        (Truth(0.031, 0.01), False),
        (Truth(-0.031, 0.01), False),
        (Truth(0.029, 0.01), None),
        (Truth(0.0009, 0.0001), None),  # within what a calibration calls equal
        (Truth(0.0, 1e-6), None),
        (None, None),
    ],
)
def test_only_an_exact_truth_makes_a_null(given, null):
    assert is_null(given) is null


def rows_of(study, **options):
    return readings_of(study, run_study(study), ["rejection"], **options)


def test_readings_tell_the_truth_they_stand_on():
    study = Study("exp6(n=60)", ("kfold-t(folds=3)", "mcnemar-holdout(share=0.5)"), ("tree", "dummy"), datasets=3)
    three, half = rows_of(study)
    assert three["null"] is False
    assert three["truth"] > 0.2
    assert 0 < three["truth_se"] < 0.02
    assert three["truth"] == measured_truth(Exp6(), ("tree", "dummy"), 40, datasets=20).difference
    assert half["truth"] == measured_truth(Exp6(), ("tree", "dummy"), 30, datasets=20).difference
    off = rows_of(study, sets=0)[0]
    assert (off["null"], off["truth"], off["truth_se"]) == (None, None, None)
    assert off["value"] == three["value"]


def test_exact_truths_have_no_error():
    (row,) = rows_of(Study("task-one(step=20, n=60)", ("mcnemar-holdout",), datasets=5))
    assert (row["null"], row["truth"], row["truth_se"]) == (False, -0.1, 0)
    (row,) = rows_of(Study("no-information(n=60)", ("kfold-t(folds=3)",), ("lda", "stump"), datasets=2))
    assert (row["null"], row["truth"], row["truth_se"]) == (True, 0, 0)


def test_the_calibrated_pair_cannot_be_told_from_equal():
    found = truth_by_fits(Exp6(), Exp6.learners, 270, sets=60)
    assert is_null(found) is None
    assert abs(found.difference) < 3 * found.se < 0.01


@pytest.mark.parametrize(
    ("null", "true", "error", "facts", "absent"),
    [
        (True, 0.0, 0.0, ("no true difference",), ("measured",)),
        (False, -0.03, 0.0, ("-0.0300",), ("measured", "standard error")),
        (False, -0.03, 0.002, ("-0.0300", "measured", "standard error 0.0020"), ("from 0",)),
        (None, 0.001, 0.002, ("from 0", "+0.0010", "measured", "standard error 0.0020"), ()),
        (None, None, None, ("unknown",), ("measured",)),
    ],
)
def test_the_truth_in_words(null, true, error, facts, absent):
    words = truth_in_words({"null": null, "truth": true, "truth_se": error})
    assert all(fact in words for fact in facts)
    assert not any(fact in words for fact in absent)
