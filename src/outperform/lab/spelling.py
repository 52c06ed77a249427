"""One canonical text per thing, however the user wrote it: ledger and random streams use it."""

import re

from outperform.core import Design, InputError, Procedure, SignificanceTest, split_spec
from outperform.designs import CATALOGUE as DESIGNS
from outperform.learners import CATALOGUE as LEARNERS
from outperform.learners import RECIPES
from outperform.procedures import CATALOGUE as PROCEDURES
from outperform.procedures import FixedProcedure
from outperform.procedures.combination import Combination
from outperform.significance import CATALOGUE as TESTS
from outperform.significance.own import file_of, is_own, load_test, read_own

_HALVES = re.compile(r"\s*([A-Za-z0-9][\w.-]*\s*(?:\(.*?\))?)\s*\+(.*)", re.DOTALL)


def spelled_learner(spec: str) -> str:
    """Return the canonical name of a learner.

    Examples
    --------
    >>> spelled_learner('block( which=2, learner="nb" )')
    'block(which=2)'
    >>> spelled_learner("sklearn.tree.DecisionTreeClassifier( max_depth = 3 )")
    'sklearn.tree.DecisionTreeClassifier(max_depth=3)'
    """
    name, given = split_spec(spec)
    if name in LEARNERS and (given or name not in RECIPES):
        return str(LEARNERS.parse(spec))
    written = ", ".join(f"{key}={given[key]!r}" for key in sorted(given))
    return f"{name}({written})" if written else name


def procedure_from(spec: str, content: bytes | None = None) -> Procedure:
    """Read a procedure, or a design and a test with a plus between them.

    A test may be ``path/to/file.py:ClassName``: that file is run, or its ``content`` if it was read before.

    Examples
    --------
    >>> print(procedure_from("kfold(repeats=10)+pooled-t"))
    kfold(repeats=10) + pooled-t
    """
    design, test = halves_of(spec)
    if test is None:
        return _known(spec)
    rule = load_test(test, read_own(test) if content is None else content) if is_own(test) else TESTS.parse(test)
    return Combination(DESIGNS.parse(design), rule)


def halves_of(spec: str) -> tuple[str, str | None]:
    """Split "DESIGN + TEST" into design and test; the test is None without a plus."""
    match = _HALVES.fullmatch(spec)
    return (spec, None) if match is None else (match[1], match[2].strip())


def own_file(spec: str) -> str | None:
    """Return the user's file that a procedure names; None if it names none."""
    test = own_test(spec)
    return None if test is None else file_of(test)


def own_test(spec: str) -> str | None:
    """Return the test of a procedure if it is in a user's file."""
    test = halves_of(spec)[1]
    return test if test is not None and is_own(test) else None


def read_own_test(spec: str) -> bytes | None:
    """Read the user's file that a procedure names; None if it names none."""
    test = own_test(spec)
    return None if test is None else read_own(test)


def _known(spec: str) -> Procedure:
    """Return one of our procedures; the error for a test or a design alone says what is missing."""
    if is_own(spec) or (spec.partition("(")[0] in TESTS and spec.partition("(")[0] not in PROCEDURES):
        raise InputError("procedures", f"{spec} is a test; write 'DESIGN + {spec}', with a design such as kfold")
    if spec.partition("(")[0] in DESIGNS and spec.partition("(")[0] not in PROCEDURES:
        raise InputError("procedures", f"{spec} is a design; write '{spec} + TEST', with a test such as corrected-t")
    return PROCEDURES.parse(spec)


def is_fixed(procedure: Procedure) -> bool:
    """Return whether a procedure is a design and a test, known before anything is run."""
    if isinstance(procedure, FixedProcedure) and procedure.adds_fits:
        return False
    return isinstance(procedure, FixedProcedure | Combination) and procedure.test is not None


def parts_of(procedure: Procedure) -> tuple[Design, SignificanceTest]:
    """Return the design and the test of a procedure with a fixed design."""
    if isinstance(procedure, FixedProcedure | Combination) and procedure.test is not None and is_fixed(procedure):
        return procedure.design, procedure.test
    raise InputError("procedure", f"{procedure} has no fixed design")
