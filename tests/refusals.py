"""How tests check an error: its type, the argument it names and the facts it states, never its prose."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from outperform.core import InputError, OutperformError


@contextmanager
def refused(
    argument: str | None = None, *facts: object, error: type[Exception] = InputError
) -> Iterator[pytest.ExceptionInfo[Exception]]:
    """Expect an error of this type about this argument, in one line that holds these facts.

    A fact is what a user needs to mend the input: a value, a column, a flag, a name to type.
    ``argument=None`` leaves the argument open, for errors that have none.
    """
    with pytest.raises(error) as refusal:
        yield refusal
    problem = str(refusal.value)
    if argument is not None:
        assert refusal.value.argument == argument, problem
    for fact in facts:
        assert str(fact) in problem, f"{fact!r} is missing in: {problem}"
    if isinstance(refusal.value, OutperformError):
        assert problem.strip(), "an error says what is wrong"
        assert "\n" not in problem, f"an error is one line: {problem}"
