"""The methods section of a page: every test and procedure, and the error rates that the lab measured for them."""

from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from outperform.report.cards import CardView, card_view
from outperform.report.methods import FORMULA, Method
from outperform.report.pages.blocks import Group, Heading, PageBlock, PageTable, Paragraph, warning


def methods_blocks(methods: Sequence[Method]) -> Iterator[PageBlock]:
    """Describe methods, and show the shipped cards of their error rates, a procedure's before a test's."""
    slugs = dict.fromkeys(method.card for method in sorted(methods, key=lambda method: method.kind != "procedure"))
    cards = {view.slug: view for view in map(card_view, slugs) if view is not None}
    for method in methods:
        yield Group("method", list(_described(method, cards)))
    for card in cards.values():
        yield Group("method", list(_measured(card)), card.id)


def _described(method: Method, cards: Mapping[str, CardView]) -> Iterator[PageBlock]:
    yield Heading(Markup("{} <code>{}</code>").format(method.kind.capitalize(), method.name))
    yield Paragraph(method.summary)
    if method.formula:
        yield Paragraph(method.formula, "formula")
    for words in method.body:
        if words.startswith(FORMULA):
            yield Paragraph(words.removeprefix(FORMULA).replace(f"\n{FORMULA}", "\n"), "formula")
        else:
            yield Paragraph(words)
    link = Markup('<a href="#{}">{}</a>').format
    card = cards.get(method.card)
    if method.weakness:
        measured = "" if card is None else link(card.id, "What was measured") + "."
        yield Paragraph(warning("Known weakness", Markup("{}. {}").format(method.weakness, measured)), "warning")
    words = Markup("Reference: {}. ").format(method.reference) if method.reference else Markup("")
    study = Markup("<code>{}</code> in the source of outperform").format(method.study)
    if card is not None:
        more = Markup("; in more cases: {}").format(study) if method.study else ""
        words += Markup("Measured error rates: {}{}.").format(link(card.id, card.slug), more)
    elif method.study:
        words += Markup("Measured error rates: {}.").format(study)
    elif method.certify:
        unknown = Markup("Its error rates have not been measured yet; this command measures them: <code>{}</code>")
        words += unknown.format(method.certify)
    if words:
        yield Paragraph(words, "aside")


def _measured(card: CardView) -> Iterator[PageBlock]:
    yield Heading(Markup("Measured error rates of <code>{}</code>").format(card.slug))
    yield Paragraph(f"On simulated data, where the truth is known: {card.sentence}.")
    yield PageTable(
        ["simulated data", "false positives", "95% interval", "against the level", card.unit],
        [[*cells, str(count)] for *cells, count in card.rows],
        Markup(
            "How often <code>{}</code> with its default parameters found a difference at level {} although both are"
            " equally good; 95% intervals"
        ).format(card.slug, card.level),
        f"Measured error rates of {card.slug}",
        columns=["row", "n", "n", "", "n"],
    )
    yield Paragraph(
        Markup(
            "Power, replicability and cost: <code>{}</code> in the source of outperform, or run <code>outperform lab"
            " certify {}</code> (measured with {})."
        ).format(card.path, card.slug, card.about),
        "aside",
    )
