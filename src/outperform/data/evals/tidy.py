"""Tidy tables of evaluations: one row per item, system and sample."""

from dataclasses import replace

from outperform.core import InputError
from outperform.data.cells import nearly_numbers, unreadable
from outperform.data.choices import chosen
from outperform.data.codes import same
from outperform.data.evals.records import BESIDE, EvalMeasure, EvalRecords, holds_scores, records_of, scores_of
from outperform.data.leftovers import NOT_CHOSEN, TEXT, left_out, left_out_notes, without
from outperform.data.roles import FOLDS, SIZES, called
from outperform.data.shape import splits_elsewhere
from outperform.data.sheet import Sheet
from outperform.data.values import listed
from outperform.surface import option

METRICS = {  # columns that hold scores by their name alone
    *("score", "passed", "correct", "is_correct", "acc", "acc_norm", "accuracy", "exact_match", "em", "f1"),
}
ALL_ITEMS = "all items"  # what stands for the items of a run where they are not known


def is_tidy(sheet: Sheet, metric: str | None, systems: tuple[str, ...]) -> bool:
    """Return whether a column holds the scores of every system; raise an InputError where that cannot be known."""
    if "system" in sheet.columns:
        return True
    if any(name in sheet.columns for name in systems):
        return False
    if metric is not None:
        return metric in sheet.columns or "score" in sheet.columns
    names = [name for name in sheet.columns if name not in BESIDE and holds_scores(sheet, name, empty=True)]
    names = without(names, left_out(sheet.columns, names, words=True))
    scores = [name for name in names if name.strip().lower() in METRICS]
    if scores and len(names) > 1:
        how = f"name the score ({option('metric', scores[0])}), or the systems"
        all_ = f"({option('systems', names[:2])})"
        raise InputError("metric", f"{sheet.origin} has no column system, and several: {listed(names)}; {how} {all_}")
    return bool(scores) or "score" in sheet.columns


def tidy_records(sheet: Sheet, metric: str | None) -> EvalRecords:
    """Read one row per item, system and sample; without items, the scores are those of whole runs."""
    splits = called(sheet.columns, (*FOLDS, *(words for sizes in SIZES.values() for words in sizes)))
    totals = "item" not in sheet.columns and {"system", "sample"} <= sheet.columns.keys() and not splits
    if "item" not in sheet.columns and not totals:
        raise _without_items(sheet)
    name = _score_column(sheet, metric)
    (scores,), written = scores_of(sheet, [name])
    own = "system" in sheet.columns
    systems = sheet.names("system", "system") if own else same(_stem(sheet.origin), len(scores))
    items = same(ALL_ITEMS, len(scores)) if totals else sheet.names("item", "item")
    found = records_of(sheet, systems, items, scores, left_out_notes(_ignored(sheet, name), chosen=True))
    return replace(
        found, notes=(*found.notes, *written), measure=EvalMeasure(None if name == "score" else name, totals=totals)
    )


def _without_items(sheet: Sheet) -> InputError:
    rest = [name for name in sheet.columns if name not in BESIDE and holds_scores(sheet, name, empty=False)]
    how = splits_elsewhere()
    if len(rest) > 1 and "score" not in rest:
        how = "if each row is a system, swap rows and columns: a row per item, a column per system (pandas: table.T)"
    return InputError(sheet.origin, f"needs a column item, found only {listed(sheet.columns)}; {how}")


def _score_column(sheet: Sheet, metric: str | None) -> str:
    """Return the column of scores: the one that is asked for, ``score``, or the only one."""
    rest = [name for name in sheet.columns if name not in BESIDE]
    if metric is None and "score" in rest:
        return "score"
    known = [name for name in rest if name == metric or holds_scores(sheet, name, empty=False)]
    if not known:
        check_written(sheet, rest)
        raise InputError(sheet.origin, f"needs a column score, found only {listed(sheet.columns)}")
    likely = without(known, left_out(sheet.columns, known, words=True)) or known
    return chosen("metric", known if metric is not None else likely, metric, sheet.origin)


def check_written(sheet: Sheet, names: list[str]) -> None:
    """Raise an InputError for a column of scores that are written so that they cannot be read, such as 41.2%."""
    for name in names:
        row = nearly_numbers(sheet.columns[name])
        if row is not None:
            raise unreadable(sheet.columns[name][row], sheet.place(name)(row))


def _ignored(sheet: Sheet, name: str) -> dict[str, list[str]]:
    """Return the other columns by why they are left out."""
    rest = [each for each in sheet.columns if each not in BESIDE and each != name]
    numbers = [each for each in rest if holds_scores(sheet, each, empty=False)]
    gone = left_out(sheet.columns, numbers, words=True)
    texts = [each for each in rest if each not in numbers]
    return {NOT_CHOSEN: without(numbers, gone)} | {why: [*names] for why, names in gone.items()} | {TEXT: texts}


def _stem(origin: str) -> str:
    return origin.replace("\\", "/").rsplit("/", 1)[-1].split(".")[0] or "system"
