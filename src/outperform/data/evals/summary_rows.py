"""Rows that summarize a table: a mean below the items is no item."""

from dataclasses import replace

import numpy as np

from outperform.core import Bools, Note, NoteKind
from outperform.data.evals.measurements import summarizes
from outperform.data.evals.records import EvalRecords
from outperform.data.score_traps import are_means


def without_summary_rows(records: EvalRecords) -> EvalRecords:
    """Leave out items that are called like a summary where one holds the means of the others; a note names them."""
    names = records.items.names
    called = np.array([summarizes(name) for name in names.tolist()], dtype=bool)
    if not called.any() or len(names) - called.sum() < 2:
        return records
    gone = called[records.items.codes]
    if not any(_is_mean(records, code, gone) for code in np.flatnonzero(called).tolist()):
        return records
    kept = records.at(~gone)
    used, codes = np.unique(kept.items.codes, return_inverse=True)
    items = replace(kept.items, codes=codes.astype(np.int64), names=names[used])
    note = Note.of(NoteKind.SUMMARY_ROWS, column="item", names=tuple(map(str, names[called].tolist())))
    return replace(kept, items=items, notes=(*kept.notes, note))


def _is_mean(records: EvalRecords, code: int, gone: Bools) -> bool:
    """Return whether the scores of an item are the means of the other items, for every system that has it."""
    rows = np.flatnonzero(records.items.codes == code)
    systems = records.systems.codes
    return all(
        are_means(records.scores[[row]], records.scores[~gone & (systems == systems[row])][:, None]) for row in rows
    )
