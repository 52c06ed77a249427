"""Run cases by kind and number, each in a folder of its own."""

import tempfile
from collections import Counter
from contextlib import chdir
from pathlib import Path

from tests.fuzz import calls, specs, stores, tables, tomls
from tests.fuzz.dice import dice_of
from tests.fuzz.oracle import outcome_of

KINDS = {"specs": specs, "tables": tables, "tomls": tomls, "stores": stores, "calls": calls}
SHARES = {"specs": 0.3, "tables": 0.3, "tomls": 0.1, "stores": 0.1, "calls": 0.2}


def try_one(kind, number):
    """Make a case and try it."""
    with tempfile.TemporaryDirectory(prefix="outperform-fuzz-") as folder, chdir(folder):  # any text may name a file
        case = KINDS[kind].case(dice_of(kind, number), Path(folder))
        return outcome_of(kind, number, case)


def numbers_of(cases, start=0):
    """Return the kinds and numbers of so many cases."""
    return [(kind, start + number) for kind, share in SHARES.items() for number in range(round(cases * share))]


def summary(outcomes):
    """Count what became of the cases of each kind."""
    found = Counter((each.kind, each.result if each.fine else "broken") for each in outcomes)
    return {kind: {result: found[kind, result] for result in ("answered", "refused", "broken")} for kind in KINDS}
