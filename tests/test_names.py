"""Names that look the same, and letters that nobody sees, in every door: a caution, and never a raw letter."""

import io
import json
import unicodedata
from contextlib import redirect_stderr, redirect_stdout

import numpy as np
import pandas as pd
import pytest

from outperform import (
    InputError,
    budget,
    budget_of_items,
    budget_of_scores,
    compare,
    judge,
    judge_items,
    judge_league,
    judge_predictions,
    league,
)
from outperform.cli.main import main
from outperform.core import NoteKind, did_you_mean
from outperform.core.names import alike, name_notes
from outperform.visible import HIDDEN, one_line, visible
from outperform.words.visible import spelt

TWINS = {  # two names, and how a caution writes them
    "nfc": ("caf\u00e9", "cafe\u0301", r"'caf\xe9' and 'cafe\u0301'"),
    "cyrillic": ("m\u043edel", "model", r"'m\u043edel' and 'model'"),
    "greek": ("\u039dB", "NB", r"'\u039dB' and 'NB'"),
    "wide": ("\uff4e\uff42", "nb", r"'\uff4e\uff42' and 'nb'"),
    "zero-width": ("n\u200bb", "nb", r"'n\u200bb' and 'nb'"),
    "bidi": ("n\u202eb", "nb", r"'n\u202eb' and 'nb'"),
    "tag": ("nb\U000e0041", "nb", r"'nb\U000e0041' and 'nb'"),
    "selector": ("nb\ufe0f", "nb", r"'nb\ufe0f' and 'nb'"),
    "case": ("Tree", "tree", "'Tree' and 'tree'"),
    "blank": ("naive bayes", "naive  bayes", "'naive bayes' and 'naive  bayes'"),
    "end": ("tree ", "tree", "'tree ' and 'tree'"),
    "no-break": ("naive\u00a0bayes", "naive bayes", r"'naive\xa0bayes' and 'naive bayes'"),
}
RNG = np.random.default_rng(0)
X = RNG.normal(size=(60, 2))
Y = np.where(X[:, 0] > 0, "yes", "no")
SCORES = RNG.random((4, 5, 2))
RIGHT = (RNG.random((2, 60)) > 0.4).astype(int)


def league_scores(first, second, count=8):
    return {first: RNG.random(count).tolist(), second: RNG.random(count).tolist(), "other": RNG.random(count).tolist()}


def of_items(names):
    rows = [{"item": name, "system": s, "score": RNG.integers(0, 2)} for name in names for s in ("a", "b")]
    return judge_items(pd.DataFrame(rows))


def of_datasets(first, second):
    few = {name: (X + RNG.normal(size=X.shape), Y) for name in (first, second, "third", "fourth")}
    return league(["nb", "1nn"], few, procedure="fixed-league(repeats=1)", test="t-datasets", progress=False)


DOORS = {
    "compare": lambda a, b: compare({a: "nb", b: "1nn"}, X, Y, procedure="5x2-t", progress=False),
    "classes": lambda a, b: compare(
        ["nb", "1nn"], X, np.where(X[:, 0] > 0.3, a, np.where(X[:, 1] > 0, b, "x")), procedure="5x2-t", progress=False
    ),
    "scores": lambda a, b: judge({a: SCORES[0], b: SCORES[1]}, n_train=50, n_test=10),
    "predictions": lambda a, b: judge_predictions(Y, {a: Y, b: np.where(RIGHT[0], "yes", "no")}),
    "labels": lambda a, b: judge_predictions([a, b, "x"] * 20, {"one": [a, b, "x"] * 20, "two": [a, a, "x"] * 20}),
    "rows": lambda a, b: judge_predictions(Y, {"one": Y, "two": Y[::-1]}, ids=[a, b, *map(str, range(58))]),
    "evals": lambda a, b: judge_items({a: RIGHT[0], b: RIGHT[1]}),
    "items": lambda a, b: of_items([a, b, *map(str, range(30))]),
    "clusters": lambda a, b: judge_items({"a": RIGHT[0], "b": RIGHT[1]}, cluster=[a, b, *map(str, range(10))] * 5),
    "league": lambda a, b: judge_league(league_scores(a, b), metric="accuracy", datasets=list("abcdefgh")),
    "data sets": lambda a, b: judge_league(
        league_scores("c", "d"), metric="accuracy", datasets=[a, b, *map(str, range(6))]
    ),
    "league run": of_datasets,
    "budget": lambda a, b: budget({a: "nb", b: "1nn"}, X, Y, folds=3, repeats=2, halvings=0, progress=False),
    "budget of scores": lambda a, b: budget_of_scores({a: SCORES[0], b: SCORES[1]}, n_train=50, n_test=10),
    "budget of items": lambda a, b: budget_of_items({a: RIGHT[0], b: RIGHT[1]}, difference=0.1),
}


