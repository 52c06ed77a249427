"""What can go wrong, by name. Every message says who needs what and got what, in one line."""

import re
from collections.abc import Iterable
from difflib import get_close_matches

from outperform.core.names import alike
from outperform.visible import one_line

_LONG_WORD = re.compile(r"(\S{100})\S{200,}(\S{20})")  # such as a cell of 5,000 digits
_LONGEST = 2000  # letters of an error


class OutperformError(Exception):
    """Base of all errors that a user can cause; the command line prints them as one line and exits 2."""

    def __init__(self, *parts: object) -> None:
        super().__init__(*(_in_one_line(part) if isinstance(part, str) else part for part in parts))


def _in_one_line(text: str) -> str:
    """Return a text as one line without letters that nobody sees; what is very long is cut in its middle."""
    line = one_line(text)
    line = _LONG_WORD.sub(r"\1…\2", line) if len(line) > _LONGEST // 4 else line
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST // 2]}…{line[-_LONGEST // 2 :]}"


class InputError(OutperformError, ValueError):
    """An argument has a value that cannot be used.

    Examples
    --------
    >>> raise InputError("level", "must lie strictly between 0 and 1, got 2")
    Traceback (most recent call last):
        ...
    outperform.core.errors.InputError: level: must lie strictly between 0 and 1, got 2
    """

    def __init__(self, argument: str, problem: str) -> None:
        super().__init__(f"{argument}: {problem}")
        self.argument = _in_one_line(argument)
        self.problem = _in_one_line(problem)

    def __reduce__(self) -> tuple[type["InputError"], tuple[str, str]]:
        """Pickle by both parts, so that an error can cross a process boundary."""
        return type(self), (self.argument, self.problem)


class SpecError(InputError):
    """A spec such as ``corrected-t(alpha=1)`` names something that does not exist or has a value that cannot be."""


class MisfitError(OutperformError, ValueError):
    """A test was given a table of scores that it is not made for."""


class MissingDependencyError(OutperformError, ImportError):
    """An optional package is needed; the message says how to install it."""


MOST_NAMES = 12  # that an error lists; of more it gives the number
MANY_NAMES, FEW_NAMES = 50, 5  # of so many names, such as columns of a wide table, it lists only these
LONGEST = 200  # letters of a name that are looked at


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """Return the end of a message about an unknown name: the nearest known names, or the first of them all.

    Examples
    --------
    >>> did_you_mean("corected-t", ["corrected-t", "kfold-t"])
    'did you mean corrected-t?'
    >>> did_you_mean("anova", ["corrected-t", "kfold-t"])
    'known: corrected-t, kfold-t'
    """
    names = sorted(known)
    near = get_close_matches(given[:LONGEST], [name[:LONGEST] for name in names], n=2, cutoff=0.6)
    if near and not (given.isascii() and near[0].isascii()) and alike((given, near[0])):
        return f"did you mean {near[0]!a}? This is {given!a}, which looks the same"
    if near:
        return f"did you mean {' or '.join(near)}?"
    first = MOST_NAMES if len(names) <= MANY_NAMES else FEW_NAMES
    more = f" and {len(names) - first} more" if len(names) > first else ""
    return f"known: {', '.join(names[:first])}{more}"
