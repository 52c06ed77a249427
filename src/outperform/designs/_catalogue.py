"""The catalogue of designs, empty here: it is below what reads specs, and the contents page fills it."""

from outperform.core import Catalogue, Design

CATALOGUE = Catalogue(Design)
"""All designs, by slug."""
