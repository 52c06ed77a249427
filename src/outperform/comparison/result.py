"""A comparison: the scores, the judgements, and how to read, print and export them."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from outperform.comparison.decide import judgements_of
from outperform.comparison.gate import gate_row, outcome_of
from outperform.comparison.manifest import manifest_of
from outperform.comparison.plain import direction_fields, plain, store_use
from outperform.comparison.schema import schema_name
from outperform.comparison.tally import tally
from outperform.core import (
    Direction,
    DirectionOrigin,
    GateFile,
    GateOutcome,
    GatePair,
    ItemFacts,
    Judgement,
    Note,
    NoteKind,
    Refusal,
    Replicability,
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
from outperform.words.verdicts import parameter_words

if TYPE_CHECKING:
    from outperform.comparison.terms import Terms
    from outperform.engine import Contest, Ways

RAISED = (
    "factor",
    "factor_se",
    "factor_origin",
    "pvalue_nominal",
    "decision_nominal",
    "interval_corrected",
    "fits_correction",
)


@dataclass(frozen=True, eq=False, repr=False)
class Comparison:
    """The result of comparing two or more learners: one judgement per pair and metric.

    ``print`` shows the answer as the command line does, a notebook shows it as a table; ``comparison[0]`` is the first
    judgement, with ``pvalue``, ``decision`` and the rest.
    """

    scores: tuple[Scores, ...]
    judgements: tuple[Judgement, ...]
    notes: tuple[Note, ...] = ()
    contest: "Contest | None" = None  # what was contested, where learners were run
    terms: "Terms | None" = None  # how it was judged
    ways: "Ways | None" = None  # how it was run
    against: str | None = None  # the baseline, where scores or predictions were judged
    standings: tuple[Standing, ...] = ()  # where fixed systems were judged on items, best first
    level: float | None = None  # of the intervals of these
    source: str = ""  # where the scores come from, to show
    command: str = "scores"  # the verb whose JSON this is
    elapsed: float | None = None  # seconds that running and judging took
    gate: GateOutcome | None = None  # what a gate makes of it, where one was asked
    files: tuple[GateFile, ...] = ()  # that were judged, with their digests
    read_as: str = ""  # what the material was taken for, where nobody said it

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
        if not self.judgements and self.standings:
            raise IndexError(f"there is one system, {self.standings[0].system}, and no pair; see standings")
        return self.judgements[place]

    @property
    def kind(self) -> str:
        """What was judged: splits, predictions or items."""
        return {"predictions": "predictions", "evals": "items"}.get(self.command, "splits")

    @property
    def document(self) -> Document:
        """What people read of it, in parts."""
        return comparison_document(self)

    @property
    def baseline(self) -> str | None:
        """The learner that all others are judged against; None for all pairs."""
        return self.against if self.terms is None else self.terms.baseline

    def others(self) -> "Comparison":
        """Judge the same scores by every other test that fits them: to see whether another would have said the same."""
        trials = [
            (judgement, test)
            for judgement in self.judgements
            if judgement.scores is not None and not judgement.verdict.anytime  # these others may not be asked at a look
            for test in (entry() for entry in TESTS.values())
            if test.slug != entry_name(judgement.test) and _fits(test, judgement.scores)
        ]
        found = [
            judgements_of([Trial(j.scores, test, test.judge(j.scores))], level=j.level, adjustment="none")[0]  # type: ignore[arg-type]
            for j, test in trials
        ]
        return Comparison(self.scores, tuple(found), (Note.of(NoteKind.EACH_ALONE),))

    def gated(
        self, required: str, files: Sequence[GateFile] = (), defaults: str = "", chosen: str = ""
    ) -> "Comparison":
        """Return the same comparison with what a gate makes of it: ``gate.met`` says whether all pairs are as required.

        ``required`` is ``"first"``, ``"second"``, ``"equal"`` or ``"not-worse"``; ``files`` are those that were judged.
        """
        pairs = [GatePair(each, each.metric, _direction(each)) for each in self.judgements]
        return replace(self, gate=outcome_of(required, pairs, self.notes, self.scores, files, defaults, chosen=chosen))

    def to_dict(self) -> dict[str, Any]:
        """Return the verdicts as plain values: what ``--json`` prints."""
        told: dict[str, Any] = {"schema": schema_name(self.command), "kind": self.kind, "files": plain(self.files)}
        told["gate"] = gate_row(self.gate)
        told |= {"verdicts": [_row(judgement) for judgement in self.judgements], "notes": notes_words(self.notes)}
        told |= {"store": store_use(self.notes)} if self.command == "compare" else {}
        return told | ({"standings": list(map(plain, self.standings))} if self.standings else {})

    def to_json(self) -> str:
        """Return the verdicts as JSON text: what ``--json`` prints."""
        return json.dumps(self.to_dict(), indent=2, allow_nan=False)

    def manifest(self) -> dict[str, Any]:
        """Return what another person needs to run this comparison again and to check it: what ``--manifest`` writes."""
        return manifest_of(self)

    def to_frame(self) -> Any:
        """Return one row per judgement as a pandas frame."""
        import pandas as pd

        return pd.DataFrame([_row(judgement) for judgement in self.judgements])

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

    def to_markdown(self) -> str:
        """Return the judgements as a table in Markdown, with a caption and a sentence for a methods section."""
        from outperform.report import tables_text

        return tables_text(self, "markdown")

    def to_latex(self) -> str:
        """Return the judgements as a table in LaTeX, for the package booktabs."""
        from outperform.report import tables_text

        return tables_text(self, "latex")

    def methods(self) -> str:
        """Return what a methods section needs: learners, splits as they were used, tests, corrections, versions."""
        from outperform.report import methods_text

        return methods_text(self)

    def plot(self, figure: str = "difference", axes: Any = None, **choices: Any) -> Any:
        """Draw one figure by its name, such as ``difference`` or ``splits``; ``outperform list figures`` shows all.

        Needs the extra ``report``. ``choices`` go to the figure, such as ``pair=1``; returns a matplotlib figure.
        """
        from outperform.report import plot

        return plot(self, figure, axes, **choices)

    def to_html(self, path: Any = None, *, data: Any = None, command: str = "") -> str:
        """Return the page of this comparison as one self-contained HTML file, and write it to ``path`` if given.

        Needs the extra ``report``. ``data`` is a Dataset or a name to show; ``command`` is what made the comparison.
        """
        check_path("path", path)
        from outperform.report import comparison_page

        return comparison_page(self, path, data=data, command=command)


def _direction(judgement: Judgement) -> Direction:
    """Return the direction of the metric of a pair; of a metric that was computed here, higher is better."""
    scores = judgement.scores
    if scores is not None and scores.direction is not None:
        return scores.direction
    computed = scores is not None and (scores.plan is not None or getattr(scores.items, "metric", None) is not None)
    return Direction(origin=DirectionOrigin.KNOWN) if computed else Direction()


def _fits(test: SignificanceTest, scores: Scores) -> bool:
    """Return whether a test that looks once fits, without a word from the user that the rows are in time order."""
    if isinstance(test, SequentialTest):
        return False
    in_order = bool(scores.traits.forward) or not test.needs.forward
    return in_order and test.misfit(scores) is None


def _row(judgement: Judgement) -> dict[str, Any]:
    verdict = judgement.verdict
    interval = verdict.interval(judgement.level)
    row = {
        "first": judgement.first,
        "second": judgement.second,
        "test": judgement.full_test,
        "metric": judgement.metric,
        **direction_fields(None if judgement.scores is None else judgement.scores.direction),
        "level": judgement.level,
        "parameter": parameter_words(judgement),
        **_means(judgement.scores),
        "null": verdict.null,
        "estimate": plain(verdict.estimate),
        "statistic": plain(verdict.statistic),
        "df": plain(verdict.df),
        "pvalue": plain(verdict.pvalue),
        "pvalue_adjusted": plain(judgement.pvalue_adjusted),
        "adjustment": judgement.adjustment,
        "interval": plain(interval),
        "probabilities": plain(verdict.probabilities),
        "decision": judgement.decision.value,
        "notes": notes_words(judgement.notes),
    }
    row |= _raised(judgement) | _stands(judgement.replicability) | _of_items(judgement.items)
    if judgement.procedure is not None and judgement.scores is not None:
        row |= {"procedure": judgement.full_procedure, **asdict(tally(judgement.scores))}
    return row


def _means(scores: Scores | None) -> dict[str, Any]:
    """Return the mean scores of a pair, over the folds that its difference uses."""
    means = (None, None) if scores is None else map(plain, scores.means.tolist())
    return dict(zip(("mean_first", "mean_second"), means, strict=True))


def _of_items(facts: ItemFacts | None) -> dict[str, Any]:
    """Return what is known of a pair of fixed systems; nothing where learners were compared over splits."""
    found: dict[str, Any] = {} if facts is None else plain(facts)
    return found


def _raised(judgement: Judgement) -> dict[str, Any]:
    """Return the factor of the threshold and what the nominal one says; None where the procedure has no such thing."""
    found, nominal = judgement.threshold, judgement.decision_nominal
    if found is None or nominal is None:
        return dict.fromkeys(RAISED)
    factor = found.factor, found.factor_se, found.origin.value
    values = *factor, found.pvalue_nominal, nominal.value, found.corrected, found.fits
    return dict(zip(RAISED, values, strict=True))


def _stands(found: Replicability | Refusal) -> dict[str, Any]:
    if isinstance(found, Refusal):
        return dict.fromkeys(("p_flip", "p_flip_limit", "pvalue_interval", "repeats_needed", "borderline"))
    if found.over != "splits":
        found = replace(found, repeats_needed=None)  # of samples: samples_needed
    return {
        "p_flip": found.p_flip,
        "p_flip_limit": found.p_flip_limit,
        "pvalue_interval": list(found.pvalue_interval),
        "repeats_needed": found.needed,
        "borderline": found.borderline,
    }
