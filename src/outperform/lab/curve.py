"""A source along one of its parameters."""

from fractions import Fraction

from outperform.core import InputError, did_you_mean, split_spec
from outperform.core.spec import spec_fields
from outperform.sources import CATALOGUE

MOST = 10_000  # values; more are a slip of the pen


def sources_over(source: str, over: str) -> list[str]:
    """Write a source for every value of ``name=from:to:step``, both ends included.

    Examples
    --------
    >>> sources_over("task-one(n=200)", "step=0:4:2")
    ['task-one(step=0, n=200)', 'task-one(step=2, n=200)', 'task-one(step=4, n=200)']
    """
    name, _, span = over.partition("=")
    base = CATALOGUE.parse(source)
    known = [field.name for field in spec_fields(type(base))]
    if name not in known:
        raise InputError("--over", f"{base.slug} has no parameter {name!r}; {did_you_mean(name, known)}")
    given = split_spec(source)[1]
    specs = [_spec(base.slug, known, {**given, name: value}) for value in _values(span)]
    for spec in specs:
        CATALOGUE.parse(spec)
    return specs


def _spec(slug: str, known: list[str], given: dict[str, object]) -> str:
    """Write what is given, the swept parameter even at its default, in the order of the source's parameters."""
    return f"{slug}({', '.join(f'{name}={given[name]!r}' for name in known if name in given)})"


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
    if count >= MOST:
        raise InputError("--over", f"has {count + 1} values; at most {MOST} can be run")
    values = [low + step * index for index in range(count + 1)]
    return [int(value) if value.denominator == 1 else float(value) for value in values]
