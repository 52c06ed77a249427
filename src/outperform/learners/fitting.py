"""An estimator made fit for a dataset: labels are coded and columns prepared where it cannot take them as they are."""

import os
import warnings
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import numpy as np

from outperform.core import Dataset, Ints, take
from outperform.core.contained import contained, is_theirs
from outperform.learners.categories import own_way
from outperform.learners.label_codes import LabelCoded, with_codes
from outperform.learners.prepared import can_prepare, needs_scaling, prepared, takes_missing
from outperform.learners.sklearn import Estimator

TRIED = 500  # rows that an estimator is tried on
EACH = 10  # and of every class, so that it can be divided again


def fitted_to(estimator: Any, dataset: Dataset, *, own: bool, encode: bool) -> Estimator:
    """Return the learner of an estimator for this dataset.

    Parameters
    ----------
    own
        Whether it gets the rows as the user passed them.
    encode
        Whether its columns may be prepared. They are where it fails on some rows as they are.
    """
    coded = with_codes(estimator, dataset)
    learner = Estimator(coded, own=own)
    if not encode or not can_prepare(dataset) or _takes(learner, dataset):
        return learner
    inner = coded.estimator if isinstance(coded, LabelCoded) else coded
    native = None if isinstance(dataset.rows, np.ndarray) else own_way(inner, dataset)
    if native is not None:
        return Estimator(LabelCoded(native) if inner is not coded else native, encoding=("categories",))
    scaled, filled = needs_scaling(inner), not takes_missing(inner)
    steps = {
        "one-hot": not isinstance(dataset.rows, np.ndarray),
        "filled": filled and _misses(dataset),
        "scaled": scaled,
    }
    if not any(steps.values()):
        return learner  # it fails for another reason
    told = tuple(step for step, done in steps.items() if done)
    return prepared(coded, dataset, scaled=scaled, filled=filled, encoding=told)


def _misses(dataset: Dataset) -> bool:
    """Return whether a number is missing."""
    numeric = np.array(dataset.kinds or ["numeric"] * dataset.rows.shape[1]) == "numeric"
    rows = dataset.rows if isinstance(dataset.rows, np.ndarray) else dataset.rows.loc[:, numeric]
    return bool(np.isnan(np.asarray(rows, dtype=np.float64)).any())


def _takes(learner: Estimator, dataset: Dataset) -> bool:
    """Try a learner on some rows as they are; return whether it learns and predicts."""
    some = _some(dataset)
    rows, target = take(dataset.rows_for(learner), some), dataset.target[some]
    state = np.random.get_state()  # noqa: NPY002 - learners without a seed of their own draw from it
    try:
        with (
            warnings.catch_warnings(),
            contained(),
            Path(os.devnull).open("w", encoding="utf-8") as nowhere,
            redirect_stdout(nowhere),
        ):
            warnings.simplefilter("ignore")
            made = learner.make(0)
            made.fit(rows, target)
            made.predict(rows)
    except BaseException as error:
        if not is_theirs(error):
            raise
        return False
    finally:
        np.random.set_state(state)  # noqa: NPY002
    return True


def _some(dataset: Dataset) -> Ints:
    """Choose rows of all classes, and some with missing values."""
    order = np.argsort(dataset.target, kind="stable")
    even = order[np.linspace(0, dataset.size - 1, min(dataset.size, TRIED), dtype=np.int64)]
    starts = np.unique(dataset.target[order], return_index=True)[1] if dataset.has_classes else np.zeros(1, np.int64)
    ends = np.append(starts[1:], dataset.size)
    each = [order[start : min(start + EACH, end)] for start, end in zip(starts, ends, strict=True)]
    frame = dataset.rows
    holes = np.isnan(frame).any(axis=1) if isinstance(frame, np.ndarray) else frame.isna().to_numpy().any(axis=1)
    return np.unique(np.concatenate([even, *each, np.flatnonzero(holes)[: TRIED // 10]]))
