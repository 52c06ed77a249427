"""A league: the judgements on all pairs of learners over many data sets, and how to read and export them."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from outperform.comparison.gate import gate_row, outcome_of
from outperform.comparison.plain import direction_fields, plain, store_use
from outperform.comparison.schema import schema_name
from outperform.core import (
    GateFile,
    GateOutcome,
    GatePair,
    InputError,
    LeagueBudget,
    LeagueCells,
    LeagueJudgement,
    LeagueRun,
    LeagueStanding,
    LeagueTable,
    Note,
    Omnibus,
    Winner,
    check_path,
)
from outperform.words.document import Document
from outperform.words.league import league_document
from outperform.words.notebook import notebook, prompt
from outperform.words.notes import notes_words
from outperform.words.terminal import terminal


@dataclass(frozen=True, eq=False, repr=False)
class League:
    """The result of judging learners over many data sets: one judgement per pair.

    ``print`` shows the answer as the command line does, a notebook shows it as tables; ``league[0]`` is the first
    judgement, with ``decision``, ``effect``, ``p_flip`` and the rest.
    """

    table: LeagueTable
    cells: LeagueCells
    judgements: tuple[LeagueJudgement, ...]
    standings: tuple[LeagueStanding, ...]  # the best mean rank first
    omnibus: Omnibus | None  # None where no two data sets have all learners
    winner: Winner | None  # None with a baseline
    level: float
    test: str  # the spec
    adjustment: str
    baseline: str | None = None
    rope: float | None = None
    notes: tuple[Note, ...] = ()
    source: str = ""  # where the table comes from, to show
    run: LeagueRun | None = None  # None where a table was judged
    budget: LeagueBudget | None = None  # None without repeats
    gate: GateOutcome | None = None  # what a gate makes of it, where one was asked
    files: tuple[GateFile, ...] = ()  # that were judged, with their digests
    read_as: str = ""  # what the material was taken for, where nobody said it
    kind = "league"

    def __str__(self) -> str:
        """Return the answer as the command line prints it."""
        return terminal(self.document)

    def __repr__(self) -> str:
        """Return the answer in a few words."""
        return prompt(self.document)

    def _repr_html_(self) -> str:
        """Return the answer for a notebook."""
        return notebook(self.document)

    def __len__(self) -> int:
        """Return the number of judgements."""
        return len(self.judgements)

    def __iter__(self) -> Iterator[LeagueJudgement]:
        """Iterate over the judgements."""
        return iter(self.judgements)

    def __getitem__(self, place: int) -> LeagueJudgement:
        """Return a judgement by its place."""
        return self.judgements[place]

    @property
    def document(self) -> Document:
        """What people read of it, in parts."""
        return league_document(self)

    def gated(self, required: str, files: Sequence[GateFile] = (), defaults: str = "", chosen: str = "") -> "League":
        """Return the same league with what a gate makes of it: ``gate.met`` says whether all pairs are as required.

        ``required`` is ``"first"`` or ``"second"``; ``files`` are those that were judged.
        """
        pairs = [GatePair(each, self.table.metric, self.table.direction) for each in self.judgements]
        judged = required, pairs, self.notes, self.table.scores, files, defaults
        return replace(self, gate=outcome_of(*judged, chosen=chosen, fitted=self.run is not None))

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
            "verdicts": [_row(each) for each in self.judgements],
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

    def to_json(self) -> str:
        """Return standings and verdicts as JSON text: what ``--json`` prints."""
        return json.dumps(self.to_dict(), indent=2, allow_nan=False)

    def to_frame(self) -> Any:
        """Return one row per pair as a pandas frame; parts of the effect and of fragility are columns of their own."""
        import pandas as pd

        return pd.DataFrame([flat_row(row) for row in self.to_dict()["verdicts"]])

    def standings_frame(self) -> Any:
        """Return one row per learner as a pandas frame, the best mean rank first."""
        import pandas as pd

        places = [{"place_low": each.place[0], "place_high": each.place[1]} for each in self.standings]
        means = [{"learner": each.learner, "mean_rank": each.mean_rank, "mean": each.mean} for each in self.standings]
        return pd.DataFrame([mean | place for mean, place in zip(means, places, strict=True)])

    def to_markdown(self) -> str:
        """Return the learners' scores on every data set as a table in Markdown, with the decisions."""
        from outperform.report import tables_text

        return tables_text(self, "markdown")

    def to_latex(self) -> str:
        """Return the learners' scores on every data set as a table in LaTeX, for the package booktabs."""
        from outperform.report import tables_text

        return tables_text(self, "latex")

    def plot(self, figure: str = "critical-difference", axes: Any = None, **choices: Any) -> Any:
        """Draw one figure by its name, such as ``league-pairs``; ``outperform list figures`` shows all.

        Needs the extra ``report``. ``choices`` go to the figure, such as ``pair=1`` or ``pair=("svm", "nb")`` for
        ``league-forest``; returns a matplotlib figure.
        """
        from outperform.report import plot

        return plot(self, figure, axes, **choices)

    def to_html(self, path: Any = None, *, command: str = "") -> str:
        """Return the page of this league as one self-contained HTML file, and write it to ``path`` if given.

        Needs the extra ``report``. ``command`` is what made the league.
        """
        check_path("path", path)
        from outperform.report import league_page

        return league_page(self, path, command=command)

    def diagram(self, path: Any) -> Any:
        """Write the diagram of mean ranks for papers; bars join learners that are not shown to differ.

        The ending of ``path`` chooses what is written: ``.svg``, ``.pdf`` or ``.tex`` (TikZ). Returns the path.
        """
        check_path("path", path)
        if path is None:
            raise InputError("path", "name a file that ends in .svg, .pdf or .tex")
        from outperform.report import diagram

        return diagram(self, path)


