"""Wang, Wang, Jia & Li (2014): blocked 3x2 cross-validation."""

from collections.abc import Mapping
from dataclasses import dataclass

from outperform.papers import _w14_variance as variance
from outperform.papers._paper import Obtain, Paper


@dataclass(frozen=True)
class Wang2014(Paper):
    """Blocked 3x2 cross-validated t test for comparing supervised classification learning algorithms."""

    slug = "wang-2014"
    citation = (
        "Wang Y., Wang R., Jia H., Li J. (2014). Blocked 3×2 cross-validated t-test for comparing supervised "
        "classification learning algorithms. Neural Computation 26(1), 208–235."
    )
    left_open = (*variance.LEFT_OPEN,)
    found = ""

    def exhibits(self) -> Mapping[str, Obtain]:
        """Figures 1 to 5 and Tables 2 to 5, the variance; then the tests."""
        return {**variance.EXHIBITS}
