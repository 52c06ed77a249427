"""Wang et al. (2014): blocked 3x2 cross-validation, its variance, and five tests side by side."""

from collections.abc import Mapping
from dataclasses import dataclass

from outperform.papers import _w14_tests as tests
from outperform.papers import _w14_variance as variance
from outperform.papers._paper import Obtain, Paper


@dataclass(frozen=True)
class Wang2014(Paper):
    """Blocked 3x2 cross-validated t test for comparing supervised classification learning algorithms."""

    slug = "wang-2014"
    citation = (
        "Y. Wang, R. Wang, H. Jia, J. Li (2014). Blocked 3x2 cross-validated t-test for comparing supervised "
        "classification learning algorithms. Neural Computation 26(1), 208-235."
    )
    left_open = (*variance.LEFT_OPEN, *tests.LEFT_OPEN)
    found = (
        "The theory of the variance holds: all claims of Figures 1 to 5 come out, and all 61 correlations of Table 4 "
        "that can be compared agree once the tree is R's rpart with its defaults. Table 2 agrees but for its column of "
        "150 rows, which belongs to no one size; the numbers of Table 3 are those of n rows in a half, not of n rows "
        "in all as the text says. Of the formulas of Table 5 one is printed wrong: the corrected K-fold variance is "
        "3/2 S², which has the printed political ratio, where 3 S² has half of it. "
        "Type I errors on the letters agree, and on the Gaussians for the plain tests; the F and blocked columns of "
        "Table 6 come out lower than printed, though the null holds. Table 9 prints power where its caption says Type "
        "II error, and the sizes of Table 10 are shifted against its names, which are right. R recomputed from the "
        "printed counts gives every printed digit; run again with our learners, the level of R is like the paper's, "
        "the counts of single datasets are not always."
    )

    def exhibits(self) -> Mapping[str, Obtain]:
        """Give what obtains each table and figure: the variance first, then the tests."""
        return {**variance.EXHIBITS, **tests.EXHIBITS}
