"""The contests of a league: all data sets loaded and checked before the first fit."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

import numpy as np

from outperform.comparison.traps import check_metrics, data_traps
from outperform.core import Dataset, Design, InputError, Note, NoteKind, OutperformError, Plan, Seed, SpecError, stream
from outperform.data.canonical_rows import canonical
from outperform.data.directions import Named
from outperform.data.league_sets import LeagueSet
from outperform.engine import Contest
from outperform.engine.given import GivenData
from outperform.engine.scoring import usual_metric
from outperform.learners import Encode
from outperform.procedures.fixed import plan_family
from outperform.surface import switch

Made = TypeVar("Made")


@dataclass(frozen=True, eq=False)
class LeagueContests:
    """What is asked of every data set: the learners, the metric, and how rows and columns are treated."""

    learners: Mapping[str, Any]
    metric: Any = None
    seed: Seed = 0
    allow_modules: Iterable[str] = ()
    encode: Encode | None = None
    positive: Any = None
    shuffle: bool = False
    lower: Named = None
    higher: Named = None

    def contests(self, sets: Sequence[LeagueSet]) -> list[Contest]:
        """Make the contest of every data set; raise InputError, with its name, for what does not fit."""
        if isinstance(self.metric, list | tuple) and len(self.metric) != 1:
            raise InputError("metric", f"a league is judged by one metric, got {len(self.metric)}")
        datasets = [_about(each.name, partial(self._dataset, each)) for each in sets]
        metric = _usual(datasets) if self.metric is None else self.metric
        found = [_about(data.name, partial(self._contest, data, metric)) for data in datasets]
        _check_apart([contest.dataset for contest in found])
        return found

    def _dataset(self, given: LeagueSet) -> Dataset:
        data = GivenData(given.rows, given.target, given.groups, None, self.shuffle)
        made = replace(data.dataset(self.learners, tidy=self.encode == "auto"), name=given.name)
        if made.has_classes and len(np.unique(made.strata)) < 2:
            raise InputError("target", f"has one class alone ({made.target[0]}): leave this data set out")
        return made

    def _contest(self, dataset: Dataset, metric: Any) -> Contest:
        ways = {"allow_modules": self.allow_modules, "encode": self.encode, "positive": self.positive}
        ways |= {"lower": self.lower, "higher": self.higher}
        contest = Contest.of(self.learners, dataset, metric=metric, seed=self.seed, shuffle=self.shuffle, **ways)
        list(check_metrics(contest))
        clocks = contest.dataset.given.clocks
        if not self.shuffle and (contest.dataset.times is not None or clocks):
            column = f"column {clocks[0]!r}" if clocks else "time"
            how = switch("shuffle")
            raise InputError(column, f"holds the time of the rows, which a league shuffles; pass {how}")
        return contest


def check_folds(contests: Sequence[Contest], folds: int) -> None:
    """Raise InputError, with the name of the data set, where there are fewer rows or groups than folds."""
    for contest in contests:
        data = contest.dataset
        word, units = ("rows", data.size) if data.groups is None else ("groups", len(np.unique(data.groups)))
        if units < folds:
            problem = f"{folds} folds need at least {folds} {word}, but there are only {units}"
            fewer = f", or use fewer folds, as in 'adaptive-league(folds={units})'" if units > 1 else ""
            raise InputError(data.name, f"{problem}: leave this data set out{fewer}")


def plans_of(contests: Sequence[Contest], design: Design) -> list[Plan]:
    """Split all data sets; raise InputError, with the name of the data set, where one cannot be split."""
    return [_about(contest.dataset.name, partial(plan_of, contest, design)) for contest in contests]


def plan_of(contest: Contest, design: Design) -> Plan:
    """Split one data set as ``compare`` does, so that both share their fits."""
    return design.plan(contest.dataset, stream(contest.seed, "plan", plan_family(design)))


def _about(name: str, make: Callable[[], Made]) -> Made:
    try:
        return make()
    except SpecError:
        raise  # a name or a parameter: the same on every data set
    except InputError as error:
        if error.argument in ("learners", "encode", "seed", "jobs", "lower", "higher") and name not in error.problem:
            raise  # the same on every data set
        raise InputError(name, f"{error.argument}: {error.problem}") from None
    except OutperformError as error:
        raise InputError(name, str(error)) from None


def _usual(datasets: Sequence[Dataset]) -> str:
    """Return the usual metric of these targets, where it is the same for all."""
    kinds = {data.has_classes: data for data in datasets}
    if len(kinds) > 1:
        problem = f"the target of {kinds[True].name} holds classes and that of {kinds[False].name} numbers"
        raise InputError("metric", f"{problem}, and no metric scores both: judge them in two leagues")
    return usual_metric(datasets[0])


def _check_apart(datasets: Sequence[Dataset]) -> None:
    """Raise InputError for two data sets with the same rows, in any order, which would count twice."""
    sizes = Counter(data.size for data in datasets)
    seen: dict[str, str] = {}
    for data in datasets:
        if sizes[data.size] > 1:
            before = seen.setdefault(_content(data), data.name)
            if before != data.name:
                raise InputError("datasets", f"{before} and {data.name} hold the same rows: leave one out")


def _content(data: Dataset) -> str:
    """Return a text that is the same for the same rows in another order, where rows are numbers and text."""
    try:
        return canonical(data).fingerprint
    except InputError:
        return data.fingerprint


def notes_of_datasets(contests: Sequence[Contest]) -> list[Note]:
    """Gather what there is to note about the data, one per kind, with the data sets that it concerns."""
    found: dict[NoteKind, list[str]] = {}
    for contest in contests:
        for kind in dict.fromkeys(note.kind for note in data_traps(contest, forward=False)):
            found.setdefault(kind, []).append(contest.dataset.name)
    notes = [Note.of(NoteKind.ON_DATASETS, of=kind, names=tuple(names)) for kind, names in found.items()]
    noted = tuple(contest.dataset.name for contest in contests if contest.dataset.notes)
    return [*notes, Note.of(NoteKind.DATASETS_NOTED, names=noted)] if noted else notes
