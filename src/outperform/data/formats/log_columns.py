"""Columns of a log: lists that its reader made, as records of one system and one task."""

from dataclasses import dataclass, field
from hashlib import sha256
from math import nan
from typing import Any

import numpy as np

from outperform.core import InputError
from outperform.data.codes import Codes, codes_of, same
from outperform.data.evals.asked import Asked
from outperform.data.evals.records import EvalMeasure, EvalRecords, Run


@dataclass(eq=False)
class LogColumns:
    """What a log says of each sample, in the order of the log."""

    items: list[Any] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    samples: list[Any] = field(default_factory=list)
    clusters: list[Any] = field(default_factory=list)
    documents: list[str | None] = field(default_factory=list)
    prompts: list[str | None] = field(default_factory=list)
    targets: list[str | None] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)

    def add(self, item: Any, sample: Any, cluster: Any) -> None:
        """Add a sample that is missing."""
        self.items.append(item)
        self.samples.append(sample)
        self.clusters.append(cluster)
        self.scores.append(nan)
        self.prompts.append(None)
        self.targets.append(None)
        self.numbers.append(len(self.numbers) + 1)

    def records(self, origin: str, system: str, task: str, run: Run, measure: EvalMeasure, unit: str) -> EvalRecords:
        """Make records; a column that was not filled is unknown."""
        size = len(self.scores)
        items = codes_of(f"{origin}, ids", self.items)
        if (items.codes < 0).any():
            place = self.numbers[int(np.argmin(items.codes))]
            raise InputError(f"{origin}, {unit} {place}", "its id is empty")
        return EvalRecords(
            origin,
            same(system, size),
            items,
            np.array(self.scores, dtype=np.float64),
            samples=self._codes("samples"),
            tasks=same(task, size),
            clusters=self._codes("clusters"),
            documents=self._codes("documents"),
            prompts=self._codes("prompts"),
            targets=self._codes("targets"),
            measure=measure,
            run=run,
            unit=unit,
            numbers=np.array(self.numbers, dtype=np.int64),
        )

    def _codes(self, name: str) -> Codes | None:
        values = getattr(self, name)
        return None if all(value is None for value in values) else codes_of(name, values)


def cluster_of(metadata: Any, asked: Asked, place: str) -> Any:
    """Return the cluster in a sample's metadata: by the key that the user names, else by ``cluster``."""
    if not asked.clustered:
        return None
    key = asked.cluster or "cluster"
    found = metadata.get(key) if isinstance(metadata, dict) else None
    if isinstance(found, dict | list):
        raise InputError(place, f"the metadata {key!r} holds a list or an object, which cannot name a cluster")
    if found is None and asked.cluster is not None:
        keys = ", ".join(sorted(map(str, metadata))[:12]) if isinstance(metadata, dict) and metadata else "none"
        raise InputError("cluster", f"{place} has no metadata {key!r}; its keys: {keys}")
    return found


def print_of(*parts: Any) -> str:
    """Return a short fingerprint of what was asked."""
    return sha256("\x1f".join(str(part) for part in parts).encode("utf-8", "replace")).hexdigest()[:16]
