"""The power that a budget of items promises, on fresh simulated sets, with bounds at 1e-6. Run: make calibrate."""

import numpy as np
import pytest
from scipy import stats

from outperform import budget_of_items
from outperform.choose import fitting_test
from outperform.core import stream
from outperform.data import evals_of
from outperform.lab.item_studies import scores_of_items
from outperform.sources import FixedItems

pytestmark = pytest.mark.calibration

TAIL = 1e-6
SETS = 1000
PILOT = 100  # items


@pytest.mark.parametrize(
    ("law", "difference", "options"),
    [
        ("right-wrong", 0.1, {}),
        ("normal", 0.25, {}),
        ("t3", 0.25, {}),
        ("right-wrong", 0.08, {"samples": 5}),
        ("normal", 0.25, {"samples": 3, "noise": 1.0}),
    ],
    ids=["right or wrong", "normal", "t3", "several samples", "noisy samples"],
)
def test_the_items_of_a_plan_find_the_difference_four_times_of_five(law, difference, options):
    found = 0
    for number in range(SETS):
        pilot = FixedItems(law=law, items=PILOT, lead=difference, **options)
        seen = pilot.draw(stream(1, "items", number), stream(1, "run", number)).row_scores
        planned = budget_of_items(evals_of({"a": seen[0], "b": seen[1]}), difference=difference).pairs[0].items_for
        fresh = FixedItems(law=law, items=int(planned.value), lead=difference, **options)
        items = fresh.draw(stream(2, "items", number), stream(2, "run", number))
        scores = scores_of_items(items, None, number)
        found += fitting_test(scores)[0].judge(scores).pvalue <= 0.05
    low, high = stats.binom.ppf([TAIL, 1 - TAIL], SETS, [0.75, 0.85])
    assert low <= found <= high, found / SETS


def test_the_smallest_difference_of_a_set_is_found_four_times_of_five():
    """A set of 150 normal differences: the smallest difference that it claims, as the truth of other sets."""
    spread = 1.0
    claimed = []
    for number in range(SETS):
        seen = FixedItems(law="normal", items=150).draw(stream(3, "items", number), stream(3, "run", number)).row_scores
        claimed.append(budget_of_items(evals_of({"a": seen[0], "b": seen[1]}), difference=0.1).pairs[0].smallest.value)
    critical = stats.t.isf(0.025, 149)
    powers = stats.nct.sf(critical, 149, np.array(claimed) / spread * 150**0.5)
    assert powers.mean() == pytest.approx(0.8, abs=0.02)
