"""Every file of the corpus through ``judge``: the answer of its own verb, or a question with the commands."""

import json
from itertools import pairwise

import pytest
from tests.golden.corpus import TOGETHER, cases, source_of, tables, write_corpus
from tests.golden.test_answers import answered

import outperform

ASKED = {  # tables that may be several things: the kinds that are asked for
    "splits_scores_only.csv": ("splits", "items"),
    "league_error.csv": ("items", "league"),
    "league_first_column.csv": ("items", "league"),
}
KINDS = {"scores": "splits", "predictions": "predictions", "evals": "items", "league": "league"}
UNREADABLE = (
    "items_letters.csv",
    "items_right_wrong.csv",
    "items_yes_no.csv",
)  # by their own verb, too: scores in words


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("door")
    write_corpus(made)
    return made


def judged(words):
    """Return the command of another verb as one of judge."""
    return ["judge", *(word for word in words[1:] if word != "--table")]


def answer_of(words):
    """Return the exit code and the JSON of a command, or what it says."""
    code, out, err = answered([*words, "--json"])
    return (code, err.partition(": ")[2]) if code else (code, json.loads(out))


@pytest.mark.parametrize(("name", "words"), cases().items(), ids=[*cases()])
def test_judge_gives_the_answer_of_the_verb_or_asks(name, words, folder, monkeypatch):
    monkeypatch.chdir(folder)
    if source_of(name) in ASKED and "--n-train" not in words:
        code, out, err = answered(judged(words))
        assert (code, out) == (2, ""), out
        for kind in ASKED[source_of(name)]:
            assert f"'outperform judge {name} --as {kind}'" in err, err
    own = answer_of(words)
    code, found = answer_of([*judged(words), "--as", KINDS[words[0]]])
    assert (code, found) == own
    if source_of(name) not in ASKED:
        assert answer_of(judged(words)) == own
    if not code:
        assert found["kind"] == KINDS[words[0]]


@pytest.mark.parametrize("name", ["splits_long.csv", "predictions_wide.csv", "items_samples.csv", "league_repeats.csv"])
def test_the_text_is_the_same_below_a_line_that_says_what_was_read(name, folder, monkeypatch):
    monkeypatch.chdir(folder)
    words = cases()[name]
    _, own, _ = answered(words)
    _, text, _ = answered(judged(words))
    first, _, rest = text.partition("\n\n")
    assert first.startswith("read as: ")
    assert rest == own


@pytest.mark.parametrize("name", tables())
def test_what_python_reads_of_a_file_says_what_it_is(name, folder, monkeypatch):
    monkeypatch.chdir(folder)
    words = cases()[name]
    if answered(words)[0]:
        pytest.skip("its own verb refuses it")
    options = options_of(words)
    material = outperform.read(name, kind=KINDS[words[0]], **options)
    assert material.kind == KINDS[words[0]]
    assert repr(material).startswith("Material(")
    assert "\n" not in repr(material)


def options_of(words):
    """Return the options of a command that a reader takes, as in Python."""
    reading = {
        "--truth": "truth",
        "--n-train": "n_train",
        "--n-test": "n_test",
        "--lower": "lower",
        "--missing": "missing",
    }
    reading |= {} if words[0] == "predictions" else {"--metric": "metric"}
    options = {
        reading[flag]: int(value) if value.isdigit() else value for flag, value in pairwise(words) if flag in reading
    }
    return options | ({"higher_is_better": False} if "--lower-is-better" in words else {})


@pytest.mark.parametrize("name", [name for name, line in TOGETHER.items() if line.startswith("evals")])
def test_logs_are_read_together(name, folder, monkeypatch):
    monkeypatch.chdir(folder)
    material = outperform.read(TOGETHER[name].split()[1:])
    assert (material.kind, material.content.systems) == (
        "items",
        outperform.read_evals(TOGETHER[name].split()[1:]).systems,
    )
