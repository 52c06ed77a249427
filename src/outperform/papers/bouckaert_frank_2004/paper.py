"""Bouckaert & Frank (2004): how often a test says the same on another random partition."""

from collections.abc import Mapping
from dataclasses import dataclass

from outperform.papers.bouckaert_frank_2004.recomputed import section_4_recomputed, table_1_recomputed
from outperform.papers.bouckaert_frank_2004.table_1 import table_1
from outperform.papers.bouckaert_frank_2004.table_5 import table_5
from outperform.papers.bouckaert_frank_2004.tables import section_4_3, section_5, table_2, table_3, table_4
from outperform.papers.paper import Obtain, Paper


@dataclass(frozen=True)
class BouckaertFrank2004(Paper):
    """Evaluating the replicability of significance tests for comparing learning algorithms."""

    slug = "bouckaert-frank-2004"
    citation = (
        "R. R. Bouckaert and E. Frank (2004). Evaluating the replicability of significance tests for comparing "
        "learning algorithms. Advances in Knowledge Discovery and Data Mining (PAKDD), LNAI 3056, 3-12."
    )

    left_open = (
        "The learners are those of Weka 3.3. Ours are Weka's own, of a later version, in Tables 1 to 4, where the "
        "extra weka and Java are installed; the notes of each table say so. Else, and in Table 5: naive Bayes and "
        "nearest neighbour by the same rules, and for C4.5 scikit-learn's tree by entropy, which is not pruned. With "
        "those, counts of draws on single datasets are not comparable.",
        "Which files: those of the UCI collection in Weka's format; the column of names is left out of zoo, since "
        "the paper counts 16 attributes. Without the file, scikit-learn's iris stands in: it differs in three cells.",
        "How a tenth of the rows is rounded: to the nearest whole number, a half upwards.",
        "Differences that do not vary at all: p is 1 if they are 0, else 0.",
        "What counts as the same outcome: rejected or not, in either direction.",
        "Whether tests with few and with many runs share their splits: here they do; the few are the first of the "
        "many.",
        "The standard errors: none are printed. Here the data set is the unit.",
        "The networks of Table 5 and which learner is better on them: see the notes there. '10 binary variables' is "
        "the class and nine attributes. The accuracy on 20,000 new cases is replaced by the exact expected "
        "accuracy.",
    )
    found = (
        "R, consistent and almost consistent follow exactly from the printed counts of Table 1. Run again on all 27 "
        "datasets, each test ten times, all 108 numbers of Tables 2 to 4 agree, the farthest 2.05 standard errors "
        "off, though with other implementations of the learners (and the standard errors are rather too large, since "
        "both sides have the same data sets); so do the six counts in the prose of section 4.3, and the tests come in "
        "the paper's order: 5x2 cv is least replicable (R .82 over all pairs; printed .78), corrected 10x10 cv the "
        "most (.94; printed .94). Of the nine numbers below Table 1 one differs: tree against nearest neighbour is "
        "almost consistent on 25 datasets, printed 17, which also breaks the sentences that fewer than half are "
        "consistent and fewer than 66% almost. The tree explains most of it: scikit-learn's is not pruned; with two "
        "rows per leaf and cost-complexity pruning of .005 or .015 it was 20 or 21 (tests/reference/bf04_halves.py). "
        "Of the datasets' properties three numbers of attributes are one larger in print, as if the class or a name "
        "were counted. In Table 5 random networks whose probability tables are uniform on (0, 1), selected by the "
        "printed difference in accuracy, give the printed percentages of resampling and cross-validation in all four "
        "sources within the spread over networks, which on source 4 is as much as 20 points; 10 times resampling is "
        "lower there, and so the sentence on sources 1 and 4 does not hold. The row of 5x2 cv is not reproduced: we "
        "find 41, 37 and 6% consistent in sources 1, 3 and 4, printed 72.3, 63.5 and 16.9. Again the tree explains "
        "most of it: pruned by .015 it gave 65, 42 and 17%. Rare attributes, too, make source 1 more consistent (65% "
        "where all are true with probability .05, and the tree is not pruned); whether halves are stratified changes "
        "nothing. Source 3 stays unexplained. One sentence of the text does not fit its own table: Table 2 has two "
        "exceptions to growth with the number of runs, not one."
    )

    def exhibits(self) -> Mapping[str, Obtain]:
        """Return the tables in the order of the paper; what needs no run comes beside what it is about."""
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
