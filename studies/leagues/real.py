"""Leagues of cheap learners on real data sets: flips over other repeats, and over other data sets."""

from pathlib import Path

import numpy as np

from outperform.comparison import compare
from outperform.core import Floats, OutperformError, stream
from outperform.data import load
from studies.evals.run import keep, path_of
from studies.leagues import datasets, splits
from studies.leagues.bins import Bins
from studies.leagues.laws import pairs_of

NAMES = ("nb", "1nn", "5nn", "stump", "tree", "lda")
REPEATS, FOLDS, MOST_ROWS, MOST_COLUMNS = 22, 10, 1000, 100
TRIED = (2, 3, 5, 10)
LEAGUES, HALVES = 400, 600
LEAST = 24  # data sets without which there is no league


def run_fits(folder: Path, source: Path | None, repeats: int = REPEATS, rows: int = MOST_ROWS) -> None:
    """Score the learners on every data set of a folder of ARFF files that has no scores yet."""
    place = folder / "real"
    place.mkdir(parents=True, exist_ok=True)
    for path in sorted(source.glob("*.arff")) if source else []:
        kept = place / f"{path.stem}.npy"
        if not kept.exists():
            data = load(str(path))
            if data.size <= rows and data.rows.shape[1] <= MOST_COLUMNS:
                np.save(kept, _scores(data, repeats))
                print(f"real - {path.stem}: {data.size} rows", flush=True)


def _scores(data: object, repeats: int) -> Floats:
    """Return the accuracies [learner, repeat, fold]; empty where a learner fails."""
    design = f"kfold(folds={FOLDS}, repeats={repeats})"
    try:
        compared = compare(list(NAMES), data, design=design, test="corrected-t", progress=False, jobs=1)
    except OutperformError:
        return np.zeros((0, repeats, FOLDS))
    return compared.scores[0].values


def read_fits(folder: Path) -> tuple[list[str], Floats]:
    """Return the names and scores [dataset, learner, repeat, fold] of all data sets."""
    found = {path.stem: np.load(path) for path in sorted((folder / "real").glob("*.npy"))}
    found = {name: scores for name, scores in found.items() if len(scores)}
    return list(found), np.array(list(found.values()))


def run_real(folder: Path, source: Path | None, most: int | None = None) -> None:
    """Judge random leagues of these data sets and learners, where there are enough and no file yet."""
    run_fits(folder, source)
    names, scores = read_fits(folder)
    if len(names) < LEAST:
        return
    for repeats in TRIED:
        path = path_of(folder, f"real splits {repeats}")
        if not path.exists():
            bins, leagues = Bins(), min(LEAGUES, most or LEAGUES)
            for number in range(leagues):
                _repeated(bins, scores, repeats, number)
            keep(
                path,
                {"kind": "real splits", "repeats": repeats, "leagues": leagues, "names": names, "bins": bins.kept()},
            )
            print(f"real splits {repeats}", flush=True)
    path = path_of(folder, "real datasets")
    if not path.exists():
        bins, leagues = Bins(), min(HALVES, most or HALVES)
        for number in range(leagues):
            _halved(bins, scores, number)
        keep(path, {"kind": "real datasets", "leagues": leagues, "names": names, "bins": bins.kept()})
        print("real datasets", flush=True)


def _some(rng: np.random.Generator, scores: Floats, count: int) -> Floats:
    """Take random data sets and two to six learners."""
    learners = np.sort(rng.choice(scores.shape[1], int(rng.integers(2, scores.shape[1] + 1)), replace=False))
    chosen = rng.choice(len(scores), count, replace=False)
    return scores[chosen][:, learners]


def _repeated(bins: Bins, scores: Floats, repeats: int, number: int) -> None:
    """Foretell from some repeats what as many others decide on the same data sets."""
    rng = stream(0, "leagues", "real splits", repeats, number)
    x = _some(rng, scores, int(rng.integers(10, 25)))
    order = rng.permutation(x.shape[2])[: x.shape[2] // repeats * repeats]
    tables = np.stack([x[:, :, some] for some in order.reshape(-1, repeats)])
    splits.judged(bins, tables, np.full(len(x), repeats), seed=number)


def _halved(bins: Bins, scores: Floats, number: int) -> None:
    """Foretell from half of the data sets what the other half decides."""
    rng = stream(0, "leagues", "real datasets", number)
    x = _some(rng, scores, len(scores) // 2 * 2).mean(axis=(2, 3))
    datasets.judged(bins, np.stack([x[::2], x[1::2]]), pairs_of(x.shape[1]))
