"""``outperform paper``: the published numbers beside ours."""

import argparse
from typing import TYPE_CHECKING, Any

from outperform.cli.verdicts import prepare

if TYPE_CHECKING:
    from outperform.papers import Agreement, Paper, Workbench
    from outperform.report.agreements import Obtained

EPILOG = """\
examples:
  outperform list papers
  outperform paper dietterich-1998 --figure 5
  outperform paper bouckaert-frank-2004 --table 1 --budget standard --jobs 2 --store papers.db
  outperform paper bouckaert-2005 --figure 1 --report sorted.html
  outperform paper wang-2014 --table 2 --format latex
  outperform paper --all docs/papers --budget standard --jobs 2 --store papers.db

Datasets are found by name, as in 'outperform compare': set OUTPERFORM_DATA to a folder of .arff files. What is not
at hand is left out and named. The texts of keller-bengio-wong-2005 are looked for there too, in the folder itself,
in 'text' inside it or in 'text' beside it.
"""


def register(verbs: Any) -> None:
    """Add the verb to the parser."""
    parser = verbs.add_parser(
        "paper",
        help="obtain the tables and figures of a paper again",
        description="Obtain the tables and figures of a paper again, each beside the published number.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", metavar="NAME", nargs="?", help="see 'outperform list papers'")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--table", metavar="N", help="this table alone")
    which.add_argument("--figure", metavar="N", help="this figure alone")
    which.add_argument("--section", metavar="N", help="the numbers in the prose of this section alone, such as 4.1")
    which.add_argument("--all", metavar="FOLDER", help="write a page for every paper there, or for NAME alone")
    parser.add_argument(
        "--budget",
        default="quick",
        choices=("quick", "standard", "published"),
        help="quick: about a minute a table (default); standard: an hour for all papers on two cores; "
        "published: the paper's own numbers of trials, up to days",
    )
    parser.add_argument("--jobs", type=int, help="worker processes (default 1)")
    parser.add_argument("--store", metavar="FILE", help="keep what is computed; a stopped run goes on from there")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--format",
        choices=("text", "latex", "markdown", "csv", "json"),
        default="text",
        help="how to print the tables (default text); latex needs booktabs",
    )
    parser.add_argument("--json", dest="format", action="store_const", const="json", help="the same as --format json")
    parser.add_argument("--report", metavar="FILE.html", help="write a page that needs nothing else")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Obtain what is asked for, and show it beside the published numbers."""
    from outperform.core import InputError
    from outperform.data.datasets import folder_files
    from outperform.papers import CATALOGUE
    from outperform.report.agreements import Obtained

    folder_files()  # refuses a folder that is not there: without a word its datasets would be "not at hand"
    if arguments.all is not None:
        if arguments.report:
            raise InputError("--report", "is for one paper on one page; --all writes Markdown and figures")
        return _write(arguments)
    if arguments.name is None:
        raise InputError("NAME", f"is missing; there are {', '.join(CATALOGUE)}")
    prepare(arguments)
    paper = CATALOGUE.parse(arguments.name)
    found = tuple(paper.obtain(_bench(arguments), _ids(arguments)))
    return _show(Obtained(paper, found, arguments.budget, arguments.seed), arguments)


def _show(obtained: "Obtained", arguments: argparse.Namespace) -> int:
    """Print the agreements; write their page if asked."""
    if arguments.format == "text":
        print("\n\n".join([obtained.paper.citation, *(_text(table) for table in obtained.tables)]))
    else:
        from outperform.report.agreements import agreements_text

        print(agreements_text(obtained, arguments.format))
    if arguments.report:
        from outperform.report.paper import paper_page

        paper_page(obtained, arguments.report, command=arguments.line)
    return 0


def _bench(arguments: argparse.Namespace) -> "Workbench":
    from outperform.engine.progress import wanted
    from outperform.papers import Workbench

    shown = False if arguments.quiet else wanted("auto")
    return Workbench(arguments.budget, arguments.jobs, arguments.store, shown, arguments.seed)


def _ids(arguments: argparse.Namespace) -> list[str]:
    words = ("table", "figure", "section")
    return [f"{word}-{number.replace('.', '-')}" for word in words if (number := getattr(arguments, word)) is not None]


def _write(arguments: argparse.Namespace) -> int:
    from outperform.papers import CATALOGUE
    from outperform.report.paper_files import write_paper

    papers: list[Paper] = [CATALOGUE.parse(name) for name in ([arguments.name] if arguments.name else CATALOGUE)]
    for paper in papers:
        found = paper.obtain(_bench(arguments))
        page = write_paper(paper, found, arguments.all, arguments.budget, arguments.seed)
        print(f"{page}: {sum(table.seconds for table in found):.0f} s", flush=True)
    return 0


def _text(table: "Agreement") -> str:
    rows = [("", "published", "obtained", "se", "z", "")]
    for cell in table.cells:
        z = "" if cell.z is None else f"{cell.z:+.1f}"
        published, obtained = _number(cell.published, cell.digits), _number(cell.obtained, cell.digits)
        rows.append((cell.key, published, obtained, _number(cell.se), z, cell.verdict))
    widths = [max(len(row[column]) for row in rows) for column in range(6)]
    lines = ["  ".join(part.ljust(width) for part, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    reasons = dict.fromkeys(cell.reason for cell in table.cells if cell.reason)
    title = f"{table.id}: {table.title} (p. {table.page}; {table.seconds:g} s)"
    return "\n".join([title, *lines, *(f"  - {words}" for words in (*reasons, *table.notes))])


def _number(value: float | str | None, digits: int = 4) -> str:
    if value is None:
        return "-"
    if isinstance(value, str):
        return value if len(value) <= 24 else value[:23] + "…"
    return f"{value:.{digits}g}"
