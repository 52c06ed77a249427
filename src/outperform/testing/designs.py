"""The contracts of designs: what every plan must do, for any rows, classes and groups."""

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, ClassVar

import numpy as np

from outperform.core import CANONICAL, Dataset, Design, Given, InputError, Plan, Values, stream
from outperform.core.spec import parameters
from outperform.data import canonical
from outperform.designs import BalancedHalves
from outperform.testing.contract import EntryContract, refused


def classified(rng: np.random.Generator, least: int = 16) -> Dataset:
    """Draw rows in one to six classes of any size, as numbers or as text."""
    counts = rng.integers(1, 31, rng.integers(1, 7))
    counts[0] += max(0, least - counts.sum())
    target = rng.permutation(np.repeat(np.arange(len(counts)), counts))
    return Dataset(np.zeros((target.size, 1)), target.astype(str) if rng.random() < 0.5 else target)


def grouped(rng: np.random.Generator) -> Dataset:
    """Draw rows in 16 to 30 groups of one to nine rows; classes do not follow the groups."""
    sizes = rng.integers(1, 10, rng.integers(16, 31))
    groups = np.repeat([f"g{number}" for number in range(len(sizes))], sizes)
    return Dataset(np.zeros((groups.size, 1)), rng.integers(0, 3, groups.size), groups=groups)


def datasets(count: int = 12) -> Iterator[Dataset]:
    """Draw datasets with and without groups."""
    for number in range(count):
        rng = stream(number, "dataset")
        yield grouped(rng) if number % 3 == 2 else classified(rng)


class DesignContract(EntryContract):
    """What every design must do. Designs with ``repeats``, ``stratify`` or ``seed`` must do more."""

    role: ClassVar[type] = Design

    def test_no_row_is_trained_and_tested_on_and_none_is_lost(self, entry: Design) -> None:
        """Each split divides all rows into two parts, neither of them empty."""
        for number, dataset in enumerate(datasets()):
            for split in entry.plan(dataset, stream(number)).splits:
                assert len(split.train) > 0
                assert len(split.test) > 0
                assert np.array_equal(np.sort(np.r_[split.train, split.test]), np.arange(dataset.size))

    def test_every_row_is_tested_once_per_repeat_where_there_are_folds(self, entry: Design) -> None:
        """The test sets of one repeat share no row; with several folds they cover all rows."""
        for number, dataset in enumerate(datasets()):
            plan = entry.plan(dataset, stream(number))
            assert plan.traits.disjoint
            if plan.traits.folds > 1:
                assert plan.traits.n_test is not None
                assert (plan.traits.n_test.sum(axis=1) == dataset.size).all()

    def test_groups_are_never_on_both_sides(self, entry: Design) -> None:
        """Rows of one group are all trained on or all tested on."""
        for number in range(6):
            dataset = grouped(stream(number, "groups"))
            assert dataset.groups is not None
            for split in entry.plan(dataset, stream(number)).splits:
                assert not set(dataset.groups[split.train]) & set(dataset.groups[split.test])

    def test_the_same_stream_gives_the_same_plan(self, entry: Design) -> None:
        """A plan depends only on the rows and the stream."""
        for number, dataset in enumerate(datasets()):
            one, two = (entry.plan(dataset, stream(number)) for _ in range(2))
            assert one.fingerprint == two.fingerprint
            assert one.notes == two.notes

    def test_the_dataset_stays_as_it_is(self, entry: Design) -> None:
        """Rows, target and groups are read, not written."""
        for number, (dataset, before) in enumerate(zip(datasets(), datasets(), strict=True)):
            entry.plan(dataset, stream(number))
            assert dataset.fingerprint == before.fingerprint

    def test_a_longer_plan_begins_with_the_shorter(self, entry: Design) -> None:
        """More repeats from the same stream extend fewer."""
        if "repeats" not in parameters(entry):
            return
        for number, dataset in enumerate(datasets()):
            few, many = sorted(stream(number, "repeats").integers(1, 16, 2).tolist())
            short, long = (_with(entry, repeats=count).plan(dataset, stream(number)) for count in (few, many))
            assert _splits(long)[: len(_splits(short))] == _splits(short)

    def test_rows_with_ids_are_divided_alike_in_any_order(self, entry: Design) -> None:
        """With ``seed="data"`` the splits follow from the rows, not from their order."""
        rng = stream(0, "ids")
        rows, target = rng.normal(size=(40, 2)), np.arange(40) % 2
        order = rng.permutation(40)
        plans = []
        for chosen in (np.arange(40), order):
            dataset = canonical(Dataset(rows[chosen], target[chosen]))
            plan = entry.plan(dataset, stream(CANONICAL, "plan"))
            plans.append([sorted(map(tuple, dataset.rows[split.test].tolist())) for split in plan.splits])
        assert plans[0] == plans[1]

    def test_what_cannot_be_divided_is_refused(self, entry: Design) -> None:
        """One row, or one group, cannot be split; the error names the design."""
        for size, groups in ((1, None), (50, np.zeros(50))):
            dataset = Dataset(np.zeros((size, 1)), np.zeros(size, dtype=np.int64), groups=groups)
            assert entry.slug in refused(InputError, entry.plan, dataset, stream(0))

    def test_every_parameter_that_a_spec_can_say_is_read_again(self, entry: Design) -> None:
        """Any value of repeats and stratify survives the spec."""
        given = parameters(entry)
        for repeats in (1, 7, 10**4) if "repeats" in given else ():
            self.test_the_spec_gives_the_entry_again(_with(entry, repeats=repeats))
        for stratify in (None, True, False) if "stratify" in given else ():
            self.test_the_spec_gives_the_entry_again(_with(entry, stratify=stratify))


