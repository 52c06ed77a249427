"""The map: which tests run which lines of the package, and how long each takes."""

import ast
import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log2
from pathlib import Path

from coverage import CoverageData

from tools.mutants.edits import Mutant

COVERED, DURATIONS, DIGESTS = "coverage.db", "durations.json", "digests.json"
QUICK = 0.02  # seconds of a test that counts as quick
NEAR = 2  # a test of the same room is asked before others that are four times as quick
FIRST = 40  # tests that are asked first: most mutants do not survive them
KEPT = ("cache", "lru_cache", "once")  # decorators
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Asked:
    """The rounds of tests that a mutant is tried with."""

    rounds: tuple[tuple[str, ...], ...] = ()
    whole: bool = True  # whether these are all the tests that run the line


@dataclass(frozen=True, eq=False)
class Atlas:
    """The map in a folder."""

    folder: Path
    root: Path

    def asked(self, mutant: Mutant, seconds: float, most: int) -> Asked:
        """Return the tests that run a mutant's line, the quickest first; none if no test runs it.

        What runs at import, or once for all tests, and all of a module that changed since the map was made are tried
        with the tests that run any function of the module.
        """
        tests = sorted(self._running(mutant), key=self.durations.__getitem__)
        ordered = sorted(tests, key=self._patience(tests, mutant).__getitem__)
        kept: list[str] = []
        for test in ordered[:most]:
            seconds -= self.durations[test]
            if seconds < 0 and kept:
                break
            kept.append(test)
        rounds = (_by_file(kept[:FIRST]), _by_file(kept[FIRST:]))
        return Asked(tuple(filter(None, rounds)), len(kept) == len(tests))

    @property
    def changed_tests(self) -> list[str]:
        """The test files that changed since the map was made."""
        return [name for name in sorted(self._changed) if name.startswith("tests/") and "/test_" in name]

    @cached_property
    def durations(self) -> dict[str, float]:
        """The seconds of each test that passed."""
        found: dict[str, float] = json.loads((self.folder / DURATIONS).read_text(encoding="utf-8"))
        return found

    @cached_property
    def _old(self) -> dict[str, str]:
        found: dict[str, str] = json.loads((self.folder / DIGESTS).read_text(encoding="utf-8"))
        return found

    @cached_property
    def _changed(self) -> frozenset[str]:
        return frozenset(name for name, digest in digests(self.root).items() if self._old.get(name) != digest)

    @cached_property
    def _data(self) -> CoverageData:
        data = CoverageData(str(self.folder / COVERED))
        data.read()
        return data

    def _running(self, mutant: Mutant) -> set[str]:
        source = (self.root / mutant.file).read_bytes()
        contexts = self._contexts(mutant.file)
        lines: Iterable[int] = () if mutant.file in self._changed else lines_of(source, mutant.line)
        if not lines:
            inside = functions_of(source) if mutant.file not in self._changed else set(contexts)
            lines = inside & set(contexts) or set(contexts)
        return _tests(contexts, lines) & self.durations.keys()

    def _contexts(self, file: str) -> dict[int, list[str]]:
        found: dict[int, list[str]] = defaultdict(list)
        for path in self._data.measured_files():
            if path.endswith(f"/{file}"):  # in a copy of the project
                for line, contexts in self._data.contexts_by_lineno(path).items():
                    found[line] += contexts
        return found

    def _patience(self, tests: Sequence[str], mutant: Mutant) -> dict[str, float]:
        """Return the place of a test: later if it takes longer, and if more cases of it come before."""
        room = f"tests/{mutant.file.split('/')[2]}/"
        cases: dict[str, int] = defaultdict(int)
        found = {}
        for test in tests:
            name = test.partition("[")[0]
            long = max(0.0, log2(self.durations[test] / QUICK + 1e-9))
            found[test] = long + cases[name].bit_length() - NEAR * test.startswith((room, mutant.file))
            cases[name] += 1
        return found


def _tests(contexts: Mapping[int, Sequence[str]], lines: Iterable[int]) -> set[str]:
    return {context.rpartition("|")[0] or context for line in lines for context in contexts.get(line, ())}


def digests(root: Path) -> dict[str, str]:
    """Return the digest of every module and every file of tests."""
    paths = sorted(path for folder in ("src", "tests") for path in (root / folder).rglob("*.py"))
    return {path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def lines_of(source: bytes, line: int) -> range:
    r"""Return the lines of the statement of a function at a line; none if it runs when the module is imported.

    Examples
    --------
    >>> lines_of(b"A = 1\ndef f(a=2):\n    if (a\n            > A):\n        return 3", 4)
    range(3, 5)
    >>> lines_of(b"A = 1\ndef f(a=2):\n    return a", 2)
    range(0, 0)
    """
    if line not in functions_of(source):
        return range(0)
    around = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.stmt) and line in _lines(node)]
    inner = min(around, key=lambda node: len(_lines(node)))
    body = getattr(inner, "body", None)
    found = range(inner.lineno, max(inner.lineno + 1, body[0].lineno)) if body else _lines(inner)
    return found if line in found else range(line, line + 1)


def functions_of(source: bytes) -> set[int]:
    """Return the lines within functions, without signatures and without functions that one test runs for all."""
    found = [node for node in ast.walk(ast.parse(source)) if isinstance(node, FUNCTIONS) and not _cached(node)]
    return {line for node in found for line in range(node.body[0].lineno, (node.end_lineno or 0) + 1)}


def _cached(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Return whether a function is cached: of several tests that need it, only the first one runs it."""
    names = [ast.unparse(each).partition("(")[0].rpartition(".")[2] for each in node.decorator_list]
    return any(name in KEPT for name in names)


def _lines(node: ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def _by_file(tests: Sequence[str]) -> tuple[str, ...]:
    """Put the tests of a file next to each other, since they may share expensive fixtures."""
    files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
    return tuple(sorted(tests, key=lambda test: files.index(test.partition("::")[0])))
