"""Learners from what a user writes: objects, specs of the catalogue, short names, dotted class names."""

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from inspect import signature
from typing import Any

from outperform.core import Dataset, InputError, Learner, SpecError, did_you_mean, split_spec
from outperform.learners._catalogue import CATALOGUE
from outperform.learners.short import RECIPES, class_behind, short_estimator, unknown_learner
from outperform.learners.sklearn import Estimator


def learners_of(given: Any, dataset: Dataset, allow_modules: Iterable[str] = ()) -> dict[str, Learner]:
    """Return the learners of a contest by name, from a dict, or from a list whose items name them."""
    if isinstance(given, Mapping):
        named = {str(name): value for name, value in given.items()}
        if len(named) < len(given):
            raise InputError("learners", f"two of them are called {_twice(given)!r}; names must differ as text")
    elif isinstance(given, Sequence) and not isinstance(given, str):
        named = _names(given)
    else:
        raise InputError("learners", f"must be a list or a dict by name, got {given!r}")
    if len(named) < 2:
        raise InputError("learners", f"a comparison needs at least two, got {len(named)}")
    return {name: learner_of(value, dataset, allow_modules) for name, value in named.items()}


def _names(given: Sequence[Any]) -> dict[str, Any]:
    """Name each item by its text or its class; a second one of a name gets a number, so the first keeps its seeds."""
    names = [value if isinstance(value, str) else type(value).__name__ for value in given]
    counts: dict[str, int] = {}
    named = {}
    for name, value in zip(names, given, strict=True):
        counts[name] = counts.get(name, 0) + 1
        named[name if counts[name] == 1 else f"{name} {counts[name]}"] = value
    return named


def learner_of(given: Any, dataset: Dataset, allow_modules: Iterable[str] = ()) -> Learner:
    """Return the learner of an object with fit and predict, a spec, a short name, or a dotted class name.

    A name without parameters that is both a short name and a slug (``mlp``) is the short name.
    """
    if isinstance(given, Learner):
        return given
    if not isinstance(given, str):
        return Estimator(given, own=True)
    name, parameters = split_spec(given)
    if name in CATALOGUE and (parameters or name not in RECIPES):
        return CATALOGUE.parse(given)
    if "." in name:
        return Estimator(_build(_import_class(name, allow_modules), name, parameters))
    if name not in RECIPES:
        raise InputError("learners", f"{name!r} is not known; {unknown_learner(name, {*RECIPES, *CATALOGUE})}")
    if parameters:
        raise SpecError(given, f"the short name {name} takes no parameters; write {class_behind(name)}(...)")
    return Estimator(short_estimator(name, dataset))


def _twice(given: Mapping[Any, Any]) -> str:
    names = [str(name) for name in given]
    return next(name for name in names if names.count(name) > 1)


def _import_class(dotted: str, allow_modules: Iterable[str]) -> type:
    """Import a class of scikit-learn, or of a module that the user has allowed."""
    module, _, name = dotted.rpartition(".")
    top = dotted.partition(".")[0]
    if top not in {"sklearn", *allow_modules}:
        raise InputError(
            "learners",
            f"{dotted} is not in scikit-learn; to import it pass --allow-module {top} (allow_modules=[{top!r}])",
        )
    try:
        kind = getattr(import_module(module), name, None)
    except Exception as error:
        raise InputError("learners", f"{dotted} cannot be imported: {error}") from None
    if not isinstance(kind, type) or not hasattr(kind, "predict"):
        known = [entry for entry, value in vars(import_module(module)).items() if hasattr(value, "predict")]
        raise InputError("learners", f"{dotted} is not a class with predict; {did_you_mean(name, known)}")
    return kind


def _build(kind: type, spec: str, parameters: dict[str, Any]) -> Any:
    known = signature(kind).parameters
    for name in parameters:
        if name not in known:
            raise SpecError(spec, f"has no parameter {name!r}; {did_you_mean(name, known)}")
    try:
        return kind(**parameters)
    except Exception as error:
        raise SpecError(spec, f"cannot be created: {error}") from None
