"""Parameters: the quantity that a verdict estimates, and its value under the null hypothesis."""

from enum import Enum


class Parameter(Enum):
    """What a verdict estimates."""

    EXPECTED_DIFFERENCE = "expected difference of scores"
    DIFFERENCE_OF_ACCURACIES = "difference of accuracies"
    DIFFERENCE_OF_METRIC = "difference of the metric"
    SHARE_OF_SPLITS = "share of splits that the first wins"
    SHARE_OF_DISCORDANT = "share of discordant items that the first wins"  # those that only one gets right

    # over data sets
    PSEUDO_MEDIAN = "pseudo-median of the differences over data sets"
    MEAN_OVER_DATASETS = "mean of the differences over data sets"
    SHARE_OF_DATASETS = "share of the data sets that are not tied that the first wins"
    DIFFERENCE_OF_RANKS = "difference of mean ranks"

    @property
    def is_share(self) -> bool:
        """Whether it is a share that the first learner wins."""
        return self in (Parameter.SHARE_OF_SPLITS, Parameter.SHARE_OF_DISCORDANT, Parameter.SHARE_OF_DATASETS)

    @property
    def is_difference(self) -> bool:
        """Whether it is a difference, first less second, in the metric's own unit."""
        return not self.is_share and self is not Parameter.DIFFERENCE_OF_RANKS

    @property
    def null(self) -> float:
        """Return its value under the null hypothesis: 0 for a difference, 1/2 for a share."""
        return 0.5 if self.is_share else 0.0
