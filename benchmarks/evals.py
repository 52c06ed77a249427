"""Fixed systems on items: bootstrap-t, DeLong's test and the bootstrap of the area, side by side with their peers."""

from collections.abc import Callable
from importlib.util import find_spec

import numpy as np
import pandas as pd
from scipy.stats import norm
from sklearn.metrics import roc_auc_score

from benchmarks.bootstrap import by_scipy, evaluation_set
from benchmarks.timing import cpu, medians, show
from outperform import judge_items, judge_predictions, read
from outperform.core import Floats, Items, Metric, Scores, Values, stream
from outperform.metrics.given import RocAuc
from outperform.significance import BootstrapPercentile, DelongT

ROWS, REPLICATES = 6_000, 5_000  # of bootstrap-t; by_scipy draws as many
RANKED, AREAS, LOOPED = 10_000, 2_000, 20
MANY = 100_000
MILLION, JUDGED, READ = 1_000_000, 3.0, 5.0  # items, seconds of CPU at most
SHARES = {"new": 0.602, "old": 0.6}


def run() -> None:
    """Print the ratios."""
    truth, predictions = evaluation_set(ROWS)
    systems = {"a": predictions[0], "b": predictions[1]}
    ours, scipy = medians([lambda: f1_judged(truth, systems), lambda: by_scipy(truth, predictions)], rounds=9)
    show("judge_predictions, F1 by bootstrap-t, N=6000, B=5000: scipy's percentile / ours", scipy / ours, 100)

    truth, responses = ranked_set(MANY)
    many, (name, peer) = scores_of(truth, responses, RocAuc()), delong_of_peer()
    ours, theirs = medians([lambda: DelongT().judge(many).interval(0.05), lambda: peer(truth, *responses)], rounds=5)
    show(f"delong-t, N=100,000: {name} / ours", theirs / ours, 10)

    truth, responses = ranked_set(RANKED)
    some = scores_of(truth, responses, RocAuc())
    ours, loop = medians(
        [lambda: BootstrapPercentile(AREAS).judge(some).interval(0.05), lambda: by_loop(truth, responses)], rounds=5
    )
    scaled = loop * AREAS / LOOPED
    show("bootstrap of the AUC difference, N=10,000, B=2000: loop over sklearn / ours", scaled / ours, 60)

    for name, table in million().items():
        spent = cpu(lambda given=table: judge_items(given))  # type: ignore[misc]
        show(f"judge_items, 1,000,000 items, {name}: 3 s / ours", JUDGED / spent, 1)

    frame = long_frame()
    show("read, 1,000,000 rows of a frame with names of items: 5 s / ours", READ / cpu(lambda: read(frame)), 1)


def f1_judged(truth: Values, systems: dict[str, Values]) -> tuple[object, ...]:
    """Judge two systems as a person does, and read p-value, decision and interval."""
    judgement = judge_predictions(truth, systems, metric="f1", test=f"bootstrap-t(replicates={REPLICATES})")[0]
    return judgement.pvalue, judgement.decision, judgement.interval


def million() -> dict[str, dict[str, Floats]]:
    """Draw right and wrong answers, and graded scores, of two systems on a million items."""
    rng = stream(0, "million")
    return {
        "right and wrong": {name: (rng.random(MILLION) < share).astype(float) for name, share in SHARES.items()},
        "graded scores": {name: rng.random(MILLION) + share for name, share in SHARES.items()},
    }


def long_frame() -> pd.DataFrame:
    """Draw a long table: an item, a system and a score per row."""
    half = MILLION // 2
    ids = [f"item-{place:06}" for place in range(half)] * 2
    scores = stream(0, "long frame").random(MILLION)
    return pd.DataFrame({"item": ids, "system": np.repeat(["a", "b"], half), "score": scores})


def scores_of(truth: Values, predictions: Values, metric: Metric) -> Scores:
    """Put the predictions or scores of two systems on items together."""
    items = Items(truth, predictions[:, np.newaxis], metric=metric)
    return Scores(("a", "b"), str(metric), np.zeros((2, 1, 1)), items=items)


def ranked_set(rows: int) -> tuple[Values, Floats]:
    """Draw a truth with three positives in ten, and scores of two systems that separate the classes partly."""
    rng = stream(0, "ranked set")
    truth = rng.random(rows) < 0.3
    return truth.astype(np.int64), truth + rng.normal(size=(2, rows)) * np.array([[1.5], [1.6]])


def by_loop(truth: Values, responses: Floats) -> list[float]:
    """Resample rows in a loop over scikit-learn's function, for a fraction of the replicates."""
    rng = stream(0)
    picks = (rng.integers(truth.size, size=truth.size) for _ in range(LOOPED))
    return [
        roc_auc_score(truth[row], responses[0, row]) - roc_auc_score(truth[row], responses[1, row]) for row in picks
    ]


def delong_of_peer() -> tuple[str, Callable[..., object]]:
    """Return MLstatkit's test where it is installed, else the same algorithm written again, and its name."""
    if find_spec("MLstatkit") is None:
        return "MLstatkit's algorithm", delong_by_loops
    from MLstatkit import Delong_test  # noqa: PLC0415 - no dependency of ours

    return "MLstatkit", Delong_test


def delong_by_loops(truth: Values, first: Floats, second: Floats) -> tuple[float, float]:
    """DeLong's test by mid-ranks of positive rows, negative rows and all rows, as MLstatkit 0.1.91 computes it."""
    m = int(truth.sum())
    n = truth.size - m
    order = (-truth).argsort(kind="mergesort")
    parts = []
    for said in (first[order], second[order]):
        high, low, together = (midranks(values) for values in (said[:m], said[m:], said))
        parts.append(((together[:m] - high) / n, 1 - (together[m:] - low) / m, together[:m].sum()))
    areas = [total / (m * n) - (m + 1) / (2 * n) for _, _, total in parts]
    covariance = np.cov([part[0] for part in parts]) / m + np.cov([part[1] for part in parts]) / n
    contrast = np.array([-1.0, 1.0])
    z = float((areas[1] - areas[0]) / np.sqrt(contrast @ covariance @ contrast))
    return z, float(2 * norm.sf(abs(z)))


def midranks(values: Floats) -> Floats:
    """Rank values from 1 on, equal ones by their mean rank, run by run in a loop."""
    order = np.argsort(values, kind="mergesort")
    ordered, size, start = values[order], len(values), 0
    ranks = np.zeros(size)
    while start < size:
        end = start
        while end < size and ordered[end] == ordered[start]:
            end += 1
        ranks[start:end] = 0.5 * (start + end - 1)
        start = end
    found = np.empty(size)
    found[order] = ranks + 1
    return found


if __name__ == "__main__":
    run()
