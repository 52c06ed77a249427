import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV, KFold, RepeatedStratifiedKFold, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from tests.refusals import refused

from outperform import judge, judge_predictions
from outperform.core import Decision, InputError, MisfitError, Note, NoteKind, SpecError
from outperform.designs import Blocked3x2
from outperform.words.verdicts import is_of_own_p, sentence

RNG = np.random.default_rng(7)
A, B = RNG.normal(0.80, 0.02, (10, 10)), RNG.normal(0.75, 0.02, (10, 10))
SIZES = {"n_train": 90, "n_test": 10}


def test_a_dict_of_tables_gets_the_corrected_test():
    comparison = judge({"a": A, "b": B}, **SIZES)
    judgement = comparison.judgements[0]
    assert (judgement.test, judgement.decision) == ("corrected-t", Decision.FIRST)
    note = comparison.notes[0]
    assert (note.kind, note["test"], note["repeats"], note["folds"]) == (NoteKind.CHOSEN_TEST, "corrected-t", 10, 10)
    assert note["ratio"] == pytest.approx(1 / 9)


@pytest.mark.parametrize(
    ("shape", "test"),
    [((5, 2), "5x2-f"), ((1, 2), "corrected-kfold-t"), ((3, 2), "corrected-t"), ((1, 10), "corrected-t")],
)
def test_the_default_test_follows_the_traits(shape, test):
    repeats, folds = shape
    scores = {"a": A[:repeats, :folds], "b": B[:repeats, :folds]}
    assert judge(scores, n_train=50, n_test=50).judgements[0].test == test


def test_a_3x2_table_is_never_assumed_blocked_but_naming_the_test_is():
    scores = {"a": A[:3, :2], "b": B[:3, :2]}
    with refused(None, "n_train", "n_test", error=MisfitError):
        judge(scores)
    assert judge(scores, "blocked-3x2-t").judgements[0].notes[0].kind is NoteKind.ASSUMED_BALANCED


def test_without_sizes_nothing_is_guessed():
    with refused(None, "n_train", "n_test", "test", error=MisfitError):
        judge({"a": A, "b": B})


def test_a_plain_list_is_read_as_the_named_test_asks():
    scores = {"a": A[0], "b": B[0]}
    assert judge(scores, "kfold-t").judgements[0].verdict.df == 9
    assert judge(scores, "resampled-t").judgements[0].verdict.df == 9
    assert judge(scores, **SIZES).judgements[0].test == "corrected-t"
    with refused(None, "5x2-t", "5 repeats of 2 folds", error=MisfitError):
        judge(scores, "5x2-t")


def test_cross_validates_output_is_judged_by_its_measured_plan():
    rows, target = load_iris(return_X_y=True)
    learners = {"nb": GaussianNB(), "tree": DecisionTreeClassifier(random_state=0)}
    for cv, test in [(RepeatedStratifiedKFold(n_splits=5, n_repeats=2, random_state=0), "corrected-t")]:
        found = {n: cross_validate(e, rows, target, cv=cv, return_indices=True) for n, e in learners.items()}
        judgement = judge(found).judgements[0]
        assert (judgement.test, judgement.verdict.df) == (test, 9)
    blocked = {
        n: cross_validate(e, rows, target, cv=Blocked3x2(seed=1), return_indices=True) for n, e in learners.items()
    }
    assert judge(blocked).judgements[0].test == "blocked-3x2-t"
    plain = {n: cross_validate(e, rows, target, cv=5) for n, e in learners.items()}
    assert judge(plain, n_train=120, n_test=30).judgements[0].test == "corrected-t"


def test_a_searchs_results_compare_its_candidates():
    rows, target = load_iris(return_X_y=True)
    search = GridSearchCV(
        DecisionTreeClassifier(random_state=0), {"max_depth": [1, 3]}, cv=KFold(5, shuffle=True, random_state=0)
    )
    search.fit(rows, target)
    judgement = judge(search.cv_results_, n_train=120, n_test=30).judgements[0]
    assert (judgement.first, judgement.second) == ("max_depth=1", "max_depth=3")
    assert judgement.decision is Decision.SECOND


