"""Cards: what a procedure did on the battery, as numbers with Monte Carlo intervals and as one sentence.

Every interval has the dataset as its unit and covers in 95% of batteries. Power is set against that of the reference
dataset by dataset, on the same datasets. What the sentence says of all nulls holds for all of them at once in 95% of
batteries: each null's bounds are Wilson's at .05 divided by their number (Bonferroni).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.special import ndtri

from outperform import __version__
from outperform.core import Floats
from outperform.lab.battery import BatteryCell
from outperform.lab.measures import Fits, MeasuredReplicability, Reading, Rejection, agreement
from outperform.lab.measures.base import Z, share
from outperform.lab.records import Records

REFERENCE = "corrected-10x10"
LEVEL = 0.05
TOLERANCE = 0.02  # a procedure has held its level where its error is shown to be below this much more


@dataclass(frozen=True, eq=False)
class Round:
    """One cell of the battery, and what each procedure said there."""

    cell: BatteryCell
    records: Mapping[str, Records]

    def rates(self, spec: str) -> Floats:
        """Share of rejections, one per dataset."""
        rates: Floats = self.records[spec].rejected(LEVEL).mean(axis=1)
        return rates

    def beside(self, spec: str) -> Records:
        """Return what the reference said of the same datasets."""
        return self.records[REFERENCE].first(self.records[spec].shape[0])

    def gains(self, spec: str) -> Floats:
        """Rejections more than the reference's, one per dataset."""
        gains: Floats = self.rates(spec) - self.beside(spec).rejected(LEVEL).mean(axis=1)
        return gains

    def agreements(self, spec: str) -> Floats:
        """How far repetitions agree, one per dataset."""
        records = self.records[spec]
        return agreement(records.rejected(LEVEL).sum(axis=1), records.shape[1])


def card_of(spec: str, rounds: Sequence[Round], sizes: Mapping[str, int], seed: int) -> dict[str, Any]:
    """Make the card of a procedure; ``sizes`` are those that the battery was asked for."""
    nulls = sum(each.cell.null for each in rounds)
    cells = [_cell(each, spec, -float(ndtri(0.025 / nulls))) for each in rounds]
    worst = max((cell for cell in cells if cell["null"]), key=lambda cell: float(cell["rejection"]["value"]))
    liberal = [cell for cell in cells if cell["null"] and cell["simultaneous"][0] > LEVEL]
    power = _mean(
        [(each.cell.source, each.gains(spec)) for each in rounds if not each.cell.null], exact=spec == REFERENCE
    )
    agree = _mean([(each.cell.source, each.agreements(spec)) for each in rounds])
    card = {
        "procedure": spec,
        "level": LEVEL,
        "worst": {"name": worst["name"], **worst["rejection"]},
        "power_against_reference": power["value"],
        "power_against_reference_interval": [power["low"], power["high"]],
        "replicability": agree["value"],
        "replicability_interval": [agree["low"], agree["high"]],
        "fits": round(float(np.mean([cell["fits"] for cell in cells])), 1),
        "liberal": [cell["name"] for cell in liberal],
        "liberal_kinds": list(dict.fromkeys(cell["kind"] for cell in liberal)),
        "conservative": [cell["name"] for cell in cells if cell["null"] and cell["simultaneous"][1] < LEVEL],
        "tolerance": TOLERANCE,
        "cells": cells,
        "reference": REFERENCE,
        "datasets": dict(sizes),
        "seed": seed,
        "version": __version__,
    }
    return {"sentence": sentence(card), **card}


def _cell(found: Round, spec: str, z: float) -> dict[str, Any]:
    cell, records = found.cell, found.records[spec]
    beside = _rounded(Rejection().read(found.beside(spec), LEVEL, None))
    every = _rounded(share(found.rates(spec), records.shape[1], z))
    return {
        "name": cell.name,
        "source": cell.source,
        "learners": None if cell.learners is None else list(cell.learners),
        "kind": cell.kind,
        "null": cell.null,
        "datasets": records.shape[0],
        "rejection": _rounded(Rejection().read(records, LEVEL, None)),
        "simultaneous": [every["low"], every["high"]],
        "reference": beside["value"],
        "reference_interval": [beside["low"], beside["high"]],
        "against_reference": _mean([(cell.source, found.gains(spec))], exact=spec == REFERENCE),
        "replicability": _rounded(MeasuredReplicability().read(records, LEVEL, None)),
        "fits": _rounded(Fits().read(records, LEVEL, None))["value"],
    }


def _rounded(reading: Reading | None) -> dict[str, float]:
    given = reading or Reading(np.nan, np.nan, np.nan)
    return {end: round(getattr(given, end), 4) + 0.0 for end in ("value", "low", "high")}


def _mean(parts: Sequence[tuple[str, Floats]], *, exact: bool = False) -> dict[str, float]:
    """Average cells, each given as its source and a number per dataset, none beyond 1.

    ``exact`` where there is nothing to estimate.
    """
    value = float(np.mean([values.mean() for _, values in parts]))
    reach = 0.0 if exact else Z * float(np.sqrt(_variance(parts))) / len(parts)
    return _rounded(Reading(value, max(-1.0, value - reach), min(1.0, value + reach)))


