"""The papers, obtained again: printed numbers, the studies that should give them, and how far they agree."""

from outperform.core import Catalogue
from outperform.papers._agreement import Agreement, Cell
from outperform.papers._page import page_text
from outperform.papers._paper import Paper
from outperform.papers._workbench import BUDGETS, Workbench
from outperform.papers.wang_2014 import Wang2014

__all__ = ["BUDGETS", "CATALOGUE", "Agreement", "Cell", "Paper", "Wang2014", "Workbench", "page_text"]

CATALOGUE = Catalogue(Paper, globals())
