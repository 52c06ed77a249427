"""What is compared: data, learners, metrics, and the root of all random draws."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from outperform.core import CANONICAL, Dataset, InputError, Ints, Learner, Metric, Seed, check_choice, check_seed
from outperform.core.own import check_modules
from outperform.data import as_classes, canonical
from outperform.data.directions import DirectionWords, Named
from outperform.engine.given import GivenData
from outperform.engine.scoring import scored_metrics
from outperform.learners import Encode, Estimator, learners_of, named_learners
from outperform.metrics import RowMetric

MOST_CELLS = 20_000_000  # predictions that are kept without being requested


@dataclass(frozen=True, eq=False)
class Contest:
    """Learners on one dataset under some metrics, each by name; groups belong to the dataset."""

    dataset: Dataset
    learners: Mapping[str, Learner]
    metrics: Mapping[str, Metric]
    seed: Seed = 0
    specs: Mapping[str, str | None] = field(
        default_factory=dict
    )  # of the learners; None for objects, which have no spec
    encode: Encode | None = None  # whose columns are prepared

    @classmethod
    def of(
        cls,
        learners: Any,
        rows: Any,
        target: Any = None,
        *,
        metric: Any = None,
        groups: Any = None,
        seed: Seed = 0,
        allow_modules: Iterable[str] = (),
        encode: Encode | None = None,
        positive: Any = None,
        time: Any = None,
        shuffle: bool = False,
        lower: Named = None,
        higher: Named = None,
        drop: str | Iterable[str] = (),
    ) -> Self:
        """Make a contest from what users pass to ``compare`` and ``budget``.

        Rows are in canonical order where the seed is ``"data"``.

        Examples
        --------
        >>> rows, target = [[0.0], [1.0], [2.0], [3.0]], ["no", "yes", "no", "yes"]
        >>> contest = Contest.of(["nb", "knn(k=1)"], rows, target)
        >>> contest.specs
        {'nb': 'nb', 'knn(k=1)': 'knn(k=1)'}
        """
        seed = check_seed(seed)
        words = DirectionWords.of(lower, higher)
        allowed = check_modules(allow_modules)
        if encode is not None:
            check_choice("encode", encode, ("auto", "none"))
        given = named_learners(learners, allowed, typed=True)
        dataset = GivenData(rows, target, groups, time, shuffle, drop).dataset(given, tidy=encode == "auto")
        named = learners_of(given, dataset, allowed, encode=encode, typed=True)
        if any(learner.classifies for learner in named.values()):
            dataset = as_classes(dataset)
        if seed == CANONICAL and dataset.times is not None:
            raise InputError("seed", "'data' orders the rows by their values, but time orders them; use a whole number")
        dataset = canonical(dataset) if seed == CANONICAL else replace(dataset, ids=None)
        specs = {name: _spec(given[name], made) for name, made in named.items()}
        return cls(dataset, named, scored_metrics(metric, dataset, positive, words), seed, specs, encode)

    @property
    def metric_specs(self) -> list[str | None]:
        """The metrics as text; None for a metric that has none."""
        return [None if metric.fingerprint is None else name for name, metric in self.metrics.items()]

    def part(self, rows: Ints) -> Self:
        """Return the same contest on some of the rows."""
        part = self.dataset.at(rows)
        return replace(self, dataset=canonical(part) if self.seed == CANONICAL else part)

    def keeps_rows(self, repeats: int) -> bool:
        """Return whether some metric is a mean over rows, and rows are few enough to keep for so many repeats."""
        means = any(isinstance(metric, RowMetric) for metric in self.metrics.values())
        return means and repeats * self.dataset.size * len(self.learners) <= MOST_CELLS


def _spec(given: Any, made: Learner) -> str | None:
    """Write a learner as text: with all its defaults, or the class name as it was passed; None for a user's own."""
    if isinstance(made, Estimator):
        return given if isinstance(given, str) else None
    return made.full if made.is_ours else None
