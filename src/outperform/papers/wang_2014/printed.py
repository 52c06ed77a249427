"""What Wang et al. (2014) print."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from outperform.papers.printed import frozen, printed_file

ROWS = ("1 − 2ρ1", "2ρ2", "2 − ρ1 − 2ρ2", "3 − 4ρ2")
WEIGHTS = ((1.0, -2.0, 0.0), (0.0, 0.0, 2.0), (2.0, -1.0, -2.0), (3.0, 0.0, -4.0))  # constant, of ρ1, of ρ2
UNITS = (0.002, 0.002, 0.0022, 0.004)  # all rows were made of ρ1 and ρ2 with three digits
SIZES = (40, 80, 160, 200, 400, 800, 1200, 1600, 2000)  # of Table 4
Row = tuple[float, ...]


@dataclass(frozen=True)
class WangTables:
    """The printed numbers; a comment beside each in ``printed.toml`` says where they stand and what the columns are."""

    table_2: dict[int, Row]
    table_3: dict[int, Row]
    table_4: dict[str, tuple[Row, Row]]
    table_6: tuple[Row, ...]
    table_7: Row
    table_8: tuple[Row, ...]
    table_9: tuple[Row, ...]
    sizes: dict[str, tuple[int, int]]
    counts: dict[str, tuple[int, ...]]
    replicability: dict[str, Row]


@lru_cache(maxsize=1)  # of the process: a file of the package
def printed_tables() -> WangTables:
    """Read the printed numbers."""
    file = printed_file("wang_2014")
    rates, perceptrons, tenth = file["type_one"], file["perceptrons"], file["table_10"]
    return WangTables(
        {int(n): row for n, row in _rows(file["table_2"]).items()},
        {int(n): row for n, row in _rows(file["table_3"]).items()},
        _rows(file["table_4"]),
        *(frozen(rates[name]) for name in ("table_6", "table_7")),
        *(frozen(perceptrons[name]) for name in ("table_8", "table_9")),
        *(_rows(tenth[name]) for name in ("sizes", "counts", "replicability")),
    )


def _rows(block: dict[str, Any]) -> dict[str, Any]:
    return {name: frozen(row) for name, row in block.items()}


def printed_rho(name: str, n: int) -> tuple[float, float]:
    """Return ρ1 and ρ2 of a learner in Table 4."""
    first, second = printed_tables().table_4[name]
    return first[SIZES.index(n)], second[SIZES.index(n)]
