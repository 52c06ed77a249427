"""The bootstrap percentile test for the difference of any metric (Keller, Bengio & Wong 2005, 2.2)."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from outperform.core import (
    Floats,
    Ints,
    ItemNeeds,
    Metric,
    MisfitError,
    Needs,
    Parameter,
    Scores,
    Seed,
    SignificanceTest,
    Values,
    stream,
)
from outperform.core.checks import check_replicates
from outperform.metrics.cells import Cells
from outperform.metrics.counts import CountMetric
from outperform.metrics.given import RankMetric
from outperform.metrics.rows import RowMetric
from outperform.metrics.samples import SampleMetric
from outperform.significance._margins import spread_of_pair, unseen_of_pair
from outperform.significance._resample import canonical, cells_of, few_rows, picks, resampled, subtract, tables
from outperform.significance.item_tests import clusters_ignored
from outperform.significance.no_spread import never_below
from outperform.significance.percentile import Centred, EqualTailed, PercentileVerdict, centred_p, equal_tailed_p
from outperform.significance.replicate_cost import scored_one_by_one
from outperform.words.progress import Progress, wanted

ENOUGH_ROWS = 30  # fewer get a caution; the usual rule of thumb, not measured here


@dataclass(frozen=True)
class BootstrapPercentile(SignificanceTest):
    """Bootstrap percentile test of the difference in any metric on one test set (Keller et al. 2005).

    The rows of one test set are resampled with replacement, ``replicates`` times. For metrics of the confusion counts,
    a replicate is one multinomial draw over the distinct rows (truth, first, second): the same distribution, at a cost
    that does not depend on the number of rows. Our other metrics score many samples at once (roc_auc and
    average_precision of given probabilities by one sort), other functions one by one. The test rejects if 0 is strictly
    outside the interval of the replicates: ``"equal-tailed"`` leaves level/2 of them on each side, ``"centred"`` is
    centred at their mean, the other reading of the paper.

    Notes
    -----
    Asks: which of two fitted learners has the higher score in this metric on items like these? The training set is
    taken as fixed.

    Formula: B replicates of the difference, d*, each from as many items as there are, drawn with replacement.

        p = min(1, 2 min(1 + #{d* <= 0}, 1 + #{d* >= 0}) / (B + 1))
        interval: the l-th smallest to the l-th largest d*, l = floor((B + 1) level / 2)

    Assumes: independent items, and enough of them (also of the rare class) that replicates vary like new test sets.

    Degenerate: identical predictions: p = 1. All replicates equal and not 0: p = 2 / (B + 1), never 0. With N rows p is
    never below 2/2^N, the smallest p-value by swapping the learners on each of them, so that fewer than 6 rows decide
    nothing at level .05. Fewer than 50 / level replicates get a note, fewer than 30 rows a caution. F1 of a sample
    without a predicted or true positive counts as 0. A sample without a class that roc_auc or average_precision needs
    is drawn again. Margins are adjusted for skewness (see item-t), that of the replicates where items have no values;
    where nothing varies, none is shown unless the bounds of the scores allow it.

    Examples
    --------
    >>> from outperform import judge_predictions
    >>> truth = [1, 0] * 50
    >>> first, second = truth, [1, 0] * 45 + [0, 0] * 5
    >>> said = {"a": first, "b": second}
    >>> verdict = judge_predictions(truth, said, "f1", "bootstrap-percentile").judgements[0].verdict
    >>> round(verdict.estimate, 3), verdict.pvalue < 0.05
    (0.053, True)
    """

    slug = "bootstrap-percentile"
    origins = ("keller2005",)
    needs = Needs(repeats=(1, 1), folds=(1, 1), items=True, of_items=ItemNeeds(weights=False))
    replicates: int = 10_000
    interval: Literal["equal-tailed", "centred"] = "equal-tailed"

    def __post_init__(self) -> None:
        """Raise SpecError for fewer than one replicate."""
        super().__post_init__()
        check_replicates(self.slug, self.replicates)

    def misfit(self, scores: Scores) -> str | None:
        """Return why this test does not fit these scores, or None where it does."""
        problem = super().misfit(scores)
        if problem is None and scores.items is not None and scores.items.metric is None:
            problem = f"{self} needs a metric that is a function of truth and predictions, but there is none"
        return problem

    def judge(self, scores: Scores) -> PercentileVerdict:
        """Judge the first of two learners against the second."""
        self.check(scores)
        if len(scores.learners) != 2 or scores.items is None or scores.items.metric is None:
            raise MisfitError(f"{self} compares two learners at a time, got {len(scores.learners)}")
        cells, metric = cells_of(scores.items, scores.items.metric)
        estimate, drawn = _mirrored(cells, metric, self.replicates, scores.seed)
        kind, pvalue = (EqualTailed, equal_tailed_p) if self.interval == "equal-tailed" else (Centred, centred_p)
        rows = int(cells.counts.sum())
        return kind(
            parameter=Parameter.DIFFERENCE_OF_METRIC,
            estimate=estimate,
            statistic=None,
            pvalue=max(float(pvalue(drawn)), never_below(rows)),
            replicates=np.sort(drawn),
            unseen=unseen_of_pair(scores, estimate, still=bool(np.ptp(drawn) == 0)),
            spread=spread_of_pair(scores),
            rows=rows,
            notes=(*few_rows(rows, ENOUGH_ROWS), *clusters_ignored(scores)),
        )


def _mirrored(cells: Cells, metric: Metric, size: int, seed: Seed) -> tuple[float, Floats]:
    """Compute the difference and its replicates so that swapping the learners only changes signs.

    Draws come from the table or its swap, whichever sorts first. A table that equals its swap must give symmetric
    replicates: half of them are drawn, the other half are their negatives.
    """
    table, sign, order = canonical(cells)
    estimate, drawn = _draw(table, metric, size if order else size // 2, stream(seed, "bootstrap"))
    if order == 0:
        drawn = np.concatenate([drawn, -drawn, np.zeros(size % 2)])
    return sign * estimate + 0.0, sign * drawn + 0.0


def _draw(cells: Cells, metric: Metric, size: int, rng: np.random.Generator) -> tuple[float, Floats]:
    """Compute the difference of two learners, and draw replicates in the fastest way that the metric allows."""
    if isinstance(metric, CountMetric):
        observed = subtract(*cells.scores(metric, cells.counts))
        return float(observed), replicates(cells, cells.counts, metric, size, rng)
    truth, predictions = cells.rows()
    first, second = (np.array(metric.score(truth, said)) for said in predictions)
    if isinstance(metric, RankMetric):
        return float(subtract(first, second)), _ranked(metric, truth, predictions, size, rng)
    shown = scored_one_by_one(metric) and wanted("auto")
    with Progress(size, shown=shown, word=f"replicates of {metric}") as progress:
        parts = [
            subtract(*_score(metric, truth, predictions, picked, progress)) for picked in picks(truth.size, size, rng)
        ]
    return float(subtract(first, second)), np.concatenate([*parts, np.empty(0)])


def _ranked(metric: RankMetric, truth: Values, predictions: Values, size: int, rng: np.random.Generator) -> Floats:
    """Draw replicates of the difference of a rank metric."""
    first, second = (metric.weighted(truth, said) for said in predictions)
    return resampled(lambda weights: subtract(first.scores(weights), second.scores(weights)), truth.size, size, rng)


def _score(metric: Metric, truth: Values, predictions: Values, picked: Ints, progress: Progress) -> Floats:
    """Score both learners [2, replicate] on picked rows [replicate, row]."""
    if isinstance(metric, RowMetric):
        means: Floats = metric.row_scores(truth, predictions)[:, picked].mean(axis=-1)
        return means
    if isinstance(metric, SampleMetric):
        sample = truth[picked].astype(np.float64)
        return np.array([metric.scores(sample, said[picked].astype(np.float64)) for said in predictions])
    found = np.empty((len(predictions), len(picked)))
    for at, row in enumerate(picked):
        true = truth[row]
        found[:, at] = [metric.score(true, said[row]) for said in predictions]
        progress.step()
    return found


def replicates(cells: Cells, counts: Ints, metric: CountMetric, size: int, rng: np.random.Generator) -> Floats:
    """Draw replicates [..., replicate] of first - second from every table ``counts[..., cell]`` over these cells.

    Examples
    --------
    >>> from outperform.metrics import Accuracy
    >>> cells = Cells.of(truth=[1, 1, 0, 1], predictions=[[1, 1, 0, 0], [1, 1, 1, 1]])
    >>> tables = np.array([cells.counts, 100 * cells.counts])
    >>> replicates(cells, tables, Accuracy(), 10_000, stream(0, "example")).std(axis=-1)  # sqrt(1/2 / N)
    array([0.35, 0.035])
    """
    parts = [subtract(*cells.scores(metric, drawn)) for drawn in tables(counts, size, rng)]
    return np.concatenate([*parts, np.empty((*counts.shape[:-1], 0))], axis=-1)