def test_sizes_with_a_shape_give_the_shape():
    scores = {"a": A.ravel(), "b": B.ravel()}
    judgement = judge(scores, "sorted-runs-t", n_train=np.full((10, 10), 90), n_test=np.full((10, 10), 10)).judgements[
        0
    ]
    assert judgement.verdict.df == 9


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frames_long_and_wide(library):
    frames = pytest.importorskip(library)
    places = [(r, f) for r in range(10) for f in range(10)]
    wide = {
        "repeat": [r for r, _ in places],
        "fold": [f for _, f in places],
        "n_train": [90] * 100,
        "n_test": [10] * 100,
    }
    by_column = judge(frames.DataFrame({**wide, "a": A.ravel(), "b": B.ravel()}))
    long = frames.DataFrame(
        {
            "learner": ["a"] * 100 + ["b"] * 100,
            **{name: values * 2 for name, values in wide.items()},
            "score": np.concatenate([A.ravel(), B.ravel()]),
        }
    )
    assert judge(long).judgements[0].verdict == by_column.judgements[0].verdict
    assert by_column.judgements[0].verdict == judge({"a": A, "b": B}, **SIZES).judgements[0].verdict
    assert judge(by_column.scores_frame()).judgements[0].verdict == by_column.judgements[0].verdict


def test_several_learners_are_adjusted_by_holm():
    comparison = judge({"a": A, "b": B, "c": B + RNG.normal(0, 0.02, B.shape)}, **SIZES)
    frame = comparison.to_frame()
    assert list(zip(frame["first"], frame["second"], strict=True)) == [("a", "b"), ("a", "c"), ("b", "c")]
    statsmodels = pytest.importorskip("statsmodels.stats.multitest")
    assert frame["pvalue_adjusted"].to_numpy() == pytest.approx(
        statsmodels.multipletests(frame["pvalue"], method="holm")[1]
    )


def test_a_table_is_adjusted_as_asked():
    table = {"a": A, "b": B, "c": B + RNG.normal(0, 0.02, B.shape)}
    own = judge(table, **SIZES).judgements
    shared = judge(table, adjust="bonferroni", **SIZES).judgements
    alone = judge(table, adjust="none", **SIZES)
    assert [each.adjustment for each in own] == ["holm"] * 3
    assert [each.pvalue_adjusted for each in shared] == [min(1.0, 3 * each.verdict.pvalue) for each in own]
    assert [each.pvalue_adjusted for each in alone.judgements] == [each.verdict.pvalue for each in own]
    assert {row["adjustment"] for row in alone.to_dict()["verdicts"]} == {"none"}
    assert alone.notes[-1] == Note.of(NoteKind.UNADJUSTED, pairs=3)
    with refused("adjust", "sidak", "bonferroni", "holm", "none"):
        judge(table, adjust="sidak", **SIZES)


@pytest.mark.parametrize(
    ("scores", "sizes", "argument", "facts"),
    [
        ([1, 2], {}, "scores", ["dict"]),
        ({"a": A}, SIZES, "scores", ["two learners", "1"]),
        ({"a": A, "b": B[:5]}, SIZES, "scores", ["a", "(10, 10)", "b", "(5, 10)"]),
        ({"a": A, "b": np.where(B > 0.75, np.nan, B)}, SIZES, "scores of 'b'", ["nan"]),
        ({"a": A[:, :, np.newaxis], "b": B}, SIZES, "scores of 'a'", ["(10, 10, 1)"]),
        ({"a": ["x", "y"], "b": [1, 2]}, SIZES, "scores of 'a'", ["numbers"]),
        ({"a": [], "b": []}, SIZES, "scores of 'a'", []),
        ({"a": A, "b": B}, {"n_train": 90}, "n_test", ["missing"]),
        ({"a": A, "b": B}, {"n_test": 90}, "n_train", ["missing"]),
        ({"a": A, "b": B}, {"n_train": 90, "n_test": -1}, "n_test", ["-1"]),
        ({"a": A, "b": B}, {"n_train": 90, "n_test": [1, 2, 3]}, "n_test", ["3", "100"]),
        ({"a": {"test_x": [1], "test_y": [1]}, "b": {"test_x": [1]}}, {}, "scores", ["test_x, test_y"]),
    ],
)
def test_bad_scores_are_refused(scores, sizes, argument, facts):
    with refused(argument, *facts):
        judge(scores, **sizes)


@pytest.mark.parametrize("level", [0, 1, -0.1, float("nan"), True, "x"])
def test_bad_levels_are_refused(level):
    with refused("level", level):
        judge({"a": A, "b": B}, level=level, **SIZES)


def test_unknown_tests_are_refused():
    with refused("test 'corected-t'", "did you mean corrected-t ", error=SpecError):
        judge({"a": A, "b": B}, "corected-t", **SIZES)


TRUTH = np.array([0, 1] * 50)
GOOD = np.where(np.arange(100) % 10 == 0, 1 - TRUTH, TRUTH)
POOR = np.where(np.arange(100) % 3 == 0, 1 - TRUTH, TRUTH)


