"""How much wider a learner's null distribution is than the nominal threshold takes it to be: a table of factors.

The factor belongs to the learner (`outperform lab calibrate` measures it): nothing in the outcomes of one dataset
tells it well enough. The shipped table lies beside this file; what a user measures is kept in a file of theirs.
"""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from pathlib import Path
from typing import Any, Literal

from outperform.core import InputError, Learner
from outperform.learners import kind_of

UNKNOWN = 1.35  # of a learner that nobody has measured: more than all that were, decision stumps apart
KIN = {"MixedKNN": "KNeighborsClassifier", "MixedNB": "GaussianNB"}  # ours, and what they are on columns of numbers
Basis = Literal["rows", "folds"]


@dataclass(frozen=True)
class Caution:
    """What to divide theta by for one learner, and how that is known."""

    factor: float
    words: str


@dataclass(frozen=True)
class PairCaution:
    """What to divide theta by for two learners."""

    parts: tuple[Caution, Caution]

    @property
    def factor(self) -> float:
        """The root mean square of the two, at least 1: each contributes half of the difference's variance."""
        first, second = (part.factor for part in self.parts)
        return max(1.0, sqrt((first**2 + second**2) / 2))

    @property
    def words(self) -> str:
        """Say where the factors come from."""
        return " and ".join(dict.fromkeys(part.words for part in self.parts))


def caution_of(learners: Sequence[Learner], folds: int, basis: Basis) -> PairCaution:
    """Look up the factors of two learners.

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from outperform.learners import Estimator
    >>> stump = Estimator(DecisionTreeClassifier(criterion="entropy", max_depth=1))
    >>> caution_of([stump, stump], 10, "rows").factor > 1.2
    True
    """
    first, second = (_caution(kind_of(learner), folds, basis) for learner in learners)
    return PairCaution((first, second))


def _caution(kind: str, folds: int, basis: Basis) -> Caution:
    """Find the factor of a kind: its own, else the largest of its class, else what is safe for all that are known."""
    known = {**shipped(), **own()}
    name = kind.partition("(")[0]
    kin = KIN.get(name, name)
    alike = kind.replace(name, kin, 1)
    column = f"{basis}-{folds}"
    if column in known.get(kind, {}):
        return Caution(known[kind][column], f"{kind} has {known[kind][column]:.2f}")
    if column in known.get(alike, {}):
        return Caution(known[alike][column], f"{kind} is taken as {alike}, {known[alike][column]:.2f}")
    others = [row[column] for other, row in known.items() if other.partition("(")[0] == kin and column in row]
    if others:
        return Caution(max(others), f"{kind} is not measured; the largest of {kin} is {max(others):.2f}")
    return Caution(UNKNOWN, f"{kind} is not measured (outperform lab calibrate); taken as {UNKNOWN}")


@lru_cache(maxsize=1)
def shipped() -> Mapping[str, Mapping[str, float]]:
    """Give the factors that come with the package, by kind of learner and by statistic and folds."""
    table = json.loads(Path(__file__).with_name("caution.json").read_text())
    factors: Mapping[str, Mapping[str, float]] = table["factors"]
    return factors


def own_path() -> Path:
    """Give the user's file of factors: ``OUTPERFORM_FACTORS``, else in the folder for data of the user."""
    given = os.environ.get("OUTPERFORM_FACTORS")
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(given) if given else Path(home) / "outperform" / "factors.json"


def own() -> Mapping[str, Mapping[str, float]]:
    """Give the factors that the user has measured."""
    path = own_path()
    try:
        text = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise InputError(str(path), f"cannot be read: {error.strerror}") from None
    return _checked(path, text)


def _checked(path: Path, text: bytes) -> Mapping[str, Mapping[str, float]]:
    try:
        table = json.loads(text)
        return {
            str(kind): {str(column): _number(value) for column, value in row.items()}
            for kind, row in table["factors"].items()
        }
    except (ValueError, KeyError, AttributeError, TypeError):
        raise InputError(str(path), "is not a table of factors as 'outperform lab calibrate' writes it") from None


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 100:
        raise ValueError
    return float(value)


def keep(kind: str, row: Mapping[str, float]) -> Path:
    """Keep the factors of a learner in the user's file; it is replaced in one step."""
    path = own_path()
    known = dict(own())
    known[kind] = {**known.get(kind, {}), **row}
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps({"format": 1, "factors": dict(sorted(known.items()))}, indent=1) + "\n")
        part.replace(path)
    except OSError as error:
        raise InputError(str(path), f"cannot be written: {error.strerror}") from None
    return path
