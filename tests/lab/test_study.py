import numpy as np
import pytest
from scipy import stats
from tests.refusals import refused

from outperform.lab import Study, StudyError, readings_of, run_study
from outperform.lab.fit_engine import run_dataset
from outperform.lab.measures import CATALOGUE as MEASURES
from outperform.lab.measures import agreement
from outperform.lab.measures.base import average, jackknife, share
from outperform.lab.records import Records

TASK = "task-one(n=200)"
BOTH = ("corrected-cv(repeats=2, folds=5)", "mcnemar-holdout(share=0.1)")
SYMMETRIC = "symmetric(n=60)"


def value(rows, measure, procedure=None):
    found = [row for row in rows if row["measure"] == measure and procedure in (None, row["procedure"])]
    return found[0]["value"]


def same(one, other):
    return all((one[spec].pvalue == other[spec].pvalue).all() for spec in one)


@pytest.mark.process
@pytest.mark.usefixtures("untraced_children")
def test_the_same_bits_whatever_the_workers_and_whatever_else_is_in_the_study():
    study = Study(TASK, BOTH, datasets=2500, repetitions=2)
    whole = run_study(study)
    assert same(whole, run_study(study, jobs=2))
    alone = run_study(Study(TASK, BOTH[:1], datasets=100, repetitions=2))
    assert (alone[BOTH[0]].pvalue == whole[BOTH[0]].pvalue[:100]).all()
    more = run_study(
        Study(
            TASK,
            (*BOTH, "proportions-holdout(share=0.1)", "corrected-cv(repeats=5, folds=5)"),
            datasets=100,
            repetitions=2,
        )
    )
    assert (more[BOTH[0]].pvalue == whole[BOTH[0]].pvalue[:100]).all()
    assert (
        run_study(Study(TASK, BOTH, datasets=100, seed=1))[BOTH[0]].pvalue[:, 0] != whole[BOTH[0]].pvalue[:100, 0]
    ).any()


@pytest.mark.process
def test_fits_give_the_same_bits_too():
    study = Study(SYMMETRIC, ("corrected-cv(repeats=2, folds=3)", "blocked-3x2"), datasets=6, repetitions=2)
    whole = run_study(study)
    assert same(whole, run_study(study, jobs=2))
    assert whole["blocked-3x2"].shape == (6, 2)
    assert whole["blocked-3x2"].halves.shape == (6, 3, 2)
    alone = run_study(Study(SYMMETRIC, ("corrected-cv(repeats=1, folds=3)",), datasets=3, repetitions=2))
    assert alone["corrected-cv(repeats=1, folds=3)"].shape == (3, 2)


def test_counts_and_fits_agree_on_the_same_source():
    """The same study through explicit rows and real learners: rejection rates agree within Monte Carlo error."""
    procedure = ("kfold(folds=5, stratify=False) + corrected-t",)  # counts know no strata
    source = "task-one(step=20, n=100)"
    counted = run_study(Study(source, procedure, datasets=2000))[procedure[0]].rejected(0.05).mean()
    fitted_study = Study(source, procedure, ("copy-x", "always-one"), datasets=400)
    fitted = run_study(fitted_study)[procedure[0]].rejected(0.05).mean()
    assert fitted == pytest.approx(counted, abs=5 * np.sqrt(counted * (1 - counted) / 400))


def test_readings_have_every_field_and_measure():
    study = Study(TASK, ("blocked-3x2",), datasets=200, repetitions=3, levels=(0.05, 0.1))
    rows = readings_of(study, run_study(study))
    assert {row["measure"] for row in rows} == set(MEASURES) - {"seconds"}  # nothing is fitted
    assert set(rows[0]) == {
        "procedure",
        "measure",
        "value",
        "low",
        "high",
        "level",
        "datasets",
        "repetitions",
        "source",
        "null",
        "truth",
        "truth_se",
    }
    assert {row["level"] for row in rows} == {0.05, 0.1}
    assert all(row["low"] <= row["value"] <= row["high"] for row in rows)
    assert all(row["null"] is True for row in rows)
    assert value(rows, "fits") == 6
    single = readings_of(Study(TASK, BOTH[1:], datasets=50), run_study(Study(TASK, BOTH[1:], datasets=50)))
    assert {row["measure"] for row in single} == {"rejection", "uniformity", "fits"}


