"""One row of the store: read with every part checked, since anything may have written to the file."""

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np

from outperform.core import Bounds, OutperformError, Values
from outperform.core.units import UNKNOWN
from outperform.metrics.fitted import scoring_of

MOST_TEXT = 1_000_000  # letters of one text
MOST_COUNT = 2**53  # rows, repeats and folds
MOST_SECONDS = 1e10  # three hundred years, so that sums are finite
KINDS = "biufU"  # of predictions: numbers and text
SLACK = 1e-9  # a score may leave the bounds of its metric by rounding


class DamagedRowError(OutperformError):
    """A row of the store cannot be used; the fit is made again."""


@dataclass(frozen=True, eq=False)
class StoredFit:
    """One row of the store."""

    key: str
    dataset: str
    learner: str
    spec: str
    repeat: int
    fold: int
    n_train: int
    n_test: int
    scores: Mapping[str, float]
    seconds: float
    predictions: Values | None = None
    made: float = 0.0  # when, in seconds since 1970
    code: Mapping[str, str] = field(default_factory=dict)  # digests of the user's modules that were loaded, by name

    def joined(self, known: "StoredFit | None") -> "StoredFit":
        """Return the fit with the scores and predictions that the store has of it, where those ran the same code."""
        if known is None or any(self.code.get(name, digest) != digest for name, digest in known.code.items()):
            return self
        said = known.predictions if self.predictions is None else self.predictions
        scores, code = {**known.scores, **self.scores}, {**known.code, **self.code}
        return replace(known, scores=scores, code=code, predictions=said, made=min(known.made, self.made))

    def check_sizes(self, n_train: int, n_test: int) -> None:
        """Raise DamagedRowError unless it is a fit on so many rows."""
        if (self.n_train, self.n_test) != (n_train, n_test):
            got = f"{self.n_train} training and {self.n_test} test rows"
            raise DamagedRowError(f"{got} instead of {n_train} and {n_test}")

    def check_bounds(self, bounds: Mapping[str, Bounds]) -> None:
        """Raise DamagedRowError for a score that its metric cannot have."""
        for name, score in self.scores.items():
            low, high = bounds.get(name, UNKNOWN)
            if not low - SLACK <= score <= high + SLACK:
                raise DamagedRowError(f"a score of {score:g}, but {name} is between {low:g} and {high:g}")

    def check_predictions(self, *, text: bool | None) -> None:
        """Raise DamagedRowError for predictions that are not finite, or are text where they must not be."""
        said = self.predictions
        if said is None:
            return
        if text is not None and text != (said.dtype.kind == "U"):
            raise DamagedRowError(f"predictions that are {'numbers' if text else 'text'}")
        if said.dtype.kind == "f" and not np.isfinite(said).all():
            raise DamagedRowError("predictions that are not finite")


@lru_cache(maxsize=256)  # of the process: it follows from the name
def bounds_of(metric: str) -> Bounds:
    """Return the bounds of a metric of ours or of scikit-learn by its name; unknown ones have none."""
    try:
        return scoring_of(metric).bounds if len(metric) < 200 else UNKNOWN
    except OutperformError:
        return UNKNOWN


def stored_fit(row: tuple[Any, ...]) -> StoredFit:
    """Read a row; raise DamagedRowError for one that nobody of us wrote."""
    *plain, text, seconds, dtype, blob, made, code = row
    names, counts = plain[:4], plain[4:]
    _require(all(map(_is_text, names)), "a name that is not text")
    _require(
        all(type(count) is int and 0 < count < MOST_COUNT for count in counts),
        "a place or a size that is not a whole number",
    )
    _require(isinstance(seconds, float) and 0 <= seconds < MOST_SECONDS, "seconds that no fit takes")
    _require(isinstance(made, float) and 0 <= made < MOST_SECONDS, "a time that cannot be")
    predictions = _array(dtype, blob)
    _require(predictions is None or len(predictions) == counts[3], "predictions for another number of rows")
    values = [*plain, _scores(text), seconds, predictions, made, _code(code)]
    return StoredFit(*values)


def row_of(fit: StoredFit) -> tuple[Any, ...]:
    """Write a fit as a row."""
    dtype, blob = _bytes(fit.predictions)
    plain = (fit.key, fit.dataset, fit.learner, fit.spec, fit.repeat, fit.fold, fit.n_train, fit.n_test)
    told = json.dumps(dict(sorted(fit.code.items())))
    return *plain, json.dumps(dict(fit.scores)), fit.seconds, dtype, blob, fit.made, told


def _require(fits: bool, found: str) -> None:  # noqa: FBT001 - it is the condition itself
    if not fits:
        raise DamagedRowError(found)


def _is_text(value: Any) -> bool:
    """Return whether a value is valid text of a usual length."""
    if not isinstance(value, str) or len(value) > MOST_TEXT:
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _object(text: Any, word: str) -> dict[str, Any]:
    """Read a JSON object."""
    _require(_is_text(text), f"{word} that are not text")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise DamagedRowError(f"{word} that are not JSON") from None
    _require(isinstance(found, dict), f"{word} without names")
    return dict(found)


def _code(text: Any) -> dict[str, str]:
    """Read digests of modules by name."""
    found = _object(text, "digests")
    _require(all(isinstance(digest, str) for digest in found.values()), "a digest that is not text")
    return found


def _scores(text: Any) -> dict[str, float]:
    """Read scores by metric: a flat JSON object of finite numbers."""
    found = _object(text, "scores")
    _require(all(type(score) in (int, float) for score in found.values()), "a score that is not a number")
    _require(all(abs(score) <= sys.float_info.max for score in found.values()), "a score that is not finite")
    return {name: float(score) for name, score in found.items()}


def _bytes(array: Values | None) -> tuple[str | None, bytes | None]:
    """Write an array as its dtype and its bytes; text of any kind becomes fixed-width text."""
    if array is None:
        return None, None
    natural = np.array(array.tolist()) if array.dtype.kind == "O" else array
    plain = natural.astype(str) if natural.dtype.kind in "OUS" else natural
    little = plain.astype(plain.dtype.newbyteorder("<"))
    return little.dtype.str, little.tobytes()


def _array(dtype: Any, blob: Any) -> Values | None:
    """Read an array of plain values."""
    if dtype is None and blob is None:
        return None
    _require(_is_text(dtype) and len(dtype) < 20 and isinstance(blob, bytes), "predictions that are not bytes")
    try:
        kind = np.dtype(dtype)
        found: Values = np.frombuffer(blob, dtype=kind)
    except (TypeError, ValueError, SyntaxError):
        raise DamagedRowError("predictions that are not an array") from None
    _require(kind.kind in KINDS and kind.names is None and kind.subdtype is None, "predictions of another kind")
    return found
