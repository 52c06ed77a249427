"""A budget: one part per pair and metric, as words, frame and plain values."""

import math
from dataclasses import asdict, dataclass
from typing import Any

from outperform.comparison.plain import direction_fields, store_use
from outperform.core import Note, Scores
from outperform.core.budget import PairBudget
from outperform.visible import one_line, visible
from outperform.words.budget import text
from outperform.words.lines import filled
from outperform.words.notes import notes_words
from outperform.words.visible import cut


@dataclass(frozen=True, eq=False, repr=False)
class Budget:
    """What limits a comparison, what it can show, and what more would cost: one part per pair and metric."""

    pairs: tuple[PairBudget, ...]
    scores: tuple[Scores, ...]
    notes: tuple[Note, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return plain values: what ``--json`` prints."""
        told = {table.metric: direction_fields(table.direction) for table in self.scores}
        pairs = [_plain(pair) | told.get(pair.metric, direction_fields(None)) for pair in self.pairs]
        return {"pairs": pairs, "store": store_use(self.notes), "notes": notes_words(self.notes)}

    def to_frame(self) -> Any:
        """Return one row per pair and number of repeats as a pandas frame."""
        import pandas as pd

        return pd.DataFrame(
            [
                {"first": pair.first, "second": pair.second, "metric": pair.metric, "limit": pair.limit}
                | {"repeats": float("inf") if step.repeats is None else step.repeats}
                | {key: value for key, value in asdict(step).items() if key != "repeats"}
                for pair in self.pairs
                for step in pair.steps
            ]
        )

    def __str__(self) -> str:
        """Return what limits each pair, then the numbers, then the notes."""
        notes = notes_words([*self.notes, *(note for pair in self.pairs for note in pair.notes)])
        blocks = [text(pair, named=len(self.pairs) > 1) for pair in self.pairs]
        if notes:
            blocks.append("\n".join(line for note in notes for line in filled(note, "note: ", "  ")))
        return visible("\n\n".join(blocks))

    def __repr__(self) -> str:
        """Return in a few words what it is about."""
        named = "; ".join(f"{pair.first} and {pair.second}, limited by {pair.limit}" for pair in self.pairs)
        return one_line(f"<Budget: {cut(named, 500)}; print() shows all>")


def _plain(pair: PairBudget) -> dict[str, Any]:
    made = asdict(pair) | {"notes": notes_words(pair.notes), "steps": [asdict(step) for step in pair.steps]}
    found: dict[str, Any] = _for_json(made)
    return found


def _for_json(value: Any) -> Any:
    """Return numbers as JSON can hold them: infinities as text, as in all our JSON, and None for what is not known."""
    if isinstance(value, dict):
        return {key: _for_json(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_for_json(each) for each in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else "inf" if value > 0 else "-inf"
    return value
