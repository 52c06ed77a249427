"""Check that a refactoring changed no number: run the same commands in two source trees and compare their JSON.

    python -m tools.same_numbers OLD_TREE [NEW_TREE]    every command below, number by number
    python -m tools.same_numbers --cards                certify all procedures anew and compare with docs/cards

Numbers must be equal to the last digit. A field that only one side has is named, not counted as a difference.
"""

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).parents[1]
TIMED = {"seconds", "seconds_for", "fit_seconds", "learner_seconds"}  # wall times differ between runs
COMMANDS = (
    "compare nb tree 1nn --data breast_cancer --json",
    "compare nb tree --data breast_cancer --procedure corrected-10x10 --json",
    "compare nb lda stump --data wine --metric accuracy --metric f1_macro --json",
    "compare nb lda --data wine --procedure adaptive-cv(threshold='cautious') --json",
    "compare nb stump --data iris --procedure blocked-3x2 --seed data --json",
    "compare nb stump --data iris --procedure sorted-10x10 --json",
    "compare nb stump --data iris --procedure 5x2-f --json",
    "compare nb lda --data breast_cancer --procedure mcnemar-holdout --json",
    "compare nb lda --data breast_cancer --procedure corrected-resampled --metric roc_auc --baseline nb --json",
    "compare ols ridge --data diabetes --metric neg_mean_squared_error --json",
    "compare nb tree --data grouped.csv --target y --groups patient --json",
    "scores scores.csv --json",
    "scores scores.csv --test sorted-runs-t --json",
    "scores scores.csv --test bayes-correlated-t --json",
    "predictions predictions.csv --truth truth --json",
    "predictions predictions.csv --truth truth --metric f1 --positive yes --seed 3 --json",
    "predictions predictions.csv --truth truth --test proportions --json",
    "predictions predictions.csv --truth truth --margin 0.05 --json",
    "predictions predictions.csv --truth truth --margin 0.05 --guarantee --json",
    "evals items.csv --json",
    "evals items.csv --cluster none --margin 0.05 --json",
    "evals items.csv --cluster none --margin 0.05 --guarantee --json",
    "evals items.csv --test cluster-flip --seed 3 --json",
    "evals items.csv --cluster none --test sign-flip --baseline a --json",
    "evals items.csv --runs --json",
    "evals graded.csv --json",
    "evals graded.csv --test bootstrap-t --seed 3 --json",
    "evals graded.csv --system a b --sequential --json",
    "evals graded.csv --adjust bonferroni --json",
    "evals whole_runs.csv --json",
    "league --table league.csv --metric accuracy --json",
    "league --table league.csv --metric accuracy --test sign --json",
    "league --table league.csv --metric accuracy --test nemenyi --json",
    "league --table league.csv --metric accuracy --test t-datasets --baseline a --json",
    "league --table league.csv --metric error --json",
    "league --table league.csv --metric accuracy --rope 0.01 --json",
    "league --table league_splits.csv --json",
    "league --table league_splits.csv --test random-effects --json",
    "league nb 1nn --data iris wine --test t-datasets --procedure fixed-league(repeats=2) --json",
    "budget --scores scores.csv --difference 0.005 --json",
    "budget --evals items.csv --difference 0.03 --json",
    "budget --evals graded.csv --cost-per-item 2 --cost-per-sample 0.05 --json",
    "budget nb tree --data breast_cancer --difference 0.02 --json",
    "budget nb stump --data iris --threshold cautious --json",
    "lab measure --procedure corrected-10x10 --source task-one(n=100) --datasets 400 --json",
    "lab measure --procedure adaptive-cv --source symmetric(n=60) --datasets 20 --measure rejection --json",
    "advise --have estimators --json",
)


