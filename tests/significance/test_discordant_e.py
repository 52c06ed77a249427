"""The e-value of discordant items: against integration, enumeration and recursion, and what it promises."""

from fractions import Fraction
from itertools import product
from math import comb, cos, factorial, pi, prod, sin

import numpy as np
import pytest
from scipy import integrate

from outperform.core import Decision, Items, NoteKind, Parameter, Scores
from outperform.significance import DiscordantE
from outperform.significance.discordant_e import log_mixture
from outperform.significance.sequential_tests import look_order

TEST = DiscordantE()
COUNTS = [(0, 1), (1, 0), (1, 1), (7, 0), (3, 5), (20, 4), (60, 61), (300, 5), (0, 900)]


def stream_of(wins, losses):
    return np.array([1.0] * wins + [-1.0] * losses)


def exact(wins, losses):
    """(2b - 1)!! (2c - 1)!! / (b + c)!, from B(b + 1/2, c + 1/2) = Gamma(b + 1/2) Gamma(c + 1/2) / (b + c)!."""
    odd = prod(range(1, 2 * wins, 2)) * prod(range(1, 2 * losses, 2))
    return Fraction(odd, factorial(wins + losses))


def ever(chance, looks, level, excluded):
    """The chance that a coin is ever excluded within so many discordant items, by recursion over (wins, losses)."""
    alive, rejected = {(0, 0): 1.0}, 0.0
    for _ in range(looks):
        fresh = {}
        for (wins, losses), mass in alive.items():
            for place, part in (((wins + 1, losses), chance), ((wins, losses + 1), 1 - chance)):
                if excluded(*place, level):
                    rejected += mass * part
                else:
                    fresh[place] = fresh.get(place, 0.0) + mass * part
        alive = fresh
    return rejected


def scores_of(first, second, ids=None, seed=0):
    table = np.array([first, second], dtype=float)[:, np.newaxis]
    names = None if ids is None else np.asarray(ids)
    return Scores(
        ("a", "b"), None, table.mean(axis=2, keepdims=True), items=Items(row_scores=table, ids=names), seed=seed
    )


def judged(differences, *, as_they_come=True):
    """Judge right and wrong answers with these differences, in this order."""
    differences = np.asarray(differences)
    return DiscordantE(as_they_come).judge(scores_of(differences > 0, differences < 0))


class TestTheEValue:
    @pytest.mark.parametrize(("wins", "losses"), COUNTS)
    def test_it_is_the_integral_of_the_likelihood_ratio_over_jeffreys_weights(self, wins, losses):
        """With s = sin^2 x, Jeffreys' weights are 2/pi dx."""
        found = TEST.arithmetic(stream_of(wins, losses)).log_e[-1]
        peak = wins / (wins + losses)
        scale = (peak**wins) * ((1 - peak) ** losses)

        def likelihood(x):
            return (sin(x) ** 2) ** wins * (cos(x) ** 2) ** losses / scale

        near = np.arcsin(np.sqrt(peak))
        area = sum(
            integrate.quad(likelihood, *ends, limit=400, epsabs=0, epsrel=1e-11)[0]
            for ends in ((0, near), (near, pi / 2))
            if ends[0] < ends[1]
        )
        wanted = (wins + losses) * np.log(2) + np.log(2 / pi * area) + np.log(scale)
        assert found == pytest.approx(wanted, rel=1e-8, abs=1e-8)

    @pytest.mark.parametrize(("wins", "losses"), [each for each in COUNTS if sum(each) < 60])
    def test_it_is_a_ratio_of_whole_numbers(self, wins, losses):
        assert np.exp(TEST.arithmetic(stream_of(wins, losses)).log_e[-1]) == pytest.approx(float(exact(wins, losses)))

    def test_it_is_the_wealth_of_a_gambler_who_bets_by_what_was_seen(self):
        """Krichevsky and Trofimov: stake (b + 1/2) / (n + 1) on the first, at even odds."""
        signs = np.random.default_rng(1).choice([-1, 1], 200)
        wealth, seen, found = 1.0, {1: 0, -1: 0}, []
        for sign in signs:
            wealth *= 2 * (seen[sign] + 0.5) / (seen[1] + seen[-1] + 1)
            seen[sign] += 1
            found.append(wealth)
        assert np.exp(TEST.arithmetic(signs.astype(float)).log_e) == pytest.approx(found, rel=1e-10)

    def test_ties_change_nothing(self):
        signs = np.random.default_rng(2).choice([-1.0, 0.0, 1.0], 60)
        with_ties, without = TEST.arithmetic(signs), TEST.arithmetic(signs[signs != 0])
        assert with_ties.log_e[signs != 0].tolist() == without.log_e.tolist()
        assert with_ties.pvalue == without.pvalue

    def test_on_average_the_next_item_of_a_fair_coin_changes_nothing(self):
        for wins, losses in product(range(12), repeat=2):
            assert (exact(wins + 1, losses) + exact(wins, losses + 1)) / 2 == exact(wins, losses)

    def test_very_many_wins_have_a_p_value_above_0(self):
        verdict = judged(stream_of(5000, 0))
        assert (verdict.pvalue, verdict.evalue) == (pytest.approx(1e-300), pytest.approx(1e300))
        assert verdict.decided_at(0.05) == 7
        assert verdict.interval(0.05)[0] > 0.99


