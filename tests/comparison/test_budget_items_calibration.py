"""The power that a budget of items promises, on fresh simulated sets, with bounds at 1e-6. Run: make calibrate."""

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from outperform import budget_of_items
from outperform.choose import fitting_test
from outperform.core import stream
from outperform.lab.item_studies import scores_of_items
from outperform.sources import FixedItems

pytestmark = pytest.mark.calibration

PAGE = Path(__file__).parents[2] / "docs" / "tutorials" / "evaluation-size.md"
TAIL = 1e-6
SETS = 2000
PILOT = 100  # items
OFF = 0.05  # the power is promised within this much of .8
CASES = {
    "right or wrong, one sample": (0.1, {}),
    "right or wrong, 5 samples": (0.08, {"samples": 5}),
    "graded scores, normal": (0.25, {"law": "normal"}),
    "graded scores, 3 noisy samples": (0.25, {"law": "normal", "samples": 3, "noise": 1.0}),
    "graded scores, heavy tails (t with 3 df)": (0.25, {"law": "t3"}),
    "graded scores, skewed (exponential)": (0.25, {"law": "skewed"}),
    "graded scores, 20 clusters of 5": (0.35, {"law": "normal", "clusters": 20}),
}


def drawn(number, part, items, lead, options):
    """A set of items; clusters have five items however many there are."""
    clusters = {"clusters": round(items / 5)} if "clusters" in options else {}
    items = 5 * clusters["clusters"] if clusters else items
    source = FixedItems(items=items, lead=lead, **options | clusters)
    return source.draw(stream(part, "items", number), stream(part, "run", number))


def table(items):
    """What a user would have, with a column of clusters where there are some."""
    if items.clusters is None:
        return dict(zip("ab", items.row_scores, strict=True))
    tidy = {"item": np.arange(items.size), "cluster": items.clusters}
    parts = [pd.DataFrame(tidy | {"system": name, "score": items.row_scores[at, 0]}) for at, name in enumerate("ab")]
    return pd.concat(parts)


def is_found(items, number):
    scores = scores_of_items(items, None, number)
    return fitting_test(scores)[0].judge(scores).pvalue <= 0.05


def powers(difference, options):
    """Items that pilots ask for; the power with these; the power at the smallest difference that pilots claim."""
    planned, found, smallest = [], 0, 0
    for number in range(SETS):
        pilot = drawn(number, 1, PILOT, difference, options)
        pair = budget_of_items(table(pilot), difference=difference).pairs[0]
        planned.append(int(pair.items_for.value))
        found += is_found(drawn(number, 2, planned[-1], difference, options), number)
        smallest += is_found(drawn(number, 3, PILOT, pair.smallest.value, options), number)
    return np.median(planned), found / SETS, smallest / SETS


@pytest.mark.parametrize("name", CASES)
def test_a_difference_is_found_four_times_of_five(name):
    median, *seen = powers(*CASES[name])
    low, high = stats.binom.ppf([TAIL, 1 - TAIL], SETS, [0.8 - OFF, 0.8 + OFF]) / SETS
    assert all(low <= power <= high for power in seen), seen
    line = re.search(rf"^\| {re.escape(name)} \| (.*) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    shown = f"{CASES[name][0]:g} | {median:.0f} | {seen[0]:.3f} | {seen[1]:.3f}".replace(" 0.", " .")
    assert line is not None
    assert line[1] == shown.removeprefix("0")


def test_the_smallest_difference_of_a_set_is_that_of_the_noncentral_t():
    """A set of 150 normal differences: the mean power over what sets claim, by another route than simulation."""
    claimed = []
    for number in range(1000):
        seen = drawn(number, 3, 150, 0, {"law": "normal"})
        claimed.append(budget_of_items(table(seen), difference=0.1).pairs[0].smallest.value)
    critical = stats.t.isf(0.025, 149)
    values = stats.nct.sf(critical, 149, np.array(claimed) * 150**0.5)
    assert values.mean() == pytest.approx(0.8, abs=0.02)
