"""Cards: what a procedure did on the battery, as numbers with Monte Carlo intervals and as one sentence.

Every interval covers in 95% of batteries; its unit is the data set, or the league. Power is compared with that of the
reference on the same data sets, one by one. What the sentence says about all nulls holds for all of them at once in 95%
of batteries: the bounds of each null are Wilson's at .05 divided by the number of nulls (Bonferroni).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
    """One cell of the battery, and the records of each procedure there."""

    cell: BatteryCell
    records: Mapping[str, Records]
    reference: str = REFERENCE

    def rates(self, spec: str) -> Floats:
        """Return the rejection rate, one per data set."""
        rates: Floats = self.records[spec].rejected(LEVEL).mean(axis=1)
        return rates

    def beside(self, spec: str) -> Records:
        """Return the records of the reference on the same data sets."""
        return self.records[self.reference].first(self.records[spec].shape[0])

    def gains(self, spec: str) -> Floats:
        """Return the rejection rate minus that of the reference, one per data set."""
        gains: Floats = self.rates(spec) - self.beside(spec).rejected(LEVEL).mean(axis=1)
        return gains

    def agreements(self, spec: str) -> Floats:
        """Return the share of pairs of repetitions that agree, one per data set."""
        records = self.records[spec]
        return agreement(records.rejected(LEVEL).sum(axis=1), records.shape[1])


def card_of(spec: str, rounds: Sequence[Round], sizes: Mapping[str, int], seed: int) -> dict[str, Any]:
    """Make the card of a procedure or of a league test; ``sizes`` are those that the battery was asked for."""
    reference = rounds[0].reference
    nulls = sum(each.cell.null for each in rounds)
    cells = [_cell(each, spec, -float(ndtri(0.025 / nulls))) for each in rounds]
    worst = max((cell for cell in cells if cell["null"]), key=lambda cell: float(cell["rejection"]["value"]))
    liberal = [cell for cell in cells if cell["null"] and cell["simultaneous"][0] > LEVEL]
    power = _mean(
        [(each.cell.source, each.gains(spec)) for each in rounds if not each.cell.null], exact=spec == reference
    )
    again = [each for each in rounds if each.records[spec].shape[1] > 1]
    agree = _mean([(each.cell.source, each.agreements(spec)) for each in again]) if again else None
    card = {
        "procedure": spec,
        "level": LEVEL,
        "worst": {"name": worst["name"], **worst["rejection"]},
        "power_against_reference": power["value"],
        "power_against_reference_interval": [power["low"], power["high"]],
        "replicability": None if agree is None else agree["value"],
        "replicability_interval": None if agree is None else [agree["low"], agree["high"]],
        "fits": _mean_fits(cells),
        "liberal": [cell["name"] for cell in liberal],
        "liberal_kinds": list(dict.fromkeys(cell["kind"] for cell in liberal)),
        "conservative": [cell["name"] for cell in cells if cell["null"] and cell["simultaneous"][1] < LEVEL],
        "tolerance": TOLERANCE,
        "cells": cells,
        "unit": rounds[0].cell.unit,
        "reference": reference,
        "datasets": dict(sizes),
        "seed": seed,
        "version": __version__,
    }
    return {"sentence": card_sentence(card), **card}


def _cell(found: Round, spec: str, z: float) -> dict[str, Any]:
    cell, records = found.cell, found.records[spec]
    beside = _rounded(Rejection().read(found.beside(spec), LEVEL, None))
    agree = MeasuredReplicability().read(records, LEVEL, None)  # None where another run gives the same scores
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
        "against_reference": _mean([(cell.source, found.gains(spec))], exact=spec == found.reference),
        "replicability": None if agree is None else _rounded(agree),
        "fits": None if (fits := Fits().read(records, LEVEL, None)) is None else _rounded(fits)["value"],
    }


def _mean_fits(cells: Sequence[Mapping[str, Any]]) -> float | None:
    """Return the mean over cells; None where nothing is fitted."""
    known = [cell["fits"] for cell in cells if cell["fits"] is not None]
    return round(float(np.mean(known)), 1) if known else None


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


def card_sentence(card: Mapping[str, Any]) -> str:
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
        said += f" with {sets} {drawn_unit(card)} per case"
    return said + _conservative(card, nulls)


def _conservative(card: Mapping[str, Any], nulls: Sequence[Mapping[str, Any]]) -> str:
    found = [cell for cell in nulls if cell["name"] in card["conservative"]]
    if not found:
        return ""
    least = min(found, key=lambda cell: float(cell["rejection"]["value"]))
    count = f"{len(found)} case{'' if len(found) == 1 else 's'}"
    return f"; too few (conservative) in {count}, down to {least['rejection']['value']:.3f} ({least['name']})"


def drawn_unit(card: Mapping[str, Any]) -> str:
    """Return what was drawn; cards of earlier versions are of data sets."""
    return str(card.get("unit", "data sets"))
