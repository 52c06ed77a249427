"""What the prose says about figure 1, the size of the tests."""

from functools import partial

from outperform.papers.keller_bengio_wong_2005 import sentences, size
from outperform.papers.keller_bengio_wong_2005.claims import (
    ERROR_TEST,
    F1_TEST,
    MCNEMAR,
    MOST,
    NEAR,
    NOT_ABOVE_LEVEL,
    POSITIVE,
    PROPORTIONS,
    SLIGHTLY_ABOVE,
    Claim,
    alike,
    leads,
)
from outperform.papers.keller_bengio_wong_2005.runs import LEVEL
from outperform.papers.rules import Bounds

_FEW_TELL = "Few rows of a small unbalanced set tell the learners apart, so that the test seldom rejects"
_OF_ERRORS = (("McNemar", MCNEMAR), ("bootstrap dCerr", ERROR_TEST))
_EACH = "αtrue at every point of"
FIGURE_1 = (
    Claim(
        "αtrue nears α",
        sentences.CONVERGES,
        "share of the 16 curves whose last point (N = 6000) is nearer to α than the first, or within 3 se of α",
        size.nearer,
        MOST,
    ),
    Claim(
        "αtrue varies less",
        sentences.VARIANCE,
        "standard deviation over tasks at N = 6000, the binomial part taken out, mean of the 16 curves, over α",
        size.spreads,
        Bounds(at_most=0.25),
    ),
    Claim(
        "McNemar and bootstrap dCerr alike",
        sentences.SIMILAR,
        "mean absolute difference of αtrue over panels and sizes, less that of either to the proportion test",
        alike(1),
        Bounds(below=0),
    ),
    *(
        Claim(
            f"{name} pessimistic",
            sentences.PESSIMISTIC,
            f"{_EACH} (a) to (d)",
            size.points_of(test, "abcd"),
            NOT_ABOVE_LEVEL,
        )
        for name, test in _OF_ERRORS
    ),
    *(
        Claim(
            f"{name} reaches α in (a)",
            sentences.PESSIMISTIC,
            "αtrue in (a) at N = 6000",
            size.point_of("a", test, -1),
            Bounds(at_least=LEVEL - NEAR, at_most=LEVEL + NEAR),
        )
        for name, test in _OF_ERRORS
    ),
    Claim(
        "bootstrap dF1 pessimistic in (c), (d)",
        sentences.F1_SIMILAR,
        f"{_EACH} (c), (d)",
        size.points_of(F1_TEST, "cd"),
        NOT_ABOVE_LEVEL,
    ),
    *(
        Claim(
            f"bootstrap dF1 slightly optimistic in ({panel})",
            sentences.F1_DIFFERENT,
            f"mean αtrue in ({panel}), N >= 500, H0 exactly true",
            size.mean_size(panel),
            SLIGHTLY_ABOVE,
        )
        for panel in "ab"
    ),
    Claim(
        "bootstrap dF1 always optimistic in (a), (b)",
        sentences.F1_DIFFERENT,
        f"{_EACH} (a), (b), H0 exactly true",
        size.points_of(F1_TEST, "ab"),
        Bounds(at_least=LEVEL - NEAR),
        why=_FEW_TELL,
    ),
    Claim(
        "bootstrap dF1 optimistic in (a) if H0 is |dF1| <= .01",
        sentences.F1_DIFFERENT,
        f"{_EACH} (a), on tasks as they are whose |dF1| is at most .01",
        size.points_of(F1_TEST, "a", size.REACH),
        Bounds(above=LEVEL),
        ("texts",),
        guess=True,
    ),
    Claim(
        "McNemar pessimistic in (a), (b) if H0 is |dCerr| <= .01",
        sentences.PESSIMISTIC,
        f"{_EACH} (a), (b), on tasks as they are with |dCerr| at most .01",
        size.points_of(MCNEMAR, "ab", size.REACH),
        NOT_ABOVE_LEVEL,
        ("texts",),
        why="A fixed reach turns power into size as N grows: this reading is not the paper's",
        guess=True,
    ),
    Claim(
        "bootstrap dF1 optimistic in small sets",
        sentences.F1_SUMMARY,
        "mean αtrue in (a), (b) at N < 1000 less α, and less that at N >= 1000",
        size.small_optimistic,
        POSITIVE,
        why=_FEW_TELL,
    ),
    Claim(
        "bootstrap dF1 within a standard deviation",
        sentences.WITHIN_STD,
        "share of the points of (a), (b) with αtrue - std < α",
        size.within_spread,
        MOST,
    ),
    Claim(
        "bootstrap dF1 consistent for different levels",
        sentences.CONSISTENT,
        "αtrue / α in (a), (b) at N >= 1000, largest over smallest of the three levels",
        size.steady,
        Bounds(at_most=1.5),
    ),
    Claim(
        "proportion test more pessimistic",
        sentences.CONSERVATIVE,
        "αtrue of either other test less its own, mean over sizes, in (a), (b), (c)",
        partial(leads, number=1, panels="abc", firsts=(MCNEMAR, ERROR_TEST), seconds=(PROPORTIONS,)),
        POSITIVE,
    ),
    Claim(
        "proportion test optimistic in (d)",
        sentences.OPTIMISTIC,
        "αtrue in (d) at N = 100; where nobody errs the test accepts",
        size.point_of("d", PROPORTIONS, 0),
        Bounds(above=LEVEL),
        why="Close learners share their errors, so that this test almost never rejects; see the claims on 0/0 below",
    ),
    Claim(
        "proportion test not conservative in (d)",
        sentences.NOT_PRESENT,
        "αtrue in (d) at N = 100; where nobody errs the test accepts",
        size.point_of("d", PROPORTIONS, 0),
        Bounds(at_least=LEVEL - NEAR),
    ),
    Claim(
        "proportion test optimistic in (d) if 0/0 rejects",
        sentences.OPTIMISTIC,
        "αtrue in (d) at N = 100; sets where nobody errs (D = 0, σ = 0 in eq. 3) count as rejections",
        size.point_of("d", size.REJECTING, 0),
        Bounds(above=LEVEL),
        guess=True,
    ),
    Claim(
        "proportion test pessimistic in (a), (b), (c) if 0/0 rejects",
        sentences.CONSERVATIVE,
        f"{_EACH} (a), (b), (c); a set where nobody errs is a rejection",
        size.points_of(size.REJECTING, "abc"),
        NOT_ABOVE_LEVEL,
        why="Small unbalanced sets without an error are as common for different models, of which the text says nothing",
        guess=True,
    ),
    Claim(
        "more often pessimistic",
        sentences.FORTUNATELY,
        "share of all points of all curves at or below α",
        size.pessimistic,
        MOST,
    ),
    Claim(
        "larger sets improve the size",
        sentences.FORTUNATELY,
        "how much nearer to α the last point (N = 6000) of each curve is than the first (N = 100)",
        size.improved,
        Bounds(at_least=-NEAR),
    ),
    Claim(
        "different models less reliable",
        sentences.CLOSENESS,
        "αtrue of the test that rejects most often, mean over sizes: (a) and (b) less (c) and (d)",
        size.less_reliable,
        POSITIVE,
    ),
    Claim(
        "non-parametric tests reliable in big sets",
        sentences.RELIABLE,
        "αtrue of both bootstraps at N = 6000 in (a) to (d)",
        size.largest_sets,
        Bounds(at_least=0.5 * LEVEL, at_most=1.5 * LEVEL),
    ),
    Claim(
        "H0 always false in (b)",
        sentences.NO_DATA,
        "unbalanced tasks of linear SVM against MLP with dF1 exactly 0 over the population",
        size.no_null,
        Bounds(at_most=0),
        sources=("texts",),
    ),
)
