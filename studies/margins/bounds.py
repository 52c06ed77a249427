"""Which lower bounds lie above minus the margin, for many sets at once."""

from collections.abc import Callable

import numpy as np

from outperform.core import Bools, Floats
from outperform.significance import special
from outperform.significance.betting import capitals
from outperform.significance.skewed_mean import hall_quantile
from outperform.significance.target_bets import log_capitals
from outperform.significance.unseen import unseen_of
from studies.margins.laws import MarginLaw, Sample

LEVEL = 0.05


def by_t(law: MarginLaw, sample: Sample) -> Bools:
    """Return where the t bound is above."""
    return _bound_by_t(sample) > -law.margin


def by_hall(law: MarginLaw, sample: Sample) -> Bools:
    """Return where the t bound and the one by Hall's transformation alone are above."""
    spread = sample.spread
    scale = np.sqrt(np.sum(spread.parts**2, axis=-1))
    unit = np.where(scale > 0, scale, 1.0)
    skewness = np.sum((spread.parts / unit[:, np.newaxis]) ** 3, axis=-1)
    quantile = special.stdtrit(spread.df, 1 - LEVEL)
    reach = np.maximum(quantile, hall_quantile(quantile, skewness))
    shown: Bools = sample.estimate - reach * spread.se > -law.margin
    return shown


def by_default(law: MarginLaw, sample: Sample) -> Bools:
    """Return where the adjusted bound is above, and the one that allows for items that were not sampled."""
    found: Floats = sample.spread.bound_below(sample.estimate, LEVEL)
    found = np.where(sample.spread.se > 0, np.minimum(found, _bound_by_t(sample)), np.inf)
    if sample.values is None or not (law.ties or (sample.spread.se == 0).any()):
        return found > -law.margin
    allowed = [
        np.inf if unseen is None else unseen.ends(float(estimate), 2 * LEVEL)[0]
        for unseen, estimate in (
            (unseen_of(values, np.ones(values.size), 1.0, 1.0 if law.bounded else np.inf, 1.0), estimate)
            for values, estimate in zip(sample.values, sample.estimate, strict=True)
        )
    ]
    return np.minimum(found, allowed) > -law.margin


def by_guarantee(law: MarginLaw, sample: Sample) -> Bools | None:
    """Return where bets on a fixed number of items show the margin; None where there are no bounded scores of items."""
    if sample.values is None or not law.bounded:
        return None
    shown: Bools = log_capitals(_cut(sample.values), np.array([-law.margin]), LEVEL)[:, 0] >= -np.log(LEVEL)
    return shown


def by_looking(law: MarginLaw, sample: Sample) -> Bools | None:
    """Return where bets that may look after every item show the margin."""
    if sample.values is None or not law.bounded:
        return None
    shown: Bools = capitals(_cut(sample.values) / 2, -law.margin / 2)[3].max(axis=-1) >= -np.log(LEVEL)
    return shown


def _bound_by_t(sample: Sample) -> Floats:
    bound: Floats = sample.estimate - special.stdtrit(sample.spread.df, 1 - LEVEL) * sample.spread.se
    return bound


def _cut(values: Floats) -> Floats:
    """Return differences of scores from 0 to 1; in a few laws noise goes beyond -1 in one of 1,000 items."""
    return np.clip(values, -1, 1)


BOUNDS: dict[str, Callable[[MarginLaw, Sample], Bools | None]] = {
    "t alone": by_t,
    "Hall": by_hall,
    "default": by_default,
    "--guarantee": by_guarantee,
    "betting": by_looking,
}
