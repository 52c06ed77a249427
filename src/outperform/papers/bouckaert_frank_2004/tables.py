"""Tables 2 to 4 of Bouckaert & Frank, replicability by runs and by level, on real datasets, and the text on them."""

from collections.abc import Sequence

import numpy as np

from outperform.core import Floats
from outperform.core.panels import Panel, Panels, Series
from outperform.papers.agreement import Agreement, Cell, claim, number
from outperform.papers.bouckaert_frank_2004.printed import PAIRS, SETS, Summary, printed_tables, share_se
from outperform.papers.bouckaert_frank_2004.runs import FEW, Runs, runs, spread, summary_cells
from outperform.papers.workbench import Workbench

UNIT = (
    "The dataset is the unit of all standard errors, on both sides; those of the printed R follow from its two counts. "
    "The learners are not those of the paper, so the two sides are taken as independent, which rather overstates the "
    "errors: both have the same data."
)
FITS = (10, 20, 50, 100)
LEVELS = (0.01, 0.025, 0.05, 0.1)


def table_2(bench: Workbench) -> Agreement:
    """Run the corrected resampled t test."""
    found = runs(bench, "resampling")
    scores = np.stack([found.measures(place) for place in range(4)])
    cells = summary_cells([f"{count} runs" for count in FITS], printed_tables().table_2, scores)
    cells += _claims_2(scores) if found.names else []
    title = "Replicability of the corrected resampled t test, by the number of runs"
    panels = _curves(
        "table-2", title, "fits per learner", FITS, {"corrected resampled t": (scores, printed_tables().table_2)}
    )
    return Agreement("table-2", title, "10", tuple(cells), panels, (*found.notes, UNIT))


def _claims_2(scores: Floats) -> list[Cell]:
    falls = int((np.diff(scores.mean(axis=2), axis=0) < 0).sum())
    almost, least = float(scores[3, 1].mean()), float(scores[3, 2].mean(axis=0).min())
    rule = "steps of 27 from one number of runs to the next where a measure falls; at most 3"
    return [
        claim("grows with runs", "increases with the number of runs almost everywhere", falls, rule, holds=falls <= 3),
        claim(
            "almost consistent at 100 runs",
            "80% of the results are almost consistent",
            almost,
            "share of all results at 100 runs; at least .8",
            holds=almost >= 0.8,
            se=spread(scores[3, 1].mean(axis=1)),
        ),
        claim(
            "R at 100 runs",
            "approximately 0.9 or above",
            least,
            "smallest R of the three pairs; at least .895",
            holds=least >= 0.895,
        ),
    ]


def table_3(bench: Workbench) -> Agreement:
    """Run the corrected t test on repeated cross-validation."""
    found, drawn = runs(bench, "cv"), runs(bench, "resampling")
    scores = np.stack([found.measures(place) for place in range(4)])
    other = np.stack([drawn.measures(place) for place in range(4)])
    cells = summary_cells(["1 run", "2 runs", "5 runs", "10 runs"], printed_tables().table_3, scores)
    cells += _claims_3(scores, other) if found.names else []
    title = "Replicability of the corrected t test on repeated ten-fold cv, by the number of runs"
    curves = {
        "corrected r x 10 cv": (scores, printed_tables().table_3),
        "corrected resampled t": (other, printed_tables().table_2),
    }
    panels = _curves("table-3", title, "fits per learner", FITS, curves)
    return Agreement("table-3", title, "11", tuple(cells), panels, (*found.notes, UNIT))


def _claims_3(scores: Floats, other: Floats) -> list[Cell]:
    gaps = scores.mean(axis=2) - other.mean(axis=2)
    good, better = int((gaps > -1e-12).sum()), int((gaps > 1e-12).sum())
    rule = f"cells of 36 not below resampling with as many fits, at least 27; above in {better}, at least 18"
    gain = (scores[:, 2] - other[:, 2]).mean(axis=(0, 2))  # a dataset
    return [
        claim(
            "cv beside resampling",
            "almost everywhere as good and often better",
            good,
            rule,
            holds=good >= 27 and better >= 18,
        ),
        claim(
            "cv helps",
            "repeated cv helps to improve replicability",
            float(gain.mean()),
            "R of cv less R of resampling with as many fits, mean over pairs and numbers of fits; above 0",
            holds=bool(gain.mean() > 0),
            se=spread(gain),
        ),
    ]


