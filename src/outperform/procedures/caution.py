"""How much wider a learner's null distribution is than the nominal threshold takes it to be: a table of factors.

The factor belongs to the learner (`outperform lab calibrate` measures it): nothing in the outcomes of one dataset
tells it well enough. The shipped table lies beside this file; what a user measures is kept in a file of theirs. Both
are read when factors are looked up for the learners at hand, never while something is judged.
"""

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from math import sqrt
from pathlib import Path
from typing import Any, Literal

from outperform.core import InputError, Learner, Origin
from outperform.learners import kind_of

UNKNOWN = 1.35  # of a learner that nobody has measured: more than all that were, decision stumps apart
KIN = {"MixedKNN": "KNeighborsClassifier", "MixedNB": "GaussianNB"}  # ours, and what they are on columns of numbers
DIGEST = 12  # hex digits of a file's SHA-256 that are shown
Basis = Literal["rows", "folds"]
BASES: tuple[Basis, Basis] = ("rows", "folds")
Table = tuple[tuple[str, float, float], ...]  # kind of learner, factor by rows, factor by folds


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
        """Where the factors come from."""
        return " and ".join(dict.fromkeys(part.words for part in self.parts))


@dataclass(frozen=True)
class Factors:
    """The factors of the learners at hand, looked up once: nothing is read when they are used."""

    table: Table
    words: Mapping[tuple[str, Basis], str] = field(default_factory=dict)  # how each is known, where it was looked up
    file: Origin | None = None  # the user's file, where one of them comes from it
    measured: Table = ()  # those of learners that are measured as they are

    def pair(self, learners: Sequence[Learner], basis: Basis) -> PairCaution:
        """Return the factors of two learners."""
        first, second = (self._caution(kind_of(learner), basis) for learner in learners)
        return PairCaution((first, second))

    def _caution(self, kind: str, basis: Basis) -> Caution:
        factors = {name: {"rows": rows, "folds": folds} for name, rows, folds in self.table}
        if kind not in factors:
            raise InputError("factors", f"have none for {kind}; leave factors out to look them up")
        factor = factors[kind][basis]
        return Caution(factor, f"{self.words.get((kind, basis), f'{kind} has')} {factor:.2f}")


def factors_of(learners: Iterable[Learner], folds: int) -> Factors:
    """Look up the factors of learners: the user's own before the shipped ones.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from outperform.learners import Estimator
    >>> [(kind, rows, _)] = factors_of([Estimator(GaussianNB())], 10).table
    >>> kind, rows
    ('GaussianNB()', 1.0)
    """
    mine, file = _own()
    known = _Known({**shipped(), **mine}, frozenset(mine))
    learners = list(learners)
    kinds = list(dict.fromkeys(kind_of(learner) for learner in learners))
    found = {(kind, basis): known.find(kind, f"{basis}-{folds}") for kind in kinds for basis in BASES}
    return Factors(
        tuple((kind, found[kind, "rows"].factor, found[kind, "folds"].factor) for kind in kinds),
        {place: each.words for place, each in found.items()},
        file if any(each.own for each in found.values()) else None,
        tuple(
            (kind, found[kind, "rows"].factor, found[kind, "folds"].factor)
            for kind in dict.fromkeys(kind_of(learner) for learner in learners if not _has_steps(learner))
            if all(found[kind, basis].words == f"{kind} has" for basis in BASES)
        ),
    )


def _has_steps(learner: Learner) -> bool:
    return hasattr(getattr(learner, "estimator", None), "steps")


def check_factors(table: Any) -> None:
    """Refuse what is no table of factors."""
    fits = isinstance(table, tuple) and all(isinstance(row, tuple) and len(row) == 3 for row in table)
    kinds = [row[0] for row in table] if fits else []
    fits = fits and all(isinstance(kind, str) for kind in kinds) and len(set(kinds)) == len(kinds)
    try:
        numbers = [_number(value) for row in table for value in row[1:]] if fits else []
    except ValueError:
        fits = False
    if not fits or not numbers:
        raise InputError(
            "factors", f"must be tuples (kind of learner, by rows, by folds), each kind once, got {table!r}"
        )


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
    return factors_of(learners, folds).pair(learners, basis)


@dataclass(frozen=True)
class _Found:
    factor: float
    words: str
    own: bool = False  # from the user's file


@dataclass(frozen=True)
class _Known:
    """All factors that are known, and which kinds are in the user's file."""

    table: Mapping[str, Mapping[str, float]]
    own: frozenset[str]

    def find(self, kind: str, column: str) -> _Found:
        """Find the factor of a kind: its own, else the largest of its class, else what is safe for all known ones."""
        name = kind.partition("(")[0]
        kin = KIN.get(name, name)
        alike = kind.replace(name, kin, 1)
        if column in self.table.get(kind, {}):
            return _Found(self.table[kind][column], f"{kind} has", kind in self.own)
        if column in self.table.get(alike, {}):
            return _Found(self.table[alike][column], f"{kind} is taken as {alike},", alike in self.own)
        others = {other: row[column] for other, row in self.table.items() if _is_of(other, kin) and column in row}
        if others:
            largest = max(others, key=lambda other: others[other])
            words = f"{kind} is not measured; the largest of {kin} is"
            return _Found(others[largest], words, largest in self.own)
        return _Found(UNKNOWN, f"{kind} is not measured (outperform lab calibrate); taken as")


def _is_of(kind: str, name: str) -> bool:
    return kind.partition("(")[0] == name


def shipped() -> Mapping[str, Mapping[str, float]]:
    """Return the factors that come with the package, by kind of learner and by statistic and folds."""
    table = json.loads(Path(__file__).with_name("caution.json").read_text())
    factors: Mapping[str, Mapping[str, float]] = table["factors"]
    return factors


def own_path() -> Path:
    """Give the user's file of factors: ``OUTPERFORM_FACTORS``, else in the folder for data of the user."""
    given = os.environ.get("OUTPERFORM_FACTORS")
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(given) if given else Path(home) / "outperform" / "factors.json"


def own() -> Mapping[str, Mapping[str, float]]:
    """Return the factors that the user has measured."""
    return _own()[0]


def _own() -> tuple[Mapping[str, Mapping[str, float]], Origin | None]:
    path = own_path()
    try:
        text = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return {}, None
    except OSError as error:
        raise InputError(str(path), f"cannot be read: {error.strerror}") from None
    return _checked(path, text), Origin(path.name, sha256(text).hexdigest()[:DIGEST])


def _checked(path: Path, text: bytes) -> Mapping[str, Mapping[str, float]]:
    try:
        table = json.loads(text)
        return {
            str(kind): {str(column): _number(value) for column, value in row.items()}
            for kind, row in table["factors"].items()
        }
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError):
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
