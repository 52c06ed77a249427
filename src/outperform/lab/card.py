"""Cards: what a procedure did on the battery, as numbers with Monte Carlo intervals and as one sentence.

Every interval covers in 95% of batteries; its unit is the data set. Power is compared with that of the reference on
the same data sets, one by one. What the sentence says about all nulls holds for all of them at once in 95% of
batteries: the bounds of each null are Wilson's at .05 divided by the number of nulls (Bonferroni).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.special import ndtri

from outperform import __version__
from outperform.core import Floats, InputError
from outperform.lab.battery import BatteryCell
from outperform.lab.measures import Fits, MeasuredReplicability, Reading, Rejection, agreement
from outperform.lab.measures.base import Z, share
from outperform.lab.records import Records

REFERENCE = "corrected-10x10"
LEVEL = 0.05
TOLERANCE = 0.02  # a procedure has held its level where its error is shown to be below this much more


@dataclass(frozen=True, eq=False)
class Round:
    """One cell of the battery, and the records of each procedure there."""

    cell: BatteryCell
    records: Mapping[str, Records]

    def rates(self, spec: str) -> Floats:
        """Return the rejection rate, one per data set."""
        rates: Floats = self.records[spec].rejected(LEVEL).mean(axis=1)
        return rates

    def beside(self, spec: str) -> Records:
        """Return the records of the reference on the same data sets."""
        return self.records[REFERENCE].first(self.records[spec].shape[0])

    def gains(self, spec: str) -> Floats:
        """Return the rejection rate minus that of the reference, one per data set."""
        gains: Floats = self.rates(spec) - self.beside(spec).rejected(LEVEL).mean(axis=1)
        return gains

    def agreements(self, spec: str) -> Floats:
        """Return the share of pairs of repetitions that agree, one per data set."""
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
    """Return what a reader must know: whether there are too many false positives, how many in the worst case, where."""
    nulls = [cell for cell in card["cells"] if cell["null"]]
    worst, bound = card["worst"], max(cell["simultaneous"][1] for cell in nulls)
    cases = f"{len(nulls)} case{'' if len(nulls) == 1 else 's'} without a true difference"
    most = f"worst case: {worst['value']:.3f} at level {LEVEL} ({worst['name']})"
    if card["liberal"]:
        kinds = " and ".join(card["liberal_kinds"]).replace(" and ", ", ", len(card["liberal_kinds"]) - 2)
        said = f"too many false positives (liberal) for {kinds}, shown in {len(card['liberal'])} of {cases}; {most}"
    elif bound <= LEVEL + TOLERANCE:
        said = f"holds its level within {TOLERANCE} in {cases}; {most}, upper bound {bound:.3f}"
    else:
        sizes = [cell["datasets"] for cell in nulls]
        sets = " to ".join(map(str, dict.fromkeys((min(sizes), max(sizes)))))
        said = f"not shown to give too many false positives in {cases}; {most}, upper bound {bound:.3f}"
        said += f" with {sets} data sets per case"
    return said + _conservative(card, nulls)


def _conservative(card: Mapping[str, Any], nulls: Sequence[Mapping[str, Any]]) -> str:
    found = [cell for cell in nulls if cell["name"] in card["conservative"]]
    if not found:
        return ""
    least = min(found, key=lambda cell: float(cell["rejection"]["value"]))
    count = f"{len(found)} case{'' if len(found) == 1 else 's'}"
    return f"; too few (conservative) in {count}, down to {least['rejection']['value']:.3f} ({least['name']})"


def as_text(card: Mapping[str, Any]) -> str:
    """Write a card as Markdown."""
    power, agree = card["power_against_reference_interval"], card["replicability_interval"]
    lines = [f"# {card['procedure']}", "", f"{_capital(card['sentence'])}.", ""]
    lines += [
        f"- Fits per learner: {card['fits']:g}.",
        f"- Mean replicability R: {card['replicability']:.3f} [{agree[0]:.3f}, {agree[1]:.3f}].",
        f"- Mean power minus that of {card['reference']} on the same data sets:"
        f" {card['power_against_reference']:+.3f} [{power[0]:+.3f}, {power[1]:+.3f}].",
        "",
        f"| case | true difference | rejection rate | {card['reference']} | difference of rates | R | data sets |",
        "|---|---|---|---|---|---|---|",
    ]
    lines += [_line(cell) for cell in card["cells"]]
    return "\n".join(
        [
            *lines,
            "",
            "Without a true difference the rejection rate is the Type I error; with one it is the power. R is the"
            " chance that two repetitions on the same data set agree. Intervals are 95% intervals of the simulation;"
            " the sentence at the top allows for all cases at once.",
            f"Seed {card['seed']}, outperform {card['version']}, level {card['level']}.",
        ]
    )


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]


def _line(cell: Mapping[str, Any]) -> str:
    def span(value: float, ends: Sequence[float], form: str = ".3f") -> str:
        return f"{value:{form}} [{ends[0]:{form}}, {ends[1]:{form}}]"

    def read(name: str, form: str = ".3f") -> str:
        return span(cell[name]["value"], (cell[name]["low"], cell[name]["high"]), form)

    reference = span(cell["reference"], cell["reference_interval"])
    differ = "no" if cell["null"] else "yes"
    numbers = f"{read('rejection')} | {reference} | {read('against_reference', '+.3f')} | {read('replicability')}"
    return f"| {cell['name']} | {differ} | {numbers} | {cell['datasets']} |"


def index_of(cards: Mapping[str, Mapping[str, Any]]) -> str:
    """Write the page that lists all cards of a folder."""
    lines = [
        "# Cards",
        "",
        "What each procedure does in the same cases, with and without a true difference. `make cards` writes this page;"
        " [the lab](../lab.md#cards) explains the words.",
        "",
    ]
    lines += ["| procedure | fits per learner | power minus that of the reference | R | false positives |"]
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
    """Write cards as JSON and as Markdown, with a page that lists them."""
    place = Path(folder)
    texts = {f"{spec}.json": json.dumps(card, indent=2, allow_nan=False) for spec, card in cards.items()}
    texts |= {f"{spec}.md": as_text(card) for spec, card in cards.items()}
    try:
        place.mkdir(parents=True, exist_ok=True)
        for name, text in {**texts, "README.md": index_of(cards)}.items():
            (place / name).write_text(f"{text}\n", encoding="utf-8")
    except OSError as error:
        raise InputError(str(folder), f"cannot be written: {error.strerror}") from None
