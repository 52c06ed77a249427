"""Keller, Bengio & Wong (2005): statistical tests on the difference of F1 and of errors, on a population of texts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from outperform.papers.agreement import Agreement, Cell, Row
from outperform.papers.keller_bengio_wong_2005.claims import ALLOWED, checked
from outperform.papers.keller_bengio_wong_2005.curves import (
    SOURCES,
    NoTaskError,
    RejectionCurves,
    curves_at_hand,
    drawn,
)
from outperform.papers.keller_bengio_wong_2005.power import FIGURE_2
from outperform.papers.keller_bengio_wong_2005.runs import LEVELS, TESTS
from outperform.papers.keller_bengio_wong_2005.sections import ABSENT, section_2, section_3_1, section_3_2
from outperform.papers.keller_bengio_wong_2005.size import REACH
from outperform.papers.keller_bengio_wong_2005.size_claims import FIGURE_1
from outperform.papers.keller_bengio_wong_2005.tasks import PANELS
from outperform.papers.paper import Paper
from outperform.papers.rules import incomparable
from outperform.papers.workbench import Workbench

OURS = (
    "'0/0 rejects' and 'H0 is |d| <= .01' are guesses of ours, made after the claims had failed without them; the "
    "claim beside each tells what speaks against it. The claims are checked at the level of the printed figures, .05; "
    "the drawing has the other two levels of the text beside it."
)


def figure_1(bench: Workbench) -> Agreement:
    """Reproduce the size: how often each test rejects where H0 is true."""
    found = curves_at_hand(bench)
    notes = (*_notes(found), *map(_other_reading, found), OURS, ALLOWED)
    return _figure("1", "Size: share of evaluation sets on which a true H0", checked(FIGURE_1, found), found, notes)


def figure_2(bench: Workbench) -> Agreement:
    """Reproduce the power: how often each test rejects where H0 is false."""
    found = curves_at_hand(bench)
    rows = (*checked(FIGURE_2, found), *_tasks_behind(found))
    return _figure("2", "Power: share of evaluation sets on which a false H0", rows, found, _notes(found))


def _figure(
    number: str, title: str, rows: tuple[Row, ...], found: Sequence[RejectionCurves], notes: tuple[str, ...]
) -> Agreement:
    title = f"{title} is rejected, by the size of the set"
    return Agreement(f"figure-{number}", title, "655-657", rows, drawn(number, found), notes)


def _notes(found: Sequence[RejectionCurves]) -> tuple[str, ...]:
    counts = [
        f"{SOURCES[curves.source]}: {sum(task.panel in 'ac' for task in curves.tasks)} balanced and "
        f"{sum(task.panel in 'bd' for task in curves.tasks)} unbalanced populations; {curves.sets.max()} evaluation "
        f"sets of each size where H0 is true, {curves.sets.min()} where it is false, and {curves.replicates} bootstrap "
        f"replicates of each set."
        for curves in found
    ]
    absent = () if any(curves.source == "texts" for curves in found) else (ABSENT,)
    return (*counts, *absent)


def _other_reading(curves: RejectionCurves) -> str:
    """Return what the other reading of the bootstrap's interval would change."""
    gap = max(_gap(curves, panel, test, level) for panel in PANELS for test in TESTS[:2] for level in LEVELS)
    return (
        f"{SOURCES[curves.source]}: an interval centred around the mean of the replicates, the other reading of "
        f"section 2.2, moves no point of αtrue by more than {gap:.3f}."
    )


def _gap(curves: RejectionCurves, panel: str, test: str, level: float) -> float:
    try:
        ours, other = (curves.size(panel, reading, level).rate for reading in (test, f"{test}, centred"))
    except NoTaskError:
        return 0.0
    return float(np.abs(ours - other).max())


def _tasks_behind(found: Sequence[RejectionCurves]) -> list[Cell]:
    """Count the tasks that power is averaged over."""
    return [
        incomparable(
            f"{SOURCES[curves.source]}: tasks behind the points of ({panel}) with |dF1| over {REACH:g}",
            "one task for N = 100 to 1000 (p. 656)",
            float(sum(task.panel == panel and not task.is_null(TESTS[0], REACH) for task in curves.tasks)),
            "the rule by which H0 is called false is not given; it depends on N, since the number of tasks does",
        )
        for curves in found
        if curves.source == "texts"
        for panel in "cd"
    ]


