"""A league: the judgements on all pairs of learners over many data sets, and what belongs to all of them."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from outperform.comparison.gate import gate_row
from outperform.comparison.plain import direction_fields, plain, store_use
from outperform.comparison.result import Judgements
from outperform.comparison.rows import league_row
from outperform.comparison.schema import schema_name
from outperform.core import (
    InputError,
    LeagueCells,
    LeagueRun,
    LeagueStanding,
    LeagueTable,
    Omnibus,
    Scores,
    VarianceParts,
    Winner,
    check_path,
)
from outperform.words.document import Document
from outperform.words.league import league_document
from outperform.words.notes import notes_words


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class League(Judgements):
    """The result of judging learners over many data sets: one judgement per pair.

    ``print`` shows the answer as the command line does, a notebook shows it as tables; ``league[0]`` is the first
    judgement, with ``decision``, ``effect``, ``p_flip`` and the rest.
    """

    table: LeagueTable
    cells: LeagueCells
    standings: tuple[LeagueStanding, ...]  # the best mean rank first
    omnibus: Omnibus | None  # None where no two data sets have all learners
    winner: Winner | None  # None with a baseline
    level: float
    test: str  # the spec
    adjustment: str
    rope: float | None = None
    run: LeagueRun | None = None  # None where a table was judged
    budget: VarianceParts | None = None  # None without repeats
    kind: ClassVar[str] = "league"

    @property
    def tables(self) -> tuple[Scores, ...]:
        """The scores on every data set."""
        return self.table.scores

    @property
    def fitted(self) -> bool:
        """Whether learners were run, and no table was judged."""
        return self.run is not None

    @property
    def document(self) -> Document:
        """What people read of it, in parts."""
        return league_document(self)

    def to_dict(self) -> dict[str, Any]:
        """Return standings and verdicts as plain values: what ``--json`` prints."""
        return {
            "schema": schema_name("league"),
            "kind": self.kind,
            "files": plain(self.files),
            "gate": gate_row(self.gate),
            "metric": self.table.metric,
            "higher_is_better": self.table.higher_is_better,
            **direction_fields(self.table.direction),
            "datasets": len(self.table.datasets),
            "level": self.level,
            "baseline": self.baseline,
            "rope": self.rope,
            "standings": [plain(each) for each in self.standings],
            "winner": plain(self.winner),
            "omnibus": plain(self.omnibus),
            "verdicts": [league_row(each) for each in self.judgements],
            "missing": [plain(each) for each in self.table.missing],
            "run": self._ran(),
            "budget": self._budgeted(),
            "store": store_use(self.notes),
            "notes": notes_words(self.notes),
        }

    def _ran(self) -> dict[str, Any] | None:
        """Return how the league was run as plain values, with the repeats by data set."""
        if self.run is None:
            return None
        by_name = dict(zip(self.table.datasets, self.run.repeats, strict=True))
        return {**plain(self.run), "repeats": by_name}

    def _budgeted(self) -> dict[str, Any] | None:
        """Return the budget as plain values."""
        if self.budget is None:
            return None
        shares = {name: getattr(self.budget, name) for name in ("narrower_datasets", "narrower_repeats")}
        return {**plain(self.budget), **shares}

    def standings_frame(self) -> Any:
        """Return one row per learner as a pandas frame, the best mean rank first."""
        import pandas as pd

        places = [{"place_low": each.place[0], "place_high": each.place[1]} for each in self.standings]
        means = [{"learner": each.learner, "mean_rank": each.mean_rank, "mean": each.mean} for each in self.standings]
        return pd.DataFrame([mean | place for mean, place in zip(means, places, strict=True)])

    def _page(self, path: Any, data: Any, command: str) -> str:
        from outperform.report import league_page

        return league_page(self if data is None else replace(self, source=str(data)), path, command=command)

    def diagram(self, path: Any) -> Any:
        """Write the diagram of mean ranks for papers; bars join learners that are not shown to differ.

        The ending of ``path`` chooses what is written: ``.svg``, ``.pdf`` or ``.tex`` (TikZ). Returns the path.
        """
        check_path("path", path)
        if path is None:
            raise InputError("path", "name a file that ends in .svg, .pdf or .tex")
        from outperform.report import diagram

        return diagram(self, path)
