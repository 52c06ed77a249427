"""Ways in which a gate might open wrongly (``ways.toml``): the rows, the files that they read, and a table for people.

In the files the system ``old`` is far better than ``new``.
"""

import json
import random
import tomllib
from dataclasses import dataclass
from pathlib import Path

TABLE = Path(__file__).with_name("ways.toml")
PAGE = Path(__file__).parents[2] / "docs" / "gates.md"
MARK = "<!-- made by python tests/gates/ways.py -->"
DRAWN = random.Random(31)
ITEMS = 120
RIGHT = [(int(DRAWN.random() < 0.85), int(DRAWN.random() < 0.45)) for _ in range(ITEMS)]  # old, new


@dataclass(frozen=True)
class Way:
    """One way to open a gate wrongly, and the exit code that the command has instead."""

    group: str
    words: str
    how: str
    code: int
    kind: str  # "command", "shell" or "python"

    def __str__(self):
        return f"{self.group}: {self.words}"


def all_ways():
    """Read the table."""
    groups = tomllib.loads(TABLE.read_text(encoding="utf-8"))["group"]
    return [
        Way(group["name"], words, how, code, group.get("kind", "command"))
        for group in groups
        for code, words, how in group["ways"]
    ]


def markdown():
    """Return the table for people."""
    lines, group = [], None
    for way in all_ways():
        if way.group != group:
            group = way.group
            lines += ["", f"## {group[0].upper()}{group[1:]}", "", "| what happens | exit code |", "|---|--:|"]
        words = way.words.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")
        lines.append(f"| {words} | {way.code} |")
    return "\n".join(lines[1:]) + "\n"


def written(page):
    """Return a page with the table of now."""
    return f"{page.partition(MARK)[0]}{MARK}\n\n{markdown()}"


def tidy(*systems, rows=RIGHT, head="item,system,score", more=""):
    """Return a table with a row per item and system; a system is its name and its column of rows."""
    lines = [f"q{at},{name},{row[side]}{more}" for at, row in enumerate(rows) for name, side in systems]
    return "\n".join([head, *lines, ""])


def write_files(folder: Path) -> None:
    """Write what the rows read."""
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "linked.csv").symlink_to("old.csv")
    for name in ("full.html", "full.json", "full.tex"):
        (folder / name).symlink_to("/dev/full")
    (folder / "judged.html").symlink_to("old.csv")
    (folder / "factors.json").write_text(FACTORS)
    (folder / "folder.csv").mkdir()


def one(side, rows=RIGHT):
    return "\n".join(["item,score", *(f"q{at},{row[side]}" for at, row in enumerate(rows)), ""])


def wide(head, *columns):
    cells = zip(*columns, strict=True)
    return "\n".join([head, *(f"q{at},{','.join(map(str, row))}" for at, row in enumerate(cells)), ""])


OLD, NEW = zip(*RIGHT, strict=True)
SPLITS = [(f"{0.9 + at / 999:.4f}", f"{0.7 + at % 7 / 999:.4f}") for at in range(20)]


def splits(*lines, head="repeat,fold,n_train,n_test,old,new"):
    return "\n".join([head, *lines, ""])


def split_rows(old=0, new=1, skip=()):
    sizes = [f"{at // 2},{at % 2},80,80" for at in range(20)]
    return [
        f"{size},{'' if at in skip else both[old]},{'' if at in skip else both[new]}"
        for at, (size, both) in enumerate(zip(sizes, SPLITS, strict=True))
    ]


HEAD_NEW = "repeat,fold,n_train,n_test,new,old"
HEAD_SPLIT = "split,n_train,n_test,new,old"


TEN = (0.80, 0.86, 0.79, 0.85, 0.84, 0.78, 0.83, 0.80, 0.87, 0.81)  # of new; old has .8 everywhere


def ten_folds(repeat=1, sizes="90,10", turn=0):
    return [f"{repeat},{fold},{sizes},{score},0.8" for fold, score in enumerate((*TEN[turn:], *TEN[:turn]))]


