"""What an answer means, for somebody who is no statistician: it agrees with the answer, in two sentences."""

import re

import numpy as np
import pytest
from tests.made_evals import answers
from tests.made_leagues import drawn, league

from outperform import judge, judge_items, judge_predictions
from outperform.core import stream
from outperform.words.plain_answer import plain_comparison, plain_league


def splits(*leads, repeats=5, **ways):
    rng = stream(2, "plain")
    base = rng.normal(0.8, 0.02, (repeats, 10))
    scores = {
        name: base + lead + rng.normal(0, 0.01, (repeats, 10)) for name, lead in zip("abcde", leads, strict=False)
    }
    return judge(scores, n_train=900, n_test=100, **ways)


def labels():
    truth = np.arange(90) % 2
    return judge_predictions(truth, {"a": truth, "b": np.where(np.arange(90) % 3, truth, 1 - truth)})


CASES = {
    "clear": lambda: splits(0, 0.03),
    "open": lambda: splits(0, 0),
    "all others": lambda: splits(0, 0.01, 0.1),
    "some others": lambda: splits(0, 0.1, 0.1001),
    "none": lambda: splits(0, 0, 0),
    "baseline": lambda: splits(0, 0.1, 0.1, baseline="b"),
    "posterior": lambda: splits(0, 0.03, test="bayes-correlated-t"),
    "labels": labels,
    "samples": lambda: judge_items(answers(60, ("a", "b", "c"), 3, leads=(0.2, 0.1, 0.0))),
    "league": lambda: league(drawn(5, 20)),
    "league of two": lambda: league(drawn(2, 12)),
    "league with a baseline": lambda: league(drawn(6, 20, gap=0.006), baseline="boosting"),
    "tied league": lambda: league(np.full((12, 4), 0.5)),
}


@pytest.mark.parametrize("name", CASES)
def test_two_sentences_without_the_words_of_statistics(name):
    answer = CASES[name]()
    sentences = (plain_league if answer.kind == "league" else plain_comparison)(answer)
    assert len(sentences) == 2
    assert all(words.endswith(".") and words[:1].strip() for words in sentences)
    assert not re.search(r"p-value|\bp [=<]|interval|significan|null|nan|None|\binf\b", " ".join(sentences))


def test_a_clear_pair_has_its_size_and_an_open_one_what_is_possible():
    clear, unclear = splits(0, 0.03), splits(0, 0)
    first, _ = plain_comparison(clear)
    low, high = clear[0].interval
    assert first.startswith("b is better than a by about")
    for value in (-clear[0].estimate, -low, -high):
        assert f"{value:.3g}"[:4] in first
    assert "do not tell" in plain_comparison(unclear)[0]
    assert "up to" in plain_comparison(unclear)[0]


def test_the_least_certain_pair_of_the_claim_is_named_with_its_share():
    made = splits(0, 0.01, 0.1)
    _, again = plain_comparison(made)
    mine = [each for each in made if "c" in (each.first, each.second)]
    least = max(mine, key=lambda each: each.p_flip)
    share = f"about {100 * (1 - least.p_flip):.0f} of 100" if least.p_flip > 0.005 else "almost all"
    assert share in again.lower()
    assert "new data" in again
    assert "unknown" in plain_comparison(labels())[1]


def test_a_league_says_what_new_data_sets_would_show():
    made = league(drawn(2, 12))
    low, high = made[0].effect.prediction_mean
    ends = sorted(abs(100 * end) for end in (low, high))
    assert all(f"{end:.1f}" in plain_league(made)[1] for end in ends)
