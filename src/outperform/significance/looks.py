"""The evidence after each item that was looked at: e-values and p-values of a test that may look at every item."""

from dataclasses import dataclass
from functools import cached_property
from math import exp, log
from typing import Any

import numpy as np

from outperform.core import Floats, Ints

MOST = 300 * log(10)  # of the log of an e-value that is reported: 1e300, beyond any level


@dataclass(frozen=True, eq=False)
class EvidencePath:
    """The evidence after each item, of every stream along the leading axes."""

    log_e: Floats  # [..., item]: the log of the e-value
    lead: Ints  # [..., item]: 1 where it speaks for the first system, -1 for the second, 0 for neither
    state: Floats  # [..., number]: what later items continue from

    @cached_property
    def pvalues(self) -> Floats:
        """The p-value after each item: 1 over the largest e-value so far, at most 1."""
        return pvalues_of(np.maximum.accumulate(self.log_e, axis=-1))

    @property
    def pvalue(self) -> Floats:
        """The p-value after the last item."""
        return self.pvalues[..., -1]


def pvalues_of(largest: Any) -> Floats:
    """Return p-values from the logs of the largest e-values so far.

    Examples
    --------
    >>> pvalues_of(np.log([0.5, 20.0]))
    array([1.  , 0.05])
    """
    found: Floats = np.exp(-np.clip(largest, 0.0, MOST))
    return found


def evalue_of(log_e: Any) -> float:
    """Return an e-value from its log, at most 1e300.

    Examples
    --------
    >>> evalue_of(0.0), evalue_of(9999.0)
    (1.0, 1e+300)
    """
    return exp(min(float(log_e), MOST))
