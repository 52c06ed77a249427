"""What the files say: rates with their intervals, calibration in bins, and what was wanted."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from studies.evals.tell import digits, wilson
from studies.leagues.bins import Row, merged
from studies.leagues.laws import LAWS
from studies.leagues.rules import PEERS, RULES

LIMIT = 0.065  # of false differences at a level of .05
OFF, MANY = 0.05, 200  # a bin may be off by this beside two standard errors, if it has so many cases
Files = dict[str, list[Row]]


@dataclass(frozen=True)
class Target:
    """One thing that was wanted, what was found, and whether that is enough."""

    wanted: str
    found: str
    met: bool


def read(folder: Path) -> Files:
    """Read all files, by kind."""
    names = ("levels", "splits", "datasets", "predictions", "real splits", "real datasets", "pools")
    kinds: Files = {name: [] for name in names}
    for path in sorted(folder.glob("*.json")):
        one = json.loads(path.read_text())
        kind = one.get("kind") or ("levels" if "rules" in one else "pools")
        kinds[kind].append(one)
    order = list(LAWS)
    kinds["levels"].sort(key=lambda one: (one["learners"], order.index(one["law"]), one["datasets"], one["lead"]))
    kinds["predictions"].sort(key=lambda one: (order.index(one["law"]), one["datasets"]))
    return kinds


def rates_of(levels: Sequence[Row]) -> list[Row]:
    """Return a row per law and sizes: false differences without and with a lead, and power, of every rule."""
    leads = {_key(one): one for one in levels if one["lead"]}
    return [_rates(one, leads.get(_key(one))) for one in levels if not one["lead"]]


def _key(one: Row) -> tuple[Any, ...]:
    return one["law"], one["learners"], one["datasets"]


def _rates(null: Row, lead: Row | None) -> Row:
    n = null["leagues"]
    row: Row = {key: null[key] for key in ("law", "learners", "datasets", "leagues", "refused")}
    row["false"] = {name: null["rules"][name][0] / n for name in RULES}
    row["intervals"] = {name: wilson(null["rules"][name][0], n) for name in RULES}
    if lead is not None:
        pairs = lead["leagues"] * lead["true_pairs"]
        row["false_with_lead"] = {name: lead["rules"][name][0] / lead["leagues"] for name in RULES}
        row["power"] = {name: lead["rules"][name][1] / pairs for name in RULES}
        row["wrong"] = {name: lead["rules"][name][2] / pairs for name in RULES}
    return row


def targets(rates: Sequence[Row], files: Files) -> list[Target]:
    """Check what was wanted."""
    even = [row for row in rates if LAWS[row["law"]].symmetric]
    found = [
        _limited("one pair, symmetric differences", "wilcoxon", [row for row in even if row["learners"] == 2]),
        _limited("all pairs of equal learners, symmetric", "wilcoxon", [row for row in even if row["learners"] > 2]),
        _limited("equal pairs beside a better learner, symmetric", "wilcoxon", even, "false_with_lead"),
        _off("p_flip where it was chosen", merged(half(files["splits"], "choose"), "pairs")),
        _off("p_flip where it was confirmed", merged(half(files["splits"], "confirm"), "pairs")),
        _off("p_flip of the winner, all leagues", merged(files["splits"], "winner")),
        _off("p_flip on real data sets", merged(files["real splits"], "pairs")),
        _off("p_flip_datasets where it was chosen", merged(half(files["datasets"], "choose"), "pairs")),
        _off("p_flip_datasets where it was confirmed", merged(half(files["datasets"], "confirm"), "pairs")),
        _off("p_flip_datasets of found differences, confirmed", merged(half(files["datasets"], "confirm"), "found")),
        _off("p_flip_datasets on real data sets", merged(files["real datasets"], "pairs")),
    ]
    return [target for target in found if target is not None]


def half(files: Sequence[Row], name: str) -> list[Row]:
    """Return the files of one half of the cells."""
    return [one for one in files if one["half"] == name]


def _limited(words: str, rule: str, rows: Sequence[Row], key: str = "false") -> Target | None:
    rows = [row for row in rows if key in row and not row["refused"]]
    if not rows:
        return None
    worst = max(rows, key=lambda row: float(row[key][rule]))
    rate = float(worst[key][rule])
    where = f"{worst['law']}, {worst['learners']} learners, {worst['datasets']} data sets"
    wanted = f"{rule}, {words}: at most {digits(LIMIT)} false"
    return Target(wanted, f"largest {digits(rate)} ({where}; {len(rows)} cells)", rate <= LIMIT)


def _off(words: str, bins: Sequence[Row]) -> Target | None:
    judged = [row for row in bins if row["cases"] >= MANY]
    if not judged:
        return None
    off = [
        f"{digits(row['predicted'])} predicted, {digits(row['observed'])} observed"
        for row in judged
        if abs(row["observed"] - row["predicted"]) > OFF + 2 * row["se"]
    ]
    worst = max(abs(row["observed"] - row["predicted"]) for row in judged)
    found = "; ".join(off) or f"all {len(judged)}; largest difference {digits(worst)}"
    return Target(f"{words}: every bin of {MANY} within .05 and two standard errors", found, not off)


def peers_worst(rates: Sequence[Row]) -> dict[str, float]:
    """Return the largest rate of false differences of each other rule, where differences are symmetric."""
    even = [row for row in rates if LAWS[row["law"]].symmetric and row["learners"] > 2]
    return {name: max((row["false"][name] for row in even), default=0.0) for name in PEERS}
