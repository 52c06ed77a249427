"""Searches of scikit-learn, fitted or as their ``cv_results_``: every candidate is a learner."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from numbers import Integral
from typing import Any

import numpy as np

from outperform.core import Bools, Note, NoteKind, Plan, Values
from outperform.data.formats.cross_validated import metrics_of, plan_of
from outperform.data.formats.known import SPLIT_SCORE, text_keys
from outperform.data.splits.arrays import Arrays
from outperform.data.splits.sizes import Pair

_KEY = re.compile(r"'(\w+)': ")


def arrays_of_search(search: Any) -> Arrays:
    """Read a fitted search: its candidates, and of its splits what it still knows."""
    found = arrays_of_results(search.cv_results_)
    halving = "n_resources" in search.cv_results_
    shape = _shape(search)
    sizes = _halved_sizes(search, found.notes, shape) if halving else (None, None)
    return Arrays(found.metrics, None if halving else _plan(search), shape, sizes, found.notes)


def arrays_of_results(results: Any) -> Arrays:
    """Read ``cv_results_``: scores by metric and candidate; equal names are numbered."""
    kept, notes = _last_round(results)
    names = _numbered([_name(params) for params, keep in zip(results["params"], kept, strict=True) if keep])
    found = [match for name in text_keys(results) if (match := SPLIT_SCORE.fullmatch(name))]
    found.sort(key=lambda match: int(match[1]))
    metrics = {
        metric: dict(zip(names, _table(results, [each[0] for each in found if each[2] == key], kept), strict=True))
        for metric, key in metrics_of(list(dict.fromkeys(match[2] for match in found))).items()
    }
    notes.append(Note.of(NoteKind.BEST_OF_SEARCH, candidates=_count(results)))
    return Arrays(metrics, notes=tuple(notes))


def _count(results: Any) -> int:
    """Return how many candidates were tried; a halving search lists those of later rounds again."""
    if "iter" not in text_keys(results):
        return len(results["params"])
    rounds = np.asarray(results["iter"])
    return int((rounds == rounds.min()).sum())


def _table(results: Any, keys: Sequence[str], kept: Bools) -> Values:
    table: Values = np.array([np.asarray(results[key]) for key in keys]).T[kept]
    return table


def _last_round(results: Any) -> tuple[Bools, list[Note]]:
    """Return the candidates to compare: of a halving search the last round with several, which share their splits."""
    count = len(results["params"])
    if not {"iter", "n_resources"} <= set(text_keys(results)):
        return np.ones(count, dtype=bool), []
    rounds = np.asarray(results["iter"]).astype(np.int64)
    several = [each for each in np.unique(rounds) if (rounds == each).sum() > 1]
    last = int(several[-1]) if several else int(rounds.max())
    kept: Bools = rounds == last
    amount = int(np.asarray(results["n_resources"])[kept][0])
    facts = {"round": last + 1, "candidates": int(kept.sum()), "resource": "n_resources", "amount": amount}
    return kept, [Note.of(NoteKind.SEARCH_ROUND, **facts)]


def _shape(search: Any) -> tuple[int, int] | None:
    """Return repeats and folds of a search's splits, as far as its ``cv`` says; None where it does not."""
    from sklearn.model_selection import BaseShuffleSplit, TimeSeriesSplit

    splits, cv = int(search.n_splits_), search.cv
    if cv is None or isinstance(cv, Integral):
        return 1, splits
    repeats = getattr(cv, "n_repeats", None)
    if isinstance(repeats, int) and splits % repeats == 0:
        return repeats, splits // repeats
    if isinstance(cv, BaseShuffleSplit):
        return splits, 1
    return (1, splits) if hasattr(cv, "shuffle") and not isinstance(cv, TimeSeriesSplit) else None


def _plan(search: Any) -> Plan | None:
    """Return the plan where ``cv`` is a list of (train, test) rows."""
    cv = search.cv
    if not isinstance(cv, list | tuple) or not all(isinstance(each, list | tuple) and len(each) == 2 for each in cv):
        return None
    pairs = [(np.asarray(train), np.asarray(test)) for train, test in cv]
    whole = all(side.dtype.kind in "iu" and side.size for pair in pairs for side in pair)
    return plan_of(pairs) if whole else None


def _halved_sizes(search: Any, notes: Sequence[Note], shape: tuple[int, int] | None) -> Pair:
    """Return the sizes of the splits of a halving search that began with few rows: the resource tells them."""
    if getattr(search, "resource", None) != "n_samples" or shape is None or shape[1] < 2:
        return None, None
    rows = next(note["amount"] for note in notes if note.kind is NoteKind.SEARCH_ROUND)
    tested = max(1, rows // shape[1])
    return np.array(rows - tested), np.array(tested)


def _name(params: Mapping[str, Any] | str) -> str:
    if isinstance(params, str):  # as a file has them
        return _KEY.sub(r"\1=", params.strip("{} ")) or "defaults"
    written = ", ".join(f"{key}={value}" for key, value in params.items())
    return " ".join(written.split()) or "defaults"


def _numbered(names: list[str]) -> list[str]:
    """Write 'a (1)', 'a (2)' where a name occurs twice."""
    total, so_far = Counter(names), Counter[str]()
    numbered = []
    for name in names:
        so_far[name] += 1
        numbered.append(f"{name} ({so_far[name]})" if total[name] > 1 else name)
    return numbered
