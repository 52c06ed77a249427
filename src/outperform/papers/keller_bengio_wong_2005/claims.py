"""What the prose says about figures 1 and 2, each with the rule by which it is checked."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from outperform.papers.agreement import Cell, claim, incomparable
from outperform.papers.keller_bengio_wong_2005 import checks
from outperform.papers.keller_bengio_wong_2005.checks import ERROR_TEST, F1_TEST, MCNEMAR, PROPORTIONS, Check
from outperform.papers.keller_bengio_wong_2005.curves import SOURCES, NoTaskError, RejectionCurves
from outperform.papers.keller_bengio_wong_2005.runs import LEVELS


@dataclass(frozen=True)
class Claim:
    """A sentence of the paper, and how it is checked."""

    key: str
    says: str  # in the paper's words, with the page
    rule: str
    check: Check
    levels: tuple[float, ...] = (0.05,)  # the figures are printed for .05 alone; the text speaks of all
    sources: tuple[str, ...] = tuple(SOURCES)
    why: str = ""  # what may be behind it where it does not hold


def checked(claims: Iterable[Claim], found: Sequence[RejectionCurves]) -> tuple[Cell, ...]:
    """Check all claims on all sources."""
    return tuple(
        _cell(one, curves, level)
        for curves in found
        for one in claims
        if curves.source in one.sources
        for level in one.levels
    )


def _cell(one: Claim, curves: RejectionCurves, level: float) -> Cell:
    key = f"{SOURCES[curves.source]}: {one.key}, α = {level:g}"
    try:
        value, holds, se = one.check(curves, level)
    except NoTaskError:
        return incomparable(key, one.says, None, f"{one.rule}; no task is of this kind")
    rule = one.rule if holds or not one.why else f"{one.rule}. {one.why}"
    return claim(key, one.says, value, rule, holds=holds, se=se)


ALL = LEVELS
FIGURE_1 = (
    Claim(
        "αtrue nears α",
        "most tests: αtrue converges to α for large sample sizes (p. 656)",
        "share of the 16 curves whose last point (N = 6000) is nearer to α than the first, or within 3 se of α: "
        "more than half",
        checks.nearer,
        ALL,
    ),
    Claim(
        "αtrue varies less",
        "the same is true for the variance of αtrue (-> 0), for any α (footnote 1, p. 656)",
        "standard deviation over tasks at N = 6000, the binomial part taken out, mean of the 16 curves: at most α/4",
        checks.spread,
        ALL,
    ),
    Claim(
        "McNemar and bootstrap dCerr alike",
        "McNemar and the bootstrap over dCerr have a similar performance (p. 656)",
        "mean absolute difference of αtrue over panels and sizes: smaller than that of either to the proportion test",
        checks.alike(1),
    ),
    Claim(
        "McNemar pessimistic",
        "always pessimistic even for small evaluation set sizes (p. 656)",
        "αtrue of the worst point of (a) to (d): no point above α + 4 se",
        checks.never_above(MCNEMAR, "abcd"),
        ALL,
    ),
    Claim(
        "bootstrap dCerr pessimistic",
        "always pessimistic even for small evaluation set sizes (p. 656)",
        "αtrue of the worst point of (a) to (d): no point above α + 4 se",
        checks.never_above(ERROR_TEST, "abcd"),
        ALL,
    ),
    Claim(
        "McNemar reaches α in (a)",
        "tends to the expected α when the models compared on balanced tasks are dissimilar (p. 656)",
        "αtrue in (a) at N = 6000: within α/5 + 3 se of α",
        checks.reaches(MCNEMAR),
        ALL,
    ),
    Claim(
        "bootstrap dCerr reaches α in (a)",
        "tends to the expected α when the models compared on balanced tasks are dissimilar (p. 656)",
        "αtrue in (a) at N = 6000: within α/5 + 3 se of α",
        checks.reaches(ERROR_TEST),
        ALL,
    ),
    Claim(
        "bootstrap dF1 pessimistic in (c), (d)",
        "similar models: pessimistic even on quite small evaluation sets (p. 656)",
        "αtrue of the worst point of (c), (d): no point above α + 4 se",
        checks.never_above(F1_TEST, "cd"),
        ALL,
    ),
    Claim(
        "bootstrap dF1 optimistic in (a), (b)",
        "really different models: on average always optimistic (p. 656)",
        "share of the points of (a), (b) above α: at least .9; H0 exactly true",
        checks.optimistic,
        ALL,
        why="Where H0 is exactly true the test keeps its level; over 798,809 documents it cannot have been",
    ),
    Claim(
        "bootstrap dF1 optimistic in (a) if H0 is |dF1| <= .01",
        "really different models: on average always optimistic (p. 656)",
        "share of the points of (a) above α: at least .9; on tasks as they are whose |dF1| is at most .01",
        checks.nearly_optimistic,
        ALL,
        ("texts",),
    ),
    Claim(
        "McNemar pessimistic in (a), (b) if H0 is |dCerr| <= .01",
        "always pessimistic even for small evaluation set sizes (p. 656)",
        "αtrue of the worst point of (a), (b): no point above α + 4 se; on tasks as they are with |dCerr| at most .01",
        checks.nearly_never_above(MCNEMAR, "ab"),
        ALL,
        ("texts",),
        why="A fixed reach turns power into size as N grows: this reading is not the paper's",
    ),
    Claim(
        "bootstrap dF1 optimistic in small sets",
        "slightly over-optimistic in particular for small evaluation sets (p. 656)",
        "mean αtrue in (a), (b) at N < 1000: above α and above that at N >= 1000",
        checks.small_optimistic,
        why="Few rows of a small set tell the learners apart, so that the test seldom rejects",
    ),
    Claim(
        "bootstrap dF1 within a standard deviation",
        "most of the points in (a), (b): αtrue - std < α, std over the categories (p. 656)",
        "share of the points of (a), (b) with αtrue - std < α: more than half",
        checks.within_spread,
    ),
    Claim(
        "bootstrap dF1 consistent for different levels",
        "for dF1 the only available test was too optimistic although consistent for different levels (p. 657)",
        "αtrue / α in (a), (b) at N >= 1000: largest over smallest of the three levels at most 1.5",
        checks.steady,
    ),
    Claim(
        "proportion test more pessimistic",
        "a more conservative behaviour than McNemar and the dCerr bootstrap (p. 656)",
        "share of (a), (b), (c) x both tests where its αtrue, mean over sizes, is lowest: all",
        checks.extreme(PROPORTIONS, "abc", 1, -1),
        ALL,
    ),
    Claim(
        "proportion test optimistic in (d)",
        "close models, small unbalanced set: the conservative behaviour is not present, it is optimistic (p. 656)",
        "αtrue in (d) at N = 100: above α + 3 se; where nobody errs the test accepts",
        checks.proportions_optimistic(PROPORTIONS),
        ALL,
        why="Close learners share their errors, so that this test almost never rejects; see the next two claims",
    ),
    Claim(
        "proportion test optimistic in (d) if 0/0 rejects",
        "close models, small unbalanced set: the conservative behaviour is not present, it is optimistic (p. 656)",
        "αtrue in (d) at N = 100: above α + 3 se; sets where nobody errs (D = 0, σ = 0 in eq. 3) count as rejections",
        checks.proportions_optimistic("proportions dCerr, 0/0 rejects"),
        ALL,
    ),
    Claim(
        "proportion test pessimistic in (a), (b), (c) if 0/0 rejects",
        "in general a more conservative behaviour, but for close models in a small unbalanced set (p. 656)",
        "αtrue of the worst point of (a), (b), (c): no point above α + 4 se; a set where nobody errs is a rejection",
        checks.never_above("proportions dCerr, 0/0 rejects", "abc"),
        ALL,
        why="Small unbalanced sets without an error are as common for different models, of which the text says nothing",
    ),
    Claim(
        "more often pessimistic",
        "most tests were more often pessimistic than optimistic in their decisions (p. 657)",
        "share of all points of all curves at or below α: more than half",
        checks.pessimistic_points,
        ALL,
    ),
    Claim(
        "non-parametric tests reliable in big sets",
        "providing big enough evaluation sets non-parametric tests are relatively reliable in all conditions (p. 651)",
        "αtrue of both bootstraps at N = 6000 in (a) to (d), the one furthest from α: within α/2 + 3 se",
        checks.reliable,
        ALL,
    ),
    Claim(
        "H0 always false in (b)",
        "-1 in (b), when there was no data (H0 was always false) (caption of figure 1)",
        "unbalanced tasks of linear SVM against MLP with dF1 exactly 0 over the population: none",
        checks.no_null,
        sources=("texts",),
    ),
)


FIGURE_2 = (
    Claim(
        "McNemar and bootstrap dCerr alike",
        "a similar performance in Power over all the different conditions (p. 656)",
        "mean absolute difference of π over panels and sizes: smaller than that of either to the proportion test",
        checks.alike(2),
        ALL,
    ),
    Claim(
        "power higher for different models",
        "higher in general when comparing very different models (p. 656)",
        "share of (a) over (c), (b) over (d) x McNemar, bootstrap dCerr with the higher mean π: all",
        checks.higher_when_different,
        ALL,
    ),
    Claim(
        "bootstrap dF1 most powerful",
        "relatively high values with respect to the other tests; higher Power than the other tests (p. 656)",
        "share of panels x other tests where its π, mean over sizes, is highest: all",
        checks.extreme(F1_TEST, "abcd", 2, 1),
        ALL,
        why="It is (a) that fails: in balanced tasks the two measures say nearly the same",
    ),
    Claim(
        "proportion test least powerful",
        "less Power than McNemar and the dCerr bootstrap (p. 656)",
        "share of panels x both tests where its π, mean over sizes, is lowest: all",
        checks.extreme(PROPORTIONS, "abcd", 2, -1),
        ALL,
    ),
    Claim(
        "power low for close models",
        "McNemar and bootstrap dCerr: low even for big sets, in particular when the models are close (p. 656)",
        "mean π of both tests at N = 6000 in (c), (d): below .5; on populations made it follows from their gap",
        checks.low("cd"),
        ALL,
    ),
    Claim(
        "power lower for close models",
        "McNemar and bootstrap dCerr: low even for big sets, in particular when the models are close (p. 656)",
        "mean π of both tests at N = 6000, (c) and (d) less (a) and (b): below 0",
        checks.lower_when_close,
        ALL,
    ),
)