def test_the_null_depends_on_the_truth():
    one = Study("task-one(step=5, n=100)", BOTH[1:], datasets=10)
    assert readings_of(one, run_study(one))[0]["null"] is False
    other = Study("task-one(n=60)", ("kfold-t(folds=3)",), ("copy-x", "copy-x"), datasets=3)
    assert readings_of(other, run_study(other))[0]["null"] is True  # one learner twice


def test_any_learner_on_two_like_blocks_is_a_null():
    source = Study(SYMMETRIC, ("blocked-3x2",)).supply
    assert source.speaks_of(('block(learner="stump")', 'block(learner="stump", which=2)'))
    assert source.speaks_of(('block(learner="knn(k=3)", which=2)', 'block(learner="knn(k=3)", which=1)'))
    assert source.speaks_of(("tree", "tree"))
    assert not source.speaks_of(('block(learner="stump")', 'block(learner="tree", which=2)'))
    assert not source.speaks_of(("nb", "tree"))


def test_agreement_by_brute_force_and_as_printed():
    """R(5, 10) = 4/9; R counts the pairs of repetitions that agree."""
    for n in (2, 5, 10):
        for k in range(n + 1):
            outcomes = [1] * k + [0] * (n - k)
            pairs = [(a, b) for a in range(n) for b in range(a)]
            agree = sum(outcomes[a] == outcomes[b] for a, b in pairs) / len(pairs)
            assert agreement(np.array(k), n) == pytest.approx(agree)
    assert agreement(np.array(5), 10) == pytest.approx(4 / 9)


def test_measures_on_made_up_records():
    pvalue = np.array([[0.01, 0.02, 0.03], [0.5, 0.6, 0.01], [0.9, 0.8, 0.7]])
    sign = np.array([[1, -1, 1], [1, 1, 1], [1, 1, 1]])
    fill = np.ones_like(pvalue)
    records = Records(pvalue, sign * 0.1, sign, fill, fill * 9, fill, fill, fill, fill * np.nan, fill * np.nan)

    def read(slug):
        return MEASURES[slug]().read(records, 0.05, None)

    assert read("rejection").value == pytest.approx(4 / 9)
    assert read("replicability").value == pytest.approx((1 + 1 / 3 + 1) / 3)
    assert read("chance-corrected").value == pytest.approx(2 * (7 / 9) - 1)
    assert read("consistent").value == pytest.approx(2 / 3)
    assert read("almost-consistent").value == 1
    assert read("three-way").value == pytest.approx((1 / 3 + 1 / 3 + 1) / 3)
    assert read("coverage") is None
    assert read("rho1") is None
    first = stats.kstest(pvalue[:, 0], "uniform").statistic
    assert read("uniformity").value == pytest.approx(first)


def test_monte_carlo_intervals_cover():
    """Wilson, mean and jackknife intervals cover the true value in about 95 of 100 studies (binomial bound 1e-6)."""
    rng = np.random.default_rng(0)
    hits = {"share": 0, "average": 0, "jackknife": 0}
    for _ in range(400):
        flags, values = (rng.random(200) < 0.1).astype(float), rng.exponential(size=200)
        readings = {"share": (share(flags), 0.1), "average": (average(values), 1.0)}
        readings["jackknife"] = jackknife(lambda table: float(table.var(ddof=1)), rng.normal(size=200)), 1.0
        for name, (reading, true) in readings.items():
            hits[name] += reading.low <= true <= reading.high
    assert min(hits.values()) >= stats.binom.ppf(1e-6, 400, 0.93)


