"""The budget of an evaluation: one part per pair of systems, as words, frame and plain values."""

from dataclasses import dataclass, replace
from typing import Any

from outperform.comparison.plain import direction_fields, plain
from outperform.core import Direction, Note
from outperform.core.item_budget import ItemBudget
from outperform.visible import one_line, visible
from outperform.words.item_budget import text
from outperform.words.lines import filled
from outperform.words.notes import notes_words
from outperform.words.visible import cut


@dataclass(frozen=True, eq=False, repr=False)
class EvalBudget:
    """What an evaluation of fixed systems can show, and the items and samples that a difference needs, per pair."""

    pairs: tuple[ItemBudget, ...]
    notes: tuple[Note, ...] = ()
    direction: Direction | None = None  # of the metric as it was given

    def to_dict(self) -> dict[str, Any]:
        """Return plain values: what ``--json`` prints. What no number achieves is the text ``inf``."""
        told = direction_fields(self.direction)
        pairs = [plain(replace(pair, notes=())) | told | {"notes": notes_words(pair.notes)} for pair in self.pairs]
        return {"pairs": pairs, "notes": notes_words(self.notes)}

    def to_frame(self) -> Any:
        """Return one row per pair and number of samples as a pandas frame; with one sample, a row per pair."""
        import pandas as pd

        rows = []
        for pair in self.pairs:
            named = {"first": pair.first, "second": pair.second, "metric": pair.metric, "limit": pair.limit}
            single = [{"samples": pair.samples[1], "smallest": pair.smallest.value, "items_for": pair.items_for.value}]
            steps = [vars(step) for step in pair.more_samples] or single
            rows += [named | {"items": pair.items, "difference": pair.difference} | step for step in steps]
        return pd.DataFrame(rows)

    def __str__(self) -> str:
        """Return what each pair needs, then the numbers, then the notes."""
        notes = notes_words([*self.notes, *(note for pair in self.pairs for note in pair.notes)])
        blocks = [text(pair, named=len(self.pairs) > 1) for pair in self.pairs]
        if notes:
            blocks.append("\n".join(line for note in notes for line in filled(note, "note: ", "  ")))
        return visible("\n\n".join(blocks))

    def __repr__(self) -> str:
        """Return in a few words what it is about."""
        named = "; ".join(f"{pair.first} and {pair.second}, limited by {pair.limit}" for pair in self.pairs)
        return one_line(f"<EvalBudget: {cut(named, 500)}; print() shows all>")