def flat_row(verdict: dict[str, Any]) -> dict[str, Any]:
    """Lay out a verdict of the JSON flat: a column per number that can be known."""
    row: dict[str, Any] = {}
    for name, value in verdict.items():
        if name == "wins":
            row |= dict(zip(("wins_first", "ties", "wins_second"), value, strict=True))
        elif name == "probabilities":
            row |= dict(zip(("p_first", "p_equal", "p_second"), value or (None, None, None), strict=True))
        elif name == "effect":
            row |= _flat_effect(value)
        elif name == "fragility":
            row["fragility"] = None if value is None else value["datasets"]
            row["fragility_names"] = None if value is None else "; ".join(value["names"])
        elif name == "notes":
            row["notes"] = "; ".join(value)
        elif name != "p_flip_datasets":
            row[name] = value
    return row


def _flat_effect(effect: dict[str, Any]) -> dict[str, Any]:
    row = {"effect": effect["estimate"]}
    for name in ("interval", "prediction", "prediction_mean"):
        row[f"{name}_low"], row[f"{name}_high"] = effect[name] or (None, None)
    return row | {"tau": effect["tau"], "i2": effect["i2"]}


def _row(judgement: LeagueJudgement) -> dict[str, Any]:
    """Return a judgement as JSON has it."""
    verdict = judgement.verdict
    return {
        "first": judgement.first,
        "second": judgement.second,
        "test": judgement.test,
        "level": judgement.level,
        "datasets": judgement.datasets,
        "wins": list(judgement.wins),
        "statistic": plain(verdict.statistic),
        "pvalue": verdict.pvalue,
        "pvalue_adjusted": judgement.pvalue_adjusted,
        "adjustment": judgement.adjustment,
        "decision": judgement.decision.value,
        "effect": plain(judgement.effect),
        "probabilities": plain(judgement.probabilities),
        "p_flip": judgement.p_flip,
        "p_flip_datasets": None,  # it did not come true (docs/leagues.md); the field stays for readers of the JSON
        "p_flip_pool": judgement.p_flip_pool,
        "fragility": plain(judgement.fragility),
        "notes": notes_words(judgement.notes),
    }