def section_4_3(bench: Workbench) -> Agreement:
    """Run the plain t tests on cross-validation, and resampling with stratification."""
    dealt, drawn, strict = (runs(bench, family) for family in ("cv", "resampling", "stratified"))
    plain = {"10-fold cv": dealt.measures(4), "10x10-fold cv": dealt.measures(5)}
    cells = [
        _consistent(f"plain t on {test} / {pair}", printed_tables().plain[test][place], plain[test][0, :, place])
        for test in printed_tables().plain
        for place, pair in enumerate(PAIRS)
    ]
    if dealt.names:
        cells += _claims_4_3(plain["10-fold cv"], drawn, strict)
    title = "Consistent datasets of the plain t test on cross-validation; stratified resampling"
    return Agreement("section-4-3", title, "9-10", tuple(cells), notes=(*dealt.notes, UNIT))


def _consistent(key: str, published: float, found: Floats) -> Cell:
    error = share_se(published, SETS)
    if len(found) < 2:
        return number(key, published, None, published_se=error, reason=FEW)
    se = share_se(float(found.sum()), len(found))
    return number(key, published, SETS * float(found.mean()), se=se, published_se=error)


def _claims_4_3(plain: Floats, drawn: Runs, strict: Runs) -> list[Cell]:
    once, few, many = (scores[0].mean(axis=1) for scores in (plain, drawn.measures(0), drawn.measures(3)))
    change = (strict.measures(0)[2] - drawn.measures(0)[2]).mean(axis=1)
    return [
        claim(
            "10-fold cv beside 10 runs of resampling",
            "at least as consistent",
            float((once - few).mean()),
            "share of consistent results less that of resampling at 10 runs; at least 0",
            holds=bool((once - few).mean() >= 0),
            se=spread(once - few),
        ),
        claim(
            "10-fold cv beside 100 runs of resampling",
            "substantially less consistent",
            float((once - many).mean()),
            "share of consistent results less that of resampling at 100 runs; at most -.1",
            holds=bool((once - many).mean() <= -0.1),
            se=spread(once - many),
        ),
        claim(
            "stratified resampling",
            "the scores differed only very slightly",
            float(change.mean()),
            "R of resampling at 10 runs with less that without stratification; within 3 standard errors of 0",
            holds=bool(abs(change.mean()) <= 3 * spread(change) + 1e-12),
            se=spread(change),
        ),
    ]


def table_4(bench: Workbench) -> Agreement:
    """Read the corrected 10x10 cv test at other levels."""
    found = runs(bench, "cv")
    scores = np.stack([found.measures(3, level) for level in LEVELS])
    cells = summary_cells([f"{100 * level:g}%" for level in LEVELS], printed_tables().table_4, scores)
    cells += _claims_4(scores[:, 2].mean(axis=1)) if found.names else []
    title = "Replicability of the corrected 10x10 cv test, by the level"
    panels = _curves("table-4", title, "level", LEVELS, {"corrected 10x10 cv": (scores, printed_tables().table_4)})
    return Agreement("table-4", title, "11", tuple(cells), panels, (*found.notes, UNIT))


def _claims_4(means: Floats) -> list[Cell]:
    widest, least = float(np.ptp(means, axis=0).max()), float(means.min())
    rule = "largest less smallest R over the four levels, the widest of the three pairs; at most .1"
    return [
        claim("level", "does not have a major impact", widest, rule, holds=widest <= 0.1),
        claim("R above .9", "greater than 0.9 in every single case", least, "smallest R; above .9", holds=least > 0.9),
    ]


