"""Headlines: what the evidence means in plain words."""

from dataclasses import replace
from html import unescape

import pytest

from outperform import judge, judge_items, judge_predictions
from outperform.core import Decision, NoteKind, Reason
from outperform.words.headlines import meaning
from outperform.words.pairs import oriented

SCORES = {"a": [[0.9, 0.8, 0.85], [0.7, 0.9, 0.95]], "b": [[0.8, 0.85, 0.7], [0.75, 0.8, 0.9]]}


@pytest.mark.parametrize(
    ("pvalue", "chance"), [(0.034, "3.4 %"), (0.5, "50 %"), (0.001, "0.1 %"), (0.00099, "less than 0.1 %")]
)
def test_a_p_value_is_told_as_a_share_of_such_experiments(pvalue, chance):
    (judgement,) = judge(SCORES, "corrected-t", n_train=80, n_test=40).judgements
    first, *_ = meaning(replace(judgement, verdict=replace(judgement.verdict, pvalue=pvalue)))
    assert f" {chance} " in first


def test_a_long_name_is_cut_in_the_list_of_scores_and_whole_in_the_sentence():
    long = f"weka(classname='weka.classifiers.trees.J48', options='{'-U ' * 30}')"
    lines = str(judge({long: SCORES["a"], "b": SCORES["b"]}, "corrected-t", n_train=80, n_test=40)).splitlines()
    assert max(map(len, lines)) <= 80
    assert any(line.startswith("  weka(classname=") and "…" in line for line in lines)
    assert long in " ".join(lines)


THREE = {name: [[level + 0.01 * ((3 * at + place) % 5) for at in range(5)] for place in range(2)]
         for name, level in (("high", 0.9), ("low", 0.8), ("close", 0.803))}  # fmt: skip


def test_other_tests_are_counted_pair_by_pair():
    others = judge(THREE, "corrected-t", n_train=80, n_test=20).others()
    by_pair = {}
    for each in others:
        by_pair.setdefault((each.first, each.second), []).append(each.decision)
    claim = others.document.claim
    assert "all" not in claim.split()
    for (first, second), decisions in by_pair.items():
        for name, other, side in ((first, second, Decision.FIRST), (second, first, Decision.SECOND)):
            count = decisions.count(side)
            words = f"{count} of {len(decisions)} find {name} better than {other}"
            assert (words in claim) is bool(count)


def test_without_another_test_the_answer_says_so():
    alone = judge_items({"a": [1, 0, 1, 1, 0, 1], "b": [0, 0, 1, 0, 0, 1]}, sequential=True)
    assert not len(alone.others())
    assert "system" not in alone.others().document.claim


def test_of_three_the_pairs_that_other_splits_decide_otherwise_are_named_in_every_medium():
    made = judge(THREE, "corrected-t", n_train=80, n_test=20)
    assert len(made.document.outlook) == 0
    flips = replace(made[0].replicability, p_flip=0.38)
    first = replace(made[0], redraws=flips, decision=Decision.FIRST)
    shaky = replace(made, judgements=(first, *made.judgements[1:]))
    (sentence,) = shaky.document.outlook
    assert "38%" in sentence
    assert oriented(first).pair in sentence
    page = unescape(shaky.to_html()).replace("\N{NO-BREAK SPACE}", " ")
    assert all(sentence in medium for medium in (" ".join(str(shaky).split()), shaky._repr_html_(), page))


def test_one_test_set_has_no_note_about_other_splits():
    made = judge_predictions([1, 0] * 20, {"a": [1, 0] * 20, "b": [1] * 40})
    reasons = [note["reason"] for note in made[0].notes if note.kind is NoteKind.STABILITY_UNKNOWN]
    assert reasons == [Reason.ONE_SPLIT]
    assert not any("splits" in words for words in made.document.notes)
