"""The learners of a manifest: as the user passes them again, or as the manifest names them."""

import shlex
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from outperform.core import InputError
from outperform.core.own import check_files, check_modules, is_allowed
from outperform.learners import check_foreign, is_own
from outperform.learners.own import check_defined, place_of

OBJECT = "was given as an object, which a manifest cannot hold"


def named_learners(
    told: Mapping[str, Any], given: Any, allow_modules: Iterable[str] = (), allow_files: Iterable[str | Path] = ()
) -> dict[str, Any]:
    """Name the learners as the manifest does; their seeds depend on the names.

    A file or module that only the manifest names is not run unless the user allows it.
    """
    modules, files = set(check_modules(allow_modules)), check_files(allow_files)
    if given is not None:
        return _typed([each["name"] for each in told["learners"]], given)
    own = [each for each in told["learners"] if is_own(each["spec"])]
    for each in told["learners"]:
        if each["spec"] is None:
            raise InputError("learners", f"{each['name']} {OBJECT}; pass it to outperform.verify(learners=...)")
    for each in own:
        where = place_of(each["spec"])
        if not (is_allowed(where, files) if where.endswith(".py") else where in modules):
            raise InputError("learners", _not_run(each["spec"], where, [every["name"] for every in told["learners"]]))
    for each in own:
        check_defined(each["spec"])
    check_foreign([each["spec"] for each in told["learners"] if each not in own], modules, "a manifest")
    return {each["name"]: each["spec"] for each in told["learners"]}


def _typed(names: list[str], given: Any) -> dict[str, Any]:
    values = list(given.values()) if isinstance(given, Mapping) else list(given)
    if len(values) != len(names) or (isinstance(given, Mapping) and list(given) != names):
        raise InputError("learners", f"must be those of the manifest, in this order: {', '.join(names)}")
    return dict(zip(names, values, strict=True))


def _not_run(spec: str, where: str, names: list[str]) -> str:
    """Return why a learner is not made, and what to type."""
    flag, argument = ("--allow-file", "allow_files") if where.endswith(".py") else ("--allow-module", "allow_modules")
    problem = f"{spec} is code in a file or module, which is not run because a manifest names it"
    how = f"if you trust it, pass {flag} {shlex.quote(where)} ({argument}=[{where!r}])"
    return f"{problem}; {how}, or all learners yourself: --learners {shlex.join(names)} (learners=[...])"
