"""Rows of one item: an id that repeats is no new evidence, unless its rows are judged as a cluster."""

import re
from collections.abc import Iterator, Mapping

import numpy as np

from outperform.core import Note, NoteKind, Values
from outperform.data.codes import codes_of
from outperform.data.leftovers import are_whole, is_text
from outperform.data.roles import ITEMS, words_of

_ITEM = re.compile(r"(uu|gu|sample |image |record |row |doc |document |prompt |q )?id|problem id")
_GROUP = re.compile(
    r".+ id|passenger id|(image |doc |file )(name|path)?|filename|path|url|patient|patients|user|users|subject|subjects"
    r"|participant|person|customer|client|session|author|speaker|document|passage|conversation|thread|video|account"
    r"|household|family"
)
_NO_GROUP = re.compile(r"(run|fold|split|model|system|learner|task|dataset|class|label|category|type|seed|config) id")
_FEWEST = 5  # different values of a column that is called like one of persons or groups


def repeated_ids(
    columns: Mapping[str, Values], clusters: Values | None = None, *, apart: bool = False
) -> Iterator[Note]:
    """Note columns of ids that repeat among rows that count as items.

    Parameters
    ----------
    columns
        Columns beside truth and scores: a row per item.
    clusters
        The cluster of each row, where clusters are used: ids inside of them may repeat.
    apart
        Whether the user says that all rows are independent.

    Examples
    --------
    >>> [*repeated_ids({"question_id": np.array([1, 1, 2]), "word": np.array(["a", "b", "b"])})]
    [Note(ids-repeat, column='question_id', distinct=2, rows=3, surely=True, apart=False)]
    """
    for name, column in columns.items():
        words = words_of(name)
        surely = words in ITEMS or _ITEM.fullmatch(words) is not None
        group = surely or (_GROUP.fullmatch(words) is not None and not _NO_GROUP.fullmatch(words))
        if not group or not (is_text(column) or are_whole(column)):
            continue
        ids = codes_of(f"column {name!r}", column)
        present = ids.codes >= 0
        rows, distinct = int(present.sum()), len(ids.names)
        if distinct == rows or distinct < (2 if surely else _FEWEST):
            continue
        if clusters is not None:
            together = codes_of("cluster", clusters).codes[present]
            if len(np.unique(np.stack([ids.codes[present], together]), axis=1).T) == distinct:
                continue
        yield Note.of(NoteKind.IDS_REPEAT, column=name, distinct=distinct, rows=rows, surely=surely, apart=apart)