class TestVillesBound:
    @pytest.mark.parametrize("level", [0.01, 0.05, 0.1, 0.3])
    def test_of_all_short_streams_at_most_the_level_is_ever_rejected(self, level):
        streams = np.array(list(product([-1.0, 1.0], repeat=14)))
        share = (TEST.arithmetic(streams).pvalue <= level).mean()
        assert share <= level
        assert share == pytest.approx(ever(0.5, 14, level, lambda b, c, level: exact(b, c) * Fraction(level) >= 1))

    def test_long_streams_are_rejected_less_often_than_the_level(self):
        """Exact, by recursion: what the simulation of peeking estimates where every item is discordant."""

        def excluded(wins, losses, level):
            return np.exp(table[wins, losses]) >= 1 / level

        grid = np.arange(401)
        table = (grid[:, None] + grid[None, :]) * np.log(2) + log_mixture(grid[:, None], grid[None, :])
        assert 0.03 < ever(0.5, 400, 0.05, excluded) < 0.037


class TestTheConfidenceSequence:
    @pytest.mark.parametrize("level", [0.05, 0.2])
    @pytest.mark.parametrize("seed", range(4))
    def test_it_holds_the_shares_that_no_look_excluded(self, level, seed):
        """Brute force: E(s) of every share on a grid, after every item."""
        signs = np.random.default_rng(seed).choice([-1.0, 0.0, 1.0], 120, p=[0.15, 0.5, 0.35])
        shares = np.arange(1, 4000) / 4000
        wins, losses = np.cumsum(signs > 0), np.cumsum(signs < 0)
        left = np.ones(shares.size, dtype=bool)
        for b, c in zip(wins.tolist(), losses.tolist(), strict=True):
            left &= float(exact(b, c)) / 2 ** (b + c) < shares**b * (1 - shares) ** c / level
        low, high = judged(signs).interval(level)
        assert low == pytest.approx(shares[left].min(), abs=1.5 / 4000)
        assert high == pytest.approx(shares[left].max(), abs=1.5 / 4000)

    @pytest.mark.parametrize("share", [0.5, 0.7, 0.95])
    def test_it_ever_excludes_the_true_share_in_at_most_the_level_of_streams(self, share):
        """Exact, by recursion over wins and losses."""

        def excluded(wins, losses, level):
            return float(exact(wins, losses)) / 2 ** (wins + losses) >= share**wins * (1 - share) ** losses / level

        assert 0 < ever(share, 60, 0.1, excluded) <= 0.1

    def test_it_is_about_the_share_of_discordant_items_and_not_the_accuracies(self):
        few, many = judged([1.0] * 12 + [-1.0] * 2), judged([1.0] * 12 + [-1.0] * 2 + [0.0] * 500)
        assert few.parameter is Parameter.SHARE_OF_DISCORDANT
        assert few.interval(0.05) == many.interval(0.05)
        assert (few.estimate, few.null) == (12 / 14, 0.5)

    def test_without_a_discordant_item_nothing_is_known(self):
        verdict = judged(np.zeros(30))
        assert (verdict.pvalue, verdict.evalue, verdict.estimate) == (1, 1, 0.5)
        assert verdict.interval(0.05) == (0, 1)
        assert verdict.decided_at(0.05) is None