def flat(text):
    return " ".join(text.split())


SOME = ("nfc", "zero-width", "selector", "end")


@pytest.mark.parametrize(
    ("door", "twin"), [(door, twin) for door in DOORS for twin in (TWINS if door == "scores" else SOME)]
)
def test_every_door_cautions_names_that_look_the_same(door, twin):
    first, second, written = TWINS[twin]
    found = DOORS[door](first, second)
    shown = str(found)
    words = written if door not in ("classes", "labels") else written.split(" and ")[0]
    assert flat(words) in flat(shown) or flat(" and ".join(reversed(words.split(" and ")))) in flat(shown)
    html = getattr(found, "_repr_html_", str)()
    for text in (shown, repr(found), html):
        assert not HIDDEN.search(text)
    if hasattr(found, "to_json"):
        assert json.loads(found.to_json())


@pytest.mark.parametrize("door", ["compare", "scores", "predictions", "evals", "items", "league", "data sets"])
def test_no_page_or_table_has_a_letter_that_nobody_sees(door):
    found = DOORS[door]("n\u200bb\u00a0", "n\u2066b")
    for text in (found.to_html(), found.to_latex(), found.to_markdown()):
        assert not HIDDEN.search(text)
    assert r"\u200b" in found.to_html()
    plain = DOORS[door]("one", "two")
    assert r"\xa0" not in plain.to_html() + plain._repr_html_() + str(
        plain
    )  # our own no-break spaces stay what they are


TABLES = {
    "scores": (
        "learner,score\n" + "".join(f"{name},0.{at}{place}\n" for place in range(6) for at, name in enumerate("ab")),
        ["scores", "FILE", "--n-train", "50", "--n-test", "10"],
    ),
    "predictions": (
        "truth,a,b\n" + "".join(f"{at % 2},{at % 2},{at % 3 % 2}\n" for at in range(40)),
        ["predictions", "FILE", "--truth", "truth"],
    ),
    "evals": (
        "item,a,b\n" + "".join(f"i{at},{at % 2},{at % 3 % 2}\n" for at in range(40)),
        ["evals", "FILE"],
    ),
    "league": (
        "dataset,a,b\n" + "".join(f"d{at},0.{at},0.{(at * 7) % 9}\n" for at in range(1, 9)),
        ["league", "--table", "FILE", "--metric", "accuracy"],
    ),
    "budget": (
        "learner,repeat,fold,score\n"
        + "".join(f"{n},{r},{f},0.{r}{f}{at}\n" for at, n in enumerate("ab") for r in range(3) for f in range(3)),
        ["budget", "--scores", "FILE"],
    ),
}


@pytest.mark.parametrize("more", [[], ["--format", "latex"], ["--format", "csv"], ["--json"]], ids=str)
@pytest.mark.parametrize("verb", TABLES)
def test_the_command_line_shows_no_such_letter(verb, more, tmp_path):
    if verb == "budget" and more and more != ["--json"]:
        pytest.skip("has no other format")
    table, words = TABLES[verb]
    table = table.replace("a,", "n\u200bb,").replace(",b\n", ",n\u202eb\n").replace("\nb,", "\nn\u202eb,")
    path = tmp_path / "table.csv"
    path.write_text(table, encoding="utf-8")
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main([str(path) if word == "FILE" else word for word in words] + more)
    assert code == 0, err.getvalue()
    assert not HIDDEN.search(out.getvalue() + err.getvalue())
    assert "u200b" in out.getvalue()


