"""Betting on bounded scores: against a naive loop, enumeration and brute force, and what it promises while looking."""

from itertools import product
from math import log, sqrt

import numpy as np
import pytest
from tests.refusals import refused

from outperform.core import Decision, Items, MisfitError, NoteKind, Parameter, Scores, SpecError, Unit
from outperform.significance import Betting
from outperform.significance.betting import capitals, lower_mean

TEST = Betting()
LAWS = {  # of x, values and chances with mean 1/2
    "fair coin": ((0.0, 1.0), (0.5, 0.5)),
    "many ties": ((0.0, 0.5, 1.0), (0.1, 0.8, 0.1)),
    "rare losses": ((0.51, 0.01), (0.98, 0.02)),  # E4: +.02 on 98% of the items, -.98 on 2%
    "rare gains": ((0.4, 0.9), (0.8, 0.2)),
}


def naive(xs, mean=0.5):
    """Both capitals after each item, written as in Waudby-Smith and Ramdas 2024 (hedged capital, c = 1/2)."""
    up = down = 1.0
    found, seen, squares = [], 0.5, 0.25
    for t, x in enumerate(xs, 1):
        variance = squares / t  # of the items before: (1/4 + sum) / (t - 1 + 1)
        bet = sqrt(2 * log(2 / 0.05) / (variance * t * log(t + 1)))
        up *= 1 + (bet if mean == 0 else min(bet, 0.5 / mean)) * (x - mean)
        down *= 1 - (bet if mean == 1 else min(bet, 0.5 / (1 - mean))) * (x - mean)
        seen += x
        squares += (x - seen / (t + 1)) ** 2
        found.append((up, down))
    return np.array(found).T


def scores_of(first, second, *, unit=Unit.POINTS, **items):
    table = np.array([first, second], dtype=float)
    table = table[:, np.newaxis] if table.ndim == 2 else table
    means = np.nanmean(table, axis=1).mean(axis=1)[:, None, None]
    return Scores(("a", "b"), None, means, items=Items(row_scores=table, **items), unit=unit)


def graded(count=80, lead=0.1, seed=0):
    rng = np.random.default_rng(seed)
    return np.clip(rng.normal([[0.5 + lead], [0.5]], 0.2, (2, count)), 0, 1)


class TestTheCapital:
    @pytest.mark.parametrize("law", LAWS)
    @pytest.mark.parametrize("mean", [0.0, 0.3, 0.5, 0.9, 1.0])
    def test_it_is_what_a_plain_loop_gives(self, law, mean):
        xs = np.random.default_rng(3).choice(LAWS[law][0], 90, p=LAWS[law][1])
        assert np.exp(capitals(xs - 0.5, mean - 0.5)[3:]) == pytest.approx(naive(xs, mean), rel=1e-9, abs=1e-300)

    def test_the_e_value_is_half_of_the_larger_capital(self):
        values = np.random.default_rng(4).uniform(-1, 1, 60)
        looks, wanted = TEST.arithmetic(values), naive((values + 1) / 2)
        assert np.exp(looks.log_e) == pytest.approx(wanted.max(axis=0) / 2)
        assert (looks.lead == np.where(wanted[0] > wanted[1], 1, -1)).all()

    @pytest.mark.parametrize("law", LAWS)
    def test_on_average_the_next_item_changes_nothing_if_the_mean_is_true(self, law):
        values, chances = LAWS[law]
        seen = np.random.default_rng(5).choice(values, 25, p=chances)
        before = naive(seen)[:, -1]
        after = sum(chance * naive([*seen, value])[:, -1] for value, chance in zip(values, chances, strict=True))
        assert after == pytest.approx(before)

    def test_it_falls_in_the_mean_that_it_bets_against(self):
        """So that the means that are left are an interval."""
        values = np.random.default_rng(6).uniform(-0.5, 0.5, 40)
        found = np.array([capitals(values, mean)[3:] for mean in np.linspace(-0.5, 0.5, 101)])
        assert (np.diff(found[:, 0], axis=0) <= 1e-12).all()
        assert (np.diff(found[:, 1], axis=0) >= -1e-12).all()

    def test_swapping_the_systems_mirrors_it_to_the_last_bit(self):
        values = np.random.default_rng(7).uniform(-1, 1, 100)
        one, other = TEST.arithmetic(values), TEST.arithmetic(-values)
        assert (one.log_e == other.log_e).all()
        assert (one.lead == -other.lead).all()


class TestVillesBound:
    @pytest.mark.parametrize("level", [0.02, 0.1, 0.3])
    @pytest.mark.parametrize("law", LAWS)
    def test_of_all_short_streams_at_most_the_level_is_ever_rejected(self, law, level):
        values, chances = LAWS[law]
        length = 14 if len(values) == 2 else 9
        places = np.array(list(product(range(len(values)), repeat=length)))
        mass = np.array(chances)[places].prod(axis=1)
        rejected = TEST.arithmetic(2 * np.array(values)[places] - 1).pvalue <= level
        assert mass.sum() == pytest.approx(1)
        assert mass[rejected].sum() <= level


