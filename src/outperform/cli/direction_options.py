"""What verbs that judge scores share: of which metrics lower or higher scores are better."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence


NAMED = {"--lower": "--lower-is-better", "--higher": "--higher-is-better"}
"""The options that take names of metrics, and what they mean without a name."""
FILES = tuple(".csv .tsv .parquet .jsonl .json .eval .arff .gz .txt .xlsx .zip .zst .html".split())


def chosen_directions(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return what was typed as ``lower`` and ``higher`` of the functions in Python."""
    return {
        side: True if getattr(arguments, f"{side}_is_better") else getattr(arguments, side)
        for side in ("lower", "higher")
    }


def apart(given: "Sequence[str]") -> list[str]:
    """Write --lower A B FILE as --lower=A --lower=B FILE, so that no file is taken for the name of a metric.

    Examples
    --------
    >>> apart(["--lower", "latency", "cost", "scores.csv", "--json"])
    ['--lower=latency', '--lower=cost', 'scores.csv', '--json']
    >>> apart(["--lower", "scores.csv"])
    ['--lower-is-better', 'scores.csv']
    """
    words: list[str] = []
    flag, alone = None, 0
    rest = given.index("--") if "--" in given else len(given)
    for word in given[:rest]:
        if flag is not None and not (word.startswith("-") or names_file(word)):
            words += [f"{flag}={word}"]
            alone = 0
            continue
        words += [NAMED[flag]] * alone if flag else []
        flag, alone = (word, 1) if word in NAMED else (None, 0)
        words += [] if flag else [word]
    return [*words, *([NAMED[flag]] * alone if flag else []), *given[rest:]]


def names_file(word: str) -> bool:
    """Return whether a word names a file: FILE or name=FILE, which exists or ends like one."""
    for path in (word, word.partition("=")[2]):
        try:
            if path and (path.lower().endswith(FILES) or Path(path).exists()):
                return True
        except (OSError, ValueError):  # too long for a name, or a zero byte
            continue
    return False
