"""Learners from what a user writes: objects, specs of the catalogue, short names, class names, names in own files."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, Literal

from outperform.core import Dataset, InputError, Learner, SpecError, did_you_mean, split_spec
from outperform.learners._catalogue import CATALOGUE
from outperform.learners.build import build
from outperform.learners.estimator_kind import looked_into
from outperform.learners.fitting import fitted_to
from outperform.learners.own import is_own, own_maker
from outperform.learners.short import RECIPES, class_behind, short_learner, unknown_learner
from outperform.learners.sklearn import Estimator
from outperform.learners.weka.jar import CLASSIFIERS
from outperform.surface import either, option
from outperform.visible import short

SAVED = (".pkl", ".pickle", ".joblib", ".sav", ".skops", ".onnx", ".h5", ".pt", ".pth")  # files of fitted models
_NAMED = re.compile(r"([^=():/\\'\"]*[^=():/\\'\"\s][^=():/\\'\"]*)=([^=].*)", re.DOTALL)
Encode = Literal["auto", "none"]
"""Which learners get encoded columns: ``auto`` all that cannot take them as they are, ``none`` no user's learner."""


def learners_of(
    given: Any,
    dataset: Dataset,
    allow_modules: Iterable[str] = (),
    *,
    encode: Encode | None = None,
    typed: bool = False,
) -> dict[str, Learner]:
    """Return the learners of a contest by name; what users pass is read by ``named_learners``.

    ``encode`` and ``typed`` are those of ``learner_of``.
    """
    return {
        name: learner_of(value, dataset, allow_modules, encode=encode, typed=typed)
        for name, value in named_learners(given, allow_modules, typed=typed).items()
    }


def named_learners(given: Any, allow_modules: Iterable[str] = (), *, typed: bool = False) -> dict[str, Any]:
    """Name what users pass as learners; raise an InputError for what is no learner, before any data are looked at.

    A dict, or a list in which each item names itself, is written ``name=learner``, or is a tuple (name, learner).

    Examples
    --------
    >>> named_learners(["nb", "stump=tree", ("deep", "tree"), "tree"])
    {'nb': 'nb', 'stump': 'tree', 'deep': 'tree', 'tree': 'tree'}
    """
    if isinstance(given, Mapping):
        named = {str(name): value for name, value in given.items()}
        if len(named) < len(given):
            raise InputError("learners", f"two of them are called {_twice(given)!r}; names must differ as text")
    elif isinstance(given, Sequence) and not isinstance(given, str):
        named = _names(_separated(given))
    else:
        kind = repr(given) if isinstance(given, str) else type(given).__name__
        raise InputError("learners", f"must be a list of learners, or a dict from names to learners, got {kind}")
    if len(named) < 2:
        raise InputError("learners", f"a comparison needs at least two, got {len(named)}")
    for value in named.values():
        if isinstance(value, str):
            _maker(value, allow_modules, typed=typed)
    return named


def named_of(given: Any) -> tuple[str | None, Any]:
    """Split ``name=learner``, or a tuple (name, learner), into both; the name is None where none is given.

    Examples
    --------
    >>> named_of("rf=models.py:make(trees=5)"), named_of("knn(k=1)"), named_of("runs/a=b/models.py:make")
    (('rf', 'models.py:make(trees=5)'), (None, 'knn(k=1)'), (None, 'runs/a=b/models.py:make'))
    """
    if isinstance(given, str):
        match = _NAMED.fullmatch(given.strip())
        return (None, given) if match is None else (match[1].strip(), match[2].strip())
    if not isinstance(given, tuple):
        return None, given
    if len(given) != 2 or not isinstance(given[0], str) or not given[0].strip():
        raise InputError("learners", f"a tuple must be (name, learner), got {short(given)}")
    return given[0], given[1]


def _separated(given: Sequence[Any]) -> Sequence[Any]:
    """Raise an InputError for several short names in one text."""
    known = {*RECIPES, *CATALOGUE}
    for each in given:
        parts = [part.strip() for part in each.split(",")] if isinstance(each, str) and "," in each else []
        if parts and all(part in known or not part for part in parts):
            apart = [part for part in parts if part]
            raise InputError("learners", f"{each!r}: separate them: {either(' '.join(apart), str(apart))}")
    return given


def _names(given: Sequence[Any]) -> dict[str, Any]:
    """Name each item by its text or its class; a second one gets a number, so the first keeps its seeds.

    Names that the user gives stay as they are, so two of them must differ.
    """
    pairs = [named_of(value) for value in given]
    usual = [value if isinstance(value, str) else type(value).__name__ for _, value in pairs]
    counts: Counter[str] = Counter()
    named: dict[str, Any] = {}
    for (name, value), text in zip(pairs, usual, strict=True):
        if name is None:
            counts[text] += 1
            name = text if counts[text] == 1 else f"{text} {counts[text]}"
        if name in named:
            raise InputError("learners", f"two of them are called {name!r}; names must differ")
        named[name] = value
    return named


