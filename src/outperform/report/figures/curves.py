"""ROC or precision-recall curves of systems that gave probabilities or scores."""

from dataclasses import asdict, dataclass
from typing import Any, Self

import numpy as np
from matplotlib.axes import Axes

from outperform.comparison import Comparison
from outperform.core import Bools, Floats, InputError
from outperform.metrics.given import AveragePrecision, GivenMetric, RocAuc
from outperform.report.figures._canvas import canvas, figure_of
from outperform.report.figures.base import ComparisonFigure
from outperform.report.figures.style import LIGHT, Looks, Theme
from outperform.report.names import short_names
from outperform.report.pairs import seen
from outperform.words.numbers import many, percent, points_style
from outperform.words.verdicts import difference_words

MOST = 7  # curves that are drawn: of the systems that score highest
POINTS = 300  # of a curve: what is left out cannot be seen


@dataclass(frozen=True)
class ThresholdPoint:
    """One threshold of one system."""

    system: str
    x: float
    y: float


@dataclass(frozen=True)
class CurvesFigure(ComparisonFigure):
    """Probabilities or scores: ROC curves of the systems; precision-recall curves for average precision."""

    slug = "curves"
    place = 15

    systems: tuple[str, ...]  # the best first
    points: tuple[ThresholdPoint, ...]
    scores: tuple[str, ...]  # the area of each; () where the metric is not the area of these curves
    metric: str
    precision: bool  # precision and recall instead of ROC
    positives: float  # share of the items
    pairs: tuple[str, ...]  # the difference of a single pair with its interval; () where there are several
    left_out: int = 0

    @classmethod
    def of(cls, comparison: Comparison, metric: str | None = None) -> Self:
        """Take the curves of one metric, by default the first of probabilities or scores."""
        named = [table for table in comparison.scores if metric in (None, table.metric)]
        found = [table for table in named if table.items is not None and isinstance(table.items.metric, GivenMetric)]
        if not found or found[0].items is None or not isinstance(found[0].items.metric, GivenMetric):
            raise InputError("metric", "needs probabilities or scores of the positive class, such as for roc_auc")
        table, rule = found[0], found[0].items.metric
        truth, said = found[0].items.single()
        means = table.values[:, 0, 0]
        best = np.argsort(-means, kind="stable")
        precise = isinstance(rule, AveragePrecision)
        points: list[ThresholdPoint] = []
        for at in best[:MOST]:
            positive, responses = rule.responses(truth, said[at])
            x, y = (precision_recall if precise else roc)(positive, responses)
            points += [ThresholdPoint(table.learners[at], float(a), float(b)) for a, b in zip(x, y, strict=True)]
        own = [each for each in comparison.judgements if each.metric == table.metric]
        told = [f"{(side := seen(comparison, each)).pair}: {difference_words(each, side)}" for each in own]
        style = points_style(*(100 * np.diff(np.sort(means))))
        area = isinstance(rule, RocAuc) or precise
        return cls(
            tuple(table.learners[at] for at in best[:MOST]),
            tuple(points),
            tuple(percent(float(means[at]), style) for at in best[:MOST]) if area else (),
            table.metric or rule.slug,
            precise,
            float(np.mean(rule.positives(truth))),
            tuple(told) if len(told) == 1 and area else (),
            len(best) - len(best[:MOST]),
        )

    @property
    def title(self) -> str:
        """Return what is shown."""
        return "Precision-recall curves" if self.precision else "ROC curves"

    @property
    def caption(self) -> str:
        """Return how to read it."""
        words = []
        if self.scores:
            words.append(f"{self.metric} is the area under a curve{', as steps' if self.precision else ''}.")
        else:
            words.append(f"{self.metric} is not the area under these curves.")
        words += [f"{each}." for each in self.pairs]
        if self.scores and not self.pairs:
            words.append("The table of pairs has the differences with their intervals.")
        if self.precision:
            words.append(f"Dashed: the precision of random scores, {percent(self.positives)}.")
        else:
            words.append("Dashed: random scores.")
        if self.left_out:
            words.append(
                f"{many(self.left_out, 'system')} with lower scores {'is' if self.left_out == 1 else 'are'} not drawn."
            )
        return " ".join(words)

    def frame(self) -> list[dict[str, Any]]:
        """Return one row per point: recall and precision, or the rates of false and true positives."""
        heads = ("recall", "precision") if self.precision else ("false_positive_rate", "true_positive_rate")
        rows = (asdict(point) for point in self.points)
        return [{"system": row["system"], heads[0]: row["x"], heads[1]: row["y"]} for row in rows]


