"""Fits that are already known: in this process and in the store."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from outperform.core import Bounds, Note, NoteKind, Plan
from outperform.engine.contest import Contest
from outperform.engine.fit import Failure, Fit
from outperform.engine.log import LOG
from outperform.engine.sqlite import StoreError
from outperform.engine.store import Store
from outperform.engine.stored import DamagedRowError, StoredFit
from outperform.learners.local_code import changed
from outperform.metrics.responses import RowValues

TEXT = {"U": True, **dict.fromkeys("biuf", False)}  # whether labels are text, by kind of array; objects may be both


def sizes_at(plan: Plan, place: tuple[int, int]) -> tuple[int, int]:
    """Return the numbers of training and of test rows of a split."""
    n_train, n_test = plan.traits.n_train, plan.traits.n_test
    return int(n_train[place]), int(n_test[place])  # type: ignore[index] # a plan knows its sizes


@dataclass(eq=False)
class Memory:
    """Fits by key. If the store fails, fits are not reused, but the comparison goes on."""

    metrics: Mapping[str, str | None]  # fingerprint of each metric, by name; None where it has none
    store: Store | None = None
    bounds: Mapping[str, Bounds] = field(default_factory=dict)  # of the metrics, by fingerprint
    text: bool | None = None  # whether predictions are text; None where that is unknown
    notes: list[Note] = field(default_factory=list)
    fits: dict[str, Fit | Failure] = field(default_factory=dict)

    @classmethod
    def of(cls, contest: Contest, store: Store | None, notes: list[Note]) -> Self:
        """Make the memory of a contest."""
        metrics = contest.metrics.values()
        known = {name: metric.fingerprint for name, metric in contest.metrics.items()}
        bounds = {metric.fingerprint: metric.bounds for metric in metrics if metric.fingerprint is not None}
        text = (
            False
            if any(isinstance(metric, RowValues) for metric in metrics)
            else TEXT.get(contest.dataset.target.dtype.kind)
        )
        return cls(known, store, bounds, text, notes)

    def has(self, key: str, *, keep: bool) -> bool:
        """Return whether a fit is known, with its predictions if requested."""
        fit = self.fits.get(key)
        return isinstance(fit, Failure) or (fit is not None and (fit.predictions is not None or not keep))

    def recall(self, plan: Plan, keys: Sequence[Sequence[str]], *, keep: bool) -> list[Mapping[str, str]]:
        """Read fits [learner][split] from the store that have all metrics, and the predictions if requested.

        Return what code they ran. The store counts rows that are damaged, or of other code; they are fitted again.
        """
        if self.store is None:
            return []
        places = [(key, place) for row in keys for key, place in zip(row, plan.places, strict=True)]
        wanted = {key: sizes_at(plan, place) for key, place in places if not self.has(key, keep=keep)}
        if not wanted:
            return []
        try:
            found = self._checked(self.store, wanted)
        except StoreError as error:
            self._lose(error)
            return []
        LOG.info("%d fits found in the store", len(found))
        whole = [
            row
            for row in found.values()
            if all(text in row.scores for text in self.metrics.values()) and (row.predictions is not None or not keep)
        ]
        others = changed(part for row in whole for part in row.code.items())
        for row in whole:
            outdated = [part[0] for part in row.code.items() if part in others]
            if outdated:
                self.store.leave_out(row.key, outdated)
                continue
            scores = tuple(row.scores[text] for text in self.metrics.values() if text is not None)
            self.fits[row.key] = Fit(scores, row.seconds, row.predictions)
            self.store.reused[row.key] = row.made
        return [row.code for row in whole if row.key in self.fits]

    def _checked(self, store: Store, sizes: Mapping[str, tuple[int, int]]) -> dict[str, StoredFit]:
        """Return what the store has and what can be a fit on these rows, scored by these metrics."""

        def check(row: StoredFit) -> None:
            if row.key not in sizes:  # a damaged index finds other rows than those that were asked for
                raise DamagedRowError("a name of another fit")
            row.check_sizes(*sizes[row.key])
            row.check_bounds(self.bounds)
            row.check_predictions(text=self.text)

        return {key: row for key, row in store.find(sizes).items() if store.holds(row, check)}

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
