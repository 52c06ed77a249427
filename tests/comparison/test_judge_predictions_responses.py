"""judge_predictions on probabilities and scores: scikit-learn's values, scipy's tests, refusals with the row."""

import numpy as np
import pandas as pd
import pytest
import sklearn.metrics as sk
from scipy import stats
from tests.refusals import refused

from outperform import judge_predictions
from outperform.core import NoteKind, Reason
from outperform.words.notes import note_words

NAMES = ["roc_auc", "average_precision", "neg_log_loss", "neg_brier_score"]
OF_SKLEARN = {
    "roc_auc": sk.roc_auc_score,
    "average_precision": sk.average_precision_score,
    "neg_log_loss": lambda truth, said: -sk.log_loss(truth, said),
    "neg_brier_score": lambda truth, said: -sk.brier_score_loss(truth, said),
}


def drawn(rows=120, seed=0):
    rng = np.random.default_rng(seed)
    truth = (rng.random(rows) < 0.4).astype(int)
    logits = 1.5 * truth - 0.7 + rng.normal(0, 1, rows)
    return truth, {
        name: 1 / (1 + np.exp(-logits + rng.normal(0, noise, rows))) for name, noise in (("a", 0.3), ("b", 1))
    }


TRUTH, SAID = drawn()
WORDS = np.where(TRUTH == 1, "yes", "no")


def found_notes(comparison, kind):
    return [note for note in comparison.notes if note.kind is kind]


class TestNumbers:
    @pytest.mark.parametrize("name", NAMES)
    @pytest.mark.parametrize("truth", [TRUTH, TRUTH.astype(bool), TRUTH.astype(str), WORDS])
    def test_scores_are_scikit_learns_whatever_the_labels_are(self, name, truth):
        positive = "yes" if truth is WORDS else None
        found = judge_predictions(truth, SAID, name, "bootstrap-percentile(replicates=200)", positive=positive)
        expected = [OF_SKLEARN[name](TRUTH, each) for each in SAID.values()]
        np.testing.assert_allclose(found.scores[0].values[:, 0, 0], expected, rtol=1e-12)

    @pytest.mark.parametrize("name", NAMES[2:])
    def test_means_over_rows_get_the_paired_t_test(self, name):
        loss = {
            "neg_log_loss": lambda p: np.log(np.where(TRUTH == 1, p, 1 - p)),
            "neg_brier_score": lambda p: -((TRUTH - p) ** 2),
        }
        judged = judge_predictions(TRUTH, SAID, name)[0]
        other = stats.ttest_rel(*map(loss[name], SAID.values()))
        assert judged.test == "item-t"
        assert judged.pvalue == pytest.approx(other.pvalue, rel=1e-9)
        assert judged.interval == pytest.approx(tuple(other.confidence_interval(0.95)), rel=1e-9)

    def test_the_area_gets_delong_by_brute_force(self):
        """DeLong, DeLong and Clarke-Pearson 1988, from the table of all pairs, with Satterthwaite's df."""
        high, low = TRUTH == 1, TRUTH == 0
        wins = [(p[high][:, None] > p[low]) + 0.5 * (p[high][:, None] == p[low]) for p in SAID.values()]
        gap = wins[0] - wins[1]
        v1, v0 = gap.mean(axis=1).var(ddof=1) / high.sum(), gap.mean(axis=0).var(ddof=1) / low.sum()
        df = (v1 + v0) ** 2 / (v1**2 / (high.sum() - 1) + v0**2 / (low.sum() - 1))
        judged = judge_predictions(WORDS, SAID, "auc", positive="yes")[0]
        assert (judged.test, judged.metric) == ("delong-t", "roc_auc")
        assert judged.pvalue == pytest.approx(2 * stats.t.sf(abs(gap.mean()) / np.sqrt(v1 + v0), df), rel=1e-9)

    def test_the_positive_class_may_be_part_of_the_name(self):
        by_name = judge_predictions(WORDS, SAID, "roc_auc(positive='yes')")
        assert by_name[0].estimate == judge_predictions(WORDS, SAID, "roc_auc", positive="yes")[0].estimate

    def test_several_metrics_keep_their_order_and_share_holm(self):
        found = judge_predictions(TRUTH, SAID | {"c": SAID["a"] ** 2}, ["neg_log_loss", "roc_auc"], adjust="shaffer")
        assert [each.metric for each in found] == ["neg_log_loss"] * 3 + ["roc_auc"] * 3
        assert {each.adjustment for each in found} == {"shaffer"}
        assert judge_predictions(TRUTH, SAID, "roc_auc")[0].adjustment == "holm"

    def test_the_order_of_rows_does_not_matter_and_swapping_mirrors(self):
        order = np.random.default_rng(1).permutation(TRUTH.size)
        here = judge_predictions(TRUTH, SAID, "roc_auc")[0]
        there = judge_predictions(TRUTH[order], {name: SAID[name][order] for name in ("b", "a")}, "roc_auc")[0]
        assert (there.pvalue, there.estimate) == pytest.approx((here.pvalue, -here.estimate), rel=1e-12)

    def test_numbers_may_be_text_booleans_or_frames(self):
        text = {name: [f"{each:.17g}" for each in column] for name, column in SAID.items()}
        frame = pd.DataFrame(SAID)
        numbers = [
            judge_predictions(TRUTH, each, "roc_auc")[0].pvalue for each in (SAID, text, frame, frame.astype(object))
        ]
        assert len(set(numbers)) == 1
        flags = judge_predictions(TRUTH, {"a": SAID["a"], "b": (SAID["b"] > 0.5).tolist()}, "roc_auc")
        words = judge_predictions(TRUTH, {"a": SAID["a"], "b": [str(each > 0.5) for each in SAID["b"]]}, "roc_auc")
        assert flags[0].pvalue == words[0].pvalue

    def test_stability_is_unknown_with_one_test_set(self):
        for name in NAMES[:1] + NAMES[2:]:
            assert judge_predictions(TRUTH, SAID, name)[0].replicability.reason is Reason.ONE_SPLIT


