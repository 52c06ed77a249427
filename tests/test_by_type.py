"""What a thing is follows from its type or an attribute, never from a look into its text."""

import joblib
import numpy as np
import pytest

from outperform import judge, judge_predictions
from outperform.comparison.advise import advise
from outperform.engine.pool import work_place
from outperform.report.figures import DifferenceFigure
from outperform.report.tables.comparison import methods_sentence
from outperform.words.headlines import headline

RNG = np.random.default_rng(0)
TRUTH = np.tile([0, 1], 30)
SAID = {name: np.where(RNG.random(60) < share, TRUTH, 1 - TRUTH) for name, share in (("a", 0.95), ("b", 0.6))}
SIZES = {"n_train": 90, "n_test": 10}


def table(*names):
    return {name: np.random.default_rng(at).normal(0.8, 0.05, (2, 10)) for at, name in enumerate(names)}


def test_a_function_that_a_user_calls_accuracy_is_not_judged_as_accuracy():
    def accuracy(truth, predictions):
        return -(float(np.mean(truth != predictions)) ** 2)

    own, ours = (judge_predictions(TRUTH, SAID, metric=metric) for metric in (accuracy, "accuracy"))
    assert own.judgements[0].metric == ours.judgements[0].metric == "accuracy"
    assert [each.judgements[0].test for each in (own, ours)] == ["bootstrap-percentile", "mcnemar-midp"]


def test_a_learner_that_is_called_bootstrap_draws_nothing():
    named = judge(table("bootstrap", "b"), "corrected-t", **SIZES)
    assert not named.judgements[0].verdict.is_drawn
    assert "Seed" not in methods_sentence(named)
    drawn = judge_predictions(TRUTH, SAID, metric="f1")
    assert drawn.judgements[0].verdict.is_drawn
    assert "Seed 0" in methods_sentence(drawn)


def test_a_name_at_the_beginning_of_a_sentence_stays_as_it_is():
    scores = {"no change": TRUTH, "b": 1 - TRUTH}
    won = judge_predictions(TRUTH, scores)
    assert headline(won.judgements, won.scores).startswith("no change is better")
    still = judge_predictions(TRUTH, {"a": TRUTH, "b": TRUTH})
    assert headline(still.judgements, still.scores).startswith("No ")


def test_only_p_values_are_said_to_be_adjusted():
    three = table("a", "b", "c")
    by_p, by_posterior = (judge(three, test, **SIZES) for test in ("corrected-t", "bayes-correlated-t"))
    assert "p-values" in DifferenceFigure.of(by_p).caption
    assert "p-values" not in DifferenceFigure.of(by_posterior).caption


@pytest.mark.parametrize(("fits", "most"), [(100, True), (6, False), (1, False)])
def test_a_procedure_that_may_stop_early_costs_at_most(fits, most):
    assert ("at most" in str(advise("estimators", budget=fits))) == most


@pytest.mark.parametrize("backend", ["threading", "loky", "multiprocessing"])
def test_where_work_runs_follows_from_the_kind_of_backend(backend):
    with joblib.parallel_config(backend=backend, n_jobs=2):
        place = work_place(None)
    assert (place.workers, place.threads, place.cluster) == (2, backend == "threading", False)


def test_a_backend_that_nobody_knows_may_be_on_other_machines():
    class Elsewhere(joblib.parallel.ParallelBackendBase):
        def effective_n_jobs(self, n_jobs):
            return 4 if n_jobs is None else n_jobs

        def apply_async(self, *given):
            raise NotImplementedError

    joblib.register_parallel_backend("elsewhere", Elsewhere)
    with joblib.parallel_config(backend="elsewhere", n_jobs=4):
        place = work_place(None)
    joblib.parallel.BACKENDS.pop("elsewhere")
    assert (place.workers, place.threads, place.cluster) == (4, False, True)
