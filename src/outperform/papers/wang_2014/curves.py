"""The correlations of Wang et al. (2014) by size, ours and the printed ones, as curves."""

from collections.abc import Mapping, Sequence

from outperform.core.panels import Panel, Panels, Series
from outperform.papers.wang_2014.components import Components

CAPTION = "Correlations within a pair (ρ1) and between pairs (ρ2), ours with 95% intervals and the printed ones."


def rho_panels(table: str, *panels: Panel) -> Panels:
    """Return the figure of a table."""
    return Panels(table, CAPTION, panels)


def rho_panel(title: str, printed: Sequence[Sequence[float]], found: Mapping[int, Components]) -> Panel:
    """Draw both correlations by size; ``printed`` has those of the paper, ρ1 then ρ2."""
    sizes, series = tuple(map(float, found)), []
    for label, values, weights in zip(("ρ1", "ρ2"), printed, ((0, 1, 0), (0, 0, 1)), strict=True):
        ours = [each.at(*weights) for each in found.values()]
        low, high = (tuple(value + side * 1.96 * se for value, se in ours) for side in (-1, 1))
        series.append(Series(label, sizes, tuple(value for value, _ in ours), low, high))
        series.append(Series(f"{label}, printed", sizes, tuple(values), published=True))
    return Panel(title, "n", "correlation", tuple(series), log_x=True)
