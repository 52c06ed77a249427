"""The five tests of Wang et al. (2014, sec. 5) on differences [..., 8, 2]: five random halves, then three blocked ones.

The first of the five random divisions is the two-fold of the K-fold tests.
"""

from dataclasses import replace

import numpy as np

from outperform.core import Bools, Floats
from outperform.significance import Blocked3x2T, CorrectedKFoldT, Differences, FiveByTwoF, FiveByTwoT, KFoldT

TESTS = ("t_CV", "t_CCV", "t_5x2CV", "F_5x2CV", "t_B3x2CV")  # the paper's names, in its order
RANDOM, BLOCKED = 5, 3  # divisions
LEVEL = 0.05  # p. 223


def pvalues(x: Floats) -> Floats:
    """Return the p-values [..., test] as in the paper; the corrected K-fold test is the printed one.

    An infinite statistic rejects there, that of two equal differences too: the printed tables have such sets (iris).
    """
    scale = np.ones(x.shape[:-2])
    once, random, blocked = (
        Differences(part, scale) for part in (x[..., :1, :], x[..., :RANDOM, :], x[..., RANDOM:, :])
    )
    found = (
        KFoldT().arithmetic(once),
        CorrectedKFoldT(variant="printed").arithmetic(once),
        FiveByTwoT().arithmetic(random),
        FiveByTwoF().arithmetic(random),
        Blocked3x2T().arithmetic(blocked),
    )
    return np.stack([np.where(np.isinf(result.statistic), 0.0, result.pvalue) for result in found], axis=-1)


def rejected(x: Floats) -> Bools:
    """Return which of the five tests reject at the paper's level [..., test]."""
    found: Bools = pvalues(x) <= LEVEL
    return found


def rejected_plainly(x: Floats) -> Bools:
    """Return where the blocked test rejects with the variance L (lambda = 0), yet against t with the 5 df of AL.

    The paper gives L 3 degrees of freedom. This mixture is what Table 6 and the prose about the power curves fit.
    """
    blocked = x[..., RANDOM:, :]
    student = Blocked3x2T(lam=0).arithmetic(Differences(blocked, np.ones(blocked.shape[:-2])))
    found: Bools = replace(student, df=5.0).pvalue <= LEVEL
    return found