def rows_of_data(at):
    """Return a data set that a tree learns; the last one has a column more."""
    more = ",c" if at == 7 else ""
    cells = ((row % 7, row * (at + 3) % 11, (row % 7 > 3) ^ (row % (at + 5) == 0)) for row in range(70))
    rows = [f"{a},{b}{',1' if more else ''},{'yes' if y else 'no'}" for a, b, y in cells]
    return "\n".join([f"a,b{more},y", *rows, ""])


def copied_rows(noise, patient=False):
    """Return 40 rows of random classes, four times each: 1nn learns them by heart."""
    drawn = random.Random(7)
    rows = [([drawn.gauss(0, 1) for _ in range(4)], drawn.randrange(2)) for _ in range(40)]
    lines = [
        [*(f"{cell + noise * drawn.gauss(0, 1):.6f}" for cell in cells), *([f"p{at}"] if patient else []), label]
        for _ in range(4)
        for at, (cells, label) in enumerate(rows)
    ]
    head = ["a", "b", "c", "d", *(["patient"] if patient else []), "y"]
    return "\n".join(",".join(map(str, line)) for line in [head, *lines, []])


METRICS = ("refusal_rate", "num_errors", "neg_wer", "error_auc")
LEVELS = [(DRAWN.random() / 3, DRAWN.random() / 3 + 0.5) for _ in range(60)]  # of these metrics: old, new


def levels():
    return [
        f"{name},{at // 2},{at % 2},80,80,{LEVELS[at][side]}"
        for at in range(20)
        for side, name in enumerate(["old", "new"])
    ]


SMALL = {f"{basis}-10": 0.01 for basis in ("rows", "folds")}
FACTORS = json.dumps({"factors": dict.fromkeys(["MixedNB()", "LinearDiscriminantAnalysis()"], SMALL), "entries": []})
LEAGUE = [(0.9 - at / 100, 0.7 - at / 90) for at in range(12)]
LOG = {
    "version": 2,
    "status": "success",
    "eval": {"task": "t", "model": "m", "dataset": {"sample_ids": [f"q{at}" for at in range(40)]}, "config": {}},
}


def log(status, model, share, count=40, **more):
    """Return a log of inspect_ai, and what else it says."""
    samples = [
        {"id": f"q{at}", "epoch": 1, "scores": {"match": {"value": int(at < share * 40)}}} for at in range(count)
    ]
    told = LOG | {"status": status, "eval": LOG["eval"] | {"model": model}, "samples": samples}
    return json.dumps(told | more)


