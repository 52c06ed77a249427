"""The t test on items in clusters: questions on one passage, turns of one conversation."""

from dataclasses import dataclass

from outperform.core import ItemNeeds, Needs
from outperform.significance.mean_tests import MeanTest


@dataclass(frozen=True)
class ClusteredT(MeanTest):
    """T test on items in clusters: CR2 standard errors with Bell and McCaffrey's degrees of freedom.

    Parameters
    ----------
    shared_runs
        Whether run k of both systems shares something, such as a seed; only where the samples are runs.

    Notes
    -----
    Formula: N items in clusters c with n_c items, m the mean difference over all items, S_c the sum of d_i - m in c,
    w_c = n_c / N and a_c = w_c^2 / (1 - w_c).

        se^2 = (1/N^2) sum_c S_c^2 / (1 - w_c)
        df   = 1 / (sum_c w_c^2 + (sum_c a_c)^2 - sum_c a_c^2)    G - 1 for G clusters of one size
        t    = m / se    Student's t with df degrees of freedom

    With weights of items the factor 1 - w_c is 1 - 2 w_c + w_c^2 Q / Q_c, with w_c the share of the weight, Q and Q_c
    the sums of squared weights of all items and of cluster c.

    Where a few units (clusters, or items with weights) have most of the weight, so that W^2 / Q, with W and Q the sums
    of the units' weights and of their squares, is below 30, and the heaviest has more than 8 times the weight of the
    lightest or 3 times the mean, random signs of the units are tried too:

        q = P(|sum_c s_c x_c| >= |sum_c x_c|)    x_c the sum of d_i in c; the signs of the 16 largest are enumerated

    If p is below q, the standard error is raised until p = q. In 20 single items beside 3 clusters of 200, each won as
    a whole by a system drawn at random, .25 of nulls were rejected without that, .03 with it.

    The same is done, while q is above .001, for 6 to 200 units that differ by about the same amount, some either way:
    (sum x_c^2)^2 / (G sum x_c^4) > .6 (1 for one size, 5/9 for uniform, 1/3 for normal x_c). Of 7, 8, 13 clusters of
    one size, each won as a whole by a system drawn at random, t alone rejects .125, .070, .092 of nulls at level .05;
    with that .016, .008, .022.

    Assumes: independent clusters. Items of one cluster may depend on each other in any way. With very few clusters, or
    one that holds most items, the test has few degrees of freedom and little power.

    Degenerate: one cluster is refused. Where all clusters have the same mean difference and it is not 0, p is that of
    cluster-flip, 2/2^G, with a note.

    Examples
    --------
    >>> import numpy as np
    >>> from outperform.significance.item_values import ItemValues
    >>> d, clusters = np.array([0.2, 0.4, 0.1, 0.0, -0.1, 0.2]), np.array([0, 0, 0, 1, 1, 2])
    >>> found = ClusteredT().arithmetic(ItemValues(d, np.array(1.0), clusters=clusters))
    >>> float(found.se), found.df
    (0.10368, 1.66667)
    """

    slug = "clustered-t"
    origins = ("bell2002", "miller2024")
    needs = Needs(repeats=(1, 1), folds=(1, 1), items=True, of_items=ItemNeeds(clusters=2))