@pytest.mark.parametrize(
    ("options", "argument", "facts"),
    [
        ({"source": "task-two"}, None, ("'task-two'", "task-one")),
        ({"procedures": ()}, "procedures", ("empty",)),
        ({"procedures": ("corrected-10x11",)}, None, ("'corrected-10x11'", "corrected-10x10")),
        ({"procedures": ("kfold + t",)}, None, ("test", "'t'")),
        ({"datasets": 0}, "datasets", ("1", "got 0")),
        ({"datasets": 2.5}, "datasets", ("1", "2.5")),
        ({"procedures": "kfold-t"}, "procedures", ("list", "'kfold-t'")),
        ({"procedures": ("kfold + bayes-correlated-t",)}, "procedures", ("bayes-correlated-t", "p-value")),
        ({"repetitions": 0}, "repetitions", ("1", "got 0")),
        ({"levels": (2,)}, "level", ("2",)),
        ({"levels": 0.05}, "levels", ("list", "0.05")),
        ({"levels": ()}, "levels", ("empty",)),
        ({"levels": (True,)}, "level", ("True",)),
        ({"learners": ("nb",)}, "learners", ("two", "1", "leave out all")),
        ({"learners": "nb"}, "learners", ("list", "'nb'")),
        ({"learners": ("nb", "tre")}, "learners", ("'tre'", "tree")),
        ({"learners": ("nb", "knn(kk=3)")}, None, ("'kk'", "k?")),
        ({"learners": ("nb", 'block(learner="tre")')}, "learners", ("'tre'", "tree")),
        (
            {"learners": ("nb", "sklearn.tree.DecisionTree")},
            None,
            ("sklearn.tree.DecisionTree ", "DecisionTreeRegressor"),
        ),
        ({"learners": ("nb", "os.path")}, None, ("os.path", "scikit-learn")),
        ({"source": 3}, "source", ("text", "got 3")),
        ({"source": "task-one(n=1_000_000_000)"}, None, ("999,999,999", "1000000000")),
        ({"source": "symmetric(n=1_000_000_000)"}, None, ("10,000,000", "1000000000")),
    ],
)
def test_bad_studies_are_refused_before_anything_runs(options, argument, facts):
    with refused(argument, *facts, error=StudyError) as refusal:
        Study(**{"source": TASK, "procedures": BOTH, **options})
    assert refusal.value.field == next(iter(options))


def test_more_folds_than_rows_are_refused_in_counts_too():
    with refused(None, "kfold", "10 rows", "5"):
        run_study(Study("task-one(n=5)", ("corrected-10x10",), datasets=2))


def test_the_spelling_of_a_source_changes_nothing():
    one = run_study(Study(SYMMETRIC, ("blocked-3x2",), datasets=2))
    other = run_study(Study("symmetric( n = 60 )", ("blocked-3x2",), datasets=2))
    assert same(one, other)


def test_lists_are_as_good_as_tuples_and_what_is_said_twice_is_said_once():
    given = Study(TASK, [*BOTH, BOTH[0]], ["nb", "tree"], levels=[0.05, 0.1, 0.05])
    assert given == Study(TASK, BOTH, ("nb", "tree"), levels=(0.05, 0.1))
    assert hash(given) == hash(Study(TASK, BOTH, ("nb", "tree"), levels=(0.05, 0.1)))


@pytest.mark.parametrize(
    ("source", "learners"),
    [
        ("epsilon", ("epsilon-simulated( which = 1 )", "epsilon-simulated( which=2 )")),
        ("population", ("copy-x(column=0)", "copy-x( column=1 )")),
        (TASK, ("always-one()", " copy-x")),
    ],
)
def test_the_usual_pair_is_known_however_it_is_spelled(source, learners):
    study, usual = Study(source, BOTH, learners, datasets=10), Study(source, BOTH, datasets=10)
    assert study.counted
    assert study.pair == usual.pair
    assert same(run_study(study), run_study(usual))
    assert not Study(source, BOTH, learners[::-1]).counted


def test_other_learners_are_spelled_in_one_way():
    given = ("mlp( hidden = 8 )", "sklearn.svm.SVC( C=2, kernel='linear')")
    assert Study(TASK, BOTH, given).pair == ("mlp(hidden=8)", "sklearn.svm.SVC(C=2, kernel='linear')")
    assert Study(TASK, BOTH, ("mlp", "block( which=2 )")).pair == ("mlp", "block(which=2)")


def test_repetitions_that_are_known_are_not_run_again():
    both = ("corrected-cv(repeats=2, folds=3)", "blocked-3x2")
    study = Study(SYMMETRIC, both, datasets=1, repetitions=3)
    whole = run_dataset(study, 0)
    rest = run_dataset(study, 0, dict(zip(both, (1, 2), strict=True)))
    assert [whole[spec].shape for spec in both] == [(1, 3), (1, 3)]
    assert [rest[spec].shape for spec in both] == [(1, 2), (1, 1)]
    for spec, known in zip(both, (1, 2), strict=True):
        assert rest[spec].pvalue.tolist() == whole[spec].pvalue[:, known:].tolist()
