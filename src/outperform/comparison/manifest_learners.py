"""The learners of a manifest: as the user passes them again, or as the manifest names them."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from outperform.core import InputError
from outperform.core.own import check_files, check_modules, is_allowed
from outperform.learners import check_foreign, is_own, named_of
from outperform.learners.own import check_defined, place_of
from outperform.surface import option

OBJECT = "was given as an object, which a manifest cannot hold"


def manifest_learners(
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
    pairs = list(given.items()) if isinstance(given, Mapping) else [named_of(each) for each in given]
    if len(pairs) != len(names) or any(own not in (None, name) for (own, _), name in zip(pairs, names, strict=True)):
        raise InputError("learners", f"must be those of the manifest, in this order: {', '.join(names)}")
    return {name: value for name, (_, value) in zip(names, pairs, strict=True)}


def _not_run(spec: str, where: str, names: list[str]) -> str:
    """Return why a learner is not made, and what to type."""
    argument = "allow_files" if where.endswith(".py") else "allow_modules"
    problem = f"{spec} is code in a file or module, which is not run because a manifest names it"
    how = f"if you trust it, pass {option(argument, [where])}"
    return f"{problem}; {how}, or all learners yourself: {option('learners', names)}"
