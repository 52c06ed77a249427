"""Golden answers: what every command answers about the corpus, in every medium, to the letter.

``pytest tests/golden --regenerate`` writes them anew; look at the difference before you commit it. Long numbers are
compared to ten digits: the last ones differ between processors.
"""

import difflib
import io
import json
import re
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from html import unescape
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from tests.golden.corpus import ANSWERS, budgets, cases, source_of, write_corpus

import outperform
from outperform.cli.main import main

MEDIA = ((), ("--json",), ("--format", "latex"), ("--format", "markdown"), ("--format", "csv"))
PAGES = ("splits_long.csv", "predictions_classes.csv", "items_wide.csv", "league_wide.csv")  # those of every run
PINNED = Path(__file__).parents[2] / "constraints.txt"
pytestmark = pytest.mark.skipif(
    any(
        f"{name}=={version(name)}\n" not in PINNED.read_text(encoding="utf-8") for name in ("numpy", "scipy", "pandas")
    ),
    reason="golden answers are those of the pinned versions",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("corpus")
    write_corpus(made)
    return made


@pytest.fixture
def check(request):
    """Compare with what was kept, or keep it."""
    regenerates = request.config.getoption("--regenerate", default=False)

    def compare(name, text):
        path = ANSWERS / f"{name}.txt"
        text = text.replace(f"outperform {outperform.__version__}", "outperform (version)")
        text = re.sub(
            r'"sha256": "[0-9a-f]{64}"', '"sha256": "(digest)"', text
        )  # files that are made depend on a library
        if regenerates:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            return
        assert path.exists(), f"no golden answer: pytest tests/golden --regenerate writes {path.name}"
        kept, text = ten_digits(path.read_text(encoding="utf-8")), ten_digits(text)
        changed = difflib.unified_diff(kept.splitlines(), text.splitlines(), "golden", "now", lineterm="", n=2)
        assert kept == text, "\n".join(changed)

    return compare


def ten_digits(text):
    """Return text whose numbers of more than eleven decimals have ten digits."""
    return re.sub(r"\b\d+\.\d{12,}(e[-+]?\d+)?\b", lambda found: f"{float(found[0]):.10g}", text)


def answered(words):
    """Run a command; return it with its exit code, standard output and standard error."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            code = main(list(words))
        except SystemExit as stop:
            code = stop.code
    return code, out.getvalue(), err.getvalue()


def told(words):
    """Return a command and what it says, as a person sees it."""
    code, out, err = answered(words)
    ending = f"exit code {code}\n" if code else ""
    said = "".join(f"! {line}\n" for line in err.splitlines())
    return f"$ outperform {' '.join(words)}\n{out}{said}{ending}\n"


@pytest.mark.parametrize(("name", "words"), cases().items(), ids=[*cases()])
def test_every_medium(name, words, folder, check, monkeypatch):
    monkeypatch.chdir(folder)
    media = MEDIA if source_of(name) == name else MEDIA[:2]
    commands = [words] if answered(words)[0] else [[*words, *medium] for medium in media]
    check(name, "".join(map(told, commands)))


@pytest.mark.parametrize(("name", "words"), budgets().items(), ids=[*budgets()])
def test_budgets(name, words, folder, check, monkeypatch):
    monkeypatch.chdir(folder)
    code, _, _ = answered(words)
    many = name.startswith("ten_")  # whose JSON is long
    check(f"budgets/{name}", "".join(map(told, [words] if code or many else [words, [*words, "--json"]])))


@pytest.mark.parametrize(
    ("name", "options"),
    {
        "two": {"difference": 0.02},
        "three": {"threshold": "cautious", "metric": ["accuracy", "f1_macro"]},
        "halvings": {"halvings": 2, "seeds": 1},
    }.items(),
)
def test_budget_of_learners(name, options, check):
    """A run has its seconds beside: only those of a table that is made of its scores are left out."""
    learners = ["nb", "stump", *(["lda"] if name == "three" else [])]
    found = outperform.budget(learners, *load_iris(return_X_y=True), **options, progress=False)
    values = json.dumps(found.to_dict(), indent=1)
    values = re.sub(r'"seconds(_for)?": [^,\n]+', r'"seconds\1": "(left out)"', values)
    frame = found.to_frame().drop(columns="seconds").to_csv(index=False)
    table = outperform.budget_of_scores(replace(found.scores[0], seconds=None), difference=options.get("difference"))
    check(f"budgets/learners_{name}", f"{values}\n\n{frame}\n{table}\n\n{table.to_frame().to_csv(index=False)}")


@pytest.mark.parametrize(
    ("name", "words"),
    [pytest.param(*case, id=case[0], marks=[] if case[0] in PAGES else pytest.mark.slow) for case in cases().items()],
)
def test_pages(name, words, folder, check, monkeypatch):
    pytest.importorskip("matplotlib")
    pytest.importorskip("jinja2")
    monkeypatch.chdir(folder)
    code, _, _ = answered([*words, "--report", "page.html"])
    if not code:
        check(f"pages/{name}", page_text((folder / "page.html").read_text(encoding="utf-8")))


def page_text(page):
    """Return the text of a page, a line per piece; the date and the versions are left out."""
    body = re.sub(r"<(style|script)\b.*?</\1>", "", page.partition("<body")[2], flags=re.DOTALL)
    pieces = (
        " ".join(unescape(piece).split())
        for piece in re.split(r"</?(?:p|h\d|t[rhd]|li|div|figcaption|text|pre|dt|dd|summary)\b[^>]*>", body)
    )
    lines = (" ".join(re.sub(r"<[^>]+>", "", piece).split()) for piece in pieces)
    text = "\n".join(line for line in lines if line) + "\n"
    return re.sub(r"^(Date|Versions)\n.*", r"\1\n(left out)", text, flags=re.MULTILINE)


def in_python():
    """Return what is passed to ``judge`` and its like from Python, by a name."""
    splits = pd.read_csv("splits_wide.csv")
    shape = {name: splits[name].to_numpy().reshape(2, 5) for name in ("tree", "nb", "svm")}
    rows = np.arange(100)
    folds = [np.delete(rows, test) for test in rows.reshape(5, 20)], list(rows.reshape(5, 20))
    indices = {"train": folds[0] * 2, "test": folds[1] * 2}
    validated = {
        name: {
            "fit_time": np.full(10, 0.1),
            "score_time": np.full(10, 0.1),
            "indices": indices,
            "test_accuracy": scores.ravel(),
            "test_f1": scores.ravel() - 0.1,
        }
        for name, scores in shape.items()
    }
    items = pd.read_csv("items_graded.csv").set_index("item")
    league = pd.read_csv("league_wide.csv").set_index("dataset")
    predicted = pd.read_csv("predictions_wide.csv")
    sizes = {"n_train": 80, "n_test": 20}
    return {
        "judge_arrays": lambda: outperform.judge(shape, **sizes),
        "judge_lists": lambda: outperform.judge([(name, each.ravel()) for name, each in shape.items()], **sizes),
        "judge_cross_validate": lambda: outperform.judge(validated),
        "judge_frame": lambda: outperform.judge(splits),
        "judge_items_frame": lambda: outperform.judge_items(items),
        "judge_items_dict": lambda: outperform.judge_items({name: items[name].to_numpy() for name in items}),
        "judge_league_frame": lambda: outperform.judge_league(league, metric="accuracy"),
        "judge_league_dict": lambda: outperform.judge_league(league.to_dict(), metric="accuracy"),
        "judge_predictions_frame": lambda: outperform.judge_predictions(
            predicted["truth"], predicted[["tree", "nb", "svm"]]
        ),
    }


def test_python(folder, check, monkeypatch):
    monkeypatch.chdir(folder)
    for name, judged in in_python().items():
        found = judged()
        parts = (
            str(found),
            json.dumps(found.to_dict(), indent=1),
            found.to_frame().to_csv(index=False),
            found.to_latex(),
            found.to_markdown(),
        )
        check(f"python/{name}", "\n\n".join(parts) + "\n")


def test_no_answer_is_kept_of_a_case_that_is_gone():
    known = {*cases(), *(f"pages/{name}" for name in cases()), *(f"budgets/{name}" for name in budgets())}
    kept = {path.relative_to(ANSWERS).as_posix().removesuffix(".txt") for path in ANSWERS.rglob("*.txt")}
    assert {name for name in kept - known if not name.startswith(("python/", "budgets/learners_"))} == set()


def test_the_corpus_is_small():
    assert len(cases()) >= 60
    assert sum(path.stat().st_size for path in ANSWERS.parent.rglob("*") if path.is_file()) < 3_000_000
