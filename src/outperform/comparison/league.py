"""Run learners on many data sets, and judge them over all."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from outperform.comparison.baseline import pairs_of
from outperform.comparison.familiar import answers_familiar
from outperform.comparison.judge_league import judge_league
from outperform.comparison.league_checks import check_count, omnibus_test, pairs_test
from outperform.comparison.league_contests import LeagueContests, notes_of_datasets
from outperform.comparison.league_result import League
from outperform.comparison.league_run import LeagueField, league_procedure
from outperform.core import (
    InputError,
    LeagueProcedure,
    LeagueTest,
    Note,
    NoteKind,
    OmnibusTest,
    Seed,
    as_notes,
    check_level,
)
from outperform.core.own import check_modules
from outperform.data.directions import Named
from outperform.data.league_sets import league_sets, of_folders
from outperform.engine import Ways
from outperform.learners import Encode, are_own, named_learners

DEFAULT = "adaptive-league"


@answers_familiar
def league(
    learners: Any,
    datasets: Any,
    *,
    target: str | None = None,
    targets: Any = None,
    procedure: LeagueProcedure | str = DEFAULT,
    metric: Any = None,
    positive: Any = None,
    test: LeagueTest | str = "wilcoxon",
    adjust: str | None = None,
    baseline: str | None = None,
    rope: float | None = None,
    level: float = 0.05,
    omnibus: OmnibusTest | str = "iman-davenport",
    seed: Seed = 0,
    jobs: int | None = None,
    store: str | Path | None = None,
    store_optional: bool = False,
    fit_timeout: float | None = None,
    fast: bool = True,
    progress: bool | str = "auto",
    allow_modules: Iterable[str] = (),
    encode: Encode | None = None,
    shuffle: bool = False,
    lower: Named = None,
    higher: Named = None,
) -> League:
    """Run learners on many data sets, and decide which are better on data sets like these.

    All data sets are loaded and checked before the first fit. A cell (a learner on a data set) that fails is named with
    its reason and costs only itself: its pairs are judged on the other data sets. A learner that fails on more than a
    fifth of them is refused.

    Parameters
    ----------
    learners
        As in ``compare``: a dict or list of estimators, short names, class names, or names in files of your own.
    datasets
        A list, or a dict by name, of: paths and names as ``outperform.data.load`` takes them, a ``Dataset``,
        ``(X, y)`` or ``(X, y, groups)``, where ``y`` and ``groups`` may be names of columns; ``X`` may be a path, too.
        A folder, alone or in the list, is all tables in it, sorted by name.
    target
        The column to predict, where it has the same name in all files; ARFF files and bundled data sets know theirs.
    targets
        By data set: ``{"credit": "class", "visits": ("outcome", "patient")}``, the column to predict and, where rows
        belong together, that of their groups; or the path of a CSV or TOML file.
    procedure
        ``"adaptive-league"`` repeats until other random splits would rarely decide a pair otherwise;
        ``"fixed-league(repeats=2)"`` repeats as often everywhere.
    metric
        One metric, as in ``compare``; by default accuracy for classes, r2 for numbers.
    positive
        The positive class, for metrics that have one.
    test, adjust, baseline, rope, level, omnibus
        How the pairs are judged: see ``judge_league``.
    seed
        Random seed of splits and learners, and of what is drawn. The same seed gives identical results with any number
        of workers.
    jobs
        Worker processes, over all data sets; None is 1 unless a ``joblib.parallel_config`` is active.
    store, store_optional
        A file that keeps every fit, also those of ``compare``, so that an interrupted league goes on where it was, and
        a learner or a data set that is added costs its own fits alone.
    fit_timeout
        Seconds after which a fit counts as failed.
    fast, progress, allow_modules, encode, shuffle, lower, higher
        As in ``compare``.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> def rows(shift):
    ...     y = np.arange(60) % 2
    ...     return rng.normal(shift * y[:, np.newaxis], 1.0, (60, 2)), y
    >>> sets = {f"set {number}": rows(1 + number / 10) for number in range(7)}
    >>> found = league(["nb", "dummy"], sets, procedure="fixed-league(repeats=2)")
    >>> found[0].decision.value, found[0].wins, found.run.fits
    ('first', (7, 0, 0), 280)
    """
    level = check_level(level)
    rule, chosen = pairs_test(test), league_procedure(procedure)
    omnibus_test(omnibus)
    ways = Ways(jobs, store, "skip", fit_timeout, fast, progress, store_optional)
    allowed = check_modules(allow_modules)
    named = named_learners(learners, allowed, typed=True)
    asked = LeagueContests(named, metric, seed, allowed, encode, positive, shuffle, lower, higher)
    datasets, passed_over = of_folders(datasets, targets)
    sets = league_sets(datasets, target=target, targets=targets, shuffle=shuffle, texts=are_own(named.values()))
    if len(sets) < 2:
        how = f"for {sets[0].name} alone use compare" if sets else "none is given"
        raise InputError("datasets", f"a league needs several; {how}")
    contests = asked.contests(sets)
    names = list(contests[0].learners)
    check_count(len(contests), rule, len(pairs_of(names, baseline)), level, adjust)
    judged: dict[str, Any] = {"test": rule, "adjust": adjust, "baseline": baseline, "level": level, "seed": seed}
    field = LeagueField(tuple(contests), chosen, ways, judged)
    table, facts, notes = field.run()
    found = judge_league(table, rope=rope, omnibus=omnibus, missing="drop", **judged)
    said = as_notes([*passed_over, *notes, *notes_of_datasets(contests), *map(_of_run, found.notes)])
    return replace(found, run=facts, notes=tuple(said))


def _of_run(note: Note) -> Note:
    """Return a note on a table as one on a league that was run: what would help is another procedure."""
    return Note.of(note.kind, run=True) if note.kind is NoteKind.SPLITS_UNKNOWN else note