THREADS = "import threading, time\nthreading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n"
MODELS = """
import atexit, ctypes, os, signal, sys, time
from pathlib import Path
from sklearn.tree import DecisionTreeClassifier
from sklearn.dummy import DummyClassifier

CALLS = [0]

class Worse(DummyClassifier):
    def fit(self, X, y, sample_weight=None):
        self.act()
        return super().fit(X, y)

class Leaves(Worse):
    def act(self): os._exit(0)

class LeavesInC(Worse):
    def act(self): ctypes.CDLL(None).exit(0)

class LeavesLater(Worse):
    def act(self): atexit.register(lambda: os._exit(0))

class LeavesByAlarm(Worse):
    def act(self):
        signal.signal(signal.SIGALRM, lambda *_: os._exit(0))
        signal.setitimer(signal.ITIMER_REAL, 0.01)

class Exits(Worse):
    def act(self): sys.exit(0)

class Crashes(Worse):
    def act(self): os.kill(os.getpid(), signal.SIGSEGV)

class KillsParent(Worse):
    def act(self): os.kill(os.getppid(), signal.SIGTERM); time.sleep(3)

class Forks(Worse):
    def act(self): os.fork()

class WritesZeros(Worse):
    def act(self):
        for number in range(3, 64):
            try: os.write(number, bytes(20))
            except OSError: pass

class ClosesAll(Worse):
    def act(self): os.closerange(0, 256)

class ClosesAndOpens(Worse):
    def act(self):
        os.closerange(3, 256)
        self.files = [open("mine", "w") for _ in range(20)]

class SwapsStreams(Worse):
    def act(self):
        sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = open(os.devnull, "w")
        sys.excepthook = lambda *_: os._exit(0)

class Claims(Worse):
    def act(self):
        print("outperform: gate open: first")
        sys.exit = os._exit = lambda *_: None

class Patches(Worse):
    def act(self):
        import builtins
        builtins.SystemExit = KeyboardInterrupt

class Interrupts(Worse):
    def act(self): raise KeyboardInterrupt

class Slow(Worse):
    def act(self):
        Path("started").touch()
        time.sleep(30)

class FailsLater(DecisionTreeClassifier):
    def fit(self, X, y):
        CALLS[0] += 1
        if CALLS[0] % 7 == 3: raise ValueError("no luck")
        return super().fit(X, y)

class FailsOnWide(DecisionTreeClassifier):
    def fit(self, X, y):
        if X.shape[1] == 3: raise ValueError("no luck")
        return super().fit(X, y)
"""
TRUE = ["cat", "dog"] * 60
WRONG = {"cat": "dog", "dog": "cat"}
FILES = {
    "either.csv": "\n".join(["new,old", *(f"{0.5 + at / 1000:.3f},{0.7 + at / 900:.3f}" for at in range(20)), ""]),
    "wide.csv": wide("item,old,new", OLD, NEW),
    "tidy.csv": tidy(("old", 0), ("new", 1)),
    "old.csv": one(0),
    "new.csv": one(1),
    "labels.csv": wide("id,label,old,new", [1] * ITEMS, OLD, NEW),
    "copies.csv": "\n".join(
        ["item,sample,system,score"]
        + [
            f"q{at},{copy},{name},{int(at < right)}"
            for at in range(6)
            for copy in range(20)
            for name, right in (("old", 4), ("new", 1))
        ]
    ),
    "swapped_codes.csv": wide(
        "id,label,old,new", *zip(*((at % 2, at % 2, 1 - at % 2) for at in range(60)), strict=True)
    ),
    "other_codes.csv": wide(
        "id,label,old,new", *zip(*((at % 3, at % 3, (at + 1) % 3) for at in range(60)), strict=True)
    ),
    "partly_percent.csv": wide(
        "item,new,old", *zip(*((90.5 if at % 6 == 0 else 0.5, 0.9 - at % 3 / 99) for at in range(60)), strict=True)
    ),
    "both_partly_percent.csv": wide(
        "item,new,old",
        *zip(*(((91, 52) if at < 12 else (0.5, 0.7 + at % 3 / 99)) for at in range(60)), strict=True),
    ),
    "partly_hundreds.csv": wide("item,new,old", [100 if at < 9 else row for at, row in enumerate(NEW)], OLD),
    "partly_percent_splits.csv": splits(
        *(row.replace(",0.7", ",70.") if at < 4 else row for at, row in enumerate(split_rows(1, 0))), head=HEAD_NEW
    ),
    "partly_percent_chances.csv": wide(
        "id,label,new,old",
        [at % 2 for at in range(60)],
        [0.2 + 0.6 * (at % 2) + at % 7 / 50 for at in range(60)],
        [(0.1 + 0.8 * (at % 2)) * (100 if at % 3 == 0 else 1) for at in range(60)],
    ),
    "fewer_samples.csv": "item,system,sample,score\n"
    + "".join(
        f"q{at},{name},{sample},1\n"
        for at in range(80)
        for sample in range(4)
        for name in ("new", "old")
        if name == "old" or at % 4 == 3 or (at + sample) % 2
    ),
    "key_twice.jsonl": "".join(
        f'{{"item": "q{at}", "system": "{name}", "score": {row[side]}, "score": {row[1 - side]}}}\n'
        for at, row in enumerate(RIGHT)
        for side, name in enumerate(["old", "new"])
    ),
    "key_twice.json": "["
    + ",\n".join(
        f'{{"repeat": {at // 2}, "fold": {at % 2}, "n_train": 9, "n_test": 9, "old": {b}, "new": {b}, "new": {a}}}'
        for at, (a, b) in enumerate(SPLITS)
    )
    + "]",
    **{
        f"repeated_{name}.csv": "\n".join(
            [f"{name},label,new,old", *(f"q{at % 3},1,1,{int(at % 3 > 0)}" for at in range(90)), ""]
        )
        for name in ("item",)
    },
    "attempts.csv": "\n".join(
        ["item,question_id,new,old", *(f"a{at},q{at % 3},1,{int(at % 3 > 0)}" for at in range(90)), ""]
    ),
    "said_old.csv": wide("id,label,old", [1] * ITEMS, OLD),
    "said_new.csv": wide("id,label,new", [1] * ITEMS, NEW),
    "said_few.csv": wide("id,label,old", [1] * ITEMS, OLD).rsplit("\n", 9)[0] + "\n",
    "said_twice.csv": wide("id,label,old", [1] * ITEMS, OLD) + "q3,1,1\n",
    "said_other.csv": wide("id,label,new", [0] + [1] * (ITEMS - 1), NEW),
    "bare_old.csv": "\n".join(["label,old", *(f"1,{row}" for row in OLD), ""]),
    "bare_new.csv": "\n".join(["label,new", *(f"1,{row}" for row in NEW), ""]),
    "long.csv": tidy(("old", 0), ("new", 1), head="item,system,prediction,label", more=",1"),
    "league.csv": "\n".join(["dataset,old,new", *(f"d{at},{a:.3f},{b:.3f}" for at, (a, b) in enumerate(LEAGUE)), ""]),
    "same_percent.csv": wide("item,new,old", [100] * 5, [100] * 5),
    "less_percent.csv": wide("item,new,old", [99.9] + [100] * 4, [100] * 5),
    "less_exact.csv": "\n".join(["y,new,old", *(f"{at}.5,{at}.4{9 if at else 0},{at}.4{9}" for at in range(30)), ""]),
    "three_heavy.csv": wide(
        "item,weight,new,old",
        [1] * 3 + [0.0001] * 57,
        *([int((at < 3 or at % 2) == side) for at in range(60)] for side in (1, 0)),
    ),
    "two_large.csv": wide(
        "item,cluster,new,old",
        ["A"] * 50 + ["B"] * 50 + [*range(20)],
        *([int((at < 100 or at % 2) == side) for at in range(120)] for side in (1, 0)),
    ),
    "ten_copies.csv": splits(*(row for at in range(10) for row in ten_folds(at)), head=HEAD_NEW),
    "ten_turned.csv": splits(*(row for at in range(10) for row in ten_folds(at, turn=at)), head=HEAD_NEW),
    "far_scales.csv": wide(
        "item,new,old", *((60 + at % 2 for at in range(ITEMS)), (4 + at % 2 for at in range(ITEMS)))
    ),
    "two_tokens.csv": wide(
        "item,score_new,score_old,n_tokens_new,n_tokens_old", NEW, OLD, [900] * ITEMS, [100] * ITEMS
    ),
    "difference.csv": wide("item,new,delta", NEW, [one - other for one, other in zip(NEW, OLD, strict=True)]),
    "seven_clusters.csv": wide(
        "item,cluster,new,old", *zip(*((at // 4, int(at > 3), int(at < 4)) for at in range(28)), strict=True)
    ),
    "ids.csv": one(0),
    "right_ids.csv": one(1).replace("score", "prediction"),
    "shifted_ids.csv": "\n".join(["item,prediction", *(f"q{at + 1},{row[0]}" for at, row in enumerate(RIGHT)), ""]),
    "tiny_tests.csv": splits(*(f"{fold},1000000,1,{score},0.8" for fold, score in enumerate(TEN)), head=HEAD_SPLIT),
    "unsized.csv": splits(*(f"{score},0.8" for score in TEN), head="new,old"),
    "other_sizes.csv": splits(*ten_folds(sizes="1000000,1"), head=HEAD_NEW),
    "copied_runs.csv": "\n".join(
        ["run,system,score"]
        + [f"{at},new,{(0.8123, 0.8345)[at % 2]}\n{at},old,{(0.8011, 0.8122)[at % 2]}" for at in range(10)]
    ),
    "copied_league.csv": "\n".join(["dataset,new,old", *(f"d{at},0.91,0.90" for at in range(12)), ""]),
    "rounding.csv": "item,new,old\na,0.3,0.3\nb,0.400000000000001,0.4\nc,0.200000000000002,0.2\n",
    "exact_values.csv": "\n".join(["y,new,old", *(f"{at}.5,{at}.5,{at}.5" for at in range(9)), ""]),
    "ten_folds.csv": splits(*ten_folds(), head=HEAD_NEW),
    "five_halves.csv": splits(
        *(f"{at // 2},{at % 2},50,50,{0.9 + at % 3 / 99},0.9" for at in range(10)), head=HEAD_NEW
    ),
    "one_of_ten.csv": splits(
        *(f"{at // 2},{at % 2},50,50,{0.83 if at < 2 else 0.75 + at % 3 / 999},0.8" for at in range(10)), head=HEAD_NEW
    ),
    "eight_rows.csv": "\n".join(["y,new,old", *(f"1,1,{int(at > 3)}" for at in range(8)), ""]),
    "many_clusters.csv": wide("item,cluster,new,old", [f"c{at // 20}" for at in range(120)], [1] * 120, OLD),
    "league_lost.csv": "\n".join(
        ["dataset,new,old", *(f"d{at},{0.8 + at / 999},0.8" for at in range(1, 19)), "x,0.05,0.95", "y,0.04,0.96", ""]
    ),
    "league_percent.csv": "\n".join(
        ["dataset,new,old", *(f"d{at},{0.8 + at / 99},0.8" for at in range(12)), "x,93,80", ""]
    ),
    "scores.csv": splits(*split_rows()),
    "skipped.csv": splits(*split_rows(1, 0, skip=(3, 4)), head="repeat,fold,n_train,n_test,old,new"),
    "two_splits.csv": "repeat,fold,n_train,n_test,new,old\n0,0,80,80,0.91,0.90\n0,1,80,80,0.91,0.90\n",
    "equal_splits.csv": splits(*(f"{at // 2},{at % 2},80,80,0.9,0.9" for at in range(20))),
    "two_metrics.csv": "\n".join(
        ["metric,learner,repeat,fold,n_train,n_test,score"]
        + [
            f"{metric},{name},{at // 2},{at % 2},90,90,{score + DRAWN.random() / 50:.4f}"
            for metric, name, score in (
                ("acc", "new", 0.9),
                ("acc", "old", 0.8),
                ("f1", "old", 0.9),
                ("f1", "new", 0.8),
            )
            for at in range(20)
        ]
        + [""]
    ),
    "three.csv": wide("item,good,bad,base", OLD, [0] * ITEMS, NEW),
    "empty.csv": "",
    "header.csv": "item,system,score\n",
    "alone.csv": tidy(("new", 1)),
    "equal.csv": wide("item,new,old", OLD, OLD),
    "none_right.csv": wide("item,new,old", [0] * ITEMS, [0] * ITEMS),
    "nan.csv": wide("item,new,old", ["nan"] * ITEMS, OLD),
    "some_nan.csv": wide("item,new,old", ["nan" if not each else 1 for each in NEW], OLD),
    "inf.csv": wide("item,new,old", ["inf", *NEW[1:]], OLD),
    "text.csv": wide("item,new,old", ["good"] * ITEMS, OLD),
    "holes.csv": wide("item,new,old", ["" if not each else 1 for each in NEW], OLD),
    "half.csv": one(1, RIGHT[:60]),
    "half_good.csv": "\n".join(["item,score", *(f"q{at},1" for at in range(60)), ""]),
    "near.csv": wide("item,new,old", NEW, NEW[::-1]),
    "near_splits.csv": splits(*(f"{at // 2},{at % 2},80,80,{0.8 + at * 7 % 5 / 99},0.81" for at in range(20))),
    "one_split.csv": "repeat,fold,n_train,n_test,new,old\n0,0,80,80,0.95,0.50\n",
    "nan_splits.csv": splits(*(row.rpartition(",")[0] + ",nan" for row in split_rows(0, 0)), head=HEAD_NEW),
    "nan_league.csv": "\n".join(
        ["dataset,new,old", *(f"d{at},{'nan' if at % 2 else 0.9},0.8" for at in range(12)), ""]
    ),
    "gaps.csv": "\n".join(
        ["dataset,new,old", *(f"d{at},{'' if at < 2 else 0.9 - at / 99},0.7" for at in range(14)), ""]
    ),
    "twice.csv": tidy(("old", 0), ("new", 1)) + "q0,new,1\n" * 50,
    "same_column.csv": wide("item,new,old,old", NEW, OLD, NEW),
    "other_items.csv": one(0).replace("q", "r"),
    "few.csv": wide("item,new,old", [1, 1], [0, 0]),
    "greek.csv": wide("item,old,\u03bfld,new", OLD, NEW, NEW),
    "spaces.csv": wide("item,old ,new", OLD, NEW),
    "tasks.csv": tidy(("old", 0), ("new", 1), head="item,system,score,task", more=",maths"),
    "flags.csv": wide("item,--require,first", NEW, OLD),
    "log/new.json": log("error", "new", 1.0, 20),
    "log/old.json": log("success", "old", 0.1),
    **{
        f"{folder}/{name}.json": log("success", name, right, **(more if name == "new" else {}))
        for folder, more in (
            ("fewer", {"results": {"total_samples": 80, "completed_samples": 40}}),
            ("invalid", {"invalidated": True}),
        )
        for name, right in (("new", 1.0), ("old", 0.1))
    },
    "errors/new.json": log("success", "new", 1.0).replace('"epoch": 1', '"epoch": 1, "error": {"message": "no"}'),
    "errors/old.json": log("success", "old", 0.1),
    **{
        f"lm/{name}/{file}": content
        for name, score in (("new", 1), ("old", 0))
        for file, content in (
            ("results_2026-01-01T00-00-00.json", json.dumps({"n-samples": {"t": {"original": 80, "effective": 80}}})),
            (
                "samples_t_2026-01-01T00-00-00.jsonl",
                "".join(json.dumps({"doc_id": at, "resps": [], "acc": score}) + "\n" for at in range(40)),
            ),
        )
    },
    "done/new.json": log("success", "new", 0.1),
    "done/old.json": log("success", "old", 1.0),
    **{f"data/d{at}.csv": rows_of_data(at) for at in range(8)},
    "models.py": MODELS,
    "config/outperform.toml": '[evals]\nsystem = ["old", "new"]\nlevel = 0.4\n',
    "config/wide.csv": wide("item,old,new", OLD, NEW),
    "new=sub/new.csv": one(0),
    "old=sub/new.csv": one(1),
    "old=/nowhere/old.csv": one(1),
    "percent.csv": wide("item,new,old", [100 * each for each in NEW], OLD),
    "percent_splits.csv": splits(*(row.replace(",0.7", ",70.") for row in split_rows(1, 0)), head=HEAD_NEW),
    "percent_league.csv": "\n".join(["dataset,new,old", *(f"d{at},{50 + at},0.{90 - at}" for at in range(12)), ""]),
    "spelling.csv": wide("id,label,new,old", ["yes"] * 120, ["yes", "no", "no"] * 40, ["yes", *["Yes"] * 119]),
    **{
        f"{name}_labels.csv": wide(
            "id,label,new,old",
            TRUE,
            [label if at % 10 > 4 else WRONG[label] for at, label in enumerate(TRUE)],
            [other(label) if at % every else WRONG[label] for at, label in enumerate(TRUE)],
        )
        for name, every, other in [
            ("signs", 8, lambda label: f"(the {label}s)."),
            ("letters", 8, {"cat": "A", "dog": "B"}.get),
        ]
    },
    "turned.csv": wide("id,label,new,old", NEW, [0.5] * 120, [0.9 - each / 2 for each in NEW]),
    **{f"evals_{name}.csv": tidy(("old", 0), ("new", 1), rows=LEVELS, head=f"item,system,{name}") for name in METRICS},
    **{f"scores_{name}.csv": splits(*levels(), head=f"learner,repeat,fold,n_train,n_test,{name}") for name in METRICS},
    "failed.csv": wide("item,new,mid,old", ["oops"] * ITEMS, OLD, OLD),
    "infinite.csv": wide("item,new,mid,old", ["inf"] * ITEMS, OLD, OLD),
    "failed_splits.csv": splits(*(f"{row},ERR" for row in split_rows()), head="repeat,fold,n_train,n_test,mid,old,new"),
    "seed.csv": wide("item,seed,mid,old", NEW, OLD, OLD),
    "tokens.csv": wide("item,tokens,mid,old", NEW, OLD, OLD),
    "new_id.csv": wide("id,label,new_id,mid,old", [1] * ITEMS, NEW, OLD, OLD),
    "failed_league.csv": "\n".join(
        ["dataset,new,mid,old", *(f"d{at},inf,{a:.3f},{b:.3f}" for at, (a, b) in enumerate(LEAGUE)), ""]
    ),
    "size_league.csv": "\n".join(
        ["dataset,size,mid,old", *(f"d{at},{at % 3},{a:.3f},{b:.3f}" for at, (a, b) in enumerate(LEAGUE)), ""]
    ),
    "few_heavy.csv": "item,system,score,weight\n"
    + "".join(
        f"q{at},{name},{score},{weight}\n"
        for at, (new, old, weight) in enumerate([(1, 1, 1)] * 3 + [(0, 1, 0.001)] * 3)
        for name, score in (("new", new), ("old", old))
    ),
    "many_light.csv": "item,system,score,weight\n"
    + "".join(
        f"q{at},{name},{score},{100 if at < 5 else 1}\n"
        for at in range(45)
        for name, score in (("new", int(at < 5 or at % 3 > 0)), ("old", 1))
    ),
    "noisy_splits.csv": splits(
        *(f"{at // 10},{at % 10},90,10,{0.5 + (at * 7 % 10 - 2.8) * 0.013:.4f},0.5" for at in range(20)), head=HEAD_NEW
    ),
    "task_scales.csv": "item,system,score,task\n"
    + "".join(
        f"q{at},{name},{score + DRAWN.random() / 9:.4f},{task}\n"
        for at in range(60)
        for task, scores in [("shares", (0.1, 0.5)) if at < 30 else ("percent", (87.0, 52.0))]
        for name, score in zip(("new", "old"), scores, strict=True)
    ),
    "clusters.csv": "item,system,score,cluster\n"
    + "".join(
        f"q{at},{name},{score},{'cC'[at % 2]}{at % 6 // 2}\n"
        for at in range(60)
        for name, score in (("new", 1), ("old", int(at % 3 == 0)))
    ),
    "plus_minus.csv": wide("item,new,old", OLD, [2 * score - 1 for score in NEW]),
    "ratings.csv": wide(
        "item,new,old", [at * 7 % 5 + 1 for at in range(ITEMS)], [at * 3 // 4 % 5 for at in range(ITEMS)]
    ),
    "sentinel.csv": wide("item,new,old", OLD, [score if at % 4 else -1 for at, score in enumerate(NEW)]),
    "near_copies.csv": copied_rows(0.01),
    "copied.csv": copied_rows(0),
    "patients.csv": copied_rows(0.3, patient=True),
    "sorted.csv": wide("item,new,old", [1] * 40 + [0] * 80, [0] * 40 + [1] * 80),
    "threads/sitecustomize.py": THREADS,
    "swapped.csv": wide("item,new,old", NEW, OLD),
    "changing.csv": wide("item,new,old", OLD, NEW),
    "sub/new.csv": one(1),
    "shadow/numpy.py": "raise SystemExit(0)\n",
    "shadow/sitecustomize.py": "import os\nos._exit(0)\n",
    "shadow/wide.csv": wide("item,old,new", OLD, NEW),
}

if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
