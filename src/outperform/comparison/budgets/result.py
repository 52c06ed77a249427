"""A budget: one part per pair and metric, as words, frame and plain values."""

from dataclasses import dataclass, replace
from typing import Any

from outperform.comparison.plain import direction_fields, plain, store_use
from outperform.core import Note, Scores
from outperform.core.budget import PairBudget
from outperform.words.budget import budget_document
from outperform.words.document import Document
from outperform.words.notebook import notebook, prompt
from outperform.words.notes import notes_words
from outperform.words.terminal import terminal


@dataclass(frozen=True, eq=False, repr=False)
class Budget:
    """What limits a comparison, what it can show, and what more would cost: one part per pair and metric."""

    pairs: tuple[PairBudget, ...]
    scores: tuple[Scores, ...]  # one table per metric
    notes: tuple[Note, ...] = ()
    level: float = 0.05  # that the pairs share
    adjustment: str = "none"  # of the p-values that decide now
    source: str = ""  # the file

    def to_dict(self) -> dict[str, Any]:
        """Return plain values: what ``--json`` prints. What no number achieves is the text ``inf``."""
        directions = {table.metric: direction_fields(table.direction) for table in self.scores}
        pairs = [
            plain(replace(pair, notes=())) | directions[pair.metric] | {"notes": notes_words(pair.notes)}
            for pair in self.pairs
        ]
        return {"pairs": pairs, "store": store_use(self.notes), "notes": notes_words(self.notes)}

    def to_frame(self) -> Any:
        """Return one row per pair and number of repeats or samples as a pandas frame; with one sample, one per pair."""
        import pandas as pd

        return pd.DataFrame(
            [
                {"first": pair.first, "second": pair.second, "metric": pair.metric, "limit": pair.limit, **row}
                for pair in self.pairs
                for row in pair.as_rows
            ]
        )

    @property
    def document(self) -> Document:
        """What people read: the answer, a row per pair or all that is known of the only one, notes."""
        return budget_document(self.pairs, self.notes, level=self.level, adjustment=self.adjustment, source=self.source)

    def __str__(self) -> str:
        """Return the answer as a terminal shows it."""
        return terminal(self.document)

    def __repr__(self) -> str:
        """Return in a few words what it is about."""
        return prompt(self.document)

    def _repr_html_(self) -> str:
        return notebook(self.document)
