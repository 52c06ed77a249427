"""``outperform lab``: measure what procedures do."""

import argparse
import json
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from outperform.cli import verdicts
from outperform.cli.lab_options import INTRO, LAB_VERBS
from outperform.cli.verb import Verb
from outperform.visible import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outperform.core import Note
    from outperform.lab import Study

DESIGN = "kfold(repeats=10)"  # of a test of the user's own that is given without one


def _procedures(arguments: argparse.Namespace, *, alone: bool = False) -> tuple[str, ...]:
    """Return what is to be measured: procedures, and tests with a design, or alone where nothing is split."""
    from outperform.core import InputError
    from outperform.lab.certify import certified_spec
    from outperform.significance.own import is_own

    found, tests = arguments.procedure or [], arguments.test or []
    if not found and not tests:
        raise InputError("--procedure", "is missing: name one or more, or a test by --test")
    if arguments.design is not None and (alone or not tests):
        raise InputError(
            "--design", "is for --test, on a source of rows" if alone else "is for --test, which is missing"
        )
    designs = [arguments.design or (DESIGN if is_own(test) else None) for test in tests]
    return (*found, *(tests if alone else map(certified_spec, tests, designs)))


def _study(arguments: argparse.Namespace, source: str) -> "Study":
    from outperform.lab import Study

    return Study(
        source,
        _procedures(arguments),
        arguments.learner,
        arguments.datasets,
        arguments.repetitions,
        arguments.level or (0.05,),
        arguments.seed,
    )


def _run(studies: "Sequence[Study]", arguments: argparse.Namespace, path: str | None) -> list[dict[str, Any]]:
    """Run studies. What learners and tests print goes to standard error: standard output is for the readings."""
    from contextlib import closing, nullcontext, redirect_stdout

    from outperform.engine.progress import wanted
    from outperform.lab import Ledger, readings_of, run_study
    from outperform.lab.show import damage_notes, labelled_readings

    shown = False if arguments.quiet else wanted("auto")
    rows = []
    with redirect_stdout(sys.stderr), closing(Ledger(path)) if path is not None else nullcontext() as ledger:
        for study in studies:
            for origin in study.origins:
                print(one_line(f"note: factors come from the file {origin.name} (sha256 {origin.digest})"))
            records = run_study(study, jobs=arguments.jobs, ledger=ledger, progress=shown)
            rows += labelled_readings(study, readings_of(study, records, arguments.measure, progress=shown))
        _tell([] if ledger is None else damage_notes(ledger, again=True))
    return rows


