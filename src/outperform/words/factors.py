"""What was measured of a learner's factor, in words."""

from collections.abc import Mapping
from typing import Any

BASES = {"rows": "by rows", "folds": "by folds"}


def calibrated(entry: Mapping[str, Any]) -> str:
    """Return the readings of an entry of the table of factors, its factors, where they hold and what uses them."""
    lines = [f"  {one['source']:<55} {_reading(one)}" for one in entry["readings"]]
    for basis, words in BASES.items():
        factor, spread = entry["factors"][basis], entry["spread"][basis]
        lines.append(f"{entry['learner']}, {entry['folds']} folds, {words}: factor {factor:.2f}, spread {spread:.2f}")
    least, most = entry["rows"]
    lines.append(f"measured for {least} to {most} rows, up to {entry['columns_per_row']:.2g} columns per row")
    return "\n".join([*lines, _use(entry)])


def _reading(one: Mapping[str, Any]) -> str:
    return ", ".join(f"{words} {one[basis]:.3f} (se {one[f'{basis}_se']:.3f})" for basis, words in BASES.items())


def _use(entry: Mapping[str, Any]) -> str:
    steady = [words for basis, words in BASES.items() if entry["steady"][basis]]
    if len(steady) == len(BASES):
        return 'threshold="auto" will use these factors: the sources agree'
    only = f" {steady[0]} only" if steady else ""
    why = "that needs 3 sources, one of real rows, standard errors up to 0.05 and a spread up to 0.16"
    return f'threshold="auto" will {f"use the factor{only}" if steady else "not use these factors"}: {why}'
