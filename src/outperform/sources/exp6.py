"""Six wavy regions of a square, after Kong's EXP6 (Dietterich 1998, sec. 6); the regions are our own."""

from dataclasses import dataclass

import numpy as np

from outperform.core import SIMULATED, Dataset, Floats, Ints, Source
from outperform.sources._checks import require_rows

SIDE = 15.0
WAVE = 4 * np.pi / SIDE  # two waves along a side


@dataclass(frozen=True)
class Exp6(Source):
    """Points in a square with six classes, in regions with curved borders and without noise.

    Neither paper states the original regions, so these are ours: one wavy line across, y = 7.5 + 2 sin(4 pi x
    / 15), and two upwards, x = 5 and x = 10 less 1.5 sin(4 pi y / 15), cut the square into two rows of three classes.
    Every region has between 15.8% and 17.4% of the area, and 1-nearest-neighbour trained on 300 rows has an error
    rate of 6% to 9% in each. As in the original it does better than a tree: error rates of about .077 and .111.

    Parameters
    ----------
    n
        Rows of a dataset, uniform on the square.

    Examples
    --------
    >>> Exp6().grid().size  # the calibration set of Dietterich (1998)
    22801
    """

    slug = "exp6"
    learners = ("tree", "damaged-1nn(omega=36, groups=((1,), (2,)))")  # equal within 0.1% on 270 rows
    n: int = 300

    def __post_init__(self) -> None:
        """Raise SpecError for an empty data set."""
        super().__post_init__()
        require_rows(self)

    def draw(self, rng: np.random.Generator) -> Dataset:
        """Draw points of the square."""
        return self._dataset(rng.uniform(0, SIDE, size=(self.n, 2)))

    def grid(self) -> Dataset:
        """Return the points of the grid with step 0.1, which nearly fill the square."""
        ticks = np.arange(151) / 10
        return self._dataset(np.stack(np.meshgrid(ticks, ticks, indexing="ij"), axis=-1).reshape(-1, 2))

    def _dataset(self, points: Floats) -> Dataset:
        return Dataset(points, region(points), name=str(self), given=SIMULATED)


def region(points: Floats) -> Ints:
    """Return the class, 0 to 5, of points [..., 2].

    Examples
    --------
    >>> region(np.array([[2, 2], [7, 2], [14, 2], [2, 14], [7, 14], [14, 14]]))
    array([0, 1, 2, 3, 4, 5])
    """
    x, y = np.moveaxis(points, -1, 0)
    upper = y > SIDE / 2 + 2 * np.sin(WAVE * x)
    bend = 1.5 * np.sin(WAVE * y)
    found: Ints = 3 * upper.astype(np.int64) + (x > 5 - bend) + (x > 10 - bend)
    return found
