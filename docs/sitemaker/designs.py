"""One page per design."""

import numpy as np

from outperform import designs
from outperform.comparison.advise import REFUSED
from outperform.core import Dataset, Design, Plan, stream
from outperform.designs import CATALOGUE as DESIGNS
from outperform.procedures import CATALOGUE as PROCEDURES
from outperform.significance import CATALOGUE as TESTS
from sitemaker.evidence import fits
from sitemaker.marks import page, section, table
from sitemaker.parameters import parameters
from sitemaker.words import example_block, part_of, parts_of, words_of

ROWS = 300


def design_pages() -> dict[str, str]:
    """Make all pages, by their place on the site."""
    pages = {f"designs/{slug}.md": _page(entry()) for slug, entry in DESIGNS.items()}
    return {"designs/index.md": _index(), **pages}


def _page(design: Design) -> str:
    kind = type(design)
    words = words_of(kind)
    return page(
        design.slug,
        words.text,
        section("What it answers for", part_of(kind, "Answers")),
        section("Measured on 300 rows", _measured(design)),
        section("Tests that fit its splits", _tests(design.slug), _procedures(design.slug)),
        section("Parameters", parameters(kind)),
        section("Degenerate cases", *parts_of(kind, "Degenerate")),
        section(
            "Example", "Every design is a scikit-learn splitter:", example_block(words.example, designs), _spec(design)
        ),
    )


def _measured(design: Design) -> str:
    plan = design.plan(Dataset(np.zeros((ROWS, 1)), np.arange(float(ROWS))), stream(0, "plan"))
    traits = plan.traits
    rows = [
        ("splits (fits per learner)", len(plan.places)),
        ("repeats, folds", f"{traits.repeats}, {traits.folds}"),
        ("rows trained on", _extent(traits.n_train)),
        ("rows tested on", _extent(traits.n_test)),
        ("test rows / training rows, n2/n1", f"{traits.ratio:.4g}"),
        ("every row is tested exactly once per repeat", "yes" if traits.partition else "no"),
        ("balanced halves", "yes" if traits.balanced else "no"),
        ("rows that two training sets have in common (share)", _overlap(plan)),
    ]
    return table(("", "with the default parameters"), rows)


def _extent(sizes: np.ndarray | None) -> str:
    assert sizes is not None
    low, high = int(sizes.min()), int(sizes.max())
    return str(low) if low == high else f"{low} to {high}"


def _overlap(plan: Plan) -> str:
    """Return the share of rows that two training sets have in common: least to most over the first twenty splits."""
    trains = [set(split.train.tolist()) for split, _ in zip(plan.splits, range(20), strict=False)]
    shares = [len(a & b) / len(a) for i, a in enumerate(trains) for b in trains[:i]]
    if not shares:
        return "there is only one training set"
    low, high = min(shares), max(shares)
    return f"{low:.3f}" if high - low < 0.0005 else f"{low:.3f} to {high:.3f}"


def _tests(slug: str) -> str:
    found = [
        test for test, entry in TESTS.items() if entry().needs.items == (slug == "holdout") and fits(entry(), slug)
    ]
    links = [f"[{test}](../tests/{test}.md){' (not advised)' if test in REFUSED else ''}" for test in found]
    more = (
        "With repeats, `kfold(repeats=10)`, the tests for repeated cross-validation fit too." if slug == "kfold" else ""
    )
    return f"{', '.join(links) or 'None'}. {more}".strip()


def _procedures(slug: str) -> str:
    cards = {name: entry().card() for name, entry in PROCEDURES.items()}
    found = [name for name, card in cards.items() if card.design is not None and card.design.slug == slug]
    links = [f"[{name}](../procedures/{name}.md)" for name in found]
    return f"Procedures with this design: {', '.join(links)}." if links else ""


def _spec(design: Design) -> str:
    return (
        f"On the command line: `outperform compare nb tree --data iris --design {design.slug}`."
        " Without `--test`, a test that fits is chosen automatically."
    )


def _index() -> str:
    rows = [(f"[{slug}]({slug}.md)", entry.summary()) for slug, entry in DESIGNS.items()]
    said = (
        "A design divides the rows into training and test sets. Whether a test fits is measured from the splits, so any"
        " scikit-learn splitter can be a design: `compare(..., design=RepeatedStratifiedKFold())`."
    )
    return page("Designs", said, table(("design", ""), rows))
