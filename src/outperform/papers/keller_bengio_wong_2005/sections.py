"""What sections 2 and 3 say beside the figures: formulas, sizes, and how close the learners are."""

from math import ceil
from typing import Any

import numpy as np

from outperform.core import stream
from outperform.metrics import F1
from outperform.papers.agreement import Agreement, Cell, Measured, Row
from outperform.papers.keller_bengio_wong_2005.curves import text_tasks
from outperform.papers.keller_bengio_wong_2005.runs import LEVELS
from outperform.papers.keller_bengio_wong_2005.tasks import PopulationTask
from outperform.papers.keller_bengio_wong_2005.text import FILE, RATIO, Collection, file_at_hand, read_collection
from outperform.papers.rules import Bounds, absent, claim, derived, incomparable, number
from outperform.papers.workbench import Workbench
from outperform.significance import McNemar, PairedCounts, Proportions

MISSING = "data set not found"
ABSENT = (
    f"{FILE} was not found: it is looked for in the folder that OUTPERFORM_DATA names, in 'text' inside that folder "
    "and in 'text' next to it. The part on real texts is left out."
)


def section_2(bench: Workbench) -> Agreement:
    """Hold the printed formulas against what the tests here compute."""
    tables = stream(bench.seed, "keller-bengio-wong-2005", "tables").integers(1, 60, size=(4, 1000))
    cells = (
        *_printed_tests(*tables),
        *_printed_f1(*(column.astype(np.float64) for column in tables[:3])),
        claim(
            "eq. 2",
            "we are interested in p(|D| < |D|) < α where α represents the risk of selecting the alternate hypothesis "
            "(the two models are different) while the null hypothesis is in fact true. (p. 652)",
            Measured(1 - 0.05),
            "that probability where a two-sided test just rejects at α = .05",
            Bounds(at_most=0.05),
            reason="An erratum: >= is meant",
        ),
        # p. 654: "at least 50/α replicates ... for the smallest α we considered (0.01), this amounts to 5000"
        number("replicates that α = .01 needs", 5000, ceil(50 / min(LEVELS))),
    )
    note = "Where n01 = n10 eq. 4 gives 1 / (n01 + n10); ours is held at 0, which changes no decision at these levels."
    return Agreement("section-2", "Formulas in the text", "652-654", tuple(map(derived, cells)), notes=(note,))


def _printed_tests(n00: Any, n01: Any, n10: Any, n11: Any) -> list[Cell]:
    paired = PairedCounts(n00, n01, n10, n11)
    mean_error = (2 * n00 + n01 + n10) / (2 * paired.n)
    z = (n01 - n10) / paired.n / np.sqrt(2 * mean_error * (1 - mean_error) / paired.n)
    chi2, untied = (np.abs(n01 - n10) - 1) ** 2 / (n01 + n10), n01 != n10
    ours = McNemar().arithmetic(paired).statistic
    return [
        _equal("eq. 3", "z of the proportion test (p. 652)", -z, Proportions().arithmetic(paired).statistic),
        _equal("eq. 4", "statistic of McNemar's test (p. 653)", chi2[untied], ours[untied]),
    ]


def _printed_f1(tp: Any, fp: Any, fn: Any) -> list[Cell]:
    precision, recall = tp / (tp + fp), tp / (tp + fn)
    forms = (2 * precision * recall / (precision + recall), 2 * tp / (2 * tp + fn + fp))
    ours = F1().of_counts(*(column[:, np.newaxis] for column in (tp, tp + fp, tp + fn)))
    gap = float(np.abs(1 / forms[0] - forms[1]).max())
    what, why = "largest gap between 1 / harmonic mean and eq. 5", "An erratum: eq. 5 is the harmonic mean itself"
    says = "F1 can be described as the inverse of the harmonic mean of Precision and Recall (p. 653)"
    return [
        *(_equal(f"eq. 5, form {form + 2}", "F1 (p. 653)", forms[form], ours) for form in range(2)),
        claim("eq. 5 in words", says, Measured(gap), what, Bounds(at_most=0), reason=why),
    ]


