"""What is known of fits already: in this process, and in the store."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from outperform.core import Note, NoteKind
from outperform.engine.fit import Failure, Fit
from outperform.engine.sqlite import StoreError
from outperform.engine.store import Store, StoredFit


@dataclass(eq=False)
class Memory:
    """Fits by key. A store that fails costs the memory of other days, not the verdict of today."""

    metrics: Mapping[str, str | None]  # what tells each metric apart, by name; None where nothing does
    store: Store | None = None
    notes: list[Note] = field(default_factory=list)
    fits: dict[str, Fit | Failure] = field(default_factory=dict)

    def has(self, key: str, *, keep: bool) -> bool:
        """Return whether a fit is known, with its predictions where they are wanted."""
        fit = self.fits.get(key)
        return isinstance(fit, Failure) or (fit is not None and (fit.predictions is not None or not keep))

    def recall(self, keys: Iterable[str], *, keep: bool) -> None:
        """Take from the store what has all metrics, and the predictions where they are wanted."""
        if self.store is None:
            return
        try:
            found = self.store.find(key for key in keys if not self.has(key, keep=keep))
        except StoreError as error:
            self._lose(error)
            return
        for key, row in found.items():
            if all(text in row.scores for text in self.metrics.values()) and (row.predictions is not None or not keep):
                scores = tuple(row.scores[text] for text in self.metrics.values() if text is not None)
                self.fits[key] = Fit(scores, row.seconds, row.predictions)

    def stored(self, scores: Sequence[float]) -> dict[str, float]:
        """Name the scores that may be stored by what tells their metrics apart."""
        known = zip(self.metrics.values(), scores, strict=True)
        return {text: score for text, score in known if text is not None}

    def save(self, rows: Sequence[StoredFit]) -> None:
        """Write fits to the store."""
        if self.store is None or not self.store.keeps or not rows:
            return
        try:
            self.store.save(rows)
        except StoreError as error:
            self._lose(error)

    def _lose(self, error: StoreError) -> None:
        self.notes.append(Note.of(NoteKind.STORE_LOST, problem=str(error)))
        self.store = None
