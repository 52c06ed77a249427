"""Which items changed between two systems: the rows of flips as words."""

from collections.abc import Iterable, Mapping
from typing import Any

from outperform.visible import one_line
from outperform.words.data_notes import some_words
from outperform.words.numbers import many

LOST, GAINED = ("regressed", "lower"), ("improved", "higher")
"""What became of an item from the second system to the first: of right and wrong answers, and of other scores."""
WORDS = {"lower": "worse", "higher": "better"}  # scores of which lower is better were turned: "lower" may be misread
LONGEST = 80  # letters of an id


def changed_items(rows: Iterable[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Return the ids of the items that changed, by what became of them: the losses first.

    An item of several tasks is named with its task.

    Examples
    --------
    >>> changed_items([{"item": "q1", "flip": "improved"}, {"item": "q2", "flip": "regressed"}])
    {'regressed': ['q2'], 'improved': ['q1']}
    """
    found: dict[str, list[str]] = {}
    for row in rows:
        if row["flip"] in (*LOST, *GAINED):
            found.setdefault(row["flip"], []).append(_id(row))
    return dict(sorted(found.items(), key=lambda each: each[0] in GAINED))


def changed_lines(rows: Iterable[Mapping[str, Any]], most: int) -> list[str]:
    """Write the changed items below each other, of each kind at most so many ids."""
    return [
        f"{WORDS.get(kind, kind)}, {many(len(ids), 'item')}: {some_words(ids, most)}"
        for kind, ids in changed_items(rows).items()
    ]


def _id(row: Mapping[str, Any]) -> str:
    return short_id(f"{row['task']}/{row['item']}" if row.get("task") else str(row["item"]))


def short_id(name: str) -> str:
    """Return the id of an item as one line; a long one without its middle, since ids often differ at their ends.

    Examples
    --------
    >>> short_id("rec0yTRmO1o1xCA6H"), short_id("x" * 100 + "1")[-3:], len(short_id("x" * 100))
    ('rec0yTRmO1o1xCA6H', 'xx1', 80)
    """
    words, half = one_line(name), LONGEST // 2
    return words if len(words) <= LONGEST else f"{words[:half]}…{words[1 - half :]}"
