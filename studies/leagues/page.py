"""The page of the study and its numbers, made from the files alone."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from outperform.core.panels import Panel, Panels, Series
from outperform.report.figures.panels import draw, save
from studies.evals.page import lines
from studies.evals.tell import digits
from studies.leagues.bins import Row, merged, whole
from studies.leagues.laws import SKEWED, SMALL
from studies.leagues.predictions import KINDS as KINDS_NEXT
from studies.leagues.rules import RULES
from studies.leagues.splits import FRESH, REPEATS
from studies.leagues.tell import MANY, Files, Target, half, peers_worst, rates_of, read, targets

HEADS = ("p_flip", "cases", "predicted", "observed", "standard error")
KINDS = ("pairs", "found", "open", "winner", "plain")
DATASET_KINDS = ("pairs", "found", "open", "plain pairs", "plain found", "plain open")


def write(folder: Path, docs: Path) -> dict[str, Any]:
    """Write ``leagues.json``, ``leagues.md`` and the figure; return what the first holds."""
    files = read(folder)
    rates = rates_of(files["levels"])
    wanted = targets(rates, files)
    bins = bins_of(files)
    pools = files["pools"][0] if files["pools"] else {}
    held = files["predictions"]
    told = [asdict(target) for target in wanted]
    card = {"rates": rates, "bins": bins, "predictions": held, "pools": pools, "targets": told}
    (docs / "leagues.json").write_text(json.dumps(card, indent=1) + "\n")
    (docs / "figures").mkdir(exist_ok=True)
    save(draw(_figure(bins)), docs / "figures" / "leagues-flips.svg")
    text = Path(__file__).with_name("page.md").read_text()
    for name, part in _parts(files, rates, wanted, bins).items():
        text = text.replace("{{" + name + "}}", part)
    (docs / "leagues.md").write_text(text)
    return card


def bins_of(files: Files) -> dict[str, dict[str, list[Row]]]:
    """Return the bins of every part of the study and kind of pair."""
    parts = {
        "splits, choose": (half(files["splits"], "choose"), KINDS),
        "splits, confirm": (half(files["splits"], "confirm"), KINDS),
        "splits, real": (files["real splits"], KINDS),
        "datasets, choose": (half(files["datasets"], "choose"), DATASET_KINDS),
        "datasets, confirm": (half(files["datasets"], "confirm"), DATASET_KINDS),
        "datasets, real": (files["real datasets"], DATASET_KINDS),
    }
    return {name: {kind: merged(some, kind) for kind in kinds} for name, (some, kinds) in parts.items()}


def _parts(files: Files, rates: Sequence[Row], wanted: Sequence[Target], bins: Any) -> dict[str, str]:
    found = {
        "headline": _headline(rates, wanted),
        "targets": lines(("wanted", "found", ""), [(t.wanted, t.found, "" if t.met else "missed") for t in wanted]),
        "pilot": _pilot(files, rates),
        "fresh": str(FRESH),
        "counts": _counts(files),
        "by_repeats": _by_repeats(files),
        "by_means": _by_means(files["datasets"]),
        "predictions": predictions_table(files["predictions"]),
        "plain_splits": _beside(files["splits"], "plain"),
    }
    for count in (2, 5, 10):
        rows = [row for row in rates if row["learners"] == count]
        found[f"false_{count}"] = _table(rows, "false", interval=True)
        found[f"power_{count}"] = _table(rows, "power")
    found["false_with_lead"] = _table([row for row in rates if row["learners"] > 2], "false_with_lead", learners=True)
    for name, kinds in bins.items():
        for kind, rows in kinds.items():
            found[f"{name}, {kind}"] = lines(HEADS, [bin_cells(row) for row in rows]) if rows else "Not run."
    return found


def _headline(rates: Sequence[Row], wanted: Sequence[Target]) -> str:
    missed = [target for target in wanted if not target.met]
    peers = "; ".join(f"{name}: up to {digits(rate)}" for name, rate in peers_worst(rates).items())
    said = f"Of {len(wanted)} things that were wanted, {len(missed)} {'was' if len(missed) == 1 else 'were'} missed"
    said += f": {'; '.join(target.wanted.split(':')[0] for target in missed)}." if missed else "."
    return f"**{said}** False differences by the rules of other packages, 5 or 10 equal learners: {peers}."


def _counts(files: Files) -> str:
    leagues = sum(one["leagues"] for one in files["levels"])
    flips = {
        kind: sum(one["leagues"] for one in files[kind])
        for kind in ("splits", "datasets", "real splits", "real datasets")
    }
    return (
        f"{leagues:,} leagues for error rates and power; {flips['splits']:,} leagues for p_flip and "
        f"{flips['datasets']:,} for p_flip_datasets, each with {FRESH} fresh leagues; on real data sets "
        f"{flips['real splits']:,} and {flips['real datasets']:,}."
    )


def _table(rows: Sequence[Row], key: str, *, interval: bool = False, learners: bool = False) -> str:
    heads = ("data sets differ", *(("learners",) if learners else ()), "data sets", *RULES)
    return lines(heads, [_line(row, key, interval=interval, learners=learners) for row in rows if key in row])


def _line(row: Row, key: str, *, interval: bool, learners: bool) -> tuple[str, ...]:
    cells = []
    for name in RULES:
        if row["refused"] and name in {"wilcoxon", "sign"}:
            cells.append("refused")
            continue
        low, high = row["intervals"][name]
        bracket = f" [{digits(low)}, {digits(high)}]" if interval and name == "wilcoxon" else ""
        cells.append(
            f"{'**' if name == 'wilcoxon' else ''}{digits(row[key][name])}{'**' if name == 'wilcoxon' else ''}{bracket}"
        )
    return (row["law"], *((str(row["learners"]),) if learners else ()), str(row["datasets"]), *cells)


def bin_cells(row: Row) -> tuple[str, ...]:
    """Return a bin as cells of a table."""
    span = f"{row['low']:g} to {row['high']:g}"
    return span, f"{row['cases']:,}", digits(row["predicted"]), digits(row["observed"]), digits(row["se"])


def _both(files: Sequence[Row], kind: str) -> str:
    row = whole(files, kind)
    return "" if row is None else f"{digits(row['predicted'])}, {digits(row['observed'])}"


def _by_repeats(files: Files) -> str:
    """Return predicted and observed flips by the number of repeats."""
    names = {1: "1 and 3, by turns"}
    rows = []
    for repeats in REPEATS:
        some = [one for one in files["splits"] if one["repeats"] == repeats]
        real = [one for one in files["real splits"] if one["repeats"] == repeats]
        cells = [_both(some, kind) for kind in KINDS]
        rows.append((names.get(repeats, str(repeats)), *cells, _both(real, "pairs"), _both(real, "winner")))
    heads = ("repeats", "all pairs", "found", "open", "winner", "without shrinking", "real, pairs", "real, winner")
    return lines(heads, rows)


def _beside(files: Sequence[Row], kind: str) -> str:
    return lines(HEADS, [bin_cells(row) for row in merged(files, kind)])


def _by_means(files: Sequence[Row]) -> str:
    """Return predicted and observed flips by how the means of the learners differ."""
    rows = []
    for means, size in sorted({(one["means"], one["size"]) for one in files}):
        some = [one for one in files if (one["means"], one["size"]) == (means, size)]
        cells = [_both(some, kind) for kind in ("found", "plain found", "open", "plain open")]
        rows.append((f"{means} {size:g}" if size else means, *cells))
    return lines(("means", "found: ours", "found: by z alone", "open: ours", "open: by z alone"), rows)


def predictions_table(rows: Sequence[Row]) -> str:
    """Return how often prediction intervals of 95% held, by law and number of data sets."""
    shares = [[digits(row["holds"][kind] / row["leagues"]) for kind in KINDS_NEXT] for row in rows]
    heads = ("data sets differ", "data sets", *KINDS_NEXT.values())
    return lines(heads, [(r["law"], str(r["datasets"]), *each) for r, each in zip(rows, shares, strict=True)])


def _pilot(files: Files, rates: Sequence[Row]) -> str:
    """Return what a pilot had found beside what this study finds."""
    equal = [one for one in files["datasets"] if one["means"] == "equal"]
    pools = files["pools"][0] if files["pools"] else None
    shares = ", ".join(f"{count / pools['leagues']:.0%}" for count in pools["nemenyi"].values()) if pools else ""
    rows = [
        ("wilcoxon, one pair, symmetric differences: at most .059", _most(rates, "wilcoxon", 2)),
        ("wilcoxon, 5 and 10 equal learners: at most .049", _most(rates, "wilcoxon", 5, 10)),
        ("wilcoxon, skewed differences with mean 0, 50 data sets: .111", _one(rates, SKEWED.name, 50, "wilcoxon")),
        ("random-effects, few data sets: .078", _one(rates, "normal", 10, "random-effects")),
        ("random-effects, few data sets, skewed: .105", _one(rates, SKEWED.name, 10, "random-effects")),
        ("power where data sets are much alike: random-effects .72, wilcoxon .49", _powers(rates)),
        ("one-sided at level/(k-1): .24", _most(rates, "one-sided at level/(k-1)", 5, 10)),
        ("one pair of five, 50 data sets, nemenyi: 42%, 0%, 77% among random, weak and others in between", shares),
        ("p_flip: .101 predicted, .100 observed", _both(files["splits"], "pairs")),
        ("p_flip_datasets, one pair found among equal learners, by z alone: .77, .94", _both(equal, "plain found")),
        ("the same, ours", _both(equal, "found")),
    ]
    return lines(("a pilot had found", "this study"), rows)


def _most(rates: Sequence[Row], rule: str, *learners: int) -> str:
    skewed = {SKEWED.name}
    found = [row["false"][rule] for row in rates if row["learners"] in learners and row["law"] not in skewed]
    return f"at most {digits(max(found))}" if found else ""


def _one(rates: Sequence[Row], law: str, datasets: int, rule: str) -> str:
    found = [row for row in rates if (row["law"], row["learners"], row["datasets"]) == (law, 2, datasets)]
    return digits(found[0]["false"][rule]) if found else ""


def _powers(rates: Sequence[Row]) -> str:
    found = [row for row in rates if row["law"] == SMALL.name and "power" in row]
    said = [
        f"{row['datasets']} data sets: {digits(row['power']['random-effects'])}, {digits(row['power']['wilcoxon'])}"
        for row in found
    ]
    return "; ".join(said)


def _figure(bins: dict[str, dict[str, list[Row]]]) -> Panels:
    """Draw observed against predicted flips, in bins with enough cases to be judged."""
    panels = []
    for part, title in (("splits", "other random splits"), ("datasets", "other data sets")):
        plain = "plain" if part == "splits" else "plain pairs"
        chosen = (
            ("choose", "pairs", "chosen on"),
            ("confirm", "pairs", "confirmed on"),
            ("real", "pairs", "real data sets"),
        )
        kinds = (*chosen, ("confirm", plain, "plain formula, confirmed on"))
        series = [_series(name, bins[f"{part}, {which}"][kind]) for which, kind, name in kinds]
        panels.append(Panel(title, "predicted", "observed", tuple(one for one in series if one.x), diagonal=True))
    return Panels("leagues-flips", "Predicted and observed changes of the decision", tuple(panels))


def _series(name: str, rows: Sequence[Row]) -> Series:
    rows = [row for row in rows if row["cases"] >= MANY]
    ends = [(max(0.0, row["observed"] - 2 * row["se"]), row["observed"] + 2 * row["se"]) for row in rows]
    told, seen = (tuple(row[key] for row in rows) for key in ("predicted", "observed"))
    return Series(name, told, seen, tuple(low for low, _ in ends), tuple(high for _, high in ends))