def test_predictions_get_the_mid_p_test_for_accuracy_and_the_bootstrap_else():
    comparison = judge_predictions(TRUTH, {"good": GOOD, "poor": POOR}, ["accuracy", "f1"])
    assert [j.test for j in comparison.judgements] == ["mcnemar-midp", "bootstrap-t"]
    assert [j.decision for j in comparison.judgements] == [Decision.FIRST] * 2
    assert comparison.scores[0].values.ravel().tolist() == [0.9, 0.66]


def test_labels_of_different_kinds_are_brought_together():
    """1, 1.0, "1" are one class; "yes" and 1 are not."""
    texts = [str(value) for value in GOOD]
    floats = POOR.astype(float)
    same = judge_predictions(TRUTH, {"good": texts, "poor": floats}).judgements[0]
    assert same.verdict == judge_predictions(TRUTH, {"good": GOOD, "poor": POOR}).judgements[0].verdict


def test_text_labels_need_a_positive_class_for_f1():
    words = np.array(["ham", "spam"])
    named = {"good": words[GOOD], "poor": words[POOR]}
    with refused("positive", "ham", "spam"):
        judge_predictions(words[TRUTH], named, "f1")
    with refused("positive", "'eggs'", "ham, spam"):
        judge_predictions(words[TRUTH], named, "f1", positive="eggs")
    by_word = judge_predictions(words[TRUTH], named, "f1", positive="spam").judgements[0].verdict
    assert by_word.pvalue == judge_predictions(TRUTH, {"good": GOOD, "poor": POOR}, "f1").judgements[0].verdict.pvalue


@pytest.mark.parametrize("positive", ["1", 1, 1.0, "1.0"], ids=repr)
def test_the_positive_class_may_be_written_in_any_way(positive):
    judge_predictions(TRUTH, {"good": GOOD, "poor": POOR}, "f1", positive=positive)


def test_regression_predictions():
    truth = RNG.normal(size=200)
    near, far = truth + RNG.normal(0, 0.1, 200), truth + RNG.normal(0, 1, 200)
    comparison = judge_predictions(truth, {"near": near, "far": far}, "neg_mean_absolute_error")
    assert comparison.judgements[0].decision is Decision.FIRST
    with refused(None, "mcnemar", error=MisfitError):
        judge_predictions(truth, {"near": near, "far": far}, "neg_mean_absolute_error", "mcnemar")


def test_a_callable_metric():
    def hits(truth, predictions):
        return float(np.mean(truth == predictions))

    comparison = judge_predictions(TRUTH, {"good": GOOD, "poor": POOR}, hits, "bootstrap-percentile(replicates=999)")
    assert comparison.judgements[0].metric == "hits"
    assert comparison.judgements[0].verdict.estimate == pytest.approx(0.24)


@pytest.mark.parametrize(
    ("truth", "predictions", "argument", "facts"),
    [
        ([], {"a": [], "b": []}, "truth", ["rows"]),
        ([1, 0], {"a": [1, 0]}, "predictions", ["two learners", "1"]),
        ([1, 0], {"a": [1, 0], "b": [1]}, "predictions of 'b'", ["1 row", "2"]),
        ([1, None], {"a": [1, 0], "b": [1, 0]}, "truth", ["row 2", "missing"]),
        ([1, 0], {"a": [1, np.nan], "b": [1, 0]}, "predictions of 'a'", ["row 2", "missing"]),
        ([[1, 0]], {"a": [1, 0], "b": [1, 0]}, "truth", ["(1, 2)"]),
    ],
)
def test_bad_predictions_are_refused(truth, predictions, argument, facts):
    with refused(argument, *facts):
        judge_predictions(truth, predictions)


def test_fresh_partitions_of_several_pairs_are_told_before_adjustment():
    """p_flip of a pair refers to its own p-value; where the adjusted one decides, the sentence says so."""
    rng = np.random.default_rng(1)
    base = rng.normal(0.8, 0.02, (5, 10))
    tables = {name: base + rng.normal(0.02 * number, 0.02, (5, 10)) for number, name in enumerate("abc")}
    found = judge(tables, n_train=900, n_test=100)
    for judgement in found.judgements:
        adjusted = judgement.pvalue_adjusted != judgement.verdict.pvalue
        assert is_of_own_p(judgement) == adjusted
        assert ("adjustment" in sentence(judgement)) == adjusted
    assert any(map(is_of_own_p, found.judgements))
    alone = judge({name: tables[name] for name in "ab"}, n_train=900, n_test=100)
    assert not is_of_own_p(alone.judgements[0])