def learner_of(
    given: Any,
    dataset: Dataset,
    allow_modules: Iterable[str] = (),
    *,
    encode: Encode | None = None,
    typed: bool = False,
) -> Learner:
    """Return the learner of an object with fit and predict, a spec, a short name, a class name or a name in a file.

    A name without parameters that is both a short name and a slug (``mlp``) is the short name.

    Parameters
    ----------
    encode
        Whose columns are prepared where an estimator cannot take them as they are: those of class names (None), of
        objects and of names in files too (``"auto"``), or of neither (``"none"``).
    typed
        Whether the user typed the name, so that a file or module of the user's may be run.
    """
    if isinstance(given, Learner):
        given.check(dataset)
        return given
    if not isinstance(given, str):
        return _estimator(given, dataset, own=True, encode=encode == "auto")
    return _maker(given, allow_modules, typed=typed)(dataset, encode)


def _maker(given: str, allow_modules: Iterable[str], *, typed: bool) -> Callable[[Dataset, Encode | None], Learner]:
    """Return what makes the learner of a text for a dataset; raise an InputError for a text that is none."""
    if is_own(given):
        if not typed:
            problem = f"{given} is in a file or module of your own, which runs only where you type it"
            raise InputError("learners", f"{problem}: in compare, budget and league")
        make = own_maker(given)
        return lambda dataset, encode: _own(given, make(), dataset, encode)
    name, parameters = split_spec(given)
    if name in CATALOGUE and (parameters or name not in RECIPES):
        made = CATALOGUE.parse(given)
        return lambda dataset, _: learner_of(made, dataset)
    if "." in name:
        built = build(_import_class(name, allow_modules), name, parameters)
        return lambda dataset, encode: _estimator(built, dataset, own=False, encode=encode != "none")
    if name not in RECIPES:
        raise InputError("learners", f"{name!r} is not known; {unknown_learner(name, {*RECIPES, *CATALOGUE})}")
    if parameters:
        raise SpecError(given, f"the short name {name} takes no parameters; write {class_behind(name)}(...)")
    return lambda dataset, _: short_learner(name, dataset)


def _estimator(given: Any, dataset: Dataset, *, own: bool, encode: bool) -> Estimator:
    """Make the learner of an estimator; what its own code raises before any fit is an error about it."""
    with looked_into(given):
        made = fitted_to(given, dataset, own=own, encode=encode)
        _ = made.classifies
    return made


def _own(given: str, made: Any, dataset: Dataset, encode: Encode | None) -> Learner:
    """Return the learner that a file or module of the user's made."""
    if isinstance(made, Learner):
        return made
    try:
        return _estimator(made, dataset, own=True, encode=encode == "auto")
    except InputError as error:
        raise InputError("learners", f"{given}: {error.problem}") from None


class ForeignError(InputError):
    """A file names a learner whose parameters choose code of another package, which the user has not allowed."""


def check_foreign(specs: Iterable[str], allow_modules: Iterable[str], who: str) -> None:
    """Raise a ForeignError for learners that a file names and whose parameters choose code, such as a class of Weka.

    A name that is not known is left to those who make the learner.
    """
    for spec in specs:
        try:
            made = CATALOGUE.parse(spec)
        except InputError:
            continue
        for package in made.foreign:
            if package not in set(allow_modules):
                problem = f"{spec} chooses code of {package}, which is not run because {who} names it"
                how = f"if you trust it, pass {option('allow_modules', [package])}"
                raise ForeignError("learners", f"{problem}; {how}")


def _twice(given: Mapping[Any, Any]) -> str:
    names = [str(name) for name in given]
    return next(name for name in names if names.count(name) > 1)


def _import_class(dotted: str, allow_modules: Iterable[str]) -> type:
    """Import a class of scikit-learn, or of a module that the user has allowed."""
    module, _, name = dotted.rpartition(".")
    top = dotted.partition(".")[0]
    if dotted.lower().endswith(SAVED):
        problem = f"{dotted} is not loaded: a saved model may run any code when it is read"
        raise InputError("learners", f"{problem}; write a function that returns the estimator, models.py:NAME")
    if dotted.startswith(CLASSIFIERS):
        raise InputError("learners", f"{dotted} is a class of Weka; write weka(classname={dotted!r})")
    if top not in {"sklearn", *allow_modules}:
        raise InputError(
            "learners",
            f"{dotted} is not in scikit-learn; to import it pass {option('allow_modules', [top])},"
            f" or for a model of your own write {module}:{name}",
        )
    try:
        kind = getattr(import_module(module), name, None)
    except Exception as error:
        raise InputError("learners", f"{dotted} cannot be imported: {error}") from None
    if not isinstance(kind, type) or not hasattr(kind, "predict"):
        known = [entry for entry, value in vars(import_module(module)).items() if hasattr(value, "predict")]
        near = did_you_mean(name, known) if known else "use it in a pipeline of your own, models.py:NAME"
        raise InputError("learners", f"{dotted} is not a class with predict; {near}")
    return kind
