"""Notes on a contest and on how it is judged."""

from collections.abc import Iterable, Mapping

from outperform.core import (
    CANONICAL,
    Dataset,
    Learner,
    LearnerKind,
    Note,
    NoteKind,
    Procedure,
    Scores,
    Seed,
    Weakness,
    known_weaknesses,
    stream,
)
from outperform.designs import KFold
from outperform.engine import Contest
from outperform.learners.kinds import described
from outperform.procedures.fixed import plan_family
from outperform.surface import option

FEWER = (5, 4, 3)  # folds to advise, the first whose test sets are alike ...
TRIED = 20  # ... in so many repeats


def canonical_note(seed: Seed, answer: str) -> Iterable[Note]:
    """Note that partitions are canonical, and which number tells of fresh ones."""
    if seed == CANONICAL:
        yield Note.of(NoteKind.CANONICAL, answer=answer)


def encoding_notes(learners: Mapping[str, Learner]) -> Iterable[Note]:
    """Note what was done to the columns for learners that cannot take them as they are."""
    steps = {name: getattr(each, "encoding", ()) for name, each in learners.items()}
    for done in dict.fromkeys(filter(None, steps.values())):
        yield Note.of(NoteKind.ENCODED, *(name for name in steps if steps[name] == done), steps=done)


def groups_note(dataset: Dataset) -> Iterable[Note]:
    """Note that a column of groups is not learned from."""
    if dataset.groups is not None and dataset.given.groups is not None:
        yield Note.of(NoteKind.GROUPED, column=dataset.given.groups)


def even_groups(contest: Contest, procedure: Procedure) -> Iterable[str]:
    """Advise folds with test sets of about the same size, where groups that differ in size prevent that."""
    most = getattr(procedure, "folds", None)
    if contest.dataset.groups is None or most is None:
        return
    for folds in (each for each in FEWER if each < most):
        design = KFold(folds=folds, repeats=TRIED)
        if design.plan(contest.dataset, stream(contest.seed, "plan", plan_family(design))).traits.even:
            spec = option("procedure", f"{procedure.slug}(folds={folds})")
            yield f"groups differ in size. With fewer folds the test sets are more alike: try {spec}"
            return
    yield "groups differ too much in size for test sets of similar size. Join small groups that belong together"


def weakness_note(procedure: Procedure, learners: Iterable[Learner]) -> Iterable[Note]:
    """Note what is known against a procedure, else against its test, where it concerns these learners."""
    test = getattr(procedure, "test", None)
    kinds = {kind for learner in learners for kind in _kinds(learner)}
    for entry in (procedure,) if test is None else (procedure, test):
        known = known_weaknesses(entry)
        if known:
            here = tuple(weakness for weakness in known if _concerns(weakness, kinds))
            if here:
                yield Note.of(NoteKind.PROCEDURE_WEAKNESS, procedure=str(procedure), slug=entry.slug, weaknesses=here)
            return


def _concerns(weakness: Weakness | str, kinds: set[LearnerKind]) -> bool:
    """Return whether a weakness shows with learners of these kinds."""
    if not isinstance(weakness, Weakness) or not weakness.concerns:
        return True
    return bool(kinds.intersection(weakness.concerns))


def _kinds(learner: Learner) -> Iterable[LearnerKind]:
    """Return the kinds of learners with known weaknesses that a learner belongs to."""
    kind = described(learner)
    if kind.name.startswith("DecisionTree") and kind.settings.get("max_depth") == 1:
        yield LearnerKind.STUMPS
    if kind.name.startswith("KNeighbors"):
        yield LearnerKind.NEIGHBOURS


def size_note(scores: Scores) -> Iterable[Note]:
    """Note for how many training rows the answer is."""
    if scores.n_train is not None:
        yield Note.of(NoteKind.TRAINING_ROWS, fewest=int(scores.n_train.min()), most=int(scores.n_train.max()))