def counts_at(positive: Bools, responses: Floats) -> tuple[Floats, Floats]:
    """Return how many positive and negative items have at least each response, from the highest response on."""
    order = np.argsort(-responses, kind="stable")
    last = np.append(np.flatnonzero(np.diff(responses[order])), order.size - 1)
    hits = np.cumsum(positive[order])[last]
    return hits.astype(np.float64), (last + 1 - hits).astype(np.float64)


def roc(positive: Bools, responses: Floats) -> tuple[Floats, Floats]:
    """Return the rates of false and of true positives, the corners of the curve alone.

    Examples
    --------
    >>> x, y = roc(np.array([False, False, True, True]), np.array([0.1, 0.4, 0.35, 0.8]))
    >>> x.tolist(), y.tolist()
    ([0.0, 0.0, 0.5, 0.5, 1.0], [0.0, 0.5, 0.5, 1.0, 1.0])
    """
    hits, alarms = counts_at(positive, responses)
    x, y = (np.concatenate([[0.0], each / each[-1]]) for each in (alarms, hits))
    return thinned(x, y)


def precision_recall(positive: Bools, responses: Floats) -> tuple[Floats, Floats]:
    """Return recall and precision at every response that a positive item has, as steps.

    Examples
    --------
    >>> x, y = precision_recall(np.array([False, False, True, True]), np.array([0.1, 0.4, 0.35, 0.8]))
    >>> x.tolist(), y.round(2).tolist()
    ([0.0, 0.5, 0.5, 1.0], [1.0, 1.0, 0.67, 0.67])
    """
    hits, alarms = counts_at(positive, responses)
    gained = np.diff(hits, prepend=0.0) > 0
    recall, precision = hits[gained] / hits[-1], (hits / (hits + alarms))[gained]
    return thinned(np.concatenate([[0.0], np.repeat(recall, 2)[:-1]]), np.repeat(precision, 2))


def thinned(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Leave out points on a straight line with their neighbours, and of many points all but some along the curve."""
    turns = np.diff(x[:-1]) * np.diff(y[1:]) != np.diff(x[1:]) * np.diff(y[:-1])
    kept = np.flatnonzero(np.concatenate([[True], turns, [True]]))
    x, y = x[kept], y[kept]
    if x.size > POINTS:
        way = np.concatenate([[0.0], np.cumsum(np.abs(np.diff(x)) + np.abs(np.diff(y)))])
        kept = np.unique(np.searchsorted(way, np.linspace(0, way[-1], POINTS)).clip(0, x.size - 1))
        x, y = x[kept], y[kept]
    return x, y


def draw(figure: CurvesFigure, axes: Axes | None = None, *, looks: Looks | None = None, theme: Theme = LIGHT) -> Any:
    """Draw a line per system in its colour, with its area in the legend."""
    looks, short = looks or Looks.of(figure.systems, theme), short_names(figure.systems, 26)
    areas = figure.scores or ("",) * len(figure.systems)
    with canvas(axes, theme, height=3.0) as place:
        ends = ([0, 1], [figure.positives] * 2) if figure.precision else ([0, 1], [0, 1])
        place.plot(*ends, color=theme.soft, linestyle="--", linewidth=0.9)
        for name, area in zip(figure.systems, areas, strict=True):
            line = [(point.x, point.y) for point in figure.points if point.system == name]
            look = looks[name]
            label = f"{short[name]}  {area}".rstrip()
            place.plot(*zip(*line, strict=True), color=look.colour, linestyle=look.dash, linewidth=1.3, label=label)
        heads = ("recall", "precision") if figure.precision else ("false positive rate", "true positive rate")
        place.set_xlabel(heads[0])
        place.set_ylabel(heads[1])
        place.set_xlim(-0.02, 1.02)
        place.set_ylim(-0.02, 1.02)
        place.legend(loc="lower left" if figure.precision else "lower right", handlelength=1.6)
    return figure_of(place)