def main() -> int:
    """Compare two trees, or the cards; return 1 if a number differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", nargs="?", type=Path, help="a checkout of the code as it was")
    parser.add_argument("new", nargs="?", type=Path, default=ROOT, help="the code now (default: this tree)")
    parser.add_argument("--cards", action="store_true", help="certify all procedures and compare with docs/cards")
    asked = parser.parse_args()
    if asked.cards == (asked.old is not None):
        parser.error("name the old tree, or --cards")
    with tempfile.TemporaryDirectory() as folder:
        return compare_cards(Path(folder)) if asked.cards else compare_trees(asked.old, asked.new, Path(folder))


def compare_trees(old: Path, new: Path, folder: Path) -> int:
    """Run every command in both trees."""
    write_files(folder)
    failed = 0
    for command in COMMANDS:
        found = [run(tree, command, folder) for tree in (old, new)]
        if found[1] is None:
            sys.exit(f"{new} refuses: outperform {command}")
        if found[0] is None:
            print(f"new  {count_of(found[1])} numbers, and the old tree refuses  outperform {command}", flush=True)
            continue
        differences = list(differing(*found))
        failed += bool(differences)
        print(f"{'DIFFERS' if differences else 'same'}  {count_of(found[0])} numbers  outperform {command}", flush=True)
        for difference in differences[:10]:
            print(f"    {difference}")
        for path in sorted(set(leaves(found[0])) ^ set(leaves(found[1])))[:10]:
            print(f"    only on one side: {path}")
    print(f"{len(COMMANDS) - failed} of {len(COMMANDS)} commands printed the same numbers")
    return int(failed > 0)


def compare_cards(folder: Path) -> int:
    """Certify all procedures again, as ``make cards`` does."""
    outperform("lab", "certify", "--all", str(folder), "--datasets", "200", "--jobs", "2", tree=ROOT)
    failed = 0
    for kept in sorted((ROOT / "docs" / "cards").glob("*.json")):
        old, new = (json.loads(path.read_text()) for path in (kept, folder / kept.name))
        differences = list(differing(old, new))
        failed += bool(differences)
        print(f"{'DIFFERS' if differences else 'same'}  {count_of(old)} numbers  {kept.name}")
        for difference in differences[:10]:
            print(f"    {difference}")
    return int(failed > 0)


def run(tree: Path, command: str, folder: Path) -> Any:
    """Return the JSON that a command prints; None where the tree refuses it, as a flag that it has not yet."""
    printed = outperform(*command.split(" "), tree=tree, folder=folder)
    return None if printed is None else json.loads(printed)


def outperform(*words: str, tree: Path, folder: Path | None = None) -> str | None:
    """Return what the command line of a tree prints; None where it refuses."""
    environment = os.environ | {"PYTHONPATH": str(tree.resolve() / "src"), "OUTPERFORM_FACTORS": "/nowhere.json"}
    done = subprocess.run(
        [sys.executable, "-m", "outperform", *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 2:
        return None
    if done.returncode not in (0, 1):
        sys.exit(f"outperform {' '.join(words)} failed in {tree}: {done.stderr}")
    return done.stdout


def leaves(found: Any, path: str = "") -> dict[str, Any]:
    """Return all values of nested JSON, by path."""
    if isinstance(found, dict):
        return {at: leaf for key, value in found.items() for at, leaf in leaves(value, f"{path}/{key}").items()}
    if isinstance(found, list):
        return {at: leaf for place, value in enumerate(found) for at, leaf in leaves(value, f"{path}/{place}").items()}
    return {path: found}


def numbers(found: Any) -> dict[str, float]:
    """Return the numbers of nested JSON, by path, without wall times."""
    return {
        path: value
        for path, value in leaves(found).items()
        if isinstance(value, int | float) and not TIMED & set(path.split("/"))
    }


def count_of(found: Any) -> int:
    """Count the numbers of nested JSON."""
    return len(numbers(found))


def differing(old: Any, new: Any) -> Iterator[str]:
    """Return the numbers that differ, and those that are gone."""
    here = numbers(new)
    for path, value in numbers(old).items():
        now = here.get(path)
        if now is None or not (now == value or (math.isnan(now) and math.isnan(value))):
            yield f"{path}: {value!r} -> {now!r}"


def write_files(folder: Path) -> None:
    """Write the tables that the commands read, from a fixed seed."""
    rng = np.random.default_rng(7)
    base = rng.normal(0.8, 0.02, size=(10, 10))
    lines = ["learner,repeat,fold,n_train,n_test,score"]
    for name, lead in (("a", 0.012), ("b", 0.0), ("c", 0.004)):
        scores = base + lead + rng.normal(0, 0.015, size=base.shape)
        lines += [f"{name},{r + 1},{f + 1},90,10,{scores[r, f]:.6f}" for r in range(10) for f in range(10)]
    (folder / "scores.csv").write_text("\n".join(lines) + "\n")
    truth = rng.random(300) < 0.4
    said = {name: np.where(rng.random(300) < right, truth, ~truth) for name, right in (("a", 0.85), ("b", 0.75))}
    rows = zip(truth, *said.values(), strict=True)
    words = [",".join("yes" if value else "no" for value in row) for row in rows]
    (folder / "predictions.csv").write_text("\n".join(["truth,a,b", *words]) + "\n")
    patient = np.repeat(np.arange(40), 4)
    x = rng.normal(size=(160, 3)) + rng.normal(size=(40, 3))[patient]
    y = (x[:, 0] + rng.normal(size=160) > 0).astype(int)
    table = [f"p{p},{a:.5f},{b:.5f},{c:.5f},{t}" for p, (a, b, c), t in zip(patient, x, y, strict=True)]
    (folder / "grouped.csv").write_text("\n".join(["patient,x1,x2,x3,y", *table]) + "\n")
    write_items(folder, rng)
    write_leagues(folder, rng)


def write_items(folder: Path, rng: np.random.Generator) -> None:
    """Write right and wrong answers with samples and clusters, graded scores, and scores of whole runs."""
    hard = rng.uniform(0.2, 0.9, size=60)
    lines = ["item,cluster,system,sample,score"]
    for name, lead in (("a", 0.1), ("b", 0.0)):
        right = rng.random((60, 3)) < (hard + lead)[:, np.newaxis]
        lines += [f"q{i},p{i // 4},{name},{s + 1},{int(right[i, s])}" for i in range(60) for s in range(3)]
    (folder / "items.csv").write_text("\n".join(lines) + "\n")
    grades = np.clip(hard[:, np.newaxis] + [0.05, 0.0, 0.02] + rng.normal(0, 0.1, size=(60, 3)), 0, 1).round(3)
    rows = [f"q{item}," + ",".join(map(str, row)) for item, row in enumerate(grades.tolist())]
    (folder / "graded.csv").write_text("\n".join(["item,a,b,c", *rows]) + "\n")
    runs = [
        f"{run},{name},{rng.normal(mean, 0.01):.4f}" for name, mean in (("a", 0.8), ("b", 0.78)) for run in range(8)
    ]
    (folder / "whole_runs.csv").write_text("\n".join(["run,system,score", *runs]) + "\n")


def write_leagues(folder: Path, rng: np.random.Generator) -> None:
    """Write the scores of four learners on 14 data sets, and of three on 8 data sets with their splits."""
    hard = rng.uniform(0.6, 0.95, size=14)
    scores = (hard[:, np.newaxis] + [0.02, 0.0, 0.01, -0.01] + rng.normal(0, 0.015, size=(14, 4))).round(4)
    rows = [f"d{at}," + ",".join(map(str, row)) for at, row in enumerate(scores.tolist())]
    (folder / "league.csv").write_text("\n".join(["dataset,a,b,c,d", *rows]) + "\n")
    lines = ["dataset,learner,repeat,fold,n_train,n_test,accuracy"]
    for at in range(8):
        splits = hard[at] + rng.normal(0, 0.02, size=(2, 5))
        for name, lead in (("a", 0.02), ("b", 0.0), ("c", 0.01)):
            found = splits + lead + rng.normal(0, 0.01, size=splits.shape)
            lines += [f"d{at},{name},{r + 1},{f + 1},80,20,{found[r, f]:.4f}" for r in range(2) for f in range(5)]
    (folder / "league_splits.csv").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    sys.exit(main())
