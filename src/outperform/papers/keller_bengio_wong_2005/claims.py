"""What the prose says about figures 1 and 2, each with the rule by which it is checked."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from outperform.papers.agreement import Row
from outperform.papers.keller_bengio_wong_2005 import checks, sentences
from outperform.papers.keller_bengio_wong_2005.checks import ERROR_TEST, F1_TEST, MCNEMAR, PROPORTIONS, Check
from outperform.papers.keller_bengio_wong_2005.curves import SOURCES, NoTaskError, RejectionCurves
from outperform.papers.keller_bengio_wong_2005.runs import LEVELS
from outperform.papers.rules import Bounds, absent, claim, ours

PRINTED_LEVEL = 0.05  # the figures show this level alone
NEAR = 0.2  # of the level: what "at α" and "not above α" leave for noise
SLIGHTLY = 0.5  # of the level: more than that is not slight


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
        sentences.CONVERGES,
        "share of the 16 curves whose last point (N = 6000) is nearer to α than the first, or within 3 se of α",
        checks.nearer,
        _above(0.5),
        ALL,
    ),
    Claim(
        "αtrue varies less",
        sentences.VARIANCE,
        "standard deviation over tasks at N = 6000, the binomial part taken out, mean of the 16 curves",
        checks.spread,
        lambda level: Bounds(at_most=level / 4),
        ALL,
    ),
    Claim(
        "McNemar and bootstrap dCerr alike",
        sentences.SIMILAR,
        "mean absolute difference of αtrue over panels and sizes, less that of either to the proportion test",
        checks.alike(1),
        _below(0),
    ),
    Claim(
        "McNemar pessimistic",
        sentences.PESSIMISTIC,
        "αtrue at every point of (a) to (d)",
        checks.sizes(MCNEMAR, "abcd"),
        _not_above_level,
        ALL,
    ),
    Claim(
        "bootstrap dCerr pessimistic",
        sentences.PESSIMISTIC,
        "αtrue at every point of (a) to (d)",
        checks.sizes(ERROR_TEST, "abcd"),
        _not_above_level,
        ALL,
    ),
    Claim(
        "McNemar reaches α in (a)",
        sentences.PESSIMISTIC,
        "αtrue in (a) at N = 6000",
        checks.last_size(MCNEMAR),
        _at_level,
        ALL,
    ),
    Claim(
        "bootstrap dCerr reaches α in (a)",
        sentences.PESSIMISTIC,
        "αtrue in (a) at N = 6000",
        checks.last_size(ERROR_TEST),
        _at_level,
        ALL,
    ),
    Claim(
        "bootstrap dF1 pessimistic in (c), (d)",
        sentences.F1_SIMILAR,
        "αtrue at every point of (c), (d)",
        checks.sizes(F1_TEST, "cd"),
        _not_above_level,
        ALL,
    ),
    *(
        Claim(
            f"bootstrap dF1 slightly optimistic in ({panel})",
            sentences.F1_DIFFERENT,
            f"mean αtrue in ({panel}), N >= 500, H0 exactly true",
            checks.mean_size(F1_TEST, panel),
            lambda level: Bounds(above=level, at_most=(1 + SLIGHTLY) * level),
            ALL,
        )
        for panel in "ab"
    ),
    Claim(
        "bootstrap dF1 always optimistic in (a), (b)",
        sentences.F1_DIFFERENT,
        "αtrue at every point of (a), (b), H0 exactly true",
        checks.sizes(F1_TEST, "ab"),
        lambda level: Bounds(at_least=(1 - NEAR) * level),
        ALL,
        why="Few rows of a small unbalanced set tell the learners apart, so that the test seldom rejects",
    ),
    Claim(
        "bootstrap dF1 optimistic in (a) if H0 is |dF1| <= .01",
        sentences.F1_DIFFERENT,
        "αtrue at every point of (a), on tasks as they are whose |dF1| is at most .01",
        checks.nearly_sizes(F1_TEST, "a"),
        _above_level,
        ALL,
        ("texts",),
        guess=True,
    ),
    Claim(
        "McNemar pessimistic in (a), (b) if H0 is |dCerr| <= .01",
        sentences.PESSIMISTIC,
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
        sentences.F1_SUMMARY,
        "mean αtrue in (a), (b) at N < 1000 less α, and less that at N >= 1000",
        checks.small_optimistic,
        _above(0),
        why="Few rows of a small set tell the learners apart, so that the test seldom rejects",
    ),
    Claim(
        "bootstrap dF1 within a standard deviation",
        sentences.WITHIN_STD,
        "share of the points of (a), (b) with αtrue - std < α",
        checks.within_spread,
        _above(0.5),
    ),
    Claim(
        "bootstrap dF1 consistent for different levels",
        sentences.CONSISTENT,
        "αtrue / α in (a), (b) at N >= 1000, largest over smallest of the three levels",
        checks.steady,
        lambda _: Bounds(at_most=1.5),
    ),
    Claim(
        "proportion test more pessimistic",
        sentences.CONSERVATIVE,
        "αtrue of either other test less its own, mean over sizes, in (a), (b), (c)",
        checks.extreme(PROPORTIONS, "abc", 1, -1),
        _above(0),
        ALL,
    ),
    Claim(
        "proportion test optimistic in (d)",
        sentences.OPTIMISTIC,
        "αtrue in (d) at N = 100; where nobody errs the test accepts",
        checks.first_unbalanced(PROPORTIONS),
        _above_level,
        ALL,
        why="Close learners share their errors, so that this test almost never rejects; see the next two claims",
    ),
    Claim(
        "proportion test optimistic in (d) if 0/0 rejects",
        sentences.OPTIMISTIC,
        "αtrue in (d) at N = 100; sets where nobody errs (D = 0, σ = 0 in eq. 3) count as rejections",
        checks.first_unbalanced("proportions dCerr, 0/0 rejects"),
        _above_level,
        ALL,
        guess=True,
    ),
    Claim(
        "proportion test pessimistic in (a), (b), (c) if 0/0 rejects",
        sentences.CONSERVATIVE,
        "αtrue at every point of (a), (b), (c); a set where nobody errs is a rejection",
        checks.sizes("proportions dCerr, 0/0 rejects", "abc"),
        _not_above_level,
        ALL,
        guess=True,
        why="Small unbalanced sets without an error are as common for different models, of which the text says nothing",
    ),
    Claim(
        "more often pessimistic",
        sentences.FORTUNATELY,
        "share of all points of all curves at or below α",
        checks.pessimistic_points,
        _above(0.5),
        ALL,
    ),
    Claim(
        "larger sets improve the size",
        sentences.FORTUNATELY,
        "how much nearer to α the last point (N = 6000) of each curve is than the first (N = 100)",
        checks.improved_size,
        lambda level: Bounds(at_least=-NEAR * level),
        ALL,
    ),
    Claim(
        "different models less reliable",
        sentences.CLOSENESS,
        "αtrue of the test that rejects most often, mean over sizes: (a) and (b) less (c) and (d)",
        checks.less_reliable,
        _above(0),
        ALL,
    ),
    Claim(
        "non-parametric tests reliable in big sets",
        sentences.RELIABLE,
        "αtrue of both bootstraps at N = 6000 in (a) to (d)",
        checks.reliable,
        _around_level,
        ALL,
    ),
    Claim(
        "H0 always false in (b)",
        sentences.NO_DATA,
        "unbalanced tasks of linear SVM against MLP with dF1 exactly 0 over the population",
        checks.no_null,
        lambda _: Bounds(at_most=0),
        sources=("texts",),
    ),
)


FIGURE_2 = (
    Claim(
        "McNemar and bootstrap dCerr alike",
        sentences.SIMILAR_POWER,
        "mean absolute difference of π over panels and sizes, less that of either to the proportion test",
        checks.alike(2),
        _below(0),
        ALL,
    ),
    Claim(
        "power higher for different models",
        sentences.SIMILAR_POWER,
        "mean π in (a) less that in (c), in (b) less that in (d), of either test",
        checks.higher_when_different,
        _above(0),
        ALL,
    ),
    Claim(
        "bootstrap dF1 most powerful",
        sentences.F1_SUMMARY,
        "its π less that of another test, mean over sizes, in each panel",
        checks.extreme(F1_TEST, "abcd", 2, 1),
        _above(0),
        ALL,
        why="It is (a) that fails: in balanced tasks the two measures say nearly the same",
    ),
    Claim(
        "proportion test least powerful",
        sentences.LESS_POWER,
        "π of either other test less its own, mean over sizes, in each panel",
        checks.extreme(PROPORTIONS, "abcd", 2, -1),
        _above(0),
        ALL,
    ),
    Claim(
        "power low for close models",
        sentences.LOW_POWER,
        "mean π of both tests at N = 6000 in (c), (d); on populations made it follows from their gap",
        checks.low("cd"),
        _below(0.5),
        ALL,
    ),
    Claim(
        "power lower for close models",
        sentences.LOW_POWER,
        "mean π of both tests at N = 6000, (c) and (d) less (a) and (b)",
        checks.lower_when_close,
        _below(0),
        ALL,
    ),
    Claim(
        "larger sets improve the power",
        sentences.FORTUNATELY,
        "π at N = 6000 less that at N = 100, of each curve",
        checks.improved_power,
        _above(0),
        ALL,
    ),
)