class TestDegenerate:
    @pytest.mark.parametrize("name", NAMES)
    def test_equal_columns_do_not_differ(self, name):
        judged = judge_predictions(TRUTH, {"a": SAID["a"], "b": SAID["a"]}, name)[0]
        assert (judged.pvalue, judged.estimate, judged.decision.value) == (1, 0, "open")

    @pytest.mark.parametrize("name", NAMES)
    def test_a_constant_is_judged_with_a_note(self, name):
        found = judge_predictions(TRUTH, {"a": SAID["a"], "flat": np.full(TRUTH.size, 0.4)}, name)
        assert [note.about for note in found_notes(found, NoteKind.SAME_RESPONSES)] == [("flat",)]
        both = judge_predictions(TRUTH, {"flat": np.full(TRUTH.size, 0.4), "even": np.full(TRUTH.size, 0.4)}, name)
        assert both[0].pvalue == 1

    def test_certain_errors_are_counted_as_scikit_learn_does(self):
        certain = np.where(SAID["a"] < 0.3, 0.0, np.where(SAID["a"] > 0.8, 1.0, SAID["a"]))
        found = judge_predictions(TRUTH, {"a": certain, "b": SAID["b"]}, "neg_log_loss")
        assert found.scores[0].values[0, 0, 0] == pytest.approx(-sk.log_loss(TRUTH, certain), rel=1e-12)
        (note,) = found_notes(found, NoteKind.CERTAIN_ERRORS)
        assert (note.about, note["rows"]) == (("a",), int((np.abs(TRUTH - certain) == 1).sum()))
        assert "36" in note_words(note)

    def test_hard_labels_are_judged_with_a_note(self):
        found = judge_predictions(TRUTH, {"a": SAID["a"], "b": (SAID["b"] > 0.5).astype(int)}, "roc_auc")
        (note,) = found_notes(found, NoteKind.HARD_RESPONSES)
        assert note.about == ("b",)
        assert "accuracy" in note_words(note)

    def test_values_of_the_other_class_get_a_note(self):
        found = judge_predictions(WORDS, SAID, "roc_auc", positive="no")
        (note,) = found_notes(found, NoteKind.BELOW_CHANCE)
        assert note.about == ("a", "b")
        assert not found_notes(judge_predictions(WORDS, SAID, "roc_auc", positive="yes"), NoteKind.BELOW_CHANCE)

    def test_one_class_is_enough_for_means_over_rows(self):
        ones = np.ones(TRUTH.size, dtype=int)
        assert judge_predictions(ones, SAID, "neg_log_loss")[0].pvalue < 1
        with refused("truth", "roc_auc", ones.size):
            judge_predictions(ones, SAID, "roc_auc")
        with refused("truth", "average_precision", ones.size):
            judge_predictions(0 * ones, SAID, "average_precision")


