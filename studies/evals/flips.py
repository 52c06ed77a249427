"""Whether p_flip foretells another run: fresh samples of the same items, and epochs of the real GPQA scores."""

import csv
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from outperform.core import Floats, Items, stream
from outperform.engine.pool import run_apart
from outperform.significance import ItemT, McNemarMidP
from outperform.significance.flip import Wander
from outperform.significance.item_means import mean_of_items
from outperform.significance.item_values import ItemValues
from studies.evals.laws import pair_of, scored
from studies.evals.run import LEVEL, keep, path_of
from studies.evals.sampled_laws import Sampled

BINS = (0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 1.0)
SHARES = (0.05, 0.3, 0.6, 0.9)
LAWS = tuple(Sampled(samples, share, graded) for graded in (False, True) for samples in (2, 3, 5) for share in SHARES)
ITEMS = (50, 200)
REACHES = (0.0, 1.0, 1.96, 3.0)  # true differences in standard errors: power of about .05, .17, .5 and .85
DATASETS, FRESH = 300, 20
SUBSETS, SUBSET = 2000, 60
GPQA = Path(__file__).parents[2] / "docs" / "data" / "gpqa" / "scores.csv"
Piece = tuple[Sampled, int, float]


def run_flips(folder: Path, datasets: int, jobs: int, laws: tuple[Sampled, ...] = LAWS) -> None:
    """Run the laws that have no file yet."""
    folder.mkdir(parents=True, exist_ok=True)
    pieces = [(law, n, reach) for law in laws for n in ITEMS for reach in REACHES]
    missing = [piece for piece in pieces if not path_of(folder, _name(piece)).exists()]
    for name, found in run_apart(partial(_run, datasets), missing, jobs):
        keep(path_of(folder, name), found)
        print(f"{name}: foretold {found['foretold']:.3f}, seen {found['seen']:.3f}", flush=True)


def _name(piece: Piece) -> str:
    law, n, reach = piece
    return f"flips - {law.name} - {n} - {reach:g}"


def _run(datasets: int, piece: Piece) -> tuple[str, dict[str, Any]]:
    law, n, reach = piece
    cases = [_case(law, n, reach, number) for number in range(datasets)]
    told, saw, rejected = np.array(cases).T
    return _name(piece), {
        "graded": law.graded,
        "samples": law.samples,
        "share": law.share,
        "items": n,
        "reach": reach,
        "datasets": datasets,
        "foretold": float(told.mean()),
        "seen": float(saw.mean()),
        "power": float(rejected.mean()),
        "bins": binned(told, saw),
    }


def _case(law: Sampled, n: int, reach: float, number: int) -> tuple[float, float, float]:
    """Judge a run; return p_flip, the share of fresh runs on the same items that decide otherwise, and the decision."""
    rng = stream(0, "evals flips", law.name, n, f"{reach:g}", number)
    chances = law.items(rng, n, reach)
    runs = law.answers(rng, chances, 1 + FRESH)
    decisions = decided(runs)
    return foretold(runs[0]), float((decisions[1:] != decisions[0]).mean()), abs(float(decisions[0]))


def foretold(table: Floats) -> float:
    """Return p_flip of a table [system, sample, item] by item-t, as the package says it."""
    stability = ItemT().judge(pair_of(Items(row_scores=table))).stability
    assert isinstance(stability, Wander), "there are several samples"
    return stability.flips(LEVEL)  # p_flip, without the search for the samples needed


def decided(runs: Floats) -> Floats:
    """Return the decisions of item-t on tables [run, system, sample, item]: 1, -1 or 0."""
    means = runs.mean(axis=2)
    values = means[:, 0] - means[:, 1]
    values[np.abs(values) < 1e-12] = 0.0  # shares of a few samples
    found = mean_of_items(ItemValues(values, np.abs(means).max(axis=(1, 2))))
    return np.where(found.pvalue <= LEVEL, np.sign(found.estimate), 0.0)


def binned(told: Floats, saw: Floats) -> list[dict[str, float]]:
    """Return sums by bin of p_flip, so that bins of several files can be added."""
    places = np.clip(np.searchsorted(BINS, told, side="right") - 1, 0, len(BINS) - 2)
    return [
        {
            "cases": int((places == place).sum()),
            "foretold": float(told[places == place].sum()),
            "seen": float(saw[places == place].sum()),
            "squares": float((saw[places == place] ** 2).sum()),
        }
        for place in range(len(BINS) - 1)
    ]


def run_gpqa(folder: Path, subsets: int) -> None:
    """Foretell from two epochs of random items what two other epochs decide, unless there is a file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = path_of(folder, "gpqa")
    if path.exists():
        return
    table = gpqa()
    told, saw = np.array([_subset(table, number) for number in range(subsets)]).T
    whole = ItemT().judge(pair_of(Items(row_scores=table)))
    keep(
        path,
        {
            "subsets": subsets,
            "items": table.shape[2],
            "estimate": whole.estimate,
            "pvalue": whole.pvalue,
            "p_flip": foretold(table),
            "single": single_runs(table),
            "bins": binned(told, saw),
        },
    )
    print(f"gpqa: foretold {told.mean():.3f}, seen {saw.mean():.3f}", flush=True)


def gpqa() -> Floats:
    """Read the real scores: [system, epoch, item]."""
    with GPQA.open(newline="") as file:
        rows = list(csv.DictReader(file))
    axes = [sorted({row[key] for row in rows}) for key in ("model_id", "epoch", "item_id")]
    table = np.full([len(axis) for axis in axes], np.nan)
    for row in rows:
        at = tuple(axis.index(row[key]) for axis, key in zip(axes, ("model_id", "epoch", "item_id"), strict=True))
        table[at] = float(row["score"])
    assert not np.isnan(table).any(), "every model answered every item in every epoch"
    return table


def _subset(table: Floats, number: int) -> tuple[float, float]:
    """Take random items and epochs of either system: p_flip of two epochs, and whether two others decide otherwise."""
    rng = stream(0, "evals gpqa", number)
    items = rng.choice(table.shape[2], SUBSET, replace=False)
    epochs = np.array([rng.permutation(table.shape[1])[:4] for _ in table])
    halves = [
        np.stack([each[half] for each, half in zip(table[:, :, items], epochs[:, at], strict=True)])
        for at in (slice(0, 2), slice(2, 4))
    ]
    decisions = decided(np.stack(halves))
    return foretold(halves[0]), float(decisions[0] != decisions[1])


def single_runs(table: Floats) -> dict[str, Any]:
    """Return what the default test says of the pairs of single epochs: how many are significant, and the range of p."""
    pairs = [(first, second) for first in range(table.shape[1]) for second in range(table.shape[1])]
    judged = [McNemarMidP().judge(pair_of(scored(table[0, one], table[1, other]))).pvalue for one, other in pairs]
    pvalues = np.array(judged)
    return {
        "pairs": len(pairs),
        "significant": float((pvalues <= LEVEL).mean()),
        "pvalues": [float(pvalues.min()), float(pvalues.max())],
    }
