"""The papers, reproduced: printed numbers, the studies that should return them, and how well they agree."""

from outperform.core import Catalogue
from outperform.papers.agreement import Absent, Agreement, Cell, Measured, TableFit
from outperform.papers.bouckaert_2005.paper import Bouckaert2005 as Bouckaert2005
from outperform.papers.bouckaert_frank_2004.paper import BouckaertFrank2004 as BouckaertFrank2004
from outperform.papers.dietterich_1998.paper import Dietterich1998 as Dietterich1998
from outperform.papers.keller_bengio_wong_2005.paper import KellerBengioWong2005 as KellerBengioWong2005
from outperform.papers.page import absent_words, fit_words, page_text
from outperform.papers.paper import Paper
from outperform.papers.wang_2014.paper import Wang2014 as Wang2014
from outperform.papers.workbench import BUDGETS, Workbench

CATALOGUE = Catalogue(Paper, globals())
"""All papers, by slug."""

__all__ = [
    "BUDGETS",
    "CATALOGUE",
    "Absent",
    "Agreement",
    "Cell",
    "Measured",
    "TableFit",
    "Paper",
    "Workbench",
    "absent_words",
    "fit_words",
    "page_text",
    *CATALOGUE.names,
]
