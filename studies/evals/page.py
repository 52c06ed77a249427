"""The page of the study and its numbers, made from the files alone."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from outperform.core.panels import Panel, Panels, Series
from outperform.report.figures.panels import draw, save
from studies.evals.flips import FRESH, REACHES, SHARES
from studies.evals.laws import LIMIT, Kind
from studies.evals.others import OTHERS
from studies.evals.tell import MANY, NOISY, Row, Target, bins_of, digits, read, rows_of, targets

KINDS: dict[Kind, str] = {
    "right/wrong": "Right or wrong, one answer per item",
    "scores": "Real scores and grades, one per item",
    "samples": "Several samples per item",
    "f1": "F1",
    "roc_auc": "Area under the ROC curve",
    "log loss": "Log loss",
    "clusters": "Items in clusters",
    "runs": "Runs that share something over all items",
}
FLIP_HEADS = ("p_flip", "cases", "predicted", "observed")
POWERS = ("no difference", "power about .17", "power about .5", "power about .85")


def write(folder: Path, docs: Path) -> dict[str, Any]:
    """Write ``evaluations.json``, ``evaluations.md`` and the figure; return what the first holds."""
    levels, flips, gpqa = read(folder)
    rows = rows_of(levels)
    wanted = targets(rows, flips, gpqa)
    bins = {
        "usual": bins_of([one for one in flips if one["share"] < NOISY]),
        "noisy": bins_of([one for one in flips if one["share"] >= NOISY]),
        "gpqa": bins_of([gpqa]) if gpqa else [],
    }
    card = {
        "levels": rows,
        "flips": [{key: value for key, value in one.items() if key != "bins"} for one in flips],
        "bins": bins,
        "gpqa": {key: value for key, value in (gpqa or {}).items() if key != "bins"},
        "targets": [asdict(target) for target in wanted],
    }
    (docs / "evaluations.json").write_text(json.dumps(card, indent=1) + "\n")
    (docs / "figures").mkdir(exist_ok=True)
    save(draw(_figure(bins)), docs / "figures" / "evaluations-flips.svg")
    (docs / "evaluations.md").write_text(_filled(_parts(rows, flips, gpqa, wanted, bins)))
    return card


def _filled(parts: dict[str, str]) -> str:
    text = Path(__file__).with_name("page.md").read_text()
    for name, part in parts.items():
        text = text.replace("{{" + name + "}}", part)
    return text


def _parts(
    rows: Sequence[Row], flips: Sequence[Row], gpqa: Row | None, wanted: Sequence[Target], bins: dict[str, list[Row]]
) -> dict[str, str]:
    return {
        "headline": _headline(rows, wanted),
        "counts": _counts(rows, flips),
        "fresh": str(FRESH),
        "subsets": f"{gpqa['subsets']:,}" if gpqa else "0",
        "findings": _findings(rows),
        "unlimited": _unlimited(rows),
        "targets": lines(("wanted", "found", ""), [(t.wanted, t.found, "" if t.met else "missed") for t in wanted]),
        "tables": "\n\n".join(_section(kind, rows) for kind in KINDS if any(row["kind"] == kind for row in rows)),
        "flips": lines(FLIP_HEADS, [_bin(each) for each in bins["usual"]]),
        "noisy": lines(FLIP_HEADS, [_bin(each) for each in bins["noisy"]]),
        "gpqa_bins": lines(FLIP_HEADS, [_bin(each) for each in bins["gpqa"]]),
        "by_share": _by_share(flips),
        "gpqa": _gpqa(gpqa),
    }


def _headline(rows: Sequence[Row], wanted: Sequence[Target]) -> str:
    """Sum up: cells that keep their limit, cells without one, and what else was wanted and missed."""
    held, free = ([row for row in rows if (row["limit"] is None) is empty] for empty in (False, True))
    kept = [row for row in held if row["rate"] <= row["limit"]]
    largest = digits(max((row["rate"] for row in held), default=0.0))
    said = [
        f"**The limit is kept in {len(kept)} of the {len(held)} cells that have one; the largest rate is {largest}.**"
    ]
    if free:
        over = [row["rate"] for row in free if row["rate"] > LIMIT]
        most = digits(max(row["rate"] for row in free))
        said.append(f"**{len(free)} cells with very skewed differences have no limit:")
        said.append(f"{len(over)} of them are above {digits(LIMIT)}, up to {most}.**")
    missed = [target for target in wanted if not target.met]
    said.append(
        f"Of {len(wanted)} things that were wanted, {len(missed)} {'was' if len(missed) == 1 else 'were'} missed"
    )
    return " ".join(said) + (f": {'; '.join(target.wanted for target in missed)}." if missed else ".")


def _counts(rows: Sequence[Row], flips: Sequence[Row]) -> str:
    laws = {(row["kind"], row["law"]) for row in rows}
    sets = sum(row["datasets"] + row.get("coverage_datasets", 0) for row in rows)
    runs = sum(one["datasets"] for one in flips)
    return f"{len(laws)} laws in {len(rows)} cells, {sets:,} data sets; {runs:,} more for p_flip."


def _findings(rows: Sequence[Row]) -> str:
    """Say by kind of input the largest rate with a limit, and beside it that of the other tests in the same cells."""
    said = []
    for kind, words in KINDS.items():
        held = [row for row in rows if row["kind"] == kind and row["limit"] is not None]
        if held:
            worst = max(held, key=lambda row: row["rate"])
            others = [f"{name} {digits(max(row['others'].get(name, 0.0) for row in held))}" for name in OTHERS[kind]]
            tests = sorted({row["test"] for row in held})
            where = f"{worst['law']}, {worst['size']}"
            cells = (words, ", ".join(tests), str(len(held)), digits(worst["rate"]), where, ", ".join(others))
            said.append(cells)
    heads = ("input", "default", "cells", "largest Type I error", "where", "other tests, largest in the same cells")
    return lines(heads, said)


def _unlimited(rows: Sequence[Row]) -> str:
    """Return the cells without a limit: how often a difference is found, and how often without a warning."""
    heads = ("law", "items", "default", "Type I error", "data sets with a warning", "found, without a warning")
    free = [row for row in rows if row["limit"] is None]
    return lines(heads, [(*_line(row, ())[:4], f"{row['warned']:.0%}", _share(row["silent"])) for row in free])


def _share(value: float | None) -> str:
    return "" if value is None else digits(value)


def _section(kind: Kind, rows: Sequence[Row]) -> str:
    own = [row for row in rows if row["kind"] == kind]
    others = list(OTHERS[own[0]["kind"]])
    size = "clusters" if kind == "clusters" else "items"
    heads = ("law", size, "default", "Type I error", "limit", "warned", *others, "coverage", "power")
    return f"### {KINDS[kind]}\n\n" + lines(heads, [_line(row, others) for row in own])


def _line(row: Row, others: Sequence[str]) -> tuple[str, ...]:
    low, high = row["interval"]
    tests = ", ".join(sorted(row["tests"], key=lambda name: -row["tests"][name]))
    return (
        row["law"],
        str(row["size"]),
        tests,
        f"**{digits(row['rate'])}** [{digits(low)}, {digits(high)}]",
        "none" if row["limit"] is None else digits(row["limit"]),
        f"{row['warned']:.0%}",
        *(digits(row["others"][name]) if name in row["others"] else "" for name in others),
        digits(row["coverage"]) if "coverage" in row else "",
        f"{row['power']:.2f}".removeprefix("0") if "power" in row else "",
    )


def _bin(row: Row) -> tuple[str, ...]:
    return f"{row['low']:g} to {row['high']:g}", f"{row['cases']:,}", digits(row["foretold"]), digits(row["seen"])


def _by_share(flips: Sequence[Row]) -> str:
    """Return foretold and seen flips by noise share and true difference."""
    found = []
    for share in SHARES:
        cells = []
        for reach in REACHES:
            own = [one for one in flips if one["share"] == share and one["reach"] == reach]
            told, saw = (float(np.mean([one[key] for one in own])) if own else np.nan for key in ("foretold", "seen"))
            cells.append(f"{digits(told)}, {digits(saw)}" if own else "")
        found.append((f"{share:g}", *cells))
    return lines(("noise share", *POWERS), found)


def _gpqa(gpqa: Row | None) -> str:
    if gpqa is None:
        return ""
    low, high = gpqa["single"]["pvalues"]
    share = gpqa["single"]["significant"]
    return (
        f"All five epochs on all {gpqa['items']} questions: a difference of {100 * abs(gpqa['estimate']):.1f} points, "
        f"p = {digits(gpqa['pvalue'])}, p_flip {gpqa['p_flip']:.2f}. Of the {gpqa['single']['pairs']} pairs of single "
        f"epochs {share:.0%} are significant, with p from {digits(low)} to {digits(high)}."
    )


def lines(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table."""
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (heads, ["---"] * len(heads), *rows))


def _figure(bins: dict[str, list[Row]]) -> Panels:
    """Draw observed against predicted flips, in bins with enough cases to be judged."""
    bins = {key: [each for each in rows if each["cases"] >= MANY] for key, rows in bins.items()}
    names = {"usual": "noise share up to .6", "noisy": f"noise share {NOISY:g}", "gpqa": "GPQA, real answers"}
    series = tuple(
        Series(
            name,
            tuple(each["foretold"] for each in bins[key]),
            tuple(each["seen"] for each in bins[key]),
            tuple(max(0.0, each["seen"] - 2 * each["se"]) for each in bins[key]),
            tuple(each["seen"] + 2 * each["se"] for each in bins[key]),
        )
        for key, name in names.items()
        if bins[key]
    )
    panel = Panel("", "p_flip: predicted", "observed", series, diagonal=True)
    return Panels("evaluations-flips", "Predicted and observed changes of the decision over runs", (panel,))
