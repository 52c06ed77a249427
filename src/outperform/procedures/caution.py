"""The table of factors: by how much the nominal threshold is too low for a learner.

`outperform lab calibrate` measures the factor of a learner on sources where both learners of a pair are equally good.
The factor is valid only for that learner, within the settings and the numbers of rows and columns that were measured.
(``threshold="auto"`` computes missing factors from the data.) The shipped table is next to this file; the user's own
measurements are in a file of the user. Both are read when factors are looked up, never while something is judged.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outperform.core import Dataset, InputError, Learner, Origin
from outperform.procedures.measured import BASES, Basis, DataSetting, MeasuredFactor
from outperform.procedures.own_factors import OwnFactors, number, own
from outperform.surface import option

if TYPE_CHECKING:
    from outperform.learners.kinds import Kind

Table = tuple[tuple[str, float | None, float | None], ...]  # kind of learner, factor by rows, factor by folds
SHIPPED = Path(__file__).with_name("caution.json")


@dataclass(frozen=True)
class Caution:
    """The factor of one learner, and its description."""

    factor: float
    words: str


@dataclass(frozen=True)
class PairCaution:
    """The factors of two learners."""

    parts: tuple[Caution, Caution]

    @property
    def factor(self) -> float:
        """The root mean square of both factors: each learner contributes half of the difference's variance."""
        first, second = (part.factor for part in self.parts)
        return sqrt((first**2 + second**2) / 2)

    @property
    def words(self) -> str:
        """The factor of each learner, as text."""
        return " and ".join(dict.fromkeys(part.words for part in self.parts))


@dataclass(frozen=True)
class Factors:
    """The factors of the compared learners, looked up once: no file is read later."""

    table: Table  # of learners that were measured with these settings, on such data
    measured: Table = ()  # those of them whose sources agree, which threshold="auto" uses
    missing: tuple[str, ...] = ()  # kinds of learners that were not measured like this
    own: frozenset[str] = frozenset()  # kinds whose factors come from the user's file
    origin: Origin | None = field(default=None, repr=False)  # the user's file

    @property
    def file(self) -> Origin | None:
        """The user's file, if a factor comes from it."""
        return self.origin if self.own else None

    def pair(self, learners: Sequence[Learner], basis: Basis) -> PairCaution | None:
        """Return the factors of two learners; None where one of them has none."""
        from outperform.learners.kinds import kind_of

        first, second = (self._caution(kind_of(learner), basis) for learner in learners)
        return None if first is None or second is None else PairCaution((first, second))

    def _caution(self, kind: str, basis: Basis) -> Caution | None:
        factors = {name: {"rows": rows, "folds": folds} for name, rows, folds in self.table}
        factor = factors.get(kind, {}).get(basis)
        return None if factor is None else Caution(factor, f"{kind} × {factor:.2f}")


def factors_of(learners: Iterable[Learner], folds: int, data: Dataset | DataSetting) -> Factors:
    """Look up the factors of learners on such data: first the user's own, then the shipped ones.

    Examples
    --------
    >>> from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    >>> from sklearn.linear_model import Lasso
    >>> from outperform.learners import Estimator
    >>> setting = DataSetting(rows=200, columns=5, classes=2, varied=True, unit=True)
    >>> found = factors_of([Estimator(LinearDiscriminantAnalysis()), Estimator(Lasso())], 10, setting)
    >>> [kind for kind, _, _ in found.measured], found.missing
    (['LinearDiscriminantAnalysis()'], ('Lasso()',))
    """
    from outperform.learners.kinds import described

    known = _Known(own(), data if isinstance(data, DataSetting) else DataSetting.of(data), folds)
    kinds: dict[str, list[Kind]] = {}
    for learner in learners:
        kind = described(learner)
        kinds.setdefault(kind.text, []).append(kind)
    table, measured = (
        {
            text: [_largest(known.find(kind, basis, auto=auto) for kind in alike) for basis in BASES]
            for text, alike in kinds.items()
        }
        for auto in (False, True)
    )
    return Factors(
        _filled(table),
        _filled(measured),
        tuple(text for text, row in table.items() if None in row),
        frozenset(text for text in kinds if known.is_own(text)),
        known.mine.file,
    )


def cautious_factors(learners: Iterable[Learner], folds: int, data: Dataset | DataSetting) -> Factors:
    """Look up the factors of learners; raise InputError if one has none."""
    found = factors_of(learners, folds, data)
    if found.missing:
        raise InputError("threshold", no_factor(found.missing[0], folds))
    return found


def no_factor(kind: str, folds: int) -> str:
    """Return the error message for a kind of learner without a factor."""
    return (
        f'"cautious" has no factor for {kind} with {folds} folds on data like these. Measure it with outperform lab'
        f" calibrate LEARNER --folds {folds}, or use {option('threshold', 'auto')}, which computes one from the data"
    )


def check_factors(table: Any) -> None:
    """Raise InputError for what is not a table of factors."""
    fits = isinstance(table, tuple) and all(isinstance(row, tuple) and len(row) == 3 for row in table)
    kinds = [row[0] for row in table] if fits else []
    fits = fits and all(isinstance(kind, str) for kind in kinds) and len(set(kinds)) == len(kinds)
    try:
        _ = [number(value) for row in table for value in row[1:] if value is not None] if fits else []
    except ValueError:
        fits = False
    if not fits:
        raise InputError(
            "factors",
            f"must be tuples (kind of learner, factor by rows, factor by folds), each kind once, got {table!r}",
        )


@dataclass(frozen=True)
class _Known:
    """The user's factors and the shipped ones, for one kind of data."""

    mine: OwnFactors
    setting: DataSetting
    folds: int

    def find(self, kind: "Kind", basis: Basis, *, auto: bool) -> float | None:
        """Return the factor of a kind; for ``auto`` only one whose sources agree, on rows that are not grouped."""
        if not auto:
            mine = self.mine.factors.get(kind.text, {}).get(f"{basis}-{self.folds}")
            return mine if mine is not None else self._least(shipped(), kind, basis)
        if self.setting.grouped:
            return None
        steady = [[each for each in entries if each.steady[basis]] for entries in (self.mine.entries, shipped())]
        mine = self._least(steady[0], kind, basis)
        return mine if mine is not None else self._least(steady[1], kind, basis)

    def is_own(self, text: str) -> bool:
        """Return whether the user's file has a factor of a kind."""
        return any(f"{basis}-{self.folds}" in self.mine.factors.get(text, {}) for basis in BASES)

    def _least(self, entries: Iterable[MeasuredFactor], kind: "Kind", basis: Basis) -> float | None:
        """Return the smallest factor of the entries that fit: narrower settings are measured more precisely."""
        fitting = (each for each in entries if each.folds == self.folds and each.fits(kind, self.setting))
        return min((each.factors[basis] for each in fitting), default=None)


def _largest(factors: Iterable[float | None]) -> float | None:
    """Return the largest factor of learners of one kind, which may see different columns; None if one has none."""
    found = list(factors)
    return None if None in found else max(each for each in found if each is not None)


def _filled(rows: Mapping[str, Sequence[float | None]]) -> Table:
    return tuple((kind, row[0], row[1]) for kind, row in rows.items() if set(row) != {None})


@lru_cache(maxsize=1)  # of the process: the file is part of the package
def shipped() -> tuple[MeasuredFactor, ...]:
    """Return the entries of the shipped table."""
    return tuple(MeasuredFactor.read(each) for each in json.loads(SHIPPED.read_text(encoding="utf-8"))["entries"])
