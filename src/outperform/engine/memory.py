"""What is known of fits already: in this process, and in the store."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from outperform.engine.fit import Failure, Fit
from outperform.engine.store import Store, StoredFit, StoreError


@dataclass(eq=False)
class Memory:
    """Fits by key. A store that fails costs the memory of other days, not the verdict of today."""

    metrics: tuple[str, ...]
    store: Store | None = None
    notes: list[str] = field(default_factory=list)
    fits: dict[str, Fit | Failure] = field(default_factory=dict)

    def has(self, key: str, *, keep: bool) -> bool:
        """Tell whether a fit is known, with its predictions where they are wanted."""
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
            if set(self.metrics) <= set(row.scores) and (row.predictions is not None or not keep):
                self.fits[key] = Fit(tuple(row.scores[name] for name in self.metrics), row.seconds, row.predictions)

    def save(self, rows: Sequence[StoredFit]) -> None:
        """Write fits to the store."""
        if self.store is None or not rows:
            return
        try:
            self.store.save(rows)
        except StoreError as error:
            self._lose(error)

    def _lose(self, error: StoreError) -> None:
        self.notes.append(f"{error}; going on without it")
        self.store = None