class TestTheConfidenceSequence:
    @pytest.mark.parametrize("level", [0.05, 0.3])
    @pytest.mark.parametrize("seed", range(3))
    def test_it_holds_the_means_that_no_look_excluded(self, level, seed):
        first, second = graded(lead=0.15, seed=seed)
        verdict = Betting(as_they_come=True).judge(scores_of(first, second))
        means = np.arange(1, 800) / 800
        left = [mean for mean in means if naive((first - second + 1) / 2, mean).max() < 2 / level]
        assert verdict.parameter is Parameter.EXPECTED_DIFFERENCE
        assert verdict.interval(level) == pytest.approx((2 * left[0] - 1, 2 * left[-1] - 1), abs=2.5 / 800)

    @pytest.mark.parametrize("level", [0.02, 0.1])
    @pytest.mark.parametrize("margin", [0.02, 0.1, 0.3])
    def test_a_margin_is_decided_by_one_gambler_at_the_level(self, level, margin):
        """Not worse by more than the margin: the one who bets on a mean above -margin has 1/level."""
        for seed in range(6):
            first, second = graded(lead=0.08, seed=seed)
            verdict = Betting(as_they_come=True).judge(scores_of(first, second))
            up, _ = naive((first - second + 1) / 2, (1 - margin) / 2)
            _, down = naive((first - second + 1) / 2, (1 + margin) / 2)
            assert verdict.above(-margin, level) == (up.max() >= 1 / level)
            assert verdict.below(margin, level) == (down.max() >= 1 / level)

    def test_short_streams_exclude_a_true_margin_in_at_most_the_level(self):
        """Enumeration: the true difference is the margin itself, x is 1/4 or 3/4 with mean .4, one-sided."""
        streams = np.array(list(product([0.25, 0.75], repeat=12)))
        mass = np.where(streams == 0.75, 0.3, 0.7).prod(axis=1)
        up = capitals(streams - 0.5, -0.1)[3].max(axis=1)
        assert mass[up >= log(1 / 0.1)].sum() <= 0.1

    def test_later_items_that_contradict_leave_the_interval_as_it_was(self):
        differences = np.array([1.0] * 60 + [-1.0] * 900)
        verdict = Betting(as_they_come=True).judge(scores_of(differences > 0, differences < 0))
        low, high = verdict.interval(0.05)
        assert 0 <= low < high
        assert verdict.decide(0.05) is Decision.FIRST
        assert verdict.estimate < 0
        assert NoteKind.TURNED in {note.kind for note in verdict.caveats(0.05)}

    def test_no_item_excludes_nothing(self):
        assert lower_mean(np.empty(0), 0.05) == -0.5


class TestBounds:
    def test_scores_on_another_scale_give_the_same(self):
        first, second = graded()
        shares = TEST.judge(scores_of(first, second))
        tens = Betting(bounds=(0, 10)).judge(scores_of(10 * first, 10 * second, unit=Unit.NONE))
        assert tens.pvalue == pytest.approx(shares.pvalue)
        assert tens.interval(0.1) == pytest.approx(10 * np.array(shares.interval(0.1)))
        assert tens.estimate == pytest.approx(10 * shares.estimate)

    def test_wider_bounds_find_less(self):
        first, second = graded(lead=0.2)
        found = [Betting(bounds=bounds).judge(scores_of(first, second)).pvalue for bounds in ((0, 1), (0, 2), (-5, 5))]
        assert found == sorted(found)
        assert found[0] < found[-1]

    def test_unknown_bounds_are_refused(self):
        first, second = 5 * graded()
        with refused(None, "bounds=(0, 10)", error=MisfitError):
            TEST.judge(scores_of(first, second, unit=Unit.NONE))

    def test_a_score_out_of_bounds_is_refused_with_its_item(self):
        first, second = graded()
        first[7] = 1.5
        names = np.array([f"q{at}" for at in range(80)])
        with refused("bounds", "1.5", "q7"):
            Betting(bounds=(0, 1)).judge(scores_of(first, second, ids=names))

    @pytest.mark.parametrize(
        "bounds", [(1, 0), (0, 0), (0,), (0, 1, 2), (0, np.inf), (np.nan, 1), ("a", "b"), 5, True, {}]
    )
    def test_bounds_that_are_none_are_refused(self, bounds):
        with refused("betting.bounds", error=SpecError):
            Betting(bounds=bounds)

    def test_assumed_bounds_have_a_note_unless_answers_are_right_or_wrong(self):
        kinds = {note.kind for note in TEST.judge(scores_of(*graded())).notes}
        assert NoteKind.BOUNDS_ASSUMED in kinds
        binary = TEST.judge(scores_of(*(graded() > 0.5)))
        assert NoteKind.BOUNDS_ASSUMED not in {note.kind for note in binary.notes}


def test_several_samples_count_as_their_mean():
    rng = np.random.default_rng(8)
    table = rng.random((2, 3, 50))
    table[0, 2, ::2] = np.nan  # fewer samples of some items
    one, mean = TEST.judge(scores_of(*table)), TEST.judge(scores_of(*np.nanmean(table, axis=1)))
    assert one.pvalue == pytest.approx(mean.pvalue)
    assert one.estimate == pytest.approx(mean.estimate)


@pytest.mark.parametrize(
    ("what", "word"),
    [
        ({"runs": True}, "runs"),
        ({"weights": np.arange(1.0, 81)}, "weights"),
        ({"clusters": np.arange(80) // 4}, "cluster"),
    ],
)
def test_what_is_not_independent_is_refused(what, word):
    with refused(None, word, error=MisfitError):
        TEST.judge(scores_of(*graded(), **what))


def test_clusters_of_one_item_are_no_clusters():
    scores = scores_of(*graded(), clusters=np.arange(80))
    assert TEST.judge(scores).pvalue == TEST.judge(scores_of(*graded())).pvalue
