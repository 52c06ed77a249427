"""Every figure keeps the contract of figures; a new one is tried without a line here."""

import numpy as np
import pytest

pytest.importorskip("matplotlib")

from outperform import judge_predictions
from outperform.report.figures import CATALOGUE, ItemsFigure, QuantilesFigure
from outperform.testing.figures import FigureContract


@pytest.mark.parametrize("entry", [pytest.param(entry, id=slug) for slug, entry in CATALOGUE.items()])
class TestFigures(FigureContract):
    def comparison(self, entry):
        return labelled() if entry is ItemsFigure else super().comparison(entry)

    def make(self, entry):
        if entry is QuantilesFigure:
            return entry.of({"fair": (np.arange(100) + 0.5) / 100})
        return super().make(entry)


def labelled():
    truth = np.arange(60) % 2
    return judge_predictions(truth, {"a": truth, "b": np.where(np.arange(60) % 5, truth, 1 - truth)})
