"""A page for every procedure, with its card."""

from outperform.core import Procedure
from outperform.procedures import CATALOGUE as PROCEDURES
from sitemaker.evidence import CARDS, card_of
from sitemaker.marks import page, section, table, warning
from sitemaker.parameters import parameters
from sitemaker.words import sentence, words_of


def procedure_pages() -> dict[str, str]:
    """Make all pages, by their place on the site."""
    pages = {f"procedures/{slug}.md": _page(entry()) for slug, entry in PROCEDURES.items()}
    return {"procedures/index.md": _index(), **pages}


def command_of(procedure: str) -> str:
    """Give the command that runs a procedure on a bundled set."""
    return f"outperform compare nb tree --data breast_cancer --procedure {procedure}"


def _page(procedure: Procedure) -> str:
    design, test, fits, question = procedure.card()
    rows = [
        ("design", f"[{design}](../designs/{design.partition('(')[0]}.md)"),
        ("test", f"[{test}](../tests/{test.partition('(')[0]}.md)"),
        ("fits a learner", fits),
        ("answers", f"[Dietterich's question {question.removeprefix('Q')}](../which-test.md)"),
        ("run", f"`{command_of(procedure.slug)}`"),
    ]
    return page(
        procedure.slug,
        words_of(type(procedure)).text,
        warning(sentence(procedure.warning)),
        table(("", ""), rows),
        section("Parameters", parameters(type(procedure))),
        section("Card", _card(procedure.slug)),
    )


def _card(slug: str) -> str:
    path = CARDS / f"{slug}.md"
    if not path.exists():
        return f"There is no card of it yet; `outperform lab certify {slug}` makes one."
    words = path.read_text(encoding="utf-8").split("\n", 1)[1].strip().split("\n")
    words[0] = words[0][:1].upper() + words[0][1:] + "."
    text = "\n".join(line + "  " if line.startswith(("Fits a", "Mean rep")) else line for line in words)
    return f"{text}\n\n[The lab](../lab.md) says what the words mean; [all cards](../cards/README.md)."


def _index() -> str:
    rows = []
    for slug, entry in PROCEDURES.items():
        design, test, fits, question = entry().card()
        card = card_of(slug)
        said = card["sentence"] if card else "no card yet"
        rows.append((f"[{slug}]({slug}.md)", f"{design} + {test}", fits, question.removeprefix("Q"), said))
    text = (
        "A procedure is a design and a test that belong together, under one name. The last column is its card in short."
    )
    return page("Procedures", text, table(("procedure", "is", "fits", "question", "on the battery of the lab"), rows))