def _readings(sources: "Sequence[str]", arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """Measure procedures on sources of data sets, or tests on sources of leagues or of items."""
    from outperform.lab.item_studies import is_of_items
    from outperform.lab.leagues import is_league

    if not (is_league(sources[0]) or is_of_items(sources[0])):
        return _run([_study(arguments, source) for source in sources], arguments, arguments.store)
    from outperform.core import InputError

    for option in ("learner", "store"):
        if getattr(arguments, option):
            raise InputError(f"--{option}", f"does not go with {sources[0]}: its scores are simulated, in seconds")
    tests = tuple(dict.fromkeys(_procedures(arguments, alone=True)))
    sizes = arguments.datasets, arguments.repetitions, tuple(arguments.level or (0.05,)), arguments.seed
    read = _of_leagues if is_league(sources[0]) else _of_items
    return [row for source in sources for row in read((source, tests, *sizes), arguments)]


def _of_leagues(given: tuple[Any, ...], arguments: argparse.Namespace) -> list[dict[str, Any]]:
    from outperform.lab.leagues import LeagueStudy, league_readings, run_league_study

    study = LeagueStudy(*given)
    return league_readings(study, run_league_study(study), arguments.measure)


def _of_items(given: tuple[Any, ...], arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """Measure tests of items; what a user's own test prints goes to standard error."""
    from contextlib import redirect_stdout

    from outperform.engine.progress import wanted
    from outperform.lab.item_studies import ItemStudy, item_readings, run_item_study

    with redirect_stdout(sys.stderr):
        study = ItemStudy(*given)
        records = run_item_study(study, progress=False if arguments.quiet else wanted("auto"))
        return list(item_readings(study, records, arguments.measure))


def _tell(notes: "Sequence[Note]") -> None:
    """Print notes on standard error."""
    from outperform.words.notes import notes_words

    for note in notes_words(notes):
        print(one_line(f"note: {note}"), file=sys.stderr)


def _prepare(arguments: argparse.Namespace) -> None:
    """Refuse an unknown measure, and a page that cannot be written, before anything runs."""
    from outperform.lab.measures import CATALOGUE

    verdicts.prepare(arguments)
    for name in arguments.measure:
        _ = CATALOGUE[name]


def _print(rows: list[dict[str, Any]], arguments: argparse.Namespace) -> int:
    if arguments.report and rows:
        from outperform.report import lab_page

        lab_page(rows, arguments.report, command=arguments.line)
    if arguments.format != "text":
        from outperform.report import tables_text

        verdicts.print_text(tables_text(rows, arguments.format))
        return 0
    if rows:
        from outperform.lab.table import readings_lines

        verdicts.print_text(readings_lines(rows))
    return 0


def _measure(arguments: argparse.Namespace) -> int:
    """Measure procedures on one source."""
    _prepare(arguments)
    return _print(_readings([arguments.source], arguments), arguments)


def _curve(arguments: argparse.Namespace) -> int:
    """Measure procedures while one parameter of the source changes."""
    from outperform.lab.curve import sources_over

    _prepare(arguments)
    return _print(_readings(sources_over(arguments.source, arguments.over), arguments), arguments)


def _run_file(arguments: argparse.Namespace) -> int:
    """Run a study from a file."""
    from pathlib import Path

    from outperform.lab.files import read_study

    _prepare(arguments)
    ledger = str(Path(arguments.file).with_suffix(".db"))
    allowed = {"allow_files": arguments.allow_file, "allow_modules": arguments.allow_module}
    return _print(_run([read_study(arguments.file, **allowed)], arguments, ledger), arguments)


def _show(arguments: argparse.Namespace) -> int:
    """Show the results that a study has saved."""
    from contextlib import closing
    from pathlib import Path

    from outperform.lab import Ledger
    from outperform.lab.show import known_readings

    _prepare(arguments)
    path = Path(arguments.file)
    with closing(Ledger(path.with_suffix(".db") if path.suffix == ".toml" else path, create=False)) as ledger:
        rows, notes = known_readings(ledger, arguments.measure, arguments.level or ())
    _tell(notes)
    return _print(rows, arguments)


def _certify(arguments: argparse.Namespace) -> int:
    """Print the card of one procedure or test, or write the cards of all."""
    from outperform.core import InputError, check_folder
    from outperform.lab import certify as cards
    from outperform.lab.leagues import known_tests
    from outperform.procedures import CATALOGUE

    if (arguments.test is None) == (arguments.all is None):
        raise InputError("TEST", "name one test, such as sorted-runs-t, or use --all FOLDER, and not both")
    if arguments.datasets < 1:
        raise InputError("datasets", f"must be a whole number of at least 1, got {arguments.datasets}")
    if arguments.all is None:
        from outperform.lab.table import card_table

        card = _card(arguments.test, arguments)
        verdicts.print_text(json.dumps(card, indent=2) if arguments.json else card_table(card))
        return 0
    check_folder("--all", arguments.all)
    found = _cards(list(CATALOGUE), arguments) | _item_cards(cards.item_tests(), arguments)
    found |= _league_cards(known_tests(), arguments)
    cards.write_cards(arguments.all, found)
    for spec, card in found.items():
        verdicts.print_text(f"{spec}: {card['sentence']}")
    return 0


def _card(test: str, arguments: argparse.Namespace) -> dict[str, Any]:
    """Certify one procedure, test of items or test of leagues."""
    from outperform.core import InputError
    from outperform.lab import certify as cards

    if cards.is_league_test(test):
        if arguments.design is not None:
            raise InputError("--design", f"does not go with {test}, a test of leagues: it splits nothing")
        return _league_cards([test], arguments)[test]
    if arguments.design is None and cards.is_item_test(test):
        return _item_cards([test], arguments)[test]
    spec = cards.certified_spec(test, arguments.design)
    return _cards([spec], arguments)[spec]


def _cards(specs: "Sequence[str]", arguments: argparse.Namespace) -> dict[str, dict[str, Any]]:
    """Certify procedures. What learners and tests print goes to standard error."""
    from contextlib import redirect_stdout

    from outperform.engine.progress import wanted
    from outperform.lab.certify import certify

    with redirect_stdout(sys.stderr):
        return certify(
            specs,
            counted=10 * arguments.datasets,
            fitted=arguments.datasets,
            seed=arguments.seed,
            jobs=arguments.jobs,
            progress=False if arguments.quiet else wanted("auto"),
        )


def _item_cards(specs: "Sequence[str]", arguments: argparse.Namespace) -> dict[str, dict[str, Any]]:
    """Certify tests of items. What a user's own test prints goes to standard error."""
    from contextlib import redirect_stdout

    from outperform.engine.progress import wanted
    from outperform.lab.certify import certify_items

    shown = False if arguments.quiet else wanted("auto")
    with redirect_stdout(sys.stderr):
        return certify_items(specs, sets=5 * arguments.datasets, seed=arguments.seed, progress=shown)


def _league_cards(specs: "Sequence[str]", arguments: argparse.Namespace) -> dict[str, dict[str, Any]]:
    from outperform.engine.progress import wanted
    from outperform.lab.certify import certify_leagues

    shown = False if arguments.quiet else wanted("auto")
    return certify_leagues(specs, leagues=10 * arguments.datasets, seed=arguments.seed, progress=shown)


def _calibrate(arguments: argparse.Namespace) -> int:
    """Measure the factor of a learner and save it."""
    from contextlib import redirect_stdout

    from outperform.engine.progress import wanted
    from outperform.lab.entry import factor_entry
    from outperform.lab.factor import measure_factor
    from outperform.procedures.own_factors import check_kept, keep
    from outperform.words.factors import calibrated

    if not arguments.no_keep:
        check_kept()
    with redirect_stdout(sys.stderr):
        readings = measure_factor(
            arguments.learner,
            folds=arguments.folds,
            datasets=arguments.datasets,
            sources=arguments.source,
            seed=arguments.seed,
            jobs=arguments.jobs,
            progress=False if arguments.quiet else wanted("auto"),
        )
    entry = factor_entry(readings, arguments.folds)
    verdicts.print_text(json.dumps(entry, indent=2) if arguments.json else calibrated(entry))
    if not arguments.no_keep:
        print(one_line(f"saved in {keep(entry)}"), file=sys.stderr)
    return 0


RUNS = {
    "measure": _measure,
    "curve": _curve,
    "run": _run_file,
    "show": _show,
    "certify": _certify,
    "calibrate": _calibrate,
}
VERB = Verb(
    name="lab",
    help="measure Type I error, power, replicability and cost of procedures",
    description=INTRO,
    about="'outperform lab COMMAND --help' has examples of every command.",
    examples=LAB_VERBS[0].examples,
    verbs=tuple(replace(verb, run=RUNS[verb.name]) for verb in LAB_VERBS),
)