class SplitterContract(DesignContract):
    """What a design must do that is also a scikit-learn splitter, with a ``seed`` that is not part of the spec."""

    @classmethod
    def applies(cls, entry: Any) -> bool:
        """Return whether scikit-learn could use the design."""
        return super().applies(entry) and hasattr(entry, "split") and hasattr(entry, "seed")

    def test_the_seed_is_no_part_of_the_design(self, entry: Any) -> None:
        """The seed is only for ``split``: designs with different seeds are equal, and no spec holds it."""
        other = replace(entry, seed=7)
        assert (other, hash(other), str(other)) == (entry, hash(entry), str(entry))
        assert "seed" not in parameters(entry)
        assert next(field for field in fields(entry) if field.name == "seed").kw_only

    def test_the_seed_travels(self, entry: Any) -> None:
        """A copy through pickle keeps the seed."""
        self.test_it_travels_between_processes(other := replace(entry, seed=7))
        assert other.seed == 7

    def test_split_gives_the_plan_of_the_seed(self, entry: Any) -> None:
        """scikit-learn gets the splits of the plan, as many as ``get_n_splits`` returns."""
        dataset = Dataset(np.zeros((40, 1)), np.arange(40) % 3, groups=np.arange(40) // 2)
        design = replace(entry, seed=5)
        pairs = list(design.split(dataset.rows, dataset.target, dataset.groups))
        plan = design.plan(dataset, stream(5, "plan"))
        assert len(pairs) == design.get_n_splits(dataset.rows, dataset.target, dataset.groups)
        for (train, test), split in zip(pairs, plan.splits, strict=True):
            assert np.array_equal(train, split.train)
            assert np.array_equal(test, split.test)


class ForwardContract(SplitterContract):
    """What a design must do whose training rows come before its test rows: rows are in time order."""

    @classmethod
    def applies(cls, entry: Any) -> bool:
        """Return whether the splits of the design follow the order of the rows."""
        if not super().applies(entry):
            return False
        return bool(entry.plan(Dataset(np.zeros((120, 1)), np.arange(120) % 2), stream(0)).traits.forward)

    def test_no_row_is_trained_and_tested_on_and_none_is_lost(self, entry: Design) -> None:
        """Training rows come before test rows; rows after the test rows are in neither part."""
        for number, dataset in enumerate(datasets()):
            for split in entry.plan(dataset, stream(number)).splits:
                assert len(split.train) > 0
                assert len(split.test) > 0
                assert split.train.max() < split.test.min()

    def test_every_row_is_tested_once_per_repeat_where_there_are_folds(self, entry: Design) -> None:
        """No row is tested twice; from the first that is tested, all are."""
        for number, dataset in enumerate(datasets()):
            plan = entry.plan(dataset, stream(number))
            assert plan.traits.disjoint
            tested = np.concatenate([split.test for split in plan.splits])
            assert np.array_equal(tested, np.arange(tested[0], dataset.size))

    def test_rows_with_ids_are_divided_alike_in_any_order(self, entry: Design) -> None:
        """With ``seed="data"`` rows are no longer in time order: an error."""
        dataset = canonical(Dataset(np.arange(80.0).reshape(40, 2), np.arange(40) % 2))
        assert entry.slug in refused(InputError, entry.plan, dataset, stream(CANONICAL, "plan"))

    def test_rows_of_one_time_are_never_on_both_sides(self, entry: Design) -> None:
        """Rows of the same time are all trained on or all tested on."""
        for number in range(6):
            times = np.sort(stream(number, "times").integers(0, 30, 90))
            dataset = Dataset(np.zeros((90, 1)), np.arange(90) % 2, given=Given(times=times))
            for split in entry.plan(dataset, stream(number)).splits:
                assert times[split.train].max() < times[split.test].min()


class EvenContract(SplitterContract):
    """What a design must do that deals rows into parts of one size, each with its share of every class."""

    @classmethod
    def applies(cls, entry: Any) -> bool:
        """Return whether the design can keep the shares of classes."""
        return super().applies(entry) and "stratify" in parameters(entry)

    def parts(self, plan: Plan) -> list[Values]:
        """Return the part of each row, -1 for none, once per split that must be even: the folds of each repeat."""
        assert plan.labels is not None
        return list(plan.labels)

    def test_parts_differ_by_at_most_one_row(self, entry: Any) -> None:
        """With and without the shares of classes."""
        for number in range(8):
            dataset = classified(stream(number, "even"))
            for stratify in (None, True, False):
                plan = replace(entry, stratify=stratify).plan(dataset, stream(number))
                sizes = [np.bincount(labels[labels >= 0]) for labels in self.parts(plan)]
                assert np.ptp(np.concatenate(sizes)) <= 1

    def test_class_shares_are_kept_as_nearly_as_the_counts_allow(self, entry: Any) -> None:
        """Each part has its share of each class, up to one row."""
        for number in range(8):
            dataset = classified(stream(number, "shares"))
            plan = replace(entry, stratify=True).plan(dataset, stream(number))
            for labels in self.parts(plan):
                self._has_shares(dataset, labels)

    def _has_shares(self, dataset: Dataset, labels: Values) -> None:
        count = labels.max() + 1
        share = np.count_nonzero(labels >= 0) / count / dataset.size
        for code in np.unique(dataset.strata):
            mine = dataset.strata == code
            sizes = np.bincount(labels[mine & (labels >= 0)], minlength=count)
            assert np.abs(sizes - share * mine.sum()).max() < 1

    def test_another_stream_gives_another_plan(self, entry: Any) -> None:
        """The splits are random."""
        dataset = Dataset(np.zeros((60, 1)), np.arange(60) % 2)
        one, two = (entry.plan(dataset, stream(seed)).fingerprint for seed in (1, 2))
        assert one != two


class HalvesContract(EvenContract):
    """What a design of balanced halves must do: its blocks are even, and the halves follow from them."""

    @classmethod
    def applies(cls, entry: Any) -> bool:
        """Return whether the design makes halves of blocks."""
        return isinstance(entry, BalancedHalves)

    def parts(self, plan: Plan) -> list[Values]:
        """Return the block of each row: rows of one block are on the same side in every repeat."""
        assert plan.labels is not None
        return [np.unique(plan.labels, axis=1, return_inverse=True)[1].reshape(-1)]


def _with(entry: Any, **changed: Any) -> Any:
    return replace(entry, **changed)


def _splits(plan: Plan) -> list[str]:
    return [split.fingerprint for split in plan.splits]
