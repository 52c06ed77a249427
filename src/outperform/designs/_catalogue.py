"""The catalogue of designs; ``__init__.py`` fills it, so that modules below can read specs."""

from outperform.core import Catalogue, Design

CATALOGUE = Catalogue(Design)
"""All designs, by slug."""
