"""Cost of replicability: fits per learner against the chance that two runs on the same data agree."""

from dataclasses import dataclass
from typing import Self

from outperform.core import InputError
from outperform.core.panels import Panel, Panels, Series
from outperform.report.figures.base import ReadingsFigure, Rows
from outperform.report.figures.readings import PanelsFigure, distinct, draw, rows_of

__all__ = ["CostFigure", "draw"]


@dataclass(frozen=True)
class CostFigure(PanelsFigure, ReadingsFigure):
    """Fits per learner against replicability: one point per procedure, averaged over the sources."""

    slug = "cost"
    place = 80
    title = "Cost of replicability"

    @classmethod
    def of(cls, readings: Rows) -> Self:
        """Take the readings of fits and of replicability, on the sources that have both for all procedures."""
        agree = rows_of(readings, "replicability", level=distinct(readings, "level")[0])
        fits = {(row["procedure"], row["source"]): float(row["value"]) for row in rows_of(readings, "fits")}
        procedures, sources = distinct(agree, "procedure"), distinct(agree, "source")
        found = {(row["procedure"], row["source"]): float(row["value"]) for row in agree}
        shared = [source for source in sources if all((name, source) in found and (name, source) in fits
                                                      for name in procedures)]  # fmt: skip
        if not shared:
            raise InputError("readings", "no source has both fits and replicability of every procedure")
        series = tuple(Series(name, (_mean(fits, name, shared),), (_mean(found, name, shared),)) for name in procedures)
        over = f", mean over {len(shared)} sources" if len(shared) > 1 else f" on {shared[0]}"
        panel = Panel("", "fits per learner", "replicability", series, "points", log_x=True)
        return cls(
            Panels(
                "cost",
                f"Fits per learner, and how often two runs on the same data agree{over}. Up and to the left is better.",
                (panel,),
            )
        )


def _mean(values: dict[tuple[str, str], float], name: str, sources: list[str]) -> float:
    return sum(values[name, source] for source in sources) / len(sources)
