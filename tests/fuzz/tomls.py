"""TOML: studies of the lab and the defaults of a project, whole or damaged."""

import os
from contextlib import contextmanager

from tests.fuzz.oracle import Case, commanded

SOURCES = ["task-one(n=20)", "task-one(n=40, step=1)", "symmetric(n=30)"]
PROCEDURES = [
    "5x2-f",
    "kfold-t(folds=2)",
    "mcnemar-holdout",
    "corrected-cv(repeats=2, folds=2)",
    "kfold(folds=2, repeats=2) + pooled-t",
]
LITERALS = [
    "1",
    "0",
    "-1",
    "3",
    "1.5",
    "nan",
    "inf",
    "true",
    '"x"',
    "[]",
    "{}",
    "[[1]]",
    "1979-05-27",
    '""',
    "1e400",
    "9" * 30,
    "{a=1}",
]
OPTIONS = [
    "metric",
    "level",
    "procedure",
    "seed",
    "store",
    "data",
    "jobs",
    "adjust",
    "baseline",
    "test",
    "encode",
    "nope",
    "report",
]


def case(dice, folder):
    """Draw a file and a command that reads it."""
    return _study(dice, folder) if dice.chance(0.6) else _defaults(dice, folder)


def _study(dice, folder):
    lines = {
        "source": f'"{dice.pick(SOURCES, ["nope", "task-one(n=-1)", "", "task-one(n=10**9)"])}"',
        "procedures": "["
        + ", ".join(
            f'"{dice.pick(PROCEDURES, ["nope", "", "kfold-t(folds=0)"])}"' for _ in range(dice.choice([1, 1, 2]))
        )
        + "]",
        "datasets": dice.pick(["1", "2", "3"], ["0", "-1", "1.5"]),
        "repetitions": dice.choice(["1", "1", "2"]),
        "levels": dice.pick(["[0.05]", "[0.05, 0.1]"], ["[]", "[2.0]", "[nan]"]),
        "seed": dice.choice(["0", "7"]),
    }
    for _ in range(0 if dice.gentle else dice.choice([0, 0, 1])):
        lines[dice.choice([*lines, "learners", "nope", "size"])] = dice.choice(LITERALS)
    if dice.fault(0.15):
        del lines[dice.choice(["source", "procedures", "levels", "seed"])]  # a default of datasets takes seconds
    path = folder / "study.toml"
    path.write_bytes(_text(dice, lines))
    forms = [["--json"], ["--format", "csv"], ["--format", "text"], ["--format", "latex"], ["--measure", "rejection"]]
    shown = dice.pick(forms, [["--measure", "x"], ["--format", "x"]], 0.1)
    line = ["lab", "run", path, "--quiet", *shown]
    return Case(f"{' '.join(map(str, line))} with {path.read_bytes()[:400]!r}", lambda: commanded(*line))


def _defaults(dice, folder):
    usual = {"level": "0.1", "adjust": '"bonferroni"', "test": '"nope"' if dice.fault(0.3) else '"corrected-t"'}
    lines = {name: usual[name] for name in dice.sample(sorted(usual), dice.choice([0, 1, 2]))}
    if dice.fault(0.7):
        lines[dice.choice([*OPTIONS, *usual])] = dice.choice(LITERALS)
    verb = dice.pick(["compare", "scores", "predictions"], ["nope"], 0.1)
    (folder / "outperform.toml").write_bytes(f"[{verb}]\n".encode() + _text(dice, lines))
    (folder / "scores.csv").write_text(
        "n_train,n_test,a,b\n" + "\n".join(f"80,20,0.{8 + i % 2},0.{7 + i % 3}" for i in range(9))
    )
    (folder / "said.csv").write_text("truth,a,b\n" + "\n".join(f"{i % 2},{i % 3 % 2},{i % 5 % 2}" for i in range(30)))
    line = dice.choice([["scores", "scores.csv", "--json"], ["predictions", "said.csv", "--truth", "truth", "--json"]])
    content = (folder / "outperform.toml").read_bytes()
    return Case(f"{' '.join(line)} with {content[:400]!r}", lambda: _inside(folder, line))


def _inside(folder, line):
    with _working_in(folder):
        return commanded(*line)


@contextmanager
def _working_in(folder):
    before = os.getcwd()  # noqa: PTH109 - what is gone back to
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def _text(dice, lines):
    text = "\n".join(f"{key} = {value}" for key, value in lines.items()) + "\n"
    deep = dice.choice([50, 500, 3000]) if dice.fault(0.1) else 0
    text += f"deep = {'[' * deep}{']' * deep}\n" if deep else ""
    text = dice.mutated(text) if dice.fault(0.2) else text
    return text.encode(dice.pick(["utf-8"], ["utf-16", "latin-1"], 0.05), errors="replace")
