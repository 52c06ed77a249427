"""A result: the judgements, and how to read, print and export them; over splits and items, a comparison."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from outperform.comparison.decide import judgements_of
from outperform.comparison.gate import gate_row, outcome_of
from outperform.comparison.manifest import manifest_of
from outperform.comparison.plain import plain, store_use
from outperform.comparison.rows import flat_row, pair_row
from outperform.comparison.schema import schema_name
from outperform.core import (
    GateFile,
    GateOutcome,
    Judgement,
    LeagueStanding,
    Note,
    NoteKind,
    Scores,
    SignificanceTest,
    Standing,
    Trial,
    check_path,
    entry_name,
)
from outperform.significance import CATALOGUE as TESTS
from outperform.significance.sequential_tests import SequentialTest
from outperform.words.comparison import comparison_document
from outperform.words.document import Document
from outperform.words.notebook import notebook, prompt
from outperform.words.notes import notes_words
from outperform.words.terminal import terminal

if TYPE_CHECKING:
    from outperform.comparison.terms import Terms
    from outperform.engine import Contest, Ways


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Judgements(ABC):
    """What judging returns: a judgement per pair and metric, and how to read, print, draw and export them."""

    judgements: tuple[Judgement, ...]
    standings: tuple[Standing, ...] | tuple[LeagueStanding, ...] = ()  # where each stands, best first
    notes: tuple[Note, ...] = ()
    level: float | None = None
    baseline: str | None = None  # the learner that all others are judged against; None for all pairs
    source: str = ""  # where the scores come from, to show
    read_as: str = ""  # what the material was taken for, where nobody said it
    files: tuple[GateFile, ...] = ()  # that were judged, with their digests
    gate: GateOutcome | None = None  # what a gate makes of it, where one was asked

    @property
    @abstractmethod
    def document(self) -> Document:
        """What people read of it, in parts."""

    @property
    @abstractmethod
    def tables(self) -> tuple[Scores, ...]:
        """The scores that were judged."""

    @property
    def fitted(self) -> bool:
        """Whether learners were run for it, so that a score that is missing is a fit that failed."""
        return False

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Return the verdicts as plain values: what ``--json`` prints."""

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

    def __iter__(self) -> Iterator[Judgement]:
        """Iterate over the judgements."""
        return iter(self.judgements)

    def __getitem__(self, place: int) -> Judgement:
        """Return a judgement by its place."""
        if not self.judgements and self.tables:
            raise IndexError(f"there is one system, {self.tables[0].learners[0]}, and no pair; see standings")
        return self.judgements[place]

    def gated(self, required: str, files: Sequence[GateFile] = (), defaults: str = "", chosen: str = "") -> Self:
        """Return the same result with what a gate makes of it: ``gate.met`` says whether all pairs are as required.

        ``required`` is ``"first"``, ``"second"``, ``"equal"`` or ``"not-worse"``, the last two for items and tests
        with a rope; ``files`` are those that were judged.
        """
        judged = required, self.judgements, self.notes, self.tables, files, defaults
        return replace(self, gate=outcome_of(*judged, chosen=chosen, fitted=self.fitted))

    def to_json(self) -> str:
        """Return the verdicts as JSON text: what ``--json`` prints."""
        return json.dumps(self.to_dict(), indent=2, allow_nan=False)

    def to_frame(self) -> Any:
        """Return one row per judgement as a pandas frame, in the columns of ``--format csv``."""
        import pandas as pd

        return pd.DataFrame([flat_row(row) for row in self.to_dict()["verdicts"]])

    def to_markdown(
        self,
        *,
        digits: int | None = None,
        caption: str | None = None,
        metric_names: Mapping[str, str] | None = None,
    ) -> str:
        """Return tables in Markdown, with captions and a sentence for a methods section; options as of ``to_latex``."""
        from outperform.report import tables_text

        ways: dict[str, Any] = {"digits": digits, "caption": caption, "metric_names": metric_names}
        return tables_text(self, "markdown", **ways)  # type: ignore[arg-type] # a Comparison or a League

    def to_latex(
        self,
        *,
        digits: int | None = None,
        caption: str | None = None,
        label: str | None = None,
        metric_names: Mapping[str, str] | None = None,
    ) -> str:
        """Return the same tables in LaTeX, for the package booktabs.

        ``digits`` are decimals of scores; percentages and points have two fewer. By default they are as many as the
        scores have, at most four. ``caption`` stands in place of that of the first table, ``label`` is its key, and
        ``metric_names`` is what metrics are called, such as ``{"accuracy": "Accuracy"}``.
        """
        from outperform.report import tables_text

        ways: dict[str, Any] = {"digits": digits, "caption": caption, "metric_names": metric_names}
        return tables_text(self, "latex", label=label, **ways)  # type: ignore[arg-type]

    def plot(self, figure: str = "", axes: Any = None, **choices: Any) -> Any:
        """Draw one figure by its name; ``outperform list figures`` shows all.

        Needs the extra ``report``. ``choices`` go to the figure, such as ``pair=1`` or ``pair=("svm", "nb")``; returns
        a matplotlib figure. By default that is ``difference``, of a league ``critical-difference``.
        """
        from outperform.report import plot

        return plot(self, figure, axes, **choices)  # type: ignore[arg-type]

    def to_html(self, path: Any = None, *, data: Any = None, command: str = "") -> str:
        """Return the page of this result as one self-contained HTML file, and write it to ``path`` if given.

        Needs the extra ``report``. ``data`` is a Dataset or a name to show; ``command`` is what made the result.
        """
        check_path("path", path)
        return self._page(path, data, command)

    @abstractmethod
    def _page(self, path: Any, data: Any, command: str) -> str:
        """Make the page."""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Comparison(Judgements):
    """The result of comparing two or more learners: one judgement per pair and metric.

    ``print`` shows the answer as the command line does, a notebook shows it as a table; ``comparison[0]`` is the first
    judgement, with ``pvalue``, ``decision`` and the rest.
    """

    scores: tuple[Scores, ...]
    standings: tuple[Standing, ...] = ()  # where fixed systems were judged on items, best first
    contest: "Contest | None" = None  # what was contested, where learners were run
    terms: "Terms | None" = None  # how it was judged
    ways: "Ways | None" = None  # how it was run
    command: str = "scores"  # the verb whose JSON this is
    elapsed: float | None = None  # seconds that running and judging took

    @property
    def kind(self) -> str:
        """What was judged: splits, predictions or items."""
        return {"predictions": "predictions", "evals": "items"}.get(self.command, "splits")

    @property
    def document(self) -> Document:
        """What people read of it, in parts."""
        return comparison_document(self)

    @property
    def tables(self) -> tuple[Scores, ...]:
        """The scores that were judged, one table per metric."""
        return self.scores

    def others(self) -> "Comparison":
        """Judge the same scores by every other test that fits them: to see whether another would have said the same."""
        trials = [
            (judgement, judgement.scores, test)
            for judgement in self.judgements
            if judgement.scores is not None and not judgement.verdict.anytime  # these others may not be asked at a look
            for test in (entry() for entry in TESTS.values())
            if test.slug != entry_name(judgement.test) and _fits(test, judgement.scores)
        ]
        judgements = [
            judgements_of([Trial(scores, test, test.judge(scores))], level=judgement.level, adjustment="none")[0]
            for judgement, scores, test in trials
        ]
        return Comparison(scores=self.scores, judgements=tuple(judgements), notes=(Note.of(NoteKind.EACH_ALONE),))

    def to_dict(self) -> dict[str, Any]:
        """Return the verdicts as plain values: what ``--json`` prints."""
        told: dict[str, Any] = {"schema": schema_name(self.command), "kind": self.kind, "files": plain(self.files)}
        told["gate"] = gate_row(self.gate)
        told |= {"verdicts": [pair_row(judgement) for judgement in self.judgements], "notes": notes_words(self.notes)}
        told |= {"store": store_use(self.notes)} if self.command == "compare" else {}
        return told | ({"standings": list(map(plain, self.standings))} if self.standings else {})

    def manifest(self) -> dict[str, Any]:
        """Return what another person needs to run this comparison again and to check it: what ``--manifest`` writes."""
        return manifest_of(self)

    def methods(self) -> str:
        """Return what a methods section needs: learners, splits as they were used, tests, corrections, versions."""
        from outperform.report import methods_text

        return methods_text(self)

    def _page(self, path: Any, data: Any, command: str) -> str:
        from outperform.report import comparison_page

        return comparison_page(self, path, data=data, command=command)

    def scores_frame(self, *, shared: bool = False) -> Any:
        """Return one row per learner, split and metric as a pandas frame, in the columns that ``judge`` reads.

        It has all splits that any difference uses; a learner whose pairs needed fewer repeats than another's has fewer
        rows, and ``judge`` then needs ``shared=True``: only the splits that all learners have.

        It holds no predictions of rows: for ``p_flip``, ``judge(comparison)`` uses these, ``judge`` of a frame cannot.
        """
        import pandas as pd

        return pd.DataFrame([row for scores in self.scores for row in self._score_rows(scores, shared=shared)])

    def _score_rows(self, scores: Scores, *, shared: bool) -> Iterator[dict[str, Any]]:
        """Return a row per score, as it was given: those of a metric of which lower is better are turned back."""
        used = [each.scores for each in self.judgements if each.scores is not None and each.metric == scores.metric]
        widest = max([scores, *used], key=lambda each: each.values.shape[1])  # plans with more repeats begin alike
        for name, own in zip(scores.learners, scores.values if shared else scores.by_learner, strict=True):
            given = own if scores.direction is None else scores.direction.turn(own)
            for repeat, fold in zip(*np.nonzero(~np.isnan(own)), strict=True):
                yield {
                    "metric": scores.metric,
                    "learner": name,
                    "repeat": int(repeat) + 1,
                    "fold": int(fold) + 1,
                    "n_train": None if widest.n_train is None else int(widest.n_train[repeat, fold]),
                    "n_test": None if widest.n_test is None else int(widest.n_test[repeat, fold]),
                    "score": float(given[repeat, fold]),
                }


def _fits(test: SignificanceTest, scores: Scores) -> bool:
    """Return whether a test that looks once fits, without a word from the user that the rows are in time order."""
    if isinstance(test, SequentialTest):
        return False
    in_order = bool(scores.traits.forward) or not test.needs.forward
    return in_order and test.misfit(scores) is None
