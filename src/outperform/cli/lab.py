"""``outperform lab``: measure what procedures do."""

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from outperform.cli import verdicts
from outperform.cli.lab_options import DESCRIPTIONS, EXAMPLES, INTRO, OPTIONS, VERBS
from outperform.words.visible import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outperform.lab import Study


def register(verbs: Any) -> None:
    """Add the verb and its own verbs to the parser."""
    parser = verbs.add_parser(
        "lab",
        help="measure Type I error, power, replicability and cost of procedures",
        description=INTRO,
        epilog=f"examples:\n{EXAMPLES['measure']}\n'outperform lab COMMAND --help' has examples of every command.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    inner = parser.add_subparsers(dest="lab_verb", metavar="COMMAND", title="commands", required=True)
    ways = {
        "measure": measure,
        "curve": curve,
        "run": run_file,
        "show": show,
        "certify": certify,
        "calibrate": calibrate,
    }
    for name, run in ways.items():
        verb = inner.add_parser(
            name,
            help=VERBS[name],
            description=DESCRIPTIONS[name],
            epilog="examples:\n" + EXAMPLES[name],
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        OPTIONS[name](verb)
        verb.set_defaults(run=run)


def _study(arguments: argparse.Namespace, source: str) -> "Study":
    from outperform.lab import Study

    return Study(
        source,
        arguments.procedure,
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
    from outperform.lab.show import labelled

    shown = False if arguments.quiet else wanted("auto")
    rows = []
    with redirect_stdout(sys.stderr), closing(Ledger(path)) if path else nullcontext() as ledger:
        for study in studies:
            for origin in study.origins:
                print(f"note: factors come from the file {origin.name} (sha256 {origin.digest})")
            records = run_study(study, jobs=arguments.jobs, ledger=ledger, progress=shown)
            rows += labelled(study, readings_of(study, records, arguments.measure, progress=shown))
    return rows


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
        from outperform.report.tables import readings_text

        verdicts.print_text(readings_text(rows, arguments.format))
        return 0
    if rows:
        from outperform.lab.table import readings_table

        verdicts.print_text(readings_table(rows))
    return 0


def measure(arguments: argparse.Namespace) -> int:
    """Measure procedures on one source."""
    _prepare(arguments)
    return _print(_run([_study(arguments, arguments.source)], arguments, arguments.store), arguments)


def curve(arguments: argparse.Namespace) -> int:
    """Measure procedures while one parameter of the source changes."""
    from outperform.lab.curve import sources_over

    _prepare(arguments)
    studies = [_study(arguments, source) for source in sources_over(arguments.source, arguments.over)]
    return _print(_run(studies, arguments, arguments.store), arguments)


def run_file(arguments: argparse.Namespace) -> int:
    """Run a study from a file."""
    from pathlib import Path

    from outperform.lab.files import read_study

    _prepare(arguments)
    ledger = str(Path(arguments.file).with_suffix(".db"))
    return _print(_run([read_study(arguments.file)], arguments, ledger), arguments)


def show(arguments: argparse.Namespace) -> int:
    """Show the results that a study has saved."""
    from contextlib import closing
    from pathlib import Path

    from outperform.lab import Ledger
    from outperform.lab.show import known_readings
    from outperform.words.notes import notes_words

    _prepare(arguments)
    path = Path(arguments.file)
    with closing(Ledger(path.with_suffix(".db") if path.suffix == ".toml" else path, create=False)) as ledger:
        rows, notes = known_readings(ledger, arguments.measure, arguments.level or ())
    for note in notes_words(notes):
        print(one_line(f"note: {note}"), file=sys.stderr)
    return _print(rows, arguments)


def certify(arguments: argparse.Namespace) -> int:
    """Print the card of one procedure, or write the cards of all."""
    from contextlib import redirect_stdout

    from outperform.core import InputError
    from outperform.engine.progress import wanted
    from outperform.lab import certify as cards
    from outperform.procedures import CATALOGUE

    if (arguments.test is None) == (arguments.all is None):
        raise InputError("TEST", "name one test, such as sorted-runs-t, or use --all FOLDER, and not both")
    specs = list(CATALOGUE) if arguments.all else [cards.certified_spec(arguments.test, arguments.design)]
    with redirect_stdout(sys.stderr):
        found = cards.certify(
            specs,
            counted=10 * arguments.datasets,
            fitted=arguments.datasets,
            seed=arguments.seed,
            jobs=arguments.jobs,
            progress=False if arguments.quiet else wanted("auto"),
        )
    if arguments.all is None:
        from outperform.lab.table import card_table

        card = found[specs[0]]
        verdicts.print_text(json.dumps(card, indent=2) if arguments.json else card_table(card))
        return 0
    cards.write_cards(arguments.all, found)
    for spec, card in found.items():
        verdicts.print_text(f"{spec}: {card['sentence']}")
    return 0


def calibrate(arguments: argparse.Namespace) -> int:
    """Measure the factor of a learner and save it."""
    from contextlib import redirect_stdout

    from outperform.engine.progress import wanted
    from outperform.lab.entry import entry_of
    from outperform.lab.factor import measure_factor
    from outperform.procedures.own_factors import keep
    from outperform.words.factors import calibrated

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
    entry = entry_of(readings, arguments.folds)
    verdicts.print_text(json.dumps(entry, indent=2) if arguments.json else calibrated(entry))
    if not arguments.no_keep:
        print(one_line(f"saved in {keep(entry)}"), file=sys.stderr)
    return 0