@dataclass(frozen=True)
class KellerBengioWong2005(Paper):
    """Benchmarking non-parametric statistical tests: Type I error and power of tests of F1 and of error rates."""

    slug = "keller-bengio-wong-2005"
    citation = (
        "Keller, M., Bengio, S. & Wong, S. Y. (2005). Benchmarking non-parametric statistical tests. "
        "Advances in Neural Information Processing Systems 18, 651-658."
    )
    left_open = (
        "By which rule H0 is 'true over D_true': over 798,809 documents two learners are almost never exactly equal. "
        "The number of tasks behind a point of figure 2 changes with N (p. 656), so the rule seems to depend on N. "
        "Ours are populations where H0 holds exactly: made ones, and those of real texts mixed half and half with "
        "their exchange (first and second change places), which keeps balance and closeness. Power is on real "
        "populations as they are.",
        "For which measure: section 3.1 states H0 for dF1 alone. Here each test has the H0 of its own measure, since "
        "F1 may be equal while errors differ.",
        "The interval 'centred around the mean' (p. 654): equal-tailed here; the other reading is in the notes.",
        "F1 if there are no positives, neither true nor predicted (0/0): 0. The proportion test if there are no "
        "errors (0/0): accepts; other cells show what happens if it rejects.",
        "The collection: RCV1 there. Here Reuters-21578 (ApteMod), a file reuters21578_aptemod.svm.gz of svmlight "
        "rows in the folder that OUTPERFORM_DATA names, in 'text' inside it or in 'text' next to it; without "
        "stemming, which the file does not have.",
        "The learners' settings: each is tuned by 3-fold cross-validation of the mean F1 on a random quarter of the "
        "documents, one setting for all tasks; the other three quarters are the population, from which evaluation "
        "sets are drawn with replacement. The MLP has one hidden layer and one output per task.",
        "Which categories: those with a ratio of at least 10 between the classes and 25 documents to train on.",
        "How meta-categories are made and learnt: unions of half of the categories, 40 to 60% of the documents; they "
        "are tasks of their own, learnt like the others.",
        "What 'similar' and 'different' mean in numbers: on populations made, recalls .004 and .08 apart, and 90% and "
        "50% of the way from independent to as close as the margins allow. Power there follows from this choice.",
        "The sizes between 100 and 6000: seven here.",
    )
    found = (
        "The figures have no printed numbers, so the cells are sentences of the text with rules of ours, at the "
        "level of the figures, .05.",
        "Most claims about McNemar's test and about the bootstrap over errors are reproduced, on populations made "
        "and on Reuters-21578: no point of theirs is shown to lie above α, they behave alike, the proportion test "
        "is more conservative and has less power, and power is low between the two SVMs.",
        "Not reproduced: the bootstrap over dF1 is not optimistic where H0 is exactly true: in sets of "
        "500 documents or more its αtrue is at α or so little above it in balanced tasks that the paper's 500 sets "
        "could not have shown it, at α or below in unbalanced ones, and in small unbalanced sets far below. So the "
        "optimism of the paper is likely to come from its H0, which cannot have been exactly true over 798,809 "
        "documents. A fixed reach of .01 makes the test optimistic, but ever more so as N grows, and McNemar's test "
        "with it, which the paper calls pessimistic: that reach is not its rule either.",
        "The proportion test almost never rejects close models in small unbalanced sets. It would be optimistic "
        "there if a set without errors (0/0 in eq. 3) counted as a rejection; but then in panel (b) too, of which "
        "the text says nothing. It is a guess.",
        "On Reuters the bootstrap over dF1 has the highest power in unbalanced tasks and between the SVMs, but "
        "not in balanced tasks of SVM against MLP.",
    )

    def exhibits(self) -> Mapping[str, Callable[[Workbench], Agreement]]:
        """Return what reproduces each figure, and the numbers and claims of the sections."""
        return {
            "section-2": section_2,
            "section-3-1": section_3_1,
            "section-3-2": section_3_2,
            "figure-1": figure_1,
            "figure-2": figure_2,
        }
