"""False positives of looking after every item: of the tests that allow it, and of mid-p, which does not."""

import re
from pathlib import Path

import numpy as np
import pytest
from scipy.special import bdtrc

from outperform.significance import Betting, DiscordantE, McNemarMidP, PairedCounts

pytestmark = pytest.mark.calibration
STREAMS, ITEMS, LEVEL = 2000, 1000, 0.05
RARE = 1e-6  # a test that keeps its level fails with this probability
SHARES = (0.1, 0.2, 0.3, 0.5, 1.0)


def streams(discordant, wins=0.5, items=ITEMS):
    """Differences of right and wrong answers [stream, item]."""
    rng = np.random.default_rng(round(100 * discordant) if wins == 0.5 else items)
    chances = [discordant * (1 - wins), 1 - discordant, discordant * wins]
    return rng.choice([-1.0, 0.0, 1.0], p=chances, size=(STREAMS, items))


def keeps_its_level(rejected):
    return bdtrc(int(rejected.sum()) - 1, STREAMS, LEVEL) > RARE and rejected.mean() <= LEVEL


def mid_p(differences):
    """The p-value of mcnemar-midp after every item, as if it were the only look."""
    wins, losses = (np.cumsum(side * differences > 0, axis=1) for side in (1, -1))
    rest = np.arange(1, differences.shape[1] + 1) - wins - losses
    return McNemarMidP().arithmetic(PairedCounts(rest, losses, wins, np.zeros_like(wins))).pvalue


@pytest.mark.parametrize("discordant", SHARES)
@pytest.mark.parametrize("test", [DiscordantE(), Betting()], ids=str)
def test_looking_at_every_item_keeps_the_level(test, discordant):
    assert keeps_its_level(test.arithmetic(streams(discordant)).pvalue <= LEVEL)


def test_mid_p_does_not():
    """A fifth of the items discordant: about .17, .26 and .36 after 100, 300 and 1,000 items."""
    smallest = np.minimum.accumulate(mid_p(streams(0.2)), axis=1)
    found = [(smallest[:, items - 1] <= LEVEL).mean() for items in (100, 300, 1000)]
    assert found == pytest.approx([0.17, 0.26, 0.36], abs=0.04)


def test_rare_large_losses_do_not_break_betting():
    rng = np.random.default_rng(4)
    differences = np.where(rng.random((STREAMS, ITEMS)) < 0.98, 0.02, -0.98)
    assert keeps_its_level(Betting().arithmetic(differences).pvalue <= LEVEL)


def test_what_the_page_of_discordant_e_says():
    """The numbers of its docstring: false positives, and how often and when it decides."""
    rates = [(DiscordantE().arithmetic(streams(share)).pvalue <= LEVEL).mean() for share in SHARES]
    peeking = [(mid_p(streams(share)).min(axis=1) <= LEVEL).mean() for share in SHARES]
    assert (min(rates), max(rates)) == pytest.approx((0.030, 0.040), abs=0.001)
    assert (min(peeking), max(peeking)) == pytest.approx((0.32, 0.49), abs=0.006)
    better = streams(0.2, wins=0.7, items=500)
    reached = DiscordantE().arithmetic(better).pvalues <= LEVEL
    assert reached[:, -1].mean() == pytest.approx(0.85, abs=0.006)
    assert np.median(1 + reached[reached[:, -1]].argmax(axis=1)) == pytest.approx(210, abs=2)
    assert (mid_p(better)[:, -1] <= LEVEL).mean() == pytest.approx(0.98, abs=0.006)


def test_what_the_tutorial_says():
    """The table of both tests after 100, 300 and 1,000 items."""
    text = (Path(__file__).parents[2] / "docs" / "tutorials" / "language-models.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+)% \| ([.\d |]+) \|$", text, re.MULTILINE)
    assert [share for share, _ in rows] == ["10", "20", "50"]
    for share, shown in rows:
        found = streams(int(share) / 100)
        looks = [mid_p(found), DiscordantE().arithmetic(found).pvalues]
        reached = [(paths[:, :items].min(axis=1) <= LEVEL).mean() for paths in looks for items in (100, 300, 1000)]
        assert [float(rate) for rate in shown.split(" | ")] == pytest.approx(reached, abs=0.00051)


def test_what_the_page_of_betting_says():
    rates = [(Betting().arithmetic(streams(share)).pvalue <= LEVEL).mean() for share in SHARES]
    assert (min(rates), max(rates)) == pytest.approx((0.024, 0.039), abs=0.001)
    differences = np.clip(np.random.default_rng(1).normal(0.1, 0.3, (STREAMS, 200)), -1, 1)
    reached = Betting().arithmetic(differences).pvalues <= LEVEL
    assert reached[:, [49, 199]].mean(axis=0) == pytest.approx([0.06, 0.95], abs=0.015)


def test_the_family_keeps_its_level_over_all_pairs_and_looks():
    """Three equally good systems on the same items: Bonferroni, Holm and Shaffer reject first at p <= level / 3."""
    rng = np.random.default_rng(9)
    right = rng.random((3, STREAMS, 600)) < 0.7
    pairs = ((0, 1), (0, 2), (1, 2))
    found = [DiscordantE().arithmetic(right[a].astype(float) - right[b]).pvalue for a, b in pairs]
    assert keeps_its_level(np.min(found, axis=0) <= LEVEL / 3)


def test_the_confidence_sequence_covers_the_share_at_all_looks():
    """A system that wins .7 of the discordant items: .7 is ever outside in at most the level of streams."""
    differences = streams(0.3, wins=0.7, items=300)[:500]
    outside = 0
    for each in differences:
        low, high = DiscordantE(as_they_come=True).verdict(each, 1.0).interval(LEVEL)
        outside += not low <= 0.7 <= high
    assert outside / 500 <= LEVEL
