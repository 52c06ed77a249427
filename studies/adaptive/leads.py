"""Where the two pairs of different learners are equally good: ``python -m studies.adaptive.leads``.

The leads 0.2576 and -0.3703 of ``families`` were found by halving an interval on 150 training sets of nine tenths of n
rows, each tested on 3,000 fresh rows, and a straight line through two near leads on 600. This prints what is left of
the difference at the null of every family whose learners differ.
"""

from dataclasses import replace

import numpy as np

from outperform.core import stream
from outperform.learners import learners_of
from outperform.sources import CATALOGUE as SOURCES
from outperform.sources import Symmetric
from studies.adaptive.families import FAMILIES, Cell

FRESH_ROWS = 3000


def gap(cell: Cell, sets: int) -> tuple[float, float]:
    """Return the mean difference in accuracy on fresh rows, and its standard error."""
    source = SOURCES.parse(cell.source)
    assert isinstance(source, Symmetric)
    trained = round(0.9 * source.n)
    found = []
    for number in range(sets):
        drawn = replace(source, n=trained + FRESH_ROWS).draw(stream(7, "lead", number))
        right = []
        for learner in learners_of(list(cell.learners), drawn).values():
            fitted = learner.make(number)
            fitted.fit(drawn.rows[:trained], drawn.target[:trained])
            right.append(float((fitted.predict(drawn.rows[trained:]) == drawn.target[trained:]).mean()))
        found.append(right[0] - right[1])
    return float(np.mean(found)), float(np.std(found, ddof=1) / np.sqrt(sets))


if __name__ == "__main__":
    for family in FAMILIES:
        if "lead" in family.null.source:
            difference, se = gap(family.null, 600)
            print(f"{family.name}: {difference:+.5f} (se {se:.5f})")
