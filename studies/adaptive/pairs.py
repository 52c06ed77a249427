"""The factors of a family's two learners, from the table that the package ships."""

from outperform.core import stream
from outperform.learners import learner_of
from outperform.procedures.caution import caution_of
from outperform.sources import CATALOGUE as SOURCES
from studies.adaptive.families import Family
from studies.adaptive.rules import Factors


def factors_of(family: Family, folds: int = 10) -> Factors:
    """Look the factors up; learners that do not learn have 1."""
    if family.null.learners[0] == "always-one":
        return Factors()
    dataset = SOURCES.parse(family.null.source).draw(stream(0, "probe"))
    learners = [learner_of(spec, dataset) for spec in family.null.learners]
    return Factors(caution_of(learners, folds, "rows").factor, caution_of(learners, folds, "folds").factor)
