"""The fits of a learner that went astray, by the predictions of its repeats."""

import numpy as np

from outperform.core import Dataset, InputError, Scores
from outperform.metrics.labels import aligned, encode
from outperform.significance.astray import fits_astray


def fits_astray_of(scores: Scores, dataset: Dataset, learners: int) -> list[tuple[int, int]]:
    """Return repeat and fold of the fits of a learner that went astray; none where its predictions are not known."""
    items, plan = scores.items, scores.plan
    if items is None or items.predictions is None or items.tested is not None or plan is None or plan.labels is None:
        return []
    if not scores.values.size or dataset.target.ndim != 1 or plan.labels.min() < 0:
        return []
    try:
        truth, predictions = aligned(items.truth, items.predictions[0])
    except InputError:  # such as predictions that are not finite
        return []
    classes = 0
    if dataset.has_classes:
        names, (truth, *coded) = encode(truth, predictions)
        classes, predictions = len(names), np.array(coded)
    alone = plan.units is None
    return fits_astray(truth, predictions, plan.labels, classes=classes, learners=learners, alone=alone)
