"""One page per procedure, with its card; and one per procedure of leagues."""

from outperform.core import LeagueProcedure, Procedure, known_weaknesses
from outperform.procedures import CATALOGUE as PROCEDURES
from outperform.procedures.leagues import CATALOGUE as LEAGUES
from outperform.words.weaknesses import weaknesses_words
from sitemaker.evidence import CARDS, card_of
from sitemaker.marks import page, section, table, warning
from sitemaker.parameters import parameters
from sitemaker.words import named, words_of


def procedure_pages() -> dict[str, str]:
    """Make all pages, by their place on the site."""
    pages = {f"procedures/{slug}.md": _page(entry()) for slug, entry in PROCEDURES.items()}
    leagues = {f"procedures/{slug}.md": _league_page(entry()) for slug, entry in LEAGUES.items()}
    return {"procedures/index.md": _index(), **pages, **leagues}


def _league_page(procedure: LeagueProcedure) -> str:
    folds, fewest, most = procedure.design
    fits = "-".join(map(str, dict.fromkeys((folds * fewest, folds * most))))
    data = "breast_cancer digits iris wine"
    command = f"outperform league nb tree --data {data} --test t-datasets --procedure {procedure.slug}"
    rows = [("fits per cell", fits), ("run", f"`{command}`"), ("read", "[A league](../tutorials/league.md)")]
    made = section("Parameters", parameters(type(procedure)))
    return page(procedure.slug, words_of(type(procedure)).text, table(("", ""), rows), made)


def command_of(procedure: str) -> str:
    """Return the command that runs a procedure on a bundled set."""
    return f"outperform compare nb tree --data breast_cancer --procedure {procedure}"


def _page(procedure: Procedure) -> str:
    card = procedure.card()
    rows = [
        *([("design", f"[{card.design}](../designs/{card.design.slug}.md)")] if card.design else []),
        *([("test", f"[{card.test}](../tests/{card.test.slug}.md)")] if card.test else []),
        ("fits per learner", card.fits_span),
        ("answers", f"[Dietterich's question {card.question}](../which-test.md)"),
        ("run", f"`{command_of(procedure.slug)}`"),
    ]
    return page(
        procedure.slug,
        words_of(type(procedure)).text,
        warning(named(weaknesses_words(known_weaknesses(procedure), procedure.slug), procedure.slug)),
        table(("", ""), rows),
        section("Parameters", parameters(type(procedure))),
        section("Card", _card(procedure.slug)),
    )


def _card(slug: str) -> str:
    path = CARDS / f"{slug}.md"
    if not path.exists():
        return f"There is no card for it yet; `outperform lab certify {slug}` makes one."
    text = path.read_text(encoding="utf-8").split("\n", 1)[1].strip()
    return f"{text}\n\n[The lab](../lab.md#cards) explains the words; [all cards](../cards/README.md)."


def _index() -> str:
    rows = []
    for slug, entry in PROCEDURES.items():
        card, measured = entry().card(), card_of(slug)
        said = measured["sentence"] if measured else "no card yet"
        made = f"{card.design} + {card.test}"
        rows.append((f"[{slug}]({slug}.md)", made, card.fits_span, str(card.question), said))
    text = (
        "A procedure is a design and a test that belong together, under one name. The last column is the first"
        " sentence of its card: what it does in the fixed cases of [the lab](../lab.md#cards)."
    )
    head = ("procedure", "design + test", "fits per learner", "Dietterich's question", "false positives at .05")
    of_leagues = [(f"[{slug}]({slug}.md)", entry.summary()) for slug, entry in LEAGUES.items()]
    more = section("For leagues", table(("procedure", "how often each data set is split"), of_leagues))
    return page("Procedures", text, table(head, rows), more)
