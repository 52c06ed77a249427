"""Readable names of learners that other tools call by long ones: the shortest that tells them apart."""

import re
from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)

_DOTTED = re.compile(r"(?:[A-Za-z_][\w$]*\.)+(?=[A-Za-z_])")
_VERSION = re.compile(r"\(\d+\)$")
_CLASS = re.compile(r"[A-Za-z_][\w$.-]*")


def told_apart(keys: Sequence[Key], levels: Sequence[Callable[[Key], str]]) -> dict[Key, str]:
    """Return a name for each key: by the first level that gives it a name of its own.

    Examples
    --------
    >>> told_apart([("a", 1), ("a", 2), ("b", 1)], [lambda key: key[0], lambda key: f"{key[0]}{key[1]}"])
    {('a', 1): 'a1', ('a', 2): 'a2', ('b', 1): 'b'}
    """
    names: dict[Key, str] = {}
    left = list(dict.fromkeys(keys))
    for number, level in enumerate(levels):
        made = {key: level(key) for key in left}
        taken = [*names.values(), *made.values()]
        last = number == len(levels) - 1
        names |= {key: name for key, name in made.items() if last or taken.count(name) == 1}
        left = [key for key in left if key not in names]
    return {key: names[key] for key in dict.fromkeys(keys)}


def without_packages(text: str) -> str:
    """Return a text whose names of classes have no packages before them.

    Examples
    --------
    >>> without_packages('-K "weka.classifiers.functions.supportVector.PolyKernel -E 1.0"')
    '-K "PolyKernel -E 1.0"'
    """
    return _DOTTED.sub("", text)


def without_version(flow: str) -> str:
    """Return the name of an OpenML flow without its version, as in weka.J48(1)."""
    return _VERSION.sub("", flow)


def last_class(flow: str) -> str:
    """Return the class in the name of an OpenML flow; of a pipeline, that of its last step.

    Examples
    --------
    >>> last_class("weka.J48(12)"), last_class("sklearn.pipeline.Pipeline(imputer=a.Imputer,clf=sklearn.svm.SVC)(1)")
    ('J48', 'SVC')
    """
    found = _CLASS.findall(without_version(flow))
    return found[-1].rsplit(".", 1)[-1] if found else flow


def options_of(text: str) -> tuple[str, ...]:
    """Return the options in a text, each with its value.

    Examples
    --------
    >>> options_of("-C 0.25 -U -M -2"), options_of("-W J48 -- -C 0.1"), options_of("")
    (('-C 0.25', '-U', '-M -2'), ('-W J48', '--', '-C 0.1'), ())
    """
    found: list[str] = []
    for word in re.findall(r'"(?:\\.|[^"\\])*"|\S+', text):
        if re.match(r"-[A-Za-z-]", word) or not found:
            found.append(word)
        else:
            found[-1] = f"{found[-1]} {word}"
    return tuple(found)
