"""The papers, obtained again: printed numbers, the studies that should give them, and how far they agree."""

from outperform.core import Catalogue
from outperform.papers._agreement import Agreement, Cell
from outperform.papers._page import page_text
from outperform.papers._paper import Paper
from outperform.papers._workbench import BUDGETS, Workbench
from outperform.papers.bouckaert_frank_2004 import BouckaertFrank2004

__all__ = ["BUDGETS", "CATALOGUE", "Agreement", "BouckaertFrank2004", "Cell", "Paper", "Workbench", "page_text"]

CATALOGUE = Catalogue(Paper, globals())
