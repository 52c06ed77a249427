"""Readings and cards as tables for a terminal, at most 80 columns wide."""

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from outperform.lab.card import drawn_unit
from outperform.lab.item_studies import is_of_items
from outperform.lab.leagues import is_league
from outperform.lab.readings import truth_in_words
from outperform.words.lines import WIDTH

Row = Mapping[str, Any]
_UNITS = {
    (False, False): ("data set", "data sets"),
    (True, False): ("league", "leagues"),
    (False, True): ("set of items", "sets of items"),
}

REJECTION = {
    True: "rejection rate (Type I error, should be {level})",
    False: "rejection rate (power)",
    None: "rejection rate",
}
FAMILY = "rejection of any pair (family-wise, at most {level})"
LABELS = {  # in the order of the table
    "replicability": "replicability (two repetitions agree)",
    "chance-corrected": "replicability, chance-corrected (2R - 1)",
    "three-way": "replicability with direction (three-way)",
    "consistent": "data sets where all repetitions agree",
    "almost-consistent": "data sets where at most one repetition differs",
    "coverage": "coverage of the {interval} interval (should be {inside})",
    "uniformity": "distance of the p-values from uniform",
    "political-ratio": "variance, true / estimated (should be 1)",
    "rho1": "correlation within a repeat of halves (rho1)",
    "rho2": "correlation between repeats of halves (rho2)",
    "fits": "fits per learner",
    "seconds": "seconds per run (fits of both learners)",
}
SETTING = ("source", "learners", "level", "null", "truth", "truth_se", "datasets", "repetitions", "seed")
COUNTED = ("fits", "seconds")
LEAST, WIDEST = 44, 50  # columns of a label: value and interval fit beside it


def readings_lines(rows: Sequence[Row]) -> str:
    """Write readings for people: a block per setting.

    A block lists the measures of one procedure, or under each measure the procedures.
    """
    places = {name: place for place, name in enumerate(["rejection", *LABELS])}
    ordered = sorted(rows, key=lambda row: places.get(row["measure"], len(places)))
    return "\n\n".join(_block(block) for block in _grouped(ordered, SETTING))


def measure_words(row: Row) -> str:
    """Return what a measure is, and what it should be where that is known.

    Examples
    --------
    >>> measure_words({"measure": "rejection", "null": True, "level": 0.05})
    'rejection rate (Type I error, should be .05)'
    """
    name, level = str(row["measure"]), row["level"]
    words = LABELS.get(name, name)
    if name == "rejection":
        words = FAMILY if row["null"] and is_league(row.get("source", "")) else REJECTION[row["null"]]
    return words.format(level=_point(level), inside=_point(1 - level), interval=f"{100 * (1 - level):g}%")


def _block(rows: Sequence[Row]) -> str:
    one = len({row["procedure"] for row in rows}) == 1
    parts = [
        (
            part[0]["procedure"] if one else measure_words(part[0]),
            [(measure_words(row) if one else row["procedure"], *_value(row)) for row in part],
        )
        for part in _grouped(rows, ("procedure",) if one else ("measure",))
    ]
    width = max(LEAST, min(WIDEST, max(len(label) for _, part in parts for label, _, _ in part)))
    table = [line for words, part in parts for line in _part(words, part, width)]
    return "\n".join([*_head(rows[0]), "", f"{'':{width + 2}}   value  95% interval", *table])


def _part(words: str, rows: Iterable[tuple[str, str, str]], width: int) -> Iterator[str]:
    """Write a heading and its rows."""
    yield words
    for label, value, interval in rows:
        *before, last = textwrap.wrap(label, width, break_long_words=False) or [""]
        yield from (f"  {line}" for line in before)
        yield f"  {last:<{width}}{value:>8}  {interval}".rstrip()


def _head(row: Row) -> list[str]:
    """Return where the readings were taken: source, learners, size, truth."""
    often = "" if row["repetitions"] == 1 else f" × {row['repetitions']} repetitions"
    seed = "" if row["seed"] == 0 else f", seed {row['seed']}"
    one, many = _UNITS[is_league(row["source"]), is_of_items(row["source"])]
    size = f"{row['datasets']} {one if row['datasets'] == 1 else many}{often}"
    where = f"{row['source']}: {' and '.join(row['learners'])}"
    facts = [where, f"{size}, level {_point(row['level'])}{seed}", truth_in_words(row)]
    return [line for fact in facts for line in textwrap.wrap(fact, WIDTH, break_long_words=False)]


def card_table(card: Mapping[str, Any]) -> str:
    """Write a card for people: the sentence, the means, and every case."""
    means = [] if card["fits"] is None else [("fits per learner", f"{card['fits']:g}", "")]
    if card["replicability"] is not None:
        means.append(("mean replicability", *_rate(card["replicability"], *card["replicability_interval"])))
    means += [
        (
            f"mean power minus that of {card['reference']}",
            *_rate(card["power_against_reference"], *card["power_against_reference_interval"], form="+.3f"),
        ),
    ]
    words = card["sentence"][0].upper() + card["sentence"][1:]
    lines = [card["procedure"], "", *textwrap.wrap(f"{words}.", WIDTH), ""]
    lines += [f"  {label:<{WIDEST - 1}}{value:>6} {interval}".rstrip() for label, value, interval in means]
    for null, heading in ((True, f"Type I error, should be {_point(card['level'])}"), (False, "Power")):
        lines += ["", f"{heading:<{WIDEST + 3}}rate 95% interval reference"]
        lines += [_case(cell) for cell in card["cells"] if cell["null"] is null]
    size = f"seed {card['seed']}, outperform {card['version']}, level {_point(card['level'])}"
    about = textwrap.wrap(f"Reference: {card['reference']} on the same {drawn_unit(card)}; {size}.", WIDTH)
    return "\n".join([*lines, "", *about])


def _case(cell: Mapping[str, Any]) -> str:
    value, interval = _rate(**cell["rejection"])
    reference = _point(f"{cell['reference']:.3f}")
    return f"  {cell['name']:<{WIDEST - 1}}{value:>6} {interval:<13}{reference:>9}"


def _rate(value: float, low: float, high: float, *, form: str = ".3f") -> tuple[str, str]:
    shown = [_point(f"{each:{form}}") for each in (value, low, high)]
    return shown[0], f"[{shown[1]}, {shown[2]}]"


def _value(row: Row) -> tuple[str, str]:
    """Write the value and its interval; a count without spread has none."""
    value, low, high = row["value"], row["low"], row["high"]
    if row["measure"] in COUNTED:
        form = ".4g" if row["measure"] == "fits" else ".2g"
        shown = [f"{each:{form}}" for each in (value, low, high)]
        return shown[0], "" if low == high else f"[{shown[1]}, {shown[2]}]"
    digits = 3 if high - low >= 0.005 else 4
    shown = [_point(f"{each:.{digits}f}") for each in (value, low, high)]
    return shown[0], f"[{shown[1]}, {shown[2]}]"


def _point(number: float | str) -> str:
    """Write a number without the 0 before its point."""
    text = number if isinstance(number, str) else f"{number:g}"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.", "+0.")) else text


def _grouped(rows: Iterable[Row], names: Sequence[str]) -> list[list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(repr([row[name] for name in names]), []).append(row)
    return list(found.values())
