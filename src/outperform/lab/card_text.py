"""Cards as Markdown, and the page that lists them."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from outperform.core import InputError
from outperform.lab.card import drawn_unit

UNITS = (("data sets", "procedure | fits per learner"), ("sets of items", "test of items"), ("leagues", "league test"))
"""What cards are of, and the heads of their first columns."""


def card_markdown(card: Mapping[str, Any]) -> str:
    """Write a card as Markdown."""
    power = card["power_against_reference_interval"]
    sentence = card["sentence"]
    lines = [f"# {card['procedure']}", "", f"{sentence[0].upper()}{sentence[1:]}.", ""]
    units = drawn_unit(card)
    lines += [] if card["fits"] is None else [f"- Fits per learner: {card['fits']:g}."]
    if card["replicability"] is not None:
        low, high = card["replicability_interval"]
        lines.append(f"- Mean replicability R: {card['replicability']:.3f} [{low:.3f}, {high:.3f}].")
    lines += [
        f"- Mean power minus that of {card['reference']} on the same {units}:"
        f" {card['power_against_reference']:+.3f} [{power[0]:+.3f}, {power[1]:+.3f}].",
        "",
        f"| case | true difference | rejection rate | {card['reference']} | difference of rates | R | {units} |",
        "|---|---|---|---|---|---|---|",
    ]
    lines += [_line(cell) for cell in card["cells"]]
    return "\n".join(
        [
            *lines,
            "",
            "Without a true difference the rejection rate is the Type I error; with one it is the power. R is the"
            f" chance that two repetitions on the same {_one(units)} agree{_of_leagues(card)}. Intervals"
            " are 95% intervals of the simulation; the sentence at the top allows for all cases at once.",
            f"Seed {card['seed']}, outperform {card['version']}, level {card['level']}.",
        ]
    )


def _one(units: str) -> str:
    return {"sets of items": "set of items"}.get(units, units.removesuffix("s"))


def _of_leagues(card: Mapping[str, Any]) -> str:
    if drawn_unit(card) == "sets of items":
        return (
            ", with fresh samples; it is left out where the systems always give the same scores. The reference is the"
            " test that `outperform evals` or `outperform predictions` chooses for the items of a case"
        )
    if drawn_unit(card) != "leagues":
        return ""
    return (
        ", with fresh splits of its data sets. With more than two learners and no true difference, a league counts as"
        " rejected where any pair is; p-values are adjusted for all pairs by Shaffer's steps, Nemenyi's are as they are"
    )


def _line(cell: Mapping[str, Any]) -> str:
    def span(value: float, ends: Sequence[float], form: str = ".3f") -> str:
        return f"{value:{form}} [{ends[0]:{form}}, {ends[1]:{form}}]"

    def read(name: str, form: str = ".3f") -> str:
        return span(cell[name]["value"], (cell[name]["low"], cell[name]["high"]), form)

    reference = span(cell["reference"], cell["reference_interval"])
    differ = "no" if cell["null"] else "yes"
    agree = "–" if cell["replicability"] is None else read("replicability")
    numbers = f"{read('rejection')} | {reference} | {read('against_reference', '+.3f')} | {agree}"
    return f"| {cell['name']} | {differ} | {numbers} | {cell['datasets']} |"


def index_of(cards: Mapping[str, Mapping[str, Any]]) -> str:
    """Write the page that lists all cards of a folder: of procedures, then of league tests."""
    lines = [
        "# Cards",
        "",
        "What each procedure and each test does in the same cases, with and without a true difference. `make"
        " cards` writes this page; [the lab](../lab.md#cards) explains the words.",
    ]
    for unit, head in UNITS:
        some = {spec: card for spec, card in cards.items() if drawn_unit(card) == unit}
        if not some:
            continue
        lines += ["", f"| {head} | power minus that of the reference | R | false positives |"]
        lines += ["|---|---|---|---|---|" if "fits" in head else "|---|---|---|---|"]
        for spec, card in some.items():
            fits = f" {card['fits']:g} |" if "fits" in head else ""
            agree = "–" if card["replicability"] is None else f"{card['replicability']:.3f}"
            numbers = f"{card['power_against_reference']:+.3f} | {agree}"
            lines.append(f"| [{spec}]({spec}.md) |{fits} {numbers} | {card['sentence']} |")
        first = next(iter(some.values()))
        about = f"Reference {first['reference']}, seed {first['seed']}, outperform {first['version']}"
        lines += ["", f"{about}, level {first['level']}."]
    return "\n".join(lines)


def write_cards(folder: str | Path, cards: Mapping[str, Mapping[str, Any]]) -> None:
    """Write cards as JSON and as Markdown, with a page that lists them."""
    place = Path(folder)
    texts = {f"{spec}.json": json.dumps(card, indent=2, allow_nan=False) for spec, card in cards.items()}
    texts |= {f"{spec}.md": card_markdown(card) for spec, card in cards.items()}
    try:
        place.mkdir(parents=True, exist_ok=True)
        for name, text in {**texts, "README.md": index_of(cards)}.items():
            (place / name).write_text(f"{text}\n", encoding="utf-8")
    except OSError as error:
        raise InputError(str(folder), f"cannot be written: {error.strerror}") from None