class TestADecisionStands:
    def test_it_falls_when_the_e_value_reaches_1_over_the_level(self):
        verdict = judged([1.0, 0, 1, 1, 1, 0, 1, 1, 1, 1, 1])
        assert verdict.decided_at(0.05) == 9  # the seventh win: 26.8
        assert verdict.decided_at(1 / 14) == 8  # the sixth: 14.4
        assert verdict.decided_at(0.001) is None
        assert verdict.decide(0.05) is Decision.FIRST

    @pytest.mark.parametrize("side", [1, -1])
    def test_later_items_do_not_take_it_back(self, side):
        """Sorted items: one system wins the first forty, the other the next three hundred."""
        verdict = judged(side * stream_of(40, 300))
        assert verdict.decided_at(0.05) == 7
        assert verdict.decide(0.05) is (Decision.FIRST if side > 0 else Decision.SECOND)
        assert (side * (verdict.estimate - 0.5)) < 0
        low, high = verdict.interval(0.05)
        assert low < high
        assert (low >= 0.5) if side > 0 else (high <= 0.5)
        assert NoteKind.TURNED in {note.kind for note in verdict.caveats(0.05)}
        assert (
            verdict.decide(0.05, pvalue=0.05) is Decision.OPEN
        )  # adjusted: the strongest evidence is on the other side

    def test_few_items_can_never_decide_and_a_note_says_so(self):
        assert {note.kind for note in judged(np.ones(6)).caveats(0.05)} == {NoteKind.NEVER_REJECTS}
        assert judged(np.ones(7)).caveats(0.05) == ()


class TestTheOrder:
    def test_it_follows_from_names_and_seed(self):
        names = [f"q{at}" for at in range(40)]
        first, second = np.random.default_rng(0).integers(0, 2, (2, 40))
        scores = scores_of(first, second, names)
        turned = scores_of(first[::-1], second[::-1], names[::-1])
        looked = [np.array(names)[look_order(scores)].tolist(), np.array(names[::-1])[look_order(turned)].tolist()]
        assert looked[0] == looked[1] != names
        other = np.array(names)[look_order(scores_of(first, second, names, seed=1))].tolist()
        assert sorted(other) == sorted(names)
        assert other != looked[0]

    def test_another_item_leaves_the_others_in_their_order(self):
        names = np.array([f"q{at}" for at in range(30)])
        both = [names[look_order(scores_of(np.zeros(n), np.ones(n), names[:n]))].tolist() for n in (29, 30)]
        assert [name for name in both[1] if name != "q29"] == both[0]

    def test_items_that_are_sorted_are_shuffled(self):
        """All items that the first wins come first: as they come, a decision falls; shuffled, none does."""
        sorted_items = stream_of(60, 60)
        assert judged(sorted_items).decide(0.05) is Decision.FIRST
        found = [
            DiscordantE().judge(scores_of(sorted_items > 0, sorted_items < 0, seed=seed)).decide(0.05)
            for seed in range(200)
        ]
        assert sum(each is not Decision.OPEN for each in found) <= 10

    def test_orders_are_as_random_as_they_should_be(self):
        """The first of four named items is each of them about equally often, over 4,000 seeds."""
        counts = np.zeros(4)
        for seed in range(4000):
            counts[look_order(scores_of(np.zeros(4), np.zeros(4), list("abcd"), seed))[0]] += 1
        assert (np.abs(counts - 1000) < 5 * np.sqrt(750)).all()


def test_the_least_p_value_is_that_of_a_clean_sweep():
    assert judged([1.0, -1, 0, 1, 1]).least == pytest.approx(2**5 / comb(10, 5))
