"""Figures 4 and 5 of Wang et al. (2014): what each component contributes to the variance of the estimate."""

from collections.abc import Mapping

from outperform.core.panels import Panel, Panels, Series
from outperform.papers.agreement import Agreement, Row
from outperform.papers.rules import Bounds, absent, claim
from outperform.papers.wang_2014.components import Components
from outperform.papers.wang_2014.experiments import NO_LETTERS, letter_components, logreg_components
from outperform.papers.wang_2014.printed import printed_tables
from outperform.papers.workbench import Workbench

CAPTION = "Contributions of the three components."


def figure_4(bench: Workbench) -> Agreement:
    """Divide the variance of experiment 2."""
    everything = logreg_components(bench)
    found = {n: everything[n] for n in printed_tables().table_2}
    second = {f"n = {n}": each.share(1) for n, each in found.items()}
    ratio = {f"n = {n}": each.at(0, 0, 4) for n, each in found.items()}
    says = "of the same order as the one of σ1, and even greater"
    cells = (
        claim("σ2 has little effect", "little effect", second, "its share of the variance", Bounds(at_most=0.1)),
        claim("σ3 weighs as much as σ1", says, ratio, "ratio of the two contributions", Bounds(at_least=1)),
    )
    notes = ("The runs are those of Table 2.", "The text gives no size: little is taken for a tenth at most.")
    title = "Contributions to the variance of the estimate, experiment 2"
    panels = Panels("figure-4", CAPTION, (_bars("Logistic regression", found),))
    return Agreement("figure-4", title, "217", cells, panels, notes)


def figure_5(bench: Workbench) -> Agreement:
    """Divide the variance on letters."""
    everything = letter_components(bench)
    title, says = "Contributions to the variance of the estimate, letters", "30% to 60% of the total variance"
    if everything is None:
        keys = ("σ1, least share", "σ1, largest share")
        missing: tuple[Row, ...] = tuple(absent(key, says, NO_LETTERS) for key in keys)
        return Agreement("figure-5", title, "217", missing, notes=("missing: letter",))
    found = {n: everything[2 * n] for n in printed_tables().table_3}
    shares = {f"n = {n}": each.share(0) for n, each in found.items()}
    printed = [1 / (1 + (1 - row[0]) / 2 + 2 * row[1]) for row in printed_tables().table_3.values()]
    cells = (
        claim("σ1, least share", says, shares, "share of σ1", Bounds(at_least=0.3)),
        claim("σ1, largest share", says, shares, "share of σ1", Bounds(at_most=0.6)),
    )
    notes = (
        "The runs are those of Table 3, with n rows in each half.",
        f"By the authors' own Table 3 the share goes from {min(printed):.0%} to {max(printed):.0%}.",
    )
    panels = Panels("figure-5", CAPTION, (_bars("Tree on letters", found),))
    return Agreement("figure-5", title, "217", cells, panels, notes)


def _bars(title: str, found: Mapping[int, Components]) -> Panel:
    places = tuple(float(place) for place in range(len(found)))
    parts = (1 / 6, 1 / 6, 2 / 3)
    series = tuple(
        Series(f"σ{row + 1}", places, tuple(float(part * each.sigmas[row]) for each in found.values()))
        for row, part in enumerate(parts)
    )
    return Panel(title, "n", "contribution to the variance", series, kind="bars", categories=tuple(map(str, found)))