def _equal(key: str, says: str, printed: Any, ours: Any) -> Cell:
    gap = float(np.abs(printed - ours).max())
    return claim(key, says, Measured(gap), "largest gap on 1000 random tables", Bounds(below=1e-9))


def section_3_1(bench: Workbench) -> Agreement:
    """Return how large the collection is, and ours."""
    path = file_at_hand()
    here = read_collection(str(path), bench.seed) if path else None
    # p. 654: "up to 806,791 documents ... 798,809 ... were kept aside ... the remaining 7982"
    cells: list[Row] = [derived(number("documents: the sum of both parts", 806_791, 798_809 + 7_982))]
    names = ("documents set aside as the population", "documents to train on", "categories")
    printed = (798_809, 7_982, 101)
    if here is None:
        cells += [absent(name, value, MISSING) for name, value in zip(names, printed, strict=True)]
    else:
        why = "another collection: Reuters-21578 rather than RCV1"
        counts = (len(here.rest), len(here.trained), len(here.positives))
        cells += [incomparable(*both, why) for both in zip(names, printed, counts, strict=True)]
    return Agreement("section-3-1", "The collection of texts", "654", tuple(cells), notes=() if path else (ABSENT,))


def section_3_2(bench: Workbench) -> Agreement:
    """Return how close the learners are, and how unbalanced the categories."""
    path = file_at_hand()
    if path is None:
        missing = tuple(absent(key, says, MISSING) for key, says in CONDITIONS.items())
        return Agreement("section-3-2", TITLE, "655", missing, notes=(ABSENT,))
    tasks = [task for task in text_tasks(bench, path) if task.kind == "unequal"]
    rare, often = _unbalanced(read_collection(str(path), bench.seed))
    alike, poorer, unbalanced, ratio = CONDITIONS.items()
    other = "another collection: Reuters-21578 rather than RCV1; share of its categories with a ratio of"
    cells = [
        _close(*alike, tasks),
        _poorer(*poorer, tasks),
        incomparable(*unbalanced, rare, f"{other} at least 10"),
        incomparable(*ratio, often, f"{other} 10 to 100"),
    ]
    return Agreement("section-3-2", TITLE, "655", tuple(cells))


TITLE = "The learners and the categories"
_MODELS = (
    "Most of the times the two SVMs gave very similar results, (probably because the optimal capacity for this problem "
    "was near linear), while the MLP gave poorer results on average. (p. 655)"
)
_CATEGORIES = (
    "out of the 101 categories of the problem, most of them resulted in highly unbalanced tasks, often with a ratio of "
    "10 to 100 between the two classes. (p. 655)"
)
CONDITIONS = {
    "SVMs alike": _MODELS,
    "MLP poorer": _MODELS,
    "categories unbalanced": _CATEGORIES,
    "ratio of the classes": _CATEGORIES,
}


def _close(key: str, says: str, tasks: list[PopulationTask]) -> Cell:
    what = "share of tasks where the SVMs disagree on less than half as many documents as linear SVM and MLP"
    apart, near = ([_disagreements(task) for task in tasks if task.panel in pair] for pair in ("ab", "cd"))
    closer = [2 * close < far for far, close in zip(apart, near, strict=True)]
    share = Measured.rate(float(np.mean(closer)), len(closer))
    return claim(key, says, share, what, Bounds(above=0.5))


def _disagreements(task: PopulationTask) -> int:
    return sum(task.cells[place] for place in (1, 2, 5, 6))


def _poorer(key: str, says: str, tasks: list[PopulationTask]) -> Cell:
    gap = Measured.over(np.array([task.difference[0] for task in tasks if task.panel in "ab"]))
    return claim(key, says, gap, "F1 of the linear SVM less that of the MLP, mean over tasks", Bounds(above=0))


def _unbalanced(collection: Collection) -> tuple[float, float]:
    """Return the shares of categories with a ratio of at least 10, and of 10 to 100."""
    documents = len(collection.trained) + len(collection.rest)
    ratio = (documents - collection.positives) / np.maximum(1, collection.positives)
    return float((ratio >= RATIO).mean()), float(((ratio >= RATIO) & (ratio <= 10 * RATIO)).mean())