def test_items_that_are_spelt_in_two_ways_are_no_quiet_loss():
    """The twins of two files are dropped by --common: the caution names them all the same."""
    one = {f"q{at}": at % 2 for at in range(20)} | {"caf\u00e9": 1}
    other = {f"q{at}": at % 3 % 2 for at in range(20)} | {"cafe\u0301": 1}
    assert r"'caf\xe9' and 'cafe\u0301'" in flat(str(judge_items({"a": one, "b": other}, common=True)))


def test_a_typed_name_that_looks_like_one_that_is_there_is_shown_by_its_codes():
    assert did_you_mean("m\u043edel", ["model"]) == r"did you mean 'model'? This is 'm\u043edel', which looks the same"
    with pytest.raises(InputError) as refusal:
        judge_items({"model": RIGHT[0], "other": RIGHT[1]}, baseline="n\u200bb")
    assert not HIDDEN.search(str(refusal.value))


@pytest.mark.parametrize(
    "names",
    [
        ["1-12", "11-2"],
        ["-1", "1"],
        ["lr=-1", "lr=1"],
        ["caf\u00e9", "cafe"],
        ["gpt-4-1", "gpt-41"],
        ["a", "b", "a"],
        ["\u0431", "b"],
        [],
    ],
    ids=str,
)
def test_other_names_are_different(names):
    assert alike(names) == ()


def test_sets_of_twins_are_whole_and_told_once():
    names = ["Model", "model", "m\u043edel", "other", "Other ", "third"]
    assert alike(names) == (("Model", "model", "m\u043edel"), ("other", "Other "))
    upper, lower, latin = "\u0412\u0435\u0440\u0430", "\u0432\u0435\u0440\u0430", "Bepa"
    assert alike([upper, lower, latin]) == ((upper, lower), (upper, latin))  # ve is a B in capitals alone
    assert spelt(["ab\u0301c", "a\u0301bc"]) == [ascii("ab\u0301c"), ascii("a\u0301bc")]  # the same letters, otherwise
    assert alike(["two\nlines", "two lines"]) == (("two\nlines", "two lines"),)


def test_of_many_names_only_case_blanks_and_letters_count():
    many = [f"item-{at}" for at in range(3000)]
    assert alike([*many, "item 7"]) == ()
    assert alike([*many, "Item-7", "item-8 "]) == (("item-7", "Item-7"), ("item-8", "item-8 "))
    assert alike([*many, "it\u0435m-9"]) == (("item-9", "it\u0435m-9"),)


def test_a_million_names():
    names = [f"item-{at}" for at in range(1_000_000)]
    assert name_notes(item=names) == []


def test_every_letter_that_nobody_sees_is_shown():
    """All of Unicode's controls, formats and blanks but the usual ones, and what has no form of its own."""
    for code in range(0x110000):
        letter = chr(code)
        kind = unicodedata.category(letter)
        if letter not in "\t\n " and kind in ("Cc", "Cf", "Cs", "Zs", "Zl", "Zp"):
            assert HIDDEN.match(letter), hex(code)
    others = [0x34F, 0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800, 0xFE00, 0xFE0F, 0xE0100, 0xE0020]
    assert all(HIDDEN.match(chr(code)) for code in others)
    seen = "abc \u00e9 \u0431 \u4e2d \u2212 \u2026 \U0001f600 e\u0301 \u05d0 \u0627"
    assert visible(seen) == one_line(seen) == seen
    assert (visible("a\n\tb"), one_line("a\n\tb")) == ("a\n\tb", r"a\n\tb")


def test_hidden_letters_alone_are_cautioned():
    (note,) = name_notes(system=["n\u200bb", "tree"])
    assert (note.kind, note["names"]) == (NoteKind.HIDDEN_LETTERS, ("n\u200bb",))
    assert name_notes(system=["naive bayes", "tree"], item=None) == []
