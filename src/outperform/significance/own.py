"""A user's own test: a function from the differences to a p-value, or a class, in Python or in a file that they name.

A file is read once per study. Every worker runs what was read, and the ledger's key holds it.
"""

import inspect
import math
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from outperform.core import Floats, InputError, Ints, Needs, Parameter, PValue, Scores, SignificanceTest
from outperform.core.own import OwnCode, attempt, attribute_of, line_of, read_code, run_code
from outperform.core.procedures import Origin
from outperform.visible import short

Rule = Callable[[Floats, Ints | None, Ints | None], float]
"""A test as a function: p = f(differences, n_train, n_test), arrays of the shape (repeats, folds)."""
OBJECT = "function:"  # what a record writes before the name of a function that is in no file
WANTED = "a function p = f(differences, n_train, n_test), or a subclass of outperform.core.SignificanceTest"
DIGEST = 16  # hexadecimal digits


@dataclass(frozen=True, kw_only=True)
class FunctionVerdict(PValue):
    """What a function says: a p-value, and the sign of the mean difference."""

    def interval(self, level: float) -> tuple[float, float]:  # noqa: ARG002 - a p-value alone has none
        """Return the whole line: nothing is known."""
        return (-math.inf, math.inf)


@dataclass(frozen=True)
class FunctionTest(SignificanceTest):
    """A function of the user's as a test."""

    slug = "function"
    needs = Needs()
    function: Rule
    place: str = ""  # ``file.py:name``, where it comes from a file that the user named

    def __post_init__(self) -> None:
        """Take the function as it is; notes call it by its name."""
        object.__setattr__(self, "slug", str(self))

    def __str__(self) -> str:
        """Write the place, or the name of the function."""
        return self.place or getattr(self.function, "__name__", type(self.function).__name__)

    @property
    def full(self) -> str:
        """The place; a function that is in no file cannot be found by its name."""
        return self.place or f"{OBJECT}{self}"

    @property
    def is_ours(self) -> bool:
        """No: its name does not identify it."""
        return False

    def judge(self, scores: Scores) -> PValue:
        """Ask the function; what it raises, and what is no p-value, is an error that names it."""
        self.check(scores)
        differences = scores.values[0] - scores.values[1]
        sizes = [None if each is None else np.array(each) for each in (scores.n_train, scores.n_test)]
        code = getattr(self.function, "__code__", None)
        file = file_of(self.place) if self.place else getattr(code, "co_filename", "")
        said = attempt(lambda: self.function(differences.copy(), *sizes), file, "test", str(self))
        estimate = float(np.mean(differences))
        return FunctionVerdict(
            parameter=Parameter.EXPECTED_DIFFERENCE, estimate=estimate, statistic=None, pvalue=self._pvalue(said)
        )

    def _pvalue(self, said: Any) -> float:
        try:
            pvalue = math.nan if isinstance(said, bool | str) else float(said)
        except (TypeError, ValueError):
            pvalue = math.nan
        if not 0 <= pvalue <= 1:
            raise InputError("test", f"{self} returned {short(said)}, but a p-value is a number from 0 to 1")
        return pvalue


def given_test(test: Any, known: Callable[[Any], SignificanceTest]) -> SignificanceTest:
    """Return the test that a user passes: a function, a name in a file that they type, or what is ``known``."""
    if isinstance(test, str) and is_own(test):
        return load_test(test, read_own(test))
    if callable(test) and not isinstance(test, type | SignificanceTest):
        return _checked(FunctionTest(test))
    return known(test)


def _checked(test: FunctionTest) -> FunctionTest:
    """Return the test; raise an InputError for a function that does not take three arrays."""
    try:
        inspect.signature(test.function).bind(0, 0, 0)
    except TypeError:
        raise InputError("test", f"{test} is not {WANTED}") from None
    except ValueError:  # of a compiled function, whose parameters nobody knows
        pass
    return test


def origins_of(test: SignificanceTest | None) -> list[Origin]:
    """Return the file of a user's own test, or the name of a function, with a digest of its code."""
    rule: Any = test.function if isinstance(test, FunctionTest) else type(test)
    loader = getattr(sys.modules.get(str(getattr(rule, "__module__", ""))), "__loader__", None)
    if isinstance(loader, OwnCode):
        return [Origin(Path(sys.modules[rule.__module__].__file__ or "").name, _digest(loader.content))]
    if not isinstance(test, FunctionTest):
        return []
    try:
        return [Origin(str(test), _digest(inspect.getsource(rule).encode()))]
    except (OSError, TypeError):
        return []


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()[:DIGEST]


def is_own(test: str) -> bool:
    """Return whether the name of a test has the form ``path/to/file.py:NAME``."""
    return ".py:" in test


def file_of(test: str) -> str:
    """Return the file of ``path/to/file.py:NAME``."""
    return test.rpartition(":")[0]


def read_own(place: str) -> bytes:
    """Read the file of ``path/to/file.py:NAME``."""
    return read_code(file_of(place), "test")


def load_test(place: str, content: bytes) -> SignificanceTest:
    """Run the content of ``path/to/file.py:NAME``; return its function, or its class with default parameters."""
    path, _, name = place.rpartition(":")
    found = attribute_of(run_code(path, content, "test"), name, path, "test")
    if isinstance(found, type) and issubclass(found, SignificanceTest):
        return attempt(found, path, "test")
    if not callable(found) or isinstance(found, type | SignificanceTest):
        raise InputError("test", f"{place} is not {WANTED}")
    return _checked(FunctionTest(found, place))


def failure_of(error: BaseException, places: Iterable[str]) -> InputError:
    """Return the error for a user's own test that failed, with the line of the user's file."""
    found = line_of(error, *map(file_of, places))
    where = "" if found is None else f" ({found[0]}, line {found[1]})"
    return InputError("test", f"{' or '.join(places)} failed: {type(error).__name__}: {error}{where}")
