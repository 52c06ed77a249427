"""NaN of another sign or payload in all arithmetic of the package, as other machines make it.

IEEE 754 leaves the sign and the payload of a NaN open, and machines differ: 0/0 is a NaN with its sign bit set on
x86 and without it on ARM, and WebAssembly may choose anew at every step. ``pytest --nan negative`` runs any part of
the suite in this way.
"""

import builtins
import math
import sys
from contextlib import contextmanager

import numpy as np

LAST = np.uint64(1)
PATTERNS = {  # bits of a NaN
    "positive": np.uint64(0x7FF8_0000_0000_0000),
    "negative": np.uint64(0xFFF8_0000_0000_0000),
    "negative, payload": np.uint64(0xFFF8_0000_0000_0001),
    "positive, payload": np.uint64(0x7FFF_FFFF_FFFF_FFFF),
}


def nan_of(pattern):
    """Return a NaN of these bits as a Python float."""
    return float(PATTERNS[pattern].view(np.float64))


def turned(value, pattern):
    """Return a value whose NaN have other bits, in place where an array can be written."""
    if isinstance(value, tuple) and type(value) is tuple:
        return tuple(turned(each, pattern) for each in value)
    if isinstance(value, np.float64):
        return np.float64(nan_of(pattern)) if np.isnan(value) else value
    if type(value) is not np.ndarray or value.dtype != np.float64 or not np.isnan(value).any():
        return value
    there = np.isnan(value)
    if not value.flags.writeable:
        value = value.copy()
    value[there] = nan_of(pattern)
    return value


class _Turned:
    """A function of numpy whose results have NaN of other bits."""

    def __init__(self, function, pattern, path):
        self.function, self.pattern, self.path = function, pattern, path

    def __call__(self, *args, **kwargs):
        _watch(self.path, args, kwargs)
        return turned(self.function(*args, **kwargs), self.pattern)

    def __getattr__(self, name):
        found = getattr(self.function, name)
        return _Turned(found, self.pattern, f"{self.path}.{name}") if callable(found) else found


class Numpy:
    """The module numpy, with NaN of other bits in whatever its functions return."""

    def __init__(self, pattern, module=np, path="np"):
        self._pattern, self._module, self._path = pattern, module, path

    def __getattr__(self, name):
        found, path = getattr(self._module, name), f"{self._path}.{name}"
        if isinstance(found, float) and math.isnan(found):
            return nan_of(self._pattern)
        if name in ("linalg", "special") and isinstance(found, type(np)):
            return Numpy(self._pattern, found, path)
        if isinstance(found, type) or not callable(found) or name == "errstate":
            return found
        return _Turned(found, self._pattern, path)


class NanOrderError(AssertionError):
    """The order of NaN among numbers decides."""


def _watch(path, args, kwargs):
    """Raise an error where NaN is asked for its place: the largest of numbers and NaN is the first NaN."""
    if path in ("np.argmax", "np.argmin") and args:
        values = np.asarray(args[0])
        if values.dtype.kind == "f" and np.isnan(values).any():
            raise NanOrderError(path)
    del kwargs


def _watched(name):
    """Return ``min``, ``max`` or ``sorted`` that raises an error where one of several numbers is NaN."""
    plain = getattr(builtins, name)

    def watched(*args, **kwargs):
        values = list(args[0]) if len(args) == 1 else list(args)
        key = kwargs.get("key") or (lambda value: value)
        if len(values) > 1 and any(_is_nan(key(value)) for value in values):
            raise NanOrderError(name)
        return plain(values, **kwargs) if len(args) == 1 else plain(*args, **kwargs)

    return watched


def _is_nan(value):
    parts = value if isinstance(value, tuple) else (value,)
    return any(isinstance(part, float) and math.isnan(part) for part in parts)


@contextmanager
def nans(pattern):
    """Run the package with NaN of these bits, and stop where the order of NaN decides."""
    numpy, before = Numpy(pattern), []
    checks = {name: _watched(name) for name in ("min", "max", "sorted")}
    for path, module in list(sys.modules.items()):
        if not path.startswith("outperform") or module is None:
            continue
        space = vars(module)
        changes = {name: numpy for name, value in space.items() if value is np}
        changes |= {name: Numpy(pattern, value, "special") for name, value in space.items() if _is_special(value)}
        changes |= {name: check for name, check in checks.items() if name not in space}
        before.append((space, {name: space.get(name) for name in changes}))
        space.update(changes)
    try:
        yield
    finally:
        for space, values in before:
            for name, value in values.items():
                if value is None:
                    del space[name]
                else:
                    space[name] = value


def _is_special(value):
    return isinstance(value, type(np)) and value.__name__ in ("scipy.special", "outperform.significance.special")
