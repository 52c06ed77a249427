"""An estimator from its class and literal parameters."""

from collections.abc import Mapping
from difflib import get_close_matches
from inspect import Parameter, signature
from typing import Any

from outperform.core import SpecError, did_you_mean

TYPO = 0.85  # how near a name must be to a known one to be taken for a slip, where a class takes any name
QUIET: Mapping[str, Mapping[str, Any]] = {"catboost": {"allow_writing_files": False, "verbose": False}}
"""Parameters beside those that the user sets: a package that writes files and a line per iteration does neither."""
LOUDNESS = {"verbose", "silent", "logging_level", "verbose_eval"}  # of CatBoost, which takes one of them


def build(kind: type, spec: str, parameters: Mapping[str, Any]) -> Any:
    """Make an estimator; raise a SpecError for parameters that its class does not have.

    A class that takes any parameter (``**kwargs``, as those of XGBoost and LightGBM do) is asked for those it knows;
    one that it does not name is passed on, unless it looks like a slip.
    """
    known = _known(kind)
    for name in parameters:
        if name not in known and (not _takes_any(kind) or get_close_matches(name, known, cutoff=TYPO)):
            raise SpecError(spec, f"has no parameter {name!r}; {did_you_mean(name, known)}")
    quiet = QUIET.get(kind.__module__.partition(".")[0], {})
    if LOUDNESS & parameters.keys():
        quiet = {name: value for name, value in quiet.items() if name not in LOUDNESS}
    try:
        return kind(**{**quiet, **parameters})
    except Exception as error:
        text = next(iter(str(error).splitlines()), type(error).__name__)
        raise SpecError(spec, f"cannot be created: {text}") from None


def _known(kind: type) -> list[str]:
    """Name the parameters of a class, and where it takes any, those that an object of it reports."""
    found = [each.name for each in signature(kind).parameters.values() if each.kind not in _ANY]
    if not _takes_any(kind):
        return found
    try:
        return list(dict.fromkeys([*found, *kind().get_params()]))  # if it has none, it raises
    except Exception:
        return found


_ANY = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)


def _takes_any(kind: type) -> bool:
    return any(each.kind is Parameter.VAR_KEYWORD for each in signature(kind).parameters.values())
