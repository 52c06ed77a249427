"""Splits as counts have the law of splits as rows: exact enumeration at small n, closed-form moments at large n."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from scipy import stats
from sklearn.model_selection import ShuffleSplit
from tests.refusals import refused

from outperform.core import Dataset, MisfitError, stream
from outperform.designs import CATALOGUE as DESIGNS
from outperform.designs import BalancedHalves, Blocked3x2, FiveByTwo, Holdout, KFold, LeaveOneOut, Subsampling
from outperform.designs.splitter import Splitter
from outperform.lab import Study, run_study
from outperform.lab.count_engine import BLOCK, judge_counts, needed, run_block
from outperform.lab.counts import MOST_SPLITS, Family, deal, outcomes
from outperform.lab.hypergeometric import _build, hypergeometric
from outperform.significance import CATALOGUE, McNemar, PairedCountsTest
from outperform.sources import CATALOGUE as SOURCES
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
    settled = outcomes(source, family, kinds, 2, stream(0, "deal"), stream(0, "settle"))
    assert (settled.sum(axis=2) == kinds[:, np.newaxis]).all()
    assert (settled[..., 1:3] == found[..., 1:3]).all()
    assert settled[:, 0, 0, 3].mean() == pytest.approx(25, abs=0.5)


# The joint law of all repeats, for outcomes that are a property of the rows: by enumeration of the rows themselves.


def tables_of(outcome_of_row, repeats):
    """Counts of the four outcomes, as nested tuples [repeat][fold][4], of rows divided into folds of row numbers."""
    return tuple(
        tuple(tuple(np.bincount([outcome_of_row[row] for row in fold], minlength=4).tolist()) for fold in folds)
        for folds in repeats
    )


def joint_law(outcome_of_row, plans):
    """Law of the whole table over equally likely plans; a plan is a list of repeats, a repeat a list of folds."""
    found = Counter(tables_of(outcome_of_row, plan) for plan in plans)
    total = sum(found.values())
    return {table: count / total for table, count in found.items()}


def blocked_plans():
    """Eight rows in four blocks of two, and the blocks in two halves in all three ways (Wang et al. 2014, Table 1)."""
    for order in permutations(range(8)):
        if all(order[2 * block] < order[2 * block + 1] for block in range(4)):
            blocks = [order[2 * block : 2 * block + 2] for block in range(4)]
            one, two, three, four = blocks
            yield [[two + four, one + three], [three + four, one + two], [two + three, one + four]]


def kfold_plans():
    halvings = [[order[:2], order[2:]] for order in permutations(range(4))]
    return ([one, two] for one in halvings for two in halvings)


def subsampling_plans():
    tests = [[order[:2]] for order in permutations(range(5))]
    return ([one, two] for one in tests for two in tests)


@pytest.mark.parametrize(
    ("design", "kinds", "plans"),
    [
        pytest.param(Blocked3x2(), (2, 2, 1, 3), blocked_plans, id="blocked-3x2"),
        pytest.param(KFold(folds=2, repeats=2), (1, 1, 1, 1), kfold_plans, id="2 repeats of 2 folds"),
        pytest.param(Subsampling(repeats=2, share=0.4), (2, 0, 1, 2), subsampling_plans, id="2 test sets"),
    ],
)
def test_settled_counts_have_the_joint_law_of_rows_over_all_repeats(design, kinds, plans):
    size = sum(kinds)
    law = joint_law(np.repeat(np.arange(4), kinds), plans())
    source, family = TaskOne(n=size), Family.of(design, size)
    counts = np.tile(kinds, (DRAWS, 1))
    drawn = outcomes(source, family, counts, design.repeats, stream(0, "joint"), stream(0, "settle", size))
    seen = Counter(tuple(tuple(map(tuple, repeat)) for repeat in table) for table in drawn.tolist())
    assert set(seen) <= set(law)
    expected = np.array(list(law.values())) * DRAWS
    observed = np.array([seen[table] for table in law])
    assert expected.min() > 5
    assert stats.chisquare(observed, expected).pvalue > 1e-6


def test_spare_rows_of_halves_go_where_the_design_puts_them():
    """Six rows in four blocks: the first repeat has equal halves, one of the others cannot have them."""
    family, kinds = Family.of(Blocked3x2(), 6), np.array([[6, 0]])
    sizes = Counter(
        tuple(int(half[0, 0].sum()) for half in deal(family, kinds, 3, stream(seed, "spare"))) for seed in range(200)
    )
    rows = Dataset(np.zeros((6, 1)), np.zeros(6, dtype=int))
    planned = Counter(
        tuple((Blocked3x2().plan(rows, stream(seed, "plan")).labels == 0).sum(axis=1).tolist()) for seed in range(200)
    )
    assert set(sizes) == set(planned)
    assert {first for first, *_ in sizes} == {3}
    assert max(abs(sizes[key] - planned[key]) for key in sizes) < 5 * np.sqrt(2 * 200 / 4)


@pytest.mark.parametrize("source", ["task-one(n=40)", "population(n=40)", "epsilon(n=40)"])
def test_leaving_one_out_tests_each_row_once(source):
    source = SOURCES.parse(source)
    kinds = source.kinds(stream(0, "kinds"), 50)
    found = outcomes(source, Family.of(LeaveOneOut(), 40), kinds, 1, stream(0, "deal"), stream(0, "settle"))
    assert found.shape == (50, 1, 40, 4)
    assert (found.sum(axis=-1) == 1).all()
    if source.slug != "epsilon":
        assert (found.sum(axis=(1, 2)) == source.outcomes(kinds, stream(1))).all()
    assert (found[0, 0] != found[0, 0][found[0, 0].argmax(axis=1).argsort()]).any()  # in random order


def test_one_row_a_fold_has_the_law_of_successive_draws():
    check(KFold(folds=6), lambda order: [(row,) for row in order])


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
    assert records.pvalue[0, 0] == 2 / 2**100
    assert judge_counts(CATALOGUE.parse("corrected-t"), np.tile([3, 2, 2, 23], (1, 10, 10, 1)), 300).pvalue[0, 0] == 1


def test_misfits_are_refused_as_everywhere():
    judged = np.tile([3, 2, 4, 21], (1, 10, 10, 1))
    with refused(None, "5x2-t", "5 repeats of 2 folds", error=MisfitError):
        judge_counts(CATALOGUE.parse("5x2-t"), judged, 300)
    with refused(None, "kfold, leave-one-out, subsampling", "balanced-halves", error=MisfitError):
        Family.of(Splitter(ShuffleSplit()), 30)


@pytest.mark.parametrize("design", ["kfold", "subsampling", "balanced-halves", "5x2", "blocked-3x2", "holdout"])
def test_strata_are_refused_where_they_are_asked_for(design):
    Family.of(DESIGNS.parse(design), 30)
    Family.of(DESIGNS.parse(f"{design}(stratify=False)"), 30)
    with refused(None, design, "stratify", error=MisfitError):
        Family.of(DESIGNS.parse(f"{design}(stratify=True)"), 30)


def test_more_splits_than_memory_holds_are_refused():
    study = Study(f"task-one(n={MOST_SPLITS + 1})", ("leave-one-out + kfold-t",), datasets=2)
    with refused("procedures", "3,000", "3,001"):
        run_study(study)


def test_leave_one_out_is_a_procedure_on_counts_too():
    """Of n differences -1, 0, 1 the t statistic is known from the counts."""
    study = Study("task-one(step=20, n=50)", ("leave-one-out + kfold-t", "kfold-t(folds=50)"), datasets=20)
    found = run_study(study)["leave-one-out + kfold-t"]
    assert (found.fits == 50).all()
    assert (found.n_train == 49).all()
    assert (found.pvalue == run_study(study)["kfold-t(folds=50)"].pvalue).all()
    gain, both = -0.1, 0.5  # expected difference and share of discordant rows
    assert found.estimate.mean() == pytest.approx(gain, abs=5 * np.sqrt((both - gain**2) / 50 / 20))


@pytest.mark.parametrize("source", ["task-one", "epsilon", "population"])
def test_the_largest_counts_are_drawn_and_larger_ones_refused(source):
    procedures = ("mcnemar-holdout", "5x2-t", "blocked-3x2", "kfold-t", "resampled(repeats=2)", "proportions-holdout")
    found = run_study(Study(f"{source}(n=999999999)", procedures, datasets=2))
    assert all(np.isfinite(records.pvalue).all() for records in found.values())
    with refused(None, "n:", "999,999,999", "2000000000"):
        Study(f"{source}(n=2000000000)", procedures)
    with refused("procedures", "1,000,000", "333,333,333"):
        run_study(Study(f"{source}(n=999999999)", ("bootstrap-holdout",), datasets=1))
    with refused(None, source, "999,999,999"):
        SOURCES.parse(f"{source}(n=999999999)").draw(stream(0))


class Told(PairedCountsTest):
    """A user's test that looks at all four counts: it must be told them."""

    slug = "told"

    def arithmetic(self, counts):
        assert (counts.n11 > 0).any()
        return McNemar().arithmetic(counts)


