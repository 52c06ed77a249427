"""``outperform paper``: published numbers next to reproduced ones."""

import argparse
import sys
import textwrap
from itertools import zip_longest
from typing import TYPE_CHECKING

from outperform.cli.options.output import PRINTED
from outperform.cli.output import answering
from outperform.cli.parser import OUTPUT, REPRODUCING, RUNNING
from outperform.cli.verb import Verb
from outperform.cli.verdicts import prepare

if TYPE_CHECKING:
    from outperform.papers import Agreement, Paper, Workbench
    from outperform.report.tables.agreements import Obtained

WIDTH = 80
LONG = 60  # seconds that a table may take without a word
INTRO = """\
Reproduce the tables and figures of a paper, and print each published number
next to the reproduced one. Two numbers agree if they differ by at most three
standard errors and rounding; they are undecided if three standard errors exceed
what the paper would call a difference. A claim of the text holds or fails by
three standard errors; else it is undecided.
"""
LEGEND = (
    "Published numbers, or what the paper says, next to reproduced numbers. se: standard error of their difference; "
    "z: their difference in standard errors. Kinds: a number is printed and was obtained independently; a claim is a "
    "sentence of the text; what is derived follows from the paper's own numbers or by construction; ours "
    "is not counted."
)
EXAMPLES = """\
  outperform list papers
  outperform paper dietterich-1998 --figure 5
  outperform paper bouckaert-2005 --figure 1 --report sorted.html
  outperform paper wang-2014 --table 2 --format latex
  # the budget 'standard', on two cores; an interrupted run continues
  outperform paper bouckaert-frank-2004 --table 1 --budget standard --jobs 2 \\
      --store papers.db
  # a page for every paper: about an hour
  outperform paper --all pages --budget standard --jobs 2 --store papers.db
"""
ABOUT = """\
Data sets are found by name, as in 'outperform compare': set OUTPERFORM_DATA to
a folder of .arff files. Data sets that are not found are left out, and the
output names them. The texts of keller-bengio-wong-2005 are looked for in that
folder, in 'text' inside it and in 'text' next to it.
"""


def _run(arguments: argparse.Namespace) -> int:
    """Reproduce what is asked for, and show it next to the published numbers."""
    from outperform.core import InputError, check_folder
    from outperform.data.datasets import folder_files
    from outperform.papers import CATALOGUE
    from outperform.report.tables.agreements import Obtained

    folder_files()  # refuses a folder that does not exist: else its data sets would be left out silently
    if arguments.all is not None:
        check_folder("--all", arguments.all)
        if arguments.report:
            raise InputError(
                "--report",
                "writes one page of one paper; --all already writes a page per paper. Leave one of the two out",
            )
        return _write(arguments)
    if arguments.name is None:
        raise InputError("NAME", f"is missing; known papers: {', '.join(CATALOGUE)}")
    prepare(arguments)
    paper = CATALOGUE.parse(arguments.name)
    bench = _bench(arguments)
    _tell_time(paper, arguments)
    found = tuple(paper.obtain(bench, _ids(arguments)))
    _tell_damage(bench)
    return _show(Obtained(paper, found, arguments.budget, arguments.seed), arguments)


@answering()
def _show(obtained: "Obtained", arguments: argparse.Namespace) -> int:
    """Print the agreements; write their page if asked."""
    if arguments.format == "text":
        head = [textwrap.fill(words, WIDTH) for words in (obtained.paper.citation, LEGEND)]
        print("\n\n".join([*head, *(_text(table) for table in obtained.tables)]))
    else:
        from outperform.report import tables_text

        print(tables_text(obtained, arguments.format))
    if arguments.report:
        from outperform.report import paper_page

        paper_page(obtained, arguments.report, command=arguments.line)
    return 0


def _bench(arguments: argparse.Namespace) -> "Workbench":
    from outperform.engine.progress import wanted
    from outperform.lab import Ledger
    from outperform.papers import Workbench

    shown = False if arguments.quiet else wanted("auto")
    if arguments.store is not None:
        Ledger(arguments.store).close()  # one that cannot be written is refused before anything is computed
    return Workbench(arguments.budget, arguments.jobs, arguments.store, shown, arguments.seed)


def _tell_time(paper: "Paper", arguments: argparse.Namespace) -> None:
    """Print on standard error how long it will take, if that is more than a minute of one core."""
    seconds = paper.expected(_ids(arguments), arguments.budget)
    if seconds is not None and seconds > LONG and not arguments.quiet:
        print(
            f"about {seconds / 60:.0f} min of one core (less with --jobs, or with results in --store)", file=sys.stderr
        )


