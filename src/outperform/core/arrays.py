"""Names for the arrays that flow through the package."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
"""An array of numbers."""
Ints = NDArray[np.int64]
"""An array of whole numbers."""
Bools = NDArray[np.bool_]
"""An array of booleans."""
Values = NDArray[Any]
"""An array of anything."""
