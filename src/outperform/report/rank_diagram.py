"""The numbers of a critical-difference diagram: mean ranks, and the groups that the decisions on pairs leave."""

from dataclasses import dataclass
from typing import Self

from outperform.comparison.league_result import League
from outperform.core import InputError, Posterior, split_spec
from outperform.core.adjust import adjustment_from
from outperform.report.cliques import alike, groups
from outperform.report.names import middle_names
from outperform.report.rank_axis import RankAxis, rank_axis
from outperform.words.numbers import many

SLUG = "critical-difference"
LETTERS = 40  # of a name in the diagram


@dataclass(frozen=True)
class RankDiagram:
    """Learners by mean rank, the best first, and the groups in which no pair is shown to differ."""

    ranks: tuple[tuple[str, float], ...]
    bars: tuple[tuple[str, ...], ...]
    datasets: int  # that have all learners
    level: float
    test: str
    adjustment: str
    baseline: str | None = None  # where only pairs with it were compared

    @classmethod
    def of(cls, league: League) -> Self:
        """Take ranks and decisions; raise an error where there are none."""
        ranks = [(each.learner, each.mean_rank) for each in league.standings if each.mean_rank is not None]
        if len(ranks) < len(league.standings):
            raise InputError(SLUG, "needs mean ranks, and no data set has the scores of all learners")
        if any(isinstance(each.verdict, Posterior) for each in league.judgements):
            raise InputError(SLUG, f"needs decisions, and {league.test} gives probabilities and decides nothing")
        ranks.sort(key=lambda each: each[1])
        order, graph = [name for name, _ in ranks], alike(league.judgements)
        bars = groups(graph, order)
        if league.baseline is not None:
            near = graph[league.baseline] | {league.baseline}
            bars = (tuple(name for name in order if name in near),) if len(near) > 1 else ()
        sets = int(league.cells.complete.sum())
        return cls(tuple(ranks), bars, sets, league.level, league.test, league.adjustment, league.baseline)

    @property
    def axis(self) -> RankAxis:
        """Lay it out."""
        short = middle_names((name for name, _ in self.ranks), LETTERS)
        words = [f"{short[name]} ({rank:.2f})" for name, rank in self.ranks]
        return rank_axis(self.ranks, self.bars, words, self.baseline)

    @property
    def caption(self) -> str:
        """Return how to read it."""
        words = [f"Mean rank over {many(self.datasets, 'data set')} that all learners have; 1 is best."]
        method = adjustment_from(self.adjustment).method
        by = f"{split_spec(self.test)[0]}, level {self.level:g}{f', p adjusted by {method}' if method else ''}"
        if self.baseline is not None:
            words.append(self._against(by))
        elif self.bars:
            words.append(f"A bar joins learners that are not shown to differ from each other ({by}).")
            if any(bar.dots for bar in self.axis.bars):
                words.append("A dotted part passes learners that do not belong to its bar; dots mark those that do.")
        else:
            words.append(f"There is no bar: any two learners are shown to differ ({by}).")
        return " ".join(words)

    def _against(self, by: str) -> str:
        if not self.bars:
            return f"All learners are shown to differ from {self.baseline} ({by}); other pairs were not compared."
        near = f"Open dots mark learners that are not shown to differ from {self.baseline}, the filled dot ({by})"
        return f"{near}; other pairs were not compared."
