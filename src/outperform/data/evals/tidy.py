"""Tidy tables of evaluations: one row per item, system and sample."""

from dataclasses import replace

from outperform.core import InputError
from outperform.data.evals.asked import chosen
from outperform.data.evals.cells import holds_numbers, nearly_numbers, score_numbers, unreadable
from outperform.data.evals.codes import same
from outperform.data.evals.measurements import METRICS, NO_SCORES, NOT_CHOSEN, no_scores
from outperform.data.evals.records import EvalMeasure, EvalRecords
from outperform.data.evals.sheet import BESIDE, SPLITS, SPLITS_ELSEWHERE, Sheet
from outperform.data.values import listed

ALL_ITEMS = "all items"  # what stands for the items of a run where they are not known


def is_tidy(sheet: Sheet, metric: str | None, systems: tuple[str, ...]) -> bool:
    """Return whether a column holds the scores of every system; raise an InputError where that cannot be known."""
    if "system" in sheet.columns:
        return True
    if any(name in sheet.columns for name in systems):
        return False
    if metric is not None:
        return metric in sheet.columns or "score" in sheet.columns
    names = [name for name in sheet.columns if name not in BESIDE and holds_numbers(sheet.columns[name], empty=True)]
    names = _without(names, no_scores(sheet.columns, names))
    scores = [name for name in names if name.strip().lower() in METRICS]
    if scores and len(names) > 1:
        how = f"name the score (--metric {scores[0]}, metric={scores[0]!r}), or the systems"
        all_ = f"(--system {' '.join(names[:2])}, systems={names[:2]!r})"
        raise InputError("metric", f"{sheet.origin} has no column system, and several: {listed(names)}; {how} {all_}")
    return bool(scores) or "score" in sheet.columns


def _without(names: list[str], gone: dict[str, tuple[str, ...]]) -> list[str]:
    return [name for name in names if not any(name in each for each in gone.values())]


def tidy_records(sheet: Sheet, metric: str | None) -> EvalRecords:
    """Read one row per item, system and sample; without items, the scores are those of whole runs."""
    splits = {name.strip().lower() for name in sheet.columns} & {*SPLITS, "n_train", "n_test"}
    totals = "item" not in sheet.columns and {"system", "sample"} <= sheet.columns.keys() and not splits
    if "item" not in sheet.columns and not totals:
        raise _without_items(sheet)
    name = _score_column(sheet, metric)
    scores = score_numbers(sheet.columns[name], sheet.place(name), name)
    own = "system" in sheet.columns
    systems = sheet.codes("system") if own else same(_stem(sheet.origin), len(scores))
    items = same(ALL_ITEMS, len(scores)) if totals else sheet.codes("item")
    found = sheet.records(systems, items, scores, _ignored(sheet, name))
    return replace(found, measure=EvalMeasure(None if name == "score" else name, totals=totals))


def _without_items(sheet: Sheet) -> InputError:
    rest = [name for name in sheet.columns if name not in BESIDE and holds_numbers(sheet.columns[name], empty=False)]
    how = SPLITS_ELSEWHERE
    if len(rest) > 1 and "score" not in rest:
        how = "if each row is a system, swap rows and columns: a row per item, a column per system (pandas: table.T)"
    return InputError(sheet.origin, f"needs a column item, found only {listed(sheet.columns)}; {how}")


def _score_column(sheet: Sheet, metric: str | None) -> str:
    """Return the column of scores: the one that is asked for, ``score``, or the only one."""
    rest = [name for name in sheet.columns if name not in BESIDE]
    if metric is None and "score" in rest:
        return "score"
    known = [name for name in rest if name == metric or holds_numbers(sheet.columns[name], empty=False)]
    if not known:
        check_written(sheet, rest)
        raise InputError(sheet.origin, f"needs a column score, found only {listed(sheet.columns)}")
    likely = _without(known, no_scores(sheet.columns, known)) or known
    return chosen("metric", known if metric is not None else likely, metric, sheet.origin)


def check_written(sheet: Sheet, names: list[str]) -> None:
    """Raise an InputError for a column of scores that are written so that they cannot be read, such as 41.2%."""
    for name in names:
        row = nearly_numbers(sheet.columns[name])
        if row is not None:
            raise unreadable(sheet.columns[name][row], sheet.place(name)(row), name)


def _ignored(sheet: Sheet, name: str) -> dict[str, list[str]]:
    """Return the other columns by why they are left out."""
    rest = [each for each in sheet.columns if each not in BESIDE and each != name]
    numbers = [each for each in rest if holds_numbers(sheet.columns[each], empty=False)]
    others = _without(numbers, no_scores(sheet.columns, numbers))
    return {NOT_CHOSEN: others, NO_SCORES: [each for each in rest if each not in others]}


def _stem(origin: str) -> str:
    return origin.replace("\\", "/").rsplit("/", 1)[-1].split(".")[0] or "system"