def _tell_damage(bench: "Workbench") -> None:
    """Print on standard error how many rows of the results file were damaged."""
    from outperform.core import Note, NoteKind
    from outperform.words.notes import note_words

    rows = sum(bench.damaged)
    if rows:
        print(f"note: {note_words(Note.of(NoteKind.RECORDS_DAMAGED, rows=rows, again=True))}", file=sys.stderr)


def _ids(arguments: argparse.Namespace) -> list[str]:
    words = ("table", "figure", "section")
    return [f"{word}-{number.replace('.', '-')}" for word in words if (number := getattr(arguments, word)) is not None]


def _write(arguments: argparse.Namespace) -> int:
    from outperform.papers import CATALOGUE
    from outperform.papers.score import headline
    from outperform.report.paper_files import write_paper

    papers: list[Paper] = [CATALOGUE.parse(name) for name in ([arguments.name] if arguments.name else CATALOGUE)]
    for paper in papers:
        bench = _bench(arguments)
        found = paper.obtain(bench)
        _tell_damage(bench)
        page = write_paper(paper, found, arguments.all, arguments.budget, arguments.seed)
        with answering():
            print(f"{page}: {sum(table.seconds for table in found):.0f} s; {headline(found)}", flush=True)
    return 0


def _text(table: "Agreement") -> str:
    """Write a table: title, numbers side by side with their reasons, how many agree, notes."""
    from outperform.papers import absent_words, fit_words
    from outperform.papers.score import verdict_counts
    from outperform.report.tables.agreements import named

    rows: list[tuple[str, ...]] = [("", "published", "reproduced", "se", "z", "kind", "verdict")]
    for cell in table.cells:
        z = "" if cell.z is None else f"{cell.z:+.1f}"
        published, obtained = _number(cell.published, cell.digits), _number(cell.obtained, cell.digits)
        rows.append((cell.key, published, obtained, _number(cell.se, 2), z, cell.kind, cell.verdict))
    title = textwrap.fill(f"{named(table)}: {table.title} (p. {table.page}; {table.seconds:.3g} s)", WIDTH)
    lines = _lines(rows, ["", *(cell.reason for cell in table.cells)]) if table.cells else []
    counted = [
        f"{kind}: {verdict_counts(cells)}"
        for kind in dict.fromkeys(cell.kind for cell in table.cells)
        if (cells := [cell for cell in table.cells if cell.kind == kind])
    ]
    said = [*([] if table.fit is None else [fit_words(table.fit)]), *table.notes, *absent_words(table)]
    notes = [textwrap.fill(words, WIDTH, initial_indent="- ", subsequent_indent="  ") for words in said]
    return "\n".join([title, "", *lines, "", *counted, *notes])


def _lines(rows: list[tuple[str, ...]], reasons: list[str]) -> list[str]:
    """Align the cells. The first two columns share what is left of the width so that the fewest lines are needed."""
    natural = [max(len(row[column]) for row in rows) for column in range(7)]
    rest = natural[2:]
    left = WIDTH - sum(rest) - 2 * 6
    word = max(len(word) for row in rows for word in row[1].split())  # so that none is broken
    most = max(9, min(natural[1], left - 9))
    spans = [(min(natural[0], left - span), span) for span in range(min(word, most), most + 1)]
    return min((_wrapped(rows, reasons, [*span, *rest]) for span in spans), key=len)


def _wrapped(rows: list[tuple[str, ...]], reasons: list[str], widths: list[int]) -> list[str]:
    """Write each row, and its reason on the lines right below it."""
    lines = []
    for row, reason in zip(rows, reasons, strict=True):
        cells = [textwrap.wrap(cell, width) or [""] for cell, width in zip(row, widths, strict=True)]
        for parts in zip_longest(*cells, fillvalue=""):
            lines.append("  ".join(part.ljust(width) for part, width in zip(parts, widths, strict=True)).rstrip())
        lines += textwrap.wrap(reason, WIDTH, initial_indent="    ", subsequent_indent="    ")
    return lines


def _number(value: float | str | None, digits: int = 4) -> str:
    if value is None:
        return "-"
    return value if isinstance(value, str) else f"{value:.{digits}g}"


VERB = Verb(
    name="paper",
    help="reproduce the tables and figures of a paper",
    description=INTRO,
    about=ABOUT,
    examples=EXAMPLES,
    nouns={
        REPRODUCING: "paper table figure section pages",
        RUNNING: "budget jobs results draws quiet verbose",
        OUTPUT: PRINTED,
    },
    run=_run,
)
