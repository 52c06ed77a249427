"""Certify a procedure: run it on the battery and make its card."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from outperform.core import InputError, SignificanceTest, did_you_mean
from outperform.engine.progress import Progress
from outperform.lab.battery import BATTERY, ITEM_BATTERY, LEAGUE_BATTERY, BatteryCell
from outperform.lab.card import LEVEL, REFERENCE, Round, card_of, card_sentence
from outperform.lab.card_text import card_markdown, write_cards
from outperform.lab.count_engine import is_vectorised
from outperform.lab.item_studies import CHOSEN, ItemStudy, rule_of, run_item_study
from outperform.lab.leagues import LeagueStudy, run_league_study
from outperform.lab.records import Records
from outperform.lab.run import run_study
from outperform.lab.spelling import is_fixed, procedure_from, read_own_test
from outperform.lab.study import Study
from outperform.procedures import CATALOGUE as PROCEDURES
from outperform.procedures import FixedProcedure
from outperform.ranking import CATALOGUE as LEAGUE_TESTS
from outperform.significance import CATALOGUE as TESTS
from outperform.significance import BootstrapPercentile, BootstrapT
from outperform.significance.own import is_own
from outperform.sources import ITEMS

REPETITIONS = 2  # of each data set with new random splits, for replicability
LEAGUE_REFERENCE = "wilcoxon"
RESAMPLING = (BootstrapPercentile, BootstrapT)

__all__ = [
    "card_markdown",
    "card_of",
    "card_sentence",
    "certified_spec",
    "certify",
    "certify_items",
    "certify_leagues",
    "is_item_test",
    "is_league_test",
    "item_tests",
    "write_cards",
]


def is_league_test(spec: str) -> bool:
    """Return whether a name is that of a test of leagues with p-values."""
    return spec.partition("(")[0].strip() in LEAGUE_TESTS


def item_tests() -> list[str]:
    """Return the names of the tests of fixed systems on one set of items."""
    return [slug for slug, entry in TESTS.items() if _is_of_items(entry())]


def _is_of_items(test: SignificanceTest | None) -> bool:
    return test is not None and test.needs.items and not test.needs.forward


def is_item_test(spec: str) -> bool:
    """Return whether a test is certified on items: one that no procedure uses, or a user's own that needs items."""
    if is_own(spec):
        return _is_of_items(rule_of(spec))
    slug = spec.partition("(")[0].strip()
    used = {rule.test.slug for entry in PROCEDURES.values() if isinstance(rule := entry(), FixedProcedure)}
    return slug in item_tests() and slug not in used and slug not in PROCEDURES


def certified_spec(test: str, design: str | None = None) -> str:
    """Return the procedure to certify: the one that is named, a test with a design, or the procedure of a test.

    Examples
    --------
    >>> certified_spec("sorted-runs-t")
    'sorted-cv'
    """
    if design is not None:
        return f"{design} + {test}"
    if ".py:" in test:
        raise InputError("--design", f"is missing: name the design for {test}, such as 'kfold(repeats=10)'")
    slug = test.partition("(")[0]
    if slug in PROCEDURES:
        return test
    if slug not in TESTS:
        known = {*PROCEDURES, *TESTS, *LEAGUE_TESTS}
        raise InputError("test", f"{test} is not known; {did_you_mean(slug, known)}")
    made = [(name, entry()) for name, entry in PROCEDURES.items() if "10x10" not in name]
    found = [name for name, rule in made if isinstance(rule, FixedProcedure) and rule.test.slug == slug]
    if not found:
        raise InputError(
            "--design", f"is missing: no procedure uses {test}; name a design, such as 'kfold(repeats=10)'"
        )
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
    """Run the battery and return a card per procedure; all procedures share their fits.

    ``counted`` and ``fitted`` are the numbers of data sets per cell without and with fits; each data set has two
    repetitions. Tests that judge one table at a time, such as the bootstrap, cost as much as fits: they get ``fitted``
    data sets everywhere. A procedure that adds repeats cannot be counted: it and its reference draw the rows.
    """
    found: dict[str, dict[str, Any]] = {}
    for fixed in (True, False):
        some = [spec for spec in procedures if is_fixed(procedure_from(spec, read_own_test(spec))) is fixed]
        if some:
            found |= _certify(some, counted, fitted, seed, jobs, progress=progress)
    return {spec: found[spec] for spec in procedures}


