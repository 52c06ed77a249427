"""The measured factor of a learner, in words."""

import textwrap
from collections.abc import Mapping
from typing import Any

BASES = {"rows": "by rows", "folds": "by folds"}
WIDTH = 80


def calibrated(entry: Mapping[str, Any]) -> str:
    """Return the readings of an entry of the table of factors, the factors, where they hold and what uses them."""
    lines = [f"{'source':<55}  {'rows':>5}  {'se':>3}  {'folds':>5}  {'se':>3}"]
    lines += [f"{one['source']:<55}  {'  '.join(_reading(one, basis) for basis in BASES)}" for one in entry["readings"]]
    lines += ["", f"{entry['learner']}, {entry['folds']} folds:"]
    for basis, words in BASES.items():
        factor, spread = entry["factors"][basis], entry["spread"][basis]
        lines.append(f"  standard error × {factor:.2f} {words} (largest minus smallest reading: {spread:.2f})")
    least, most = entry["rows"]
    lines.append(f"Measured for {least} to {most} rows, up to {entry['columns_per_row']:.2g} columns per row.")
    return "\n".join([*lines, *textwrap.wrap(_use(entry), WIDTH)])


def _reading(one: Mapping[str, Any], basis: str) -> str:
    return f"{one[basis]:.3f} {one[basis + '_se']:.3f}".replace(" 0.", " .")


def _use(entry: Mapping[str, Any]) -> str:
    steady = [words for basis, words in BASES.items() if entry["steady"][basis]]
    if len(steady) == len(BASES):
        return 'threshold="auto" can use these factors: the sources agree.'
    needs = (
        "It needs at least 3 sources, one of them with real data, standard errors of at most 0.05, and readings that"
    )
    needs += " differ by at most 0.16."
    if steady:
        return f'threshold="auto" can use only the factor {steady[0]}. {needs}'
    return f'threshold="auto" does not use these factors. {needs}'
