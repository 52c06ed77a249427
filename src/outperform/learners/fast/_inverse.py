"""Many inverses at once, and bounds on their errors."""

import numpy as np

from outperform.core import Floats


def scaled_inverse(matrices: Floats) -> tuple[Floats, Floats, Floats]:
    """Invert positive definite matrices, scaled to a diagonal of ones.

    Returns the scales (square roots of the diagonals), the inverses of the scaled matrices, and the largest column
    sum of each inverse: it bounds the inverse's largest eigenvalue, and is infinite where there is no inverse.

    Examples
    --------
    >>> scales, inverses, norms = scaled_inverse(np.array([[[4.0, 0.0], [0.0, 9.0]], [[1.0, 1.0], [1.0, 1.0]]]))
    >>> scales.tolist(), norms.tolist()
    ([[2.0, 3.0], [1.0, 1.0]], [1.0, inf])
    """
    diagonal = np.diagonal(matrices, axis1=1, axis2=2)
    scales = np.sqrt(np.where(diagonal > 0, diagonal, 1))
    scaled = matrices / (scales[:, :, np.newaxis] * scales[:, np.newaxis])
    try:
        inverses = np.linalg.inv(scaled)
    except np.linalg.LinAlgError:  # raised for all if one is singular
        inverses = np.stack([_inverse(matrix) for matrix in scaled])
    norms = column_norm(inverses)
    lost = ~np.isfinite(norms)
    inverses[lost], norms[lost] = np.eye(matrices.shape[1]), np.inf
    return scales, inverses, norms


def column_norm(matrices: Floats) -> Floats:
    """Largest sum of absolute values in a column."""
    norms: Floats = np.abs(matrices).sum(axis=1).max(axis=1)
    return norms


def worn_by(total: Floats, left: Floats) -> Floats:
    """Return how much precision subtraction lost: the largest ratio of a total's diagonal element to what is left."""
    before, after = np.diagonal(total), np.diagonal(left, axis1=1, axis2=2)
    ratios: Floats = (before / np.maximum(after, 1e-30 * before)).max(axis=1)
    return ratios


def _inverse(matrix: Floats) -> Floats:
    try:
        inverse: Floats = np.linalg.inv(matrix).astype(np.float64, copy=False)
    except np.linalg.LinAlgError:
        inverse = np.full(matrix.shape, np.inf)
    return inverse