def test_tests_that_are_not_ours_are_told_all_four_counts(monkeypatch):
    study = Study("task-one(n=60)", ("holdout + mcnemar",), datasets=20)
    plain = run_study(study)["holdout + mcnemar"]
    parts = {"holdout + mcnemar": (study.parts["holdout + mcnemar"][0], Told())}
    monkeypatch.setitem(vars(study), "parts", parts)
    assert (run_block(study, 0)["holdout + mcnemar"].pvalue[:20] == plain.pvalue).all()


def test_tests_of_single_tables_judge_no_more_than_is_asked():
    """The first datasets are the same, whatever the number asked for and whatever else is in the study."""
    few, more = (Study("task-one(n=60)", ("bootstrap-holdout", "kfold-t"), datasets=count) for count in (3, 7))
    short, long = run_block(few, 0), run_block(more, 0)
    assert short["bootstrap-holdout"].shape == (3, 1)
    assert long["bootstrap-holdout"].shape == (7, 1)
    assert short["kfold-t"].shape == (BLOCK, 1)
    assert (short["bootstrap-holdout"].pvalue == long["bootstrap-holdout"].pvalue[:3]).all()
    assert needed(few, 0) == 3
    assert [needed(Study("task-one", ("kfold-t",), datasets=BLOCK + 1), block) for block in (0, 1)] == [BLOCK, 1]


