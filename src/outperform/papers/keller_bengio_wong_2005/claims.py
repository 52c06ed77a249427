"""What the prose says about figures 1 and 2, each with the rule by which it is checked."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from outperform.papers.agreement import Row
from outperform.papers.keller_bengio_wong_2005 import checks
from outperform.papers.keller_bengio_wong_2005.checks import ERROR_TEST, F1_TEST, MCNEMAR, PROPORTIONS, Check
from outperform.papers.keller_bengio_wong_2005.curves import SOURCES, NoTaskError, RejectionCurves
from outperform.papers.keller_bengio_wong_2005.runs import LEVELS
from outperform.papers.rules import Bounds, absent, claim, ours

PRINTED_LEVEL = 0.05  # the figures show this level alone
NEAR = 0.2  # of the level: what "at α" and "not above α" leave for noise


@dataclass(frozen=True)
class Claim:
    """A sentence of the paper, and how it is checked."""

    key: str
    says: str  # in the paper's words, with the page
    what: str  # what is measured
    check: Check
    bounds: Callable[[float], Bounds]  # of the level
    levels: tuple[float, ...] = (PRINTED_LEVEL,)  # the text speaks of all; others than that of the figures are ours
    sources: tuple[str, ...] = tuple(SOURCES)
    why: str = ""  # what may be behind it where it does not hold
    guess: bool = False  # a reading of ours


def checked(claims: Iterable[Claim], found: Sequence[RejectionCurves]) -> tuple[Row, ...]:
    """Check all claims on all sources."""
    return tuple(
        _row(one, curves, level)
        for curves in found
        for one in claims
        if curves.source in one.sources
        for level in one.levels
    )


def _row(one: Claim, curves: RejectionCurves, level: float) -> Row:
    key = f"{SOURCES[curves.source]}: {one.key}, α = {level:g}"
    try:
        found = one.check(curves, level)
    except NoTaskError:
        return absent(key, one.says, f"{one.what}: no task is of this kind")
    cell = claim(key, one.says, found, one.what, one.bounds(level))
    if one.why and cell.verdict != "holds":
        cell = claim(key, one.says, found, one.what, one.bounds(level), reason=one.why)
    return ours(cell) if one.guess or level != PRINTED_LEVEL else cell


def _above(bound: float) -> Callable[[float], Bounds]:
    return lambda _: Bounds(above=bound)


def _below(bound: float) -> Callable[[float], Bounds]:
    return lambda _: Bounds(below=bound)


def _not_above_level(level: float) -> Bounds:
    return Bounds(at_most=level * (1 + NEAR))


def _above_level(level: float) -> Bounds:
    return Bounds(above=level)


def _at_level(level: float) -> Bounds:
    return Bounds(at_least=level * (1 - NEAR), at_most=level * (1 + NEAR))


def _around_level(level: float) -> Bounds:
    return Bounds(at_least=level / 2, at_most=1.5 * level)


ALL = LEVELS
FIGURE_1 = (
    Claim(
        "αtrue nears α",
        "most tests: αtrue converges to α for large sample sizes (p. 656)",
        "share of the 16 curves whose last point (N = 6000) is nearer to α than the first, or within 3 se of α",
        checks.nearer,
        _above(0.5),
        ALL,
    ),
    Claim(
        "αtrue varies less",
        "the same is true for the variance of αtrue (-> 0), for any α (footnote 1, p. 656)",
        "standard deviation over tasks at N = 6000, the binomial part taken out, mean of the 16 curves",
        checks.spread,
        lambda level: Bounds(at_most=level / 4),
        ALL,
    ),
    Claim(
        "McNemar and bootstrap dCerr alike",
        "McNemar and the bootstrap over dCerr have a similar performance (p. 656)",
        "mean absolute difference of αtrue over panels and sizes, less that of either to the proportion test",
        checks.alike(1),
        _below(0),
    ),
    Claim(
        "McNemar pessimistic",
        "always pessimistic even for small evaluation set sizes (p. 656)",
        "αtrue at every point of (a) to (d)",
        checks.sizes(MCNEMAR, "abcd"),
        _not_above_level,
        ALL,
    ),
    Claim(
        "bootstrap dCerr pessimistic",
        "always pessimistic even for small evaluation set sizes (p. 656)",
        "αtrue at every point of (a) to (d)",
        checks.sizes(ERROR_TEST, "abcd"),
        _not_above_level,
        ALL,
    ),
    Claim(
        "McNemar reaches α in (a)",
        "tends to the expected α when the models compared on balanced tasks are dissimilar (p. 656)",
        "αtrue in (a) at N = 6000",
        checks.last_size(MCNEMAR),
        _at_level,
        ALL,
    ),
    Claim(
        "bootstrap dCerr reaches α in (a)",
        "tends to the expected α when the models compared on balanced tasks are dissimilar (p. 656)",
        "αtrue in (a) at N = 6000",
        checks.last_size(ERROR_TEST),
        _at_level,
        ALL,
    ),
    Claim(
        "bootstrap dF1 pessimistic in (c), (d)",
        "similar models: pessimistic even on quite small evaluation sets (p. 656)",
        "αtrue at every point of (c), (d)",
        checks.sizes(F1_TEST, "cd"),
        _not_above_level,
        ALL,
    ),
    Claim(
        "bootstrap dF1 optimistic in (a), (b)",
        "really different models: on average always optimistic (p. 656)",
        "αtrue at every point of (a), (b), H0 exactly true",
        checks.sizes(F1_TEST, "ab"),
        _above_level,
        ALL,
        why="Where H0 is exactly true the test keeps its level; over 798,809 documents it cannot have been",
    ),
    Claim(
        "bootstrap dF1 optimistic in (a) if H0 is |dF1| <= .01",
        "really different models: on average always optimistic (p. 656)",
        "αtrue at every point of (a), on tasks as they are whose |dF1| is at most .01",
        checks.nearly_sizes(F1_TEST, "a"),
        _above_level,
        ALL,
        ("texts",),
        guess=True,
    ),
    Claim(
        "McNemar pessimistic in (a), (b) if H0 is |dCerr| <= .01",
        "always pessimistic even for small evaluation set sizes (p. 656)",
        "αtrue at every point of (a), (b), on tasks as they are with |dCerr| at most .01",
        checks.nearly_sizes(MCNEMAR, "ab"),
        _not_above_level,
        ALL,
        ("texts",),
        why="A fixed reach turns power into size as N grows: this reading is not the paper's",
        guess=True,
    ),
    Claim(
        "bootstrap dF1 optimistic in small sets",
        "slightly over-optimistic in particular for small evaluation sets (p. 656)",
        "mean αtrue in (a), (b) at N < 1000 less α, and less that at N >= 1000",
        checks.small_optimistic,
        _above(0),
        why="Few rows of a small set tell the learners apart, so that the test seldom rejects",
    ),
    Claim(
        "bootstrap dF1 within a standard deviation",
        "most of the points in (a), (b): αtrue - std < α, std over the categories (p. 656)",
        "share of the points of (a), (b) with αtrue - std < α",
        checks.within_spread,
        _above(0.5),
    ),
    Claim(
        "bootstrap dF1 consistent for different levels",
        "for dF1 the only available test was too optimistic although consistent for different levels (p. 657)",
        "αtrue / α in (a), (b) at N >= 1000, largest over smallest of the three levels",
        checks.steady,
        lambda _: Bounds(at_most=1.5),
    ),
    Claim(
        "proportion test more pessimistic",
        "a more conservative behaviour than McNemar and the dCerr bootstrap (p. 656)",
        "αtrue of either other test less its own, mean over sizes, in (a), (b), (c)",
        checks.extreme(PROPORTIONS, "abc", 1, -1),
        _above(0),
        ALL,
    ),
    Claim(
        "proportion test optimistic in (d)",
        "close models, small unbalanced set: the conservative behaviour is not present, it is optimistic (p. 656)",
        "αtrue in (d) at N = 100; where nobody errs the test accepts",
        checks.first_unbalanced(PROPORTIONS),
        _above_level,
        ALL,
        why="Close learners share their errors, so that this test almost never rejects; see the next two claims",
    ),
    Claim(
        "proportion test optimistic in (d) if 0/0 rejects",
        "close models, small unbalanced set: the conservative behaviour is not present, it is optimistic (p. 656)",
        "αtrue in (d) at N = 100; sets where nobody errs (D = 0, σ = 0 in eq. 3) count as rejections",
        checks.first_unbalanced("proportions dCerr, 0/0 rejects"),
        _above_level,
        ALL,
        guess=True,
    ),
    Claim(
        "proportion test pessimistic in (a), (b), (c) if 0/0 rejects",
        "in general a more conservative behaviour, but for close models in a small unbalanced set (p. 656)",
        "αtrue at every point of (a), (b), (c); a set where nobody errs is a rejection",
        checks.sizes("proportions dCerr, 0/0 rejects", "abc"),
        _not_above_level,
        ALL,
        guess=True,
        why="Small unbalanced sets without an error are as common for different models, of which the text says nothing",
    ),
    Claim(
        "more often pessimistic",
        "most tests were more often pessimistic than optimistic in their decisions (p. 657)",
        "share of all points of all curves at or below α",
        checks.pessimistic_points,
        _above(0.5),
        ALL,
    ),
    Claim(
        "non-parametric tests reliable in big sets",
        "providing big enough evaluation sets non-parametric tests are relatively reliable in all conditions (p. 651)",
        "αtrue of both bootstraps at N = 6000 in (a) to (d)",
        checks.reliable,
        _around_level,
        ALL,
    ),
    Claim(
        "H0 always false in (b)",
        "-1 in (b), when there was no data (H0 was always false) (caption of figure 1)",
        "unbalanced tasks of linear SVM against MLP with dF1 exactly 0 over the population",
        checks.no_null,
        lambda _: Bounds(at_most=0),
        sources=("texts",),
    ),
)


FIGURE_2 = (
    Claim(
        "McNemar and bootstrap dCerr alike",
        "a similar performance in Power over all the different conditions (p. 656)",
        "mean absolute difference of π over panels and sizes, less that of either to the proportion test",
        checks.alike(2),
        _below(0),
        ALL,
    ),
    Claim(
        "power higher for different models",
        "higher in general when comparing very different models (p. 656)",
        "mean π in (a) less that in (c), in (b) less that in (d), of either test",
        checks.higher_when_different,
        _above(0),
        ALL,
    ),
    Claim(
        "bootstrap dF1 most powerful",
        "relatively high values with respect to the other tests; higher Power than the other tests (p. 656)",
        "its π less that of another test, mean over sizes, in each panel",
        checks.extreme(F1_TEST, "abcd", 2, 1),
        _above(0),
        ALL,
        why="It is (a) that fails: in balanced tasks the two measures say nearly the same",
    ),
    Claim(
        "proportion test least powerful",
        "less Power than McNemar and the dCerr bootstrap (p. 656)",
        "π of either other test less its own, mean over sizes, in each panel",
        checks.extreme(PROPORTIONS, "abcd", 2, -1),
        _above(0),
        ALL,
    ),
    Claim(
        "power low for close models",
        "McNemar and bootstrap dCerr: low even for big sets, in particular when the models are close (p. 656)",
        "mean π of both tests at N = 6000 in (c), (d); on populations made it follows from their gap",
        checks.low("cd"),
        _below(0.5),
        ALL,
    ),
    Claim(
        "power lower for close models",
        "McNemar and bootstrap dCerr: low even for big sets, in particular when the models are close (p. 656)",
        "mean π of both tests at N = 6000, (c) and (d) less (a) and (b)",
        checks.lower_when_close,
        _below(0),
        ALL,
    ),
)