def _variance(parts: Sequence[tuple[str, Floats]]) -> float:
    """Variance of the sum of the cells' means: cells of one source share their datasets, which are the units.

    Where no dataset of a cell differs, it is what Wilson's interval still allows.
    """
    longest = max(len(values) for _, values in parts)
    pulls = {source: np.zeros(longest) for source, _ in parts}  # of each dataset on the sum
    still = 0.0
    for source, values in parts:
        count = len(values)
        pulls[source][:count] += (values - values.mean()) / np.sqrt(max(1, count * (count - 1)))
        still += 0.0 if np.ptp(values) > 0 else (Z / (count + Z * Z)) ** 2
    return still + sum(float((pull**2).sum()) for pull in pulls.values())


def sentence(card: Mapping[str, Any]) -> str:
    """Return one sentence: what a reader must know: where it is liberal, or that it held its level, as far as shown."""
    nulls = [cell for cell in card["cells"] if cell["null"]]
    worst, bound = card["worst"], max(cell["simultaneous"][1] for cell in nulls)
    most = f"at most {worst['value']:.3f} at {LEVEL}"
    if card["liberal"]:
        kinds = " and ".join(card["liberal_kinds"]).replace(" and ", ", ", len(card["liberal_kinds"]) - 2)
        count = f"on {len(card['liberal'])} of {len(nulls)} nulls"
        said = f"liberal for {kinds}, up to {worst['value']:.3f} at {LEVEL} ({worst['name']}), {count}"
    elif bound <= LEVEL + TOLERANCE:
        said = f"held its level on all {len(nulls)} nulls within {TOLERANCE}: {most}, upper bound {bound:.3f}"
    else:
        sizes = [cell["datasets"] for cell in nulls]
        sets = " to ".join(map(str, dict.fromkeys((min(sizes), max(sizes)))))
        said = f"not shown liberal on {len(nulls)} nulls: {most}, upper bound {bound:.3f}, {sets} datasets a null"
    return said + _conservative(card, nulls)


def _conservative(card: Mapping[str, Any], nulls: Sequence[Mapping[str, Any]]) -> str:
    found = [cell for cell in nulls if cell["name"] in card["conservative"]]
    if not found:
        return ""
    least = min(found, key=lambda cell: float(cell["rejection"]["value"]))
    return f"; conservative on {len(found)}, down to {least['rejection']['value']:.3f} ({least['name']})"


def as_text(card: Mapping[str, Any]) -> str:
    """Write a card for people."""
    power, agree = card["power_against_reference_interval"], card["replicability_interval"]
    lines = [f"# {card['procedure']}", "", card["sentence"], ""]
    lines += [f"Fits a learner: {card['fits']:g}."]
    lines += [f"Mean replicability R: {card['replicability']:.3f} [{agree[0]:.3f}, {agree[1]:.3f}]."]
    lines += [
        f"Power less that of {card['reference']}, on the same datasets: {card['power_against_reference']:+.3f}"
        f" [{power[0]:+.3f}, {power[1]:+.3f}] on average.",
        "",
        f"| where | null | rejects | {card['reference']} | less that | R | datasets |",
        "|---|---|---|---|---|---|---|",
    ]
    lines += [_line(cell) for cell in card["cells"]]
    about = (
        "Intervals cover in 95% of batteries, the dataset being the unit; the sentence allows for all nulls at once."
    )
    return "\n".join([*lines, "", about, f"Seed {card['seed']}, outperform {card['version']}, level {card['level']}."])


def _line(cell: Mapping[str, Any]) -> str:
    def span(value: float, ends: Sequence[float], form: str = ".3f") -> str:
        return f"{value:{form}} [{ends[0]:{form}}, {ends[1]:{form}}]"

    def read(name: str, form: str = ".3f") -> str:
        return span(cell[name]["value"], (cell[name]["low"], cell[name]["high"]), form)

    reference = span(cell["reference"], cell["reference_interval"])
    null = "yes" if cell["null"] else "no"
    numbers = f"{read('rejection')} | {reference} | {read('against_reference', '+.3f')} | {read('replicability')}"
    return f"| {cell['name']} | {null} | {numbers} | {cell['datasets']} |"


def index_of(cards: Mapping[str, Mapping[str, Any]]) -> str:
    """Write the table of contents of a folder of cards."""
    lines = [
        "# Cards",
        "",
        "What each procedure does on one battery of nulls and alternatives: `make cards` writes them.",
    ]
    lines += ["See [the lab](../lab.md) for what the words mean.", ""]
    lines += ["| procedure | fits per learner | power less that of the reference | R | in one sentence |"]
    lines += ["|---|---|---|---|---|"]
    for spec, card in cards.items():
        numbers = f"{card['fits']:g} | {card['power_against_reference']:+.3f} | {card['replicability']:.3f}"
        lines.append(f"| [{spec}]({spec}.md) | {numbers} | {card['sentence']} |")
    first = next(iter(cards.values()))
    about = (
        f"Reference {first['reference']}, seed {first['seed']}, outperform {first['version']}, level {first['level']}."
    )
    return "\n".join([*lines, "", about])


def write_cards(folder: str | Path, cards: Mapping[str, Mapping[str, Any]]) -> None:
    """Write cards as JSON and for people, with a table of contents."""
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    for spec, card in cards.items():
        (place / f"{spec}.json").write_text(json.dumps(card, indent=2, allow_nan=False) + "\n", encoding="utf-8")
        (place / f"{spec}.md").write_text(as_text(card) + "\n", encoding="utf-8")
    (place / "README.md").write_text(index_of(cards) + "\n", encoding="utf-8")
