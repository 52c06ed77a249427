"""What limits a comparison, and what more would cost."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_diabetes, load_iris
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import ExtraTreesClassifier
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from tests.refusals import refused

from outperform import Budget, budget, budget_of_scores, compare, judge
from outperform.comparison.budgets.pilot import Pilot
from outperform.core import Dataset, Decision, MisfitError, Note, NoteKind, Unit
from outperform.data import canonical, dataset_as_is
from outperform.designs import KFold
from outperform.engine import Contest, LearnerError, Store
from outperform.learners import Estimator
from outperform.procedures import caution
from outperform.procedures.caution import factors_of
from outperform.procedures.measured import MeasuredFactor
from outperform.significance.flip import CorrectedRule
from outperform.significance.noise import Noise
from outperform.words.document import Role

X, Y = load_iris(return_X_y=True)
FOREST = {"nb": GaussianNB(), "forest": ExtraTreesClassifier(n_estimators=3)}
STILL = {"nb": GaussianNB(), "stump": DecisionTreeClassifier(criterion="entropy", max_depth=1, random_state=0)}
QUICK = {"folds": 5, "difference": 0.01}


def table(repeats=3, folds=10, mean=0.02, seed=0):
    rng = np.random.default_rng(seed)
    shape = (repeats, folds)
    return {"a": 0.8 + rng.normal(mean, 0.02, shape), "b": 0.8 + rng.normal(0, 0.02, shape)}


def factor_of(learners, basis):
    both = [Estimator(one) for one in learners.values()]
    return factors_of(both, 10, Dataset(X, Y)).pair(both, basis).factor


def only(found: Budget):
    assert len(found.pairs) == 1
    return found.pairs[0]


def test_a_small_difference_needs_rows():
    found = budget(FOREST, X, Y, **QUICK)
    pair = only(found)
    assert (pair.limit, pair.repeats_for, pair.rows) == ("data", None, 150)
    times = (next(step.smallest for step in pair.steps if step.repeats == 10) / 0.01) ** 2
    assert pair.rows_for.value == np.ceil(150 * times)
    assert pair.fits_for == 50
    assert all(fact in pair.says for fact in ("1.0 point ", f"{pair.rows_for.value:,.0f} rows", "150"))
    assert f"{100 * pair.smallest.value:.1f} points" in str(found)


def test_a_large_difference_needs_nothing():
    pair = only(budget(STILL, X, Y, folds=5, difference=0.3))
    assert pair.limit == "nothing"
    assert all(fact in pair.says for fact in ("3 repeats", "30.0 points"))


def test_in_between_more_repeats_help():
    pair = only(budget(FOREST, X, Y, **QUICK))
    wished = next(step.smallest for step in pair.steps if step.repeats == 10)
    found = budget(FOREST, X, Y, folds=5, difference=wished * 1.000001)
    again = only(found)
    assert (again.limit, again.repeats_for, again.fits_for) == ("repeats", 10, 50)
    assert all(fact in again.says for fact in ("10 repeats", f"{100 * wished:.1f} points"))
    assert "50 fits per learner" in str(found)
    assert again.seconds_for == pytest.approx(next(step.seconds for step in again.steps if step.repeats == 10))


def test_seed_noise_is_that_of_other_seeds_on_the_same_folds():
    found = budget(FOREST, X, Y, **QUICK, seeds=3)
    pair = only(found)
    assert pair.seed.basis == "measured"
    assert pair.seed.value > 0
    assert all(fact in pair.seed.why for fact in ("3 seeds", "15 splits", "100%", "forest"))
    assert pair.partition.value == pytest.approx(max(0.0, pair.run.value - pair.seed.value))


def test_learners_that_draw_nothing_have_no_seed_noise():
    pair = only(budget(STILL, X, Y, **QUICK))
    assert (pair.seed.value, pair.seed.basis) == (0, "measured")
    assert pair.partition.value == pair.run.value


def test_one_seed_does_not_tell():
    pair = only(budget(FOREST, X, Y, **QUICK, seeds=1))
    assert (pair.seed.value, pair.seed.basis) == (None, "unknown")
    assert pair.partition.value == pair.run.value  # seeds included
    assert pair.partition.why != pair.run.why


def test_rows_tell_more_than_folds():
    rows, folds = (only(budget(FOREST, X, Y, **QUICK, metric=metric)) for metric in ("accuracy", "f1_macro"))
    assert all(fact in rows.run.why for fact in ("rows", "3 repeats"))
    assert rows.item.value <= rows.data.value
    assert all(fact in folds.run.why for fact in ("means", "3 repeats"))
    assert folds.item.value is None


def test_rows_of_groups_do_not_stand_alone():
    pair = only(budget(FOREST, X, Y, **QUICK, groups=np.arange(150) // 3))
    assert all(fact in pair.run.why for fact in ("means", "3 repeats"))


@pytest.mark.parametrize("metric", ["r2", "neg_mean_squared_error"])
def test_regression(metric):
    rows, target = load_diabetes(return_X_y=True)
    learners = {"line": LinearRegression(), "tree": DecisionTreeRegressor(max_depth=2)}
    found = budget(learners, rows, target, folds=5, metric=metric)
    pair = only(found)
    mean = np.abs(found.scores[0].values.mean(axis=(1, 2))).min()
    assert pair.difference == pytest.approx(0.01 * mean)
    assert pair.notes[0].kind is NoteKind.ASSUMED_DIFFERENCE


def test_several_learners_share_the_level():
    found = budget(["nb", "stump", "dummy"], X, Y, folds=5)
    assert [(pair.first, pair.second) for pair in found.pairs] == [("nb", "stump"), ("nb", "dummy"), ("stump", "dummy")]
    assert {round(pair.level, 6) for pair in found.pairs} == {round(0.05 / 3, 6)}
    assert found.notes[-1] == Note.of(NoteKind.SHARED_LEVEL, pairs=3, level=0.05, own=0.05 / 3)
    (table,) = found.document.of(Role.PAIRS)
    assert len(table.rows) == 3  # and nothing else per pair
    assert [*found.document.of(Role.STEPS)] == []
    assert max(map(len, str(found).splitlines())) <= 80


def test_the_pilot_is_part_of_the_comparison(tmp_path):
    store = tmp_path / "fits.db"
    budget(FOREST, X, Y, repeats=2, seeds=1, store=store)
    found = budget(FOREST, X, Y, repeats=2, seeds=1, store=store)
    before = len(list(Store(store).all()))
    whole = compare(FOREST, X, Y, procedure="corrected-cv(repeats=3, folds=10)", store=store)
    assert len(list(Store(store).all())) == before + 20
    assert (whole.scores[0].values[:, :2] == found.scores[0].values).all()


class Fragile(ClassifierMixin, BaseEstimator):
    """Fails where none of the first rows of the data is among its training rows."""

    def __init__(self, needed=1):
        self.needed = needed

    def fit(self, X, y):
        if not any((row == X).all(axis=1).any() for row in load_iris().data[[0, 60][: self.needed]]):
            message = "what it needs is missing"
            raise ValueError(message)
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.zeros(len(X), dtype=int)


def test_a_learner_that_fails():
    learners = {"nb": GaussianNB(), "fragile": Fragile()}
    with refused(None, "fragile", "repeat 1", error=LearnerError):
        budget(learners, X, Y, folds=5)
    with refused(None, "every repeat", error=MisfitError):
        budget(learners, X, Y, folds=5, on_error="skip")


def test_repeats_in_which_a_learner_failed_are_left_out():
    learners = {"nb": GaussianNB(), "fragile": Fragile(2)}
    found = budget(learners, X, Y, folds=5, repeats=6, on_error="skip")
    left = 6 - only(found).repeats
    assert 0 < left < 6
    assert Note.of(NoteKind.REPEATS_LEFT_OUT, "nb", "fragile", failed=left, repeats=6) in only(found).notes
    assert [note.about for note in found.notes if note.kind is NoteKind.LEFT_OUT] == [("fragile",)]


@pytest.mark.parametrize("difference", [0, -0.01, float("nan"), float("inf"), "much"])
def test_a_difference_must_be_above_0(difference):
    with refused("difference", repr(difference)):
        budget_of_scores(table(), difference=difference)


@pytest.mark.parametrize(
    ("given", "argument", "facts"),
    [
        ({"power": 1}, "power", ["below 1", "got 1"]),
        ({"power": 0}, "power", ["above 0", "got 0"]),
        ({"level": 0}, "level", ["got 0"]),
        ({"repeats": 0}, "repeats", ["at least 1", "got 0"]),
        ({"seeds": 0}, "seeds", ["at least 1", "got 0"]),
        ({"halvings": -1}, "halvings", ["at least 0", "got -1"]),
        ({"halvings": 1, "folds": 20}, "halvings", ["200 rows", "150"]),
        ({"folds": 1}, "folds", ["at least 2", "got 1"]),
        ({"seed": 0.5}, "seed", ["0.5"]),
        ({"seed": "date"}, "seed", ['"data"', "'date'"]),
        ({"threshold": "high"}, "threshold", ["nominal", "cautious", "auto", "'high'"]),
        ({"threshold": "cautious", "folds": 2}, "folds", ["at least 3", "cautious", "got 2"]),
    ],
)
def test_what_cannot_be_asked(given, argument, facts):
    with refused(argument, *facts):
        budget(STILL, X, Y, **given)


def test_halvings_measure_the_data_noise():
    pair = only(budget(STILL, X, Y, folds=3, halvings=4))
    assert pair.data.basis == "measured"
    assert "4 halvings" in pair.data.why
    assert pair.data.value >= pair.item.value


def test_a_table_gives_what_its_repeats_tell():
    scores = table()
    pair = only(budget_of_scores(scores, n_train=180, n_test=20))
    x = scores["a"] - scores["b"]
    assert pair.run.value == pytest.approx(x.mean(axis=1).var(ddof=1))
    assert (pair.rows, pair.difference, pair.seconds_for) == (200, 0.01, None)
    assert [step.fits for step in pair.steps] == [10, 30, 100, 300, 1000, None]


def test_a_table_without_sizes_takes_folds_for_a_partition():
    pair = only(budget_of_scores(table(), difference=0.001))
    assert pair.rows is None
    assert f"{pair.rows_for.value:.1f} times" in pair.says
    assert pair.notes[0].kind is NoteKind.ASSUMED_PARTITION


def test_one_repeat_is_not_enough_to_measure():
    pair = only(budget_of_scores(table(1), difference=0.001))
    assert (pair.run.basis, pair.run.low) == ("assumed", None)
    assert "one repeat" in pair.run.why


def test_random_splits_need_their_sizes():
    flat = {name: values.reshape(-1) for name, values in table().items()}
    with refused(None, "n_train", "n_test", error=MisfitError):
        budget_of_scores(flat)
    pair = only(budget_of_scores(flat, n_train=150, n_test=50, difference=0.001))
    assert (pair.folds, pair.repeats) == (1, 30)
    assert all(fact in pair.says for fact in ("splits", f"{pair.rows_for.value:,.0f} rows", "200"))
    assert [step.repeats for step in pair.steps] == [5, 10, 30, 100, 300, None]
    assert [step.fits for step in pair.steps] == [5, 10, 30, 100, 300, None]
    assert pair.fits_for == 100  # what is usual, where no number is enough


def test_the_rows_of_splits_that_leave_some_out_are_those_of_the_largest():
    flat = {name: values.reshape(-1)[:4] for name, values in table().items()}
    pair = only(budget_of_scores(flat, n_train=np.array([150, 140, 160, 150]), n_test=50))
    assert pair.rows == 210


def test_the_noise_of_the_data_is_known_to_a_factor_that_rows_make_smaller():
    """docs/budget.md: measured over the model's it was 1.0 to 2.5 by folds and 1.0 to 1.7 by rows; some is added."""
    by_rows = only(budget(STILL, X, Y, **QUICK)).data
    by_folds = only(budget_of_scores(table(), n_train=180, n_test=20)).data
    for data, most in ((by_rows, 1.8), (by_folds, 2.6)):
        assert (data.low / data.value, data.high / data.value) == pytest.approx((0.8, most))


