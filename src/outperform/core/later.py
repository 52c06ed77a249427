"""Facts that are computed when somebody asks for them, and then kept."""

from collections.abc import Callable
from dataclasses import fields as dataclass_fields
from functools import cached_property
from typing import Any, Generic, TypeVar, cast

T = TypeVar("T")
_REQUIRED = object()


class Later(Generic[T]):
    """A value that is computed once, where it is needed; pickles and copies hold the value itself."""

    def __init__(self, compute: Callable[[], T]) -> None:
        self.compute = compute

    @cached_property
    def value(self) -> T:
        """The value; computed the first time."""
        return self.compute()

    def __reduce__(self) -> tuple[Any, ...]:
        return _same, (self.value,)


def _same(value: T) -> T:
    return value


def later(compute: Callable[[], T]) -> T:
    """Return what stands for a value until somebody asks a field that is a ``fact`` for it."""
    return cast("T", Later(compute))


class _Fact:
    """A field of a dataclass that takes a value, or what computes it ``later``."""

    def __init__(self, default: Any) -> None:
        self.default = default

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: Any, owner: type) -> Any:
        if instance is None:  # the dataclass asks for the default
            if self.default is _REQUIRED:
                raise AttributeError(self.name)
            return self.default
        value = instance.__dict__[self.name]
        if isinstance(value, Later):
            value = instance.__dict__[self.name] = value.value
        return value

    def __set__(self, instance: Any, value: Any) -> None:
        instance.__dict__[self.name] = value


def fact(default: Any = _REQUIRED) -> Any:
    """Return a field of a dataclass whose value may be computed ``later``: when it is first asked for.

    Examples
    --------
    >>> from dataclasses import dataclass, replace
    >>> @dataclass(frozen=True)
    ... class Circle:
    ...     radius: float
    ...     area: float = fact()
    >>> circle = Circle(2.0, later(lambda: print("computing") or 12.57))
    >>> circle.area, circle.area
    computing
    (12.57, 12.57)
    >>> replace(circle, radius=1.0)
    Circle(radius=1.0, area=12.57)
    """
    return _Fact(default)


def changed(value: T, **fields: Any) -> T:
    """Return a dataclass with other values of some fields, as ``replace`` does; what comes later stays later."""
    return type(value)(**{each.name: value.__dict__[each.name] for each in dataclass_fields(value)} | fields)  # type: ignore[arg-type]
