"""Verdicts in words: the better learner first, numbers with sign and unit, what a share of splits is about."""

from dataclasses import replace

import numpy as np
import pytest
from tests.shares import with_share

from outperform import compare, judge, judge_predictions
from outperform.comparison import Comparison
from outperform.core import Decision, NoteKind
from outperform.words.gate import reasons_of
from outperform.words.lines import WIDTH
from outperform.words.notes import note_words
from outperform.words.numbers import points_style, short_spec
from outperform.words.pairs import oriented
from outperform.words.verdicts import (
    agreement_short,
    claim,
    counted_words,
    difference_words,
    evidence,
    sentence,
    short_claim,
)

HIGH = [[0.91, 0.88], [0.90, 0.93], [0.89, 0.92], [0.90, 0.91], [0.92, 0.90]]
LOW = [[0.85, 0.86], [0.84, 0.88], [0.86, 0.85], [0.83, 0.87], [0.86, 0.84]]


def judged(first, second, test="corrected-t"):
    (judgement,) = judge({"a": first, "b": second}, test, n_train=50, n_test=50).judgements
    return judgement


@pytest.fixture(scope="module")
def three():
    rows = [[float(row % 7), float(row % 5), float(row % 2)] for row in range(60)]
    return compare(["nb", "tree", "dummy"], rows, [row % 2 for row in range(60)], procedure="5x2-t", progress=False)


@pytest.mark.parametrize(("first", "second", "better"), [(HIGH, LOW, "a"), (LOW, HIGH, "b"), (LOW, LOW, "a")])
def test_the_better_learner_is_named_first_and_its_difference_is_positive(first, second, better):
    judgement = judged(first, second)
    seen = oriented(judgement)
    assert (seen.better, seen.swapped) == (better, better == "b")
    assert seen.estimate == abs(judgement.verdict.estimate)
    low, high = judgement.verdict.interval(0.05)
    assert seen.interval == ((-high, -low) if seen.swapped else (low, high))
    assert oriented(judgement, keep=True).better == "a"
    assert oriented(judgement, keep=True).estimate == judgement.verdict.estimate


def test_a_share_seen_from_the_other_side_is_the_rest_of_it():
    seen = oriented(with_share(judged(HIGH, LOW), 0.25, (0.125, 0.5)))
    assert seen.better == "b"
    assert (seen.estimate, seen.interval) == (0.75, (0.5, 0.875))


def test_items_that_only_one_gets_right_are_counted_for_the_better():
    truth = [1] * 20
    found = judge_predictions(truth, {"a": [0] * 8 + [1] * 12, "b": [1] * 18 + [0] * 2})
    assert counted_words(found[0], oriented(found[0])).endswith("10 items that only one gets right, b gets 8")
    assert "b gets 8" in str(found)
    assert "+30.0 points" in str(found)
    same = judge_predictions(truth, {"a": truth, "b": truth})[0]
    assert "same items" in counted_words(same, oriented(same))
    assert counted_words(judged(HIGH, LOW), oriented(judged(HIGH, LOW))) is None


def test_a_posterior_is_turned_whole():
    judgement = judged(LOW, HIGH, "bayes-correlated-t(rope=0.01)")
    assert oriented(judgement).probabilities == judgement.verdict.probabilities[::-1]
    assert oriented(judgement).better == "b"


def test_the_winner_is_the_first_name_of_the_claim():
    assert claim(judged(LOW, HIGH)).startswith("b ")
    assert claim(judged(HIGH, LOW)).startswith("a ")
    assert short_claim(judged(LOW, HIGH)).startswith("b ")


def test_names_with_braces_are_names():
    judgement = replace(judged(HIGH, LOW), first="{a}", second="b{metric}")
    assert "{a}" in claim(judgement)
    assert "b{metric}" in claim(judgement)