def test_splits_that_share_rows_in_a_repeat_are_taken_one_by_one():
    pair = only(budget_of_scores(table(), n_train=100, n_test=100))
    assert (pair.folds, pair.repeats) == (1, 30)
    assert pair.notes[0].kind is NoteKind.NO_PARTITION


def test_nothing_varies():
    same = np.full((3, 10), 0.5)
    words = set()
    for gap in (0.0, 0.1):
        found = budget_of_scores({"a": same + gap, "b": same})
        assert only(found).limit == "no noise"
        json.dumps(found.to_dict(), allow_nan=False)
        words.add(only(found).says)
    assert len(words) == 2  # the same scores, or the same difference


def test_nan_is_refused():
    bad = table()
    bad["a"][1, 2] = np.nan
    with refused("scores of 'a'", "13", "nan"):
        budget_of_scores(bad)


def test_a_repeat_with_a_failed_split_is_left_out():
    found = budget(FOREST, X, Y, **QUICK)
    scores = found.scores[0]
    scores.values[:, 0, 0] = np.nan
    pair = only(budget_of_scores(scores))
    assert pair.repeats == 2
    assert dict(pair.notes[0].facts) == {"failed": 1, "repeats": 3}


def test_words_frame_and_plain_values_agree():
    found = budget(FOREST, X, Y, **QUICK)
    pair, words, frame = only(found), str(found), found.to_frame()
    assert found.document.claim == pair.says
    for amount in (pair.partition, pair.seed, pair.data, pair.item):
        assert re.search(rf" {100 * amount.sd:.2f} +{amount.basis} ", words)
    assert frame["smallest"].tolist() == [step.smallest for step in pair.steps]
    plain = json.loads(json.dumps(found.to_dict(), allow_nan=False))["pairs"][0]
    assert plain["data"]["basis"] == "model"
    assert plain["smallest"]["low"] <= plain["smallest"]["value"] <= plain["smallest"]["high"]
    assert set(plain["repeats_needed"]) == {"0.90", "0.95", "0.99"}


