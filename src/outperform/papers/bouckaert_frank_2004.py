"""Bouckaert & Frank (2004): how often a test says the same on another random partition."""

from collections.abc import Mapping
from dataclasses import dataclass

from outperform.papers._bf04_recomputed import section_4_recomputed, table_1_recomputed
from outperform.papers._bf04_table5 import table_5
from outperform.papers._bf04_tables import section_4_3, section_5, table_1, table_2, table_3, table_4
from outperform.papers._paper import Obtain, Paper


@dataclass(frozen=True)
class BouckaertFrank2004(Paper):
    """Replicability of significance tests for learning algorithms (Bouckaert & Frank 2004)."""

    slug = "bouckaert-frank-2004"
    citation = (
        "R. R. Bouckaert and E. Frank (2004). Evaluating the replicability of significance tests for comparing "
        "learning algorithms. Advances in Knowledge Discovery and Data Mining (PAKDD), LNAI 3056, 3-12."
    )

    def exhibits(self) -> Mapping[str, Obtain]:
        """Give the tables in the order of the paper; what needs no run comes beside what it is about."""
        return {
            "table-1": table_1,
            "table-1-recomputed": table_1_recomputed,
            "table-2": table_2,
            "table-3": table_3,
            "section-4-3": section_4_3,
            "table-4": table_4,
            "table-5": table_5,
            "section-4-recomputed": section_4_recomputed,
            "section-5": section_5,
        }
