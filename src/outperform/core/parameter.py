"""Parameters: the quantity that a verdict estimates, and its value under the null hypothesis."""

from enum import Enum


class Parameter(Enum):
    """What a verdict estimates."""

    EXPECTED_DIFFERENCE = "expected difference of scores"
    DIFFERENCE_OF_ACCURACIES = "difference of accuracies"
    DIFFERENCE_OF_METRIC = "difference of the metric"
    SHARE_OF_SPLITS = "share of splits that the first wins"
    SHARE_OF_DISCORDANT = "share of discordant items that the first wins"  # those that only one gets right

    @property
    def is_difference(self) -> bool:
        """Whether it is a difference, first less second, in the metric's own unit."""
        return self not in (Parameter.SHARE_OF_SPLITS, Parameter.SHARE_OF_DISCORDANT)

    @property
    def null(self) -> float:
        """Return its value under the null hypothesis: 0 for a difference, 1/2 for a share."""
        return 0.0 if self.is_difference else 0.5
