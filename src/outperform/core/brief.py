"""One line for objects that hold arrays, frames or many parts, where a notebook or a failing test shows them."""

from dataclasses import fields
from typing import Any

from outperform.visible import short


class Brief:
    """A dataclass that is shown as one line: arrays by type and shape, long lists by their first parts.

    Fields that have their default are left out. Derived classes are dataclasses with ``repr=False``.

    Examples
    --------
    >>> import numpy as np
    >>> from outperform.core import Scores
    >>> Scores(("tree", "bayes"), "accuracy", np.zeros((2, 10, 10)))
    Scores(learners=('tree', 'bayes'), metric='accuracy', values=float64[2, 10, 10])
    """

    def __repr__(self) -> str:
        """Write the class and the fields that do not have their default."""
        shown = ((field, getattr(self, field.name)) for field in fields(self) if field.repr)  # type: ignore[arg-type]
        parts = [f"{field.name}={short(value)}" for field, value in shown if not _is(field.default, value)]
        return f"{type(self).__name__}({', '.join(parts)})"


def _is(default: Any, value: Any) -> bool:
    """Return whether a field has its default."""
    return value is None or (type(value) is type(default) and bool(default == value))
