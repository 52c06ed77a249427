"""What a verdict says of other partitions, as rows of a table."""

from collections.abc import Mapping
from typing import Any

from outperform.words.numbers import p_short, span

KNOWN = {
    "p_flip": "fresh runs that would decide otherwise",
    "p_flip_limit": "chance that endless repeats would",
    "pvalue_interval": "p-values of fresh runs",
    "repeats_needed": "repeats needed, by the replicability wanted",
}


def known_words(verdict: Mapping[str, Any]) -> dict[str, str]:
    """Write what is known of other partitions, from the plain values of a verdict."""
    return {words: _value(verdict.get(name)) for name, words in KNOWN.items()}


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{key.removeprefix('0')}: {span(*ends)}" for key, ends in value.items())
    if isinstance(value, list | tuple):
        return span(*map(p_short, value))
    if value is None:
        return ""
    return "under 0.1%" if value < 0.001 else f"{100 * value:.1f}%"