def test_more_of_anything_shows_more():
    pair = only(budget(FOREST, X, Y, **QUICK))
    for field in ("sd", "smallest"):
        values = [getattr(step, field) for step in pair.steps]
        assert values == sorted(values, reverse=True)


def test_a_cautious_threshold_is_higher_by_the_factor_of_the_learners():
    """1.96 times the factor, plus .84: what the data hide with endless repeats."""
    nominal, cautious = (only(budget(STILL, X, Y, difference=0.05, threshold=word)) for word in ("nominal", "cautious"))
    factor = factor_of(STILL, "rows")
    assert (nominal.factor, cautious.factor) == (1, factor)
    assert factor > 1
    low, high = nominal.smallest.value, cautious.smallest.value
    sd = nominal.steps[-1].sd
    assert high - 0.841621 * sd == pytest.approx(factor * (low - 0.841621 * sd), rel=1e-5)
    assert cautious.data == nominal.data
    assert cautious.run == nominal.run
    assert [note["factor"] for note in cautious.notes if note.kind is NoteKind.CAUTIOUS_THRESHOLD] == [factor]


def test_repeats_and_rows_follow_a_cautious_threshold():
    given = {"folds": 10, "seeds": 1, "threshold": "cautious"}
    pair = only(budget(STILL, X, Y, **given, difference=0.001))
    at_ten = next(step.smallest for step in pair.steps if step.repeats == 10)
    assert pair.rows_for.value == np.ceil(150 * (at_ten / 0.001) ** 2)
    assert only(budget(STILL, X, Y, **given, difference=at_ten * 1.000001)).repeats_for == 10
    rule = CorrectedRule(10, 1 / 9, pair.factor)
    noise = Noise.of(budget(STILL, X, Y, **given).scores[0], 1 / 9)
    wander = replace(noise.wander, rule=rule)
    assert pair.repeats_needed == wander.replicability(0.05).needed