def _certify(
    procedures: Sequence[str], counted: int, fitted: int, seed: int, jobs: int | None, *, progress: bool
) -> dict[str, dict[str, Any]]:
    specs = tuple(dict.fromkeys([*procedures, REFERENCE]))
    rounds = []
    for cell in BATTERY:
        study = Study(cell.source, specs, cell.learners, max(2, round(cell.part * fitted)), REPETITIONS, (LEVEL,), seed)
        found = [run_study(some, jobs=jobs, progress=progress) for some in _by_size(study, counted)]
        rounds.append(Round(cell, {spec: records for part in found for spec, records in part.items()}))
    sizes = {"counted": counted, "fitted": fitted}
    return {spec: card_of(spec, rounds, sizes, seed) for spec in procedures}


def _by_size(study: Study, counted: int) -> list[Study]:
    """Split a study in two where some of its tests can judge more data sets at little cost."""
    if not study.counted:
        return [study]
    quick = tuple(spec for spec, (_, test) in study.parts.items() if is_vectorised(test))
    slow = tuple(spec for spec in study.procedures if spec not in quick)
    parts = [replace(study, procedures=quick, datasets=counted)]
    return [*parts, replace(study, procedures=slow)] if slow else parts


def certify_leagues(
    tests: Sequence[str], *, leagues: int = 2000, seed: int = 0, progress: bool = False
) -> dict[str, dict[str, Any]]:
    """Run the battery of leagues and return a card per test; all tests judge the same leagues."""
    specs = tuple(dict.fromkeys([*tests, LEAGUE_REFERENCE]))
    rounds = []
    with Progress(len(LEAGUE_BATTERY), shown=progress, word="cases") as line:
        for cell in LEAGUE_BATTERY:
            study = LeagueStudy(cell.source, specs, leagues, REPETITIONS, (LEVEL,), seed)
            rounds.append(Round(cell, run_league_study(study), LEAGUE_REFERENCE))
            line.step()
    return {spec: card_of(spec, rounds, {"leagues": leagues}, seed) for spec in tests}


def certify_items(
    tests: Sequence[str], *, sets: int = 1000, seed: int = 0, progress: bool = False
) -> dict[str, dict[str, Any]]:
    """Run the battery of items and return a card per test, of the cases that fit it; each case has its reference.

    The bootstrap tests, which resample every set, get half of the sets.
    """
    rounds: list[tuple[Round, set[str]]] = []
    with Progress(len(ITEM_BATTERY), shown=progress, word="cases") as line:
        for cell in ITEM_BATTERY:
            fit = [spec for spec in tests if _fits(spec, cell)]
            if fit:
                rounds.append((Round(cell, _on_items(cell.source, [*fit, CHOSEN], sets, seed), CHOSEN), set(fit)))
            line.step()
    found = {spec: [each for each, fit in rounds if spec in fit] for spec in tests}
    for spec, some in found.items():
        if {each.cell.null for each in some} != {True, False}:
            raise InputError("test", f"{spec} fits none of the cases with, or none of those without, a true difference")
    return {spec: card_of(spec, some, {"sets": sets}, seed) for spec, some in found.items()}


def _on_items(source: str, tests: Sequence[str], sets: int, seed: int) -> dict[str, Records]:
    """Run tests on sets of items, twice where another run gives other scores."""
    runs = REPETITIONS if ITEMS.parse(source).varies else 1
    slow = [spec for spec in tests if isinstance(rule_of(spec), RESAMPLING)]
    found: dict[str, Records] = {}
    for some, count in ((slow, max(2, sets // 2)), ([spec for spec in tests if spec not in slow], sets)):
        if some:
            found |= run_item_study(ItemStudy(source, (*dict.fromkeys(some),), count, runs, (LEVEL,), seed))
    return found


def _fits(spec: str, cell: BatteryCell) -> bool:
    test = rule_of(spec)
    table = ItemStudy(cell.source, (CHOSEN,)).table(0, 0)
    if test is None or test.misfit(table) is not None:
        return False
    needs = test.needs.of_items
    return ("clusters" in cell.source) == bool(needs is not None and needs.clusters)  # for tests that know them