def test_a_table_gives_the_first_outcome_that_the_law_exceeds():
    table = _build(300, 60, 100, 140)
    rng = np.random.default_rng(0)
    good = rng.integers(100, 141, size=3000)
    uniform = np.concatenate([rng.random(2900), rng.random(100) * 1e-6])  # the first step of the guide is the widest
    law = table.cumulative[good - 100]
    assert table.invert(good, uniform).tolist() == (table.least[good - 100] + (law <= uniform[:, None]).sum(1)).tolist()


@pytest.mark.parametrize(
    ("test", "shape", "fits"),
    [("mcnemar", (1, 1), 1), ("corrected-t", (2, 3), 6), ("5x2-t", (5, 2), 10), ("bootstrap-percentile", (1, 1), 1)],
)
def test_a_table_costs_a_fit_a_split_and_has_the_rows_that_train(test, shape, fits):
    n_test = 300 // shape[1] if shape[1] > 1 else 100
    counts = np.array([n_test - 12, 4, 6, 2])  # both wrong, the second right, the first right, both right
    records = judge_counts(CATALOGUE.parse(test), np.tile(counts, (3, *shape, 1)), 300)
    assert records.shape == (3, 1)
    assert (records.fits == fits).all()
    assert (records.n_train == 300 - n_test).all()
    assert records.estimate == pytest.approx(2 / n_test)
