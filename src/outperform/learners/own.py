"""A user's own learner: ``models.py:NAME`` or ``package.module:NAME``, which the user typed.

NAME is an estimator, a class, or a function that returns an estimator; parameters may follow a class or a function.
"""

import re
from collections.abc import Callable, Iterable
from inspect import Parameter, signature
from types import ModuleType
from typing import Any

from outperform.core import InputError, Learner, did_you_mean, split_spec
from outperform.core.own import attempt, attribute_of, import_own, read_code, run_code
from outperform.learners.local_code import own_modules

_PLACE = re.compile(r"(.+\.py|[A-Za-z_]\w*(?:\.\w+)*):([A-Za-z_]\w*)\s*(\(.*\))?", re.DOTALL)


def is_own(given: Any) -> bool:
    """Return whether a learner is written as a name in a file or module of the user's.

    Examples
    --------
    >>> is_own("models.py:make"), is_own("package.module:Net(hidden=5)"), is_own("sklearn.svm.SVC"), is_own("nb")
    (True, True, False, False)
    """
    return isinstance(given, str) and (_PLACE.fullmatch(given.strip()) is not None or given.endswith(".py"))


def are_own(given: Iterable[Any]) -> bool:
    """Return whether all learners, objects or texts, are the user's own: they get the rows as the user has them."""
    return all(is_own(each) or not isinstance(each, str) for each in given)


def place_of(given: str) -> str:
    """Return the file or the module of a user's own learner.

    Examples
    --------
    >>> place_of("models.py:make"), place_of("package.module:Net(hidden=5)")
    ('models.py', 'package.module')
    """
    return _split(given)[0]


def check_defined(given: str) -> None:
    """Run the file or import the module; raise an InputError for a class or function that is only imported there.

    For a name that a file says: who allows a file allows what it defines, not all that it can reach.
    """
    where, name, _ = _split(given)
    module = _module(where)
    found = attribute_of(module, name, where, "learners")
    if _is_made(found) or getattr(found, "__module__", None) == module.__name__:
        return
    raise InputError("learners", f"{given}: {name} is not defined in {where}, only imported there")


def _split(given: str) -> tuple[str, str, str | None]:
    """Return file or module, name, and arguments in brackets."""
    match = _PLACE.fullmatch(given.strip())
    if match is None:
        raise InputError("learners", f"which learner of {given}? Write {given}:NAME")
    return match[1], match[2], match[3]


def own_maker(given: str) -> Callable[[], Any]:
    """Run the file or import the module, and return what makes the estimator that it has under the name."""
    where, name, arguments = _split(given)
    module = _module(where)
    _send_by_value(module)
    found = attribute_of(module, name, where, "learners")
    parameters = split_spec(f"{name.lstrip('_')}{arguments or ''}")[1]
    if _is_made(found):
        if parameters:
            raise InputError("learners", f"{given} is an object and takes no parameters; write the name alone")
        return lambda: found
    _check_parameters(found, given, parameters)
    return lambda: attempt(lambda: found(**parameters), where, "learners")


def _module(where: str) -> ModuleType:
    if where.endswith(".py"):
        return run_code(where, read_code(where, "learners"), "learners")
    return import_own(where, "learners")


def _send_by_value(module: ModuleType) -> None:
    """Let workers have the classes of the user's modules, which they could not import."""
    from cloudpickle import register_pickle_by_value

    for each in own_modules(module):
        register_pickle_by_value(each)


def _is_made(found: Any) -> bool:
    """Return whether it is an object, and neither a class nor a function that makes one."""
    return not isinstance(found, type) and (isinstance(found, Learner) or hasattr(found, "fit") or not callable(found))


def _check_parameters(found: Any, given: str, parameters: dict[str, Any]) -> None:
    """Raise an InputError for parameters that a class or function does not have, and for those that it needs."""
    try:
        known = signature(found).parameters
    except (TypeError, ValueError):
        return
    kinds = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
    needed = [
        each.name
        for each in known.values()
        if each.default is Parameter.empty and each.kind not in kinds and each.name not in parameters
    ]
    if needed:
        name = given.partition("(")[0]
        raise InputError(
            "learners", f"{name} needs {', '.join(needed)}; write {name}({needed[0]}=...) or give a default"
        )
    if not any(each.kind is Parameter.VAR_KEYWORD for each in known.values()):
        for name in parameters:
            if name not in known:
                near = did_you_mean(name, known) if known else "it takes no parameters"
                raise InputError("learners", f"{given} has no parameter {name!r}; {near}")
