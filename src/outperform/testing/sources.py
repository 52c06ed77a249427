"""The contracts of sources: reproducible draws, and a truth that agrees with simulation."""

from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
from scipy.special import stdtrit

from outperform.core import CountSource, ItemSource, LeagueSource, Source, stream
from outperform.lab.item_studies import scores_of_items
from outperform.lab.truth import known_truth, measured_truth
from outperform.learners import learner_of
from outperform.testing.contract import EntryContract

RARE = 1e-6  # a correct truth fails the check with this probability


class SourceContract(EntryContract):
    """What every source must do."""

    role: ClassVar[type] = Source
    sets: ClassVar[int] = 40  # training sets of the simulation
    train_sizes: ClassVar[tuple[int, ...]] = (30, 60)

    def test_the_same_stream_gives_the_same_data(self, entry: Source) -> None:
        """Another stream gives others."""
        one, two, other = (entry.draw(stream(seed)).fingerprint for seed in (1, 1, 2))
        assert one == two != other

    def test_a_dataset_has_the_rows_it_should(self, entry: Any) -> None:
        """A data set has ``n`` rows and the spec as its name; kinds of columns are given for all or none."""
        dataset = entry.draw(stream(0))
        assert dataset.size == entry.n
        assert dataset.name == str(entry)
        assert len(dataset.kinds) in (0, dataset.rows.shape[1])

    def test_the_usual_learners_can_learn_it(self, entry: Source) -> None:
        """The usual pair of learners can fit and predict."""
        dataset = entry.draw(stream(0))
        for spec in entry.learners:
            made = learner_of(spec, dataset).make(0)
            made.fit(dataset.rows[:40], dataset.target[:40])
            assert np.asarray(made.predict(dataset.rows[40:])).shape == dataset.target[40:].shape

    def test_the_declared_truth_agrees_with_brute_force(self, entry: Source) -> None:
        """The stated difference agrees with learners fitted on many data sets, at two training sizes."""
        for train_size in self.train_sizes:
            declared = entry.truth(train_size)
            if declared is None:
                continue
            found = measured_truth(entry, None, train_size, seed=3, datasets=self.sets, test_rows=400)
            bound = -stdtrit(self.sets - 1, RARE / 2) * np.hypot(found.se, declared.se)
            assert abs(found.difference - declared.difference) <= bound
            assert 0 < found.se < 0.2

    def test_the_truth_is_about_the_usual_learners(self, entry: Source) -> None:
        """The truth holds for the usual pair; swapped, its sign changes."""
        assert entry.speaks_of(entry.learners)
        declared = entry.truth(60)
        first, second = entry.learners
        exchanged = known_truth(entry, (second, first), 60)
        if declared is not None and exchanged is not None:
            assert exchanged.difference == -declared.difference


class CountSourceContract(SourceContract):
    """What a source of counts must do."""

    role: ClassVar[type] = CountSource

    def test_counts_add_up_to_the_rows(self, entry: Any) -> None:
        """Every row has one kind and one of four outcomes, over any leading axes."""
        kinds = entry.kinds(stream(1), 6)
        assert (kinds.sum(axis=1) == entry.n).all()
        found = entry.outcomes(kinds.reshape(2, 3, -1), stream(2))
        assert found.shape == (2, 3, 4)
        assert (found.sum(axis=-1) == entry.n).all()

    def test_the_same_stream_gives_the_same_counts(self, entry: Any) -> None:
        """Another stream gives others."""
        large = replace(entry, n=999)
        one, two, other = (large.kinds(stream(seed), 20) for seed in (1, 1, 2))
        assert np.array_equal(one, two)
        assert not np.array_equal(one, other)

    def test_the_label_of_each_kind_is_known(self, entry: Any) -> None:
        """There is one label per kind, and explicit rows have no other labels."""
        assert len(entry.labels) == entry.kinds(stream(0), 1).shape[1]
        assert set(np.unique(entry.draw(stream(0)).target)) <= set(entry.labels)

    def test_counts_and_explicit_rows_have_the_same_mean(self, entry: Any) -> None:
        """The usual learners on explicit rows differ as much as the counts do, up to chance."""
        counts = entry.outcomes(entry.kinds(stream(3), 400), stream(4))
        expected = counts.sum(axis=0) / counts.sum()
        found = np.zeros(4)
        for number in range(60):
            dataset = entry.draw(stream(number, "rows"))
            right = [
                np.asarray(
                    learner_of(spec, dataset).make(number).fit(dataset.rows, dataset.target).predict(dataset.rows)
                )
                == dataset.target
                for spec in entry.learners
            ]
            found += np.bincount(2 * right[0] + right[1], minlength=4)
        rows = found.sum()
        spread = np.sqrt(expected * (1 - expected) * (1 / rows + 1 / counts.sum())) + 1 / rows
        assert (np.abs(found / rows - expected) < 8 * spread).all()


