"""What Bouckaert & Frank (2004) print, and what follows from it alone. Pages are those of LNAI 3056, 3-12."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from scipy.special import binom

from outperform.core import Floats, Ints
from outperform.lab.measures import agreement
from outperform.papers.agreement import rate_se
from outperform.papers.printed import frozen, printed_file

REPETITIONS = 10
SETS = 27
PAIRS = ("NB vs C4.5", "NB vs NN", "C4.5 vs NN")
CALM = ("iris", "Hungarian heart disease")  # where the text says that no test of Table 1 rejects
MEASURES = ("consistent", "almost consistent", "R")


class Table1Row(NamedTuple):
    """One row of Table 1."""

    file: str  # our name of the dataset
    instances: int
    attributes: int
    classes: int
    draws: tuple[int, int, int]  # of ten 5x2 tests that do not reject, for each pair


Summary = tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]  # a row per measure


@dataclass(frozen=True)
class BouckaertFrankTables:
    """The printed numbers; a comment beside each in ``printed.toml`` says where they stand and what the columns are."""

    table_1: dict[str, Table1Row]
    below_1: Summary
    table_2: tuple[Summary, ...]
    table_3: tuple[Summary, ...]
    table_4: tuple[Summary, ...]
    plain: dict[str, tuple[int, ...]]
    gains: tuple[float, ...]
    table_5: dict[str, tuple[float, ...]]


@lru_cache(maxsize=1)  # of the process: a file of the package
def printed_tables() -> BouckaertFrankTables:
    """Read the printed numbers."""
    file = printed_file("bouckaert_frank_2004")
    return BouckaertFrankTables(
        {name: Table1Row(**{**row, "draws": tuple(row["draws"])}) for name, row in file["table_1"].items()},
        _summary(file["below_1"]),
        _blocks(file["table_2"]),
        _blocks(file["table_3"]),
        _blocks(file["table_4"]),
        {test: frozen(row) for test, row in file["plain"].items()},
        frozen(file["table_5"]["gains"]),
        {test: frozen(row) for test, row in file["table_5"]["rows"].items()},
    )


def _blocks(blocks: list[dict[str, Any]]) -> tuple[Summary, ...]:
    return tuple(_summary(block) for block in blocks)


def _summary(block: dict[str, Any]) -> Summary:
    return tuple(block["consistent"]), tuple(block["almost"]), tuple(block["r"])


def summary(rejections: Ints, repetitions: int = REPETITIONS) -> Floats:
    """Return each measure [measure, dataset] of counts of rejections: consistent or not, almost or not, R(k, n).

    Of more than ten repetitions, the first two are means over all choices of ten: the chance that ten are consistent.
    """
    k = np.asarray(rejections)
    ten = min(repetitions, REPETITIONS)
    seen = np.arange(ten + 1)
    ways = binom(k[..., np.newaxis], seen) * binom(repetitions - k[..., np.newaxis], ten - seen)
    chances = ways / binom(repetitions, ten)
    alike = chances @ ((seen == 0) | (seen == ten)).astype(np.float64)
    almost = chances @ ((seen <= 1) | (seen >= ten - 1)).astype(np.float64)
    return np.stack([alike, almost, agreement(k, repetitions)])


def printed_rejections(names: list[str]) -> Ints:
    """Return the rejections [dataset, pair] of Table 1."""
    return REPETITIONS - np.array([printed_tables().table_1[name].draws for name in names]).reshape(-1, len(PAIRS))


def printed_se(column: tuple[float, float, float]) -> tuple[float, float, float]:
    """Return standard errors of a printed column (consistent, almost consistent, R), the dataset as the unit.

    The two counts and R tell what the datasets scored: 1 if consistent, 4/5 if one repetition differs, and on average
    what is left over of R for the others. Of those, R(k, 10) lies between 4/9 and 29/45: taking them as equal changes
    the error by less than a twentieth.
    """
    consistent, almost, mean = column
    rest = SETS - almost
    low = (SETS * mean - consistent - 0.8 * (almost - consistent)) / rest if rest else 0.0
    total = consistent * (1 - mean) ** 2 + (almost - consistent) * (0.8 - mean) ** 2 + rest * (low - mean) ** 2
    return share_se(consistent, SETS), share_se(almost, SETS), float(np.sqrt(total / (SETS - 1) / SETS))


def share_se(count: float, sets: int) -> float:
    """Return the standard error of a count, as one of 27; a count of none or all has one too."""
    return SETS * rate_se(count / sets, sets)
