"""Tables: files of scores, predictions, evaluations and data, whole or damaged, read by the command line."""

import csv
import io
import json

from tests.fuzz.oracle import NAN, Case, commanded

CELLS = [
    "0",
    "1",
    "2",
    "0.5",
    "0.91",
    "yes",
    "no",
    "NA",
    "",
    "nan",
    "inf",
    "1e5",
    "1,5",
    "92%",
    "a b",
    "2024-01-05",
    "é",
    "-1",
    "01",
]
FORMATS = ["text", "json", "csv", "markdown", "latex"]
TESTS = ["mcnemar", "item-t", "sign-flip", "corrected-t", "bootstrap-t(replicates=50)", "delong-t", "clustered-t"]
SUFFIXES = [".tsv", ".txt", ".jsonl", ".json", ".gz", ".parquet", ".arff", ""]


def case(dice, folder):
    """Draw a file and a command that reads it."""
    make = dice.choice([_scores, _predictions, _evals, _data, _league])
    name, rows, line = make(dice)
    content = _written(dice, rows)
    path = folder / f"{name}{dice.pick(['.csv'], SUFFIXES, 0.1)}"
    path.write_bytes(content)
    line = [path if word == "FILE" else word for word in line]
    label = f"{' '.join(map(str, line))} with {content[:300]!r}"
    named = bool(NAN.search(content.decode("utf-8", errors="replace")))  # such as a system, or the reason of a gap
    return Case(label, lambda: commanded(*line, named=named))


def _scores(dice):
    count = dice.choice([2, 2, 2, 3, 4])
    header = [
        "repeat",
        "fold",
        "n_train",
        "n_test",
        *[dice.name() if dice.chance(0.2) else f"m{i}" for i in range(count)],
    ]
    repeats, folds = dice.choice([(1, 5), (3, 5), (10, 1), (5, 2), (1, 1), (2, 2)])
    rows = [
        [repeat, fold, 80, 20, *(round(dice.uniform(0.5, 1), 3) for _ in range(count))]
        for repeat in range(repeats)
        for fold in range(folds)
    ]
    if dice.chance(0.2):
        header, rows = header[4:], [row[4:] for row in rows]
    verb = ["budget", "--scores", "FILE"] if dice.chance(0.15) else ["scores", "FILE"]
    more = [] if verb[0] == "budget" else _judging(dice, "m0")
    return "scores", [header, *rows], [*verb, *more]


