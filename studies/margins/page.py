"""The page of the study and its numbers, made from the files alone."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from studies.evals.page import lines
from studies.evals.run import path_of
from studies.evals.tell import digits
from studies.margins.bounds import BOUNDS
from studies.margins.laws import MarginLaw
from studies.margins.rights import MARGINS, RightsLaw
from studies.margins.run import NORMAL

LIMIT = 0.055
_SHARE = re.compile(r"\b(0\.\d+) (lose|of the|of those|by)\b")
Row = dict[str, Any]


def write(laws: Sequence[MarginLaw], rights: Sequence[RightsLaw], folder: Path, docs: Path) -> dict[str, Any]:
    """Write ``margins.json`` and ``margins.md``; return what the first holds."""
    rows = [json.loads(path_of(folder, f"margin {law.name}").read_text()) for law in laws]
    exact = [json.loads(path_of(folder, f"margin {law.name}").read_text()) for law in rights]
    normal = json.loads(path_of(folder, NORMAL).read_text())["errors"]
    card = {"limit": LIMIT, "laws": [_kept(row) for row in rows], "right or wrong": [_kept(row) for row in exact]}
    card["normal threshold"] = {"margins": [*MARGINS], "errors": normal}
    (docs / "margins.json").write_text(json.dumps(card, indent=1) + "\n")
    text = Path(__file__).with_name("page.md").read_text()
    for name, part in (_parts(rows, exact) | {"normal": _normal(normal)}).items():
        text = text.replace("{{" + name + "}}", part)
    (docs / "margins.md").write_text(text)
    return card


def _kept(row: Row) -> Row:
    return {key: value for key, value in row.items() if key != "seconds"}


def _parts(rows: Sequence[Row], exact: Sequence[Row]) -> dict[str, str]:
    limited = [row for row in rows if row["limited"] and row["group"] not in ("power", "planned")]
    seconds = sum(row["seconds"] for row in (*rows, *exact))
    return {
        "laws": str(len(limited)),
        "sets": f"{max(row['sets'] for row in rows):,}",
        "minutes": f"{max(1, round(seconds / 60))}",
        "largest": digits(max(row["shown"]["default"] for row in limited)),
        "rarest": digits(max(row["shown"]["default"] for row in rows if row["group"] == "rarer")),
        "hall": digits(max(row["shown"]["Hall"] for row in limited)),
        "over": str(sum(row["shown"]["Hall"] > LIMIT for row in limited)),
        "t": digits(max(row["shown"]["t alone"] for row in limited)),
        "guarantee": digits(max(row["shown"].get("--guarantee", 0.0) for row in rows if row["margin"] and _null(row))),
        **{
            name.replace(" ", "_"): _errors([row for row in rows if row["group"] == name])
            for name in ("named", "at the limit", "other inputs", "rarer", "unknown")
        },
        "rights": _rights([row for row in exact if not row["planned"]]),
        "planned_rights": _planned_rights([row for row in exact if row["planned"]]),
        **{name: _powers([row for row in rows if row["group"] == name]) for name in ("power", "planned")},
    }


def _null(row: Row) -> bool:
    return row["group"] not in ("power", "planned")


def _errors(rows: Sequence[Row]) -> str:
    heads = ("law", "margin", "no unit loses", *BOUNDS)
    return lines(
        heads, [(_named(row["law"]), f"{row['margin']:.3g}", _short(row["unseen"]), *_cells(row)) for row in rows]
    )


def _powers(rows: Sequence[Row]) -> str:
    return lines(("law", "margin", *BOUNDS), [(row["law"], f"{row['margin']:.3g}", *_cells(row)) for row in rows])


def _cells(row: Row) -> list[str]:
    """Write how often each bound shows the margin; the default in bold."""
    cells = {name: digits(row["shown"][name]) if name in row["shown"] else "" for name in BOUNDS}
    return [f"**{cell}**" if name == "default" else cell for name, cell in cells.items()]


def _short(chance: float) -> str:
    return digits(chance) if chance >= 0.0005 else "<.001"


def _rights(rows: Sequence[Row]) -> str:
    heads = (
        "law",
        "error, normal",
        "at a share of",
        "**error, exact**",
        "items that differ",
        "power, normal",
        "power, exact",
    )
    return lines(
        heads,
        [
            (
                row["law"],
                digits(row["error_normal"]),
                f"{row['share_normal']:.2f}",
                f"**{digits(row['error_exact'])}**",
                f"{row['discordant']:g}",
                digits(row["power_normal"]),
                digits(row["power_exact"]),
            )
            for row in rows
        ],
    )


def _normal(errors: dict[str, list[float | None]]) -> str:
    """Return the largest errors of the normal threshold, by items and margin."""
    heads = ("items", *(f"margin {margin:g}" for margin in MARGINS))
    rows = [
        (f"{int(items):,}", *("" if one is None else f"{one:.4f}"[1:] for one in row)) for items, row in errors.items()
    ]
    return lines(heads, rows)


def _named(law: str) -> str:
    """Write shares as percent."""
    return _SHARE.sub(lambda found: f"{100 * float(found[1]):g}% {found[2]}", law)


def _planned_rights(rows: Sequence[Row]) -> str:
    cells = [(row["law"], f"{row['discordant']:g}", digits(row["power_exact"])) for row in rows]
    return lines(("law", "items that differ", "power"), cells)