@pytest.mark.parametrize(
    ("p_flip", "words"), [(0.0, "> 99 %"), (0.0049, "> 99 %"), (0.01, "99 %"), (0.29, "71 %"), (0.5, "50 %")]
)
def test_the_share_of_agreeing_splits_is_that_which_does_not_flip(p_flip, words):
    judgement = judged(HIGH, LOW)
    changed = replace(judgement, redraws=replace(judgement.replicability, p_flip=p_flip))
    assert agreement_short(changed) == words
    assert any(f"{words} of other random splits of these data" in part for part in evidence(changed))


def test_where_stability_is_unknown_nothing_is_said_of_splits():
    judgement = judged([HIGH[0]], [LOW[0]], "kfold-t")
    assert agreement_short(judgement) is None
    assert not any("splits" in part for part in evidence(judgement))


def test_a_sentence_has_decision_difference_interval_p_value_and_test():
    words = sentence(judged(HIGH, LOW))
    low, high = judged(HIGH, LOW).verdict.interval(0.05)
    for fact in ("a", "b", "+0.0520", f"{low:+.4f}", f"{high:+.4f}", "95%", "p ", "corrected-t"):
        assert fact in words


def test_points_are_shown_with_sign_and_unit(three):
    for judgement in three.judgements:
        words = difference_words(judgement, oriented(judgement))
        assert f"{100 * abs(judgement.verdict.estimate):.1f} points" in words


@pytest.mark.parametrize(("points", "style"), [(12.0, ".1f"), (0.05, ".1f"), (0.04, ".2f"), (0.004, ".3f"), (0, ".1f")])
def test_a_small_difference_is_not_rounded_to_nothing(points, style):
    assert points_style(points) == style


def unmet(judgements, required):
    return reasons_of(Comparison(scores=(), judgements=tuple(judgements)).gated(required).gate)


def test_a_gate_says_what_was_asked_and_what_was_found(three):
    assert unmet([judged(HIGH, LOW)], "first") == []
    (reason,) = unmet([judged(HIGH, LOW)], "second")
    assert claim(judged(HIGH, LOW)) in reason
    assert reason.index("b") < reason.index("a ")  # who must win comes first
    wanted = [each for each in three.judgements if each.decision is not Decision.EQUAL]
    assert len(unmet(three.judgements, "equal")) == len(wanted)


def test_an_answer_fits_a_terminal_and_says_what_its_shares_are_about(three):
    for words in (str(three), str(judge({"a": HIGH, "b": LOW}, n_train=50, n_test=50)), str(three.others())):
        assert max(map(len, words.split("\n"))) <= WIDTH
        assert words.count("not new data") == words.count("other splits agree")
    assert "5x2-t" in str(three)


def test_long_names_have_a_line_of_their_own():
    names = [f"sklearn.ensemble.RandomForestClassifier(n_estimators={number})" for number in (10, 20, 30)]
    scores = dict(zip(names, (HIGH, LOW, HIGH[::-1]), strict=True))
    lines = str(judge(scores, n_train=50, n_test=50)).split("\n")
    assert f"  {names[0]} – {names[1]}".strip() in " ".join(line.strip() for line in lines)
    assert max(len(line) for line in lines if "RandomForest" not in line) <= WIDTH


def test_a_spec_for_people_has_few_digits():
    assert short_spec("adaptive-t(factor=1.6447869693576496)") == "adaptive-t(factor=1.6448)"
    assert short_spec("corrected-cv(repeats=2, level=1.234567e-12)") == "corrected-cv(repeats=2, level=1.234567e-12)"
    assert short_spec("mcnemar-holdout(share=0.1)") == "mcnemar-holdout(share=0.1)"


def test_a_small_difference_of_accuracies_is_not_rounded_to_nothing():
    truth = np.arange(20_000) % 2
    worse = truth.copy()
    worse[:8] ^= 1
    found = judge_predictions(truth, {"a": truth, "b": worse, "c": 1 - truth})
    assert "+0.04" in next(line for line in str(found).splitlines() if line.strip().startswith("a – b"))
    note = next(note for note in found.judgements[0].notes if note.kind is NoteKind.ACCURACIES)
    assert "+0.04" in note_words(note)
    assert "+0.04 points" in str(judge_predictions(truth, {"a": truth, "b": worse}))
