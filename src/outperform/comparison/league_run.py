"""The run of a league: fit, look, and fit more until its procedure has enough."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from outperform.comparison.baseline import pairs_of
from outperform.comparison.league_checks import MOST_MISSING, adjustment_for
from outperform.comparison.league_contests import check_folds, plan_of, plans_of
from outperform.core import (
    Floats,
    InputError,
    LeagueCells,
    LeagueProcedure,
    LeagueRun,
    LeagueStep,
    LeagueTable,
    LeagueTerms,
    MissingCell,
    Note,
    NoteKind,
    Plan,
    Scores,
    did_you_mean,
    split_spec,
)
from outperform.data.directed import direction_notes
from outperform.designs import KFold
from outperform.engine import Contest, LeagueRunner, LearnerError, Runner, Ways
from outperform.procedures import CATALOGUE
from outperform.procedures.leagues import CATALOGUE as LEAGUES
from outperform.ranking import league_ranks

SHOWN = 4  # learners that a line of progress names


def league_procedure(procedure: Any) -> LeagueProcedure:
    """Return a procedure of leagues, by its name or as it is."""
    slug = split_spec(procedure)[0] if isinstance(procedure, str) else ""
    if slug in CATALOGUE:
        raise InputError("procedure", f"{slug} is for one data set (compare); for a league: {', '.join(LEAGUES)}")
    if slug and slug not in LEAGUES:
        raise InputError("procedure", f"{procedure!r} is not known; {did_you_mean(slug, LEAGUES)}")
    return LEAGUES.get_entry(procedure)


@dataclass(frozen=True, eq=False)
class LeagueField:
    """The contests of a league, its procedure, how it is run, and how it is judged."""

    contests: tuple[Contest, ...]
    procedure: LeagueProcedure
    ways: Ways
    judged: Mapping[str, Any]  # test, adjust, baseline, level, seed

    def run(self) -> tuple[LeagueTable, LeagueRun, list[Note]]:
        """Fit until the procedure has enough; return the table, what it took, and what there is to note."""
        plans = _Plans(self.contests, *self.procedure.design)
        with self.ways.opened() as opened:
            most = self.procedure.design[2]
            code: dict[str, set[str | None]] = {}  # that all data sets share
            runners = [
                Runner(each, self.ways, opened.store, each.keeps_rows(most), code=code) for each in self.contests
            ]
            runner = LeagueRunner(runners, self.ways, self._ahead, int(MOST_MISSING * len(runners)))
            step = LeagueStep((plans.fewest,) * len(self.contests))
            repeats: tuple[int, ...] = ()
            while step.repeats != repeats:
                repeats = step.repeats
                scores = runner.scores(plans.of(repeats))
                table = self._table(scores, runner)
                step = self._step(table, scores, repeats)
        facts = self._facts(scores, runner, step)
        notes = [*opened.notes, *runner.notes, *_lost(self.contests, scores, runner)]
        values = np.concatenate([each.values.ravel() for each in table.scores])
        notes += direction_notes([(table.metric, table.direction, values)])
        if step.unsettled:
            notes.append(Note.of(NoteKind.LEAGUE_UNSETTLED, repeats=max(facts.repeats)))
        return table, facts, notes

    def _step(self, table: LeagueTable, scores: Sequence[Scores | None], repeats: tuple[int, ...]) -> LeagueStep:
        """Ask the procedure; data sets on which all learners fail stay as they are."""
        judged = self.judged
        adjustment = adjustment_for(judged["adjust"], judged["test"], table, judged["baseline"])
        terms = LeagueTerms(judged["test"], adjustment, judged["level"], seed=judged["seed"])
        pairs = np.array(pairs_of(table.learners, judged["baseline"]), dtype=np.int64)
        step = self.procedure.step(table, terms, pairs)
        wanted = iter(step.repeats)
        spread = (next(wanted) if each is not None else count for each, count in zip(scores, repeats, strict=True))
        return replace(step, repeats=tuple(spread))

    def _table(self, scores: Sequence[Scores | None], runner: LeagueRunner) -> LeagueTable:
        known = [(contest.dataset.name, each) for contest, each in zip(self.contests, scores, strict=True) if each]
        if not known:
            (_, _), (_, failure) = min(runner.failed.items())
            raise LearnerError(f"no learner could be fitted on any data set: {failure.problem}")
        (metric,) = self.contests[0].metrics
        return LeagueTable(
            tuple(name for name, _ in known),
            tuple(self.contests[0].learners),
            tuple(each for _, each in known),
            higher_is_better=known[0][1].direction is None or known[0][1].direction.higher,
            metric=metric,
            unit=known[0][1].unit,
            missing=tuple(self._missing(scores, runner)),
        )

    def _missing(self, scores: Sequence[Scores | None], runner: LeagueRunner) -> list[MissingCell]:
        names = list(self.contests[0].learners)
        return [
            MissingCell(self.contests[at].dataset.name, names[learner], _reason(place, failure.problem))
            for (at, learner), (place, failure) in sorted(runner.failed.items(), key=lambda each: each[0])
            if scores[at] is not None
        ]

    def _facts(self, scores: Sequence[Scores | None], runner: LeagueRunner, step: LeagueStep) -> LeagueRun:
        known = [each for each in scores if each is not None]
        return LeagueRun(
            procedure=self.procedure.full,
            seed=self.judged["seed"],
            repeats=tuple(each.values.shape[1] for each in known),
            folds=self.procedure.design[0],
            fits=int(sum((~np.isnan(each.values)).sum() for each in known)),
            computed=runner.computed,
            seconds=float(sum(each.seconds.sum() for each in known if each.seconds is not None)),
            unsettled=step.unsettled,
        )

    def _ahead(self, means: Floats) -> str:
        """Return the mean ranks so far, the best first."""
        names = list(self.contests[0].learners)
        cells = LeagueCells(tuple(map(str, range(len(means)))), tuple(names), means)
        ranks = league_ranks(cells).mean
        order = np.argsort(ranks, kind="stable")[:SHOWN]
        return ", ".join(f"{names[at]} {ranks[at]:.1f}" for at in order)


@dataclass(eq=False)
class _Plans:
    """The splits of every data set, planned ahead in growing numbers: a longer plan begins with the shorter."""

    contests: Sequence[Contest]
    folds: int
    fewest: int
    most: int

    def __post_init__(self) -> None:
        """Split all data sets, so that one that is too small is told before the first fit."""
        check_folds(self.contests, self.folds)
        self._plans = plans_of(self.contests, KFold(folds=self.folds, repeats=self.fewest))

    def of(self, repeats: Sequence[int]) -> list[Plan]:
        """Return the first repeats of every data set."""
        return [self._first(at, count) for at, count in enumerate(repeats)]

    def _first(self, at: int, repeats: int) -> Plan:
        dealt = self._plans[at].traits.repeats
        if repeats > dealt:
            design = KFold(folds=self.folds, repeats=min(self.most, max(repeats, 2 * dealt)))
            self._plans[at] = plan_of(self.contests[at], design)
        return self._plans[at].first(repeats)


def _reason(place: tuple[int, int], problem: str) -> str:
    return f"{problem} (repeat {place[0] + 1}, fold {place[1] + 1})"


def _lost(contests: Sequence[Contest], scores: Sequence[Scores | None], runner: LeagueRunner) -> list[Note]:
    """Name the data sets on which all learners failed."""
    return [
        Note.of(NoteKind.DATASET_FAILED, dataset=contest.dataset.name, problem=runner.failed[at, 0][1].problem)
        for at, (contest, each) in enumerate(zip(contests, scores, strict=True))
        if each is None
    ]
