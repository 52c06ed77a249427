"""A source with one parameter at several values."""

from fractions import Fraction

from outperform.core import InputError, did_you_mean, split_spec
from outperform.core.spec import spec_fields
from outperform.sources import CATALOGUE, LEAGUES

MOST = 10_000  # values; more are taken to be a typing error


def sources_over(source: str, over: str) -> list[str]:
    """Return a source per value of ``name=from:to:step``, both ends included.

    Examples
    --------
    >>> sources_over("task-one(n=200)", "step=0:4:2")
    ['task-one(step=0, n=200)', 'task-one(step=2, n=200)', 'task-one(step=4, n=200)']
    """
    name, _, span = over.partition("=")
    sources = LEAGUES if source.partition("(")[0].strip() in LEAGUES else CATALOGUE
    base = sources.parse(source)
    known = [field.name for field in spec_fields(type(base))]
    if name not in known:
        raise InputError("--over", f"{base.slug} has no parameter {name!r}; {did_you_mean(name, known)}")
    given = split_spec(source)[1]
    specs = [_spec(base.slug, known, {**given, name: value}) for value in _values(span)]
    for spec in specs:
        sources.parse(spec)
    return specs


def _spec(slug: str, known: list[str], given: dict[str, object]) -> str:
    """Write what is given, the changing parameter even at its default, in the order of the source's parameters."""
    return f"{slug}({', '.join(f'{name}={given[name]!r}' for name in known if name in given)})"


def _values(span: str) -> list[int | float]:
    try:
        low, high, step = (Fraction(part) for part in span.split(":"))
    except (ValueError, ZeroDivisionError):
        raise InputError(
            "--over", f"must be NAME=FROM:TO:STEP, such as step=0:40:4, got {span!r} after the ="
        ) from None
    if step <= 0 or high < low:
        raise InputError("--over", f"STEP must be above 0 and TO not below FROM, got {span}")
    count = int((high - low) / step)
    if low + step * count != high:
        raise InputError("--over", f"steps of {step} from {low} do not end at {high}; choose another TO or STEP")
    if count >= MOST:
        raise InputError("--over", f"has {count + 1} values, at most {MOST} are allowed; choose a larger STEP")
    values = [low + step * index for index in range(count + 1)]
    return [int(value) if value.denominator == 1 else float(value) for value in values]
