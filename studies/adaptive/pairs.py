"""The factors of a family's two learners, as they were when the study was run."""

import json
from pathlib import Path

from studies.adaptive.families import Family
from studies.adaptive.rules import Factors

TABLE = Path(__file__).with_name("factors.json")


def factors_of(family: Family, folds: int = 10) -> Factors:
    """Return what the cautious threshold of the study divided by."""
    rows, by_fold = json.loads(TABLE.read_text())["families"][family.name][str(folds)]
    return Factors(rows, by_fold)
