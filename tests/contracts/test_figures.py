"""Every figure keeps the contract of figures; a new one is tried without a line here."""

import numpy as np
import pandas as pd
import pytest

pytest.importorskip("matplotlib")

from outperform import judge_items, judge_predictions
from outperform.report.figures import (
    CATALOGUE,
    CurvesFigure,
    ItemDifferencesFigure,
    ItemsFigure,
    PairsFigure,
    QuantilesFigure,
    RerunsFigure,
    TasksFigure,
)
from outperform.testing.figures import FigureContract


@pytest.mark.parametrize("entry", [pytest.param(entry, id=slug) for slug, entry in CATALOGUE.items()])
class TestFigures(FigureContract):
    def comparison(self, entry):
        made = ON_ITEMS.get(entry)
        return super().comparison(entry) if made is None else made()

    def make(self, entry):
        if entry is QuantilesFigure:
            return entry.of({"fair": (np.arange(100) + 0.5) / 100})
        return super().make(entry)


def sampled():
    """Three systems, three samples of 60 items of two tasks."""
    rng = np.random.default_rng(0)
    rows = [
        {"item": item, "system": name, "sample": sample, "task": f"task {item % 2}", "score": rng.random() < 0.4 + lead}
        for item in range(60)
        for name, lead in (("a", 0.3), ("b", 0.1), ("c", 0.0))
        for sample in range(3)
    ]
    return judge_items(pd.DataFrame(rows))


def responding():
    truth = np.arange(60) % 2
    rng = np.random.default_rng(0)
    return judge_predictions(truth, {"a": truth + rng.normal(0, 1, 60), "b": truth + rng.normal(0, 2, 60)}, ["roc_auc"])


def labelled():
    truth = np.arange(60) % 2
    return judge_predictions(truth, {"a": truth, "b": np.where(np.arange(60) % 5, truth, 1 - truth)})


ON_ITEMS = {
    CurvesFigure: responding,
    ItemDifferencesFigure: sampled,
    ItemsFigure: labelled,
    PairsFigure: sampled,
    RerunsFigure: sampled,
    TasksFigure: sampled,
}
