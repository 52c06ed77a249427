"""Measures against what the tests' own verdicts say, and Monte Carlo intervals that cover."""

import numpy as np
import pytest
from scipy import stats

from outperform.core import Scores, Truth, stream
from outperform.lab import Records, Study, readings_of, run_study
from outperform.lab.measures import Coverage, PoliticalRatio, Rejection, Seconds
from outperform.lab.measures.base import share
from outperform.significance import CATALOGUE as TESTS
from outperform.significance import Differences

TASK = "task-one(step=20, n=100)"


def study_of(procedure, source=TASK, **options):
    study = Study(source, (procedure,), datasets=400, **options)
    return study, run_study(study)[procedure]


def read(measure, procedure, **options):
    study, records = study_of(procedure, **options)
    return measure.read(records, 0.05, study.supply.truth(50)), records


@pytest.mark.parametrize("test", ["5x2-t", "5x2-f", "5x2-combined-t"])
@pytest.mark.parametrize("level", [0.01, 0.05, 0.3])
def test_intervals_of_records_are_those_of_verdicts(test, level):
    rule, rng = TESTS.parse(test), stream(0, "intervals")
    first, second = rng.normal(size=(2, 60, 5, 2))
    second[::7] = first[::7] - np.arange(5)[:, np.newaxis]  # repeats that differ, without spread: the F test's is empty
    second[::9] = first[::9] - 1
    second[::11] = first[::11] + 0.01 * second[::11] - np.arange(5)[:, np.newaxis]  # with little spread within
    found = rule.arithmetic(Differences.between(first, second))
    low, high = Records.of(found, found.estimate, 50, 10).interval(level)
    empty = 0
    for index in range(60):
        scores = Scores(("a", "b"), "accuracy", np.stack([first[index], second[index]]))
        expected = rule.judge(scores).interval(level)
        if expected is None:
            empty += 1
            assert (low[index, 0], high[index, 0]) == (np.inf, -np.inf)
        else:
            assert (low[index, 0], high[index, 0]) == pytest.approx(expected, abs=1e-12)
    assert (empty > 0) == (test == "5x2-f")


def test_the_f_test_covers_where_it_does_not_reject():
    reading, records = read(Coverage(), "5x2-f", source="task-one(n=100)")
    assert reading.value == pytest.approx(1 - Rejection().read(records, 0.05, None).value)
    assert reading.value > 0.9


def test_coverage_of_a_difference_that_is_there():
    for procedure in ("5x2-f", "corrected-cv(repeats=2)"):
        reading, _ = read(Coverage(), procedure)
        assert 0.85 < reading.value <= 1
        assert reading.low < reading.value <= reading.high


def test_coverage_counts_and_fits_agree():
    """The same law through explicit rows and learners that are fitted, exchanged so that they are."""
    for procedure in ("5x2(stratify=False) + 5x2-f", "kfold-t"):
        counted, _ = study_of(procedure)
        fitted = Study(TASK, (procedure,), ("copy-x", "always-one"), datasets=150)
        one, other = (
            next(row for row in readings_of(study, run_study(study), ["coverage"])) for study in (counted, fitted)
        )
        assert (one["truth"], other["truth"]) == (-0.1, 0.1)
        assert abs(one["value"] - other["value"]) < 5 * np.sqrt(0.1 * 0.9 / 150)


@pytest.mark.parametrize("procedure", ["mcnemar-holdout", "holdout + mcnemar-exact", "holdout + proportions-corrected"])
def test_intervals_that_follow_from_counts_are_not_kept(procedure):
    assert read(Coverage(), procedure)[0] is None
    assert read(PoliticalRatio(), procedure)[0] is None


def test_the_bootstrap_keeps_no_interval():
    study = Study(TASK, ("bootstrap-holdout",), datasets=3)
    records = run_study(study)["bootstrap-holdout"]
    assert Coverage().read(records, 0.05, Truth(-0.1)) is None
    assert PoliticalRatio().read(records, 0.05, None) is None


def test_an_uncertain_truth_widens_the_coverage_it_is_read_from():
    _, records = study_of("kfold-t")
    sure, unsure = (Coverage().read(records, 0.05, Truth(-0.1, error)) for error in (0.0, 0.05))
    assert sure.value == unsure.value
    assert unsure.low < sure.low
    assert unsure.high >= sure.high


def test_the_political_ratio_of_proportions_is_that_of_its_formula():
    """Task I at step 0: Var = (n01 + n10 share)/m = .5/m; the pooled estimate expects 2 p (1 - p)/m = .5/m: ratio 1.

    At error .1 of two kinds of rows learners err on different rows: Var = 2 (.1 - .0075)/m against 2 (.09)/m.
    """
    reading, _ = read(PoliticalRatio(), "proportions-holdout(share=0.5)", source="task-one(n=1000)")
    assert reading.low < 1 < reading.high
    study = Study("epsilon(rate=0.1, n=1000)", ("proportions-holdout(share=0.5)",), datasets=20_000)
    reading = PoliticalRatio().read(run_study(study)["proportions-holdout(share=0.5)"], 0.05, None)
    assert reading.value == pytest.approx(0.0925 / 0.09, abs=5 * np.sqrt(2 / 20_000))


def test_the_f_test_has_no_political_ratio():
    assert read(PoliticalRatio(), "5x2-f")[0] is None
    assert read(PoliticalRatio(), "5x2-t")[0] is not None


def test_what_fits_nothing_has_no_seconds():
    assert read(Seconds(), "kfold-t")[0] is None
    study = Study("symmetric(n=60)", ("kfold-t(folds=3)",), datasets=2)
    assert Seconds().read(run_study(study)["kfold-t(folds=3)"], 0.05, None).value > 0


def test_older_records_lack_the_last_numbers():
    full = np.ones((10, 4, 2))
    assert np.isnan(Records.from_numbers(full[:8], None).within).all()
    assert (Records.from_numbers(full, None).within == 1).all()


@pytest.mark.parametrize("repetitions", [1, 2, 10])
@pytest.mark.parametrize("rate", [0.01, 0.05, 0.5])
def test_intervals_of_rates_over_repetitions_cover(rate, repetitions):
    """Datasets differ in how often they reject (a beta law), repetitions share them: 95% within a binomial bound."""
    rng, hits = stream(0, "cover", repetitions, str(rate)), 0
    for _ in range(400):
        chances = rng.beta(rate, 1 - rate, size=200)
        reading = share(rng.binomial(repetitions, chances) / repetitions, repetitions)
        hits += reading.low <= rate <= reading.high
    assert hits >= stats.binom.ppf(1e-6, 400, 0.93)


def test_repetitions_narrow_an_interval_by_what_they_add():
    same = np.tile([0.0] * 95 + [1.0] * 5, 2)
    assert share(same, 10) == share(same)  # repetitions that say the same add nothing
    mixed = stream(0, "mixed").binomial(10, 0.05, size=200) / 10  # those that share nothing count in full
    width = share(mixed, 10).high - share(mixed, 10).low
    assert width == pytest.approx(2 * 1.96 * np.sqrt(0.05 * 0.95 / 2000), rel=0.2)
