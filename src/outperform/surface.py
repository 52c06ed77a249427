"""Hints in the language of the surface on which they are read: flags on a command line, arguments in Python.

A hint is written once, by ``option``. The surface is a variable of the environment, so that workers share it.
"""

import json
import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

SURFACE = "OUTPERFORM_SURFACE"
FLAGS = {
    "allow_modules": "allow-module",
    "allow_files": "allow-file",
    "systems": "system",
    "weights": "weight-col",
}  # that are called otherwise
LISTS = {"allow_modules", "allow_files", "drop", "learners"}  # in Python; their flags are repeated, but for learners
FUNCTIONS = {
    "predictions": "judge_predictions",
    "evals": "judge_items",
    "scores": "judge",
    "league": "judge_league",
}  # of commands, in Python


@contextmanager
def on_command_line() -> Iterator[None]:
    """Write hints as flags, in this process and in those that it starts."""
    before = os.environ.get(SURFACE)
    os.environ[SURFACE] = "flags"
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(SURFACE, None)
        else:
            os.environ[SURFACE] = before


def either(flags: str, python: str) -> str:
    """Return the words for a command line, or those for Python."""
    return flags if os.environ.get(SURFACE) == "flags" else python


def option(argument: str, value: Any = None) -> str:
    """Write an argument with its value, or alone, as a person types it.

    Examples
    --------
    >>> option("metric", "r2"), option("jobs", 2), option("allow_files", ["my.py"]), option("metric", ["r2"])
    ('metric="r2"', 'jobs=2', 'allow_files=["my.py"]', 'metric="r2"')
    >>> with on_command_line():
    ...     option("metric", ["r2", "max_error"]), switch("shuffle"), option("drop", ["a b", "c"]), option("time")
    ('--metric r2 max_error', '--shuffle', "--drop 'a b' --drop c", '--time')
    """
    values = list(value) if isinstance(value, list | tuple) else [value]
    flag = f"--{FLAGS.get(argument, argument).replace('_', '-')}"
    words = [] if value is None or value is True else [shlex.quote(str(each)) for each in values]
    repeated = " ".join(f"{flag} {word}" for word in words)
    flags = repeated if argument in LISTS - {"learners"} else " ".join([flag, *words])
    parts = ", ".join(map(_literal, values))
    several = argument in LISTS or len(values) > 1
    return either(flags, f"{argument}={'' if value is None else f'[{parts}]' if several else parts}")


def switch(argument: str) -> str:
    """Write an argument that says yes.

    Examples
    --------
    >>> switch("shuffle")
    'shuffle=True'
    """
    return option(argument, value=True)


def command(verb: str, words: str = "") -> str:
    """Name a command with what follows it, or the function that does the same in Python.

    Examples
    --------
    >>> command("predictions", "TABLE --truth y")
    'judge_predictions()'
    """
    return either(f"'outperform {verb} {words}'" if words else f"outperform {verb}", f"{FUNCTIONS.get(verb, verb)}()")


def _literal(value: Any) -> str:
    """Write a value as Python code, text in double quotes."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)