@pytest.mark.parametrize(
    ("given", "basis"),
    [
        ({}, "rows"),
        ({"metric": "f1_macro"}, "folds"),
        ({"groups": np.arange(150) // 3}, "folds"),
        ({"repeats": 1}, "rows"),
    ],
    ids=["rows", "no mean over rows", "groups", "one repeat"],
)
def test_the_factor_is_that_of_the_statistic_that_adaptive_cv_takes(given, basis):
    pair = only(budget(STILL, X, Y, seeds=1, difference=0.05, threshold="cautious", **given))
    assert pair.factor == factor_of(STILL, basis)


def test_learners_whose_factor_is_1_are_planned_as_ever(tmp_path, monkeypatch):
    (tmp_path / "mine.json").write_text('{"factors": {"GaussianNB()": {"rows-10": 1, "folds-10": 1}}}')
    monkeypatch.setenv("OUTPERFORM_FACTORS", str(tmp_path / "mine.json"))
    both = {"a": GaussianNB(), "b": GaussianNB()}
    nominal, cautious = (
        only(budget(both, X, Y, seeds=1, difference=0.05, threshold=word)) for word in ("nominal", "cautious")
    )
    assert cautious.factor == 1
    assert cautious.smallest == nominal.smallest


def test_learners_without_a_factor_are_planned_for_the_nominal_threshold_with_a_note():
    nominal, cautious = (
        budget(FOREST, X, Y, seeds=1, difference=0.05, threshold=word) for word in ("nominal", "cautious")
    )
    assert only(cautious).factor == 1
    assert only(cautious).smallest == only(nominal).smallest
    (note,) = (note for note in cautious.notes if note.kind is NoteKind.CAUTION_UNKNOWN)
    assert "ExtraTreesClassifier(n_estimators=3)" in note["problem"]


def _plain(found: Budget):
    """Return all that does not depend on the clock."""
    plain = found.to_dict()
    for pair in plain["pairs"]:
        for place in (pair, *pair["steps"]):
            for name in ("seconds", "seconds_for", "says"):
                place.pop(name, None)
    return plain


@pytest.mark.parametrize("halvings", [0, 3])
def test_canonical_partitions_do_not_know_the_order_of_rows(halvings):
    turn = np.random.default_rng(0).permutation(150)
    given = {"folds": 5, "difference": 0.01, "seed": "data", "halvings": halvings}
    one, two = (budget(FOREST, X[order], Y[order], **given) for order in (np.arange(150), turn))
    assert _plain(one) == _plain(two)
    assert one.notes[0] == Note.of(NoteKind.CANONICAL, answer="the chance of the same decision")


def test_canonical_repeats_show_the_noise_of_partitions_as_drawn_ones_do():
    """Repeats are as different from one another as with a seed; what follows from the rows is which they are."""
    drawn = [only(budget(STILL, X, Y, **QUICK, seeds=1, repeats=10, seed=seed)).run.value for seed in range(5)]
    fixed = only(budget(STILL, X, Y, **QUICK, seeds=1, repeats=10, seed="data")).run.value
    assert min(drawn) / 2 < fixed < 2 * max(drawn)


def test_canonical_halvings_differ_and_share_out_the_rows():
    dataset = canonical(dataset_as_is(X, Y))
    pilot = Pilot(Contest(dataset, {}, {}, "data"), KFold(folds=5, repeats=2))
    cuts = pilot._cuts(4)
    assert {tuple(np.bincount(cut)) for cut in cuts} == {(75, 75)}
    assert len({cut.tobytes() for cut in cuts}) == 4


def test_the_canonical_pilot_is_part_of_the_canonical_comparison(tmp_path):
    store = tmp_path / "fits.db"
    found = budget(FOREST, X, Y, repeats=2, seeds=1, seed="data", store=store)
    before = len(list(Store(store).all()))
    procedure = "corrected-cv(repeats=2, folds=10)"
    whole = compare(FOREST, X[::-1], Y[::-1], procedure=procedure, seed="data", store=store)
    assert len(list(Store(store).all())) == before
    assert (whole.scores[0].values == found.scores[0].values).all()


@pytest.mark.parametrize("threshold", ["nominal", "cautious"])
def test_folds_that_are_no_number_are_refused(threshold):
    with refused("folds", "'ten'"):
        budget(["nb", "stump"], np.eye(6), np.arange(6) % 2, folds="ten", threshold=threshold)


def test_the_table_of_steps_has_what_each_number_of_repeats_costs_and_buys():
    scores = table()
    found = budget_of_scores(scores, n_train=180, n_test=20)
    pair = only(found)
    (steps,) = found.document.of(Role.STEPS)
    cells = steps.rows
    assert [row[0] for row in cells] == ["1", "3", "10", "30", "100", "endless"]
    assert [row[4] for row in cells] == ["10", "30", "100", "300", "1000", "-"]
    assert {len(row) for row in cells} == {5}  # nothing is known of the time that a table took
    in_points = pair.unit is Unit.POINTS
    for row, step in zip(cells, pair.steps, strict=True):
        factor = 100 if in_points else 1
        assert float(row[1]) == pytest.approx(factor * step.sd, rel=0.01)
        assert float(row[2]) == pytest.approx(factor * step.smallest, rel=0.01)
        assert row[3] == f"{100 * step.agreement:.0f} %"


def test_an_automatic_threshold_takes_the_table_or_says_what_may_follow(monkeypatch):
    """An entry whose sources agree serves it; without one the nominal threshold is planned for."""
    rng = np.random.default_rng(0)
    rows = rng.standard_normal((120, 3))
    target = (rows[:, 0] + rng.standard_normal(120) > 0).astype(int)
    learners = {"lda": LinearDiscriminantAnalysis(), "again": LinearDiscriminantAnalysis(tol=1e-3)}
    given = {"threshold": "auto", "difference": 0.05, "seeds": 1, "progress": False}
    entry = {
        "learner": "LinearDiscriminantAnalysis",
        "settings": {"tol": "any"},
        "unit_columns": False,
        "classes": [2, 3],
        "folds": 10,
        "rows": [50, None],
        "columns_per_row": 0.1,
        "factors": {"rows": 1.25, "folds": 1.5},
        "steady": {"rows": True, "folds": True},
    }
    for entries, metric, factor in (([entry], "accuracy", 1.25), ([entry], "f1", 1.0), ([], "accuracy", 1.0)):
        monkeypatch.setattr(
            caution, "shipped", lambda found=entries: tuple(MeasuredFactor.read(each) for each in found)
        )
        pair = only(budget(learners, rows, target, metric=metric, **given))
        kinds = [note.kind for note in pair.notes]
        assert pair.factor == pytest.approx(factor)
        assert (NoteKind.CAUTIOUS_THRESHOLD in kinds, NoteKind.MAY_BE_CORRECTED in kinds) == (factor > 1, factor == 1)


def test_a_pair_is_decided_as_the_command_that_judges_decides_it():
    scores = {
        name: values - 0.01 * place for place, (name, values) in enumerate({**table(), "c": table()["b"]}.items())
    }
    found = budget_of_scores(scores, n_train=180, n_test=20)
    judged = judge(scores, n_train=180, n_test=20)
    assert [(pair.decision, pair.pvalue) for pair in found.pairs] == [
        (each.decision, each.pvalue_adjusted) for each in judged.judgements
    ]
    (pairs,) = found.document.of(Role.PAIRS)
    for row, each in zip(pairs.rows, judged.judgements, strict=True):
        assert ("is better" in row[1]) == (each.decision is not Decision.OPEN)


def test_a_cautious_threshold_decides_as_it_plans():
    nominal, cautious = (only(budget(STILL, X, Y, seeds=1, threshold=word)) for word in ("nominal", "cautious"))
    assert cautious.pvalue > nominal.pvalue
    assert (nominal.decided_by, cautious.decided_by) == ("corrected-t", "corrected-t")


def test_rows_that_would_separate_a_pair_find_the_difference_that_is_seen():
    seen = only(budget_of_scores(table(mean=0.003), n_train=180, n_test=20))
    assert not seen.is_decided
    assert seen.rows_to_separate > seen.rows
    planned = only(budget_of_scores(table(mean=0.003), n_train=180, n_test=20, difference=abs(seen.estimate)))
    assert seen.rows_to_separate == planned.rows_for.value
    assert f"{seen.rows_to_separate:,.0f} rows" in str(budget_of_scores(table(mean=0.003), n_train=180, n_test=20))


def test_each_metric_has_a_table_of_its_own():
    found = budget(["nb", "stump", "lda"], X, Y, folds=5, seeds=1, metric=["accuracy", "f1_macro"])
    assert [each.title for each in found.document.of(Role.PAIRS)] == ["accuracy", "f1_macro"]
    assert max(map(len, str(found).splitlines())) <= 80
