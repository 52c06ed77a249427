"""The count engine: studies whose learners ignore their training data, many datasets at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from outperform.core import (
    CountSource,
    Floats,
    InputError,
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
from outperform.lab.counts import Family, check_splits, outcomes
from outperform.lab.records import Records
from outperform.lab.study import Study
from outperform.metrics import Accuracy
from outperform.significance import (
    Differences,
    DifferenceTest,
    McNemar,
    McNemarExact,
    McNemarMidP,
    PairedCounts,
    PairedCountsTest,
    ProportionsCorrected,
)

MOST_ITEMS = 1_000_000  # test rows that are written out
BLOCK = 2000  # datasets that share a stream; always drawn whole, so that more datasets extend fewer
PAIRS_ALONE = (McNemar, McNemarExact, McNemarMidP, ProportionsCorrected)  # look at n01 and n10, at nothing else


def run_block(study: Study, block: int) -> dict[str, Records]:
    """Run all procedures on one block of datasets.

    A test that judges one table at a time judges only as many data sets of the block as the study asks for; the
    records of the others are complete.
    """
    source = study.supply
    if not isinstance(source, CountSource):
        raise MisfitError(f"{source} cannot draw counts of rows")
    deals = _deals(study, source)
    kinds = source.kinds(stream(study.seed, "counts", str(source), block), BLOCK)
    parts = [_repetition(study, source, deals, kinds, (block, number)) for number in range(study.repetitions)]
    return {spec: Records.join([part[spec] for part in parts], axis=1) for spec in study.procedures}


def needed(study: Study, block: int) -> int:
    """Return how many data sets of a block a study asks for: shorter records must be made again.

    Examples
    --------
    >>> study = Study("task-one", ("bootstrap-holdout",), datasets=4500)
    >>> [needed(study, block) for block in blocks(study)]
    [2000, 2000, 500]
    """
    return min(BLOCK, study.datasets - block * BLOCK)


@dataclass(frozen=True)
class Deal:
    """Procedures whose splits are drawn together: their tests, and the number of repeats of each."""

    family: Family
    tests: dict[str, SignificanceTest]
    repeats: dict[str, int]

    @property
    def told(self) -> list[str]:
        """The procedures whose tests need the number of rows that both learners get right."""
        blind = {
            spec for spec, test in self.tests.items() if isinstance(test, DifferenceTest) or type(test) in PAIRS_ALONE
        }
        return [spec for spec in self.tests if spec not in blind]


def _deals(study: Study, source: CountSource) -> list[Deal]:
    """Group the procedures by the family of their designs: one draw has as many repeats as the longest needs."""
    size = int(getattr(source, "n", 0))
    families = {spec: Family.of(design, size) for spec, (design, _) in study.parts.items()}
    deals = []
    for family in dict.fromkeys(families.values()):
        members = {spec: parts for spec, parts in study.parts.items() if families[spec] == family}
        repeats = {spec: int(getattr(design, "repeats", 1)) for spec, (design, _) in members.items()}
        check_splits(family, max(repeats.values()))
        deals.append(Deal(family, {spec: test for spec, (_, test) in members.items()}, repeats))
    return deals


def _repetition(
    study: Study, source: CountSource, deals: Sequence[Deal], kinds: Ints, place: tuple[int, int]
) -> dict[str, Records]:
    """Draw the splits of every family once, and judge."""
    found: dict[str, Records] = {}
    for deal in deals:
        tables = _tables(study, source, deal, kinds, place)
        root = seed_at(study.seed, "judge", str(source), *_address(deal.family, place))
        for spec, test in deal.tests.items():
            size, balanced = int(kinds[0].sum()), deal.family.word == "halves"
            asked = BLOCK if is_vectorised(test) else needed(study, place[0])
            found[spec] = judge_counts(test, tables[spec][:asked], size, balanced=balanced, seed=root)
    return found


def _address(family: Family, place: tuple[int, int]) -> tuple[str | int, ...]:
    return f"{family.word} {family.parts} {family.n_test}", *place


def _tables(study: Study, source: CountSource, deal: Deal, kinds: Ints, place: tuple[int, int]) -> dict[str, Ints]:
    """Return the counts of each procedure; a stream of its own separates n00 and n11 for tests that read all four."""
    address = (str(source), *_address(deal.family, place))
    told = deal.told if source.fixed else []
    tables: dict[str, Ints] = {}
    for specs in ([spec for spec in deal.tests if spec not in told], told):
        if specs:
            settling = stream(study.seed, "settle", *address) if specs is told else None
            repeats = max(deal.repeats[spec] for spec in specs)
            judged = outcomes(source, deal.family, kinds, repeats, stream(study.seed, "deal", *address), settling)
            tables |= {spec: judged[:, : deal.repeats[spec]] for spec in specs}
    return tables


def is_vectorised(test: SignificanceTest) -> bool:
    """Return whether a test judges many tables at once: vectorised arithmetic, and no ``judge`` of its own."""
    return type(test).judge in (PairedCountsTest.judge, DifferenceTest.judge)


def judge_counts(test: SignificanceTest, judged: Ints, size: int, *, balanced: bool = False, seed: int = 0) -> Records:
    """Judge tables of counts [dataset, repeat, fold, (n00, n01, n10, n11)] by the arithmetic of a test."""
    n_test = judged[0].sum(axis=-1)
    repeats, folds = n_test.shape
    _check(test, Traits(repeats, folds, size - n_test, n_test, balanced=balanced))
    n_train = float((size - n_test).mean())
    if not is_vectorised(test):
        return _one_by_one(test, judged, size, seed)
    if isinstance(test, PairedCountsTest):
        counts = PairedCounts(*np.moveaxis(judged[:, 0, 0], -1, 0))
        return Records.of(test.arithmetic(counts), (counts.n10 - counts.n01) / counts.n, n_train, 1)
    assert isinstance(test, DifferenceTest), "there are no other tests of many tables"
    x: Floats = (judged[..., 2] - judged[..., 1]) / n_test
    found = test.arithmetic(Differences(x, np.ones(len(x)), float(n_test.sum() / (size - n_test).sum())))
    estimate = getattr(found, "estimate", x.mean(axis=(1, 2)))
    return Records.of(found, estimate, n_train, n_test.size, x if folds == 2 else None)


def _one_by_one(test: SignificanceTest, judged: Ints, size: int, seed: int) -> Records:
    """Judge tables by a test that judges one table at a time: the bootstrap, a user's own."""
    parts, n_test = [], judged[0].sum(axis=-1)
    for number, counts in enumerate(judged):
        values = np.stack([counts[..., 2] + counts[..., 3], counts[..., 1] + counts[..., 3]]) / n_test
        items = _items(counts[0, 0]) if test.needs.items else None
        sizes = size - n_test, n_test
        names, unit = ("first", "second"), Accuracy.unit
        scores = Scores(names, Accuracy.slug, values, *sizes, items, seed=seed + number, unit=unit)
        parts.append(Records.of_trial(Trial(scores, test, test.judge(scores))))
    return Records.join(parts, axis=0)


def _items(counts: Ints) -> Items:
    """Write n00, n01, n10, n11 of one test set as rows: the truth is always 1, a wrong prediction is 0."""
    if counts.sum() > MOST_ITEMS:
        problem = f"a test that reads single rows can have at most {MOST_ITEMS:,} in a test set, got {counts.sum():,}"
        raise InputError("procedures", f"{problem}; use a smaller n")
    said = np.repeat([[0, 0, 1, 1], [0, 1, 0, 1]], counts, axis=1)
    return Items(np.ones(said.shape[1], dtype=np.int64), said[:, np.newaxis], metric=Accuracy())


def _check(test: SignificanceTest, traits: Traits) -> None:
    problem = test.needs.misfit(traits)
    if problem is not None:
        raise MisfitError(f"{test} {problem}")


def blocks(study: Study) -> Iterator[int]:
    """Return the numbers of the blocks that a study needs."""
    return iter(range(-(-study.datasets // BLOCK)))
