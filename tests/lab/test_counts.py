"""Splits as counts have the law of splits as rows: exact enumeration at small n, closed-form moments at large n."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from scipy import stats

from outperform.core import MisfitError, stream
from outperform.designs import BalancedHalves, Blocked3x2, FiveByTwo, Holdout, KFold, LeaveOneOut, Subsampling
from outperform.lab.count_engine import judge_counts
from outperform.lab.counts import Family, deal, outcomes, settle
from outperform.lab.hypergeometric import hypergeometric
from outperform.significance import CATALOGUE
from outperform.sources import TaskOne

KINDS = np.array([2, 1, 3])  # six rows of three kinds
ROWS = np.repeat(np.arange(3), KINDS)
DRAWS = 60_000


def exact_law(parts):
    """Law of the counts by part over all orders of the rows; ``parts`` maps an order to its parts."""
    found = Counter()
    for order in permutations(range(6)):
        found[tuple(tuple(np.bincount(ROWS[list(part)], minlength=3)) for part in parts(order))] += 1
    return {outcome: count / 720 for outcome, count in found.items()}


def check(design, parts, repeats=1):
    """Chi-square of the drawn counts against the exact law, at 1e-6 with a fixed seed."""
    kinds = np.tile(KINDS, (DRAWS, 1))
    rng = stream(0, "law", str(design))
    dealt = list(deal(Family.of(design, 6), kinds, repeats, rng))[-1]
    seen = Counter(tuple(map(tuple, row)) for row in dealt.tolist())
    law = exact_law(parts)
    assert set(seen) <= set(law)
    expected = np.array(list(law.values())) * DRAWS
    observed = np.array([seen[outcome] for outcome in law])
    assert stats.chisquare(observed, expected).pvalue > 1e-6


def test_a_holdout_is_one_hypergeometric_draw():
    check(Holdout(share="1/3"), lambda order: [order[:2]])


def test_folds_are_successive_draws():
    check(KFold(folds=3), lambda order: [order[:2], order[2:4], order[4:]])
    check(KFold(folds=3, repeats=2), lambda order: [order[:2], order[2:4], order[4:]], repeats=2)


def test_folds_that_do_not_divide_the_rows():
    check(KFold(folds=4), lambda order: [order[:2], order[2:4], order[4:5], order[5:]])


def test_halves_of_five_by_two():
    check(FiveByTwo(), lambda order: [order[:3], order[3:]])


@pytest.mark.parametrize("repeat", [1, 2, 3])
def test_blocked_halves_share_a_quarter(repeat):
    kinds = np.tile([8, 4, 12], (4000, 1))
    dealt = list(deal(Family.of(Blocked3x2(), 24), kinds, 3, stream(0, "halves")))
    assert (dealt[repeat - 1].sum(axis=(1, 2)) == 24).all()
    assert (dealt[repeat - 1].sum(axis=2) == 12).all()
    half = dealt[repeat - 1][:, 0, 0]
    assert half.mean() == pytest.approx(4, abs=5 * np.sqrt(8 * 16 * 12 * 12 / 24**2 / 23 / 4000))


def test_balanced_halves_have_the_covariance_of_balanced_halves():
    """Training-free learners: differences of different repeats correlate by 1/2, those of one repeat hardly."""
    source = TaskOne(n=400)
    kinds = source.kinds(stream(0, "kinds"), 8000)
    found = outcomes(source, Family.of(BalancedHalves(repeats=3), 400), kinds, 3, stream(0, "deal"))
    x = ((found[..., 2] - found[..., 1]) / 200).reshape(8000, 6)
    correlation = np.corrcoef(x, rowvar=False)
    assert correlation[0, 1] == pytest.approx(0, abs=0.06)
    assert correlation[0, 2] == pytest.approx(0.5, abs=0.05)


def test_more_repeats_extend_fewer_bit_for_bit():
    kinds = TaskOne(n=500).kinds(stream(0, "kinds"), 50)
    for design in (KFold(repeats=5), Subsampling(repeats=5), BalancedHalves(repeats=3)):
        family = Family.of(design, 500)
        short = list(deal(family, kinds, 2, stream(1, "x")))
        long = list(deal(family, kinds, 3, stream(1, "x")))
        assert all((a == b).all() for a, b in zip(short, long, strict=False))


def test_what_both_get_right_is_settled_apart_and_adds_up():
    source = TaskOne(n=300)
    kinds = source.kinds(stream(0, "kinds"), 3000)
    family = Family.of(KFold(folds=3), 300)
    found = outcomes(source, family, kinds, 2, stream(0, "deal"))
    settled = settle(source, kinds, found, stream(0, "settle"))
    assert (settled.sum(axis=2) == kinds[:, np.newaxis]).all()
    assert (settled[..., 1:3] == found[..., 1:3]).all()
    assert settled[:, 0, 0, 3].mean() == pytest.approx(25, abs=0.5)


@pytest.mark.parametrize(
    ("good", "total", "sample"), [(3, 8, 4), (50, 200, 20), (250, 1000, 100), (999, 1000, 100), (40, 3000, 300)]
)
def test_tabled_draws_have_the_hypergeometric_law(good, total, sample):
    drawn = hypergeometric(np.full(DRAWS, good), total, sample, stream(0, "table", good, total))
    law = stats.hypergeom(total, good, sample).pmf(np.arange(total + 1)) * DRAWS
    seen = np.bincount(drawn, minlength=total + 1)
    common = law > 5
    rest = max(DRAWS - law[common].sum(), 1e-9)
    chi = ((seen - law) ** 2 / np.where(common, law, 1))[common].sum() + (seen[~common].sum() - rest) ** 2 / max(
        rest, 5
    )
    assert stats.chi2.sf(chi, max(1, common.sum() - 1)) > 1e-6
    assert drawn.min() >= max(0, sample - (total - good))
    assert drawn.max() <= min(good, sample)


def test_ties_are_exact_in_integers():
    """Every fold has the same counts: differences are equal, and must not be taken for spread."""
    judged = np.tile([3, 2, 4, 21], (1, 10, 10, 1))
    records = judge_counts(CATALOGUE.parse("corrected-t"), judged, 300)
    assert records.pvalue[0, 0] == 0
    assert judge_counts(CATALOGUE.parse("corrected-t"), np.tile([3, 2, 2, 23], (1, 10, 10, 1)), 300).pvalue[0, 0] == 1


def test_misfits_are_refused_as_everywhere():
    judged = np.tile([3, 2, 4, 21], (1, 10, 10, 1))
    with pytest.raises(MisfitError, match="5x2-t needs 5 repeats of 2 folds"):
        judge_counts(CATALOGUE.parse("5x2-t"), judged, 300)
    with pytest.raises(MisfitError, match="cannot be counted"):
        Family.of(LeaveOneOut(), 30)
