"""The count engine: studies whose learners ignore their training data, many datasets at once."""

from collections.abc import Iterator

import numpy as np

from outperform.core import (
    CountSource,
    Floats,
    Ints,
    Items,
    MisfitError,
    Scores,
    SignificanceTest,
    Traits,
    Trial,
    seed_at,
    stream,
)
from outperform.lab.counts import Family, outcomes, settle
from outperform.lab.records import Records
from outperform.lab.study import Study
from outperform.metrics import Accuracy
from outperform.significance import Differences, DifferenceTest, PairedCounts, PairedCountsTest, Proportions, Student

BLOCK = 2000  # datasets that share a stream; always drawn whole, so that more datasets extend fewer


def run_block(study: Study, block: int) -> dict[str, Records]:
    """Run all procedures on one block of datasets."""
    source = study.supply
    if not isinstance(source, CountSource):
        raise MisfitError(f"{source} has no counts")
    kinds = source.kinds(stream(study.seed, "counts", str(source), block), BLOCK)
    parts = [_repetition(study, source, kinds, (block, repetition)) for repetition in range(study.repetitions)]
    return {spec: Records.join([part[spec] for part in parts], axis=1) for spec in study.procedures}


def _repetition(study: Study, source: CountSource, kinds: Ints, place: tuple[int, int]) -> dict[str, Records]:
    """Deal every family of designs once, as often as the longest of its procedures asks."""
    size = int(kinds[0].sum())
    rules = study.parts
    families = {spec: Family.of(design, size) for spec, (design, _) in rules.items()}
    found: dict[str, Records] = {}
    for family in dict.fromkeys(families.values()):
        members = {spec: rules[spec] for spec in rules if families[spec] == family}
        repeats = {spec: int(getattr(design, "repeats", 1)) for spec, (design, _) in members.items()}
        address = (f"{family.word} {family.parts} {family.n_test}", *place)
        rng = stream(study.seed, "deal", str(source), *address)
        judged = outcomes(source, family, kinds, max(repeats.values()), rng)
        for spec, (_, test) in members.items():
            table = judged[:, : repeats[spec]]
            if isinstance(test, Proportions) or not isinstance(test, PairedCountsTest | DifferenceTest):
                table = settle(source, kinds, table, stream(study.seed, "settle", str(source), *address))
            root = seed_at(study.seed, "judge", str(source), *address)
            found[spec] = judge_counts(test, table, size, balanced=family.word == "halves", seed=root)
    return found


def judge_counts(test: SignificanceTest, judged: Ints, size: int, *, balanced: bool = False, seed: int = 0) -> Records:
    """Judge tables of counts [dataset, repeat, fold, (n00, n01, n10, n11)] by a test's own arithmetic."""
    n_test = judged[0].sum(axis=-1)
    repeats, folds = n_test.shape
    _check(test, Traits(repeats, folds, size - n_test, n_test, balanced=balanced))
    n_train = float((size - n_test).mean())
    if isinstance(test, PairedCountsTest):
        counts = PairedCounts(*np.moveaxis(judged[:, 0, 0], -1, 0))
        return Records.of(test.arithmetic(counts).pvalue, (counts.n10 - counts.n01) / counts.n, n_train, 1)
    if not isinstance(test, DifferenceTest):
        return _one_by_one(test, judged, size, seed)
    x: Floats = (judged[..., 2] - judged[..., 1]) / n_test
    found = test.arithmetic(Differences(x, np.ones(len(x)), float(n_test.sum() / (size - n_test).sum())))
    student = found if isinstance(found, Student) else None
    halves = x if folds == 2 else None
    return Records.of(found.pvalue, found.estimate, n_train, n_test.size, student, halves)


def _one_by_one(test: SignificanceTest, judged: Ints, size: int, seed: int) -> Records:
    """Judge tables by a test that knows one table at a time: the bootstrap, a user's own."""
    parts, n_test = [], judged[0].sum(axis=-1)
    for number, counts in enumerate(judged):
        values = np.stack([counts[..., 2] + counts[..., 3], counts[..., 1] + counts[..., 3]]) / n_test
        items = _items(counts[0, 0]) if test.needs.items else None
        scores = Scores(("first", "second"), "accuracy", values, size - n_test, n_test, items, seed=seed + number)
        parts.append(Records.of_trial(Trial(scores, test, test.judge(scores))))
    return Records.join(parts, axis=0)


def _items(counts: Ints) -> Items:
    """Write n00, n01, n10, n11 of one test set as rows: the truth is always 1, and whoever errs says 0."""
    said = np.repeat([[0, 0, 1, 1], [0, 1, 0, 1]], counts, axis=1)
    return Items(np.ones(said.shape[1], dtype=np.int64), said[:, np.newaxis], metric=Accuracy())


def _check(test: SignificanceTest, traits: Traits) -> None:
    problem = test.needs.misfit(traits)
    if problem is not None:
        raise MisfitError(f"{test} {problem}")


def blocks(study: Study) -> Iterator[int]:
    """Give the numbers of the blocks that a study needs."""
    return iter(range(-(-study.datasets // BLOCK)))
