"""A source along one of its parameters."""

from dataclasses import replace
from fractions import Fraction

from outperform.core import InputError, Source, SpecError, did_you_mean
from outperform.core.spec import spec_fields
from outperform.sources import CATALOGUE


def sources_over(source: str, over: str) -> list[str]:
    """Write a source for every value of ``name=from:to:step``, both ends included.

    Examples
    --------
    >>> sources_over("task-one(n=200)", "step=0:4:2")
    ['task-one(n=200)', 'task-one(step=2, n=200)', 'task-one(step=4, n=200)']
    """
    name, _, span = over.partition("=")
    base = CATALOGUE.parse(source)
    known = [field.name for field in spec_fields(type(base))]
    if name not in known:
        raise InputError("--over", f"{base.slug} has no parameter {name!r}; {did_you_mean(name, known)}")
    return [str(_with(base, name, value)) for value in _values(span)]


def _with(base: Source, name: str, value: int | float) -> Source:
    try:
        return replace(base, **{name: value})  # type: ignore[type-var]
    except SpecError:
        return replace(base, **{name: float(value)})  # type: ignore[type-var]


def _values(span: str) -> list[int | float]:
    try:
        low, high, step = (Fraction(part) for part in span.split(":"))
    except (ValueError, ZeroDivisionError):
        raise InputError("--over", f"must be NAME=FROM:TO:STEP, got {span!r}") from None
    if step <= 0 or high < low:
        raise InputError("--over", f"goes nowhere: {span}")
    count = int((high - low) / step)
    if low + step * count != high:
        raise InputError("--over", f"both ends are included, but steps of {step} from {low} miss {high}")
    values = [low + step * index for index in range(count + 1)]
    return [int(value) if value.denominator == 1 else float(value) for value in values]
