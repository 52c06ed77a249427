"""Pages made from the catalogues are complete, and every public name has words."""

import doctest
import re
from importlib import import_module

import pytest

from outperform.comparison.references import ORIGINS, bibliography
from outperform.designs import CATALOGUE as DESIGNS
from outperform.procedures import CATALOGUE as PROCEDURES
from outperform.significance import CATALOGUE as TESTS
from sitemaker import designs, evidence, parameters, procedures, reference, references, significance, words

PARTS = ("What it asks", "Formula", "Assumptions", "What it needs", "Degenerate cases", "Known behaviour", "Example")


@pytest.fixture(scope="module")
def made():
    return significance.significance_pages()


@pytest.mark.parametrize("slug", TESTS)
def test_a_test_has_a_complete_page(slug, made):
    text = made[f"tests/{slug}.md"]
    assert [part for part in (*PARTS, "Reference") if f"## {part}\n" not in text] == []
    assert f"$ {significance.example_command(TESTS[slug]())}\n" in text
    assert "outperform: " not in text, "the example was refused"
    assert words.words_of(TESTS[slug]).example, "no example in the docstring"
    formula = words.part_of(TESTS[slug], "Formula")
    assert "\n\n    " in formula, "no formula in a block"


@pytest.mark.parametrize("slug", TESTS)
def test_what_is_known_of_a_test_has_an_interval_or_says_why_not(slug, made):
    known = made[f"tests/{slug}.md"].split("## Known behaviour")[1].split("\n## ")[0]
    assert re.search(r"\d\.\d+ \[\d\.\d+, \d\.\d+\]", known) or "no card" in known or "p-value" in known


@pytest.fixture(scope="module")
def made_designs():
    return designs.design_pages()


@pytest.mark.parametrize("slug", DESIGNS)
def test_a_design_has_a_complete_page(slug, made_designs):
    text = made_designs[f"designs/{slug}.md"]
    wanted = (
        "What it answers for",
        "Measured on 300 rows",
        "Tests that fit its splits",
        "Degenerate cases",
        "Example",
    )
    assert [part for part in wanted if f"## {part}\n" not in text] == []


@pytest.mark.parametrize("slug", PROCEDURES)
def test_a_procedure_has_its_card_on_its_page(slug):
    text = procedures.procedure_pages()[f"procedures/{slug}.md"]
    card = evidence.card_of(slug)
    assert ("no card for it yet" in text) if card is None else f"{card['worst']['value']:.3f}" in text


def test_every_test_names_its_design_of_choice():
    found = {slug: evidence.usual_design(entry()) for slug, entry in TESTS.items()}
    assert found["corrected-t"] == "kfold(repeats=10)"
    assert found["blocked-3x2-t"] == "blocked-3x2"
    assert found["mcnemar"] == "holdout"


def test_the_python_of_a_page_runs_by_itself(made, made_designs):
    for text in [*made.values(), *made_designs.values()]:
        scope = {}
        for block in re.findall(r"^```pycon\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            for example in doctest.DocTestParser().get_examples(block):
                exec(example.source, scope)


@pytest.mark.parametrize("key", bibliography())
def test_a_reference_has_no_mark_of_latex_left(key):
    assert not set("{}\\") & set(references.reference(key))


@pytest.mark.parametrize("slug", TESTS)
def test_what_a_test_comes_from_is_known(slug):
    assert ORIGINS[slug] == TESTS[slug].origins
    assert set(TESTS[slug].origins) <= set(bibliography())


def test_no_public_name_is_undocumented():
    pytest.importorskip("matplotlib")
    assert reference.undocumented() == []


def test_every_public_name_is_in_the_reference():
    pytest.importorskip("matplotlib")
    pages = reference.reference_pages()
    for room in reference.ROOMS:
        for name in import_module(f"outperform.{room}").__all__:
            assert f"\n::: {reference.place_of(room, name)}\n" in pages[f"api/{room}.md"]
    assert [name for name in import_module("outperform").__all__ if f"`{name}`" not in pages["api/index.md"]] == []


def test_every_room_with_public_names_is_in_the_reference():
    rooms = {"cli", "words"}  # a program, and a room that exports no names
    rooms |= {room.partition(".")[0] for room in reference.ROOMS}
    root = reference.Path(str(import_module("outperform").__file__)).parent
    assert {path.parent.name for path in root.glob("*/__init__.py")} == rooms


def test_a_value_without_words_is_found(tmp_path, monkeypatch):
    (tmp_path / "bare_room.py").write_text('SAID = 1\n"""Words."""\nBARE = 2\n\n\ndef silent():\n    pass\n')
    monkeypatch.syspath_prepend(tmp_path)
    found = {name: reference.summary_of(f"bare_room.{name}") for name in ("SAID", "BARE", "silent")}
    assert found == {"SAID": "Words.", "BARE": "", "silent": ""}


def test_parameters_are_described_where_the_class_does():
    text = parameters.parameters(PROCEDURES["adaptive-cv"])
    assert "| `folds` | `int` | `10` | Folds of a repeat. |" in text
    assert "| `max_repeats` |" in text
    assert parameters.parameters(TESTS["kfold-t"]) == "None."
