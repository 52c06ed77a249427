"""Fits that are already known: in this process and in the store."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from outperform.core import Note, NoteKind
from outperform.engine.fit import Failure, Fit
from outperform.engine.log import LOG
from outperform.engine.sqlite import StoreError
from outperform.engine.store import Store, StoredFit


@dataclass(eq=False)
class Memory:
    """Fits by key. If the store fails, fits are not reused, but the comparison goes on."""

    metrics: Mapping[str, str | None]  # fingerprint of each metric, by name; None where it has none
    store: Store | None = None
    notes: list[Note] = field(default_factory=list)
    fits: dict[str, Fit | Failure] = field(default_factory=dict)

    def has(self, key: str, *, keep: bool) -> bool:
        """Return whether a fit is known, with its predictions if requested."""
        fit = self.fits.get(key)
        return isinstance(fit, Failure) or (fit is not None and (fit.predictions is not None or not keep))

    def recall(self, keys: Iterable[str], *, keep: bool) -> None:
        """Read fits from the store that have all metrics, and the predictions if requested."""
        if self.store is None:
            return
        try:
            found = self.store.find(key for key in keys if not self.has(key, keep=keep))
        except StoreError as error:
            self._lose(error)
            return
        LOG.info("%d fits found in the store", len(found))
        for key, row in found.items():
            if all(text in row.scores for text in self.metrics.values()) and (row.predictions is not None or not keep):
                scores = tuple(row.scores[text] for text in self.metrics.values() if text is not None)
                self.fits[key] = Fit(scores, row.seconds, row.predictions)

    def stored(self, scores: Sequence[float]) -> dict[str, float]:
        """Return the scores that may be stored, by the fingerprint of their metric."""
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
        LOG.warning("the store is not used any more: %s", error)
        self.notes.append(Note.of(NoteKind.STORE_LOST, problem=str(error)))
        self.store = None
