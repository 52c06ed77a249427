"""Certify a procedure: what it does on the battery, as a card that anybody can make again."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from outperform.core import InputError, did_you_mean
from outperform.lab.battery import BATTERY
from outperform.lab.card import LEVEL, REFERENCE, Round, as_text, card_of, sentence, write_cards
from outperform.lab.run import run_study
from outperform.lab.study import Study
from outperform.procedures import CATALOGUE as PROCEDURES
from outperform.procedures import FixedProcedure
from outperform.significance import CATALOGUE as TESTS

REPETITIONS = 2  # fresh partitions of each dataset, for replicability

__all__ = ["as_text", "card_of", "certified_spec", "certify", "sentence", "write_cards"]


def certified_spec(test: str, design: str | None = None) -> str:
    """Find the procedure to certify: a procedure's spec, a test with a design, or the procedure of a test.

    Examples
    --------
    >>> certified_spec("sorted-runs-t")
    'sorted-cv'
    """
    if design is not None:
        return f"{design} + {test}"
    if ".py:" in test:
        raise InputError("--design", f"is needed for a test of your own: which splits is {test} for?")
    slug = test.partition("(")[0]
    if slug in PROCEDURES:
        return test
    if slug not in TESTS:
        raise InputError("test", f"{test} is not known; {did_you_mean(slug, {*PROCEDURES, *TESTS})}")
    made = [(name, entry()) for name, entry in PROCEDURES.items() if "10x10" not in name]
    found = [name for name, rule in made if isinstance(rule, FixedProcedure) and rule.test.slug == slug]
    if not found:
        raise InputError("--design", f"is needed: no procedure has the test {test}")
    return found[0]


def certify(
    procedures: Sequence[str],
    *,
    counted: int = 2000,
    fitted: int = 200,
    seed: int = 0,
    jobs: int | None = None,
    progress: bool = False,
) -> dict[str, dict[str, Any]]:
    """Run the battery and give a card for each procedure; all share their fits.

    ``counted`` and ``fitted`` are the datasets of cells without and with fits; each has two repetitions.
    """
    specs = tuple(dict.fromkeys([*procedures, REFERENCE]))
    rounds = []
    for cell in BATTERY:
        study = Study(cell.source, specs, cell.learners, fitted, REPETITIONS, (LEVEL,), seed)
        if study.counted:
            study = replace(study, datasets=counted)
        rounds.append(Round(cell, run_study(study, jobs=jobs, progress=progress)))
    return {spec: card_of(spec, rounds, seed) for spec in procedures}