def test_one_repeat_says_that_what_fresh_partitions_would_decide_is_assumed():
    rng = np.random.default_rng(0)
    table = {"a": 0.9 + 0.01 * rng.standard_normal((2, 10)), "b": 0.8 + 0.01 * rng.standard_normal((2, 10))}
    one, two = (
        judge({name: x[:repeats] for name, x in table.items()}, "corrected-t", n_train=90, n_test=10).judgements[0]
        for repeats in (1, 2)
    )
    assert [[note.kind for note in each.notes] for each in (one, two)] == [[NoteKind.ASSUMED_NOISE], []]


def test_a_declared_table_is_not_turned_round():
    """Ten repeats of one fold are what they say; a plain list of ten scores may be the folds of one repeat."""
    declared = {"a": A[:, :1], "b": B[:, :1]}
    with refused(None, "kfold-t", error=MisfitError):
        judge(declared, "kfold-t")
    turned = judge({"a": A[:, 0], "b": B[:, 0]}, "kfold-t").judgements[0]
    assert turned.scores.values.shape == (2, 1, 10)
    assert judge(declared, "resampled-t").judgements[0].scores.values.shape == (2, 10, 1)


def test_a_plain_list_is_turned_with_its_sizes():
    (turned,) = judge({"a": A[0], "b": B[0]}, "kfold-t", **SIZES).judgements
    assert turned.scores.n_train.tolist() == [[90] * 10]
    assert turned.scores.n_test.tolist() == [[10] * 10]


COINS = np.array([0, 1] * 20)
SAID = {"a": COINS, "b": np.zeros(40, dtype=int)}


@pytest.mark.parametrize("metrics", [["accuracy", "accuracy"], ["f1", "accuracy", "f1"]])
def test_the_same_metric_twice_is_refused(metrics):
    with pytest.raises(InputError) as refused:
        judge_predictions(COINS, SAID, metrics)
    assert (refused.value.argument, metrics[-1] in str(refused.value)) == ("metric", True)


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_a_score_that_is_not_finite_is_refused(value):
    def odd(_truth, predictions):
        return value if predictions.sum() == 0 else 0.5  # of the second learner alone

    with pytest.raises(InputError) as refused:
        judge_predictions(COINS, SAID, odd)
    assert (refused.value.argument, "odd" in str(refused.value)) == ("metric", True)


def test_few_rows_get_a_caution_of_the_bootstrap():
    kinds = []
    for rows in (29, 30):
        truth = np.arange(rows) / 2
        said = {"a": truth + 0.3, "b": truth + 0.1}
        (found,) = judge_predictions(truth, said, "neg_mean_absolute_error", "bootstrap-percentile").judgements
        assert found.decision is Decision.SECOND
        kinds.append([(note.kind, note["rows"]) for note in found.notes if note.kind is NoteKind.FEW_ROWS])
    assert kinds == [[(NoteKind.FEW_ROWS, 29)], []]


@pytest.mark.parametrize("folds", [2, 3, 4, 5, 6, 7])
def test_equal_differences_in_few_splits_decide_nothing(folds):
    few, first = folds < 6, np.arange(64, 64 + folds)[np.newaxis] / 128
    scores = {"a": first, "b": first - 0.125}
    (found,) = judge(scores, "corrected-t", n_train=90, n_test=10).judgements
    assert (found.decision, found.verdict.pvalue) == (Decision.OPEN if few else Decision.FIRST, 2 / 2**folds)
    assert found.notes[0].kind is (NoteKind.NO_SPREAD_FEW_SPLITS if few else NoteKind.NO_SPREAD)
    assert (found.p_flip is None) == few
    (strict,) = judge(scores, "corrected-t", n_train=90, n_test=10, level=0.01).judgements
    assert strict.decision is Decision.OPEN  # 2/2^7 is .016
    assert (strict.notes[0]["advised"], strict.p_flip) == (8, None)


@pytest.mark.parametrize(("n_train", "n_test", "noted"), [(57, 512, True), (512, 57, False), (10, 40, False)])
def test_sizes_that_may_be_swapped_are_noted(n_train, n_test, noted):
    notes = judge({"a": A, "b": B}, n_train=n_train, n_test=n_test).notes
    assert [note["n_test"] for note in notes if note.kind is NoteKind.SIZES_SWAPPED] == [n_test] * noted