class LeagueSourceContract(EntryContract):
    """What a source of leagues must do."""

    role: ClassVar[type] = LeagueSource
    leagues: ClassVar[int] = 400  # of the simulation

    def test_the_same_stream_gives_the_same_leagues(self, entry: LeagueSource) -> None:
        """Another stream gives others, of leagues and of runs."""
        one, two, other = (entry.draw(stream(seed), 3).values for seed in (1, 1, 2))
        assert np.array_equal(one, two)
        assert not np.array_equal(one, other)
        cells = entry.draw(stream(0), 3)
        one, two, other = (entry.run(cells, stream(seed)).values for seed in (1, 1, 2))
        assert np.array_equal(one, two)
        assert not np.array_equal(one, other)

    def test_a_league_has_a_score_per_data_set_and_learner(self, entry: LeagueSource) -> None:
        """Every cell is a number; standard errors are those of covariance matrices."""
        cells = entry.run(entry.draw(stream(0), 3), stream(1))
        assert cells.values.shape == (3, len(cells.datasets), len(cells.learners))
        assert len(cells.learners) == len(entry.truths) >= 2
        assert np.isfinite(cells.values).all()
        if cells.error is not None:
            assert cells.error.shape == (*cells.values.shape, len(cells.learners))
            assert (np.linalg.eigvalsh(cells.error) >= -1e-12).all()

    def test_the_declared_truth_agrees_with_brute_force(self, entry: LeagueSource) -> None:
        """The mean lead over many leagues is the stated one; so is that of runs."""
        cells = entry.draw(stream(3), self.leagues)
        for values in (cells.values, entry.run(cells, stream(4)).values):
            means = (values - values[..., -1:]).mean(axis=1)
            se = means.std(axis=0, ddof=1) / np.sqrt(self.leagues)
            bound = -stdtrit(self.leagues - 1, RARE / 2) * se + 1e-12
            assert (np.abs(means.mean(axis=0) - (entry.truths - entry.truths[-1])) <= bound).all()


class ItemSourceContract(EntryContract):
    """What a source of fixed systems on items must do."""

    role: ClassVar[type] = ItemSource
    sets: ClassVar[int] = 300  # of the simulation

    def _differences(self, entry: ItemSource, sets: int, run: int = 0) -> list[float]:
        drawn = [entry.draw(stream(number, "items"), stream(number, "run", run)) for number in range(sets)]
        tables = [scores_of_items(items, entry.metric, 0) for items in drawn]
        return [float(table.values[0, 0, 0] - table.values[1, 0, 0]) for table in tables]

    def test_the_same_streams_give_the_same_items(self, entry: ItemSource) -> None:
        """Other items give others."""
        one, two = (self._differences(entry, 20) for _ in range(2))
        assert one == two
        assert len(set(one)) > 1

    def test_the_declared_truth_agrees_with_brute_force(self, entry: ItemSource) -> None:
        """The mean difference over many sets of items is the stated one, up to chance and the bias of a ratio."""
        found = np.array(self._differences(entry, self.sets))
        bound = -stdtrit(self.sets - 1, RARE / 2) * found.std(ddof=1) / np.sqrt(self.sets)
        ratio = 0.0 if entry.metric is None else 0.5 * float(found.std(ddof=1))  # F1 of few items is a little off
        assert abs(found.mean() - entry.truth.difference) <= bound + ratio

    def test_another_run_gives_other_scores_only_where_it_is_said(self, entry: ItemSource) -> None:
        """The same items, with another stream of the run."""
        one, two = (self._differences(entry, 20, run) for run in (0, 1))
        assert (one != two) == entry.varies