def _predictions(dice):
    count, classes = (
        dice.choice([2, 2, 3]),
        dice.choice([["0", "1"], ["yes", "no"], ["a", "b", "c"], ["1.5", "2.5", "3"]]),
    )
    header = ["truth", *[dice.name() if dice.chance(0.2) else f"m{i}" for i in range(count)]]
    rows = [[dice.choice(classes) for _ in header] for _ in range(dice.choice([1, 2, 10, 30, 60]))]
    if dice.chance(0.15):
        header, rows = (
            [*header, dice.choice(["id", "cluster", "item"])],
            [[*row, at // 3] for at, row in enumerate(rows)],
        )
    metric = (
        "nope"
        if dice.fault(0.05)
        else dice.choice(
            ["accuracy", "f1", "f1_macro", "matthews_corrcoef", "roc_auc", "neg_log_loss", "r2", "jaccard"]
        )
    )
    line = ["predictions", "FILE", "--truth", dice.pick(["truth"], ["nope", "m0", ""])]
    line += ["--metric", metric] if dice.chance(0.6) else []
    line += ["--positive", dice.pick(classes, ["x"])] if metric in ("f1", "roc_auc") or dice.chance(0.1) else []
    line += ["--test", "bootstrap-percentile(replicates=40)"] if metric == "jaccard" else []
    return "predictions", [header, *rows], [*line, *_judging(dice, "m0"), *_margin(dice)]


def _evals(dice):
    systems = ["a", "b", dice.name()][: dice.choice([1, 2, 2, 3])]
    items = range(dice.choice([1, 2, 12, 40]))
    score = dice.choice([lambda: dice.randrange(2), lambda: round(dice.random(), 2), lambda: dice.gauss(0, 9)])
    if dice.chance(0.5):
        header = ["item", *systems]
        rows = [[f"q{item}", *(score() for _ in systems)] for item in items]
    else:
        extra = dice.choice([[], ["sample"], ["cluster"], ["task"]])
        header = ["item", "system", "score", *extra]
        samples = range(2 if extra == ["sample"] else 1)
        rows = [
            [f"q{item}", system, score(), *[sample if extra == ["sample"] else item % 4] * len(extra)]
            for item in items
            for system in systems
            for sample in samples
        ]
    line = ["evals", "FILE", *_judging(dice, "a"), *_margin(dice)]
    line += dice.choice(
        [[], [], ["--missing", "drop"], ["--missing", "wrong"], ["--common"], ["--runs"], ["--cluster", "none"]]
    )
    return "evals", [header, *rows], line


def _data(dice):
    header = [*[dice.name() if dice.chance(0.2) else f"x{i}" for i in range(dice.choice([1, 2, 3]))], "y"]
    target = dice.choice([["0", "1"], ["yes", "no"], ["a", "b", "c"], None])
    numbers = dice.choice([lambda: round(dice.gauss(0, 1), 2), lambda: dice.choice("abc"), lambda: dice.randrange(9)])
    rows = [
        [*(numbers() for _ in header[1:]), dice.choice(target) if target else round(dice.random(), 3)]
        for _ in range(dice.choice([3, 12, 24, 40]))
    ]
    learners = dice.choice([["nb", "dummy"], ["stump", "nb"], ["ridge", "dummy"], ["1nn", "stump"], ["ols", "ridge"]])
    learners = dice.pick([learners], [["nb"], ["nope", "nb"], ["nb", "nb"]], 0.1)
    procedures = ["5x2-f", "mcnemar-holdout", "kfold-t(folds=3)", "adaptive-cv(folds=3, max_repeats=2)"]
    procedure = dice.pick(procedures, ["nope", "kfold-t(folds=999)", "5x2-f()()"], 0.1)
    line = ["compare", *learners, "--data", "FILE", "--target", dice.pick(["y"], ["nope", "x0", ""])]
    line += ["--procedure", procedure, "--quiet"]
    line += dice.choice(
        [[], [], ["--metric", "f1_macro"], ["--metric", "roc_auc"], ["--metric", "r2"], ["--groups", "x0"]]
    )
    options = [
        [],
        [],
        [],
        ["--time", "x0"],
        ["--drop", "x0"],
        ["--seed", "data"],
        ["--on-error", "skip"],
        ["--no-fast"],
    ]
    line += dice.pick(options, [["--seed", "x"], ["--seed", "-1"], ["--drop", "nope"], ["--nope"]], 0.1)
    return "data", [header, *rows], [*line, *_judging(dice, "nb", tested=False)]


def _judging(dice, known, *, tested=True):
    """Draw options that all verbs share."""
    line = ["--format", dice.choice(FORMATS)] if dice.chance(0.6) else ["--json"]
    level = dice.pick(["0.05", "0.01", "0.4"], ["0", "1", "nan", "x", "1e-300", "1e-310", "-1"])
    line += ["--level", level] if dice.chance(0.3) else []
    line += ["--baseline", dice.pick([known], ["nope", ""])] if dice.chance(0.15) else []
    line += ["--adjust", dice.pick(["holm", "shaffer", "bonferroni", "none"], ["x"])] if dice.chance(0.2) else []
    line += ["--require", dice.pick(["first", "second"], ["equal", "x"])] if dice.chance(0.1) else []
    return line + (["--test", dice.pick(TESTS, ["nope"])] if tested and dice.fault(0.2) else [])


def _margin(dice):
    return ["--margin", dice.pick(["0.01", "0.2"], ["0", "-1", "nan", "x", "5"])] if dice.chance(0.2) else []


def _written(dice, rows):
    """Write rows; damage some: other cells, rows that are too short, other delimiters, bytes that are no text."""
    rows = [list(row) for row in rows]
    for _ in range(0 if dice.gentle else dice.choice([0, 0, 1, 1, 2])):
        row = dice.choice(rows)
        damage = dice.randrange(5)
        if damage == 0 and row:
            row[dice.randrange(len(row))] = dice.choice(CELLS) if dice.chance(0.7) else dice.word()
        elif damage == 1:
            row.append(dice.choice(CELLS))
        elif damage == 2 and row:
            row.pop()
        elif damage == 3:
            rows.insert(dice.randrange(len(rows) + 1), list(dice.choice(rows)))
        else:
            row[:] = [] if dice.chance(0.5) else [dice.word()]
    if dice.fault(0.05):
        names, *cells = rows
        return "\n".join(json.dumps(dict(zip(map(str, names), row, strict=False))) for row in cells).encode()
    out = io.StringIO()
    delimiter = dice.pick([","], [";", "\t", "|"], 0.1)
    csv.writer(out, delimiter=delimiter, lineterminator=dice.choice(["\n"] * 5 + ["\r\n", "\r"])).writerows(rows)
    text = dice.mutated(out.getvalue()) if dice.fault(0.1) else out.getvalue()
    content = text.encode(dice.pick(["utf-8", "utf-8-sig"], ["utf-16", "latin-1"], 0.1), errors="replace")
    return content[: dice.randrange(len(content) + 1)] if dice.fault(0.1) else content


def _league(dice):
    learners = [dice.name() if dice.chance(0.2) else f"m{i}" for i in range(dice.choice([2, 3, 5]))]
    names = [f"set {number}" for number in range(dice.choice([3, 9, 12]))]
    rows = [["dataset", *learners], *([name, *(round(dice.uniform(0.5, 1), 3) for _ in learners)] for name in names)]
    more = dice.choice(
        [[], ["--baseline", learners[0]], ["--test", "nemenyi"], ["--missing", "drop"], ["--rope", "0.01"]]
    )
    return (
        "league",
        rows,
        ["league", "--table", "FILE", "--metric", "accuracy", *more, "--format", dice.choice(FORMATS)],
    )
