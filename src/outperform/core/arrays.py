"""Names for the arrays that flow through the package, and what numpy's masks mean in them."""

from collections.abc import ItemsView, KeysView, Mapping, Set
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outperform.core.errors import InputError

Floats = NDArray[np.float64]
"""An array of numbers."""
Ints = NDArray[np.int64]
"""An array of whole numbers."""
Bools = NDArray[np.bool_]
"""An array of booleans."""
Values = NDArray[Any]
"""An array of anything."""


def unmasked(given: Any) -> Any:
    """Return masked arrays, also those in a dict or list, as plain ones in which what is masked is missing.

    Missing numbers are NaN, other values None. Anything else is returned as it is: numpy would drop the mask silently
    and use what is below it. A set, which has no order, is refused.

    Examples
    --------
    >>> unmasked(np.ma.masked_array([1.5, 2.0], mask=[True, False]))
    array([nan,  2.])
    >>> unmasked({"a": np.ma.masked_array([1, 2], mask=[True, False]), "b": [3, 4]})
    {'a': array([nan,  2.]), 'b': [3, 4]}
    """
    if isinstance(given, np.ma.MaskedArray):
        return _filled(given)
    if isinstance(given, Mapping) and any(isinstance(each, np.ma.MaskedArray) for each in given.values()):
        return {name: unmasked(each) for name, each in given.items()}
    if isinstance(given, list | tuple) and any(isinstance(each, np.ma.MaskedArray) for each in given):
        return [unmasked(each) for each in given]
    if isinstance(given, Set) and not isinstance(given, KeysView | ItemsView):
        raise InputError("values", "are in a set, which has no order: pass a list")
    return given


def _filled(given: "np.ma.MaskedArray[Any, Any]") -> Values:
    mask = np.ma.getmaskarray(given)
    values: Values = np.asarray(given.data)
    if not mask.any():
        return values
    numbers = values.dtype.kind in "biuf"
    found = values.astype(np.float64 if numbers else object)
    found[mask] = np.nan if numbers else None
    return found
