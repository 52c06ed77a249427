"""The page on fixed systems has all that the terminal has."""

import re
from html import unescape

import numpy as np
import pytest

from outperform import judge_items
from outperform.report import comparison_page
from outperform.report.methods import cited, methods_of


def text_of(page):
    """The words of a page without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page.partition("<body")[2])).split())


def samples(*leads, items=60, seed=1):
    rng = np.random.default_rng(seed)
    chance = rng.random(items)
    return {f"s{at}": (rng.random((5, items)) < chance + lead).astype(float) for at, lead in enumerate(leads)}


@pytest.fixture(scope="module")
def pair():
    made = judge_items(samples(0.3, 0.0), margin=0.05)
    return made, text_of(comparison_page(made))


def test_standings_have_intervals_and_places():
    made = judge_items(samples(0.4, 0.1, 0.0))
    page = text_of(comparison_page(made))
    assert "place" in page
    for each in made.standings:
        low, high = each.interval
        assert f"{each.system} {100 * each.score:.1f} % {100 * low:.1f} to {100 * high:.1f} %" in page
        first, last = each.place
        assert f"to {100 * high:.1f} % {first if first == last else f'{first}-{last}'} " in page


def test_facts_of_a_pair_are_those_of_the_terminal(pair):
    made, page = pair
    facts = made[0].items
    for words in (
        f"s0 better on {facts.flips.first}, s1 on {facts.flips.second}, tied on {facts.flips.tied}",
        f"Without these {facts.fragility.items} items (of 60)",
        "Next 60 items",
        "s0 not worse than s1 by more than 5.0 points: shown",
    ):
        assert words in page


def test_tasks_are_on_the_page_and_a_conflict_is_below_the_headline():
    pd = pytest.importorskip("pandas")
    big, small = np.arange(200), np.arange(20)
    scores = {"a": [*(big % 2), *(small < 12)], "b": [*((big + 1) % 2), *(small < 0)]}
    tasks = ["big"] * 200 + ["small"] * 20
    rows = [
        {"item": at, "system": name, "score": int(score), "task": tasks[at]}
        for name, values in scores.items()
        for at, score in enumerate(values)
    ]
    page = text_of(comparison_page(judge_items(pd.DataFrame(rows))))
    assert page.index("No clear difference") < page.index("the mean of tasks finds a better") < page.rindex("Results")
    assert "small 20 " in page
    assert "mean of tasks 220 " in page


def test_no_number_is_turned_against_the_headline():
    made = judge_items({"a": np.arange(40) < 12, "b": np.arange(40) < 30})
    page = text_of(comparison_page(made))
    assert "b is better than a" in page
    assert "+45.0" in page
    assert "−45.0" not in page


def test_the_method_is_described_in_sentences_without_arrays(pair):
    made, page = pair
    (method,) = methods_of(made)
    assert "[..." not in page
    assert any(part.startswith("Assumes:") for part in method.body)
    assert any("t = m / sqrt(s^2 / N)" in part for part in method.body)
    assert method.reference == cited("miller2024") == "Miller 2024"


def test_the_page_speaks_of_systems(pair):
    _, page = pair
    assert "learners" not in page.partition("Methods")[0]
