"""What a pair of learners did, split by split: wins, effect, cost."""

from dataclasses import dataclass

import numpy as np

from outperform.core import Scores
from outperform.significance import Differences


@dataclass(frozen=True)
class Tally:
    """Plain counts beside a verdict."""

    wins: int
    ties: int
    losses: int
    effect: float | None  # mean difference over the standard deviation of the differences by split
    fits: int  # per learner
    seconds: float  # of both learners


def tally(scores: Scores) -> Tally:
    """Count what happened on the splits of a pair."""
    done = ~np.isnan(scores.values[0])
    first, second = (side[done].reshape(1, -1) for side in scores.values)
    x = Differences.between(first, second).x.ravel()
    spread = float(x.std(ddof=1)) if x.size > 1 else 0.0
    return Tally(
        wins=int((x > 0).sum()),
        ties=int((x == 0).sum()),
        losses=int((x < 0).sum()),
        effect=float(x.mean()) / spread if spread > 0 else None,
        fits=int(x.size),
        seconds=0.0 if scores.seconds is None else float(scores.seconds[:, done].sum()),
    )
