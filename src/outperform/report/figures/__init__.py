"""Figures: one file each, a data class and how it is drawn. Matplotlib without its global state."""

from outperform.report.extra import require

require("matplotlib")
