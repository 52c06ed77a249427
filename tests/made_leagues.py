"""Leagues made by hand from tables of numbers: paired t over data sets, Holm's adjustment, and fixed extra facts."""

from itertools import combinations

import numpy as np
from scipy import stats

from outperform.comparison.league_result import League
from outperform.core import (
    DatasetFragility,
    Decision,
    Judgement,
    LeagueCells,
    LeagueEffect,
    LeagueFacts,
    LeagueStanding,
    LeagueTable,
    MissingCell,
    Note,
    NoteKind,
    Omnibus,
    Parameter,
    Reason,
    Redraws,
    Refusal,
    Scores,
    Unit,
    Winner,
)
from outperform.core.adjust import adjustment_from
from outperform.significance.places import open_places
from outperform.significance.student import StudentVerdict

LEVEL = 0.05


def drawn(learners, datasets, *, seed=0, gap=0.01, noise=0.02, base=0.8, spread=0.1):
    """Scores [data set, learner] of made-up learners: each a step better than the one before it."""
    rng = np.random.default_rng(seed)
    hard = rng.normal(base, spread, (datasets, 1))
    return np.round(np.clip(hard + gap * np.arange(learners) + rng.normal(0, noise, (datasets, learners)), 0, 1), 4)


def names_of(kind, count):
    real = {
        "learner": ["svm", "forest", "boosting", "logreg", "5nn", "nb", "tree", "mlp", "lda", "qda", "ridge", "stump"],
        "data set": ["iris", "wine", "glass", "sonar", "vote", "heart", "zoo", "credit-g", "diabetes", "vehicle"],
    }[kind]
    return [name if number < len(real) else f"{kind} {number}" for number, name in
            enumerate([*real, *[""] * count][:count])]  # fmt: skip


def league(values, learners=None, datasets=None, *, metric="accuracy", higher=True, unit=Unit.POINTS, baseline=None,
           errors=None, decisions=None, p_flip=None, rope=None, test="t-datasets", notes=(), pool=None):  # fmt: skip
    """Judge scores [data set, learner], in the metric's own direction; NaN is missing; decisions may be forced."""
    values = np.asarray(values, dtype=float)
    learners = tuple(learners or names_of("learner", values.shape[1]))
    datasets = tuple(datasets or names_of("data set", values.shape[0]))
    cells = LeagueCells(datasets, learners, values if higher else -values, unit=unit, error=errors)
    missing = tuple(MissingCell(datasets[row], learners[at], "timed out") for row, at in np.argwhere(np.isnan(values)))
    scores = tuple(Scores(learners, metric, row[:, np.newaxis, np.newaxis]) for row in cells.values)
    table = LeagueTable(datasets, learners, scores, higher, metric, unit, missing)
    pairs = [pair for pair in combinations(learners, 2) if baseline in (None, *pair)]
    pairs = [pair if baseline in (None, pair[1]) else pair[::-1] for pair in pairs]
    verdicts = [_verdict(cells, *pair) for pair in pairs]
    adjusted = adjustment_from("holm").adjust([each.pvalue for each in verdicts], pairs)
    judged = [
        _judgement(cells, pair, verdict, p, (decisions or {}).get(pair), test=test, p_flip=p_flip, p_flip_pool=pool,
                   probabilities=None if rope is None else (0.7, 0.2, 0.1))
        for pair, verdict, p in zip(pairs, verdicts, adjusted, strict=True)
    ]  # fmt: skip
    standings = _standings(cells, judged, higher=higher)
    top = next((each.learner for each in standings if each.place == (1, 1)), None)
    winner = None if baseline else Winner(top, p_flip)
    ways = {"baseline": baseline, "rope": rope, "source": "results.csv"}
    ways["notes"] = (*notes, *((Note.of(NoteKind.REMARK, text="some cells are missing"),) if missing else ()))
    omnibus = None if len(learners) < 3 else Omnibus("iman-davenport", 4.2, (2.0, 18.0), 0.0314)
    return League(table=table, cells=cells, judgements=tuple(judged), standings=standings, omnibus=omnibus,
                  winner=winner, level=LEVEL, test=test, adjustment="holm", **ways)  # fmt: skip


def _differences(cells, first, second):
    one, other = (cells.values[:, cells.learners.index(name)] for name in (first, second))
    both = ~np.isnan(one) & ~np.isnan(other)
    return both, np.round((one - other)[both], 12)


def _verdict(cells, first, second):
    _, found = _differences(cells, first, second)
    mean, se = float(found.mean()), float(found.std(ddof=1) / np.sqrt(len(found)))
    t = 0.0 if se == 0 else mean / se
    p = float(2 * stats.t.sf(abs(t), len(found) - 1))
    return StudentVerdict(parameter=Parameter.EXPECTED_DIFFERENCE, estimate=mean, statistic=t, df=len(found) - 1.0,
                          pvalue=p, se=se)  # fmt: skip


def _judgement(cells, pair, verdict, adjusted, forced, *, test, p_flip, **known):
    both, found = _differences(cells, *pair)
    names = tuple(name for name, has in zip(cells.datasets, both, strict=True) if has)
    wide = stats.t.isf(LEVEL / 2, len(found) - 1) * found.std(ddof=1) * np.sqrt(1 + 1 / len(found))
    prediction = (float(found.mean() - wide), float(found.mean() + wide))
    ends = verdict.interval(LEVEL)
    following = tuple(verdict.estimate + np.sqrt(2) * (end - verdict.estimate) for end in ends)
    places = [cells.learners.index(name) for name in pair]
    errors = None
    if cells.error is not None:
        own = cells.error[both]
        errors = np.sqrt(own[:, places[0], places[0]] + own[:, places[1], places[1]])
    decision = verdict.decide(LEVEL, adjusted) if forced is None else forced
    few = None if decision is Decision.OPEN else DatasetFragility(2, names[:2])
    return Judgement(
        first=pair[0],
        second=pair[1],
        test=test,
        full_test=test,
        metric=None,
        level=LEVEL,
        verdict=verdict,
        pvalue_adjusted=adjusted,
        adjustment="holm",
        decision=decision,
        redraws=Refusal(Reason.ONE_SPLIT) if p_flip is None else Redraws(p_flip),
        unit=cells.unit,
        league=LeagueFacts(
            datasets=len(found),
            names=names,
            wins=(int((found > 0).sum()), int((found == 0).sum()), int((found < 0).sum())),
            effect=LeagueEffect(verdict.estimate, ends, prediction, following, *_spread(errors)),
            fragility=few,
            differences=found,
            errors=errors,
            **known,
        ),
    )


def _spread(errors):
    return (None, None) if errors is None else (0.01, 0.4)


def _standings(cells, judged, *, higher):
    ranks = stats.rankdata(-cells.values[cells.complete], axis=1).mean(axis=0) if cells.complete.any() else None
    places = open_places(cells.learners, [(each.first, each.second, each.decision) for each in judged])
    sign = 1 if higher else -1
    made = [
        LeagueStanding(name, None if ranks is None else float(ranks[at]),
                       float(sign * np.nanmean(cells.values[:, at])), places[name])
        for at, name in enumerate(cells.learners)
    ]  # fmt: skip
    return tuple(sorted(made, key=lambda each: each.mean_rank or 0))
