"""Leagues of cheap learners on real data sets: runs that share no random split."""

from pathlib import Path
from typing import Any

import numpy as np

from outperform.core import Floats, stream
from studies.adaptive_league.paths import LONGEST, RULES, Run
from studies.adaptive_league.run import told
from studies.evals.run import keep, path_of
from studies.leagues.bins import Bins
from studies.leagues.laws import pairs_of
from studies.leagues.real import read_fits, run_fits

RUNS = 2
REPEATS = RUNS * LONGEST
MOST_ROWS = 700
LEAGUES, LEAST = 150, 20  # leagues of each half of the data sets; data sets without which there is no league


def run_real(folder: Path, source: Path | None, most: int | None = None) -> None:
    """Draw leagues from halves of the data sets, where there are enough and no file yet."""
    run_fits(folder, source, REPEATS, MOST_ROWS)
    names, scores = read_fits(folder)
    path = path_of(folder, "real leagues")
    if len(names) < LEAST or path.exists():
        return
    bins: dict[str, Bins] = {rule: Bins() for rule in RULES}
    rows = [_league(scores, number, bins) for number in range(min(LEAGUES, most or LEAGUES))]
    kept = {rule: found.kept() for rule, found in bins.items()}
    keep(path, {"kind": "real", "half": "confirm", "lead": True, "names": names, "leagues": rows, "bins": kept})
    print("real leagues", flush=True)


def _league(scores: Floats, number: int, bins: dict[str, Bins]) -> dict[str, Any]:
    """Run a league on half of the data sets twice, and once on the other half."""
    rng = stream(0, "adaptive league", "real", number)
    learners = np.sort(rng.choice(scores.shape[1], int(rng.integers(2, scores.shape[1] + 1)), replace=False))
    order = rng.permutation(len(scores))
    halves = [scores[some][:, learners] for some in (order[: len(order) // 2], order[len(order) // 2 :])]
    pairs, repeats = pairs_of(len(learners)), rng.permutation(REPEATS).reshape(RUNS, LONGEST)
    here = [Run.of(halves[0][:, :, some], pairs).stops() for some in repeats]
    there = [Run.of(halves[1][:, :, repeats[0]], pairs).stops()]
    return told(here, there, pairs, bins)
