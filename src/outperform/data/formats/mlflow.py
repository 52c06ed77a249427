"""MLflow's table of runs, ``mlflow.search_runs()``, as a table of scores; MLflow itself is not needed."""

import re
from collections.abc import Sequence

import numpy as np

from outperform.core import Bools, InputError, Note, NoteKind
from outperform.data.cells import as_floats, is_missing
from outperform.data.formats.known import METRIC
from outperform.data.roles import FOLDS, LEARNERS, REPEATS, SIZES, called
from outperform.data.tables import Columns

_OTHER = re.compile(r"metrics\.(train(ing)?_.*|.*_time|system/.*|n_train|n_test|fold|repeat)")
_BY_FOLD = re.compile(r"metrics\.(?:(?:fold|split)_?(\d+)_(.+)|(.+)_(?:fold|split)_?(\d+))")


def columns_of_runs(columns: Columns) -> tuple[Columns, tuple[Note, ...]]:
    """Return a long table of the runs, a column per metric, and notes on what was read and left out."""
    roles = {"repeat": REPEATS, "fold": FOLDS, **SIZES}
    places = {role: name for role, words in roles.items() if (name := _called(columns, role, words))}
    kept, notes = _finished(columns, places)
    columns = {name: column[kept] for name, column in columns.items()}
    learner = _learner(columns)
    by_fold = [match for name in columns if (match := _BY_FOLD.fullmatch(name)) and not _OTHER.fullmatch(name)]
    if not {"fold", "repeat"} & places.keys() and not by_fold:
        _refuse_unplaced(columns, learner)
    if by_fold and not {"fold", "repeat"} & places.keys():
        table, splits = _unfolded(columns, learner, by_fold), "the names of the metrics"
    else:
        metrics = {
            name.removeprefix(METRIC): as_floats(columns[name])
            for name in columns
            if name.startswith(METRIC) and not _OTHER.fullmatch(name)
        }
        there = {name: values for name, values in metrics.items() if not np.isnan(values).all()}
        if not there:
            raise InputError("table", "MLflow's runs have no metric; log one score per run: mlflow.log_metric")
        table = {"learner": columns[learner], **{name: columns[found] for name, found in places.items()}, **there}
        splits = " and ".join(found for name, found in places.items() if name in ("repeat", "fold"))
    read = Note.of(NoteKind.RUNS_READ, learner=learner, splits=splits)
    return table, (read, *notes)


def _called(columns: Columns, role: str, words: Sequence[str]) -> str | None:
    """Return the column that says this of each run: a user's own, else a parameter, a tag or a metric."""
    logged = [f"{kind} {each}" for kind in ("params", "tags", "metrics") for each in words]
    known = [*([role] if role in columns else []), *called(columns, logged)]
    return next((name for name in known if not all(map(is_missing, columns[name]))), None)


def _finished(columns: Columns, places: dict[str, str]) -> tuple[Bools, list[Note]]:
    """Return the runs to read: finished ones that belong to a split, and notes on the others."""
    count = len(columns["run_id"])
    status = columns.get("status", np.full(count, "FINISHED", dtype=object))
    failed = np.array([not is_missing(each) and str(each) != "FINISHED" for each in status.tolist()])
    placed = [columns[places[name]] for name in ("repeat", "fold") if name in places]
    parents = np.array([any(is_missing(column[row]) for column in placed) for row in range(count)]) & ~failed
    notes = [
        Note.of(NoteKind.RUNS_LEFT_OUT, why=why, runs=tuple(str(each) for each in columns["run_id"][gone]))
        for why, gone in (("not finished", failed), (f"without {' or '.join(places.values())}", parents))
        if gone.any()
    ]
    kept: Bools = ~(failed | parents)
    if not kept.any():
        raise InputError("table", "no run of MLflow's table is finished")
    return kept, notes


def _learner(columns: Columns) -> str:
    """Return the column that names the learner of each run: one with several names, if there is one."""
    logged = [f"{kind} {name}" for kind in ("params", "tags") for name in LEARNERS]
    options = [*(["learner"] if "learner" in columns else []), *called(columns, logged), "tags.mlflow.runName"]
    named = [name for name in options if name in columns and (not any(map(is_missing, (columns[name]).tolist())))]
    if not named:
        problem = "MLflow's runs do not say which learner they are of: the column params.learner is missing"
        raise InputError("table", f"{problem}; log it, mlflow.log_param('learner', NAME), or add a column learner")
    return next((name for name in named if len(set(columns[name].tolist())) > 1), named[0])


def _refuse_unplaced(columns: Columns, learner: str) -> None:
    names = columns[learner].tolist()
    what = f"every run has its own {learner}" if len(set(names)) == len(names) else f"{names[0]} ran several times"
    problem = f"which run of MLflow's table is which split is not known ({what}): the column params.fold is missing"
    raise InputError("table", f"{problem}; log it in each run, mlflow.log_param('fold', 1), or add a column fold")


def _unfolded(columns: Columns, learner: str, found: Sequence[re.Match[str]]) -> Columns:
    """Return a row per run and fold from metrics such as metrics.accuracy_fold_1, where a run is a learner."""
    place = {match[0]: (int(match[1] or match[4]), match[2] or match[3]) for match in found}
    folds = sorted({fold for fold, _ in place.values()})
    metrics = dict.fromkeys(metric for _, metric in place.values())
    by_place = {where: columns[name] for name, where in place.items()}
    count = len(columns["run_id"])
    gap = np.full(count, np.nan)
    table: Columns = {
        "learner": np.tile(columns[learner], len(folds)),
        "fold": np.repeat(np.array(folds), count),
    }
    for metric in metrics:
        table[metric] = np.concatenate([as_floats(by_place.get((fold, metric), gap)) for fold in folds])
    return table