def _curves(
    id_: str, caption: str, x_label: str, x: Sequence[float], curves: dict[str, tuple[Floats, tuple[Summary, ...]]]
) -> Panels | None:
    """Draw R of all pairs, [column, measure, dataset, pair] of each test, beside the printed one."""
    if not next(iter(curves.values()))[0].shape[2]:
        return None
    places = tuple(float(value) for value in x)

    def series(label: str, scores: Floats, printed: tuple[Summary, ...], pair: int) -> list[Series]:
        means = scores[:, 2, :, pair].mean(axis=1)
        reach = 1.96 * np.array([spread(column[2, :, pair]) for column in scores])
        low, high = tuple((means - reach).tolist()), tuple(np.minimum(means + reach, 1).tolist())
        theirs = tuple(float(value) for value in printed[pair][2])
        return [
            Series(label, places, tuple(means.tolist()), low, high),
            Series(f"{label}, published", places, theirs, published=True),
        ]

    panels = tuple(
        Panel(
            name,
            x_label,
            "R",
            tuple(one for label, (scores, printed) in curves.items() for one in series(label, scores, printed, pair)),
            log_x=True,
            y_range=(0.5, 1.0),
        )
        for pair, name in enumerate(PAIRS)
    )
    return Panels(id_, caption, panels)


def section_5(bench: Workbench) -> Agreement:
    """Put all tests in order by their R over all pairs."""
    halves, drawn, dealt = (runs(bench, family) for family in ("halves", "resampling", "cv"))
    scores = {
        "5x2 cv": halves.measures(0)[2],
        "10 x resampling": drawn.measures(0)[2],
        "10-fold cv": dealt.measures(4)[2],
        "corrected 10-fold cv": dealt.measures(0)[2],
        "100 x resampling": drawn.measures(3)[2],
        "corrected 10x10 cv": dealt.measures(3)[2],
    }
    cells = tuple(_claims_5(scores)) if halves.names else ()
    title = "Which test is the most replicable, over all datasets and pairs"
    return Agreement("section-5", title, "5, 12", cells, _bars(scores) if halves.names else None, (*halves.notes, UNIT))


def _claims_5(scores: dict[str, Floats]) -> list[Cell]:
    means = {test: found.mean(axis=1) for test, found in scores.items()}  # a dataset
    best, good, worst = means["corrected 10x10 cv"], means["100 x resampling"], means["5x2 cv"]
    gap = best - good
    rest = min(float(found.mean()) for test, found in means.items() if test != "5x2 cv")
    rule = "R of 5x2 cv less the smallest R of the other five tests, mean over datasets and pairs; below 0"
    return [
        claim(
            "5x2 cv",
            "the replicability of this test is not high",
            float(worst.mean()) - rest,
            rule,
            holds=bool(worst.mean() < rest),
        ),
        claim(
            "100 x resampling",
            "good replicability",
            float(good.mean()),
            "R over all datasets and pairs; at least .9",
            holds=bool(good.mean() >= 0.9),
            se=spread(good),
        ),
        claim(
            "10x10 cv beside 100 x resampling",
            "replicability improved even further",
            float(gap.mean()),
            "R of the one less R of the other, over datasets and pairs; above 0",
            holds=bool(gap.mean() > 0),
            se=spread(gap),
        ),
    ]


def _bars(scores: dict[str, Floats]) -> Panels:
    printed = {
        "5x2 cv": np.mean(printed_tables().below_1[2]),
        "10 x resampling": np.mean([block[2][0] for block in printed_tables().table_2]),
        "corrected 10-fold cv": np.mean([block[2][0] for block in printed_tables().table_3]),
        "100 x resampling": np.mean([block[2][3] for block in printed_tables().table_2]),
        "corrected 10x10 cv": np.mean([block[2][3] for block in printed_tables().table_3]),
    }
    places = tuple(float(place) for place in range(len(scores)))
    known = [(float(place), float(printed[test])) for place, test in enumerate(scores) if test in printed]
    means = [found.mean(axis=1) for found in scores.values()]
    ours = tuple(float(mean.mean()) for mean in means)
    low, high = (tuple(float(mean.mean() + side * spread(mean)) for mean in means) for side in (-1.96, 1.96))
    series = (
        Series("reproduced", places, ours, low, high),
        Series("published", tuple(x for x, _ in known), tuple(y for _, y in known), published=True),
    )
    panel = Panel("R over all pairs", "", "R", series, kind="points", categories=tuple(scores), y_range=(0.5, 1.0))
    return Panels("section-5", "R of each test, mean over datasets and pairs of learners", (panel,))
