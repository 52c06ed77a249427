"""One page per significance test."""

from outperform import significance
from outperform.comparison.advise import REFUSED
from outperform.core import SignificanceTest, known_weaknesses
from outperform.designs import CATALOGUE as DESIGNS
from outperform.significance import CATALOGUE as TESTS
from outperform.significance import Betting, DiscordantE
from outperform.significance.delong import AreaTest
from outperform.significance.item_tests import ItemTest
from outperform.significance.paired_counts import PairedCountsTest
from outperform.significance.sequential_tests import SequentialTest
from outperform.significance.welch_t import WelchT
from outperform.words.weaknesses import weaknesses_words
from sitemaker.evidence import fits, known_behaviour, usual_design
from sitemaker.marks import page, section, table, warning
from sitemaker.parameters import parameters
from sitemaker.references import references_of
from sitemaker.run import console
from sitemaker.words import example_block, named, part_of, parts_of, words_of


def significance_pages() -> dict[str, str]:
    """Make all pages, by their place on the site."""
    pages = {f"tests/{slug}.md": _page(entry()) for slug, entry in TESTS.items()}
    return {"tests/index.md": _index(), **pages}


def example_command(test: SignificanceTest) -> str:
    """Return a command that shows a test on what comes with the project."""
    design = usual_design(test)
    if design == "forward":
        measured = "--metric neg_mean_squared_error --design forward"
        return f"outperform compare ols ridge --data diabetes {measured} --test {test.slug}"
    if isinstance(test, WelchT):
        return f"outperform evals examples/runs.csv --test {test.slug}"
    if isinstance(test, ItemTest | Betting):
        file = "examples/evals.csv" if _clusters(test) else "docs/data/gpqa/scores.csv"
        looking = " --sequential" if isinstance(test, SequentialTest) else ""
        return f"outperform evals {file}{looking} --test {test.slug}"
    if test.needs.items:
        return f"outperform predictions {_predictions(test)} --test {test.slug}"
    if design == "kfold(repeats=10)":
        return f"outperform scores examples/scores.csv --test {test.slug}"
    return f"outperform compare nb tree --data iris --design '{design}' --test {test.slug}"


def _clusters(test: SignificanceTest) -> int:
    """Return how many clusters a test needs; 0 where it needs none."""
    return 0 if test.needs.of_items is None else test.needs.of_items.clusters


def _predictions(test: SignificanceTest) -> str:
    """Return the file, the truth and the metric on which a test of predictions is shown."""
    if isinstance(test, AreaTest):
        return "examples/probabilities.csv --truth label --metric roc_auc --positive malignant"
    metric = "" if isinstance(test, PairedCountsTest | DiscordantE) else " --metric f1 --positive malignant"
    return f"examples/predictions.csv --truth label{metric}"


def _page(test: SignificanceTest) -> str:
    kind = type(test)
    words = words_of(kind)
    refused = f"`outperform advise` refuses this test: {REFUSED[test.slug]}." if test.slug in REFUSED else ""
    return page(
        test.slug,
        words.text,
        warning(refused or named(weaknesses_words(known_weaknesses(test), test.slug), test.slug)),
        section("What it asks", part_of(kind, "Asks")),
        section("Formula", part_of(kind, "Formula")),
        section("Assumptions", *(_assumption(part) for part in parts_of(kind, "Assumes"))),
        section("What it needs", _needed(test)),
        section("Parameters", parameters(kind)),
        section("Degenerate cases", *parts_of(kind, "Degenerate")),
        section("Known behaviour", known_behaviour(test)),
        section("Example", *_example(test), "In Python:" if words.example else "", *_python(words.example)),
        section("Reference", references_of(test.slug)),
    )


def _assumption(text: str) -> str:
    return f"It assumes t{text[1:]}" if text.startswith("That ") else text


def _example(test: SignificanceTest) -> list[str]:
    shown = console(example_command(test))
    if usual_design(test) != "forward":
        return [shown]
    return ["The rows of this data set have no time order: the command only shows what the output looks like.", shown]


def _python(example: str) -> list[str]:
    return [example_block(example, significance)] if example else []


def _needed(test: SignificanceTest) -> str:
    if isinstance(test, WelchT):
        return "A score of each run of two systems, at least two runs of each: columns `run`, `system` and `score`."
    if usual_design(test) == "forward":
        return "Rows in time order and the design [forward](../designs/forward.md)."
    return _items(test) if test.needs.items else _splits(test)


def _items(test: SignificanceTest) -> str:
    """Return what a test needs of one set of items."""
    one = "Predictions for one test set, or a procedure with a [holdout](../designs/holdout.md)."
    if isinstance(test, AreaTest):
        return "A probability or score per item, and two classes: `--metric roc_auc`."
    if isinstance(test, SequentialTest):
        kind = "Right or wrong (1 or 0)" if isinstance(test, DiscordantE) else "Scores between known bounds"
        return f"{kind} of fixed systems on the same items, in random order. Items in clusters are refused."
    if isinstance(test, ItemTest):
        clusters = _clusters(test)
        added = f" It also needs the cluster of each item, and at least {clusters} clusters." if clusters > 1 else ""
        added = added or (" It also needs the cluster of each item." if clusters else "")
        return f"Scores of fixed systems on the same items, or predictions for one test set.{added}"
    return one


def _splits(test: SignificanceTest) -> str:
    needs = test.needs
    wanted = [needs._shape()]
    wanted += ["one test fraction, with `n_train` and `n_test`"] if needs.sizes else []
    wanted += ["every row tested exactly once per repeat"] if needs.partition else []
    wanted += ["balanced halves"] if needs.balanced else []
    wanted += [f"at least {needs.values} splits"] if needs.values > 1 else []
    known = [*DESIGNS, "kfold(repeats=10)"]
    links = [f"[{spec}](../designs/{spec.partition('(')[0]}.md)" for spec in known if fits(test, spec)]
    return f"It needs {'; '.join(wanted)}. Designs that fit: {', '.join(links) or 'none with its default parameters'}."


def _index() -> str:
    rows = [
        (f"[{slug}]({slug}.md)", entry.summary(), "yes" if slug in REFUSED else "")
        for slug, entry in sorted(TESTS.items())
    ]
    said = "Each page has a test's question, formula, assumptions, and what the lab has measured about it."
    tail = "Tests that `advise` refuses are kept only to reproduce published results. [Which test?](../which-test.md)"
    return page("Tests", said, table(("test", "", "refused by `advise`"), rows), tail)