class TestOddLabels:
    def notes(self, truth, **predictions):
        kinds = (NoteKind.UNKNOWN_LABELS, NoteKind.ALIKE_LABELS)
        return [note for note in judge_predictions(truth, predictions).notes if note.kind in kinds]

    def test_predicted_labels_that_the_truth_never_has_are_counted_per_learner(self):
        truth = ["yes", "no", "yes", "no"]
        found = self.notes(truth, a=["Yes", "no", " yes", "no"], b=["yes", "no", "maybe", "maybe"], c=truth)
        assert found == [
            Note.of(NoteKind.UNKNOWN_LABELS, "a", labels=((" yes", 1, "yes"), ("Yes", 1, "yes")), of=4, plain=False),
            Note.of(NoteKind.UNKNOWN_LABELS, "b", labels=(("maybe", 2, None),), of=4, plain=False),
        ]

    @pytest.mark.parametrize("odd", ["dog.", "(Dog)", "dogs", "the dog", '"dog"', "a  DOG!", "dog\n"])
    def test_labels_with_signs_articles_or_a_plural_may_be_those_of_the_truth(self, odd):
        (note,) = self.notes(["dog", "cat"] * 2, a=[odd, "cat", "dog", "cow"], b=["dog", "cat"] * 2)
        assert set(note["labels"]) == {(odd, 1, "dog"), ("cow", 1, None)}

    def test_numbers_with_a_sign_are_other_numbers(self):
        (note,) = self.notes(["1", "0"] * 2, a=["-1", "0", "1", "0"], b=["1", "0"] * 2)
        assert note["labels"] == (("-1", 1, None),)

    def test_numbers_are_labels_where_the_metric_counts_them(self):
        truth, said = [0, 1] * 3, {"a": [0, 1, 2] * 2, "b": [0, 1] * 3}
        assert self.notes(truth, **said) == [
            Note.of(NoteKind.UNKNOWN_LABELS, "a", labels=(("2", 2, None),), of=6, plain=False)
        ]
        kinds = [note.kind for note in judge_predictions(truth, said, "neg_mean_absolute_error").notes]
        assert NoteKind.UNKNOWN_LABELS not in kinds

    def test_two_spellings_in_the_truth_are_noted_but_letters_are_not(self):
        words = ["yes", "no", "yes", "Yes"]
        assert self.notes(words, a=words, b=["no", "no", "yes", "Yes"]) == [
            Note.of(NoteKind.ALIKE_LABELS, labels=(("Yes", 1, "yes"),))
        ]
        letters = ["a", "A", "a", "b"]
        assert not self.notes(letters, a=letters, b=letters)

    def test_a_column_of_fractions_is_named_with_the_way_out(self):
        with refused("predictions of 'p_new'", "0.25", "leave it out"):
            judge_predictions([0, 1, 1], {"a": [0, 1, 1], "b": [0, 1, 0], "p_new": [0.25, 0.5, 1.0]})


def test_a_wrong_metric_is_refused_before_the_labels_are_looked_at():
    with refused("metric 'mae'", "neg_mean_absolute_error", error=SpecError):
        judge_predictions(["yes", "no"], {"a": [None, "no"], "b": [1]}, "mae")


class TestLabels:
    """Scores of splits with labels are joined by them, never by their order alone."""

    A = pd.Series([0.70 + 0.02 * at for at in range(10)], index=[f"fold{at}" for at in range(10)])
    B = A - [0.01, 0.02] * 5

    def judged(self, **scores):
        return judge(scores, n_train=90, n_test=10)[0]

    def test_the_order_of_a_series_does_not_matter(self):
        wanted = self.judged(a=self.A, b=self.B)
        assert wanted.pvalue == self.judged(a=self.A, b=self.B.sort_values(ascending=False)).pvalue
        plain = self.B.reset_index(drop=True).sort_values(ascending=False)
        assert wanted.pvalue == self.judged(a=self.A.reset_index(drop=True), b=plain).pvalue
        assert wanted.pvalue == self.judged(a=self.A, b=self.B.tolist()).pvalue

    def test_frames_are_joined_by_both_axes(self):
        a, b = (pd.DataFrame(each.to_numpy().reshape(2, 5), ["r1", "r2"], [*"abcde"]) for each in (self.A, self.B))
        assert self.judged(a=a, b=b).pvalue == self.judged(a=a, b=b[[*"edcba"]].iloc[::-1]).pvalue

    @pytest.mark.parametrize(
        ("b", "fact"),
        [
            (B.rename({"fold0": "other"}), "other"),
            (B.reset_index(drop=True), "0"),
            (B[:9], "fold9"),
            (pd.concat([B[:9], B[:1]]), "fold9"),
        ],
    )
    def test_other_labels_are_refused(self, b, fact):
        with refused("scores of 'b'", fact, "to_numpy"):
            self.judged(a=self.A, b=b)