class TestRefusals:
    @pytest.mark.parametrize("name", NAMES)
    def test_text_labels_need_the_positive_one(self, name):
        with refused("positive", "no", "yes", "positive="):
            judge_predictions(WORDS, SAID, name)
        with refused("positive", "'maybe'", "no", "yes"):
            judge_predictions(WORDS, SAID, name, positive="maybe")

    @pytest.mark.parametrize("name", NAMES)
    def test_three_classes_are_refused(self, name):
        with refused("metric", name, "0, 1, 2", "column per class"):
            judge_predictions(np.arange(TRUTH.size) % 3, SAID, name)

    @pytest.mark.parametrize(("value", "facts"), [(1.2, ("row 7", "1.2", "roc_auc")), (-0.1, ("row 7", "-0.1"))])
    def test_what_is_no_probability_is_named(self, value, facts):
        column = SAID["b"].copy()
        column[6] = value
        with refused("predictions of 'b'", *facts):
            judge_predictions(TRUTH, {"a": SAID["a"], "b": column}, "neg_log_loss")
        assert judge_predictions(TRUTH, {"a": SAID["a"], "b": column}, "roc_auc")

    def test_percent_is_recognised(self):
        with refused("predictions of 'a'", "row 1", "percent", "100"):
            judge_predictions(TRUTH, {name: 100 * each for name, each in SAID.items()}, "neg_brier_score")

    @pytest.mark.parametrize(
        ("cell", "facts"),
        [
            (np.nan, ["missing"]),
            (None, ["missing"]),
            (np.inf, ["inf"]),
            ("", ["missing"]),
            ("NA", ["'NA'", "missing"]),
            ("inf", ["'inf'"]),
            ("0,7", ["0.7"]),
            ("70%", ["0.7"]),
            ("1_0", ["'1_0'"]),
            ("yes", ["'yes'", "accuracy"]),
            ([1], ["[1]"]),
            (1j, ["1j"]),
        ],
    )
    def test_cells_that_hold_no_number_are_named(self, cell, facts):
        column = SAID["b"].tolist()
        column[4] = cell
        with refused("predictions of 'b'", "row 5", *facts):
            judge_predictions(TRUTH, {"a": SAID["a"], "b": column}, "roc_auc")
        with refused("predictions of 'b'", "item 'q5'", *facts):
            ids = [f"q{number}" for number in range(1, TRUTH.size + 1)]
            judge_predictions(TRUTH, {"a": SAID["a"], "b": column}, "roc_auc", ids=ids)

    def test_missing_truth_is_named(self):
        for gap in (None, "NA", ""):
            truth = WORDS.astype(object)
            truth[3] = gap
            with refused("truth", "row 4"):
                judge_predictions(truth, SAID, "roc_auc", positive="yes")

    @pytest.mark.parametrize(
        ("column", "facts"),
        [
            (SAID["b"][:-1], [TRUTH.size - 1, TRUTH.size]),
            (np.column_stack([1 - SAID["b"], SAID["b"]]), ["[:, 1]"]),
            (np.column_stack([SAID["b"]] * 3), ["column per class"]),
            (SAID["b"].astype("datetime64[s]"), ["dates"]),
            (SAID["b"] + 1j, ["complex"]),
            (0.5, ["one number per row"]),
            (np.ma.masked_array(SAID["b"], np.arange(TRUTH.size) == 2), ["row 3", "missing"]),
        ],
    )
    def test_columns_of_another_shape_are_refused(self, column, facts):
        with refused("predictions of 'b'", *facts):
            judge_predictions(TRUTH, {"a": SAID["a"], "b": column}, "roc_auc")

    def test_an_index_in_another_order_is_refused(self):
        truth = pd.Series(TRUTH, index=[f"q{number}" for number in range(TRUTH.size)])
        mixed = pd.Series(SAID["b"], index=truth.index).sample(frac=1, random_state=0)
        with refused("predictions of 'b'", "index"):
            judge_predictions(truth, {"a": SAID["a"], "b": mixed}, "roc_auc")

    def test_labels_and_probabilities_are_judged_apart(self):
        with refused("metric", "'a'", 'metric="roc_auc"', 'metric=["accuracy", "f1"]'):
            judge_predictions(TRUTH, SAID, ["accuracy", "roc_auc", "f1"])
        with refused("metric", 'metric="roc_auc"', 'metric="accuracy"'):
            judge_predictions(WORDS, SAID, ["accuracy", "roc_auc"], positive="yes")
        with refused("predictions of 'a'", "row 1", 'metric="roc_auc"', 'metric="accuracy"'):
            judge_predictions(WORDS, {"a": WORDS, "b": WORDS}, ["accuracy", "roc_auc"], positive="yes")
        hard = {name: (each > 0.5).astype(int) for name, each in SAID.items()}
        assert len(judge_predictions(TRUTH, hard, ["accuracy", "roc_auc"])) == 2
        assert len(judge_predictions(TRUTH, SAID, ["neg_brier_score", "neg_mean_squared_error"])) == 2

    @pytest.mark.parametrize("truth", [TRUTH, WORDS])
    def test_accuracy_of_probabilities_says_what_to_type(self, truth):
        with refused("predictions of 'a'", 'metric="roc_auc"', "neg_log_loss"):
            judge_predictions(truth, SAID)

    def test_a_metric_twice_is_refused(self):
        with refused("metric", "roc_auc"):
            judge_predictions(TRUTH, SAID, ["auc", "roc_auc"])
        with refused("metric"):
            judge_predictions(TRUTH, SAID, [])
