"""How stable a decision is across splits, as rows of a table."""

from collections.abc import Mapping
from typing import Any

from outperform.words.numbers import p_short, span

KNOWN = {
    "p_flip": "other random splits that would decide otherwise",
    "p_flip_limit": "chance that unlimited repeats would decide otherwise",
    "pvalue_interval": "p-values of other random splits (95% of them)",
    "repeats_needed": "repeats needed, by the share of splits that should agree",
}


def known_words(verdict: Mapping[str, Any]) -> dict[str, str]:
    """Write what is known of other random splits, from the plain values of a verdict."""
    return {words: _value(verdict.get(name)) for name, words in KNOWN.items()}


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{key.removeprefix('0')}: {span(*ends)}" for key, ends in value.items())
    if isinstance(value, list | tuple):
        return span(*map(p_short, value))
    if value is None:
        return ""
    return "under 0.1%" if value < 0.001 else f"{100 * value:.1f}%"
