"""One pair with the same scores among different others: what Nemenyi's test says of it, and what Wilcoxon's."""

from pathlib import Path

import numpy as np

from outperform.core import Floats, stream
from outperform.ranking import Nemenyi, Wilcoxon
from studies.evals.run import keep, path_of
from studies.leagues.laws import league_of
from studies.leagues.rules import LEVEL

LEAGUES, DATASETS, OTHERS, LEAD = 4000, 50, 3, 0.6
POOLS = ("random others", "weak others", "others in between")


def run_pools(folder: Path, leagues: int = LEAGUES) -> None:
    """Count how often the pair is decided among each kind of others, unless there is a file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = path_of(folder, "pools")
    if path.exists():
        return
    rng = stream(0, "leagues", "pools")
    pair = rng.standard_normal((leagues, DATASETS, 2)) + np.array([LEAD, 0.0])
    both = np.array([[0, 1]])
    found = {
        name: int((Nemenyi().outcomes(league_of(_among(rng, pair, name)), both).pvalue <= LEVEL).sum())
        for name in POOLS
    }
    alone = int((Wilcoxon().outcomes(league_of(pair), both).pvalue <= LEVEL).sum())
    keep(path, {"leagues": leagues, "datasets": DATASETS, "lead": LEAD, "nemenyi": found, "wilcoxon": alone})
    print(f"pools: {found}, wilcoxon {alone}", flush=True)


def _among(rng: np.random.Generator, pair: Floats, name: str) -> Floats:
    """Add three other learners to a pair."""
    noise = rng.standard_normal((*pair.shape[:2], OTHERS))
    if name == "random others":
        others = LEAD / 2 + noise
    elif name == "weak others":
        others = -20 + noise
    else:
        others = pair.mean(axis=-1, keepdims=True) + 0.01 * noise
    return np.concatenate([pair, others], axis=-1)
