"""One page per test of leagues."""

from outperform import ranking
from outperform.core import Entry, PairsTest, known_weaknesses
from outperform.ranking import CATALOGUE as TESTS
from outperform.ranking import OMNIBUS
from outperform.words.weaknesses import weaknesses_words
from sitemaker.evidence import card_of
from sitemaker.marks import page, section, span, table, warning
from sitemaker.parameters import parameters
from sitemaker.references import references_of
from sitemaker.run import console
from sitemaker.words import example_block, named, part_of, parts_of, words_of

TABLE = "outperform league --table docs/data/demsar2006/scores.csv --metric auc"


def league_test_pages() -> dict[str, str]:
    """Make all pages, by their place on the site."""
    found = {f"league-tests/{slug}.md": _page(entry()) for each in (TESTS, OMNIBUS) for slug, entry in each.items()}
    return {"league-tests/index.md": _index(), **found}


def example_command(test: Entry) -> str:
    """Return a command that shows a test on Demšar's table."""
    if test.slug in OMNIBUS:
        return f"{TABLE} --omnibus {test.slug}"
    return f"{TABLE} --test {test.slug}" if isinstance(test, PairsTest) else f"{TABLE} --rope 0.01"


def _page(test: Entry) -> str:
    kind = type(test)
    words = words_of(kind)
    return page(
        test.slug,
        words.text,
        warning(named(weaknesses_words(known_weaknesses(test), test.slug), test.slug)),
        section("What it asks", part_of(kind, "Asks")),
        section("Formula", part_of(kind, "Formula")),
        section("Assumptions", *parts_of(kind, "Assumes")),
        section("Parameters", parameters(kind)),
        section("Degenerate cases", *parts_of(kind, "Degenerate")),
        section("Known behaviour", _behaviour(test)),
        section("Example", console(example_command(test)), *_python(words.example)),
        section("Reference", references_of(test.slug)),
    )


def _python(example: str) -> list[str]:
    return ["In Python:", example_block(example, ranking)] if example else []


def _behaviour(test: Entry) -> str:
    card = card_of(test.slug)
    if card is None:
        return part_of(type(test), "Behaviour")
    rows = [
        (
            cell["name"],
            "no" if cell["null"] else "yes",
            span(*(cell["rejection"][end] for end in ("value", "low", "high"))),
            f"{cell['reference']:.3f}",
        )
        for cell in card["cells"]
    ]
    said = f"{card['sentence'][:1].upper()}{card['sentence'][1:].rstrip('.')}."
    more = (
        f"On {card['datasets']['leagues']:,} simulated leagues of each kind, with 95% intervals of the simulation."
        " Without a true difference a league counts as rejected where any pair is, after the adjustment for all pairs."
        " The study of these tests: [many data sets](../leagues.md)."
    )
    head = ("case", "true difference", "rejection rate at .05", card["reference"])
    return "\n\n".join([said, more, table(head, rows)])


def _index() -> str:
    kinds = [("pairs of learners", TESTS), ("all learners at once", OMNIBUS)]
    rows = [(f"[{slug}]({slug}.md)", what, entry.summary()) for what, some in kinds for slug, entry in some.items()]
    said = (
        "Tests of learners over many data sets, for `outperform league`. The default is [wilcoxon](wilcoxon.md), with"
        " p-values adjusted for all pairs by Shaffer's steps. [I have a results table](../tutorials/results-table.md)."
    )
    return page("League tests", said, table(("test", "of", ""), rows))
