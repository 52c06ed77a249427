"""The lab's numbers: from the cards, or from a small study where a test has no card."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from outperform.core import Dataset, SignificanceTest, stream
from outperform.designs import CATALOGUE as DESIGNS
from outperform.lab import Study, run_study
from outperform.lab.card import drawn_unit
from outperform.lab.count_engine import is_vectorised
from outperform.lab.measures import MeasuredReplicability, Rejection
from outperform.procedures import CATALOGUE as PROCEDURES
from sitemaker.marks import span, table
from sitemaker.words import part_of

CARDS = Path(__file__).parents[1] / "cards"
EVALUATIONS = Path(__file__).parents[1] / "evaluations.md"
STUDY = "[Fixed systems on items](../evaluations.md) is the study of these tests: false positives, coverage and power."
SOURCES = ("task-one(n=1000)", "epsilon(rate=0.4)", "task-one(step=20, n=300)")
DATASETS = 2000
# Where a test is shown at work: the first of these that its needs allow.
USUAL = ("kfold(repeats=10)", "kfold", 'subsampling(repeats=30, share="1/3")', "5x2", "balanced-halves", "blocked-3x2",
         "holdout", "forward")  # fmt: skip


@cache
def card_of(procedure: str) -> dict[str, Any] | None:
    """Read a procedure's card, where there is one."""
    path = CARDS / f"{procedure}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def procedures_of(test: str) -> list[str]:
    """List the procedures that use a test."""
    cards = {slug: entry().card() for slug, entry in PROCEDURES.items()}
    return [slug for slug, card in cards.items() if card.test is not None and card.test.slug == test]


def fits(test: SignificanceTest, design: str) -> bool:
    """Return whether a test takes the splits of a design, on 300 rows."""
    plan = DESIGNS.parse(design).plan(Dataset(np.zeros((300, 1)), np.arange(300.0)), stream(0, "plan"))
    return test.needs.misfit(plan.traits) is None


def usual_design(test: SignificanceTest) -> str:
    """Find a design to show a test on."""
    return next(
        design for design in USUAL if fits(test, design) and test.needs.items == (design in ("holdout", "forward"))
    )


def known_behaviour(test: SignificanceTest) -> str:
    """Write what the lab has measured about a test."""
    cards = {slug: card for slug in procedures_of(test.slug) if (card := card_of(slug)) is not None}
    words = part_of(type(test), "Behaviour")
    if (own := card_of(test.slug)) is not None and drawn_unit(own) == "sets of items":
        return "\n\n".join(part for part in (words, _of_items(own)) if part)
    if cards:
        return "\n\n".join(
            [_of_cards(cards), *(f"**{slug}**: {card['sentence'].rstrip('.')}." for slug, card in _unlike(cards))]
        )
    if words:
        return words
    if is_vectorised(test):
        return _of_studies(test)
    names = " or ".join(f"`outperform lab certify {slug}`" for slug in procedures_of(test.slug))
    return f"There is no card for it yet; {names} makes one." if names else _without_card()


def _without_card() -> str:
    return f"This test has no card: the lab simulates items, not whole runs. {STUDY if EVALUATIONS.exists() else ''}"


def _of_items(card: dict[str, Any]) -> str:
    """Write the cases of a test of items, and the cards of procedures that use it on a holdout."""
    rows = [
        (
            cell["name"],
            "no" if cell["null"] else "yes",
            span(*(cell["rejection"][end] for end in ("value", "low", "high"))),
            f"{cell['reference']:.3f}",
        )
        for cell in card["cells"]
    ]
    sets, link = f"{card['cells'][0]['datasets']:,} sets of items per case", f"../cards/{card['procedure']}.md"
    said = (
        f"Simulated on {sets} ([the card]({link})), with 95% intervals of the simulation. Without a true difference,"
        " the rejection rate at .05 is the false positive rate; with one it is the power. Beside it: the test that is"
        " chosen where none is named."
    )
    head = ("items", "true difference", "rejection rate", "default test")
    used = [f"[{slug}](../cards/{slug}.md)" for slug in procedures_of(card["procedure"]) if card_of(slug) is not None]
    after = f"After a fit, on a holdout: {', '.join(used)}." if used else ""
    parts = (f"{_capital(card['sentence'])}.", said, table(head, rows), after, STUDY if EVALUATIONS.exists() else "")
    return "\n\n".join(part for part in parts if part)


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]


def _unlike(cards: dict[str, dict[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    """Leave out a card whose sentence is the same as that of an earlier one."""
    seen: dict[str, str] = {}
    for slug, card in cards.items():
        seen.setdefault(card["sentence"], slug)
    return [(slug, cards[slug]) for slug in seen.values()]


def _of_cards(cards: dict[str, dict[str, Any]]) -> str:
    rows = [
        (
            f"[{slug}](../procedures/{slug}.md)",
            f"{span(*(card['worst'][end] for end in ('value', 'low', 'high')))}, {card['worst']['name']}",
            span(card["power_against_reference"], *card["power_against_reference_interval"], "+.3f"),
            span(card["replicability"], *card["replicability_interval"]),
            f"{card['fits']:g}",
        )
        for slug, card in cards.items()
    ]
    head = (
        "procedure",
        "false positives at .05, worst case",
        "power minus that of corrected-10x10",
        "replicability R",
        "fits per learner",
    )
    said = (
        "Simulated in the fixed cases of [the lab](../lab.md#cards), with 95% intervals of the simulation. The worst"
        " case is the highest of ten cases in which both learners are equally good. R is the chance that two"
        " repetitions on the same data decide alike."
    )
    return f"{said}\n\n{table(head, rows)}"


def _of_studies(test: SignificanceTest) -> str:
    design = usual_design(test)
    spec = f"{design} + {test}"
    rows = []
    for source in SOURCES:
        study = Study(source, (spec,), datasets=DATASETS, repetitions=2)
        records = run_study(study)[spec]
        readings = [measure.read(records, 0.05, None) for measure in (Rejection(), MeasuredReplicability())]
        differ = "yes" if "step" in source else "no"
        numbers = ["" if one is None else span(one.value, one.low, one.high) for one in readings]
        rows.append((f"`{source}`", differ, *numbers))
    said = (
        f"This test has no card, since no procedure uses it. Simulated on `{design}` with learners that ignore their"
        f" training rows: {DATASETS:,} data sets, 95% intervals of the simulation."
    )
    tail = f"`outperform lab certify {test.slug} --design '{design}'` runs all cases of the lab."
    head = ("source of data", "true difference", "rejection rate at .05", "replicability R")
    return "\n\n".join([said, table(head, rows), tail])
